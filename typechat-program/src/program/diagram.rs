//! A program as a picture of what flows where.

use std::{collections::HashSet, fmt::Write};

use super::{Call, Program};

/// The most characters of a step that a picture shows.
const WIDTH: usize = 60;

/// A value that flows from one step to another.
struct Flow {
    from: usize,
    to: usize,
    /// The part of it, when not all flows.
    part: String,
}

impl Program {
    /// The program as a Mermaid flowchart: a box for each step, an arrow for each result that
    /// another uses.
    ///
    /// ```
    /// # use typechat_program::Program;
    /// let program = Program::parse(
    ///     r#"{"@steps": [{"@func": "list"}, {"@func": "first", "@args": [{"@ref": 0}]}]}"#,
    /// )?;
    /// assert_eq!(
    ///     program.to_mermaid(),
    ///     "flowchart TD\n  step1[\"list()\"]\n  step2[\"first(step1)\"]\n  step1 --> step2\n",
    /// );
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    pub fn to_mermaid(&self) -> String {
        let mut out = String::from("flowchart TD\n");
        for (number, step) in self.steps.iter().enumerate() {
            let label = mermaid_text(&label(step));
            let _ = writeln!(out, "  step{}[\"{label}\"]", number + 1);
        }
        for Flow { from, to, part } in self.flows() {
            let label = match part.as_str() {
                "" => String::new(),
                part => format!("|\"{}\"|", mermaid_text(part)),
            };
            let _ = writeln!(out, "  step{} -->{label} step{}", from + 1, to + 1);
        }
        out
    }

    /// The program as a graph in the DOT language of Graphviz.
    ///
    /// ```
    /// # use typechat_program::Program;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "say", "@args": ["hi"]}]}"#)?;
    /// assert!(program.to_dot().contains(r#"step1 [label="say(\"hi\")"];"#));
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    pub fn to_dot(&self) -> String {
        self.dot(usize::MAX, usize::MAX)
    }

    /// The graph with at most so many steps, and one box for those left out, and so many arrows.
    pub(super) fn dot(&self, steps: usize, arrows: usize) -> String {
        let mut out = String::from("digraph program {\n  node [shape=box];\n");
        for (number, step) in self.steps.iter().enumerate().take(steps) {
            let label = dot_text(&label(step));
            let _ = writeln!(out, "  step{} [label=\"{label}\"];", number + 1);
        }
        if let Some(left @ 1..) = self.steps.len().checked_sub(steps) {
            let _ = writeln!(out, "  more [label=\"… and {left} more\"];");
            let _ = writeln!(out, "  step{steps} -> more;");
        }
        let flows = self.flows().into_iter();
        for Flow { from, to, part } in flows.filter(|flow| flow.to < steps).take(arrows) {
            let label = match part.as_str() {
                "" => String::new(),
                part => format!(" [label=\"{}\"]", dot_text(part)),
            };
            let _ = writeln!(out, "  step{} -> step{}{label};", from + 1, to + 1);
        }
        out + "}\n"
    }

    /// Every result that another step uses, each once.
    fn flows(&self) -> Vec<Flow> {
        let mut flows: Vec<Flow> = Vec::new();
        for (to, step) in self.steps.iter().enumerate() {
            let mut seen = HashSet::new();
            for (_, arg) in step.exprs() {
                arg.refs(&mut |reference| {
                    let (from, part) = (reference.step, &reference.path);
                    if seen.insert((from, part.clone())) {
                        let part = cut(part.clone());
                        flows.push(Flow { from, to, part });
                    }
                });
            }
        }
        flows
    }
}

fn label(step: &Call) -> String {
    cut(step.to_string())
}

fn cut(text: String) -> String {
    match text.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Text within quotes, with entities for what Mermaid would read.
fn mermaid_text(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' => out.push_str("#quot;"),
            '#' => out.push_str("#35;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '&' => out.push_str("#amp;"),
            '`' => out.push_str("#96;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn dot_text(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    clean.replace('\\', "\\\\").replace('"', "\\\"")
}
