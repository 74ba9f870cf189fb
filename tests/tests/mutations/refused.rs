//! What is JSON and means nothing that the type has.

use serde_json::{Value, json};
use typechat::schema::{Presence, Type};

use super::{
    meaning::{constant, members, with},
    syntax::quoted,
    text::{Broken, Sample},
};

type Replies = Vec<Broken>;

pub(super) fn missing_member(s: &Sample<'_>) -> Replies {
    members(s, |object, members| {
        let required = object
            .fields
            .iter()
            .filter(|f| f.presence == Presence::Required);
        let without = required.map(|f| {
            let mut members = members.clone();
            members.shift_remove(&f.name);
            Value::from(members)
        });
        without.collect()
    })
}

pub(super) fn unknown_member(s: &Sample<'_>) -> Replies {
    members(s, |_, members| {
        vec![with(members, "reasoning", json!("so it was asked"))]
    })
}

/// A member that is wanted and holds `null`.
pub(super) fn null_for_required(s: &Sample<'_>) -> Replies {
    members(s, |object, members| {
        let required = object
            .fields
            .iter()
            .filter(|f| f.presence == Presence::Required);
        let held = required.filter(|f| !members.get(&f.name).is_some_and(Value::is_null));
        held.map(|f| with(members, &f.name, Value::Null)).collect()
    })
}

pub(super) fn fraction_for_integer(s: &Sample<'_>) -> Replies {
    s.each_place(|p| matches!(p.ty, Type::Integer(_)).then(|| format!("{}.5", p.value)))
}

/// `"3,14"` is 3.14 or 314.
pub(super) fn decimal_comma(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        p.value
            .is_f64()
            .then(|| quoted(&p.value.to_string().replace('.', ",")))
    })
}

pub(super) fn number_in_words(s: &Sample<'_>) -> Replies {
    s.each_place(|p| p.value.is_number().then(|| "\"a few\"".to_owned()))
}

pub(super) fn empty_text_for_number(s: &Sample<'_>) -> Replies {
    s.each_place(|p| p.value.is_number().then(|| "\"\"".to_owned()))
}

pub(super) fn number_for_boolean(s: &Sample<'_>) -> Replies {
    s.each_place(|p| p.value.is_boolean().then(|| "7".to_owned()))
}

pub(super) fn boolean_for_number(s: &Sample<'_>) -> Replies {
    s.each_place(|p| p.value.is_number().then(|| "true".to_owned()))
}

/// One letter too many.
pub(super) fn misspelt_enum(s: &Sample<'_>) -> Replies {
    s.each_place(|p| constant(p, |text| format!("{text}x")))
}

pub(super) fn out_of_range(s: &Sample<'_>) -> Replies {
    s.each_place(|p| matches!(p.ty, Type::Integer(_)).then(|| "99999999999999999999".to_owned()))
}

/// Two constants in one sentence.
pub(super) fn two_in_a_sentence(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        let Type::Enum(members) = p.ty else {
            return None;
        };
        let other = members
            .iter()
            .find(|member| member.value.to_value() != *p.value)?;
        let (text, other) = (p.value.as_str()?, other.value.to_value());
        Some(quoted(&format!("either {text} or {}", other.as_str()?)))
    })
}
