//! Rules on a type: each asks for more than the type asks for itself, and nothing is given up.

use serde_json::Number;

use super::{GraphBuilder, Length, Literal, NumberRange, SchemaError, StringRules, Type};

/// Why a rule cannot be kept.
enum Mistake {
    /// It says nothing about such a type, or cannot stand beside what the type has.
    Found(String),
    /// No value is left.
    Empty(String),
}

/// A rule by name, and what it does; `None` when it may be about the types within.
struct Rule<'a> {
    name: &'static str,
    /// Whether it is about the items of a list.
    is_of_items: bool,
    apply: &'a dyn Fn(&mut Type) -> Option<Result<(), Mistake>>,
}

impl GraphBuilder {
    /// Gives rules to the type of a member, which errors then name.
    pub fn member(&mut self, name: &str, rules: impl FnOnce(&mut Self) -> Type) -> Type {
        let outer = self.member.replace(name.to_owned());
        let ty = rules(self);
        self.member = outer;
        ty
    }

    /// Narrows the numbers of a type: those of an optional and of a list's items, too.
    pub fn range(&mut self, ty: Type, range: &NumberRange) -> Type {
        self.constrained(ty, "range", true, &|ty| {
            let empty = match ty {
                Type::Integer(own) => {
                    *own = own.within(range);
                    excluded(own).or_else(|| without_integers(own))
                }
                Type::Number(own) => {
                    *own = own.within(range);
                    excluded(own)
                }
                _ => return None,
            };
            Some(empty.map_or(Ok(()), |why| Err(Mistake::Empty(why))))
        })
    }

    /// Narrows the length of a string, a list or a map.
    pub fn length(&mut self, ty: Type, length: Length) -> Type {
        self.constrained(ty, "length", false, &|ty| {
            let own = match ty {
                Type::String(rules) => &mut rules.length,
                Type::Array(array) => &mut array.length,
                Type::Map(map) => &mut map.length,
                _ => return None,
            };
            *own = own.within(length);
            Some(match (own.min, own.max) {
                (Some(min), Some(max)) if min > max => Err(Mistake::Empty(excluding(
                    &format!("at least {min}"),
                    &format!("at most {max}"),
                ))),
                _ => Ok(()),
            })
        })
    }

    /// Wants a string to match a regular expression: that of an optional and those of a list,
    /// too.
    pub fn pattern(&mut self, ty: Type, pattern: &str) -> Type {
        self.constrained(ty, "pattern", true, &|ty| match ty {
            Type::String(rules) => Some(only(&mut rules.pattern, pattern, "pattern")),
            _ => None,
        })
    }

    /// Wants a string to have a format: that of an optional and those of a list, too.
    pub fn format(&mut self, ty: Type, format: &str) -> Type {
        self.constrained(ty, "format", true, &|ty| match ty {
            Type::String(rules) => Some(only(&mut rules.format, format, "format")),
            _ => None,
        })
    }

    /// Puts another type in the place of a string: a list of words.
    pub fn vocabulary(&mut self, ty: Type, words: &Type) -> Type {
        self.constrained(ty, "vocab", true, &|ty| {
            let Type::String(rules) = ty else {
                return None;
            };
            if let Some(given_up) = given_up(rules, words) {
                return Some(Err(already(given_up)));
            }
            ty.clone_from(words);
            Some(Ok(()))
        })
    }

    fn constrained(
        &mut self,
        ty: Type,
        name: &'static str,
        is_of_items: bool,
        apply: &dyn Fn(&mut Type) -> Option<Result<(), Mistake>>,
    ) -> Type {
        let rule = Rule {
            name,
            is_of_items,
            apply,
        };
        let mistake = match self.narrowed(ty, &rule) {
            Ok(ty) => return ty,
            Err(mistake) => mistake,
        };
        let (owner, member) = (self.owner(), self.member.clone());
        let rule = rule.name;
        self.fail(match mistake {
            Mistake::Found(found) => SchemaError::Rule {
                owner,
                member,
                rule,
                found,
            },
            Mistake::Empty(why) => SchemaError::EmptyRule {
                owner,
                member,
                rule,
                why,
            },
        });
        // With an error, no graph comes of it.
        Type::Any
    }

