//! What can be added to a product, and how much of it.

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
pub enum LatteOption {
    Milks(Milks),
    Sweeteners(Sweeteners),
    Syrups(Syrups),
    Toppings(Toppings),
    Caffeines(Caffeines),
    LattePreparations(LattePreparations),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
pub enum DrinkOption {
    Creamers(Creamers),
    Sweeteners(Sweeteners),
    Syrups(Syrups),
    Toppings(Toppings),
    Caffeines(Caffeines),
    LattePreparations(LattePreparations),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
pub enum BakeryOption {
    BakeryOptions(BakeryOptions),
    BakeryPreparations(BakeryPreparations),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(untagged)]
pub enum OptionQuantity {
    Word(QuantityWord),
    Number(f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum QuantityWord {
    No,
    Light,
    Regular,
    Extra,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Milks {
    pub name: Milk,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Milk {
    #[serde(rename = "whole milk")]
    WholeMilk,
    #[serde(rename = "two percent milk")]
    TwoPercentMilk,
    #[serde(rename = "nonfat milk")]
    NonfatMilk,
    #[serde(rename = "coconut milk")]
    CoconutMilk,
    #[serde(rename = "soy milk")]
    SoyMilk,
    #[serde(rename = "almond milk")]
    AlmondMilk,
    #[serde(rename = "oat milk")]
    OatMilk,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Creamers {
    pub name: Creamer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Creamer {
    #[serde(rename = "whole milk creamer")]
    WholeMilkCreamer,
    #[serde(rename = "two percent milk creamer")]
    TwoPercentMilkCreamer,
    #[serde(rename = "one percent milk creamer")]
    OnePercentMilkCreamer,
    #[serde(rename = "nonfat milk creamer")]
    NonfatMilkCreamer,
    #[serde(rename = "coconut milk creamer")]
    CoconutMilkCreamer,
    #[serde(rename = "soy milk creamer")]
    SoyMilkCreamer,
    #[serde(rename = "almond milk creamer")]
    AlmondMilkCreamer,
    #[serde(rename = "oat milk creamer")]
    OatMilkCreamer,
    #[serde(rename = "half and half")]
    HalfAndHalf,
    #[serde(rename = "heavy cream")]
    HeavyCream,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Sweeteners {
    pub name: Sweetener,
    #[serde(
        rename = "optionQuantity",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub option_quantity: Option<OptionQuantity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum Sweetener {
    Equal,
    Honey,
    Splenda,
    Sugar,
    #[serde(rename = "sugar in the raw")]
    SugarInTheRaw,
    #[serde(rename = "sweet n low")]
    SweetNLow,
    #[serde(rename = "espresso shot")]
    EspressoShot,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Syrups {
    pub name: Syrup,
    #[serde(
        rename = "optionQuantity",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub option_quantity: Option<OptionQuantity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Syrup {
    #[serde(rename = "almond syrup")]
    AlmondSyrup,
    #[serde(rename = "buttered rum syrup")]
    ButteredRumSyrup,
    #[serde(rename = "caramel syrup")]
    CaramelSyrup,
    #[serde(rename = "cinnamon syrup")]
    CinnamonSyrup,
    #[serde(rename = "hazelnut syrup")]
    HazelnutSyrup,
    #[serde(rename = "orange syrup")]
    OrangeSyrup,
    #[serde(rename = "peppermint syrup")]
    PeppermintSyrup,
    #[serde(rename = "raspberry syrup")]
    RaspberrySyrup,
    #[serde(rename = "toffee syrup")]
    ToffeeSyrup,
    #[serde(rename = "vanilla syrup")]
    VanillaSyrup,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Toppings {
    pub name: Topping,
    #[serde(
        rename = "optionQuantity",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub option_quantity: Option<OptionQuantity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum Topping {
    Cinnamon,
    Foam,
    Ice,
    Nutmeg,
    #[serde(rename = "whipped cream")]
    WhippedCream,
    Water,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Caffeines {
    pub name: Caffeine,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum Caffeine {
    Regular,
    #[serde(rename = "two thirds caf")]
    TwoThirdsCaf,
    #[serde(rename = "half caf")]
    HalfCaf,
    #[serde(rename = "one third caf")]
    OneThirdCaf,
    Decaf,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct LattePreparations {
    pub name: LattePreparation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum LattePreparation {
    #[serde(rename = "for here cup")]
    ForHereCup,
    Lid,
    #[serde(rename = "with room")]
    WithRoom,
    #[serde(rename = "to go")]
    ToGo,
    Dry,
    Wet,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct BakeryOptions {
    pub name: BakeryTopping,
    #[serde(
        rename = "optionQuantity",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub option_quantity: Option<OptionQuantity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum BakeryTopping {
    Butter,
    #[serde(rename = "strawberry jam")]
    StrawberryJam,
    #[serde(rename = "cream cheese")]
    CreamCheese,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct BakeryPreparations {
    pub name: BakeryPreparation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum BakeryPreparation {
    Warmed,
    #[serde(rename = "cut in half")]
    CutInHalf,
}
