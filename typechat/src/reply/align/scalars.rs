//! Scalars: the same value in another form, and constants by other spellings.

use std::{cmp::Ordering, ptr, rc::Rc};

use serde_json::Value;

use super::{
    numeral::{numeral, whole_numeral},
    plan::{By, Id, Plans, Step},
    planner::{FORM, Part, Planner, SENTENCE},
    sentence::named,
    spelling::Names,
};
use crate::{
    reply::{
        NoteKind,
        scalar::{compare, is_whole},
    },
    schema::{Literal, Member, Type, TypeGraph},
};

/// A scalar, and how it was found to be meant.
type Read = (Value, By);

impl<'g, 'v> Planner<'g, 'v> {
    pub(super) fn scalar(&mut self, ty: &'g Type, part: Part<'v>) -> Id {
        if self.verdict.fits(ty, part.value) {
            return Plans::KEEP;
        }
        if part.value.is_array() {
            return self.only(part, |planner, item| planner.scalar(ty, item));
        }
        let Some((value, by)) = self.read(ty, part) else {
            return Plans::REFUSE;
        };
        // What is read and is out of bounds is told as such.
        let refusals = u32::from(!self.verdict.fits(ty, &value));
        let cost = match by {
            By(NoteKind::Sentence) => SENTENCE,
            By(_) => FORM,
        };
        self.plans.add(refusals, cost, Step::Become(value, by))
    }

    fn read(&mut self, ty: &'g Type, part: Part<'v>) -> Option<Read> {
        let form = By(NoteKind::Representation);
        match (ty, part.value) {
            (Type::String(_), Value::Number(_)) => Some((part.written()?.into(), form)),
            (Type::Integer(_), Value::String(text)) => {
                let number = whole_numeral(text).filter(is_whole)?;
                Some((Value::Number(number), form))
            }
            (Type::Number(_), Value::String(text)) => Some((numeral(text)?.into(), form)),
            (Type::Boolean, Value::String(text)) => truth(text),
            (Type::Enum(members), Value::String(text)) => {
                let names = self.constants_of(ty)?;
                constant(members, &names, text)
            }
            (Type::Vocabulary(_), Value::String(text)) => {
                let (at, by) = self.constants_of(ty)?.find(text)?;
                Some((self.constant_text(ty, at)?.into(), by?))
            }
            (Type::Enum(_) | Type::Vocabulary(_), Value::Null | Value::Bool(_)) => {
                let (at, by) = self.constants_of(ty)?.find(part.word()?)?;
                Some((self.constant_text(ty, at)?.into(), by.unwrap_or(form)))
            }
            (Type::Enum(_) | Type::Vocabulary(_), Value::Number(_)) => {
                let (at, by) = self.constants_of(ty)?.find(part.written()?)?;
                let is_exact = by.is_none_or(|by| by.0 == NoteKind::Alias);
                Some((
                    self.constant_text(ty, at).filter(|_| is_exact)?.into(),
                    form,
                ))
            }
            _ => None,
        }
    }

    /// The names of a type's constants; `None` for a type without.
    pub(super) fn constants_of(&mut self, ty: &'g Type) -> Option<Rc<Names>> {
        let graph = self.graph;
        let make: fn(&TypeGraph, &Type) -> Names = match ty {
            Type::Enum(_) => of_members,
            Type::Vocabulary(_) => of_words,
            _ => return None,
        };
        let names = self.names.entry(ptr::from_ref(ty).addr());
        Some(Rc::clone(names.or_insert_with(|| Rc::new(make(graph, ty)))))
    }

    /// The text of a constant by its index; `None` for constants that are no texts.
    pub(super) fn constant_text(&self, ty: &'g Type, at: usize) -> Option<&'g str> {
        match ty {
            Type::Enum(members) => match &members.get(at)?.value {
                Literal::String(text) => Some(text),
                _ => None,
            },
            _ => vocabulary(self.graph, ty).get(at).map(|word| &**word),
        }
    }
}

fn of_members(_: &TypeGraph, ty: &Type) -> Names {
    let Type::Enum(members) = ty else {
        return Names::default();
    };
    Names::new(members.iter().enumerate().map(|(at, member)| {
        let name = match &member.value {
            Literal::String(text) => Some(&**text),
            Literal::Bool(true) => Some("true"),
            Literal::Bool(false) => Some("false"),
            Literal::Number(_) | Literal::Null => None,
        };
        (at, name, &*member.aliases)
    }))
}

fn of_words(graph: &TypeGraph, ty: &Type) -> Names {
    let words = vocabulary(graph, ty).iter().enumerate();
    Names::new(words.map(|(at, word)| (at, Some(&**word), &[][..])))
}

fn vocabulary<'g>(graph: &'g TypeGraph, ty: &Type) -> &'g [String] {
    match ty {
        Type::Vocabulary(name) => graph.vocabularies.get(name).map_or(&[], |words| words),
        _ => &[],
    }
}

fn truth(text: &str) -> Option<Read> {
    let word = text.trim();
    for truth in [true, false] {
        if word.eq_ignore_ascii_case(if truth { "true" } else { "false" }) {
            return Some((truth.into(), By(NoteKind::Representation)));
        }
    }
    let both = [(0, Some("false"), &[][..]), (1, Some("true"), &[][..])];
    let truth = named(&Names::new(both.into_iter()), text)? == 1;
    Some((truth.into(), By(NoteKind::Sentence)))
}

fn constant(members: &[Member], names: &Names, text: &str) -> Option<Read> {
    if let Some((at, by)) = names.find(text) {
        let value = &members.get(at)?.value;
        let is_text = matches!(value, Literal::String(_));
        let by = by
            .filter(|_| is_text)
            .unwrap_or(By(NoteKind::Representation));
        return Some((value.to_value(), by));
    }
    let number = numeral(text);
    let equal = |member: &&Member| match (&member.value, &number) {
        (Literal::Number(one), Some(other)) => compare(one, other) == Some(Ordering::Equal),
        _ => false,
    };
    if let Some(member) = members.iter().find(equal) {
        return Some((member.value.to_value(), By(NoteKind::Representation)));
    }
    let at = named(names, text)?;
    Some((members.get(at)?.value.to_value(), By(NoteKind::Sentence)))
}
