//! A program, checked against one of the sample APIs, and run.
#![no_main]

use std::sync::LazyLock;

use typechat_tests::bodies::Programs;

static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::new);

libfuzzer_sys::fuzz_target!(|data: &[u8]| PROGRAMS.run(data));
