use plyglot_core::mix::mix;

/// A number that changes with every byte: against accidents, not against forgers.
pub fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let start = mix(bytes.len() as u64);
    let hash = words.iter().fold(start, |hash, &word| mix(hash ^ u64::from_le_bytes(word)));
    rest.iter().fold(hash, |hash, &byte| mix(hash ^ u64::from(byte)))
}
