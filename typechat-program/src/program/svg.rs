//! A program as an SVG picture.

use layout::{
    backends::svg::SVGWriter,
    gv::{DotParser, GraphBuilder},
};

use super::Program;

impl Program {
    /// The program as an SVG picture, laid out by the crate `layout-rs`; of a long program, the
    /// first steps, since the layout of many takes long.
    ///
    /// ```
    /// # use typechat_program::Program;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "now"}]}"#)?;
    /// assert!(program.to_svg().contains("now()"));
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    pub fn to_svg(&self) -> String {
        if self.is_empty() {
            // `layout-rs` has no picture of nothing.
            return EMPTY.to_owned();
        }
        let dot = self.dot(STEPS, ARROWS);
        let Ok(graph) = DotParser::new(&dot).process() else {
            // What `to_dot` writes is DOT.
            return String::new();
        };
        let mut builder = GraphBuilder::new();
        builder.visit_graph(&graph);
        let mut writer = SVGWriter::new();
        builder.get().do_it(false, false, false, &mut writer);
        writer.finalize()
    }
}

/// The most steps and arrows that are laid out.
const STEPS: usize = 40;
const ARROWS: usize = 60;

const EMPTY: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"></svg>\n";
