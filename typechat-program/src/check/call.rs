//! One call: the function, its arguments, its result.

use typechat::{
    reply::{Path, nearest_names},
    schema::{Presence, Type},
};

use super::{
    Checker,
    fit::{Absence, Fitted},
    node::{Node, Source, Types},
    problem::{Problem, ProblemCode, key},
    project::project,
    trail::Trail,
};
use crate::{
    api::Signature,
    lower::{Arg, Made, Op},
    program::{Arguments, Call, Expr, Ref},
    value::Slot,
};

/// The most functions that a message lists.
const LISTED: usize = 12;

impl<'a> Checker<'a> {
    /// Checks a call and the calls within it. Returns the call's place in the order of
    /// execution and the type of its result, or nothing when it has problems.
    pub(super) fn call(
        &mut self,
        call: &'a Call,
        at: &Trail<'_>,
        is_step: bool,
    ) -> Option<(usize, &'a Type)> {
        let args_at = at.key("@args");
        // Calls within are made first, as they are written, whatever becomes of this one.
        let nodes: Vec<Node<'a>> = match &call.args {
            Arguments::Listed(args) => {
                let args = args.iter().enumerate();
                args.map(|(number, arg)| self.node(arg, &args_at.index(number)))
                    .collect()
            }
            Arguments::Named(args) => args
                .iter()
                .map(|(name, arg)| self.node(arg, &args_at.key(name)))
                .collect(),
        };
        // A call without a name was told while it was read.
        if call.function.is_empty() {
            return None;
        }
        let Some(index) = self.api.find(&call.function) else {
            self.unknown_function(&call.function, at);
            return None;
        };
        let api = self.api;
        let signature = &api.entry(index).signature;
        let places = self.places(call, signature, &nodes, at)?;
        let first = self.lowering.args.len();
        let first_made = self.lowering.made.len();
        let mut is_whole = true;
        for (number, param) in signature.params().iter().enumerate() {
            let Some(node) = places.get(number).copied().flatten() else {
                self.lowering.constant(Slot::ABSENT);
                continue;
            };
            let node = &nodes[node];
            let absence = match param.presence {
                Presence::Optional => Absence::Argument,
                Presence::Required => Absence::No,
            };
            let place = match &call.args {
                Arguments::Listed(_) => args_at.index(number),
                Arguments::Named(_) => args_at.key(&param.name),
            };
            let mut fitted = Fitted::default();
            self.fit(node, &param.ty, absence, &place, &mut fitted);
            let is_checked = !fitted.deferred.is_empty();
            self.deferred.append(&mut fitted.deferred);
            if !fitted.problems.is_empty() {
                is_whole = false;
                let line = api.line(signature);
                self.problems.append(fitted.problems, |problem| {
                    let signature = Some(line.clone());
                    Problem {
                        signature,
                        ..problem
                    }
                });
                continue;
            }
            is_whole &= !matches!(node, Node::Unknown);
            let made_before = self.lowering.made.len() - first_made;
            is_whole &= self.argument(node, (signature, number), is_checked, made_before, &place);
        }
        if !is_whole {
            return None;
        }
        let op = self.lowering.op(Op {
            function: index,
            step: self.step,
            path: (!is_step).then(|| at.path()),
            args: first..self.lowering.args.len(),
            made: first_made..self.lowering.made.len(),
        });
        Some((op, signature.result()))
    }

    /// Lowers an argument that fits; `false` when the parameter's own type refuses it.
    fn argument(
        &mut self,
        node: &Node<'a>,
        (signature, number): (&Signature, usize),
        is_checked: bool,
        made: usize,
        at: &Trail<'_>,
    ) -> bool {
        match node {
            Node::Constant(value) => {
                let param = &signature.params()[number];
                let is_left_out = value.is_null()
                    && param.presence == Presence::Optional
                    && !self.api.inner.judge.fits(&param.ty, value);
                if is_left_out {
                    self.lowering.constant(Slot::ABSENT);
                    return true;
                }
                match signature.prepare(number)(value) {
                    Ok(slot) => self.lowering.constant(slot),
                    Err(why) => {
                        let line = Some(self.api.line(signature));
                        self.problems.add(|| Problem {
                            signature: line,
                            ..Problem::new(ProblemCode::ArgType, at.path(), why)
                        });
                        return false;
                    }
                }
            }
            Node::Source(source)
                if !is_checked && self.is_native(source, &signature.params()[number].ty) =>
            {
                self.lowering.args.push(Arg::Slot(source.op));
            }
            other => {
                self.lowering.args.push(Arg::Made(made));
                self.lowering.made.push(Made {
                    template: other.template(),
                    param: number,
                    is_checked,
                });
            }
        }
        true
    }

    /// Whether a result is passed on as it is: the same type in Rust, or a scalar. Others are
    /// written as JSON and read again.
    fn is_native(&self, source: &Source<'_>, to: &Type) -> bool {
        let &[from] = source.types.all() else {
            return false;
        };
        let inner = match from {
            Type::Nullable(inner) => inner,
            other => other,
        };
        let is_scalar = matches!(
            self.api.graph().resolve(from),
            Type::Null
                | Type::Boolean
                | Type::String(_)
                | Type::Integer(_)
                | Type::Number(_)
                | Type::Enum(_)
                | Type::Vocabulary(_)
        );
        source.path.is_empty() && (is_scalar || from == to || inner == to || *to == Type::Any)
    }

    /// Which node is the argument of which parameter; nothing when they do not go together.
    fn places(
        &mut self,
        call: &Call,
        signature: &Signature,
        nodes: &[Node<'a>],
        at: &Trail<'_>,
    ) -> Option<Vec<Option<usize>>> {
        let params = signature.params();
        let line = || self.api.line(signature);
        match &call.args {
            Arguments::Listed(_) => {
                let (found, required) = (nodes.len(), signature.required());
                // Optional parameters may stand before required ones.
                let is_short = params
                    .iter()
                    .skip(found)
                    .any(|p| p.presence == Presence::Required);
                if found <= params.len() && !is_short {
                    return Some((0..found).map(Some).collect());
                }
                let (line, path) = (line(), at.path());
                let takes = if required == params.len() {
                    plural(required, "argument")
                } else {
                    format!("{required} to {}", plural(params.len(), "argument"))
                };
                self.problems.add(|| Problem {
                    expected: Some(takes.clone()),
                    found: Some(found.to_string()),
                    signature: Some(line.clone()),
                    ..Problem::new(
                        ProblemCode::Arity,
                        path,
                        format!("{line} takes {takes}, found {found}"),
                    )
                });
                None
            }
            Arguments::Named(args) => {
                let mut places = vec![None; params.len()];
                let mut is_whole = true;
                for (node, (name, _)) in args.iter().enumerate() {
                    if let Some(place) = params.iter().position(|param| param.name == *name) {
                        places[place] = Some(node);
                        continue;
                    }
                    is_whole = false;
                    let names: Vec<String> = params.iter().map(|p| p.name.clone()).collect();
                    let nearest = nearest_names(name, &names);
                    let (line, path) = (line(), at.key("@args").key(name).path());
                    let text = format!("{line} has no parameter {}", key(name));
                    self.arity(path, line, text, &nearest);
                }
                let missing: Vec<String> = params
                    .iter()
                    .zip(&places)
                    .filter(|(param, place)| {
                        place.is_none() && param.presence == Presence::Required
                    })
                    .map(|(param, _)| key(&param.name))
                    .collect();
                if !missing.is_empty() {
                    is_whole = false;
                    let (line, path) = (self.api.line(signature), at.path());
                    let text = format!("{line} lacks the argument {}", missing.join(", "));
                    self.arity(path, line, text, &[]);
                }
                is_whole.then_some(places)
            }
        }
    }

    fn arity(&mut self, path: Path, line: String, text: String, nearest: &[String]) {
        self.problems.add(|| {
            let problem = Problem::new(ProblemCode::Arity, path, text).hint(nearest);
            let signature = Some(line);
            Problem {
                signature,
                ..problem
            }
        });
    }

    fn unknown_function(&mut self, name: &str, at: &Trail<'_>) {
        let api = self.api;
        self.problems.add(|| {
            let names: Vec<String> = api.signatures().map(|s| s.name().to_owned()).collect();
            let nearest = nearest_names(name, &names);
            let mut text = format!("there is no function {}", key(name));
            if nearest.is_empty() && names.len() <= LISTED {
                text = format!("{text}; there are {}", names.join(", "));
            }
            let path = at.key("@func").path();
            Problem::new(ProblemCode::UnknownFunction, path, text).hint(&nearest)
        });
    }

    /// An argument with its calls and references resolved.
    fn node(&mut self, expr: &'a Expr, at: &Trail<'_>) -> Node<'a> {
        match expr {
            Expr::Constant(value) => Node::Constant(value),
            Expr::Invalid => Node::Unknown,
            Expr::Array(items) => {
                let items = items.iter().enumerate();
                Node::Array(
                    items
                        .map(|(number, item)| self.node(item, &at.index(number)))
                        .collect(),
                )
            }
            Expr::Object(fields) => {
                let field = |(name, field): &'a (String, Expr)| {
                    (name.as_str(), self.node(field, &at.key(name)))
                };
                Node::Object(fields.iter().map(field).collect())
            }
            Expr::Call(call) => match self.call(call, at, false) {
                None => Node::Unknown,
                Some((op, ty)) => Node::Source(Source {
                    op,
                    path: "",
                    types: Types::One([ty]),
                    may_be_absent: false,
                    deferred: None,
                }),
            },
            Expr::Ref(reference) => self.reference(reference, at),
        }
    }

    fn reference(&mut self, reference: &'a Ref, at: &Trail<'_>) -> Node<'a> {
        // Only earlier steps are referred to; that was seen to when it was read.
        let Some((op, ty)) = self.results.get(reference.step).copied().flatten() else {
            return Node::Unknown;
        };
        let mut source = Source {
            op,
            path: &reference.path,
            types: Types::One([ty]),
            may_be_absent: false,
            deferred: None,
        };
        if !reference.path.is_empty() {
            match project(self.api.graph(), ty, &reference.path) {
                Ok(part) => {
                    source.types = Types::Many(part.types);
                    source.may_be_absent = part.may_be_absent;
                    source.deferred = part.deferred;
                }
                Err(why) => {
                    let path = at.key("@path").path();
                    self.problems
                        .add(|| Problem::new(ProblemCode::BadRef, path, why));
                    return Node::Unknown;
                }
            }
        }
        Node::Source(source)
    }
}

fn plural(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
