// What goes between the page and the server, and between the page's parts. For checking only.

export interface Side { name: string; title: string }
export interface Size { name: string; least: number; most: number; usual: number }
export interface About {
  name: string; title: string; about: string;
  sides: [Side, Side]; unit: [string, string]; sizes: Size[];
}
export interface Catalogue {
  version: string;
  games: About[];
  opponents: { name: string; about: string }[];
  textbook: { title: string; about: string; tree: string }[];
  limits: { depth: number; nodes: number; seconds: number; moves: number };
}

export interface Possible { move: string; effects: string[] }
export interface Played { move: string; side: number; effects: string[]; position: string }
export interface Stand {
  game: string; played: Played[]; position: string; to_move: number; legal: Possible[];
  is_automatic: boolean; tally: [number, number]; notice?: string;
  ending?: { winner: number | null; how: string };
}
export interface Thought {
  lead: number; wins?: number; words: string; is_proven: boolean;
  depth: number; nodes: number; seconds: number; line: string[];
}
export interface Said { thought?: Thought; move?: string; done?: boolean }

export interface Summary {
  id: string; game: string; algorithm: string; depth: number;
  nodes: number; steps: number; value: number | string; line: string[];
  sides: [string, string]; moves: string[]; plies: number; is_wide: boolean;
  cuts: number; skipped: number; position: string;
  other: { algorithm: string; nodes: number; is_exact: boolean };
}
export interface StepView {
  node: number; kind: 'enter' | 'leaf' | 'back'; words: string; log: string; log_line: number;
  path: {
    node: number; move: string; position: string;
    value: number | string; alpha: number | string; beta: number | string;
  }[];
}

/** A position as a game's module reads it. What it holds besides is the game's own business. */
export interface Board { toMove: number; cells: any[]; [more: string]: any }

/** A cell of a drawn board: its place in units of the drawing, and in the grid for the keyboard. */
export interface Cell { id: string; row: number; col: number; x: number; y: number; w: number; h: number }

/** A moment of a move being made. */
export interface Frame { board: Board; travel?: [string, string][]; ms: number }

/** How a game looks. */
export interface Look {
  parse(text: string): Board;
  print(board: Board): string;
  /** The width and height of the drawing. */
  extent(board: Board): [number, number];
  cells(board: Board, flipped: boolean): Cell[];
  /** What lies under the pieces. */
  ground(board: Board, cells: Cell[]): SVGElement[];
  /** What stands on a cell, drawn around (0, 0). */
  piece(board: Board, cell: Cell): SVGElement | null;
  /** The cell in words. */
  label(board: Board, id: string): string;
  /** The cells that are clicked to make a move. */
  path(move: string): string[];
  frames(before: Board, move: string, after: Board): Frame[];
  /** What flies from cell to cell, if it is not the piece itself. */
  token?(): SVGElement;
  /** What a hop on the way to a longer move leaves behind. */
  hop?(board: Board, path: string[]): Board;
  brushes: { name: string; label: string; paint(board: Board, id: string): void }[];
  /** A board without pieces. */
  clear(board: Board): void;
  /** Leads of this size fill most of the graph. */
  scale: number;
}
