use super::board::far_row;
use super::generate::MoverView;
use super::{Board, Direction, Move, Piece, Square, View};
use plyglot_core::mix::mix;
use plyglot_core::{Game, Outcome, Perft, Side, Value, two_plies_listed};

/// A board and whose turn it is.
///
/// The squares are kept as the side to move sees them: so a move looks nothing up by side, and
/// only hands the board over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of the side to move.
    own: u32,
    /// The other side's.
    enemy: u32,
    /// Both sides' kings.
    kings: u32,
    to_move: Side,
}

/// Calls a method of the mover's [`MoverView`].
macro_rules! turn {
    ($position:expr, $method:ident($($argument:expr),*)) => {{
        let Position { own, enemy, kings, to_move } = *$position;
        let (kings, empty) = (own & kings, !(own | enemy));
        match to_move {
            Side::First => MoverView::<false> { own, kings, enemy, empty }.$method($($argument),*),
            Side::Second => MoverView::<true> { own, kings, enemy, empty }.$method($($argument),*),
        }
    }};
}

impl Position {
    /// A position with `to_move` to move.
    pub const fn new(board: Board, to_move: Side) -> Position {
        let Board { pieces: [black, white], kings } = board;
        match to_move {
            Side::First => Position { own: black, enemy: white, kings, to_move },
            Side::Second => Position { own: white, enemy: black, kings, to_move },
        }
    }

    /// The position that White, to move, sees like this.
    #[inline]
    pub(crate) const fn of_view(view: View) -> Position {
        Position {
            own: view.own(),
            enemy: view.enemy(),
            kings: view.kings | view.enemy_kings,
            to_move: Side::Second,
        }
    }

    /// The start of a full game: twelve men each, Black to move.
    pub const fn start() -> Position {
        Position::new(Board::START, Side::First)
    }

    /// The board.
    pub const fn board(&self) -> Board {
        let Position { own, enemy, kings, to_move } = *self;
        match to_move {
            Side::First => Board { pieces: [own, enemy], kings },
            Side::Second => Board { pieces: [enemy, own], kings },
        }
    }

    /// The pieces as the side to move sees them.
    #[inline]
    pub const fn view(&self) -> View {
        let Position { own, enemy, kings, to_move } = *self;
        let view = View {
            men: own & !kings,
            kings: own & kings,
            enemy_men: enemy & !kings,
            enemy_kings: enemy & kings,
        };
        match to_move {
            Side::First => view.turned(),
            Side::Second => view,
        }
    }

    /// Whether the side to move can jump, and so must.
    #[inline]
    pub fn can_jump(&self) -> bool {
        turn!(self, can_jump())
    }

    /// Whether the other side could jump if it were on move.
    #[inline]
    pub fn is_threatened(&self) -> bool {
        let Position { own, enemy, kings, to_move } = *self;
        Position { own: enemy, enemy: own, kings, to_move: to_move.other() }.can_jump()
    }

    /// Whether a legal move jumps or crowns: neither can be taken back, so no earlier position comes
    /// again after it.
    #[inline]
    pub const fn is_irreversible(&self, mv: Move) -> bool {
        let is_king = self.kings & mv.from().bit() != 0;
        mv.is_jump() || !is_king && mv.to().bit() & far_row(self.to_move) != 0
    }

    /// Counts two plies where the first is no jump, without making the moves: a step changes nothing for
    /// the other side but which squares are free. `None` if there is a jump.
    #[inline]
    fn count_two_steps<const IS_UP: bool, const IS_OTHER_UP: bool>(&self) -> Option<Perft> {
        let Position { own, enemy, kings, .. } = *self;
        let empty = !(own | enemy);
        let mut total = Perft::default();
        MoverView::<IS_UP> { own, kings: own & kings, enemy, empty }.for_each_step(|step| {
            let (enemy, empty) = (own ^ step, empty ^ step);
            let other = MoverView::<IS_OTHER_UP> {
                own: self.enemy,
                kings: self.enemy & kings,
                enemy,
                empty,
            };
            let replies = other.count();
            total += Perft { leaves: replies, ended: u64::from(replies == 0) };
        })?;
        Some(total)
    }

    /// Why a turn that is not among the legal ones is not.
    fn reason(&self, mv: Move) -> String {
        let mover = Position::side_name(self.to_move);
        let Some(piece) = self.board().get(mv.from()) else {
            return format!("{} is empty", mv.from());
        };
        if piece.side != self.to_move {
            return format!("{} is not {mover}'s", mv.from());
        }
        if mv.is_jump() { self.why_no_jump(mv, piece) } else { self.why_no_step(mv, piece) }
    }

