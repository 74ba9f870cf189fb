//! A few functions of several types: as an API, and as a naive evaluator that looks at JSON only.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat::Schema;
use typechat_program::{Api, Function};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ty {
    Int,
    Float,
    Text,
    List,
    Point,
    Maybe,
    Any,
}

pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) params: &'static [(&'static str, Ty)],
    pub(super) result: Ty,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
struct Point {
    x: i64,
    y: f64,
}

const fn shape(name: &'static str, params: &'static [(&'static str, Ty)], result: Ty) -> Shape {
    Shape {
        name,
        params,
        result,
    }
}

pub(super) const FUNCTIONS: [Shape; 14] = [
    shape("add", &[("a", Ty::Int), ("b", Ty::Int)], Ty::Int),
    shape("half", &[("a", Ty::Int)], Ty::Float),
    shape("mul", &[("a", Ty::Float), ("b", Ty::Float)], Ty::Float),
    shape("size", &[("text", Ty::Text)], Ty::Int),
    shape("join", &[("a", Ty::Text), ("b", Ty::Text)], Ty::Text),
    shape("show", &[("value", Ty::Any)], Ty::Text),
    shape("list", &[("a", Ty::Int), ("b", Ty::Int)], Ty::List),
    shape("sum", &[("list", Ty::List)], Ty::Int),
    shape("point", &[("x", Ty::Int), ("y", Ty::Float)], Ty::Point),
    shape("shift", &[("point", Ty::Point), ("by", Ty::Int)], Ty::Point),
    shape("find", &[("list", Ty::List), ("item", Ty::Int)], Ty::Maybe),
    shape("or", &[("maybe", Ty::Maybe), ("other", Ty::Int)], Ty::Int),
    shape("same", &[("value", Ty::Any)], Ty::Any),
    shape("odd", &[("a", Ty::Int)], Ty::Int),
];

/// How a function is declared: what it may do beside its result, and whether it waits.
pub(super) type Kind = (u8, bool);

/// What was called, in order.
pub(super) type Record = Arc<Mutex<Vec<&'static str>>>;

fn even(a: i64) -> Result<i64, String> {
    if a % 2 == 0 {
        Err(format!("{a} is even"))
    } else {
        Ok(a)
    }
}

/// The functions, each declared as its kind says.
pub(super) fn api(kinds: &[Kind]) -> (Api, Record) {
    let record = Record::default();
    let mut builder = Api::builder();
    let mut number = 0;
    let mut add = |function: Function, effect: u8| {
        let shape = &FUNCTIONS[number];
        number += 1;
        let function = function.params(shape.params.iter().map(|(name, _)| *name));
        let function = match effect % 3 {
            0 => function,
            1 => function.parallel(),
            _ => function.pure(),
        };
        builder = std::mem::take(&mut builder).function(function);
    };
    let mut kinds = kinds.iter().copied().cycle();
    macro_rules! add {
        ($($make:ident $name:literal: |$($param:ident: $ty:ty),*| $result:ty, $body:expr;)*) => {
            $({
                let (effect, waits) = kinds.next().unwrap_or_default();
                let seen = Arc::clone(&record);
                let function = if waits {
                    Function::$make($name, move |$($param: $ty),*| {
                        seen.lock().unwrap().push($name);
                        later::<$result>($body)
                    })
                } else {
                    Function::$make($name, move |$($param: $ty),*| -> $result {
                        seen.lock().unwrap().push($name);
                        $body
                    })
                };
                add(function, effect);
            })*
        };
    }
    add! {
        new "add": |a: i64, b: i64| i64, a.wrapping_add(b);
        new "half": |a: i64| f64, a as f64 / 2.0;
        new "mul": |a: f64, b: f64| f64, a * b;
        new "size": |text: String| usize, text.len();
        new "join": |a: String, b: String| String, a + &b;
        new "show": |value: Value| String, value.to_string();
        new "list": |a: i64, b: i64| Vec<i64>, vec![a, b];
        new "sum": |list: Vec<i64>| i64, list.iter().fold(0, |sum, item| sum.wrapping_add(*item));
        new "point": |x: i64, y: f64| Point, Point { x, y };
        new "shift": |point: Point, by: i64| Point, Point { x: point.x.wrapping_add(by), ..point };
        new "find": |list: Vec<i64>, item: i64| Option<i64>, list.contains(&item).then_some(item);
        new "or": |maybe: Option<i64>, other: i64| i64, maybe.unwrap_or(other);
        new "same": |value: Value| Value, value;
        fallible "odd": |a: i64| Result<i64, String>, even(a);
    }
    (builder.build().expect("the functions go together"), record)
}

async fn later<T: Send>(value: T) -> T {
    tokio::time::sleep(Duration::from_millis(1)).await;
    value
}

/// What a naive evaluation ends with: a value, or where and why not.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wrong {
    Type,
    Function,
}

/// Calls one function on JSON.
pub(super) fn naive(name: &str, args: &[Value]) -> Result<Value, Wrong> {
    let int = |at: usize| integer(&args[at]);
    let float = |at: usize| args[at].as_f64().ok_or(Wrong::Type);
    let text = |at: usize| args[at].as_str().ok_or(Wrong::Type);
    let list = |at: usize| -> Result<Vec<i64>, Wrong> {
        args[at]
            .as_array()
            .ok_or(Wrong::Type)?
            .iter()
            .map(integer)
            .collect()
    };
    let finite = |value: f64| {
        if value.is_finite() {
            Ok(json!(value))
        } else {
            Err(Wrong::Function)
        }
    };
    // All arguments are looked at before the function is called.
    Ok(match name {
        "add" => json!(int(0)?.wrapping_add(int(1)?)),
        "half" => json!(int(0)? as f64 / 2.0),
        "mul" => finite(float(0)? * float(1)?)?,
        "size" => json!(text(0)?.len()),
        "join" => json!(format!("{}{}", text(0)?, text(1)?)),
        "show" => json!(args[0].to_string()),
        "list" => json!([int(0)?, int(1)?]),
        "sum" => json!(
            list(0)?
                .iter()
                .fold(0_i64, |sum, item| sum.wrapping_add(*item))
        ),
        "point" => json!({ "x": int(0)?, "y": float(1)? }),
        "shift" => {
            let point = args[0]
                .as_object()
                .filter(|point| point.len() == 2)
                .ok_or(Wrong::Type)?;
            let x = integer(point.get("x").ok_or(Wrong::Type)?)?;
            let y = point.get("y").and_then(Value::as_f64).ok_or(Wrong::Type)?;
            json!({ "x": x.wrapping_add(int(1)?), "y": y })
        }
        "find" => {
            let (list, item) = (list(0)?, int(1)?);
            json!(list.contains(&item).then_some(item))
        }
        "or" if args[0].is_null() => json!(int(1)?),
        "or" => {
            int(1)?;
            json!(int(0)?)
        }
        "same" => args[0].clone(),
        "odd" => json!(even(int(0)?).map_err(|_| Wrong::Function)?),
        other => panic!("{other}"),
    })
}

/// Two to the power of 63.
const BOUND: f64 = 9_223_372_036_854_775_808.0;

fn integer(value: &Value) -> Result<i64, Wrong> {
    let whole = value
        .as_f64()
        .filter(|float| float.fract() == 0.0 && (-BOUND..BOUND).contains(float));
    value
        .as_i64()
        .or(whole.map(|whole| whole as i64))
        .ok_or(Wrong::Type)
}
