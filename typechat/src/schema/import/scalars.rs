//! The keywords of numbers and strings, read into the facts.

use serde_json::{Map, Number, Value};

use super::{
    Import, ImportError, Place,
    draft::Draft,
    facts::{Facts, Kind},
    words::cut,
};
use crate::schema::{Length, NumberRange, StringRules};

impl<'a> Import<'a, '_> {
    pub(super) fn number(
        &mut self,
        keyword: &str,
        members: &'a Map<String, Value>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        facts.spoken.add(Kind::Number);
        let bound = |keyword: &str| -> Result<Option<Number>, ImportError> {
            match members.get(keyword) {
                Some(Value::Number(number)) => Ok(Some(number.clone())),
                _ => Err(place.malformed(keyword, members.get(keyword), "a number")),
            }
        };
        let mut range = NumberRange::default();
        let excludes = |keyword: &str| {
            self.draft == Draft::D4 && members.get(keyword) == Some(&Value::Bool(true))
        };
        match keyword {
            "minimum" if excludes("exclusiveMinimum") => {
                range.exclusive_minimum = bound(keyword)?;
            }
            "maximum" if excludes("exclusiveMaximum") => {
                range.exclusive_maximum = bound(keyword)?;
            }
            "minimum" => range.minimum = bound(keyword)?,
            "maximum" => range.maximum = bound(keyword)?,
            "multipleOf" => range.multiple_of = bound(keyword)?,
            // Draft 4 says by it how the bound is meant.
            _ if self.draft == Draft::D4 => {
                if !members.get(keyword).is_some_and(Value::is_boolean) {
                    return Err(place.malformed(
                        keyword,
                        members.get(keyword),
                        "`true` or `false`, in draft 4",
                    ));
                }
            }
            "exclusiveMinimum" => range.exclusive_minimum = bound(keyword)?,
            _ => range.exclusive_maximum = bound(keyword)?,
        }
        if let (Some(own), Some(other)) = (&facts.number.multiple_of, &range.multiple_of)
            && own != other
        {
            let rule = format!("a multiple of {other}");
            self.rule(facts, rule);
            return Ok(());
        }
        facts.number = facts.number.within(&range);
        Ok(())
    }

    pub(super) fn string(
        &mut self,
        keyword: &str,
        members: &'a Map<String, Value>,
        place: Place<'_>,
        facts: &mut Facts<'a>,
    ) -> Result<(), ImportError> {
        let value = &members[keyword];
        let StringRules {
            length,
            pattern,
            format,
        } = &mut facts.string;
        let own = match keyword {
            "minLength" | "maxLength" => {
                facts.spoken.add(Kind::String);
                *length = length.within(bound(keyword, value, place)?);
                return Ok(());
            }
            "pattern" => {
                facts.spoken.add(Kind::String);
                pattern
            }
            _ => format,
        };
        let Value::String(text) = value else {
            return Err(place.malformed(keyword, Some(value), "a string"));
        };
        let is_new = own.get_or_insert_with(|| text.clone()) == text;
        if keyword == "format" {
            self.exact &= !self.draft.format_differs(text);
            // Of a number it says how it is stored.
            if members.get("type").is_none_or(|kind| kind == "string") {
                facts.spoken.add(Kind::String);
            }
        }
        if !is_new {
            self.rule(facts, format!("{keyword} {}", cut(text)));
        }
        Ok(())
    }
}

/// Also `2.0` is a count.
pub(super) fn count(keyword: &str, value: &Value, place: Place<'_>) -> Result<u64, ImportError> {
    let whole = || {
        let number = value.as_f64()?;
        // The bound is what a count of members could be at most.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
    };
    value
        .as_u64()
        .or_else(whole)
        .ok_or_else(|| place.malformed(keyword, Some(value), "a whole number, not below zero"))
}

pub(super) fn bound(keyword: &str, value: &Value, place: Place<'_>) -> Result<Length, ImportError> {
    let count = Some(count(keyword, value, place)?);
    Ok(if keyword.starts_with("min") {
        Length::new(count, None)
    } else {
        Length::new(None, count)
    })
}
