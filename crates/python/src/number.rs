use plyglot_core::Value;
use pyo3::prelude::*;

/// A value as Python has it: a whole number, or one of the two infinities.
#[derive(Clone, Copy, Debug, IntoPyObject)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// An infinity.
    Infinite(f64),
}

impl From<Value> for Number {
    fn from(value: Value) -> Number {
        match value.number() {
            Some(number) => Number::Whole(number),
            None if value > Value::ZERO => Number::Infinite(f64::INFINITY),
            None => Number::Infinite(f64::NEG_INFINITY),
        }
    }
}
