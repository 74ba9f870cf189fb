//! The worked domains: their schemas in files, and their wire shapes.

use std::path::Path;

use serde_json::Value;
use typechat::schema::TypeGraph;
use typechat_examples::{
    calendar::CalendarActions, coffee_shop::Cart, drawing::Drawing, health::HealthDataResponse,
    math::Calculation, music::PlayerActions, restaurant::Order, routes::Routed,
    sentiment::SentimentResponse,
};

fn domains() -> Vec<(&'static str, TypeGraph)> {
    vec![
        ("calendar", TypeGraph::of::<CalendarActions>()),
        ("coffee", TypeGraph::of::<Cart>()),
        ("drawing", TypeGraph::of::<Drawing>()),
        ("health", TypeGraph::of::<HealthDataResponse>()),
        ("math", TypeGraph::of::<Calculation>()),
        ("multiSchema", TypeGraph::of::<Routed>()),
        ("music", TypeGraph::of::<PlayerActions>()),
        ("restaurant", TypeGraph::of::<Order>()),
        ("sentiment", TypeGraph::of::<SentimentResponse>()),
    ]
}

/// `typechat eval run --schemas examples/schemas` asks for the types of the examples.
/// `UPDATE_SCHEMAS=1` writes the files anew.
#[test]
fn the_schemas_in_files_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/schemas");
    for (name, graph) in domains() {
        let file = folder.join(format!("{name}.schema.json"));
        let schema = graph.to_json_schema();
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&file, format!("{schema:#}\n")).unwrap();
        }
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let written: Value = serde_json::from_str(&text).unwrap_or_default();
        assert!(
            written == schema,
            "{} is not that of the type; UPDATE_SCHEMAS=1 writes it",
            file.display()
        );
        // Nothing is lost on the way back, so the files ask for the same as the types.
        assert_eq!(
            TypeGraph::from_json_schema(&written)
                .unwrap()
                .to_typescript(),
            graph.to_typescript()
        );
    }
}

#[test]
fn the_types_as_models_read_them() {
    for (name, graph) in domains() {
        insta::assert_snapshot!(format!("domain_{name}"), graph.to_typescript());
    }
}
