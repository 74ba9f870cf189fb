//! The flagship: the cart's wire shape, its size, and the bundled transcript.

use std::path::Path;

use serde_json::{Value, json};
use typechat::{reply::read, schema::TypeGraph};
use typechat_examples::coffee_shop::Cart;

#[test]
fn the_prompt_schema_has_at_most_900_tokens() {
    let text = TypeGraph::of::<Cart>().to_typescript();
    let tokens = tiktoken_rs::o200k_base()
        .unwrap()
        .encode_ordinary(&text)
        .len();
    println!("coffee shop: {tokens} tokens");
    assert!(tokens <= 900, "{tokens} tokens:\n{text}");
}

/// Values of the shared wire schema and of our types agree, mutations included.
#[test]
fn the_wire_shape_is_the_shared_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/corpus/requests/schemas/coffee.schema.json");
    let Ok(text) = std::fs::read_to_string(file) else {
        assert!(
            std::env::var_os("CI").is_none(),
            "the shared corpus is not there"
        );
        return;
    };
    let shared: Value = serde_json::from_str(&text).unwrap();
    let shared = jsonschema::validator_for(&shared).unwrap();
    let ours = jsonschema::validator_for(&TypeGraph::of::<Cart>().to_json_schema()).unwrap();
    let line = |product: Value| json!({"items": [{"type": "lineitem", "quantity": 2, "product": product}]});
    let drink = |kind: &str, name: &str, options: Value| {
        line(json!({"type": kind, "name": name, "temperature": "iced", "options": options}))
    };
    let mut values = vec![
        json!({"items": []}),
        json!({"items": [{"type": "unknown", "text": "a banana"}]}),
        json!({"items": [{"type": "Unknown", "text": "a banana"}]}),
        json!({"items": [{"type": "lineitem", "quantity": 1}]}),
        json!({"items": [], "more": 1}),
        line(
            json!({"type": "BakeryProducts", "name": "bagel", "options": [
            {"type": "BakeryOptions", "name": "butter", "optionQuantity": 3},
            {"type": "BakeryPreparations", "name": "warmed"}]}),
        ),
        line(json!({"type": "BakeryProducts", "name": "bagel"})),
        line(json!({"type": "LatteDrinks", "name": "latte", "size": "solo"})),
        line(json!({"type": "EspressoDrinks", "name": "lungo", "size": "solo"})),
    ];
    let options = [
        ("Milks", "oat milk"),
        ("Creamers", "heavy cream"),
        ("Sweeteners", "sugar in the raw"),
        ("Syrups", "toffee syrup"),
        ("Toppings", "foam"),
        ("Caffeines", "half caf"),
        ("LattePreparations", "to go"),
    ];
    let drinks = [
        ("LatteDrinks", "mocha"),
        ("EspressoDrinks", "espresso"),
        ("CoffeeDrinks", "coffee"),
    ];
    for (kind, name) in drinks {
        for (option, option_name) in options {
            values.push(drink(
                kind,
                name,
                json!([{"type": option, "name": option_name}]),
            ));
            for quantity in [json!("light"), json!(2.5), json!("heavy")] {
                let option =
                    json!({"type": option, "name": option_name, "optionQuantity": quantity});
                values.push(drink(kind, name, json!([option])));
            }
        }
    }
    let mut accepted = 0;
    for value in values {
        assert_eq!(shared.is_valid(&value), ours.is_valid(&value), "{value}");
        if ours.is_valid(&value) {
            accepted += 1;
            let reading = read::<Cart>(&value.to_string());
            let cart = reading
                .into_result()
                .expect("what the schema accepts deserializes");
            assert!(shared.is_valid(&serde_json::to_value(cart).unwrap()));
        }
    }
    assert!(accepted > 30, "{accepted}");
}
