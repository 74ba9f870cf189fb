//! Two pieces of work measured in turn, so that what else the machine does meets both alike.

use std::time::{Duration, Instant};

/// How often the two are measured, and for how long each time.
const ROUNDS: usize = 101;
const SAMPLE: Duration = Duration::from_millis(4);

/// A piece of work, and what it is measured by.
pub(crate) struct Row<'a> {
    name: &'static str,
    work: Box<dyn Fn() + 'a>,
    base_name: &'static str,
    base: Box<dyn Fn() + 'a>,
    goal: Option<f64>,
}

impl<'a> Row<'a> {
    pub(crate) fn new(name: &'static str, work: impl Fn() + 'a) -> Self {
        Self {
            name,
            work: Box::new(work),
            base_name: "",
            base: Box::new(|| {}),
            goal: None,
        }
    }

    pub(crate) fn beside(self, name: &'static str, base: impl Fn() + 'a) -> Self {
        Self {
            base_name: name,
            base: Box::new(base),
            ..self
        }
    }

    pub(crate) fn goal(self, ratio: f64) -> Self {
        let goal = Some(ratio);
        Self { goal, ..self }
    }

    /// The medians in microseconds of the work and of its base, and that of their ratios.
    fn measure(&self) -> [f64; 3] {
        let (times, base_times) = (times_for(&self.work), times_for(&self.base));
        let rounds: Vec<[f64; 3]> = (0..ROUNDS)
            .map(|_| {
                let work = micros(&self.work, times);
                let base = micros(&self.base, base_times);
                [work, base, work / base]
            })
            .collect();
        [0, 1, 2].map(|column| median(rounds.iter().map(|round| round[column]).collect()))
    }
}

/// How often the work fits into one sample.
fn times_for(work: &dyn Fn()) -> u32 {
    let mut times = 1;
    loop {
        let start = Instant::now();
        (0..times).for_each(|_| work());
        if start.elapsed() >= SAMPLE {
            return times;
        }
        times *= 2;
    }
}

fn micros(work: &dyn Fn(), times: u32) -> f64 {
    let start = Instant::now();
    (0..times).for_each(|_| work());
    start.elapsed().as_secs_f64() * 1e6 / f64::from(times)
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// Measures the rows and prints them as a table.
pub(crate) fn print(rows: &[Row<'_>]) {
    println!("| work | µs | beside | µs | ratio | goal |");
    println!("|---|---:|---|---:|---:|---:|");
    for row in rows {
        let [work, base, ratio] = row.measure();
        let goal = row.goal.map(|goal| format!("{goal}")).unwrap_or_default();
        let (name, base_name) = (row.name, row.base_name);
        println!("| {name} | {work:.1} | {base_name} | {base:.1} | {ratio:.2} | {goal} |");
    }
}
