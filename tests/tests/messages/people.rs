//! Findings over the reply, as people see them.

use insta::assert_snapshot;
use serde::de::DeserializeOwned;
use serde_json::Value;
use typechat::{
    Schema,
    reply::{Reader, render_pretty},
};

use super::types::{Order, Rules, Shape, Stay};

#[test]
fn what_people_see() {
    fn seen<T: Schema + DeserializeOwned>(reply: &str) -> String {
        let reading = Reader::<T>::new().read(reply);
        render_pretty(reply, "reply", reading.problems(), reading.notes(), false) + "\n"
    }
    let mut all = String::new();
    all += &seen::<Order>("{\"dish\": \"pizza\",\n \"count\": 300}");
    all += &seen::<Order>("{\"dish\": \"soup\", \"cuont\": 1}");
    all += &seen::<Order>("Here:\n```json\n{\n  'dish': 'soup',\n  \"count\": 1,\n}\n```");
    all += &seen::<Order>("{\"dish\": \"soup\", \"count\": 1, \"count\": 2}");
    all += &seen::<Order>("{\"dish\": \"soup\",\n \"count\": ");
    all += &seen::<Order>("I cannot help with that.");
    all += &seen::<Order>(
        "Draft: {\"dish\": \"soup\", \"count\": 1}\nFinal: {\"dish\": \"soup\", \"count\": \"none\"}",
    );
    all += &seen::<Shape>(
        "{\"kind\": \"group\", \"shapes\": [\n  {\"kind\": \"hexagon\"},\n  {\"kind\": \"circle\"}\n]}",
    );
    all += &seen::<Rules>("{\"day\": \"2024-02-30\", \"mail\": \"grüße\", \"stars\": 6}");
    all += &seen::<Vec<Value>>("[1,\n 2,\n ...]");
    all += &seen::<Value>("{\"say\": \"he said \"no\", and left\", \"b\": 1}");
    all += &seen::<Vec<Option<bool>>>("[True, None,\n yes]");
    all += &seen::<Stay>("{\"from\": 7, \"to\": 2}");
    assert_snapshot!(all);
}
