use std::fmt;

use super::super::View;

/// How many men and kings each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// The men of the side to move.
    pub men: u32,
    /// Its kings.
    pub kings: u32,
    /// The other side's men.
    pub enemy_men: u32,
    /// The other side's kings.
    pub enemy_kings: u32,
}

impl Class {
    /// The class of a position.
    #[inline]
    pub const fn of(view: View) -> Class {
        Class {
            men: view.men.count_ones(),
            kings: view.kings.count_ones(),
            enemy_men: view.enemy_men.count_ones(),
            enemy_kings: view.enemy_kings.count_ones(),
        }
    }

    /// The same pieces with the other side to move.
    #[inline]
    pub const fn mirrored(self) -> Class {
        let Class { men, kings, enemy_men, enemy_kings } = self;
        Class { men: enemy_men, kings: enemy_kings, enemy_men: men, enemy_kings: kings }
    }

    /// How many pieces there are.
    pub const fn pieces(self) -> u32 {
        self.own() + self.enemy()
    }

    /// How many pieces the side to move has.
    pub const fn own(self) -> u32 {
        self.men + self.kings
    }

    /// How many pieces the other side has.
    pub const fn enemy(self) -> u32 {
        self.enemy_men + self.enemy_kings
    }

    /// Whether moves can lead from here to a class with other pieces: some were taken, or men crowned. The
    /// sides stay who they are, whoever moves.
    pub fn leads_to(self, other: Class) -> bool {
        let has_less = |class: Class| {
            class.own() <= self.own()
                && class.enemy() <= self.enemy()
                && class.men <= self.men
                && class.enemy_men <= self.enemy_men
        };
        other != self && other != self.mirrored() && (has_less(other) || has_less(other.mirrored()))
    }

    /// All classes with up to so many pieces, one of each mirrored pair, in an order in which they can be
    /// solved.
    pub fn pairs(pieces: u32) -> Vec<Class> {
        let mut pairs: Vec<Class> = Vec::new();
        for class in (2..=pieces).flat_map(Class::with_pieces) {
            if pairs.last() != Some(&class.mirrored()) {
                pairs.push(class);
            }
        }
        pairs
    }

    /// No class with tables has so many men or kings of one side.
    const MOST: usize = 7;
    /// How many [places](Class::place) there are.
    pub(super) const PLACES: usize = Class::MOST.pow(4);

    /// A number of its own for every class that may have tables; for others, perhaps that of another.
    #[inline]
    pub(super) const fn place(self) -> usize {
        let Class { men, kings, enemy_men, enemy_kings } = self;
        let place = men as usize * Class::MOST + kings as usize;
        ((place * Class::MOST + enemy_men as usize) * Class::MOST + enemy_kings as usize)
            % Class::PLACES
    }

    /// All classes with this many pieces, in an order in which they can be solved: what a jump or a
    /// crowning leads to comes first. Each stands next to its [mirrored](Class::mirrored) one.
    pub fn with_pieces(pieces: u32) -> Vec<Class> {
        let mut classes = Vec::new();
        for own in pieces.div_ceil(2)..pieces {
            let enemy = pieces - own;
            for men in 0..=pieces {
                for own_men in men.saturating_sub(enemy)..=men.min(own) {
                    let enemy_men = men - own_men;
                    let class = Class {
                        men: own_men,
                        kings: own - own_men,
                        enemy_men,
                        enemy_kings: enemy - enemy_men,
                    };
                    let mirrored = class.mirrored();
                    if own > enemy || class > mirrored {
                        classes.extend([class, mirrored]);
                    } else if class == mirrored {
                        classes.push(class);
                    }
                }
            }
        }
        classes
    }
}

/// Men and kings of the side to move, then of the other: `2m1k-1m1k`.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Class { men, kings, enemy_men, enemy_kings } = self;
        write!(f, "{men}m{kings}k-{enemy_men}m{enemy_kings}k")
    }
}
