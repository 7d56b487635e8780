//! Groups and liberties for all points at once: a shift moves every stone to the point beside it.
//!
//! Rows lie one behind the other in the bits, with at least one unused bit between them. That gap
//! is never empty and never a stone, so what is shifted over the edge of the board is lost there.

use plyglot_core::bits::Bits;

/// The distance between a point and the one below it: one more than the columns of the largest
/// square board that fits. It depends on nothing else, so that the compiler knows it.
pub(super) const fn stride(words: usize) -> usize {
    let mut stride = 2;
    // The gap behind the last row is not needed.
    while (stride + 1) * stride - 1 <= 64 * words {
        stride += 1;
    }
    stride
}

/// The points beside those of `set`. Some of them may lie in the gaps: they mean nothing until
/// they are compared with points of the board.
#[inline]
pub fn neighbours<const W: usize>(set: Bits<W>) -> Bits<W> {
    set.neighbours(const { stride(W) as u32 })
}

/// The stones of `stones` whose groups have no liberty.
#[inline]
pub fn without_liberties<const W: usize>(stones: Bits<W>, empty: Bits<W>) -> Bits<W> {
    let free = stones & neighbours(empty);
    // Most positions are done here: every stone has a liberty of its own.
    if free == stones { Bits::EMPTY } else { stones & !connected(free, stones) }
}

/// The group that the stone at `seed` belongs to.
pub fn group<const W: usize>(seed: Bits<W>, stones: Bits<W>) -> Bits<W> {
    connected(seed & stones, stones)
}

/// All stones of `stones` that hang together with `some` of them.
#[inline]
pub(super) fn connected<const W: usize>(mut some: Bits<W>, stones: Bits<W>) -> Bits<W> {
    loop {
        let more = some | (neighbours(some) & stones);
        if more == some {
            return some;
        }
        some = more;
    }
}
