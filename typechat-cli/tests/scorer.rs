//! Verdicts agree with the reference scorer, on right values, wrong ones and odd ones.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_collect,
    missing_docs
)]

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::{Map, Value, json};

const VERDICTS: &str = r"
import json, sys
sys.path.insert(0, sys.argv[1])
import score_requests as scorer
gold = scorer.load_gold(sys.argv[2:])
for line in sys.stdin:
    result = json.loads(line)
    record = gold.get((result['domain'], result['request'].strip()))
    print(json.dumps(None if record is None else bool(scorer.judge(record, result['value'])[0])))
";

fn shared() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared")
}

fn data() -> PathBuf {
    shared().join("corpus/requests/dev.jsonl")
}

fn records() -> Vec<Value> {
    let text = std::fs::read_to_string(data()).expect("the corpus is there");
    let records = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    records
        .filter(|record: &Value| !record["gold"].is_null())
        .collect()
}

/// What the reference says of each line.
fn reference(lines: &str) -> Vec<Value> {
    let mut python = Command::new("python3")
        .args(["-B", "-c", VERDICTS])
        .arg(shared().join("tools"))
        .arg(data())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut stdin = python.stdin.take().expect("piped");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = python.wait_with_output().expect("python3 ends");
    writer.join().expect("no panic").expect("written");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// What the command says of each line.
fn ours(lines: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let results = folder.path().join("results.jsonl");
    std::fs::write(&results, lines).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(["eval", "report", "--json", "--data"])
        .arg(data())
        .arg(results)
        .output()
        .expect("the command runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let verdicts = report["verdicts"].as_array().expect("a list");
    verdicts
        .iter()
        .map(|verdict| verdict["right"].clone())
        .collect()
}

fn agree(cases: &[(Value, Value)]) -> (usize, usize) {
    let lines: String = cases
        .iter()
        .map(|(record, value)| {
            let line = json!({
                "domain": record["domain"], "request": record["request"], "ok": true, "value": value,
            });
            format!("{line}\n")
        })
        .collect();
    let (reference, ours) = (reference(&lines), ours(&lines));
    assert_eq!((reference.len(), ours.len()), (cases.len(), cases.len()));
    let mut right = 0;
    for ((record, value), (theirs, own)) in cases.iter().zip(reference.iter().zip(&ours)) {
        assert_eq!(
            own, theirs,
            "{} {}\n{value}\ngold {}",
            record["id"], record["request"], record["gold"]
        );
        right += usize::from(*own == json!(true));
    }
    (right, cases.len())
}

#[test]
fn gold_and_what_is_as_good_are_right() {
    let mut cases = Vec::new();
    for record in records() {
        cases.push((record.clone(), record["gold"].clone()));
        for other in record["accept"].as_array().into_iter().flatten() {
            cases.push((record.clone(), other.clone()));
        }
    }
    let (right, all) = agree(&cases);
    assert_eq!(right, all);
    assert!(all > 90, "{all}");
}

#[test]
fn changed_values_have_the_same_verdict() {
    let mut random = Random(7);
    let mut cases = Vec::new();
    let records = records();
    for record in &records {
        let mut golds = vec![record["gold"].clone()];
        golds.extend(record["accept"].as_array().into_iter().flatten().cloned());
        let other = &records[random.below(records.len())];
        cases.push((record.clone(), other["gold"].clone()));
        for gold in golds {
            for value in [gold.clone(), on_the_wire(&gold)] {
                cases.push((record.clone(), value.clone()));
                for _ in 0..25 {
                    let mut value = value.clone();
                    for _ in 0..=random.below(3) {
                        let places = count(&value);
                        change(&mut value, &mut random.below(places), &mut random);
                    }
                    cases.push((record.clone(), value));
                }
            }
        }
    }
    let (right, all) = agree(&cases);
    // Neither all right nor all wrong: the changes tell something.
    assert!(
        all > 5000 && right > all / 10 && right < all * 9 / 10,
        "{right} of {all}"
    );
}

/// The same as a schema of the domain has it.
fn on_the_wire(gold: &Value) -> Value {
    match gold {
        Value::Object(members) if members.contains_key("unknown") => {
            if members["unknown"] == json!(true) {
                return json!({"type": "unknown", "text": members["text"]});
            }
            let mut product = members.clone();
            product.remove("unknown");
            let quantity = product.remove("quantity");
            let options = product.remove("options");
            let options = options
                .iter()
                .filter_map(|options| options.as_array())
                .flatten();
            let options: Vec<Value> = options
                .map(|option| {
                    let text = option.as_str().expect("a text");
                    match text.split_once('=') {
                        None => json!({"type": "Toppings", "name": text}),
                        Some((name, amount)) => {
                            let amount = amount.parse::<u32>().map_or(json!(amount), Value::from);
                            json!({"type": "Toppings", "name": name, "optionQuantity": amount})
                        }
                    }
                })
                .collect();
            product.insert("options".into(), options.into());
            product.insert("type".into(), json!("LatteDrinks"));
            json!({"type": "lineitem", "product": product, "quantity": quantity})
        }
        Value::Object(members) if members.contains_key("action") => {
            let mut out = Map::new();
            let mut event = Map::new();
            for (key, value) in members {
                match key.as_str() {
                    "action" => drop(out.insert("actionType".into(), value.clone())),
                    "optional" => {}
                    "event" => drop(out.insert("eventReference".into(), value.clone())),
                    "start" => event["timeRange"]["startTime"] = value.clone(),
                    "day_range" => drop(event.insert("dayRange".into(), value.clone())),
                    _ => drop(event.insert(key.clone(), value.clone())),
                }
                event.entry("timeRange").or_insert_with(|| json!({}));
            }
            if out["actionType"] == "add event" {
                out.insert("event".into(), event.into());
            } else {
                out.extend(event);
            }
            out.into()
        }
        Value::Object(members) => {
            let each = members.iter().map(|(key, value)| {
                let key = if key == "type" { "itemType" } else { key };
                (key.to_owned(), on_the_wire(value))
            });
            each.collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.iter().map(on_the_wire).collect(),
        other => other.clone(),
    }
}

/// How many places a value has.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(members) => members.values().map(count).sum(),
        _ => 0,
    }
}

const TEXTS: &[&str] = &[
    "",
    " ",
    "latte",
    "Flat White",
    "LatteMacchiato",
    "extra_hot",
    "grande",
    "doppio",
    "hot",
    "tall",
    "foam=no",
    "foam",
    "foam=0",
    "sugar=2",
    "sugar=regular",
    "no",
    "0",
    "1",
    "2.0",
    "1_0",
    "3",
    "unknown",
    "lineitem",
    "pizza",
    "beer",
    "large",
    "Half",
    "whole",
    "Greek salad",
    "Garden",
    "pale ales",
    "M&J",
    "Mack & Jacks",
    "onion",
    "red onions",
    "add event",
    "FindEvents",
    "AddParticipantsAction",
    "tomorrow",
    "this Friday",
    "next week",
    "Sunday of next week",
    "tonight",
    "this afternoon",
    "March 5, 2024",
    "5th of March 2024",
    "3/5/2024",
    "13/2/2024",
    "2024-03-05",
    "2024-03-05T15:00:00Z",
    "3pm",
    "3:30",
    "15:00",
    "8.30 am",
    "noon",
    "12:00 midnight",
    "half past",
    "2",
    "25:00",
    "9 in the morning",
    "an hour",
    "1h30m",
    "PT90M",
    "1.5 hours",
    "ninety minutes",
    "half an hour",
    "1:30",
    "90",
    "a while",
    "two hrs",
    "the boss",
    "my boss",
    "Sally",
    "me",
    "meeting",
    "appointment with Sally",
    "strawberry",
    "chocolate cakes",
    "banana and t-shirt",
    "positive",
    "Negative",
    "add",
    "mul",
    "CoffeeShop",
    "coffee shop",
    "NoMatch",
    "Math",
    "straße",
    "İstanbul",
    "…",
];

const KEYS: &[&str] = &[
    "items",
    "type",
    "itemType",
    "item_type",
    "$type",
    "name",
    "product",
    "quantity",
    "size",
    "temperature",
    "options",
    "optionQuantity",
    "text",
    "unknown",
    "added",
    "addedToppings",
    "removed-ingredients",
    "kind",
    "style",
    "portion",
    "actions",
    "actionType",
    "event",
    "eventReference",
    "timeRange",
    "startTime",
    "start",
    "end",
    "endTime",
    "duration",
    "duration_min",
    "day",
    "dayRange",
    "participants",
    "description",
    "location",
    "optional",
    "value",
    "result",
    "@steps",
    "@func",
    "@args",
    "@ref",
    "route",
    "taskType",
    "label",
    "sentiment",
    "tolerance",
];

/// Changes one place of a value.
fn change(value: &mut Value, place: &mut usize, random: &mut Random) {
    if *place > 0 {
        *place -= 1;
        match value {
            Value::Array(items) => {
                for item in items {
                    let within = count(item);
                    if *place < within {
                        return change(item, place, random);
                    }
                    *place -= within;
                }
            }
            Value::Object(members) => {
                for member in members.values_mut() {
                    let within = count(member);
                    if *place < within {
                        return change(member, place, random);
                    }
                    *place -= within;
                }
            }
            _ => {}
        }
        return;
    }
    match value {
        Value::Array(items) if random.below(3) > 0 => {
            let at = random.below(items.len().max(1));
            match random.below(4) {
                0 if !items.is_empty() => drop(items.remove(at)),
                1 if !items.is_empty() => items.push(items[at].clone()),
                2 => items.reverse(),
                _ => items.insert(at.min(items.len()), random.value()),
            }
        }
        Value::Object(members) if random.below(4) > 0 => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = keys
                .get(random.below(keys.len().max(1)))
                .cloned()
                .unwrap_or_default();
            match random.below(5) {
                0 => drop(members.shift_remove(&key)),
                1 => {
                    if let Some(old) = members.shift_remove(&key) {
                        members.insert(random.key(), old);
                    }
                }
                2 => drop(members.insert(random.key(), random.value())),
                3 => {
                    let inner = Value::Object(std::mem::take(members));
                    members.insert(random.text(), inner);
                }
                _ => drop(members.insert(key, random.value())),
            }
        }
        Value::String(text) if random.below(2) > 0 => match random.below(5) {
            0 => *text = text.to_uppercase(),
            1 => *text = text.replace(' ', "_"),
            2 => text.push('s'),
            3 => *text = format!(" the {text}, {}", random.text()),
            _ => *text = text.split(' ').next_back().unwrap_or_default().to_owned(),
        },
        Value::Number(number) if random.below(2) > 0 => {
            let number = number.as_f64().unwrap_or_default();
            *value = match random.below(3) {
                0 => json!(number.to_string()),
                1 => json!(number + 1.0),
                _ => json!(number / 2.0),
            };
        }
        other => *other = random.value(),
    }
}

/// The same numbers every time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound.max(1) as u64).expect("below a usize")
    }

    fn text(&mut self) -> String {
        TEXTS[self.below(TEXTS.len())].to_owned()
    }

    fn key(&mut self) -> String {
        KEYS[self.below(KEYS.len())].to_owned()
    }

    fn value(&mut self) -> Value {
        match self.below(12) {
            0 => Value::Null,
            1 => json!(self.below(2) > 0),
            2 => json!(self.below(5)),
            3 => json!(0.5),
            4 => json!([self.text()]),
            5 => {
                let (key, text) = (self.key(), self.text());
                json!({ key: text })
            }
            6 => json!([]),
            7 => json!({}),
            8 => json!(-3),
            _ => json!(self.text()),
        }
    }
}
