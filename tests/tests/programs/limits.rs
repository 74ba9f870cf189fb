//! A run ends where a limit says so, and with what it has.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use typechat_program::{Api, Function, Limit, Limits, Plan, RunError, RunErrorKind, RunOptions};

use crate::wait;

/// `count` returns what it is given and counts its calls.
fn counting(calls: &Arc<AtomicUsize>) -> Function {
    let calls = Arc::clone(calls);
    Function::new("count", move |value: u64| {
        calls.fetch_add(1, Relaxed);
        value
    })
}

pub(crate) fn plan(functions: impl IntoIterator<Item = Function>, steps: Value) -> Plan {
    let builder = functions
        .into_iter()
        .fold(Api::builder(), typechat_program::ApiBuilder::function);
    let plan = builder
        .build()
        .unwrap()
        .check_value(&json!({ "@steps": steps }));
    plan.unwrap()
}

pub(crate) fn fails(plan: &Plan, limits: Limits) -> RunError {
    let options = RunOptions::default().limits(limits);
    wait(plan.run_with(&options)).unwrap_err()
}

pub(crate) fn call(name: &str, args: Value) -> Value {
    json!({ "@func": name, "@args": args })
}

/// The first `count` results, which are numbers from 0 on.
fn numbers(count: usize) -> Vec<Option<Value>> {
    (0..count).map(|number| Some(json!(number))).collect()
}

#[test]
fn steps_end_it_at_the_exact_one() {
    let calls = Arc::default();
    let steps: Vec<Value> = (0..10)
        .map(|number| call("count", json!([number])))
        .collect();
    let plan = plan([counting(&calls)], json!(steps));
    for most in 0..10 {
        calls.store(0, Relaxed);
        let error = fails(&plan, Limits::default().steps(most));
        assert_eq!(error.kind(), &RunErrorKind::Limit(Limit::Steps(most)));
        assert_eq!((error.step(), error.calls()), (Some(most), most));
        assert_eq!(error.results(), numbers(most));
        assert_eq!(calls.load(Relaxed), most);
    }
    let options = RunOptions::default().limits(Limits::default().steps(10));
    assert_eq!(wait(plan.run_with(&options)).unwrap().value(), 9);
}

#[test]
fn calls_end_it_at_the_exact_one_those_within_included() {
    let calls = Arc::default();
    let within = |number: u64| call("count", json!([call("count", json!([number]))]));
    let plan = plan([counting(&calls)], json!([within(0), within(1), within(2)]));
    for most in 0..6 {
        calls.store(0, Relaxed);
        let error = fails(&plan, Limits::default().calls(most));
        assert_eq!(error.kind(), &RunErrorKind::Limit(Limit::Calls(most)));
        assert_eq!((error.step(), error.calls()), (Some(most / 2), most));
        assert_eq!(error.results(), numbers(most / 2));
        assert_eq!(calls.load(Relaxed), most);
        let within = if most % 2 == 0 { "/@args/0" } else { "" };
        assert_eq!(
            error.path().unwrap().to_pointer(),
            format!("/@steps/{}{within}", most / 2)
        );
    }
    let options = RunOptions::default().limits(Limits::default().calls(6));
    assert_eq!(wait(plan.run_with(&options)).unwrap().calls(), 6);
}

#[test]
fn bytes_end_it_before_there_are_too_many() {
    let double = |text: String| text.clone() + &text;
    let mut steps = vec![call("double", json!(["0123456789"]))];
    steps.extend((0..99).map(|step| call("double", json!([{ "@ref": step }]))));
    let text = plan([Function::new("double", double)], json!(steps));
    // 22 + 42 + 82 fit into 200, with the quotes; 162 more do not.
    let error = fails(&text, Limits::default().bytes(200));
    assert_eq!(error.kind(), &RunErrorKind::Limit(Limit::Bytes(200)));
    assert_eq!((error.step(), error.calls()), (Some(3), 3));
    assert_eq!(error.results()[2], Some(json!("0123456789".repeat(8))));
    // The default is kept as well: 2^100 bytes are never there.
    assert!(fails(&text, Limits::default()).step() < Some(22));

    let double = |list: Vec<u8>| [list.clone(), list].concat();
    let list = plan(
        [Function::new("double", double)],
        json!([
            call("double", json!([[1, 2]])),
            call("double", json!([{ "@ref": 0 }]))
        ]),
    );
    // Nine bytes, and 32 for each of four items; 17 bytes and eight items.
    let (first, second) = (9 + 4 * 32, 17 + 8 * 32);
    let step = |bytes: usize| fails(&list, Limits::default().bytes(bytes)).step();
    assert_eq!(step(first - 1), Some(0));
    assert_eq!(step(first + second - 1), Some(1));
    let options = RunOptions::default().limits(Limits::default().bytes(first + second));
    assert_eq!(
        wait(list.run_with(&options)).unwrap().results()[1],
        Some(json!([1, 2, 1, 2, 1, 2, 1, 2]))
    );
}

