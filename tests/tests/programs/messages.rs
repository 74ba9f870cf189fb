//! Every kind of problem and of run error, in words.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat::Schema;
use typechat_program::{Api, Function, Limits, PendingCall, Policy, Program, RunOptions};

use crate::wait;

#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
#[serde(deny_unknown_fields)]
struct Order {
    dish: String,
    count: u8,
    note: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

fn api() -> Api {
    let order = |order: Order, size: Option<Size>| format!("{} {size:?}", order.dish);
    let described = Function::described(&json!({
        "name": "rate", "parameters": { "type": "object", "properties": { "stars": { "type": "integer" } } },
        "returns": { "type": "integer" },
    }));
    let described = described.unwrap();
    let rated = described
        .clone()
        .handler(|_| async { Ok::<_, String>(json!("five")) });
    Api::builder()
        .function(Function::new("add", |x: f64, y: f64| x + y).params(["x", "y"]))
        .function(
            Function::new("nth", |list: Vec<i64>, at: u32| list[at as usize])
                .params(["list", "at"]),
        )
        .function(
            Function::new("numbers", |most: i64| (0..most).collect::<Vec<_>>()).params(["most"]),
        )
        .function(Function::new("order", order).params(["order", "size"]))
        .function(Function::new("any", |value: Value| value).params(["value"]))
        .function(
            Function::fallible("fail", |why: String| -> Result<u8, String> { Err(why) })
                .params(["why"]),
        )
        .function(
            Function::new("send", |to: String| to)
                .params(["to"])
                .confirm(),
        )
        .function(Function::new("pay", |sum: f64| sum).params(["sum"]))
        .function(described)
        .namespace("again", [rated])
        .policy(Policy::default().ask("pay"))
        .build()
        .unwrap()
}

fn step(name: &str, args: Value) -> Value {
    json!({ "@func": name, "@args": args })
}

fn told(lines: &mut String, words: &str) {
    lines.push_str(words);
    lines.push('\n');
}

#[test]
fn problems_in_words() {
    let api = api();
    let numbers = || step("numbers", json!([3]));
    let deep = (0..70).fold(json!(1), |inner, _| json!([inner]));
    let programs = [
        json!([]),
        json!("add 1 and 2"),
        json!({}),
        json!({ "@steps": [] }),
        json!({ "@steps": {} , "steps": 1 }),
        json!({ "@steps": [1, { "@ref": 0 }, { "add": [1] }] }),
        json!({ "@steps": [{ "@func": 1 }, { "@func": "" }, { "@func": "add", "@args": 1 }, { "@func": "add", "x": 1 }] }),
        json!({ "@steps": [numbers()], "@cannot_translate": "a" }),
        json!({ "@steps": [numbers()], "@cannot_translate": [1] }),
        json!({ "@steps": [step("ad", json!([]))] }),
        json!({ "@steps": [step("launch", json!([]))] }),
        json!({ "@steps": [step("add", json!([1]))] }),
        json!({ "@steps": [step("order", json!([]))] }),
        json!({ "@steps": [step("add", json!({ "x": 1, "z": 2 }))] }),
        json!({ "@steps": [step("add", json!({ "x": 1, "@z": 2 }))] }),
        json!({ "@steps": [step("add", json!([1, "2"]))] }),
        json!({ "@steps": [step("add", json!([[], { "a": 1 }]))] }),
        json!({ "@steps": [step("nth", json!([[1], -1]))] }),
        json!({ "@steps": [step("order", json!([{ "dish": "soup", "count": 300, "more": 1 }, "huge"]))] }),
        json!({ "@steps": [numbers(), step("order", json!([{ "dish": { "@ref": 0 }, "cout": 1 }]))] }),
        json!({ "@steps": [numbers(), step("add", json!([{ "@ref": 0 }, [{ "@ref": 0 }]]))] }),
        json!({ "@steps": [numbers(), step("add", json!([1, { "@ref": 0, "@path": "/first" }]))] }),
        json!({ "@steps": [numbers(), step("add", json!([1, { "@ref": 1 }]))] }),
        json!({ "@steps": [step("add", json!([1, { "@ref": 0 }]))] }),
        json!({ "@steps": [numbers(), step("add", json!([{ "@ref": "0" }, { "@ref": 0, "@path": "0", "@at": 1 }]))] }),
        json!({ "@steps": [numbers(), step("add", json!([1, { "@ref": 0, "@func": "add" }]))] }),
        json!({ "@steps": [numbers(), step("any", json!([{ "@type": "x" }]))] }),
        json!({ "@steps": [step("any", json!([deep]))] }),
        json!({ "@steps": vec![step("ad", json!([])); 103] }),
    ];
    let mut lines = String::new();
    for program in &programs {
        let error = api.check_value(program).unwrap_err();
        told(&mut lines, &format!("# {error}"));
        let problems = error.problems();
        let cut = if problems.len() > 50 {
            problems.len() - 1
        } else {
            0
        };
        problems[cut..]
            .iter()
            .for_each(|problem| told(&mut lines, &format!("{:?}: {problem}", problem.code)));
    }
    for reply in [
        "",
        "I cannot do that.",
        "{\"@steps\": [{\"@func\": \"add\", \"@args\": [1, 1e400]}]}",
    ] {
        told(
            &mut lines,
            &format!("# {}", Program::parse(reply).unwrap_err()),
        );
    }
    insta::assert_snapshot!(lines);
}

#[test]
fn run_errors_in_words() {
    let limits = Limits::default();
    let cases = [
        (json!([step("fail", json!(["the oven is cold"]))]), limits),
        (json!([step("nth", json!([[1], 4]))]), limits),
        (json!([step("add", json!([1e308, 1e308]))]), limits),
        (json!([step("rate", json!([5]))]), limits),
        (json!([step("again__rate", json!([5]))]), limits),
        (
            json!([
                step("any", json!([2.5])),
                step("numbers", json!([{ "@ref": 0 }]))
            ]),
            limits,
        ),
        (
            json!([
                step("add", json!([0.5, 1])),
                step("numbers", json!([{ "@ref": 0 }]))
            ]),
            limits,
        ),
        (
            json!([
                step("any", json!([[1, "x"]])),
                step("nth", json!([{ "@ref": 0 }, 0]))
            ]),
            limits,
        ),
        (
            json!([
                step("any", json!([300])),
                step("order", json!([{ "dish": "soup", "count": { "@ref": 0 } }]))
            ]),
            limits,
        ),
        (
            json!([
                step("numbers", json!([2])),
                step("any", json!([{ "@ref": 0, "@path": "/2" }]))
            ]),
            limits,
        ),
        (json!([step("pay", json!([5]))]), limits),
        (json!([step("send", json!(["bob"]))]), limits),
        (
            json!([step("add", json!([1, 2])), step("add", json!([1, 2]))]),
            limits.steps(1),
        ),
        (
            json!([step("add", json!([1, step("add", json!([1, 2]))]))]),
            limits.calls(1),
        ),
        (json!([step("numbers", json!([100]))]), limits.bytes(20)),
        (
            json!([step("numbers", json!([100]))]),
            limits.time(Duration::ZERO),
        ),
    ];
    let mut lines = String::new();
    for (steps, limits) in cases {
        let plan = api().check_value(&json!({ "@steps": steps })).unwrap();
        plan.deferred()
            .iter()
            .for_each(|deferred| told(&mut lines, &format!("deferred {deferred}")));
        let options = RunOptions::default().limits(limits);
        told(
            &mut lines,
            &wait(plan.run_with(&options)).unwrap_err().to_string(),
        );
    }
    let plan = api()
        .check_value(&json!({ "@steps": [step("send", json!(["bob"]))] }))
        .unwrap();
    let options = RunOptions::default().confirm(|_: PendingCall| async { false });
    told(
        &mut lines,
        &wait(plan.run_with(&options)).unwrap_err().to_string(),
    );
    insta::assert_snapshot!(lines);
}
