//! The replies of the shared corpus, and what an honest reader makes of them.

use std::{collections::BTreeMap, fmt, fs, path::Path};

use serde_json::{Map, Number, Value};

/// One reply, its schema, and what may be read.
#[derive(Debug, Clone)]
pub struct Case {
    /// The name in the corpus.
    pub id: String,
    /// The main difficulty.
    pub kind: String,
    /// The JSON Schema, or `true`.
    pub schema: Value,
    /// The text.
    pub reply: String,
    expect: Value,
}

/// How a reading compares with what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The value, or the failure, that is expected.
    Right,
    /// A failure where both are.
    Allowed,
    /// A failure where a value is expected.
    Needless,
    /// A value that is not expected.
    Wrong,
}

/// All replies; `None` where the corpus is not at hand.
///
/// # Panics
/// When the corpus is broken, or missing on a machine that has to have it.
pub fn all() -> Option<Vec<Case>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/replies");
    let Ok(text) = fs::read_to_string(folder.join("dev.jsonl")) else {
        let is_asked = std::env::var_os("CI").is_some();
        assert!(!is_asked, "the shared corpus is not there");
        return None;
    };
    Some(text.lines().map(Case::of_line).collect())
}

impl Case {
    fn of_line(line: &str) -> Self {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        Self {
            id: text("id"),
            kind: text("kind"),
            schema: line["schema"].clone(),
            reply: text("reply"),
            expect: line["expect"].clone(),
        }
    }

    /// The verdict on what was read; `None` is a reported failure.
    pub fn verdict(&self, read: Option<&Value>) -> Verdict {
        let Some(read) = read else {
            return match (self.expect.get("fail"), self.expect.get("fail_ok")) {
                (Some(_), _) => Verdict::Right,
                (_, Some(_)) => Verdict::Allowed,
                // A snapshot of a stream need not be readable as a whole.
                _ if self.kind == "partial" => Verdict::Allowed,
                _ => Verdict::Needless,
            };
        };
        let any = self.expect["any"].as_array().into_iter().flatten();
        let is_expected = any.chain(self.expect.get("value")).any(|v| equal(v, read));
        if is_expected || self.unchanged().as_ref() == Some(read) {
            Verdict::Right
        } else {
            Verdict::Wrong
        }
    }

    /// What may be read, in words.
    pub fn expected(&self) -> &Value {
        &self.expect
    }

    /// The reply as it stands, when it is JSON of the schema.
    pub fn unchanged(&self) -> Option<Value> {
        let value = serde_json::from_str(&self.reply).ok()?;
        let validator = jsonschema::validator_for(&self.schema).ok()?;
        validator.is_valid(&value).then_some(value)
    }
}

/// Whether two values are the same: numbers by value, objects without order.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => exact(left) == exact(right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| equal(l, r))
        }
        (Value::Object(left), Value::Object(right)) => {
            let is_in = |(name, value): (&String, &Value), other: &Map<String, Value>| {
                other.get(name).is_some_and(|other| equal(value, other))
            };
            left.len() == right.len() && left.iter().all(|member| is_in(member, right))
        }
        _ => left == right,
    }
}

/// A number as a whole one where it is whole, and as its bits where it is not.
fn exact(number: &Number) -> (Option<i128>, u64) {
    let float = number.as_f64().unwrap_or_default();
    #[allow(clippy::cast_possible_truncation, reason = "it saturates far outside")]
    match number.as_i128() {
        Some(whole) => (Some(whole), 0),
        None if float.fract() == 0.0 && float.abs() < 2_f64.powi(100) => (Some(float as i128), 0),
        None => (None, float.to_bits()),
    }
}

/// The verdicts on many replies, by kind.
#[derive(Debug, Default)]
pub struct Tally {
    kinds: BTreeMap<String, [usize; 4]>,
    told: Vec<(Verdict, String)>,
}

