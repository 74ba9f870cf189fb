//! Ranges of numbers: `1..=5`, `1..`, `..=5`, `0.0..1.0`; for lengths a number alone, too.

use std::cmp::Ordering;

use syn::{
    Error, Expr, ExprLit, ExprRange, ExprUnary, Lit, RangeLimits, Result, UnOp,
    meta::ParseNestedMeta,
};

use crate::ast::Bound;

/// What the numbers are about.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Of {
    Range,
    Length,
}

pub(super) fn range(meta: &ParseNestedMeta<'_>, of: Of) -> Result<(Bound, Bound)> {
    let expr: Expr = meta.value()?.parse()?;
    let (from, to) = read(&expr, of)?;
    if is_empty(&from, &to, of) {
        return Err(Error::new_spanned(
            &expr,
            "nothing is in this range: write the lesser bound first, and `..=` when the end \
             belongs to it",
        ));
    }
    Ok((from, to))
}

fn read(expr: &Expr, of: Of) -> Result<(Bound, Bound)> {
    let wrong = || {
        let message = match of {
            Of::Length => "`length` takes a range of numbers, such as `1..=20` or `3`",
            Of::Range => "`range` takes a range of numbers, such as `1..=5` or `0.0..1.0`",
        };
        Error::new_spanned(expr, message)
    };
    let bound = |end: &Expr, is_exclusive| {
        let value = number(end).ok_or_else(wrong)?;
        if of == Of::Length {
            if !value.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(wrong());
            }
            if value.parse::<u64>().is_err() {
                let message = format!("no length is beyond {}: leave this end open", u64::MAX);
                return Err(Error::new_spanned(end, message));
            }
        }
        Ok(Bound {
            value: Some(value),
            is_exclusive,
        })
    };
    let optional = |end: Option<&Expr>, is_exclusive| {
        let end = end.map(|end| bound(end, is_exclusive)).transpose()?;
        Ok::<Bound, Error>(end.unwrap_or_default())
    };
    match expr {
        Expr::Range(ExprRange {
            start, limits, end, ..
        }) if start.is_some() || end.is_some() => {
            let is_exclusive = matches!(limits, RangeLimits::HalfOpen(_));
            let from = optional(start.as_deref(), false)?;
            Ok((from, optional(end.as_deref(), is_exclusive)?))
        }
        Expr::Range(_) => Err(wrong()),
        other if of == Of::Length => {
            let exactly = bound(other, false)?;
            Ok((exactly.clone(), exactly))
        }
        _ => Err(wrong()),
    }
}

fn is_empty(from: &Bound, to: &Bound, of: Of) -> bool {
    // Lengths begin at zero by themselves.
    let zero = (of == Of::Length).then_some("0");
    let (Some(from), Some(end)) = (from.value.as_deref().or(zero), &to.value) else {
        return false;
    };
    let order = compared(from, end);
    order.is_gt() || order.is_eq() && to.is_exclusive
}

fn compared(left: &str, right: &str) -> Ordering {
    if let (Ok(left), Ok(right)) = (left.parse::<i128>(), right.parse::<i128>()) {
        return left.cmp(&right);
    }
    match (left.parse::<f64>(), right.parse::<f64>()) {
        (Ok(left), Ok(right)) => left.total_cmp(&right),
        // All that `number` makes is a number.
        _ => Ordering::Less,
    }
}

/// A number literal as JSON.
fn number(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(int), ..
        }) => Some(int.base10_digits().to_owned()),
        Expr::Lit(ExprLit {
            lit: Lit::Float(float),
            ..
        }) => {
            let value: f64 = float.base10_parse().ok()?;
            value.is_finite().then(|| format!("{value:?}"))
        }
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr)
            .filter(|digits| !digits.starts_with('-'))
            .map(|digits| format!("-{digits}")),
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}
