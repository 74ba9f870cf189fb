//! From JSON to a program: what is no program is told, everything at once.

use serde_json::{Map, Value};

use super::{Arguments, Call, Expr, Program, Ref, index};
use crate::check::{Problem, ProblemCode as Code, Problems, Trail, brief, key};

/// Calls, lists and objects nest no deeper in the arguments of a step: whatever goes through
/// them uses the thread's stack.
const DEPTH: usize = 64;

/// What was read, whole or not.
pub(crate) struct Reading {
    pub(crate) program: Program,
    pub(crate) problems: Vec<Problem>,
}

pub(crate) fn read(value: &Value) -> Reading {
    let mut reader = Reader {
        problems: Problems::default(),
        step: 0,
        depth: 0,
    };
    let program = reader.program(value);
    let problems = reader.problems.finish();
    Reading { program, problems }
}

struct Reader {
    problems: Problems,
    /// The step that is being read: references lead to those before it.
    step: usize,
    depth: usize,
}

const SHAPE: &str = "a program is {\"@steps\": [{\"@func\": \"name\", \"@args\": […]}, …]}";

const BOTH: &str = "one object is a call or a reference, not both";

impl Reader {
    fn add(&mut self, code: Code, at: &Trail<'_>, text: impl FnOnce() -> String) {
        self.problems.add(|| Problem::new(code, at.path(), text()));
    }

    fn program(&mut self, value: &Value) -> Program {
        let root = Trail::root();
        let mut program = Program {
            steps: Vec::new(),
            cannot: Vec::new(),
        };
        let Value::Object(members) = value else {
            self.add(Code::Malformed, &root, || {
                format!("expected a program, found {}; {SHAPE}", brief(value))
            });
            return program;
        };
        for (name, member) in members {
            let at = root.key(name);
            match (name.as_str(), member) {
                ("@steps", Value::Array(steps)) => {
                    for (number, step) in steps.iter().enumerate() {
                        self.step = number;
                        program.steps.push(self.step(step, &at.index(number)));
                    }
                }
                ("@steps", other) => self.add(Code::Malformed, &at, || {
                    format!("expected a list of calls, found {}", brief(other))
                }),
                ("@cannot_translate", Value::Array(parts)) => {
                    for (number, part) in parts.iter().enumerate() {
                        match part {
                            Value::String(part) => program.cannot.push(part.clone()),
                            other => self.add(Code::Malformed, &at.index(number), || {
                                format!("expected a text, found {}", brief(other))
                            }),
                        }
                    }
                }
                ("@cannot_translate", other) => self.add(Code::Malformed, &at, || {
                    format!("expected a list of texts, found {}", brief(other))
                }),
                _ => self.add(Code::Malformed, &at, || {
                    "a program has only \"@steps\" and \"@cannot_translate\"".to_owned()
                }),
            }
        }
        let says_something = ["@steps", "@cannot_translate"];
        if !says_something
            .iter()
            .any(|name| members.contains_key(*name))
        {
            self.add(Code::Malformed, &root, || {
                format!("\"@steps\" is missing; {SHAPE}")
            });
        } else if program.steps.is_empty() && program.cannot.is_empty() && self.problems.is_empty()
        {
            self.add(Code::Malformed, &root, || {
                "the program is empty; it needs at least one step".to_owned()
            });
        }
        program
    }

    fn step(&mut self, value: &Value, at: &Trail<'_>) -> Call {
        match value {
            Value::Object(members) if members.contains_key("@func") => self.call(members, at),
            Value::Object(members) if members.contains_key("@ref") => {
                self.add(Code::Malformed, at, || {
                    "a step is a call, not a reference; the result of the last step is the \
                     program's"
                        .to_owned()
                });
                Call::invalid()
            }
            other => {
                self.add(Code::Malformed, at, || {
                    format!(
                        "expected a call, {{\"@func\": \"name\", \"@args\": […]}}, found {}",
                        brief(other)
                    )
                });
                Call::invalid()
            }
        }
    }

    fn call(&mut self, members: &Map<String, Value>, at: &Trail<'_>) -> Call {
        let mut call = Call::invalid();
        let mut args_are_known = true;
        for (name, member) in members {
            let at = at.key(name);
            match (name.as_str(), member) {
                ("@func", Value::String(name)) if !name.is_empty() => {
                    call.function.clone_from(name);
                }
                ("@func", other) => self.add(Code::Malformed, &at, || {
                    format!("expected the name of a function, found {}", brief(other))
                }),
                ("@args", Value::Array(args)) => {
                    let args = args.iter().enumerate();
                    let args = args.map(|(number, arg)| self.expr(arg, &at.index(number)));
                    call.args = Arguments::Listed(args.collect());
                }
                ("@args", Value::Object(args)) if !args.keys().any(|key| key.starts_with('@')) => {
                    let args = args.iter();
                    let args =
                        args.map(|(name, arg)| (name.clone(), self.expr(arg, &at.key(name))));
                    call.args = Arguments::Named(args.collect());
                }
                ("@args", other) => {
                    args_are_known = false;
                    let found = match other.as_object().map(|args| args.keys()) {
                        Some(mut keys) => keys.find(|key| key.starts_with('@')),
                        None => None,
                    };
                    let found = found.map(|found| format!("an object with {}", key(found)));
                    self.add(Code::Malformed, &at, || {
                        format!(
                            "expected a list of arguments, or an object of named ones, found {}",
                            found.unwrap_or_else(|| brief(other))
                        )
                    });
                }
                ("@ref" | "@path", _) => self.add(Code::BadRef, &at, || BOTH.to_owned()),
                _ => self.add(Code::Malformed, &at, || {
                    "a call has only \"@func\" and \"@args\"".to_owned()
                }),
            }
        }
        if !args_are_known {
            // Whether they are right for the function is no question.
            call.function.clear();
        }
        call
    }

