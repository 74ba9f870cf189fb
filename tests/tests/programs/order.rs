//! What happens when: effects from left to right, and at the same time only what says so.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};
use typechat_program::{Api, Function, Limits, Plan, RunOptions};

use crate::wait;

/// What happened, in order.
#[derive(Clone, Default)]
struct Record(Arc<Mutex<Vec<String>>>);

impl Record {
    fn add(&self, what: impl Into<String>) {
        self.0.lock().unwrap().push(what.into());
    }

    fn taken(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// `say` records what it is told; `nap` and `load` take so many milliseconds, of which `load` may
/// run beside others; both fail at 13.
fn api(record: &Record) -> Api {
    let recorder = record.clone();
    let say = move |word: String, _rest: Vec<String>| {
        recorder.add(&word);
        word
    };
    let waits = |name: &'static str| {
        let recorder = record.clone();
        let call = move |ms: u64, _after: Vec<u64>| {
            let record = recorder.clone();
            async move {
                record.add(format!("{name} {ms}"));
                sleep(Duration::from_millis(ms)).await;
                record.add(format!("{name} {ms} is done"));
                if ms % 100 == 13 {
                    Err(format!("{ms} is unlucky"))
                } else {
                    Ok(ms)
                }
            }
        };
        Function::fallible(name, call).params(["ms", "after"])
    };
    let builder = Api::builder()
        .function(Function::new("say", say).params(["word", "rest"]))
        .function(waits("nap"))
        .function(waits("load").parallel());
    builder.build().unwrap()
}

fn plan(record: &Record, steps: &Value) -> Plan {
    api(record)
        .check_value(&json!({ "@steps": steps }))
        .unwrap()
}

fn say(word: &str, rest: Value) -> Value {
    json!({ "@func": "say", "@args": [word, rest] })
}

fn load(ms: u64, after: Value) -> Value {
    json!({ "@func": "load", "@args": [ms, after] })
}

fn nap(ms: u64) -> Value {
    json!({ "@func": "nap", "@args": [ms, []] })
}

/// The milliseconds that the clock shows for a run, which moves only while all wait.
fn milliseconds(plan: &Plan, options: &RunOptions) -> (u128, Result<Value, String>) {
    wait(async {
        let start = Instant::now();
        let outcome = plan.run_with(options).await;
        let found = outcome.map(|outcome| outcome.value());
        (
            start.elapsed().as_millis(),
            found.map_err(|error| error.to_string()),
        )
    })
}

#[test]
fn calls_within_come_first_from_left_to_right() {
    let record = Record::default();
    let steps = json!([
        say("e", json!([say("b", json!([say("a", json!([]))])), say("c", json!([])), say("d", json!([]))])),
        { "@func": "say", "@args": { "rest": [say("f", json!([]))], "word": say("g", json!([])) } },
    ]);
    wait(plan(&record, &steps).run()).unwrap();
    assert_eq!(record.taken(), ["a", "b", "c", "d", "e", "f", "g", "g"]);
}

#[test]
fn what_does_not_say_that_it_may_run_beside_others_does_not() {
    let record = Record::default();
    let plan = plan(&record, &json!([nap(20), nap(10), nap(5)]));
    assert_eq!(
        milliseconds(&plan, &RunOptions::default()),
        (35, Ok(json!(5)))
    );
    let expected = [
        "nap 20",
        "nap 20 is done",
        "nap 10",
        "nap 10 is done",
        "nap 5",
        "nap 5 is done",
    ];
    assert_eq!(record.taken(), expected);
}

#[test]
fn what_may_run_at_the_same_time_takes_the_time_of_the_longest_chain() {
    let record = Record::default();
    let steps = json!([
        load(100, json!([])),
        load(30, json!([])),
        load(40, json!([{ "@ref": 1 }])),
        load(20, json!([load(60, json!([]))])),
        load(1, json!([{ "@ref": 0 }, { "@ref": 2 }, { "@ref": 3 }])),
    ]);
    let plan = plan(&record, &steps);
    assert_eq!(
        milliseconds(&plan, &RunOptions::default()),
        (101, Ok(json!(1)))
    );
    // Its own results stand where they belong, whichever came first.
    let results = wait(plan.run()).unwrap().results();
    let expected = [100, 30, 40, 20, 1].map(|ms| Some(json!(ms)));
    assert_eq!(results, expected);
}

#[test]
fn what_is_ordered_is_a_barrier() {
    let record = Record::default();
    let steps = json!([
        load(30, json!([])),
        load(20, json!([])),
        say("between", json!([])),
        load(2, json!([])),
        load(1, json!([])),
    ]);
    let plan = plan(&record, &steps);
    assert_eq!(milliseconds(&plan, &RunOptions::default()).0, 32);
    let expected = [
        "load 30",
        "load 20",
        "load 20 is done",
        "load 30 is done",
        "between",
        "load 2",
        "load 1",
        "load 1 is done",
        "load 2 is done",
    ];
    assert_eq!(record.taken(), expected);
}

#[test]
fn of_several_that_fail_the_first_in_the_program_is_told() {
    let record = Record::default();
    let plan = plan(
        &record,
        &json!([
            load(50, json!([])),
            load(213, json!([])),
            load(113, json!([])),
            load(13, json!([]))
        ]),
    );
    let error = wait(plan.run()).unwrap_err();
    assert_eq!(error.to_string(), "@steps[1]: load failed: 213 is unlucky");
    assert_eq!(error.results(), [Some(json!(50))]);
}

#[test]
fn what_comes_after_a_call_that_failed_is_not_begun() {
    let record = Record::default();
    let options = RunOptions::default().limits(Limits::default().at_once(2));
    let plan = plan(
        &record,
        &json!([
            load(13, json!([])),
            load(100, json!([])),
            load(10, json!([])),
            say("never", json!([]))
        ]),
    );
    let (time, found) = milliseconds(&plan, &options);
    // Nobody waits for what would not have been made.
    assert_eq!(
        (time, found),
        (13, Err("@steps[0]: load failed: 13 is unlucky".to_owned()))
    );
    assert_eq!(record.taken(), ["load 13", "load 100", "load 13 is done"]);
}

#[test]
fn what_comes_before_a_call_that_failed_is_made() {
    let record = Record::default();
    let options = RunOptions::default().limits(Limits::default().at_once(2));
    let steps = json!([
        load(100, json!([])),
        load(20, json!([{ "@ref": 0 }])),
        load(13, json!([])),
        load(7, json!([]))
    ]);
    let (time, found) = milliseconds(&plan(&record, &steps), &options);
    assert_eq!(
        (time, found.unwrap_err()),
        (120, "@steps[2]: load failed: 13 is unlucky".to_owned())
    );
    let expected = [
        "load 100",
        "load 13",
        "load 13 is done",
        "load 100 is done",
        "load 20",
        "load 20 is done",
    ];
    assert_eq!(record.taken(), expected);
}

#[test]
fn no_more_run_at_once_than_are_allowed() {
    let record = Record::default();
    let loads: Vec<Value> = (0..7).map(|_| load(10, json!([]))).collect();
    let plan = plan(&record, &json!(loads));
    for (at_once, expected) in [(0, 70), (1, 70), (2, 40), (3, 30), (7, 10), (100, 10)] {
        let options = RunOptions::default().limits(Limits::default().at_once(at_once));
        assert_eq!(
            milliseconds(&plan, &options),
            (expected, Ok(json!(10))),
            "{at_once} at once"
        );
        let (mut running, mut most) = (0, 0);
        for what in record.taken() {
            if what.ends_with("done") {
                running -= 1;
            } else {
                running += 1;
            }
            most = most.max(running);
        }
        assert_eq!(most, at_once.clamp(1, 7));
    }
}
