use serde::Deserialize;
use typechat::Schema;

#[derive(Deserialize, Schema)]
struct Order {
    dish: Dish,
    #[typechat(range = 1..=9)]
    count: u8,
    #[serde(alias = "remark")]
    note: Option<String>,
}

#[derive(Deserialize, Schema)]
#[serde(rename_all = "kebab-case")]
enum Dish {
    Soup,
    #[serde(alias = "salad")]
    GreenSalad,
}

#[derive(Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Box { width: f64, height: f64 },
}

#[derive(Deserialize, Schema)]
#[serde(untagged)]
enum Amount {
    Number(f64),
    Between { from: f64, to: f64 },
}

#[derive(Deserialize, Schema)]
#[serde(untagged)]
enum Taste {
    Flavour(Flavour),
    Heat(Heat),
}

#[derive(Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Flavour {
    Sweet,
    #[serde(rename = "extra-hot")]
    Hot,
}

#[derive(Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Heat {
    Mild,
    #[serde(rename = "extra_hot")]
    Hot,
}

#[derive(Deserialize, Schema)]
#[typechat(check = in_order)]
struct Stay {
    from: u8,
    to: u8,
}

fn in_order(stay: &Stay) -> Result<(), &'static str> {
    if stay.from <= stay.to { Ok(()) } else { Err("`from` is after `to`") }
}

/// An even number.
#[derive(Deserialize, Schema)]
#[serde(try_from = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) { Ok(Even(number)) } else { Err(format!("{number} is odd")) }
    }
}
