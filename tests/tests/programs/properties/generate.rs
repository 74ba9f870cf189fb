//! Random well-typed programs, and programs that are nearly so.

use proptest::{collection::vec, prelude::*};
use serde_json::{Map, Value, json};

use super::functions::{FUNCTIONS, Shape, Ty};

/// Choices that were made beforehand: a program is built of them, so that they shrink.
pub(super) struct Choices {
    made: Vec<u32>,
    at: usize,
}

impl Choices {
    /// A number below `most`; 0 when all choices are made.
    fn next(&mut self, most: usize) -> usize {
        self.at += 1;
        self.made.get(self.at - 1).map_or(0, |&made| made as usize) % most
    }
}

pub(super) fn choices() -> impl Strategy<Value = Vec<u32>> {
    vec(any::<u32>(), 1..80)
}

/// A program that the check takes.
pub(super) fn program(made: &[u32]) -> Value {
    let made = made.to_vec();
    let mut build = Build {
        choices: Choices { made, at: 0 },
        steps: Vec::new(),
    };
    let count = 1 + build.choices.next(6);
    let mut steps = Vec::new();
    for _ in 0..count {
        let function = &FUNCTIONS[build.choices.next(FUNCTIONS.len())];
        steps.push(build.call(function, 0));
        build.steps.push(function.result);
    }
    json!({ "@steps": steps })
}

struct Build {
    choices: Choices,
    /// The types of the results so far.
    steps: Vec<Ty>,
}

impl Build {
    fn call(&mut self, function: &Shape, depth: usize) -> Value {
        let args: Vec<Value> = function
            .params
            .iter()
            .map(|(_, ty)| self.expr(*ty, depth + 1))
            .collect();
        let names = function.params.iter().map(|(name, _)| (*name).to_owned());
        let mut named: Vec<(String, Value)> = names.zip(args.iter().cloned()).collect();
        let args = match self.choices.next(4) {
            0 => Value::Object(named.into_iter().collect()),
            1 => {
                named.reverse();
                Value::Object(named.into_iter().collect())
            }
            _ => Value::Array(args),
        };
        json!({ "@func": function.name, "@args": args })
    }

    fn expr(&mut self, ty: Ty, depth: usize) -> Value {
        match self.choices.next(if depth < 4 { 8 } else { 4 }) {
            0 | 1 => self.constant(ty),
            2 | 3 => self.reference(ty).unwrap_or_else(|| self.constant(ty)),
            4 | 5 => {
                let gives = |shape: &&Shape| shape.result == ty;
                let able: Vec<&Shape> = FUNCTIONS.iter().filter(gives).collect();
                let function = able[self.choices.next(able.len())];
                self.call(function, depth)
            }
            _ => self.structure(ty, depth),
        }
    }

    fn structure(&mut self, ty: Ty, depth: usize) -> Value {
        match ty {
            Ty::List => {
                let count = self.choices.next(4);
                (0..count).map(|_| self.expr(Ty::Int, depth + 1)).collect()
            }
            Ty::Point => {
                let x = self.expr(Ty::Int, depth + 1);
                json!({ "x": x, "y": self.expr(Ty::Float, depth + 1) })
            }
            Ty::Any => {
                json!({ "a": self.expr(Ty::Text, depth + 1), "b": [self.expr(Ty::Maybe, depth + 1)] })
            }
            Ty::Maybe => self.expr(Ty::Int, depth + 1),
            _ => self.constant(ty),
        }
    }

