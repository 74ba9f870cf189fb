//! A number, or the program that gives it.

use serde_json::Value;

use super::{Bad, python};

/// The number that a value says.
pub(super) fn value(value: &Value) -> Result<f64, Bad> {
    let Value::Object(members) = value else {
        return python::number(Some(value), None);
    };
    let of = |name: &str| {
        let mut found = None;
        for (key, member) in members {
            // The last of two keys that differ in case counts.
            if key.trim_start_matches('@').to_lowercase() == name {
                found = Some(member);
            }
        }
        found
    };
    if let Some(Value::Array(steps)) = of("steps") {
        return run(steps);
    }
    if of("func").is_some() {
        return run(std::slice::from_ref(value));
    }
    python::number(of("value").or_else(|| of("result")), None)
}

pub(super) fn is_right<'a>(wanted: impl Iterator<Item = &'a Value>, got: &Value) -> bool {
    let Ok(got) = value(got) else { return false };
    let mut wanted = wanted.filter_map(|raw| Some((raw, value(raw).ok()?)));
    wanted.any(|(raw, gold)| is_same(gold, got, raw))
}

/// Whether a number is near enough to the one that is wanted.
pub(super) fn is_same(gold: f64, got: f64, raw: &Value) -> bool {
    let tolerance = raw.get("tolerance").and_then(Value::as_f64);
    (gold - got).abs() <= tolerance.unwrap_or(1e-9 * gold.abs().max(1.0))
}

/// The value of a program's last step.
fn run(program: &[Value]) -> Result<f64, Bad> {
    let mut done = Vec::new();
    for step in program {
        let value = evaluate(step, &done, 0)?;
        done.push(value);
    }
    done.last().copied().ok_or_else(|| Bad::new("no steps"))
}

fn evaluate(value: &Value, done: &[f64], depth: usize) -> Result<f64, Bad> {
    if depth > 400 {
        return Err(Bad::new("too deep"));
    }
    let Value::Object(members) = value else {
        return match value {
            Value::Number(number) => number.as_f64().ok_or_else(|| Bad::found("a number", value)),
            _ => Err(Bad::found("a number", value)),
        };
    };
    let of = |name: &str| {
        let mut members = members.iter().rev();
        let found = members.find(|(key, _)| key.trim_start_matches('@').to_lowercase() == name);
        found.map(|(_, member)| member)
    };
    if let Some(reference) = of("ref") {
        let index = reference
            .as_u64()
            .and_then(|index| usize::try_from(index).ok());
        return index
            .and_then(|index| done.get(index).copied())
            .ok_or_else(|| Bad::new(format!("bad reference {reference}")));
    }
    let name = of("func")
        .map(python::text)
        .unwrap_or_default()
        .to_lowercase();
    let empty = Vec::new();
    let args = match of("args") {
        Some(Value::Array(args)) => args,
        Some(other) if python::is_truthy(other) => {
            return Err(Bad::found("a list of arguments", other));
        }
        _ => &empty,
    };
    let arity = match name.as_str() {
        "add" | "sub" | "mul" | "div" | "power" | "pow" => 2,
        "neg" | "id" | "sqrt" => 1,
        _ => return Err(Bad::new(format!("unknown function {name}"))),
    };
    if args.len() != arity {
        return Err(Bad::new(format!("{name} takes {arity} arguments")));
    }
    let first = evaluate(&args[0], done, depth + 1)?;
    let second = match args.get(1) {
        Some(arg) => evaluate(arg, done, depth + 1)?,
        None => 0.0,
    };
    let result = match name.as_str() {
        "add" => Some(first + second),
        "sub" => Some(first - second),
        "mul" => Some(first * second),
        "div" => (second != 0.0).then(|| first / second),
        "neg" => Some(-first),
        "id" => Some(first),
        "sqrt" => (first >= 0.0).then(|| first.sqrt()),
        _ => {
            let power = first.powf(second);
            let is_out = power.is_nan() && !(first.is_nan() || second.is_nan())
                || power.is_infinite() && first.is_finite() && second.is_finite();
            (!is_out).then_some(power)
        }
    };
    result.ok_or_else(|| Bad::new(format!("{name}: no number")))
}
