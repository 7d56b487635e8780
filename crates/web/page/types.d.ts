// What goes between the page and the server, and between the page's parts. For checking only.

/** `shape`: of its pieces, where they are its own. */
export interface Side { name: string; title: string; shape?: string }
export interface Size { name: string; least: number; most: number; usual: number }
export interface About {
  name: string; title: string; about: string;
  sides: [Side, Side]; unit: [string, string]; sizes: Size[];
  /** The side at the bottom of its pictures; null where both look from the same place. */
  viewer: number | null;
  /** What a position can be set up with; none where that is not possible. */
  brushes: Brush[];
  /** Leads of this size fill most of a graph. */
  clear_lead: number;
  /** Whether both games of a pair count for the side with more points in the two together. */
  pairs_decide: boolean;
  /** The files that answers consist of. */
  files: string[];
  /** The one of them that tells a search step by step. */
  log: string | null;
}
export interface Catalogue {
  version: string;
  games: About[];
  /** The game that is meant where none is named. */
  usual: string;
  opponents: { name: string; about: string }[];
  textbook: { title: string; about: string; tree: string }[];
  limits: { depth: number; nodes: number; seconds: number; moves: number };
}

/** How a piece is made and whose it is. */
export interface Piece { shape: string; side?: 'first' | 'second'; count?: number }
export interface Cell {
  name: string; column: number; row: number; width?: number; height?: number;
  ground: string; owner?: 'first' | 'second'; piece?: Piece; text?: string; label?: string; says?: string;
}
/** What a position is set up with. */
export interface Brush { name: string; label: string; does: 'take' | 'change' | { put: Piece } }
/** A board, as the game's natural viewer sees it. */
export interface Picture {
  columns: number; rows: number; cells: Cell[];
  column_labels?: string[]; row_labels?: string[]; row_notes?: string[]; palette?: string;
}
/** A moment of a move being made: the cells that are different at its end, and what travels meanwhile. */
export interface Frame { cells: Cell[]; travel: [string, string][]; milliseconds: number }
/** A step of setting up a position. */
export type Stroke = 'clear' | { paint: { cell: string; brush: string } } | { mover: 'first' | 'second' };

/** A legal move: the cells that are clicked for it, and for several clicks a frame for each step first. */
export interface Possible { move: string; usual?: string; effects: string[]; path: string[]; frames?: Frame[]; is_double: boolean }
export interface Played {
  /** `usual` is as players write it elsewhere, where that is another way. */
  move: string; usual?: string; side: number; is_automatic: boolean; effects: string[];
  path: string[]; frames: Frame[]; position: string;
}
export interface Stand {
  game: string; played: Played[]; position: string; picture: Picture; to_move: number; legal: Possible[];
  /** The board before the first of the moves in `played`, if there are any. */
  before?: Picture;
  is_automatic: boolean; tally: [number, number]; notice?: string;
  ending?: { winner: number | null; how: string };
}
export interface Thought {
  lead: number; wins?: number; words: string; is_proven: boolean;
  depth: number; nodes: number; seconds: number; line: string[]; usual?: string[];
}
export interface Said { thought?: Thought; move?: string; done?: boolean }

/** A game that a text holds. The winner of a draw is null. */
export interface RecordedGame {
  game: string; start: string; moves: string[]; players: [string, string];
  result?: { winner: number | null; how?: string };
}
export interface Records { games: RecordedGame[]; search?: { algorithm: string; depth: number } }
export interface Format { name: string; extension: string; text: string }

export interface Summary {
  id: string; game: string; algorithm: string; depth: number;
  nodes: number; steps: number; value: number | string; line: string[];
  sides: [string, string]; moves: string[]; joint: string; plies: number; is_wide: boolean;
  cuts: number; skipped: number; position: string;
  other: { algorithm: string; nodes: number; is_exact: boolean };
}
/** A tree that is written out: a leaf's value, or children. */
export type Book = number | Book[];
export interface StepView {
  node: number; kind: 'enter' | 'leaf' | 'back'; words: string; log: string; log_line: number;
  /** The nodes that the words name besides that one, and at a cut the one that gave the bound. */
  named: number[]; bound: number | null;
  path: {
    node: number; move: string; position: string;
    value: number | string; alpha: number | string; beta: number | string;
  }[];
}

