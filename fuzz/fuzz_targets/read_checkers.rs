#![no_main]

use plyglot_games::GameId;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| plyglot_fuzz::read(bytes, Some(GameId::Checkers)));
