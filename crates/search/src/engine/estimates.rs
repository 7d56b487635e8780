use super::Score;

/// Estimates of the positions that a search came to lately. The same position comes again soon: from
/// depth to depth, with another window, by another order of moves.
#[derive(Clone, Debug)]
pub(super) struct Estimates {
    /// The upper 48 bits of a key, and below them its score. The lower bits are the place.
    slots: Box<[u64]>,
}

impl Estimates {
    /// 256 KiB: more would drive other things out of the processor's cache.
    const COUNT: usize = 1 << 15;

    /// Room for estimates that take long, otherwise none.
    pub fn new(is_costly: bool) -> Estimates {
        Estimates { slots: vec![0; if is_costly { Estimates::COUNT } else { 0 }].into() }
    }

    /// The estimate of the position with this key, which is asked for if it is not known.
    #[inline]
    pub fn get_or(&mut self, key: u64, estimate: impl FnOnce() -> Score) -> Score {
        const SCORE: u64 = u16::MAX as u64;
        let place = key as usize & (Estimates::COUNT - 1);
        let Some(slot) = self.slots.get_mut(place) else { return estimate() };
        if (*slot ^ key) & !SCORE == 0 {
            return Score::from(*slot as i16);
        }
        let score = estimate();
        if let Ok(short) = i16::try_from(score) {
            *slot = key & !SCORE | u64::from(short as u16);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;

    use super::*;

    /// More keys than there are places, asked for again and again: always the estimate of that key.
    #[test]
    fn what_is_remembered_is_what_was_estimated() {
        for is_costly in [true, false] {
            let (mut estimates, mut random) = (Estimates::new(is_costly), Random::new(1));
            let mut asked = 0;
            for _ in 0..200_000 {
                let number = random.below(2 * Estimates::COUNT) as u64;
                let score = number as Score * 5 - 80_000;
                let found = estimates.get_or(plyglot_core::mix::mix(number), || {
                    asked += 1;
                    score
                });
                assert_eq!(found, score);
            }
            assert_eq!(asked < 200_000, is_costly);
        }
    }
}
