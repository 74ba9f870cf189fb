//! A reply, read by one of a few types.
#![no_main]

use std::sync::LazyLock;

use typechat_tests::bodies::Types;

static TYPES: LazyLock<Types> = LazyLock::new(Types::new);

libfuzzer_sys::fuzz_target!(|data: &[u8]| TYPES.read(data));
