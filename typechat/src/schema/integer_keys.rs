//! Integer keys of maps: in JSON they are strings, so their bounds become a pattern.

use std::{collections::HashMap, sync::LazyLock};

use super::{GraphBuilder, Schema, Type};

/// The patterns of the integer types that maps have as keys.
static PATTERNS: LazyLock<HashMap<String, Type>> = LazyLock::new(|| {
    fn of<T: Schema>() -> (String, Type) {
        let ty = T::describe(&mut GraphBuilder::default());
        (pattern(&ty), ty)
    }
    use std::num::{
        NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32,
        NonZeroU64,
    };
    HashMap::from([
        of::<i8>(),
        of::<i16>(),
        of::<i32>(),
        of::<i64>(),
        of::<u8>(),
        of::<u16>(),
        of::<u32>(),
        of::<u64>(),
        of::<NonZeroI8>(),
        of::<NonZeroI16>(),
        of::<NonZeroI32>(),
        of::<NonZeroI64>(),
        of::<NonZeroU8>(),
        of::<NonZeroU16>(),
        of::<NonZeroU32>(),
        of::<NonZeroU64>(),
    ])
});

/// The integer type of which this is the pattern.
pub(super) fn of_pattern(pattern: &str) -> Option<Type> {
    PATTERNS.get(pattern).cloned()
}

/// Whether these keys are integers: the zero that `NonZero` leaves out makes two ranges of one.
pub(super) fn are_integers(keys: &Type) -> bool {
    match keys {
        Type::Integer(_) => true,
        Type::Union(branches) => branches.iter().any(|branch| are_integers(&branch.ty)),
        _ => false,
    }
}

/// The regular expression of exactly the integers of a type, in their shortest form.
pub(super) fn pattern(integer: &Type) -> String {
    let mut parts = Vec::new();
    collect(integer, &mut parts);
    format!("^({})$", parts.join("|"))
}

fn collect(integer: &Type, parts: &mut Vec<String>) {
    match integer {
        Type::Union(branches) => branches.iter().for_each(|b| collect(&b.ty, parts)),
        Type::Integer(range) => {
            let bound = |number: &Option<serde_json::Number>, or: i128| {
                number
                    .as_ref()
                    .and_then(serde_json::Number::as_i128)
                    .unwrap_or(or)
            };
            let low = bound(&range.minimum, i128::from(i64::MIN));
            let high = bound(&range.maximum, i128::from(u64::MAX));
            if low < 0 {
                let nearest = (-high).max(1);
                parts.push(format!(
                    "-({})",
                    between(nearest.unsigned_abs(), low.unsigned_abs())
                ));
            }
            if high >= 0 {
                parts.push(between(low.max(0).unsigned_abs(), high.unsigned_abs()));
            }
        }
        _ => {}
    }
}

/// The decimal numbers from `low` to `high`, without leading zeros.
fn between(low: u128, high: u128) -> String {
    let mut parts = Vec::new();
    let mut start = low;
    while start <= high {
        // The numbers of as many digits as `start` has.
        let digits = start.to_string().len();
        let last = 10_u128.pow(u32::try_from(digits).unwrap_or_default()) - 1;
        let end = last.min(high);
        same_length(&start.to_string(), &end.to_string(), &mut parts);
        start = end + 1;
    }
    parts.join("|")
}

fn same_length(low: &str, high: &str, parts: &mut Vec<String>) {
    let (l, h) = (low.as_bytes(), high.as_bytes());
    let Some(at) = l.iter().zip(h).position(|(l, h)| l != h) else {
        return parts.push(low.to_owned());
    };
    let head = &low[..at];
    let rest = l.len() - at - 1;
    let all_nine = h[at + 1..].iter().all(|digit| *digit == b'9');
    let all_zero = l[at + 1..].iter().all(|digit| *digit == b'0');
    let from = if all_zero { l[at] } else { l[at] + 1 };
    let to = if all_nine { h[at] } else { h[at] - 1 };
    if !all_zero {
        let nines = "9".repeat(rest);
        same_length(low, &format!("{head}{}{nines}", l[at] as char), parts);
    }
    if from <= to {
        let digit = match (from, to) {
            (b'0', b'9') => "\\d".to_owned(),
            (from, to) if from == to => (from as char).to_string(),
            (from, to) => format!("[{}-{}]", from as char, to as char),
        };
        let tail = match rest {
            0 => String::new(),
            1 => "\\d".to_owned(),
            rest => format!("\\d{{{rest}}}"),
        };
        parts.push(format!("{head}{digit}{tail}"));
    }
    if !all_nine {
        let zeros = "0".repeat(rest);
        same_length(&format!("{head}{}{zeros}", h[at] as char), high, parts);
    }
}

#[cfg(test)]
mod tests {
    use super::{between, pattern};
    use crate::schema::{NumberRange, Type};

    #[test]
    fn patterns_hold_their_bounds_and_no_more() {
        assert_eq!(between(0, 255), "\\d|[1-9]\\d|1\\d{2}|2[0-4]\\d|25[0-5]");
        let byte = Type::Integer(NumberRange::new(Some(i8::MIN), Some(i8::MAX)));
        let schema = serde_json::json!({"pattern": pattern(&byte)});
        let validator = jsonschema::validator_for(&schema).unwrap();
        for number in -300..300_i32 {
            let text = number.to_string();
            let fits = i8::try_from(number).is_ok();
            assert_eq!(validator.is_valid(&text.clone().into()), fits, "{text}");
        }
        for text in ["007", "+1", "", "1.0", "-0", " 1", "1e2"] {
            assert!(!validator.is_valid(&text.into()), "{text}");
        }
    }
}
