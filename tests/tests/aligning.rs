//! The reader with align: representation changes, meaning never does.

use serde_json::{Value, json};
use typechat::reply::{NoteKind, Reader};

fn read(schema: &Value, reply: &str) -> (Option<Value>, Vec<NoteKind>) {
    let (value, _, notes) = Reader::from_schema(schema)
        .unwrap()
        .read(reply)
        .into_parts();
    (value, notes.iter().map(|note| note.kind).collect())
}

#[test]
fn a_word_that_is_a_constant_is_no_null() {
    let milk = json!({"enum": ["None", "Oat"]});
    let optional =
        json!({"type": "object", "properties": {"milk": milk}, "additionalProperties": false});
    let (value, _) = read(&optional, "{milk: None}");
    assert_eq!(value, Some(json!({"milk": "None"})));
    let nullable = json!({"anyOf": [{"enum": ["none", "oat"]}, {"type": "null"}]});
    let list = json!({"type": "array", "items": nullable});
    assert_eq!(read(&list, "[None, null]").0, Some(json!(["none", null])));
    let plain = json!({"type": ["string", "null"]});
    let list = json!({"type": "array", "items": plain});
    assert_eq!(read(&list, "[None, 'a']").0, Some(json!([null, "a"])));
    let flags = json!({"type": "array", "items": {"enum": ["True", "False"]}});
    assert_eq!(read(&flags, "[True]").0, Some(json!(["True"])));
}
