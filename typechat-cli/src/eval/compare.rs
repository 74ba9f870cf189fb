//! `typechat eval compare`: two runs over the same requests.

use std::{collections::HashMap, fmt::Write, path::PathBuf};

use super::{
    outcome::Outcome,
    page,
    report::{judge, results, write},
    run::seconds,
    summary::Summary,
};
use crate::{Verdict, files, output, output::Stop};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The results of one run.
    #[arg(value_name = "BEFORE.jsonl")]
    before: PathBuf,
    /// The results of another.
    #[arg(value_name = "AFTER.jsonl")]
    after: PathBuf,
    /// Judges both again, by the gold of this data; may be given several times.
    #[arg(long, value_name = "FILE.jsonl")]
    data: Vec<PathBuf>,
    /// Writes a page with the requests that changed.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

/// A request that both runs have.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub(super) before: &'a Outcome,
    pub(super) after: &'a Outcome,
}

/// What changed between two runs.
#[derive(Debug)]
pub(super) struct Comparison<'a> {
    pub(super) pairs: Vec<Pair<'a>>,
    /// Requests that only one of the runs has.
    pub(super) alone: usize,
}

pub(super) fn run(args: &Args) -> Result<Verdict, Stop> {
    let (mut before, mut after) = (results(&args.before)?, results(&args.after)?);
    judge(&mut before, &args.data)?;
    judge(&mut after, &args.data)?;
    let comparison = Comparison::of(&before, &after);
    if comparison.pairs.is_empty() {
        return Err(Stop::usage("the two runs have no request in common"));
    }
    let names = [files::name(&args.before), files::name(&args.after)];
    if let Some(path) = &args.html {
        write(path, &page::comparison(&names, &comparison))?;
    }
    output::text(&text(&names, &comparison))?;
    Ok(Verdict::Valid)
}

impl<'a> Comparison<'a> {
    fn of(before: &'a [Outcome], after: &'a [Outcome]) -> Self {
        let key = |outcome: &'a Outcome| (outcome.domain.as_str(), outcome.request.as_str());
        let mut by_request: HashMap<_, Vec<&Outcome>> = HashMap::new();
        for outcome in after.iter().rev() {
            by_request.entry(key(outcome)).or_default().push(outcome);
        }
        let mut alone = 0;
        let mut pairs = Vec::new();
        for before in before {
            match by_request.get_mut(&key(before)).and_then(Vec::pop) {
                Some(after) => pairs.push(Pair { before, after }),
                None => alone += 1,
            }
        }
        alone += by_request.values().map(Vec::len).sum::<usize>();
        Self { pairs, alone }
    }

    /// The pairs that were not right before and are now, or were not valid.
    pub(super) fn better(&self) -> Vec<&Pair<'a>> {
        self.pairs
            .iter()
            .filter(|pair| pair.after.rank() > pair.before.rank())
            .collect()
    }

    /// The pairs that are no longer right, or no longer valid.
    pub(super) fn worse(&self) -> Vec<&Pair<'a>> {
        self.pairs
            .iter()
            .filter(|pair| pair.after.rank() < pair.before.rank())
            .collect()
    }

    pub(super) fn summaries(&self) -> [Summary; 2] {
        [
            Summary::of("before", self.pairs.iter().map(|pair| pair.before)),
            Summary::of("after", self.pairs.iter().map(|pair| pair.after)),
        ]
    }
}

impl Outcome {
    /// Not valid, valid, right.
    fn rank(&self) -> u8 {
        match (self.ok, self.right) {
            (false, _) => 0,
            (true, Some(true)) => 2,
            (true, _) => 1,
        }
    }
}

/// How likely it is that chance alone divides the requests that changed at least as unevenly:
/// the two-sided sign test.
pub(super) fn sign_test(better: usize, worse: usize) -> f64 {
    let all = better + worse;
    let least = better.min(worse);
    // In logarithms, each term from the one before: C(n, k) / 2ⁿ.
    #[allow(clippy::cast_precision_loss, reason = "counts of requests")]
    let of = |count: usize| count as f64;
    let mut term = -of(all) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for k in 0..=least {
        sum += term.exp();
        term += of(all - k).ln() - of(k + 1).ln();
    }
    (2.0 * sum).min(1.0)
}

/// What the figure means, in words.
pub(super) fn judgement(better: usize, worse: usize) -> String {
    if better + worse == 0 {
        return "no verdict changed".to_owned();
    }
    let chance = sign_test(better, worse);
    let words = if chance <= 0.05 {
        "hardly chance"
    } else {
        "may be chance"
    };
    let p = if chance < 0.001 {
        "p < 0.001".to_owned()
    } else {
        format!("p = {chance:.3}")
    };
    format!("{better} better, {worse} worse: {words} (sign test, {p})")
}

fn text(names: &[String; 2], comparison: &Comparison<'_>) -> String {
    let (better, worse) = (comparison.better(), comparison.worse());
    let mut out = String::new();
    for (title, pairs) in [("better", &better), ("worse", &worse)] {
        for pair in pairs {
            let _ = writeln!(
                out,
                "{title:<7} {:<8} -> {:<8} {:16} {}",
                pair.before.verdict(),
                pair.after.verdict(),
                pair.after.id,
                pair.after.request
            );
        }
    }
    let _ = writeln!(out, "\n{}", judgement(better.len(), worse.len()));
    let _ = writeln!(
        out,
        "\n{:<10}{:>9}{:>9}{:>9}{:>11}{:>11}{:>10}",
        "", "requests", "valid", "right", "tokens in", "tokens out", "seconds"
    );
    for (summary, name) in comparison.summaries().iter().zip(names) {
        let _ = writeln!(
            out,
            "{:<10}{:>9}{:>9}{:>9}{:>11}{:>11}{:>10.1}  {name}",
            summary.name,
            summary.requests,
            summary.valid,
            summary.right,
            summary.tokens_in,
            summary.tokens_out,
            seconds(summary.ms.iter().sum()),
        );
    }
    if comparison.alone > 0 {
        let _ = writeln!(out, "{} in one of the runs only", counted(comparison.alone));
    }
    out
}

/// "1 request is", "2 requests are".
pub(super) fn counted(requests: usize) -> String {
    match requests {
        1 => "1 request is".to_owned(),
        count => format!("{count} requests are"),
    }
}

#[cfg(test)]
mod tests {
    use super::sign_test;

    #[test]
    fn the_sign_test_has_the_values_of_the_binomial_distribution() {
        let near = |got: f64, want: f64| assert!((got - want).abs() < 1e-12, "{got} {want}");
        near(sign_test(0, 0), 1.0);
        near(sign_test(1, 0), 1.0);
        near(sign_test(5, 0), 0.0625);
        near(sign_test(0, 6), 0.03125);
        near(sign_test(8, 2), 0.109_375);
        near(sign_test(3, 3), 1.0);
        near(sign_test(600, 600), 1.0);
        assert!(sign_test(0, 2000) < 1e-300 && sign_test(900, 1100) < 1e-4);
    }
}
