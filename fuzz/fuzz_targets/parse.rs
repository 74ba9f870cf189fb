//! The parser, whole and in pieces.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| typechat_tests::bodies::parse(data));