fn napping(is_parallel: bool) -> Function {
    let nap = |ms: u64| async move {
        sleep(Duration::from_millis(ms)).await;
        ms
    };
    let nap = Function::new("nap", nap);
    if is_parallel { nap.parallel() } else { nap }
}

#[test]
fn time_ends_it_while_it_waits() {
    for (is_parallel, done, at) in [(false, 2, Some(2)), (true, 3, Some(3))] {
        let naps = [10, 20, 25, 90].map(|ms| call("nap", json!([ms])));
        let plan = plan([napping(is_parallel)], json!(naps));
        let (error, time) = wait(async {
            let start = Instant::now();
            let options =
                RunOptions::default().limits(Limits::default().time(Duration::from_millis(50)));
            (plan.run_with(&options).await.unwrap_err(), start.elapsed())
        });
        assert_eq!(
            error.kind(),
            &RunErrorKind::Limit(Limit::Time(Duration::from_millis(50)))
        );
        assert_eq!(
            (error.step(), error.calls(), time.as_millis()),
            (at, done, 50)
        );
    }
}

#[test]
fn no_time_at_all_is_none_and_all_of_it_is_no_limit() {
    let plan = plan(
        [napping(false)],
        json!([call("nap", json!([86_400_000_u64]))]),
    );
    assert_eq!(
        fails(&plan, Limits::default().time(Duration::ZERO)).calls(),
        0
    );
    let options = RunOptions::default().limits(Limits::default().time(Duration::MAX));
    assert_eq!(wait(plan.run_with(&options)).unwrap().value(), 86_400_000);
}

/// Counts itself when it is dropped.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Relaxed);
    }
}

#[test]
fn a_run_that_is_dropped_ends_where_it_waits() {
    for is_parallel in [false, true] {
        let (begun, dropped, calls) = (
            Arc::new(AtomicUsize::new(0)),
            Arc::<AtomicUsize>::default(),
            Arc::default(),
        );
        let (begins, drops) = (Arc::clone(&begun), Arc::clone(&dropped));
        let nap = move |ms: u64| {
            begins.fetch_add(1, Relaxed);
            let guard = Dropped(Arc::clone(&drops));
            async move {
                sleep(Duration::from_millis(ms)).await;
                drop(guard);
                ms
            }
        };
        let nap = Function::new("nap", nap);
        let nap = if is_parallel { nap.parallel() } else { nap };
        let steps = json!([
            call("nap", json!([10])),
            call("nap", json!([1_000])),
            call("count", json!([1]))
        ]);
        let plan = plan([nap, counting(&calls)], steps);
        wait(async {
            assert!(
                timeout(Duration::from_millis(100), plan.run())
                    .await
                    .is_err()
            );
            // What it waited for is gone with it, and nothing is done later.
            assert_eq!(dropped.load(Relaxed), 2);
            sleep(Duration::from_secs(10)).await;
        });
        assert_eq!((begun.load(Relaxed), calls.load(Relaxed)), (2, 0));
    }
}

#[test]
fn what_does_not_wait_still_lets_others_run() {
    for is_mixed in [false, true] {
        let calls = Arc::default();
        let mut steps: Vec<Value> = (0..900)
            .map(|number| call("count", json!([number])))
            .collect();
        if is_mixed {
            steps.splice(0..0, [call("nap", json!([1])), call("nap", json!([1]))]);
        }
        let plan = plan([counting(&calls).parallel(), napping(true)], json!(steps));
        wait(async {
            tokio::select! {
                biased;
                _ = plan.run() => panic!("it let nobody run"),
                () = std::future::ready(()) => {}
            }
        });
        let seen = calls.load(Relaxed);
        assert!((1..900).contains(&seen), "{seen}");
    }
}
