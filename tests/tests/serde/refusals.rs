//! What only shows when types come together: refused when the graph is built, in one sentence.
#![allow(dead_code)]

use std::collections::BTreeMap;

use serde::Deserialize;
use typechat::{
    BuildError, Schema, Translator,
    model::Script,
    schema::{SchemaError, TypeGraph},
};

fn refused<T: Schema>() -> String {
    TypeGraph::try_of::<T>().unwrap_err().to_string()
}

#[derive(Deserialize, Schema)]
struct Count(u32);

#[derive(Deserialize, Schema)]
struct Flat {
    #[serde(flatten)]
    count: Count,
}

#[derive(Deserialize, Schema)]
#[serde(tag = "type")]
enum Tagged {
    Count(Count),
}

#[test]
fn what_is_no_object_has_no_place_among_members() {
    assert_eq!(
        refused::<Flat>(),
        "in `Flat`, `Count` is put among the members of an object, but it is no object: keep it \
         in a member of its own"
    );
    assert!(refused::<Tagged>().contains("`Count` is put among the members"));
}

#[test]
fn names_of_members_are_used_once() {
    #[derive(Deserialize, Schema)]
    struct Inner {
        name: String,
    }
    #[derive(Deserialize, Schema)]
    struct Outer {
        name: String,
        #[serde(flatten)]
        inner: Inner,
    }
    assert_eq!(
        refused::<Outer>(),
        "`Outer` has two members named \"name\": rename one of them"
    );
}

#[derive(Deserialize, Schema)]
enum Five {
    A { a: u8 },
    B { b: u8 },
    C { c: u8 },
    D { d: u8 },
    E { e: u8 },
}

#[test]
fn combinations_are_bounded() {
    macro_rules! fives {
        ($($name:ident $prefix:literal)*) => {$(
            #[derive(Deserialize, Schema)]
            #[serde(rename_all = $prefix)]
            enum $name {
                One { x: u8 },
                Two { x: u8 },
                Three { x: u8 },
                Four { x: u8 },
                Five { x: u8 },
            }
        )*};
    }
    fives!(Lower "lowercase" Upper "UPPERCASE" Pascal "PascalCase");
    #[derive(Deserialize, Schema)]
    struct Product {
        #[serde(flatten)]
        lower: Lower,
        #[serde(flatten)]
        upper: Upper,
        #[serde(flatten)]
        pascal: Pascal,
    }
    assert_eq!(
        refused::<Product>(),
        "the flattened enums of `Product` have more than 64 combinations: keep them in members \
         of their own"
    );
}

#[derive(Deserialize, Schema)]
struct Ouroboros(Box<Ouroboros>);

#[derive(Deserialize, Schema)]
struct Head(Option<Box<Tail>>);

#[derive(Deserialize, Schema)]
struct Tail(Box<Head>);

#[derive(Deserialize, Schema)]
struct FlatSelf {
    #[serde(flatten)]
    again: Box<FlatSelf>,
}

#[test]
fn types_have_an_end() {
    for error in [
        refused::<Ouroboros>(),
        refused::<Head>(),
        refused::<FlatSelf>(),
    ] {
        assert!(
            error.ends_with("contains itself without a list or an object in between"),
            "{error}"
        );
    }
}