/** What `plyglot explain` says. What there is nothing to say about is absent. */
export interface Explanation {
  game: string; right: boolean; kind: string; message?: string;
  file?: string; line?: number; about?: string; expected?: string; found?: string;
  node?: {
    path: string[]; depth: number; board: string[]; maximizes: boolean;
    value: string; alpha: string; beta: string;
  };
  why?: string[];
  misreadings: { name: string; does?: string; rule: string }[];
  not_tried?: string;
  /** All that should stand in that file. */
  right_text?: string;
  /** Where in the search it is decided: a line of its log. */
  log_line?: number;
  /** All of it for people. */
  lines: string[];
}

/** A log as a program with a misreading writes it. */
export interface MisreadLog { name: string; does: string; rule: string; text: string }
/** The name of an input's log, if it asks for one, and those that are not right. */
export interface Misread { game: string; log: string | null; misreadings: MisreadLog[] }

export type State = 'finished' | 'playing' | 'stopped';
export interface ContestSummary {
  id: string; file: string; name: string; kind: 'match' | 'tournament'; game: string; format: string;
  agents: string[]; played: number; least: number; most: number; state: State; decided?: string;
  modified: number;
}
export interface GradingSummary {
  id: string; file: string; game: string; students: number; cases: number;
  max: number; mean: number; modified: number;
}
export interface Contests {
  folder?: string; contests: ContestSummary[]; gradings: GradingSummary[];
  left_out: { file: string; why: string }[]; is_cut: boolean;
}
export interface Row {
  place: number; agent: string; number: number;
  elo: number | null; low: number | null; high: number | null;
  points: number; games: number; won: number; drawn: number; lost: number; rests: number;
  opponents: number; margin?: number; out?: number; faults: number; turns: number;
  cpu_seconds: number; slowest_seconds: number;
}
export interface Meeting { won: number; drawn: number; lost: number }
export interface Report {
  name: string; game: string; format: string; is_finished: boolean;
  played: number; least: number; most: number; is_comparable: boolean;
  standings: Row[]; cross: (Meeting | null)[][]; endings: { kind: string; games: number }[];
  slowest: {
    agent: string; opponent: string; round: number; table: number; game: number; turn: number;
    moves: string[]; cpu_seconds: number; wall_seconds: number;
  }[];
}
export interface Turn { side: number; moves: string[]; cpu_seconds: number; wall_seconds: number; notes?: string[] }
export interface LiveGame { key: string; players: [string, string]; start: string; opening: string[]; turns: Turn[] }
export interface LiveNow { state: State; decided?: string; played: number; games: LiveGame[] }
export interface Contest extends ContestSummary { seconds: number; nodes?: number; report: Report; live: LiveGame[] }
export interface GamesPage {
  total: number; from: number;
  games: {
    key: string; players: [string, string]; winner: number | null; ending: string; sentence: string;
    margin?: number; turns: number;
  }[];
}
export interface ContestGame extends LiveGame {
  game: string; contest: string; seconds: number; nodes?: number;
  ending?: { winner: number | null; kind: string; sentence: string; margin?: number };
  evidence?: {
    input: string; answer: string | null; stdout: string; stderr: string; cpu_seconds: number; wall_seconds: number;
  };
  previous: string | null; next: string | null;
}
export interface Grading extends GradingSummary {
  sandbox: string; page: string | null; warnings: string[];
  misread: { name: string; does?: string; rule: string; students: number; answers: number }[];
  list: { name: string; score: number | null; right: number; cpu_seconds: number; note: string; page: string | null }[];
  tasks: { name: string; about: string; points: number; visible: boolean; right: number; input?: string; wrong: string }[];
}
export interface StudentDetails {
  name: string; submission: string;
  /** What is wrong, each cause once. */
  causes: { words: string; rule?: string; cases: string[] }[];
  checks: { name: string; passed: boolean; points: number; message: string; evidence: string[] }[];
  outcomes: {
    case: string; verdict: { kind: string; message: string; evidence: string[] };
    explanation: string[]; misreadings?: { name: string; does?: string; rule: string }[]; cpu_seconds: number; wall_seconds: number;
  }[];
}

/** The workbench as WebAssembly, in a worker. */
export interface Workbench {
  answer(method: string, path: string, body: string, tell: (line: string) => void):
    { status: number; kind: string; body: Uint8Array; free(): void };
}
declare global {
  const wasm_bindgen: { initSync(options: { module: WebAssembly.Module }): unknown; Workbench: new () => Workbench };
}

/** A cell of a drawn board: its place in units of the drawing, and in the grid for the keyboard. */
export interface Place { id: string; ground: string; row: number; col: number; x: number; y: number; w: number; h: number }