impl Tally {
    /// Counts one; what is needless or wrong is listed with what `read` says of it.
    pub fn add(&mut self, case: &Case, verdict: Verdict, read: impl FnOnce() -> String) {
        self.kinds.entry(case.kind.clone()).or_default()[verdict as usize] += 1;
        if verdict >= Verdict::Needless {
            let (id, reply, expected) = (&case.id, &case.reply, case.expected());
            let cut = |text: String| text.chars().take(300).collect::<String>();
            let lines = [
                cut(format!("reply    {reply:?}")),
                cut(format!("expected {expected}")),
                cut(format!("read     {}", read())),
            ];
            let line = format!("{verdict:?} {id}\n    {}", lines.join("\n    "));
            self.told.push((verdict, line));
        }
    }

    /// How many have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.kinds.values().map(|k| k[verdict as usize]).sum()
    }

    /// The part that is right or an allowed failure.
    #[allow(clippy::cast_precision_loss, reason = "hundreds, not trillions")]
    pub fn good(&self) -> f64 {
        let all: usize = self.kinds.values().flatten().sum();
        let good = self.count(Verdict::Right) + self.count(Verdict::Allowed);
        good as f64 / all.max(1) as f64
    }

    /// Asserts what the project promises.
    ///
    /// # Panics
    /// When a value is wrong, or more than one failure in twenty-five is needless.
    pub fn assert_honest(&self) {
        println!("{self}");
        let percent = 100.0 * self.good();
        assert_eq!(self.count(Verdict::Wrong), 0, "wrong values\n{self}");
        assert!(percent >= 96.0, "only {percent:.1} % are right\n{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told: Vec<_> = self.told.iter().collect();
        told.sort();
        for (_, line) in told {
            writeln!(f, "{line}")?;
        }
        let mut sum = [0; 4];
        writeln!(f, "kind         right  allowed  needless  wrong")?;
        let rows = self.kinds.iter().map(|(kind, counts)| {
            (0..4).for_each(|at| sum[at] += counts[at]);
            (kind.as_str(), *counts)
        });
        let mut rows: Vec<_> = rows.collect();
        rows.push(("all", sum));
        for (kind, [right, allowed, needless, wrong]) in rows {
            writeln!(
                f,
                "{kind:<11} {right:>6} {allowed:>8} {needless:>9} {wrong:>6}"
            )?;
        }
        write!(f, "right or allowed: {:.1} %", 100.0 * self.good())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Case, Verdict, equal};

    #[test]
    fn numbers_are_compared_by_value() {
        assert!(equal(
            &json!({"a": [2], "b": 1}),
            &json!({"b": 1.0, "a": [2.0]})
        ));
        for (left, right) in [
            (
                json!(9_007_199_254_740_993_u64),
                json!(9_007_199_254_740_992.0),
            ),
            (json!(1), json!("1")),
            (json!(0.1), json!(0.100_000_01)),
            (json!([1]), json!([1, 1])),
            (json!({"a": 1}), json!({"b": 1})),
        ] {
            assert!(!equal(&left, &right), "{left} {right}");
        }
    }

    #[test]
    fn each_expectation_has_its_verdict() {
        let case = |kind: &str, expect| Case {
            id: String::new(),
            kind: kind.to_owned(),
            schema: json!({"type": "integer"}),
            reply: "7".to_owned(),
            expect,
        };
        let (two, three, seven) = (json!(2.0), json!(3), json!(7));
        let value = case("clean", json!({"value": 2}));
        assert_eq!(value.verdict(Some(&two)), Verdict::Right);
        assert_eq!(value.verdict(Some(&three)), Verdict::Wrong);
        // What is valid as it stands is right as it stands.
        assert_eq!(value.verdict(Some(&seven)), Verdict::Right);
        assert_eq!(value.verdict(None), Verdict::Needless);
        let partial = case("partial", json!({"any": [2]}));
        assert_eq!(partial.verdict(None), Verdict::Allowed);
        assert_eq!(partial.verdict(Some(&three)), Verdict::Wrong);
        let bonus = case("clean", json!({"any": [1, 2], "fail_ok": true}));
        assert_eq!(bonus.verdict(None), Verdict::Allowed);
        assert_eq!(bonus.verdict(Some(&three)), Verdict::Wrong);
        let fail = case("clean", json!({"fail": true}));
        assert_eq!(fail.verdict(None), Verdict::Right);
        assert_eq!(fail.verdict(Some(&three)), Verdict::Wrong);
    }
}
