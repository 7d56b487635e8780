#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plyglot_fuzz::read(bytes, None));
