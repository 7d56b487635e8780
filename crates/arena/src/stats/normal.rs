//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// Half the width of the interval that holds 95 % of a normal distribution, in deviations.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The chance that a normal variable is at most `z` deviations above its mean.
pub fn at_most(z: f64) -> f64 {
    let tail = 0.5 * erfc(z.abs() / SQRT_2);
    if z < 0.0 { tail } else { 1.0 - tail }
}

/// The complementary error function for x >= 0: near 0 from the Taylor series of its complement,
/// which loses digits farther out; there from the continued fraction, which needs no digits of 1.
fn erfc(x: f64) -> f64 {
    if x < 2.0 {
        let (mut term, mut sum) = (x, x);
        for n in 1..60 {
            term *= -x * x / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        1.0 - 2.0 / PI.sqrt() * sum
    } else {
        let fraction = (1..=100).rev().fold(x, |rest, n| x + 0.5 * f64::from(n) / rest);
        (-x * x).exp() / (PI.sqrt() * fraction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        // From Python's math.erfc: 0.5 * erfc(-z / sqrt(2)).
        for (z, chance) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (1.0, 0.841_344_746_068_542_9),
            (Z_95, 0.975),
            (-2.5, 0.006_209_665_325_776_139),
            (2.83, 0.997_672_599_793_268_5),
            (-6.0, 9.865_876_450_377_012e-10),
        ] {
            assert!((at_most(z) / chance - 1.0).abs() < 1e-13, "{z}: {}", at_most(z));
        }
        assert_eq!((at_most(-100.0), at_most(100.0)), (0.0, 1.0));
        assert_eq!((at_most(f64::NEG_INFINITY), at_most(f64::INFINITY)), (0.0, 1.0));
    }
}
