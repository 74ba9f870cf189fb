//! Functions over the types of a graph, as a TypeScript interface.

use std::fmt::Write;

use super::{
    Rendering, WIDTH,
    printer::Printer,
    words::{comment, key, literal, with_rule},
};
use crate::schema::{Field, Presence, Type, TypeGraph};

/// A function as an interface shows it; its types belong to the graph.
#[derive(Debug, Clone, Copy)]
pub struct Method<'a> {
    name: &'a str,
    docs: &'a str,
    params: &'a [Field],
    returns: &'a Type,
}

impl<'a> Method<'a> {
    /// A function by name and documentation, its parameters in order, and what it returns.
    pub fn new(name: &'a str, docs: &'a str, params: &'a [Field], returns: &'a Type) -> Self {
        Self {
            name,
            docs,
            params,
            returns,
        }
    }
}

impl TypeGraph {
    /// An interface with these functions, and the named types that they use. Parameters that
    /// have something said about them are told in the comment of their function.
    ///
    /// ```
    /// use typechat::{Schema, schema::{GraphBuilder, Method, Type}};
    ///
    /// let mut builder = GraphBuilder::default();
    /// let x = f64::describe(&mut builder).into_member("x", "", false);
    /// let graph = builder.finish(Type::tuple(vec![x.ty.clone()]))?;
    /// let params = [x];
    /// let methods = [Method::new("sqrt", "Square root.", &params, &Type::Null)];
    /// assert_eq!(
    ///     graph.to_typescript_interface("Api", "", &methods),
    ///     "interface Api {\n  // Square root.\n  sqrt(x: number): void;\n}\n",
    /// );
    /// # Ok::<(), typechat::schema::SchemaError>(())
    /// ```
    pub fn to_typescript_interface(
        &self,
        name: &str,
        docs: &str,
        methods: &[Method<'_>],
    ) -> String {
        let mut printer = Printer::new(self, true, Rendering::default());
        let mut out = comment(docs, 0);
        let _ = writeln!(out, "interface {name} {{");
        for method in methods {
            out.push_str(&comment(&printer.said(method), 1));
            let _ = writeln!(out, "  {};", printer.method(method, 1));
        }
        out.push_str("}\n");
        printer.definitions(&mut out);
        out
    }

    /// A function on one line, for messages: `add(x: number, y?: number): number`.
    ///
    /// ```
    /// use typechat::schema::{Method, Type, TypeGraph};
    /// let graph = TypeGraph::of::<bool>();
    /// let method = Method::new("now", "", &[], &Type::Boolean);
    /// assert_eq!(graph.signature(&method), "now(): boolean");
    /// ```
    pub fn signature(&self, method: &Method<'_>) -> String {
        Printer::new(self, false, Rendering::default()).method(method, 0)
    }
}

impl Printer<'_> {
    fn method(&mut self, method: &Method<'_>, indent: usize) -> String {
        let is_required = |param: &Field| param.presence == Presence::Required;
        let least = method.params.iter().rposition(is_required);
        let comments = self.comments;
        let param = |(number, param): (usize, &Field)| {
            let ty = self.free(&param.ty, indent + 1);
            let gap = if ty.starts_with('\n') { "" } else { " " };
            // TypeScript has optional parameters only at the end.
            let (mark, end) = match param.presence {
                Presence::Required => ("", ""),
                Presence::Optional if least.is_some_and(|least| number < least) => {
                    ("", " | undefined")
                }
                Presence::Optional => ("?", ""),
            };
            // A message calls it as named arguments do.
            let name = if comments {
                parameter(&param.name)
            } else {
                key(&param.name)
            };
            format!("{name}{mark}:{gap}{ty}{end}")
        };
        let params: Vec<String> = method.params.iter().enumerate().map(param).collect();
        let returns = match self.graph.resolve(method.returns) {
            Type::Null => "void".to_owned(),
            _ => self.free(method.returns, indent),
        };
        let name = key(method.name);
        let width: usize = params.iter().map(|param| param.len() + 2).sum();
        if self.comments && width + name.len() + returns.len() > WIDTH {
            let pad = "  ".repeat(indent + 1);
            let lines = params.join(&format!(",\n{pad}"));
            let end = "  ".repeat(indent);
            return format!("{name}(\n{pad}{lines},\n{end}): {returns}");
        }
        format!("{name}({}): {returns}", params.join(", "))
    }

    /// What is said about a function: its documentation, then a line for each parameter, and one
    /// for what it returns, as far as there is something to say.
    fn said(&self, method: &Method<'_>) -> String {
        let mut out = method.docs.to_owned();
        let mut line = |name: &str, words: String| {
            if !words.is_empty() {
                let gap = if out.is_empty() { "" } else { "\n" };
                let _ = write!(out, "{gap}{name}: {}", words.replace('\n', " "));
            }
        };
        for param in method.params {
            let name = parameter(&param.name);
            let mut words = with_rule(&param.docs, self.rule(&param.ty));
            if name != param.name {
                let gap = if words.is_empty() { "" } else { "; " };
                let _ = write!(
                    words,
                    "{gap}as a named argument: {}",
                    literal(&(*param.name).into())
                );
            }
            line(&name, words);
        }
        line("returns", with_rule("", self.rule(method.returns)));
        out
    }
}

/// A parameter's name as TypeScript allows it: those of members may be quoted, these not.
fn parameter(name: &str) -> String {
    let allowed = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '$') {
            c
        } else {
            '_'
        }
    };
    let mut clean: String = name.chars().map(allowed).collect();
    if clean.is_empty() || clean.starts_with(|c: char| c.is_ascii_digit()) {
        clean.insert(0, '_');
    }
    if RESERVED.contains(&clean.as_str()) {
        clean.push('_');
    }
    clean
}

/// The words that ECMAScript (ECMA-262, 12.7.2) and its strict mode reserve.
const RESERVED: [&str; 48] = [
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
];
