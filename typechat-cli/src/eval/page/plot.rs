//! Plots as SVG.

use std::fmt::Write;

use super::{
    super::{outcome::Outcome, run::seconds, summary::Summary},
    values::escaped,
};

const WIDTH: f64 = 760.0;
const LABEL: f64 = 120.0;

/// A part as a percentage.
pub(super) fn share(part: usize, whole: usize) -> String {
    format!("{:.0} %", 100.0 * ratio(part, whole))
}

#[allow(clippy::cast_precision_loss, reason = "counts of requests")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// Three bars for each summary: valid at once, valid in the end, right.
pub(super) fn bars(summaries: &[Summary]) -> String {
    const ROW: f64 = 58.0;
    #[allow(clippy::cast_precision_loss, reason = "counts of domains")]
    let height = summaries.len() as f64 * ROW + 24.0;
    let scale = WIDTH - LABEL - 140.0;
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=img aria-label=\"Shares of valid and right values\">\n"
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let x = LABEL + tick * scale;
        let _ = writeln!(
            out,
            "<line class=grid x1={x} x2={x} y1=0 y2={}></line><text class=tick x={x} y={}>{:.0} %</text>",
            height - 20.0,
            height - 6.0,
            tick * 100.0
        );
    }
    let mut top = 0.0;
    for summary in summaries {
        let _ = writeln!(
            out,
            "<text class=label x={} y={}>{}</text>",
            LABEL - 10.0,
            top + ROW / 2.0 + 2.0,
            escaped(&summary.name.chars().take(16).collect::<String>())
        );
        let rows = [
            ("first", "valid at once", summary.first, summary.requests),
            ("valid", "valid", summary.valid, summary.requests),
            ("right", "right", summary.right, summary.with_gold),
        ];
        let mut y = top + 6.0;
        for (class, words, part, whole) in rows {
            if whole > 0 {
                let width = ratio(part, whole) * scale;
                let _ = writeln!(
                    out,
                    "<rect class={class} x={LABEL} y={y} width={width:.1} height=13 rx=2></rect>\
                     <text class=value x={:.1} y={}>{part}/{whole} {words}</text>",
                    LABEL + width + 6.0,
                    y + 11.0,
                );
            }
            y += 16.0;
        }
        top += ROW;
    }
    out + "</svg>\n"
}

/// Each request as a point: how long it took, over how many tokens were written.
pub(super) fn strip(outcomes: &[Outcome]) -> String {
    const HEIGHT: f64 = 260.0;
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(1.0_f64, f64::max);
    let most_seconds = most(&mut outcomes.iter().map(|outcome| seconds(outcome.ms)));
    let most_tokens = most(&mut outcomes.iter().map(written));
    let (left, bottom) = (56.0, HEIGHT - 34.0);
    let x = |tokens: f64| left + tokens / most_tokens * (WIDTH - left - 20.0);
    let y = |time: f64| bottom - time / most_seconds * (bottom - 14.0);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=img aria-label=\"Seconds over tokens written\">\n"
    );
    for tick in [0.0, 0.5, 1.0] {
        let (time, tokens) = (tick * most_seconds, tick * most_tokens);
        let _ = writeln!(
            out,
            "<line class=grid x1={left} x2={} y1={:.1} y2={:.1}></line>\
             <text class=side x={} y={:.1}>{time:.0} s</text>\
             <text class=tick x={:.1} y={}>{tokens:.0}</text>",
            WIDTH - 20.0,
            y(time),
            y(time),
            left - 8.0,
            y(time) + 4.0,
            x(tokens),
            HEIGHT - 18.0,
        );
    }
    let _ = writeln!(
        out,
        "<text class=tick x={} y={}>tokens written</text>",
        f64::midpoint(left, WIDTH),
        HEIGHT - 3.0
    );
    for outcome in outcomes {
        let _ = writeln!(
            out,
            "<circle class=\"dot {}\" cx={:.1} cy={:.1} r=4.5><title>{}: {} ({:.1} s, {} tokens)</title></circle>",
            outcome.verdict(),
            x(written(outcome)),
            y(seconds(outcome.ms)),
            escaped(&outcome.id),
            escaped(&outcome.request),
            seconds(outcome.ms),
            outcome.tokens_out
        );
    }
    out.push_str("</svg>\n<p class=legend>");
    for verdict in ["right", "valid", "wrong", "invalid"] {
        let _ = write!(out, "<span class={verdict}>{verdict}</span> ");
    }
    out + "</p>\n"
}

#[allow(clippy::cast_precision_loss, reason = "a figure to draw")]
fn written(outcome: &Outcome) -> f64 {
    outcome.tokens_out as f64
}
