//! Text files of our own, which one run leaves for the next. The last line is a checksum of all
//! before it, so a file that was cut off, changed or never ours is detected.

/// Closes a text with its checksum.
pub fn seal(body: &str) -> String {
    format!("{body}checksum {:016x}\n", checksum(body))
}

/// The text under an unbroken seal.
pub fn open(text: &str) -> Option<&str> {
    let start = text.trim_end_matches('\n').rfind('\n')? + 1;
    let body = &text[..start];
    (seal(body) == text).then_some(body)
}

/// FNV-1a: against accidents, not against forgers.
fn checksum(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_sealed_can_be_opened() {
        let sealed = seal("one\ntwo\n");
        assert_eq!(open(&sealed), Some("one\ntwo\n"));
        for end in 0..sealed.len() {
            assert_eq!(open(&sealed[..end]), None, "cut off at {end}");
        }
        assert_eq!(open(&sealed.replace("two", "tow")), None);
        assert_eq!(open(&format!("{sealed}\n")), None);
        assert_eq!(open(&sealed.replace('\n', "\r\n")), None);
    }

    /// The published values of the 64-bit function.
    #[test]
    fn the_checksum_is_fnv_1a() {
        assert_eq!(checksum(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(checksum("foobar"), 0x8594_4171_f739_67e8);
    }
}
