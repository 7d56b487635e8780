#![no_main]

// The first byte chooses the game.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some((&number, bytes)) = bytes.split_first() {
        plyglot_fuzz::read_named(bytes, usize::from(number));
    }
});
