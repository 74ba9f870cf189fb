//! What the text says beside the types, and what it must not say.
#![allow(dead_code)]

use std::collections::HashMap;

use serde::Deserialize;
use typechat::{Schema, schema::TypeGraph};

fn text<T: Schema>() -> String {
    TypeGraph::of::<T>().to_typescript()
}

#[derive(Deserialize, Schema)]
#[serde(untagged)]
enum Number {
    Int(i64),
    Float(f64),
}

#[derive(Deserialize, Schema)]
#[serde(untagged)]
enum Bounded {
    Small(u8),
    Text(String),
}

#[test]
fn a_rule_of_one_branch_is_not_told_of_the_other() {
    #[derive(Deserialize, Schema)]
    struct Both {
        number: Number,
        bounded: Bounded,
    }
    let expected = "interface Both {\n  number: number;\n  // integer from 0 to 255\n  bounded: \
                    number | string;\n}\n";
    assert_eq!(text::<Both>(), expected);
}

#[derive(Deserialize, Schema)]
struct Point {
    x: f64,
}

#[test]
fn the_type_of_further_members_is_told() {
    #[derive(Deserialize, Schema)]
    struct Shape {
        id: bool,
        #[serde(flatten)]
        points: HashMap<String, Vec<Point>>,
    }
    #[derive(Deserialize, Schema)]
    struct Counts {
        id: bool,
        #[serde(flatten)]
        counts: HashMap<String, u32>,
    }
    let shape = "interface Shape {\n  id: boolean;\n  // Other members: Point[]\n  [key: string]: \
                 any;\n}\n\ninterface Point {\n  x: number;\n}\n";
    assert_eq!(text::<Shape>(), shape);
    assert!(text::<Counts>().contains("  // Other members: integer >= 0\n"));
}

#[test]
fn vocabularies_have_names_of_their_own() {
    #[derive(Deserialize, Schema)]
    struct Dishes {
        #[typechat(vocab = "dish names")]
        one: String,
        #[typechat(vocab = "dish_names")]
        two: String,
        #[typechat(vocab = "dishes")]
        three: String,
    }
    let text = text::<Dishes>();
    for line in [
        "  one: Dish_names;",
        "  two: Dish_names2;",
        "  three: Dishes2;",
        "type Dish_names = string;",
        "type Dish_names2 = string;",
        "type Dishes2 = string;",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[derive(Deserialize, Schema)]
struct Country(
    #[typechat(vocab = ["Austria", "Belgium", "Chile", "Denmark", "Estonia", "Finland"])] String,
);

#[test]
fn a_long_newtype_is_written_once() {
    #[derive(Deserialize, Schema)]
    struct Journey {
        from: Country,
        to: Country,
        over: Vec<Country>,
    }
    let text = text::<Journey>();
    assert_eq!(text.matches("Austria").count(), 1, "{text}");
    assert!(text.contains("  over: Country[];"), "{text}");
}

#[test]
fn a_rule_does_not_run_into_several_lines_of_words() {
    #[derive(Deserialize, Schema)]
    struct Rated {
        /// How good it was.
        ///
        /// Be honest.
        #[typechat(range = 1..=5)]
        stars: u8,
    }
    let expected = "interface Rated {\n  // How good it was.\n  //\n  // Be honest.\n  // (integer \
                    from 1 to 5)\n  stars: number;\n}\n";
    assert_eq!(text::<Rated>(), expected);
}
