#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hostile::match_europe_divided(bytes));
