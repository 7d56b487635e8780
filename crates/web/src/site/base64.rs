/// Bytes as base64 (RFC 4648, section 4).
pub fn encode(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(*group.get(at).unwrap_or(&0)));
        for letter in 0..4 {
            let is_there = letter <= group.len();
            let six = bits >> (18 - 6 * letter) & 63;
            text.push(if is_there { char::from(LETTERS[six as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::encode;

    /// The examples of the RFC, section 10, and all letters.
    #[test]
    fn is_as_the_rfc_says() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let encoded = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        assert_eq!(texts.map(|text| encode(text.as_bytes())), encoded);
        assert_eq!(encode(&[0xfb, 0xff, 0xbf, 0x00, 0x10, 0x83]), "+/+/ABCD");
    }
}
