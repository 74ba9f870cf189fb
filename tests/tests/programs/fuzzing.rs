//! No text at all breaks a check or a run: the body of the fuzz target, on what is nearly a program.

use std::{fs, path::Path, sync::LazyLock};

use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::{Value, json};
use typechat_tests::bodies::Programs;

use crate::hostile::step;

static PROGRAMS: LazyLock<Programs> = LazyLock::new(Programs::new);

/// What programs are made of.
fn expression() -> impl Strategy<Value = Value> {
    let names = [
        "add",
        "neg",
        "concat",
        "record",
        "get",
        "at",
        "makePerson",
        "same",
        "nothing",
        "ad",
    ];
    let leaf = prop_oneof![
        any::<i8>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
        Just(json!(null)),
        (0..4_u8).prop_map(|step| json!({ "@ref": step })),
        (
            0..3_u8,
            select(vec!["/0", "/a", "/Name/FirstName", "", "x"])
        )
            .prop_map(|(step, path)| json!({ "@ref": step, "@path": path })),
    ];
    leaf.prop_recursive(4, 32, 4, move |inner| {
        let keys = select(vec![
            "x",
            "y",
            "a",
            "items",
            "key",
            "record",
            "@args",
            "@func",
            "name",
            "__proto__",
        ]);
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((keys, inner.clone()), 0..4).prop_map(|members| members
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
            (select(names.to_vec()), vec(inner, 0..4))
                .prop_map(|(name, args)| step(name, json!(args))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]
    #[test]
    fn any_program_is_run_or_refused(api in "[a-d]", steps in vec(expression(), 0..5)) {
        PROGRAMS.run(format!("{api}\n{}", json!({ "@steps": steps })).as_bytes());
    }

    #[test]
    fn any_text_is_a_program_or_none(api in "[a-d]", text in "[\\[\\]{}\":,@a-f0-9 ]{0,60}") {
        PROGRAMS.run(format!("{api}\n{text}").as_bytes());
        PROGRAMS.run(format!("{api}\n{{\"@steps\": [{text}]}}").as_bytes());
    }
}

#[test]
fn what_was_found_stays_found() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/program");
    let files: Vec<_> = fs::read_dir(seeds)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert!(files.len() >= 5, "{files:?}");
    for path in files {
        println!("{}", path.display());
        PROGRAMS.run(&fs::read(path).unwrap());
    }
}