    fn expr(&mut self, value: &Value, at: &Trail<'_>) -> Expr {
        if !(value.is_array() || value.is_object()) {
            return Expr::Constant(value.clone());
        }
        if self.depth == DEPTH {
            self.add(Code::Limit, at, || {
                format!("nested more than {DEPTH} deep; use a step of its own for a part of it")
            });
            return Expr::Invalid;
        }
        self.depth += 1;
        let expr = match value {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let items = items.map(|(number, item)| self.expr(item, &at.index(number)));
                list(items.collect())
            }
            Value::Object(members) => self.object(members, at),
            // Others were returned above.
            _ => Expr::Invalid,
        };
        self.depth -= 1;
        expr
    }

    fn object(&mut self, members: &Map<String, Value>, at: &Trail<'_>) -> Expr {
        if members.contains_key("@ref") {
            return self.reference(members, at);
        }
        if members.contains_key("@func") {
            return Expr::Call(Box::new(self.call(members, at)));
        }
        if let Some(name) = members.keys().find(|name| name.starts_with('@')) {
            self.add(Code::ArgType, at, || {
                format!(
                    "expected data, a call or a reference, found an object with {}; keys that \
                     begin with \"@\" are no data",
                    key(name)
                )
            });
            return Expr::Invalid;
        }
        let fields = members.iter();
        let fields = fields.map(|(name, field)| (name.clone(), self.expr(field, &at.key(name))));
        record(fields.collect())
    }

    fn reference(&mut self, members: &Map<String, Value>, at: &Trail<'_>) -> Expr {
        let current = self.step;
        let mut reference = Ref {
            step: 0,
            path: String::new(),
        };
        let mut is_whole = true;
        for (name, member) in members {
            let found = match (name.as_str(), member) {
                ("@ref", Value::Number(number)) => match index(number) {
                    Some(step) if step < current => {
                        reference.step = step;
                        continue;
                    }
                    _ if current == 0 => {
                        format!("there is no step before the first one, found {number}")
                    }
                    _ if current == 1 => {
                        format!("expected 0, the only earlier step, found {number}")
                    }
                    _ => format!(
                        "expected the number of an earlier step, from 0 to {}, found {number}",
                        current - 1
                    ),
                },
                ("@ref", other) => {
                    format!(
                        "expected the number of an earlier step, found {}",
                        brief(other)
                    )
                }
                ("@path", Value::String(path)) if path.is_empty() || path.starts_with('/') => {
                    reference.path.clone_from(path);
                    continue;
                }
                ("@path", other) => {
                    format!(
                        "expected a JSON Pointer such as \"/items/0\", found {}",
                        brief(other)
                    )
                }
                ("@func" | "@args", _) => BOTH.to_owned(),
                _ => format!(
                    "a reference has only \"@ref\" and \"@path\", found {}",
                    key(name)
                ),
            };
            let place = at.key(name);
            self.add(Code::BadRef, &place, || found);
            is_whole = false;
        }
        if is_whole {
            Expr::Ref(reference)
        } else {
            Expr::Invalid
        }
    }
}

impl Call {
    fn invalid() -> Self {
        Self {
            function: String::new(),
            args: Arguments::Listed(Vec::new()),
        }
    }
}

fn list(items: Vec<Expr>) -> Expr {
    if !items.iter().all(|item| matches!(item, Expr::Constant(_))) {
        return Expr::Array(items);
    }
    let values = items.into_iter().filter_map(|item| match item {
        Expr::Constant(value) => Some(value),
        _ => None,
    });
    Expr::Constant(values.collect())
}

fn record(fields: Vec<(String, Expr)>) -> Expr {
    if !fields
        .iter()
        .all(|(_, field)| matches!(field, Expr::Constant(_)))
    {
        return Expr::Object(fields);
    }
    let values = fields.into_iter().filter_map(|(name, field)| match field {
        Expr::Constant(value) => Some((name, value)),
        _ => None,
    });
    Expr::Constant(Value::Object(values.collect()))
}
