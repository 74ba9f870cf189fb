//! The macro's output works wherever a type may stand, and clippy has nothing to say about it.
#![deny(warnings, clippy::pedantic, clippy::nursery)]

use typechat::schema::TypeGraph;

/// Types with the names of everything that the output could mean.
#[allow(dead_code)]
mod shadowed {
    type Schema = u8;

    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct Option {
        some: bool,
    }
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct Result {
        ok: self::Vec,
    }
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct Vec(std::vec::Vec<self::String>);
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct String {
        text: std::string::String,
        #[typechat(range = 1..=5, example = 3)]
        count: Schema,
    }
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct Box<T> {
        inner: T,
    }
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) enum Type {
        None,
        Some(self::Box<self::Result>),
        Ok { option: self::Option },
    }
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct Checks {
        graph: self::Type,
    }
    mod std_names {}
    #[allow(non_camel_case_types)]
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    pub(super) struct r#struct {
        r#enum: super::shadowed::Checks,
    }
}

#[test]
fn names_of_std_are_free_to_use() {
    let text = TypeGraph::of::<shadowed::r#struct>().to_typescript();
    assert!(text.contains("interface struct"), "{text}");
    assert!(text.contains("some: boolean"), "{text}");
}

/// The crate under another name.
mod renamed {
    pub(super) use typechat as chat;

    #[derive(Debug, serde::Deserialize, chat::Schema)]
    #[typechat(crate = "crate::hygiene::renamed::chat", check = fine)]
    pub(super) struct Order {
        #[typechat(vocab = ["a"])]
        pub(super) dish: String,
    }

    #[allow(clippy::missing_const_for_fn, clippy::unnecessary_wraps)]
    fn fine(_: &Order) -> Result<(), String> {
        Ok(())
    }
}

#[test]
fn the_crate_may_have_another_name() {
    let reading = typechat::reply::read::<renamed::Order>(r#"{"dish": "a"}"#);
    assert_eq!(
        reading.into_result().map(|order| order.dish),
        Ok("a".to_owned())
    );
}

#[test]
fn types_within_functions() {
    #[derive(Debug, serde::Deserialize, typechat::Schema)]
    #[allow(dead_code)]
    struct Local<'a, T, const N: usize>
    where
        T: Clone + std::fmt::Debug,
    {
        items: std::vec::Vec<T>,
        text: std::borrow::Cow<'a, str>,
    }
    let text = TypeGraph::of::<Local<'static, u8, 2>>().to_typescript();
    assert!(text.contains("interface LocalOfInteger2 {"), "{text}");
}

macro_rules! made {
    ($name:ident, $ty:ty) => {
        #[derive(Debug, serde::Deserialize, typechat::Schema)]
        #[allow(dead_code)]
        struct $name {
            value: $ty,
        }
    };
}

made!(Made, Option<u8>);

/// What is named by the caller of a macro, and what by the macro itself.
macro_rules! checked {
    ($name:ident, $ty:ident, $check:ident) => {
        #[derive(Debug, serde::Deserialize, typechat::Schema)]
        #[typechat(check = Self::fine)]
        struct $name {
            #[typechat(check = $check, range = 1..)]
            value: $ty,
        }
        impl $name {
            #[allow(clippy::missing_const_for_fn, clippy::unnecessary_wraps)]
            fn fine(&self) -> Result<(), String> {
                Ok(())
            }
        }
    };
}

checked!(Checked, u8, is_even);

#[allow(clippy::missing_const_for_fn, clippy::trivially_copy_pass_by_ref)]
fn is_even(value: &u8) -> Result<(), &'static str> {
    if value.is_multiple_of(2) {
        Ok(())
    } else {
        Err("odd")
    }
}

#[test]
fn names_from_both_sides_of_a_macro() {
    let read = typechat::reply::read::<Checked>;
    assert_eq!(
        read(r#"{"value": 3}"#).problems()[0].to_string(),
        "value: odd"
    );
    assert_eq!(
        read(r#"{"value": 4}"#).into_result().map(|read| read.value),
        Ok(4)
    );
}

/// A type with the name of one that has no schema.
#[derive(Debug, serde::Deserialize, typechat::Schema)]
struct Instant {
    seconds: u64,
}

#[derive(Debug, serde::Deserialize, typechat::Schema)]
#[serde(tag = "type")]
enum Timed {
    At { at: Instant },
}

#[test]
fn names_of_types_without_a_schema_are_free_to_use() {
    let json = r#"{"type": "At", "at": {"seconds": 3}}"#;
    let Timed::At { at } = typechat::reply::read::<Timed>(json).into_result().unwrap();
    assert_eq!(at.seconds, 3);
}

#[test]
fn types_from_macros() {
    assert!(
        TypeGraph::of::<Made>()
            .to_typescript()
            .contains("value?: number")
    );
}
