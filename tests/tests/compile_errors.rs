//! Every mistake that the derive can tell is one error, at its place, in one sentence.

#[test]
fn compile_errors() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
