//! Shapes as a grammar: which bytes may come next.
//!
//! The layout is one line, with a space after commas and colons: what models write by
//! themselves, and in pieces that are forced. Members come in the order of the schema. How many
//! items there are, the bounds of numbers and that names and items differ is not in the grammar:
//! the walk refuses what breaks that.

use std::{error::Error, sync::Arc};

use llguidance::{
    api::GrammarInit,
    derivre::{JsonQuoteOptions, RegexAst},
    earley::{Grammar, SymIdx, SymbolProps, lexerspec::LexerSpec},
};

use super::shape::{Array, Id, Object, Shape, Shapes};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const COMMA: &str = ", ";
const COLON: &str = ": ";
/// Arrays of so many items at most are written out item by item.
const WRITTEN_OUT: usize = 16;
/// So many names are kept from standing among the free ones.
const NAMES_APART: usize = 64;

pub(super) fn write(shapes: &Arc<Shapes>) -> Result<GrammarInit> {
    let mut lexer = LexerSpec::new()?;
    lexer.setup_lexeme_class(RegexAst::NoMatch)?;
    let mut writer = Writer {
        shapes,
        grammar: Grammar::new(None),
        lexer,
        symbols: vec![None; shapes.count()],
        waiting: Vec::new(),
    };
    let start = writer.grammar.fresh_symbol_ext(
        "start",
        SymbolProps {
            is_start: true,
            ..SymbolProps::default()
        },
    );
    let root = writer.symbol(shapes.root);
    writer.grammar.add_rule(start, vec![root])?;
    while let Some((id, symbol)) = writer.waiting.pop() {
        writer.shape(id, symbol)?;
    }
    Ok(GrammarInit::Internal(writer.grammar, writer.lexer))
}

struct Writer<'a> {
    shapes: &'a Arc<Shapes>,
    grammar: Grammar,
    lexer: LexerSpec,
    symbols: Vec<Option<SymIdx>>,
    waiting: Vec<(Id, SymIdx)>,
}

