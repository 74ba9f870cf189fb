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

#[test]
fn types_from_macros() {
    assert!(
        TypeGraph::of::<Made>()
            .to_typescript()
            .contains("value?: number")
    );
}
