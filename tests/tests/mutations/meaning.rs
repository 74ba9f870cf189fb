//! Mistakes of representation: JSON, but not quite of the type.

use serde_json::{Map, Value};
use typechat::{
    reply::Path,
    schema::{Literal, ObjectType, Presence, Type},
};

use super::{
    places::Place,
    syntax::quoted,
    text::{Broken, Role, Sample},
};

type Replies = Vec<Broken>;

pub(super) fn number_as_text(s: &Sample<'_>) -> Replies {
    s.each_place(|p| p.value.is_number().then(|| format!("\"{}\"", p.value)))
}

pub(super) fn boolean_as_text(s: &Sample<'_>) -> Replies {
    s.each_place(|p| p.value.is_boolean().then(|| format!("\"{}\"", p.value)))
}

/// `2.0`
pub(super) fn integer_as_fraction(s: &Sample<'_>) -> Replies {
    s.each_place(|p| matches!(p.ty, Type::Integer(_)).then(|| format!("{}.0", p.value)))
}

/// `8004` where a text is wanted.
pub(super) fn text_as_number(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        let text = p.value.as_str()?;
        let is_number = text
            .parse::<u32>()
            .is_ok_and(|number| number.to_string() == text);
        is_number.then(|| text.to_owned())
    })
}

/// Each key written otherwise; the mistake is the object's.
fn key(s: &Sample<'_>, change: impl Fn(&str) -> String) -> Replies {
    s.each(|_, p| {
        let key: String = serde_json::from_str(&p.text)
            .ok()
            .filter(|_| p.role == Role::Key)?;
        let changed = change(&key);
        (changed != key).then(|| quoted(&changed))
    })
}

pub(super) fn key_case(s: &Sample<'_>) -> Replies {
    key(s, str::to_uppercase)
}

/// `guest_name` for `guestName`, and the other way round.
pub(super) fn key_style(s: &Sample<'_>) -> Replies {
    key(s, |key| {
        if key.contains('_') {
            let mut words = key.split('_');
            let first = words.next().unwrap_or_default().to_owned();
            first + &words.map(capital).collect::<String>()
        } else {
            snake(key)
        }
    })
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(chars)
        .collect()
}

fn snake(key: &str) -> String {
    let mut out = String::new();
    for c in key.chars() {
        if c.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}

/// A key by one of its other names.
pub(super) fn key_alias(s: &Sample<'_>) -> Replies {
    let fields = s.graph.walk().filter_map(|ty| match ty {
        Type::Object(object) => Some(&object.fields),
        _ => None,
    });
    let fields: Vec<_> = fields.flatten().filter(|f| !f.aliases.is_empty()).collect();
    key(s, |key| {
        let field = fields.iter().find(|field| field.name == key);
        field.map_or(key, |field| &field.aliases[0]).to_owned()
    })
}

pub(super) fn constant(place: &Place<'_>, change: impl Fn(&str) -> String) -> Option<String> {
    let text = place
        .value
        .as_str()
        .filter(|_| matches!(place.ty, Type::Enum(_)))?;
    let changed = change(text);
    (changed != text).then(|| quoted(&changed))
}

pub(super) fn enum_case(s: &Sample<'_>) -> Replies {
    s.each_place(|p| constant(p, str::to_uppercase))
}

/// `Junior Suite` for `junior-suite`.
pub(super) fn enum_style(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        constant(p, |text| {
            let words = text.split(['-', '_', ' ']).map(capital);
            words
                .collect::<Vec<_>>()
                .join(if text.contains(' ') { "_" } else { " " })
        })
    })
}

pub(super) fn enum_alias(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        let Type::Enum(members) = p.ty else {
            return None;
        };
        let member = members
            .iter()
            .find(|member| member.value.to_value() == *p.value)?;
        member.aliases.first().map(|alias| quoted(alias))
    })
}

/// The constant within a sentence that names no other.
pub(super) fn sentence(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        let Type::Enum(members) = p.ty else {
            return None;
        };
        let texts = members.iter().filter_map(|member| match &member.value {
            Literal::String(text) => Some(text),
            _ => None,
        });
        let text = p.value.as_str()?;
        let is_lone = texts
            .filter(|other| text.contains(*other) || other.contains(text))
            .count()
            == 1;
        (is_lone && members.len() > 1).then(|| quoted(&format!("I would say {text}.")))
    })
}

/// The item alone for a list of one.
pub(super) fn bare_item(s: &Sample<'_>) -> Replies {
    s.each_place(|p| match (p.ty, p.value.as_array()?.as_slice()) {
        (Type::Array(_), [_]) => Some(s.text_of(&p.path.clone().index(0))),
        _ => None,
    })
}

/// A list of one for an object.
pub(super) fn list_of_one(s: &Sample<'_>) -> Replies {
    s.each_place(|p| matches!(p.ty, Type::Object(_)).then(|| format!("[{}]", s.text_of(&p.path))))
}

/// `{"Cart": {...}}`
pub(super) fn type_name_round_it(s: &Sample<'_>) -> Replies {
    let reply = format!("{{\"{}\": {}}}", s.graph.root_name(), s.text());
    let is_named = s.graph.root_name() != "Reply" && s.value.is_object();
    let at = Path::root();
    is_named
        .then_some(Broken { reply, at })
        .into_iter()
        .collect()
}

fn objects<'s>(
    s: &'s Sample<'_>,
) -> impl Iterator<Item = (&'s Place<'s>, &'s ObjectType, &'s Map<String, Value>)> {
    s.places
        .iter()
        .filter_map(|place| match (place.ty, place.value) {
            (Type::Object(object), Value::Object(members)) => Some((place, object, members)),
            _ => None,
        })
}

/// Each object with other members.
pub(super) fn members(
    s: &Sample<'_>,
    change: impl Fn(&ObjectType, &mut Map<String, Value>) -> Vec<Value>,
) -> Replies {
    let broken = objects(s).flat_map(|(place, object, members)| {
        let changed = change(object, &mut members.clone());
        changed.into_iter().map(|value| Broken {
            reply: s.replaced(&place.path, &value.to_string()),
            at: place.path.clone(),
        })
    });
    broken.collect()
}

pub(super) fn with(members: &Map<String, Value>, name: &str, value: Value) -> Value {
    let mut members = members.clone();
    members.insert(name.to_owned(), value);
    members.into()
}

pub(super) fn null_for_absent(s: &Sample<'_>) -> Replies {
    members(s, |object, members| {
        let optional = object
            .fields
            .iter()
            .filter(|f| f.presence == Presence::Optional);
        let absent = optional.filter(|f| !members.contains_key(&f.name));
        absent
            .map(|f| with(members, &f.name, Value::Null))
            .collect()
    })
}

/// An object or a list as text.
pub(super) fn json_in_text(s: &Sample<'_>) -> Replies {
    s.each_place(|p| {
        (p.value.is_object() || p.value.is_array()).then(|| quoted(&p.value.to_string()))
    })
}
