/// A number as Rust reads it: `300`, `0.01`, `3.92e-14`, also `inf` and `nan`.
#[cfg(not(target_family = "wasm"))]
pub fn decimal(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The same in a browser, where the last of seventeen digits may be off by one: the tables for it are
/// large, and its module is to be small.
#[cfg(target_family = "wasm")]
pub use nearly as decimal;

/// Exact for numbers of up to fifteen digits with small exponents.
#[cfg(any(test, target_family = "wasm"))]
pub fn nearly(text: &str) -> Option<f64> {
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let is = |word: &str| unsigned.eq_ignore_ascii_case(word);
    if is("inf") || is("infinity") {
        return Some(sign * f64::INFINITY);
    }
    if is("nan") {
        return Some(f64::NAN);
    }
    let (digits, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (mut number, mut power, mut count) = (0_u64, exponent, 0);
    for (at, digit) in whole.bytes().chain(fraction.bytes()).enumerate() {
        let digit = char::from(digit).to_digit(10)?;
        count += 1;
        // What more there is does not fit, and counts for nothing.
        let fits = number < 10_u64.pow(17);
        number = if fits { 10 * number + u64::from(digit) } else { number };
        power = power.saturating_add(i32::from(!fits) - i32::from(at >= whole.len()));
    }
    let number = sign * number as f64;
    let scale = 10_f64.powi(power.saturating_abs());
    (count > 0).then_some(if power < 0 { number / scale } else { number * scale })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_rust_reads_them() {
        let texts = [
            "0",
            "300",
            "+5",
            "-7.5",
            ".5",
            "5.",
            "0.01",
            "1e9",
            "1E-3",
            "2147483647",
            "0.1",
            "12.345",
            "000000000000000000000000000000012.50",
            "3e2",
            "-0",
            "inf",
            "-Infinity",
        ];
        for text in texts {
            assert_eq!(nearly(text), decimal(text), "{text}");
        }
        for text in ["1e2147483647", "1.5e-2147483648", "0.25e-400"] {
            assert_eq!(nearly(text), decimal(text), "{text}");
        }
        for text in ["", "-", ".", "e5", "1e", "1.2.3", "0x10", "1 2", "١", "1e99999999999", "--1"]
        {
            assert_eq!(nearly(text), None, "{text}");
        }
        assert!(nearly("NaN").is_some_and(f64::is_nan));
        let near = nearly("3.92e-14").unwrap() / 3.92e-14;
        assert!((near - 1.0).abs() < 1e-15);
        assert_eq!(
            nearly("123456789012345678901234567890"),
            Some(123_456_789_012_345_680_000_000_000_000.0)
        );
    }
}
