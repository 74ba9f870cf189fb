mod refusals;

use syn::{ItemTrait, parse_quote};

use super::{
    ast::{Api, DefaultValue, Function},
    params::How::{self, Borrowed, Owned, Slice, Text},
    read,
};
use crate::{attr::rename::Rename, mistakes::Mistakes};

fn read(item: &ItemTrait, rule: Option<&str>) -> Result<Api, Vec<String>> {
    let mut mistakes = Mistakes::default();
    let rename = rule.map(|rule| Rename::read(&parse_quote!(#rule)).unwrap());
    let api = read::read(item, rename.unwrap_or_default(), &mut mistakes);
    let told = |error: syn::Error| error.into_iter().map(|error| error.to_string());
    mistakes.or(api).map_err(|error| told(error).collect())
}

fn only(item: &ItemTrait) -> Function {
    let mut api = read(item, None).unwrap();
    assert_eq!(api.functions.len(), 1);
    api.functions.remove(0)
}

#[test]
fn names_and_documentation() {
    let item = parse_quote! {
        /// Time.
        trait ClockApi {
            /// Rings later.
            fn set_timer(&self, /** When. */ in_seconds: u32, r#loop: bool);
            #[typechat(rename = "now-utc", description = "The time.")]
            fn now(&self, #[typechat(rename = "Zone")] time_zone: String) -> String;
        }
    };
    let names = |api: &Api| -> Vec<String> {
        let each = api.functions.iter().flat_map(|function| {
            let params = function.params.iter().map(|param| param.name.clone());
            [function.name.clone()].into_iter().chain(params)
        });
        each.collect()
    };
    let api = read(&item, None).unwrap();
    assert_eq!((&*api.name, &*api.docs), ("ClockApi", "Time."));
    let expected = ["set_timer", "in_seconds", "loop", "now-utc", "Zone"];
    assert_eq!(names(&api), expected);
    assert_eq!(api.functions[0].docs, "Rings later.");
    assert_eq!(api.functions[0].params[0].docs, "When.");
    assert_eq!(api.functions[1].docs, "The time.");
    let camel = read(&item, Some("camelCase")).unwrap();
    let expected = ["setTimer", "inSeconds", "loop", "now-utc", "Zone"];
    assert_eq!(names(&camel), expected);
}

#[test]
fn how_parameters_are_taken() {
    let function = only(&parse_quote! {
        trait Api {
            fn call(
                &self, a: T, b: &str, c: &[T], d: &T, e: Option<T>, f: Option<&str>,
                g: std::option::Option<&[T]>, h: Option<&T>, i: &Vec<T>, j: Option<Option<T>>,
            );
        }
    });
    let taken: Vec<(How, bool)> = function
        .params
        .iter()
        .map(|param| (param.taken.how, param.taken.is_optional))
        .collect();
    let kinds = [Owned, Text, Slice, Borrowed];
    let required = kinds.map(|how| (how, false));
    let optional = kinds.map(|how| (how, true));
    let expected = [
        &required[..],
        &optional,
        &[(Borrowed, false), (Owned, true)],
    ]
    .concat();
    assert_eq!(taken, expected);
}

#[test]
fn what_is_returned() {
    let api: Api = read(
        &parse_quote! {
            trait Api {
                fn nothing(&self);
                fn value(&self) -> Option<T>;
                async fn doubtful(&self) -> std::io::Result<T>;
                fn either(&self) -> Result<T, Box<dyn std::error::Error>>;
                fn formatted(&self) -> std::fmt::Result;
                fn constant(&self) -> Result<(), &'static str>;
            }
        },
        None,
    )
    .unwrap();
    let value = |function: &Function| {
        let value = &function.output.value;
        (
            quote::quote!(#value).to_string(),
            function.output.is_fallible,
            function.is_async,
        )
    };
    let expected = [
        ("()", false, false),
        ("Option < T >", false, false),
        ("T", true, true),
        ("T", true, false),
        ("()", true, false),
        ("()", true, false),
    ];
    let expected = expected.map(|(ty, fails, waits)| (ty.to_owned(), fails, waits));
    assert_eq!(
        api.functions.iter().map(value).collect::<Vec<_>>(),
        expected
    );
}

#[test]
fn effects_defaults_and_rules() {
    let function = only(&parse_quote! {
        trait Api {
            #[typechat(parallel, confirm)]
            fn call(
                &self,
                #[typechat(default)] a: u8,
                /// Which.
                #[typechat(default = -0x10, range = -20..=20, example = 5)]
                b: i8,
                #[typechat(default = "say \"hi\"")] c: String,
                #[typechat(default = Day::Monday)] d: Day,
            );
        }
    });
    let traits = function.traits;
    assert!(traits.is_parallel && traits.is_confirmed && !traits.is_pure);
    let docs: Vec<&str> = function.params.iter().map(|param| &*param.docs).collect();
    let expected = [
        "",
        "Which.\nDefault: -16",
        "Default: \"say \\\"hi\\\"\"",
        "",
    ];
    assert_eq!(docs, expected);
    let [a, b, ..] = &function.params[..] else {
        unreachable!("four parameters are written");
    };
    assert!(matches!(a.default, Some(DefaultValue::OfType)));
    assert!(b.rules.range.is_some() && b.rules.examples.len() == 1);
}
