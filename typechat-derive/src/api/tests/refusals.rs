use syn::{ItemTrait, parse_quote};

use super::read;

/// Asserts that the mistakes are these, by what they begin with.
#[track_caller]
fn refused(item: &ItemTrait, beginnings: &[&str]) {
    let mistakes = read(item, None).err().unwrap();
    assert_eq!(mistakes.len(), beginnings.len(), "{mistakes:#?}");
    for (mistake, beginning) in mistakes.iter().zip(beginnings) {
        assert!(mistake.starts_with(beginning), "{mistake}");
    }
}

#[test]
fn inexact_types_are_refused_all_at_once() {
    const EXACT: &str = "a function that a model calls has exact types: ";
    refused(
        &parse_quote! {
            trait Api<'a, T> where T: Copy {
                type Out;
                fn call<U>(&self, a: impl Copy, b: Vec<Box<dyn Fn()>>, c: Cow<'a, str>) -> Self;
            }
        },
        &[EXACT; 9],
    );
}

#[test]
fn receivers_and_qualifiers_are_refused() {
    refused(
        &parse_quote! {
            trait Api {
                const LIMIT: u8;
                fn make();
                fn eat(self);
                fn change(&mut self);
                unsafe fn force(&self);
                extern "C" fn raw(&self);
                #[cfg(unix)]
                fn into_api(&self);
            }
        },
        &[
            "a model calls functions alone",
            "a function that a model calls is asked of a value",
            "a function may be called many times",
            "several calls may run at once",
            "a model cannot keep the promises",
            "a model's calls come from Rust",
            "`cfg` has no place within the trait",
            "`into_api` is what `#[api]` adds",
        ],
    );
    refused(
        &parse_quote!(
            trait Api {}
        ),
        &["a trait without functions"],
    );
}

#[test]
fn parameters_and_results_are_refused() {
    refused(
        &parse_quote! {
            trait Api {
                fn a(&self, (x, y): (u8, u8), mut z: u8, _: u8) -> &str;
                fn b(&self, x: &mut u8, y: &'static str, z: Vec<&str>, w: u128);
                fn c(&self, #[typechat(default)] x: Option<u8>, #[typechat(default)] y: &str);
                fn d(&self) -> Result<Vec<&'static str>, &str>;
            }
        },
        &[
            "a model is shown the names",
            "a model is shown the names",
            "a model is shown the names",
            "a result is sent to where nothing can be borrowed",
            "a model's arguments are values",
            "arguments live as long as the call",
            "only a whole parameter can borrow",
            "`u128` is wider than the numbers of most JSON tools: take and return it as a `String`",
            "an `Option` that is left out is `None` already",
            "a default has no owner",
            "a result is sent to where nothing can be borrowed",
            "a result is sent to where nothing can be borrowed",
        ],
    );
}

#[test]
fn attributes_and_names_are_refused() {
    refused(
        &parse_quote! {
            trait Api {
                #[typechat(pure, confirm, parallel, quick, default)]
                fn a(&self, #[typechat(nullable, vocab = "words")] x: String);
                #[typechat(rename = "a")]
                fn b(&self, x: u8, #[typechat(rename = "x")] y: u8);
                #[typechat(rename = "b c")]
                fn c(&self);
            }
        },
        &[
            "there is no `typechat` attribute `quick`: on a function there are pure, parallel",
            "`#[typechat(default)]` belongs on a parameter, not on a function",
            "`pure` says already",
            "a `pure` function has no effect",
            "there is no `typechat` attribute `nullable`: on a parameter there are default",
            "functions have no words that are bound at run time",
            "two functions have the name `a`",
            "two parameters have the name `x`",
            "models take names of 1 to 64 of the letters A-Z, a-z, 0-9, `_` and `-`, not `b c`",
        ],
    );
}