    fn constant(&mut self, ty: Ty) -> Value {
        let at = self.choices.next(6);
        match ty {
            Ty::Int => [
                json!(0),
                json!(7),
                json!(-3),
                json!(2.0),
                json!(i64::MAX),
                json!(12),
            ][at]
                .clone(),
            Ty::Float => [
                json!(0.5),
                json!(3),
                json!(-1.25),
                json!(1e200),
                json!(0),
                json!(-2),
            ][at]
                .clone(),
            Ty::Text => [
                json!(""),
                json!("a"),
                json!("é \"q\"\n"),
                json!("@ref"),
                json!("12"),
                json!("</b>"),
            ][at]
                .clone(),
            Ty::List => [
                json!([]),
                json!([1]),
                json!([1, 2.0, 3]),
                json!([7, 7]),
                json!([0]),
                json!([-1]),
            ][at]
                .clone(),
            Ty::Point => json!({ "x": at, "y": 0.5 }),
            Ty::Maybe => [
                json!(null),
                json!(7),
                json!(null),
                json!(0),
                json!(1),
                json!(2.0),
            ][at]
                .clone(),
            Ty::Any => [
                json!(null),
                json!([1.0, {}]),
                json!("t"),
                json!(5),
                json!(2.5),
                json!({ "x": 4 }),
            ][at]
                .clone(),
        }
    }

    /// A result, or a part of one, that may be of the type.
    fn reference(&mut self, ty: Ty) -> Option<Value> {
        let mut found = Vec::new();
        for (step, has) in self.steps.iter().enumerate() {
            if *has == ty || *has == Ty::Any || ty == Ty::Any || (*has, ty) == (Ty::Int, Ty::Maybe)
            {
                found.push(json!({ "@ref": step }));
            }
            match (has, ty) {
                // A number that may be whole, or the other way round.
                (Ty::Float, Ty::Int | Ty::Maybe) | (Ty::Int, Ty::Float) => {
                    found.push(json!({ "@ref": step }));
                }
                _ => {}
            }
            match (has, ty) {
                (Ty::Point, Ty::Int) | (Ty::Any, _) => {
                    found.push(json!({ "@ref": step, "@path": "/x" }));
                }
                (Ty::Point, Ty::Float) => found.push(json!({ "@ref": step, "@path": "/y" })),
                (Ty::List, Ty::Int | Ty::Float) => {
                    found.push(json!({ "@ref": step, "@path": "/1" }));
                }
                _ => {}
            }
        }
        if found.is_empty() {
            return None;
        }
        let at = self.choices.next(found.len());
        Some(found.swap_remove(at))
    }
}

/// Puts other values in the places of some, takes members away, and adds others.
pub(super) fn mutate(program: &mut Value, edits: &[(u32, u32)]) {
    for (place, kind) in edits {
        let mut pointers = Vec::new();
        places(program, String::new(), &mut pointers);
        let pointer = &pointers[*place as usize % pointers.len()];
        let target = program.pointer_mut(pointer).expect("it was just found");
        let junk = [
            json!(null),
            json!("junk"),
            json!(-1),
            json!(1e300),
            json!([]),
            json!({}),
            json!({ "@ref": 0 }),
            json!({ "@ref": 9 }),
            json!({ "@func": "nothing" }),
            json!({ "@ref": 0, "@path": "/x" }),
            json!({ "@x": 1 }),
            json!({ "@func": "add", "@args": [1] }),
            json!([{ "@ref": 0 }]),
            json!({ "x": { "@ref": 0 } }),
        ];
        let kind = *kind as usize;
        match (kind % 4, target) {
            (0, Value::Object(members)) if !members.is_empty() => {
                let name = members
                    .keys()
                    .nth(kind / 4 % members.len())
                    .cloned()
                    .unwrap_or_default();
                members.remove(&name);
            }
            (1, Value::Array(items)) => items.push(junk[kind / 4 % junk.len()].clone()),
            (1, Value::Object(members)) => {
                let name =
                    ["x", "@args", "@func", "@ref", "@path", "@steps", "@", "y/~"][kind / 4 % 8];
                members.insert(name.to_owned(), junk[kind / 32 % junk.len()].clone());
            }
            (_, target) => *target = junk[kind / 4 % junk.len()].clone(),
        }
    }
}

fn places(value: &Value, at: String, found: &mut Vec<String>) {
    let empty = Map::new();
    for (name, member) in value.as_object().unwrap_or(&empty) {
        let name = name.replace('~', "~0").replace('/', "~1");
        places(member, format!("{at}/{name}"), found);
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        places(item, format!("{at}/{number}"), found);
    }
    found.push(at);
}
