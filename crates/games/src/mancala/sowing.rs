use super::board::Half;

/// What a sowing of less than a lap adds to each place.
#[derive(Clone, Copy)]
pub(super) struct Sowing {
    /// In the mover's half.
    pub(super) own: Half,
    /// In the opponent's half.
    pub(super) opposite: Half,
}

const MOST_PITS: usize = 10;
/// A lap is one place shorter than the board: the opponent's mancala is passed over.
const LONGEST_LAP: usize = 2 * MOST_PITS + 1;

/// By the number of pits a side, the pit sown from, and the number of stones. Adding a whole half at
/// once takes no branch, and how many stones there are to sow is hard to predict.
static SOWINGS: [[[Sowing; LONGEST_LAP]; MOST_PITS]; MOST_PITS + 1] = {
    let nothing = Sowing { own: [0; 16], opposite: [0; 16] };
    let mut sowings = [[[nothing; LONGEST_LAP]; MOST_PITS]; MOST_PITS + 1];
    let mut pits = 1;
    while pits <= MOST_PITS {
        let mut from = 0;
        while from < pits {
            let mut stones = 1;
            while stones <= 2 * pits {
                let mut sowing = sowings[pits][from][stones - 1];
                let place = (from + stones) % (2 * pits + 1);
                if place <= pits {
                    sowing.own[place] += 1;
                } else {
                    sowing.opposite[place - pits - 1] += 1;
                }
                sowings[pits][from][stones] = sowing;
                stones += 1;
            }
            from += 1;
        }
        pits += 1;
    }
    sowings
};

impl Sowing {
    /// Sows `stones` stones, less than a lap, from a pit; pits count in the order of sowing.
    #[inline]
    pub(super) fn of(pits: usize, from: usize, stones: usize) -> &'static Sowing {
        &SOWINGS[pits][from][stones]
    }
}
