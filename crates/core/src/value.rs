use std::fmt;

/// What a position is worth: a whole number, or one of two true infinities.
///
/// The infinities are not "large numbers": no finite value can reach them, whatever a game's
/// scores are, so a search may start from them without guessing how large scores grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i64);

impl Value {
    /// Less than every finite value.
    pub const NEG_INFINITY: Value = Value(i64::MIN);
    /// More than every finite value.
    pub const INFINITY: Value = Value(i64::MAX);
    /// Neither side is ahead.
    pub const ZERO: Value = Value(0);

    /// A finite value. The two extreme integers are taken by the infinities; the games' bounds on
    /// their input keep scores far away from them.
    #[inline]
    pub const fn finite(number: i64) -> Value {
        debug_assert!(number != i64::MIN && number != i64::MAX);
        Value(number)
    }

    /// The number, or `None` for an infinity.
    #[inline]
    pub const fn number(self) -> Option<i64> {
        match self {
            Value::NEG_INFINITY | Value::INFINITY => None,
            Value(number) => Some(number),
        }
    }
}

impl From<i32> for Value {
    #[inline]
    fn from(number: i32) -> Value {
        Value(i64::from(number))
    }
}

impl std::ops::Neg for Value {
    type Output = Value;

    /// The same worth seen from the other side.
    #[inline]
    fn neg(self) -> Value {
        match self {
            Value::NEG_INFINITY => Value::INFINITY,
            Value::INFINITY => Value::NEG_INFINITY,
            Value(number) => Value(-number),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::NEG_INFINITY => f.write_str("-Infinity"),
            Value::INFINITY => f.write_str("Infinity"),
            Value(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinities_lie_beyond_every_number() {
        for number in [i64::MIN + 1, -20_000, 0, 20_000, i64::MAX - 1] {
            assert!(Value::NEG_INFINITY < Value::finite(number));
            assert!(Value::finite(number) < Value::INFINITY);
        }
    }

    #[test]
    fn negation_swaps_the_infinities() {
        assert_eq!(-Value::INFINITY, Value::NEG_INFINITY);
        assert_eq!(-Value::NEG_INFINITY, Value::INFINITY);
        assert_eq!(-Value::finite(7), Value::finite(-7));
    }

    #[test]
    fn text_is_as_the_traverse_logs_write_it() {
        assert_eq!(Value::INFINITY.to_string(), "Infinity");
        assert_eq!(Value::NEG_INFINITY.to_string(), "-Infinity");
        assert_eq!(Value::finite(-300).to_string(), "-300");
    }
}
