//! A JSON Schema, and a reply that is read by it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| typechat_tests::bodies::import_read(data));