    fn why_no_step(&self, mv: Move, piece: Piece) -> String {
        let (from, to) = (mv.from(), mv.to());
        let Some(way) = from.direction_to(to, 1) else {
            return if from.direction_to(to, 2).is_some() {
                format!("{to} is not next to {from}; a jump is written J {from} {to}")
            } else {
                format!("{to} is not next to {from}")
            };
        };
        if is_backward(piece, way) {
            return format!("a man cannot step backward, from {from} to {to}");
        }
        if self.board().get(to).is_some() {
            return format!("{to} is occupied");
        }
        let mover = Position::side_name(self.to_move);
        let jump = self.moves().first().map_or_else(String::new, Move::to_string);
        format!("{mover} can jump, so it must, for example {jump}")
    }

    fn why_no_jump(&self, mv: Move, piece: Piece) -> String {
        let mut path = Move::standing(mv.from());
        for way in mv.directions() {
            let from = path.to();
            if path.is_jump() && !piece.is_king && far_row(piece.side) & from.bit() != 0 {
                return format!("the man is crowned on {from}, and its turn ends there");
            }
            let next = path.jump_unchecked(way);
            let to = next.to();
            if path.jumped() == next.jumped() {
                return format!("the piece between {from} and {to} has been jumped already");
            }
            let over = Square::new((next.jumped() ^ path.jumped()).trailing_zeros());
            if self.board().get(over).is_none_or(|jumped| jumped.side == self.to_move) {
                let enemy = Position::side_name(self.to_move.other());
                return format!("there is no piece of {enemy} on {over} to jump over");
            }
            if is_backward(piece, way) {
                return format!("a man cannot jump backward, from {from} to {to}");
            }
            // The piece itself has left its square.
            if to != mv.from() && self.board().get(to).is_some() {
                return format!("{to} is occupied");
            }
            path = next;
        }
        // Each jump is possible, and yet the turn is not legal: so it is not all of it.
        let next = turn!(self, next_jump(mv)).and_then(|way| mv.to().toward(way, 2));
        let next = next.map_or_else(String::new, |square| format!(" to {square}"));
        format!("the jump is unfinished: it must go on from {}{next}", mv.to())
    }
}

fn is_backward(piece: Piece, way: Direction) -> bool {
    let is_forward = way.is_up() == (piece.side == Side::Second);
    !piece.is_king && !is_forward
}

impl Game for Position {
    type Move = Move;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn legal_moves(&self, out: &mut Vec<Move>) {
        turn!(self, list(out));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        *self = self.after(mv);
    }

    #[inline]
    fn after(&self, mv: Move) -> Position {
        let Position { own, enemy, kings, to_move } = *self;
        let (from, to) = (mv.from(), mv.to());
        let was_king = kings >> from.number() & 1;
        Position {
            own: enemy & !mv.jumped(),
            // A king may land where it started: remove first, then put.
            enemy: own & !from.bit() | to.bit(),
            kings: kings & !(from.bit() | mv.jumped())
                | was_king << to.number()
                | to.bit() & far_row(to_move),
            to_move: to_move.other(),
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        (!turn!(self, can_move())).then(|| Outcome::Win(self.to_move.other()))
    }

    #[inline]
    fn evaluate(&self, side: Side) -> Value {
        let worth =
            |pieces: u32| (pieces.count_ones() + 2 * (pieces & self.kings).count_ones()) as i32;
        let lead = worth(self.own) - worth(self.enemy);
        Value::from(if side == self.to_move { lead } else { -lead })
    }

    #[inline]
    fn key(&self) -> u64 {
        let pieces = u64::from(self.own) | u64::from(self.enemy) << 32;
        let rest = u64::from(self.kings) | (self.to_move as u64) << 32;
        mix(mix(pieces) ^ rest)
    }

    fn side_name(side: Side) -> &'static str {
        match side {
            Side::First => "BLACK",
            Side::Second => "WHITE",
        }
    }

    // Perft spends its time here: inlined, the position after a move never gets into memory.
    #[inline(always)]
    fn move_count(&self) -> u64 {
        turn!(self, count())
    }

    fn count_two_plies(&self, moves: &mut Vec<Move>) -> Perft {
        let counted = match self.to_move {
            Side::First => self.count_two_steps::<false, true>(),
            Side::Second => self.count_two_steps::<true, false>(),
        };
        counted.unwrap_or_else(|| two_plies_listed(self, moves))
    }

    fn why_illegal(&self, mv: Move) -> Option<String> {
        (!self.moves().contains(&mv)).then(|| self.reason(mv))
    }
}
