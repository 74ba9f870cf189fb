//! Members, lists, wrappers and unions.

use serde_json::{Value, json};

use super::{aligned, check, graph, graph_of, optional, read, required};
use crate::{
    reply::NoteKind,
    schema::{Branch, Field, Member, ObjectType, Type},
};

#[test]
fn members_by_other_names() {
    let order = |rest| {
        let mut object = ObjectType::new(vec![
            required("lineItems", Type::array(Type::string())).aliases(&["articles"]),
            optional("note", Type::string()),
        ]);
        object.rest = rest;
        graph(Type::Object(object))
    };
    let closed = order(None);
    let text = r#"{"line_items": "x", "Note": null}"#;
    let (value, kinds) = read(&closed, text).unwrap();
    assert_eq!(value, json!({"lineItems": ["x"]}));
    assert_eq!(kinds, [NoteKind::Spelling, NoteKind::Null, NoteKind::List]);
    check(
        &closed,
        &[
            (r#"{"articles": []}"#, Some(json!({"lineItems": []}))),
            (
                r#"{"articles": [], "lineItems": []}"#,
                Some(json!({"lineItems": []})),
            ),
            (r#"{"articles": ["a"], "lineItems": []}"#, None),
            (r#"{"articles": ["a"], "line-items": []}"#, None),
            (r#"{"lineItems": null}"#, None),
            (r#"{"lineItems": [], "other": 1}"#, None),
            ("{}", None),
        ],
    );
    // Where any name is welcome, only a missing member is looked for.
    let open = order(Some(Box::new(Type::Any)));
    let same = json!({"lineItems": [], "Note": 1, "Line Items": 2});
    check(
        &open,
        &[
            (&same.to_string(), Some(same.clone())),
            (r#"{"LineItems": []}"#, Some(json!({"lineItems": []}))),
            (r#"{"articles": [], "lineItems": ["x"]}"#, None),
            (r#"{"line_items": [], "LineItems": ["x"]}"#, None),
        ],
    );
    // Nothing else tells of it there.
    let twice = aligned(&open, r#"{"articles": [], "lineItems": ["x"]}"#);
    assert_eq!(
        twice.problems[0].to_string(),
        "articles: this is another name of \"lineItems\", which has another value"
    );
    let keys = Type::Enum(vec![Member::new("tall", ""), Member::new("short", "")]);
    let map = graph(Type::map(
        keys,
        Type::Integer(crate::schema::NumberRange::default()),
    ));
    check(
        &map,
        &[
            (r#"{"Tall": "1"}"#, Some(json!({"tall": 1}))),
            (r#"{"Tall": 1, "tall": 1}"#, Some(json!({"tall": 1}))),
            (r#"{"Tall": 1, "tall": 2}"#, None),
            (r#"{"wide": 1}"#, None),
        ],
    );
}

#[test]
fn lists_and_what_stands_in_their_place() {
    let list = graph_of(&json!({"type": "array", "items": {"type": "integer"}}));
    check(
        &list,
        &[
            (r#""5""#, Some(json!([5]))),
            (r#"["1", 2]"#, Some(json!([1, 2]))),
            (r#""[1, \"2\"]""#, Some(json!([1, 2]))),
            (r#"["x"]"#, None),
            (r#""[1, x]""#, None),
            ("null", None),
            ("[null]", None),
            ("{}", None),
        ],
    );
    let texts = graph_of(&json!({"type": "array", "items": {"type": "string"}}));
    check(
        &texts,
        &[
            (r#""not json""#, Some(json!(["not json"]))),
            (r#""[a, b]""#, None),
            (r#""{a: 1}""#, None),
        ],
    );
    let lists = graph_of(&json!({
        "type": "array", "items": {"type": "array", "items": {"type": "integer"}},
    }));
    check(
        &lists,
        &[
            ("[1, 2]", None),
            ("5", None),
            ("[[1], [\"2\"]]", Some(json!([[1], [2]]))),
        ],
    );
    let tuple = graph_of(&json!({
        "type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "items": false, "minItems": 2,
    }));
    check(
        &tuple,
        &[
            (r#"["1", 2]"#, Some(json!([1, "2"]))),
            (r#"["1"]"#, None),
            (r#"["1", "2", "3"]"#, None),
            ("1", None),
        ],
    );
}

#[test]
fn objects_in_texts_lists_and_wrappers() {
    let schema = json!({
        "$ref": "#/$defs/Order",
        "$defs": {"Order": {
            "type": "object",
            "properties": {"dish": {"type": "string"}, "count": {"type": "integer"}},
            "required": ["dish", "count"],
            "additionalProperties": false,
        }},
    });
    let graph = graph_of(&schema);
    let soup = Some(json!({"dish": "soup", "count": 2}));
    check(
        &graph,
        &[
            (r#"{"order": {"dish": "soup", "count": "2"}}"#, soup.clone()),
            (r#"[{"dish": "soup", "count": 2}]"#, soup.clone()),
            (r#""{\"dish\": \"soup\", \"count\": 2}""#, soup),
            (
                r#"[{"dish": "soup", "count": 2}, {"dish": "soup", "count": 2}]"#,
                None,
            ),
            (r#"{"order": {"dish": "soup"}}"#, None),
            (r#"{"meal": {"dish": "soup", "count": "2"}}"#, None),
            (r#""soup""#, None),
            ("[]", None),
        ],
    );
    let kinds = read(&graph, r#""{\"Dish\": 1.50, \"count\": 2}""#);
    let (value, kinds) = kinds.unwrap();
    assert_eq!(value, json!({"dish": "1.50", "count": 2}));
    let expected = [
        NoteKind::Embedded,
        NoteKind::Spelling,
        NoteKind::Representation,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn unions_by_tag_by_order_and_by_cost() {
    let shape = |tag: &str, member: &str| {
        let size = Type::Integer(crate::schema::NumberRange::default());
        Type::Object(ObjectType::new(vec![
            Field::tag("kind", tag, &[]),
            required(member, size),
        ]))
    };
    let shapes = Type::union(vec![
        Branch::new(shape("circle", "size"), ""),
        Branch::new(shape("square", "size"), ""),
    ]);
    check(
        &graph(shapes),
        &[
            (
                r#"{"Kind": "Square", "size": "2"}"#,
                Some(json!({"kind": "square", "size": 2})),
            ),
            (r#"{"kind": "circle or square", "size": 2}"#, None),
            (r#"{"kind": "oval", "size": 2}"#, None),
            (r#"{"size": 2}"#, None),
        ],
    );
    let tied = graph_of(&json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
    ]}));
    check(&tied, &[(r#"{"a": "1"}"#, Some(json!({"a": 1})))]);
    let either =
        graph_of(&json!({"anyOf": [{"enum": ["A"]}, {"enum": ["B", 1]}, {"type": "null"}]}));
    check(
        &either,
        &[(r#""b""#, Some(json!("B"))), ("null", Some(Value::Null))],
    );
    let numbers = graph_of(&json!({"anyOf": [{"type": "number"}, {"type": "integer"}]}));
    check(&numbers, &[(r#""2.0""#, Some(json!(2.0)))]);
    let list = graph_of(&json!({"anyOf": [
        {"type": "array", "items": {"type": "integer"}}, {"type": "integer"},
    ]}));
    check(
        &list,
        &[(r#""2""#, Some(json!(2))), (r#"["2"]"#, Some(json!([2])))],
    );
}

#[test]
fn a_tie_is_a_problem() {
    let branch = |name: &str| {
        let object = ObjectType::new(vec![required(name, Type::string())]);
        Branch::new(Type::Object(object), "")
    };
    let union = Type::union(vec![branch("a-b"), branch("a_b")]);
    let aligned = aligned(&graph(union), r#"{"A B": "x"}"#);
    assert!(!aligned.fits);
    assert_eq!(aligned.value, json!({"A B": "x"}));
    assert_eq!(
        aligned.problems[0].to_string(),
        "the value: expected { \"a-b\": string } | { a_b: string }, found {\"A B\":\"x\"}; it could \
         be read as { \"a-b\": string } or as { a_b: string }"
    );
}
