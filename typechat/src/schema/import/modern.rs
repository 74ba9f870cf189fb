//! Old spellings in a document that does not state its draft, in the words of 2020-12: then what
//! only newer drafts know keeps its meaning beside them.

use serde_json::{Map, Value, json};

/// Whether a schema has a spelling that 2020-12 does not know.
pub(super) fn is_old(members: &Map<String, Value>) -> bool {
    let is_bool = |keyword: &str| members.get(keyword).is_some_and(Value::is_boolean);
    is_bool("exclusiveMinimum")
        || is_bool("exclusiveMaximum")
        || has_item_list(members)
        || members.contains_key("dependencies")
}

pub(super) fn rewrite(members: &mut Map<String, Value>, document: &Value) {
    bound(members, "exclusiveMinimum", "minimum");
    bound(members, "exclusiveMaximum", "maximum");
    items(members);
    dependencies(members);
    if let Some(Value::String(reference)) = members.get_mut("$ref")
        && let Some(moved) = moved(document, reference)
    {
        *reference = moved;
    }
}

/// `exclusiveMinimum: true` says how `minimum` is meant.
fn bound(members: &mut Map<String, Value>, exclusive: &str, inclusive: &str) {
    let Some(&Value::Bool(is_exclusive)) = members.get(exclusive) else {
        return;
    };
    members.shift_remove(exclusive);
    if is_exclusive && let Some(bound) = members.shift_remove(inclusive) {
        members.insert(exclusive.into(), bound);
    }
}

fn has_item_list(members: &Map<String, Value>) -> bool {
    matches!(members.get("items"), Some(Value::Array(_))) && !members.contains_key("prefixItems")
}

fn items(members: &mut Map<String, Value>) {
    if !has_item_list(members) {
        return;
    }
    if let Some(list) = members.shift_remove("items")
        && list != json!([])
    {
        members.insert("prefixItems".into(), list);
    }
    if let Some(rest) = members.shift_remove("additionalItems") {
        members.insert("items".into(), rest);
    }
}

fn dependencies(members: &mut Map<String, Value>) {
    let Some(Value::Object(all)) = members.get("dependencies") else {
        return;
    };
    let (required, schemas): (Map<_, _>, Map<_, _>) = all
        .clone()
        .into_iter()
        .partition(|(_, wanted)| wanted.is_array());
    members.shift_remove("dependencies");
    for (keyword, wanted) in [
        ("dependentRequired", required),
        ("dependentSchemas", schemas),
    ] {
        if wanted.is_empty() {
            continue;
        }
        if members.contains_key(keyword) {
            // Both count.
            let all_of = members.entry("allOf").or_insert_with(|| json!([]));
            if let Value::Array(list) = all_of {
                list.push(json!({keyword: wanted}));
            }
        } else {
            members.insert(keyword.into(), wanted.into());
        }
    }
}

/// Where a reference leads when lists of items are called otherwise; `None` when that is where it
/// led before.
fn moved(document: &Value, reference: &str) -> Option<String> {
    let mut value = document;
    let mut steps = Vec::new();
    let mut has_moved = false;
    for raw in reference.strip_prefix("#/")?.split('/') {
        let step = raw.replace("~1", "/").replace("~0", "~");
        let new = match (value, &*step) {
            (Value::Object(members), "items") if has_item_list(members) => "prefixItems",
            (Value::Object(members), "additionalItems") if has_item_list(members) => "items",
            _ => raw,
        };
        has_moved |= new != raw;
        steps.push(new);
        value = match value {
            Value::Object(members) => members.get(&step)?,
            Value::Array(list) => list.get(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    has_moved.then(|| format!("#/{}", steps.join("/")))
}
