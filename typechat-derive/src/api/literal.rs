//! Literals as a model reads them.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

/// The value of a literal; `None` for what is computed.
pub(super) fn told(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) => Some(quoted(&text.value())),
            Lit::Char(letter) => Some(quoted(&letter.value().to_string())),
            Lit::Bool(value) => Some(value.value.to_string()),
            other => number(other),
        },
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => match &**expr {
            Expr::Lit(ExprLit { lit, .. }) => number(lit).map(|digits| format!("-{digits}")),
            _ => None,
        },
        Expr::Group(group) => told(&group.expr),
        Expr::Paren(paren) => told(&paren.expr),
        _ => None,
    }
}

fn number(lit: &Lit) -> Option<String> {
    match lit {
        Lit::Int(int) => Some(int.base10_digits().to_owned()),
        Lit::Float(float) => {
            let value: f64 = float.base10_parse().ok()?;
            Some(value.to_string())
        }
        _ => None,
    }
}

/// Rust's quotes are JSON's, but for control characters.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}