#[test]
fn integer_keys_are_found_at_any_depth() {
    #[derive(Deserialize, Schema)]
    struct Table {
        rows: Vec<BTreeMap<u8, String>>,
    }
    #[derive(Deserialize, Schema)]
    #[serde(tag = "type")]
    enum Message {
        Table(Table),
    }
    #[derive(Deserialize, Schema)]
    #[serde(untagged)]
    enum Loose {
        Table { table: Table },
    }
    let words = "has a map with integer keys behind a tag";
    assert!(refused::<Message>().starts_with(&format!("`Message` {words}")));
    assert!(refused::<Loose>().starts_with(&format!("`Loose` {words}")));
    // Serde does fail there, so this is no narrowness of ours.
    assert!(serde_json::from_str::<Message>(r#"{"type":"Table","rows":[{"1":"a"}]}"#).is_err());
    assert!(serde_json::from_str::<Table>(r#"{"rows":[{"1":"a"}]}"#).is_ok());
}

#[derive(Deserialize, Schema)]
struct Wrong {
    #[typechat(range = 1..=5)]
    title: String,
}

#[test]
fn rules_stand_on_what_they_are_about() {
    assert_eq!(
        refused::<Wrong>(),
        "in `Wrong`, the rule `range` of `title` does not apply to a string"
    );
    #[derive(Deserialize, Schema)]
    struct Stars(#[typechat(pattern = "^[a-z]*$")] u8);
    assert_eq!(
        refused::<Stars>(),
        "in `Stars`, the rule `pattern` does not apply to a number"
    );
    #[derive(Deserialize, Schema)]
    enum Event {
        Moved(u8, #[typechat(length = 2)] u8),
        Rated(#[typechat(length = 2)] u8),
    }
    assert_eq!(
        refused::<Event>(),
        "in `Event`, the rule `length` of `[1]` does not apply to a number"
    );
    #[derive(Deserialize, Schema)]
    #[serde(tag = "type")]
    enum Tagged {
        Point(#[typechat(range = 1..)] Five),
    }
    // The tag leaves the rule as it is; the members of `Five` are no numbers.
    assert_eq!(
        refused::<Tagged>(),
        "in `Tagged`, the rule `range` of `Point` does not apply to an object"
    );
}

#[derive(Deserialize, Schema)]
struct Code(#[typechat(pattern = "^[A-Z]+$", length = ..=8)] String);

#[test]
fn rules_stand_beside_those_of_the_type() {
    macro_rules! member {
        ($ty:ty, $($rule:tt)+) => {{
            #[derive(Deserialize, Schema)]
            struct Order {
                #[typechat($($rule)+)]
                code: $ty,
            }
            TypeGraph::try_of::<Order>().map(|graph| graph.to_typescript())
        }};
    }
    let beside = |rule: &str, what: &str| {
        format!(
            "in `Order`, the rule `{rule}` of `code` does not apply to a string that has a {what} \
             already"
        )
    };
    let error = |built: Result<String, SchemaError>| built.unwrap_err().to_string();
    let other = member!(Code, pattern = "^A");
    assert_eq!(error(other), beside("pattern", "pattern"));
    let words = member!(Vec<Code>, vocab = ["A"]);
    assert_eq!(error(words), beside("vocab", "pattern"));
    let format = member!(uuid::Uuid, format = "email");
    assert_eq!(error(format), beside("format", "format"));
    let words = member!(uuid::Uuid, vocab = "ids");
    assert_eq!(error(words), beside("vocab", "format"));
    let words = member!(String, length = 1..=3, vocab = ["long"]);
    assert_eq!(error(words), beside("vocab", "length"));
    let words = member!(char, vocab = "letters");
    assert_eq!(error(words), beside("vocab", "length"));
    // What asks for no less is no loss.
    let text = member!(char, vocab = ["a", "ß"]).unwrap();
    assert!(text.contains("code: \"a\" | \"ß\";"), "{text}");
    let text = member!(Code, pattern = "^[A-Z]+$", format = "email", length = 2..).unwrap();
    assert!(
        text.contains("format email, 2 to 8 characters, matches ^[A-Z]+$"),
        "{text}"
    );
}

#[test]
fn rules_leave_a_value() {
    macro_rules! member {
        ($ty:ty, $($rule:tt)+) => {{
            #[derive(Deserialize, Schema)]
            struct Order {
                #[typechat($($rule)+)]
                count: $ty,
            }
            TypeGraph::try_of::<Order>().map(|graph| graph.to_typescript())
        }};
    }
    let leaves = |built: Result<String, SchemaError>, rule: &str, why: &str| {
        let words = format!("in `Order`, the rule `{rule}` of `count` leaves no value: {why}");
        assert_eq!(built.unwrap_err().to_string(), words);
    };
    let why = "at least 300 and at most 255 exclude each other";
    leaves(member!(u8, range = 300..), "range", why);
    leaves(member!(Option<Vec<u8>>, range = 300..), "range", why);
    let why = "no integer is at least 0.2 and at most 0.8";
    leaves(member!(u8, range = 0.2..=0.8), "range", why);
    let why = "no integer is at least 0.2 and below 1.0";
    leaves(member!(u8, range = 0.2..1.0), "range", why);
    let why = "at least 3 and at most 2 exclude each other";
    leaves(member!([u8; 2], length = 3), "length", why);
    assert!(member!(u8, range = 255..).is_ok());
    assert!(member!(u8, range = 0.2..=1.0).is_ok());
    assert!(member!([u8; 2], length = ..=2).is_ok());
    // Of two ranges, that which has numbers is left.
    let text = member!(std::num::NonZeroI8, range = 1..=5).unwrap();
    assert!(
        text.contains("  // integer from 1 to 5\n  count: number;"),
        "{text}"
    );
    let why = "at least 1 and at most 0 exclude each other";
    leaves(member!(std::num::NonZeroI8, range = 0..=0), "range", why);
}

#[test]
fn a_map_with_a_length_stays_a_map() {
    #[derive(Deserialize, Schema)]
    #[serde(tag = "type")]
    enum Tagged {
        A(#[typechat(length = 1..=2)] BTreeMap<String, String>),
    }
    assert_eq!(
        refused::<Tagged>(),
        "in `Tagged`, a map with a rule for its length is put among the members of an object, \
         which would count, too: keep it in a member of its own, or drop the rule"
    );
}

#[test]
fn a_builder_tells_and_does_not_panic() {
    let built = Translator::<Wrong>::builder(Script::new([""; 0])).build();
    let error = built.unwrap_err();
    assert!(
        matches!(error, BuildError::Type(SchemaError::Rule { .. })),
        "{error:?}"
    );

    #[derive(Deserialize, Schema)]
    struct Pattern {
        #[typechat(pattern = "(")]
        title: String,
    }
    let built = Translator::<Pattern>::builder(Script::new([""; 0])).build();
    let error = built.unwrap_err();
    assert!(matches!(error, BuildError::Schema(_)), "{error:?}");
}

mod over_there {
    #[derive(serde::Deserialize, typechat::Schema)]
    pub(super) struct Five {
        other: bool,
    }
}

#[test]
fn names_are_unique_and_the_same_in_every_run() {
    #[derive(Deserialize, Schema)]
    #[serde(rename = "Five")]
    struct Third {
        third: bool,
    }
    #[derive(Deserialize, Schema)]
    struct All {
        one: Vec<Five>,
        two: Vec<over_there::Five>,
        again: Vec<over_there::Five>,
        three: Vec<Third>,
        more: Vec<Third>,
        five: Five,
    }
    let text = TypeGraph::of::<All>().to_typescript();
    assert!(text.contains("one: Five[];"), "{text}");
    assert!(text.contains("two: OverThereFive[];"), "{text}");
    assert!(text.contains("three: RefusalsFive[];"), "{text}");
    assert_eq!(text, TypeGraph::of::<All>().to_typescript());
}

#[test]
fn partial_graphs_take_what_is_not_whole() {
    let graph = TypeGraph::of::<(Five, BTreeMap<String, over_there::Five>)>().partial();
    let schema = jsonschema::validator_for(&graph.to_json_schema()).unwrap();
    for part in [
        "[]",
        "[{}]",
        r#"[{"A": {}}]"#,
        r#"[{"A": {"a": 1}}, {"x": {}}]"#,
    ] {
        assert!(
            schema.is_valid(&serde_json::from_str(part).unwrap()),
            "{part}"
        );
    }
    assert!(!schema.is_valid(&serde_json::json!([{"A": {"a": "text"}}])));
}
