//! A binary range coder: bits become shorter the better they were foreseen.

/// The chance that a bit is not set, in 65,536ths; neither 0 nor all of them.
pub type Chance = u16;

/// Takes part in going through a block, in whichever direction.
pub trait Coder {
    /// The next bit, which belongs to a node of the model: the one that is given, if it is known.
    fn bit(&mut self, node: usize, bit: bool) -> bool;
}

/// Writes bits.
#[derive(Debug)]
pub struct Encoder<'m> {
    chances: &'m [Chance],
    low: u64,
    range: u32,
    /// The last byte that may yet change by a carry, and how many bytes of 255 stand behind it.
    held: u8,
    full: usize,
    is_first: bool,
    out: Vec<u8>,
}

/// Below this the range is made wider by a byte.
const NARROW: u32 = 1 << 24;

impl<'m> Encoder<'m> {
    pub fn new(chances: &'m [Chance]) -> Encoder<'m> {
        Encoder {
            chances,
            low: 0,
            range: u32::MAX,
            held: 0,
            full: 0,
            is_first: true,
            out: Vec::new(),
        }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            // The very first byte held is not part of the code.
            if !std::mem::take(&mut self.is_first) {
                self.out.push(self.held.wrapping_add(carry));
            }
            self.out.extend(std::iter::repeat_n(0xff_u8.wrapping_add(carry), self.full));
            self.full = 0;
            self.held = (self.low >> 24) as u8;
        } else {
            self.full += 1;
        }
        self.low = u64::from((self.low as u32) << 8);
    }

    /// The code of all bits. Zeros at its end are left out: the decoder adds them.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        let end = self.out.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        self.out.truncate(end);
        self.out
    }
}

impl Coder for Encoder<'_> {
    #[inline]
    fn bit(&mut self, node: usize, bit: bool) -> bool {
        let bound = (self.range >> 16) * u32::from(self.chances[node]);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads bits; beyond the end of the code there are zeros.
#[derive(Debug)]
pub struct Decoder<'m, 'c> {
    chances: &'m [Chance],
    code: std::slice::Iter<'c, u8>,
    value: u32,
    range: u32,
}

impl<'m, 'c> Decoder<'m, 'c> {
    pub fn new(chances: &'m [Chance], code: &'c [u8]) -> Decoder<'m, 'c> {
        let mut decoder = Decoder { chances, code: code.iter(), value: 0, range: u32::MAX };
        for _ in 0..4 {
            decoder.value = decoder.value << 8 | decoder.byte();
        }
        decoder
    }

    #[inline]
    fn byte(&mut self) -> u32 {
        self.code.next().copied().map_or(0, u32::from)
    }
}

impl Coder for Decoder<'_, '_> {
    #[inline]
    fn bit(&mut self, node: usize, _: bool) -> bool {
        let bound = (self.range >> 16) * u32::from(self.chances[node]);
        let bit = self.value >= bound;
        if bit {
            self.value -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        while self.range < NARROW {
            self.range <<= 8;
            self.value = self.value << 8 | self.byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use plyglot_core::mix::Random;

    use super::*;

    /// Bits with all kinds of chances, also such as make carries.
    #[test]
    fn what_was_written_is_read() {
        let chances: Vec<Chance> = vec![1, 2, 300, 0x8000, 0xfff0, 0xfffe, 0xffff];
        let mut random = Random::new(1);
        for length in 0..400 {
            let bits: Vec<(usize, bool)> = (0..length)
                .map(|_| {
                    let node = random.below(chances.len());
                    let is_rare = random.below(50) == 0;
                    (node, (random.below(65_536) as u16 >= chances[node]) != is_rare)
                })
                .collect();
            let mut encoder = Encoder::new(&chances);
            for &(node, bit) in &bits {
                encoder.bit(node, bit);
            }
            let code = encoder.finish();
            let mut decoder = Decoder::new(&chances, &code);
            for &(node, bit) in &bits {
                assert_eq!(decoder.bit(node, false), bit);
            }
        }
    }
}