impl Writer<'_> {
    /// The symbol of a shape; its rules are written later.
    fn symbol(&mut self, id: Id) -> SymIdx {
        if let Some(symbol) = self.symbols[id] {
            return symbol;
        }
        let symbol = self.fresh();
        self.symbols[id] = Some(symbol);
        self.waiting.push((id, symbol));
        symbol
    }

    fn fresh(&mut self) -> SymIdx {
        self.grammar.fresh_symbol_ext("s", SymbolProps::default())
    }

    fn terminal(&mut self, ast: RegexAst) -> Result<SymIdx> {
        let symbol = self.fresh();
        let lexeme = self
            .lexer
            .add_greedy_lexeme(String::new(), ast, false, None, usize::MAX)?;
        self.grammar.make_terminal(symbol, lexeme, &self.lexer)?;
        Ok(symbol)
    }

    fn literal(&mut self, text: &str) -> Result<SymIdx> {
        self.terminal(RegexAst::Literal(text.to_owned()))
    }

    fn shape(&mut self, id: Id, symbol: SymIdx) -> Result<()> {
        let mut scalars = Vec::new();
        let all = Arc::clone(self.shapes);
        for id in all.concrete(id) {
            // What has no value is left out.
            if all.least(*id).is_none() {
                continue;
            }
            match all.get(*id) {
                Shape::Union(_) => {}
                Shape::Literals(texts) => {
                    scalars.extend(texts.iter().map(|text| RegexAst::Literal(text.clone())));
                }
                Shape::Number(number) => scalars.push(RegexAst::Regex(number.pattern())),
                Shape::Text(text) => scalars.push(quoted(text.regex())),
                Shape::Array(array) => self.array(array, symbol)?,
                Shape::Object(object) => self.object(object, symbol)?,
            }
        }
        if !scalars.is_empty() {
            let scalar = self.terminal(RegexAst::Or(scalars))?;
            self.grammar.add_rule(symbol, vec![scalar])?;
        }
        Ok(())
    }

    fn array(&mut self, array: &Array, symbol: SymIdx) -> Result<()> {
        let (open, close) = (self.literal("[")?, self.literal("]")?);
        let comma = self.literal(COMMA)?;
        if array.min == 0 {
            self.grammar.add_rule(symbol, vec![open, close])?;
        }
        let has_value = |id: &Id| self.shapes.least(*id).is_some();
        let rest = array.rest.filter(has_value);
        let mut first: Vec<Id> = array.first.iter().copied().take_while(has_value).collect();
        first.truncate(array.max);
        let broken = first.len() < array.first.len().min(array.max);
        let mut rest = rest.filter(|_| !broken);
        if let Some(item) = rest.filter(|_| array.max <= WRITTEN_OUT) {
            first.resize(array.max, item);
            rest = None;
        }
        // From the last item to the first: what may follow once so many items are there.
        let mut next: Option<SymIdx> = match rest {
            Some(item) => {
                let item = self.symbol(item);
                let list = self.fresh();
                self.grammar.add_rule(list, vec![item])?;
                self.grammar.add_rule(list, vec![list, comma, item])?;
                Some(list)
            }
            None => None,
        };
        let mut ends = rest.is_some();
        for (at, item) in first.iter().enumerate().rev() {
            let item = self.symbol(*item);
            let items = self.fresh();
            if at + 1 >= array.min {
                self.grammar.add_rule(items, vec![item])?;
                ends = true;
            }
            if let Some(next) = next {
                self.grammar.add_rule(items, vec![item, comma, next])?;
            }
            next = Some(items);
        }
        if let Some(items) = next.filter(|_| ends) {
            self.grammar.add_rule(symbol, vec![open, items, close])?;
        }
        Ok(())
    }

    fn object(&mut self, object: &Object, symbol: SymIdx) -> Result<()> {
        let (open, close) = (self.literal("{")?, self.literal("}")?);
        let (comma, colon) = (self.literal(COMMA)?, self.literal(COLON)?);
        // From the last member to the first: what may come when none is written yet, and what
        // when one is.
        let mut first = vec![vec![close]];
        let mut later = vec![vec![close]];
        if let Some(rest) = object
            .rest
            .as_ref()
            .filter(|r| self.shapes.least(r.shape).is_some())
        {
            let name = self.free_name(object, rest.names.regex())?;
            let value = self.symbol(rest.shape);
            let list = self.fresh();
            self.grammar.add_rule(list, vec![name, colon, value])?;
            self.grammar
                .add_rule(list, vec![list, comma, name, colon, value])?;
            first.push(vec![list, close]);
            later.push(vec![comma, list, close]);
        }
        let mut begin = self.choice(first)?;
        let mut follow = self.choice(later)?;
        for member in object.members.iter().rev() {
            if self.shapes.least(member.shape).is_none() {
                continue;
            }
            let name = self.literal(&member.name)?;
            let value = self.symbol(member.shape);
            let mut first = vec![vec![name, colon, value, follow]];
            let mut later = vec![vec![comma, name, colon, value, follow]];
            if !member.required {
                first.push(vec![begin]);
                later.push(vec![follow]);
            }
            begin = self.choice(first)?;
            follow = self.choice(later)?;
        }
        self.grammar.add_rule(symbol, vec![open, begin])?;
        Ok(())
    }

    fn choice(&mut self, rules: Vec<Vec<SymIdx>>) -> Result<SymIdx> {
        let symbol = self.fresh();
        for rule in rules {
            self.grammar.add_rule(symbol, rule)?;
        }
        Ok(symbol)
    }

    fn free_name(&mut self, object: &Object, names: RegexAst) -> Result<SymIdx> {
        let free = quoted(names);
        if object.members.is_empty() || object.members.len() > NAMES_APART {
            return self.terminal(free);
        }
        let members = object.members.iter();
        let taken = members
            .map(|member| RegexAst::Literal(member.name.clone()))
            .collect();
        let others = RegexAst::Not(Box::new(RegexAst::Or(taken)));
        self.terminal(RegexAst::And(vec![free, others]))
    }
}

/// The JSON string of a text: without `\u`, of which models lose count.
fn quoted(text: RegexAst) -> RegexAst {
    RegexAst::JsonQuote(
        Box::new(text),
        JsonQuoteOptions {
            allowed_escapes: "nrt\\\"".to_owned(),
            raw_mode: false,
        },
    )
}