    fn narrowed(&self, mut ty: Type, rule: &Rule<'_>) -> Result<Type, Mistake> {
        // A rule on a member is not one on the named type, so the name is given up.
        while let Type::Ref(id) = ty {
            ty = self.defs[id.0].ty.clone();
        }
        if let Some(applied) = (rule.apply)(&mut ty) {
            return applied.map(|()| ty);
        }
        match ty {
            Type::Nullable(inner) => Ok(Type::Nullable(Box::new(self.narrowed(*inner, rule)?))),
            Type::Array(mut array) if rule.is_of_items => {
                *array.items = self.narrowed(*array.items, rule)?;
                Ok(Type::Array(array))
            }
            Type::Union(branches) => {
                let mut left = Vec::new();
                let mut empty = None;
                for mut branch in branches {
                    match self.narrowed(branch.ty, rule) {
                        Ok(ty) => {
                            branch.ty = ty;
                            left.push(branch);
                        }
                        // The others are left.
                        Err(mistake @ Mistake::Empty(_)) => empty = Some(mistake),
                        Err(mistake) => return Err(mistake),
                    }
                }
                match empty {
                    Some(mistake) if left.is_empty() => Err(mistake),
                    Some(_) => Ok(Type::union(left)),
                    None => Ok(Type::Union(left)),
                }
            }
            other => Err(Mistake::Found(words(&other).to_owned())),
        }
    }
}

/// Sets what there can be only one of.
fn only(slot: &mut Option<String>, value: &str, what: &str) -> Result<(), Mistake> {
    match slot {
        Some(own) if own != value => Err(already(what)),
        _ => {
            *slot = Some(value.to_owned());
            Ok(())
        }
    }
}

fn already(what: &str) -> Mistake {
    Mistake::Found(format!("a string that has a {what} already"))
}

/// What would no longer be asked of a string if it were one of these words.
fn given_up(rules: &StringRules, words: &Type) -> Option<&'static str> {
    if rules.pattern.is_some() {
        return Some("pattern");
    }
    if rules.format.is_some() {
        return Some("format");
    }
    // Words that are known can be counted.
    let keeps = match words {
        Type::Enum(members) => members.iter().all(|member| match &member.value {
            Literal::String(word) => rules.length.holds(word.chars().count()),
            _ => true,
        }),
        _ => rules.length.is_open(),
    };
    (!keeps).then_some("length")
}

fn excluded(range: &NumberRange) -> Option<String> {
    range.excluded().map(|(low, high)| excluding(&low, &high))
}

/// Between fractions there may be no integer, though there are numbers.
fn without_integers(range: &NumberRange) -> Option<String> {
    let minimum = range.minimum.as_ref()?;
    let low = minimum.as_f64()?.ceil();
    let most = |bound: &Number| Some((bound.as_f64()?.floor(), format!("at most {bound}")));
    let below = |bound: &Number| Some((bound.as_f64()?.ceil() - 1.0, format!("below {bound}")));
    let highs = [
        range.maximum.as_ref().and_then(most),
        range.exclusive_maximum.as_ref().and_then(below),
    ];
    let (_, high) = highs.into_iter().flatten().find(|(high, _)| low > *high)?;
    Some(format!("no integer is at least {minimum} and {high}"))
}

fn excluding(low: &str, high: &str) -> String {
    format!("{low} and {high} exclude each other")
}

fn words(ty: &Type) -> &'static str {
    match ty {
        Type::Null => "`null`",
        Type::Boolean => "a boolean",
        Type::String(_) => "a string",
        Type::Integer(_) | Type::Number(_) => "a number",
        Type::Enum(_) => "a list of constants",
        Type::Vocabulary(_) => "a list of words",
        Type::Array(_) | Type::Tuple(_) => "a list",
        Type::Object(_) => "an object",
        Type::Map(_) => "a map",
        Type::Guarded(_) => "a type with rules of another schema",
        Type::Any | Type::Nullable(_) | Type::Union(_) | Type::Ref(_) => "any value",
    }
}
