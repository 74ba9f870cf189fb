//! A program as code, for people.

use std::fmt::{self, Display};

use serde_json::Value;

use super::{Call, Expr, Program, Ref};

/// One line for each step: `step1 = add(10, 5)`. What no function can do stands in comments.
impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, step) in self.steps.iter().enumerate() {
            writeln!(f, "step{} = {step}", number + 1)?;
        }
        for part in &self.cannot {
            writeln!(f, "// cannot: {}", part.replace(['\n', '\r'], " "))?;
        }
        Ok(())
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_name(&self.function) {
            write!(f, "{}(", self.function)?;
        } else {
            write!(f, "{}(", Value::from(self.function.as_str()))?;
        }
        for (number, (name, arg)) in self.exprs().enumerate() {
            if number > 0 {
                f.write_str(", ")?;
            }
            match name {
                Some(name) if is_name(name) => write!(f, "{name}: ")?,
                Some(name) => write!(f, "{}: ", Value::from(name))?,
                None => {}
            }
            arg.fmt(f)?;
        }
        f.write_str(")")
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => constant(value, f),
            Self::Array(items) => list(items, f),
            Self::Object(fields) => record(fields.iter().map(|(name, field)| (name, field)), f),
            Self::Call(call) => call.fmt(f),
            Self::Ref(reference) => reference.fmt(f),
            Self::Invalid => f.write_str("?"),
        }
    }
}

impl Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step{}", self.step + 1)?;
        for step in self.path.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            if step.bytes().all(|byte| byte.is_ascii_digit()) && !step.is_empty() {
                write!(f, "[{step}]")?;
            } else if is_plain(&step) {
                write!(f, ".{step}")?;
            } else {
                write!(f, "[{}]", Value::from(step))?;
            }
        }
        Ok(())
    }
}

fn constant(value: &Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    /// A value that is shown as code.
    struct Shown<'a>(&'a Value);

    impl Display for Shown<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            constant(self.0, f)
        }
    }

    match value {
        Value::Array(items) => {
            let items: Vec<Shown<'_>> = items.iter().map(Shown).collect();
            list(&items, f)
        }
        Value::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(name, value)| (name, Shown(value)))
                .collect();
            record(members.iter().map(|(name, value)| (*name, value)), f)
        }
        scalar => scalar.fmt(f),
    }
}

fn list<T: Display>(items: &[T], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("[")?;
    for (number, item) in items.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    f.write_str("]")
}

fn record<'a, T: Display + 'a>(
    fields: impl Iterator<Item = (&'a String, &'a T)>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut is_empty = true;
    for (name, field) in fields {
        f.write_str(if is_empty { "{ " } else { ", " })?;
        is_empty = false;
        if is_plain(name) {
            write!(f, "{name}: ")?;
        } else {
            write!(f, "{}: ", Value::from(name.as_str()))?;
        }
        field.fmt(f)?;
    }
    f.write_str(if is_empty { "{}" } else { " }" })
}

/// Whether a name needs no quotes.
fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether the name of a function or a parameter needs no quotes.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    !name.is_empty() && name.chars().all(allowed)
}
