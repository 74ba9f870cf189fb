//! What is put together for a call: parts of results, lists and objects of them, and whatever is
//! held to its type only now.

use serde_json::Value;
use typechat::schema::Presence;

use super::{Frame, Limit, RunErrorKind, Step, stopped, tidy::tidy};
use crate::{
    lower::{Made, Missing},
    value::{Kind, Slot},
};

/// The arguments of a call that are not there as it needs them.
pub(super) fn all(frame: &Frame<'_>, op: usize) -> Step<Vec<Slot>> {
    let range = frame.op(op).made.clone();
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let mut left = frame.options.limits.bytes;
    let made = frame.lowered.made[range].iter();
    made.map(|made| one(frame, op, made, &mut left)).collect()
}

fn one(frame: &Frame<'_>, op: usize, made: &Made, left: &mut usize) -> Step<Slot> {
    let argument = made.param;
    let signature = &frame.entry(op).signature;
    let param = &signature.params()[argument];
    let value = made
        .template
        .make(&mut |op, path| part(frame, op, path, left));
    let value = value.map_err(|missing| {
        let kind = match missing {
            Missing::Part { pointer } => RunErrorKind::MissingPart(pointer),
            Missing::TooLarge => RunErrorKind::Limit(Limit::Bytes(frame.options.limits.bytes)),
            Missing::NoJson { why } => RunErrorKind::Result(why),
        };
        stopped(op, kind)
    })?;
    let judge = &frame.plan.api().inner.judge;
    let leaves_out = |value: &Value| {
        let is_optional = param.presence == Presence::Optional;
        is_optional && value.is_null() && !judge.fits(&param.ty, value)
    };
    let Some(value) = value.filter(|value| !leaves_out(value)) else {
        return Ok(Slot::ABSENT);
    };
    if made.is_checked {
        let problems = judge.problems(&param.ty, &value);
        if let Some(problem) = problems.first() {
            let why = words(problem);
            return Err(stopped(op, RunErrorKind::ArgType { argument, why }));
        }
    }
    signature.prepare(argument)(&value).map_err(|why| {
        // What the check let pass for sure is not what the function said that it returns.
        match made.template.source().filter(|_| !made.is_checked) {
            Some(source) => stopped(source, RunErrorKind::Result(why)),
            None => stopped(op, RunErrorKind::ArgType { argument, why }),
        }
    })
}

/// A part of a result, as its type writes it.
fn part(
    frame: &Frame<'_>,
    op: usize,
    path: &str,
    left: &mut usize,
) -> Result<Option<Value>, Missing> {
    if frame.sizes[op] > *left {
        return Err(Missing::TooLarge);
    }
    *left -= frame.sizes[op];
    let slot = &frame.slots[op];
    if let Kind::Json(json) = &slot.0 {
        return Ok(json.pointer(path).cloned());
    }
    let no_json = |error: serde_json::Error| Missing::NoJson {
        why: error.to_string(),
    };
    let mut json = slot.to_json().map_err(no_json)?;
    if matches!(slot.0, Kind::Shared(_)) {
        let ty = frame.entry(op).signature.result();
        tidy(frame.plan.api().graph(), ty, &mut json);
    }
    Ok(json.pointer_mut(path).map(Value::take))
}

/// What only a description says is held to it.
pub(super) fn is_as_described(frame: &Frame<'_>, op: usize, slot: &Slot) -> Step<()> {
    let ty = frame.entry(op).signature.result();
    if *ty == typechat::schema::Type::Any {
        return Ok(());
    }
    let json = slot.to_json().unwrap_or_default();
    match frame.plan.api().inner.judge.problems(ty, &json).first() {
        None => Ok(()),
        Some(problem) => Err(stopped(op, RunErrorKind::Result(words(problem)))),
    }
}

/// What is wrong with a value, after its place within, if it is not the whole.
pub(super) fn words(problem: &typechat::reply::Problem) -> String {
    if problem.path.segments().is_empty() {
        problem.text.clone()
    } else {
        problem.to_string()
    }
}
