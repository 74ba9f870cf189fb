//! Orders at a coffee shop: the types behind the `coffee-shop` example.
//!
//! The wire shape is that of the TypeChat coffee shop; only `quantity` is narrower, a whole number.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

mod options;

use serde::{Deserialize, Serialize};
use typechat::Schema;

pub use options::{
    BakeryOption, BakeryOptions, BakeryPreparation, BakeryPreparations, BakeryTopping, Caffeine,
    Caffeines, Creamer, Creamers, DrinkOption, LatteOption, LattePreparation, LattePreparations,
    Milk, Milks, OptionQuantity, QuantityWord, Sweetener, Sweeteners, Syrup, Syrups, Topping,
    Toppings,
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Cart {
    pub items: Vec<CartItem>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
pub enum CartItem {
    #[serde(rename = "lineitem")]
    LineItem { product: Product, quantity: u32 },
    /// Use this type for order items that match nothing else
    #[serde(rename = "unknown")]
    Unknown {
        /// The words that were not understood
        text: String,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
pub enum Product {
    BakeryProducts {
        name: BakeryProduct,
        options: Vec<BakeryOption>,
    },
    LatteDrinks {
        name: LatteDrink,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        temperature: Option<CoffeeTemperature>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<CoffeeSize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        options: Option<Vec<LatteOption>>,
    },
    EspressoDrinks {
        name: EspressoDrink,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        temperature: Option<CoffeeTemperature>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<EspressoSize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        options: Option<Vec<DrinkOption>>,
    },
    CoffeeDrinks {
        name: CoffeeDrink,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        temperature: Option<CoffeeTemperature>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<CoffeeSize>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        options: Option<Vec<DrinkOption>>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum BakeryProduct {
    #[serde(rename = "apple bran muffin")]
    AppleBranMuffin,
    #[serde(rename = "blueberry muffin")]
    BlueberryMuffin,
    #[serde(rename = "lemon poppyseed muffin")]
    LemonPoppyseedMuffin,
    Bagel,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum LatteDrink {
    Cappuccino,
    #[serde(rename = "flat white")]
    FlatWhite,
    Latte,
    #[serde(rename = "latte macchiato")]
    LatteMacchiato,
    Mocha,
    #[serde(rename = "chai latte")]
    ChaiLatte,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum EspressoDrink {
    Espresso,
    Lungo,
    Ristretto,
    Macchiato,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum CoffeeDrink {
    Americano,
    Coffee,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum CoffeeTemperature {
    Hot,
    #[serde(rename = "extra hot")]
    ExtraHot,
    Warm,
    Iced,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum CoffeeSize {
    Short,
    Tall,
    Grande,
    Venti,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum EspressoSize {
    Solo,
    Doppio,
    Triple,
    Quad,
}
