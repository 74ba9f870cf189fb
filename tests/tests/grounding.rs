//! A request's own words against the constants of a type.

use std::path::Path;

use serde_json::{Value, json};
use typechat::{
    Grounding, Translator,
    grounding::{Again, Doubt, Lexicon},
    model::{ChatRequest, LanguageModel, Message, ModelError, Sample, Script, Settings},
    reply::{NoteKind, Reader},
    schema::TypeGraph,
    translate::OutputMode,
};
use typechat_examples::{
    calendar::CalendarActions, coffee_shop::Cart, restaurant::Order, sentiment::SentimentResponse,
};

fn block_on<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    runtime.unwrap().block_on(future)
}

fn named(request: &str) -> Vec<String> {
    let lexicon = Lexicon::of(&TypeGraph::of::<Cart>());
    let mentions = lexicon.mentions(request);
    mentions.constants().map(str::to_owned).collect()
}

#[test]
fn what_a_request_names() {
    assert_eq!(named("Two TALL lattes!"), ["tall", "latte"]);
    // The longest that stands there, and nothing within it.
    assert_eq!(named("a latte macchiato"), ["latte macchiato"]);
    assert_eq!(named("a latte, a macchiato"), ["latte", "macchiato"]);
    // A part of a constant, where no other is nearer.
    assert_eq!(named("a peppermint mocha"), ["peppermint syrup", "mocha"]);
    assert_eq!(named("an apple muffin"), ["apple bran muffin"]);
    let muffins = [
        "apple bran muffin",
        "blueberry muffin",
        "lemon poppyseed muffin",
    ];
    assert_eq!(named("a muffin"), muffins);
    // A word that is a constant by itself names that one.
    assert_eq!(named("an espresso"), ["espresso"]);
    assert_eq!(named("sugar"), ["sugar"]);
    // Whole phrases name what has them within.
    assert_eq!(named("whole milk"), ["whole milk", "whole milk creamer"]);
    assert_eq!(named("roses are red and violets blue"), [""; 0]);
    assert_eq!(named(""), [""; 0]);
}

#[test]
fn the_type_as_far_as_a_request_speaks_of_it() {
    let requests = [
        "two tall lattes, one with oat milk",
        "an espresso with light foam",
        "a bagel cut in half and a dark roast coffee",
        "roses are red",
        "coffee with milk",
    ];
    let graph = TypeGraph::of::<Cart>();
    let lexicon = Lexicon::of(&graph);
    let texts = requests.map(|request| {
        let narrowed = lexicon.mentions(request).narrow(&graph);
        format!("// {request}\n{}", narrowed.shown().to_typescript())
    });
    insta::assert_snapshot!(texts.join("\n"));
}

/// Where there is one item, its options are needed; where there are several, as many items.
#[test]
fn what_a_request_names_is_required_where_it_has_one_place() {
    let requests = [
        "a light nutmeg espresso",
        "a coffee with sugar and a bagel with butter",
        "two tall lattes, one with oat milk",
        "a latte, but not a tall one",
    ];
    let graph = TypeGraph::of::<Cart>();
    let lexicon = Lexicon::of(&graph);
    let texts = requests.map(|request| {
        let narrowed = lexicon.mentions(request).require(&graph);
        format!("// {request}\n{}", narrowed.enforced().to_typescript())
    });
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn a_number_counts_what_is_named_after_it() {
    let graph = TypeGraph::of::<Cart>();
    let lexicon = Lexicon::of(&graph);
    let shown = |request: &str| {
        lexicon
            .mentions(request)
            .require(&graph)
            .shown()
            .to_typescript()
    };
    let text = shown("a flat white with five pumps of caramel syrup");
    assert!(
        text.contains("quantity: 1;") && text.contains("optionQuantity"),
        "{text}"
    );
    let text = shown("two flat whites with equal");
    assert!(text.contains("quantity: 1 | 2;"), "{text}");
    assert!(!text.contains("optionQuantity"), "{text}");
    let text = shown("add three equal to the flat white");
    assert!(
        text.contains("quantity: 1;") && text.contains("optionQuantity: 3"),
        "{text}"
    );
    // Nothing is left over of what a number took the place of.
    assert!(!text.contains("type OptionQuantity"), "{text}");
    // Numbers that count nothing that is named are left alone.
    let drawing = TypeGraph::of::<typechat_examples::drawing::Drawing>();
    let narrowed = Lexicon::of(&drawing)
        .mentions("a box of 3 by 4")
        .narrow(&drawing);
    assert!(narrowed.shown().to_typescript().contains("width: number"));
}

#[derive(serde::Deserialize, typechat::Schema)]
#[allow(dead_code)]
struct Part {
    kind: Kind,
    finish: Option<Finish>,
    parts: Vec<Part>,
    #[typechat(nullable)]
    spare: Option<Finish>,
}

#[derive(serde::Deserialize, typechat::Schema)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Gear,
    #[serde(alias = "ball bearing")]
    Bearing,
    DriveShaft,
}

#[derive(serde::Deserialize, typechat::Schema)]
enum Finish {
    Matt,
    Gloss,
}

#[test]
fn types_within_themselves_and_other_names_are_narrowed_too() {
    let graph = TypeGraph::of::<Part>();
    let lexicon = Lexicon::of(&graph);
    let texts = [
        "a ball-bearing with a drive shaft, both matt",
        "Gears",
        "something else",
    ]
    .map(|request| {
        let mentions = lexicon.mentions(request);
        let narrowed = mentions.require(&graph);
        format!("// {request}\n{}", narrowed.enforced().to_typescript())
    });
    insta::assert_snapshot!(texts.join("\n"));
}

/// Many words and many constants: the work grows with both, and not faster.
#[test]
fn long_requests_and_long_lists_are_done_in_time() {
    let constants: Vec<Value> = (0..3000)
        .map(|n| json!(format!("item {n} of many")))
        .collect();
    let schema = json!({"type": "object", "properties": {"items": {"type": "array", "items": {
        "type": "object", "properties": {"name": {"enum": constants}, "count": {"type": "integer"}},
        "required": ["name", "count"]}}}, "required": ["items"]});
    let graph = TypeGraph::from_json_schema(&schema).unwrap();
    let lexicon = Lexicon::of(&graph);
    let request: String = (0..3000)
        .map(|n| format!("{n} of item {n} of many, "))
        .collect();
    let started = std::time::Instant::now();
    let narrowed = lexicon.mentions(&request).require(&graph);
    assert!(
        narrowed
            .enforced()
            .to_typescript()
            .contains("\"item 7 of many\"")
    );
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn what_cannot_be_seen_is_left_alone() {
    let graph = TypeGraph::of::<Cart>();
    let lexicon = Lexicon::of(&graph);
    let is_whole = |request: &str| *lexicon.mentions(request).require(&graph).shown() == graph;
    assert!(is_whole(&"a latte ".repeat(300)));
    assert!(is_whole("latte をください"));
    let long = lexicon.mentions(&"a latte ".repeat(300));
    let value = json!({"items": [{"type": "unknown", "text": "x", "quantity": 7}]});
    assert!(long.doubts(&long.narrow(&graph), &value).is_empty());
    // Pictures and earlier turns may name what the words do not.
    let builder = Translator::<Cart>::builder(Script::new([""; 0]));
    let translator = builder
        .grounding(Grounding::default().require().doubt(Again::Ask))
        .build()
        .unwrap();
    let text =
        |request: typechat::translate::Request| translator.prompt(request).messages[0].text();
    let request = || typechat::translate::Request::new("a tall latte");
    assert!(!text(request()).contains("muffin"));
    assert!(text(request().image("https://example.com/menu.png")).contains("muffin"));
    assert!(text(request().history([Message::user("a muffin")])).contains("muffin"));
}

#[test]
fn other_numbers_than_counts_are_left_alone() {
    let shown = |schema: Value, request: &str| {
        let graph = TypeGraph::from_json_schema(&schema).unwrap();
        Lexicon::of(&graph)
            .mentions(request)
            .require(&graph)
            .shown()
            .to_typescript()
    };
    let order = |number: &str| {
        json!({"type": "object", "properties": {
        "what": {"enum": ["latte", "mocha"]}, number: {"type": "number"}, "price": {"type": "number"}},
        "required": ["what", number]})
    };
    assert!(shown(order("count"), "two lattes").contains("count: 1 | 2;"));
    assert!(shown(order("count"), "two dozen lattes").contains("count: 1 | 24;"));
    assert!(shown(order("kilos"), "two lattes").contains("kilos: number;"));
    // What cannot be read may be any number.
    assert!(shown(order("count"), "2x latte").contains("count: number;"));
    assert!(shown(order("count"), "zwei latte").contains("count: number;"));
    assert!(!shown(order("count"), "two lattes").contains("price: number"));
}

#[test]
fn what_is_denied_is_not_required() {
    let schema = json!({"type": "object", "properties": {"drink": {"enum": ["latte", "mocha"]},
        "topping": {"enum": ["whipped cream", "cinnamon"]}}, "required": ["drink"]});
    let graph = TypeGraph::from_json_schema(&schema).unwrap();
    let shown = |request: &str| {
        let mentions = Lexicon::of(&graph).mentions(request);
        mentions.require(&graph).shown().to_typescript()
    };
    assert!(shown("a latte, no whipped cream").contains("topping?: \"whipped cream\""));
    assert!(shown("a latte, whipped cream").contains("topping: \"whipped cream\""));
}

#[test]
fn plurals_and_inner_capitals_are_named() {
    let schema = json!({"enum": ["cookie", "brownie", "tomato", "YouTube", "iPhone", "GitHub"]});
    let graph = TypeGraph::from_json_schema(&schema).unwrap();
    let lexicon = Lexicon::of(&graph);
    let mentions =
        lexicon.mentions("cookies, brownies and tomatoes on youtube from my iphone, GitHub");
    let named: Vec<&str> = mentions.constants().collect();
    assert_eq!(
        named,
        ["cookie", "brownie", "tomato", "YouTube", "iPhone", "GitHub"]
    );
}

/// Types that lead to each other in many ways.
#[test]
fn many_ways_through_a_type_are_gone_once() {
    let mut defs = serde_json::Map::new();
    for n in 0..30 {
        let next = json!({"$ref": format!("#/$defs/D{}", (n + 1) % 30)});
        defs.insert(format!("D{n}"), json!({"type": "object", "properties": {
            "kind": {"enum": ["latte", "mocha"]}, "count": {"type": "integer"},
            "left": {"type": "array", "items": next}, "right": next,
            "other": {"$ref": format!("#/$defs/D{}", (n * 7 + 3) % 30)}}, "required": ["kind", "count"]}));
    }
    let graph = TypeGraph::from_json_schema(&json!({"$ref": "#/$defs/D0", "$defs": defs})).unwrap();
    let mentions = Lexicon::of(&graph).mentions("two lattes with a mocha");
    let started = std::time::Instant::now();
    assert!(
        mentions
            .require(&graph)
            .enforced()
            .to_typescript()
            .contains("latte")
    );
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn where_nothing_is_named_and_nothing_can_be_left_out_a_list_stays_whole() {
    let graph = TypeGraph::of::<SentimentResponse>();
    let narrowed = Lexicon::of(&graph).mentions("it rains").narrow(&graph);
    assert_eq!(*narrowed.shown(), graph);
    let named = Lexicon::of(&graph).mentions("so negative").narrow(&graph);
    assert!(
        named
            .shown()
            .to_typescript()
            .contains("sentiment: \"negative\";")
    );
}

fn requests() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/requests/dev.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let records = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    records
        .map(|record| record["request"].as_str().unwrap().to_owned())
        .collect()
}

/// Whatever is asked, what is left of a type has values, and they are of the whole type.
#[test]
fn every_value_of_what_is_left_is_one_of_the_whole_type() {
    let graphs = [
        TypeGraph::of::<Cart>(),
        TypeGraph::of::<Order>(),
        TypeGraph::of::<CalendarActions>(),
        TypeGraph::of::<SentimentResponse>(),
    ];
    let mut smaller = 0;
    for graph in graphs {
        let whole = Reader::from_schema(&graph.to_json_schema()).unwrap();
        let lexicon = Lexicon::of(&graph);
        for request in requests() {
            let mentions = lexicon.mentions(&request);
            for narrowed in [mentions.narrow(&graph), mentions.require(&graph)] {
                let narrowed = narrowed.enforced().clone();
                smaller += usize::from(narrowed != graph);
                let mut chat = ChatRequest::new(vec![Message::user("")]);
                chat.schema = Some(narrowed.to_json_schema().into());
                let sample = Sample::new();
                for _ in 0..4 {
                    let reply = block_on(sample.complete(&chat)).unwrap_or_else(|error| {
                        panic!("{request}: {error}\n{}", narrowed.to_typescript())
                    });
                    let reading = whole.read(&reply.text);
                    assert!(reading.notes().is_empty(), "{request}: {}", reply.text);
                    assert!(reading.value().is_some(), "{request}: {}", reply.text);
                }
            }
        }
    }
    assert!(smaller > 200, "{smaller}");
}

/// The cart of an order as gold has it; the kinds of products and options are those that fit.
fn cart(gold: &Value, whole: &Reader<Value>) -> Value {
    let fits = |product: &Value| {
        let cart = json!({"items": [{"type": "lineitem", "product": product, "quantity": 1}]});
        whole.read(&cart.to_string()).value().is_some()
    };
    let kinds = [
        "LatteDrinks",
        "EspressoDrinks",
        "CoffeeDrinks",
        "BakeryProducts",
    ];
    let options = [
        "Milks",
        "Creamers",
        "Sweeteners",
        "Syrups",
        "Toppings",
        "Caffeines",
        "LattePreparations",
        "BakeryOptions",
        "BakeryPreparations",
    ];
    let item = |item: &Value| {
        if item["unknown"] == json!(true) {
            return json!({"type": "unknown", "text": item["text"]});
        }
        let product = |kind: &str, options: &Value| {
            let mut product = json!({"type": kind, "name": item["name"]});
            for key in ["size", "temperature"] {
                // The usual size goes without saying, for gold as for the shop.
                if let Some(value) = item.get(key).filter(|value| **value != json!("grande")) {
                    product[key] = value.clone();
                }
            }
            if kind == "BakeryProducts" || options != &json!([]) {
                product["options"] = options.clone();
            }
            product
        };
        let kind = kinds
            .iter()
            .find(|kind| fits(&product(kind, &json!([]))))
            .unwrap();
        let made = item["options"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|option| {
                let text = option.as_str().unwrap();
                let (name, amount) = text.split_once('=').unwrap_or((text, ""));
                let mut made = options.iter().map(|of| {
                    let mut made = json!({"type": of, "name": name});
                    match amount.parse::<u32>() {
                        Ok(amount) => made["optionQuantity"] = json!(amount),
                        Err(_) if amount.is_empty() => {}
                        Err(_) => made["optionQuantity"] = json!(amount),
                    }
                    made
                });
                let made = made.find(|made| fits(&product(kind, &json!([made]))));
                made.unwrap_or_else(|| panic!("{kind} {text}"))
            });
        let made: Value = made.collect();
        json!({"type": "lineitem", "product": product(kind, &made), "quantity": item["quantity"]})
    };
    json!({"items": gold["items"].as_array().unwrap().iter().map(item).collect::<Value>()})
}

/// What is meant can still be said once the type is narrowed.
#[test]
fn what_is_meant_survives() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/requests/dev.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let records = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let graph = TypeGraph::of::<Cart>();
    let whole = Reader::from_schema(&graph.to_json_schema()).unwrap();
    let lexicon = Lexicon::of(&graph);
    let mut lost = Vec::new();
    for record in records.filter(|record| record["domain"] == "coffee") {
        let mentions = lexicon.mentions(record["request"].as_str().unwrap());
        let wanted: Vec<Value> = std::iter::once(&record["gold"])
            .chain(record["accept"].as_array().into_iter().flatten())
            .map(|gold| cart(gold, &whole))
            .collect();
        for (name, narrowed) in [
            ("narrow", mentions.narrow(&graph)),
            ("require", mentions.require(&graph)),
        ] {
            let reader = Reader::from_schema(&narrowed.enforced().to_json_schema()).unwrap();
            if !wanted
                .iter()
                .any(|cart| reader.read(&cart.to_string()).value().is_some())
            {
                lost.push(format!("{name} {}", record["id"].as_str().unwrap()));
            }
        }
    }
    assert_eq!(lost, [""; 0]);
}

const LATTES: &str = r#"{"items":[{"type":"lineitem","product":{"type":"LatteDrinks","name":"latte","size":"tall"},"quantity":2}]}"#;
const BOTH: &str = r#"{"items":[{"type":"lineitem","product":{"type":"LatteDrinks","name":"latte","size":"tall"},"quantity":1},{"type":"lineitem","product":{"type":"LatteDrinks","name":"latte","size":"tall","options":[{"type":"Milks","name":"oat milk"}]},"quantity":1}]}"#;
const ORDER: &str = "two tall lattes, one with oat milk";

fn translator(replies: &[&str], grounding: Grounding) -> (Translator<Cart>, Script) {
    let script = Script::new(replies.iter().copied());
    let builder = Translator::<Cart>::builder(script.clone()).grounding(grounding);
    (builder.build().unwrap(), script)
}

#[test]
fn what_makes_a_value_doubtful() {
    let graph = TypeGraph::of::<Cart>();
    let lexicon = Lexicon::of(&graph);
    let doubts = |request: &str, value: &Value| {
        let mentions = lexicon.mentions(request);
        let doubts = mentions.doubts(&mentions.narrow(&graph), value);
        doubts.iter().map(Doubt::to_string).collect::<Vec<_>>()
    };
    let latte = |product: Value| json!({"items": [{"type": "lineitem", "product": product, "quantity": 1}]});
    let value = latte(json!({"type": "LatteDrinks", "name": "latte", "size": "venti"}));
    assert_eq!(
        doubts("a latte with oat milk", &value),
        [
            "the request says \"oat milk\", but the value has no \"oat milk\" or \"oat milk creamer\"",
            "the request does not name \"venti\"",
        ]
    );
    assert_eq!(doubts("a venti latte", &value), [""; 0]);
    // What stands in a free text is said.
    let text = json!({"items": [{"type": "unknown", "text": "an espresso"}]});
    assert_eq!(doubts("an espresso", &text), [""; 0]);
    let sweet = json!({"items": [{"type": "lineitem", "quantity": 2, "product": {
        "type": "LatteDrinks", "name": "flat white",
        "options": [{"type": "Sweeteners", "name": "equal", "optionQuantity": 2}]}}]});
    assert_eq!(
        doubts("a flat white with two equal", &sweet),
        ["the request says 2 only once, but the value has it twice"]
    );
    assert_eq!(doubts("two flat whites with two equal", &sweet), [""; 0]);
    assert_eq!(
        doubts("a flat white with equal", &sweet),
        ["the request does not say 2"]
    );
}

#[test]
fn a_doubtful_value_is_asked_for_once_more() {
    let (translator, script) = translator(&[LATTES, BOTH], Grounding::default().doubt(Again::Ask));
    let done = block_on(translator.translate_full(ORDER)).unwrap();
    assert_eq!(done.value().items.len(), 2);
    assert_eq!(done.attempts().len(), 2);
    let first = &done.attempts()[0];
    assert!(first.problems.is_empty());
    let kinds: Vec<NoteKind> = first.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::Doubt]);
    assert!(done.notes().is_empty());
    let asked = script.requests().pop().unwrap();
    let last = asked.messages.last().unwrap().text();
    insta::assert_snapshot!("doubt", last);
}

#[test]
fn the_first_value_stands_when_the_second_is_no_better() {
    let ask = Grounding::default().doubt(Again::Ask);
    for second in [LATTES, "no JSON at all"] {
        let (translator, _) = translator(&[LATTES, second], ask);
        let done = block_on(translator.translate_full(ORDER)).unwrap();
        assert_eq!(done.value().items.len(), 1);
        assert_eq!(done.attempts().len(), 2);
        // The doubt is told with the value.
        assert_eq!(done.notes().len(), 1);
        assert!(
            done.notes()[0].text.contains("oat milk"),
            "{}",
            done.notes()[0]
        );
    }
    let (translator, _) = translator(&[LATTES, BOTH], Grounding::default().doubt(Again::No));
    let done = block_on(translator.translate_full(ORDER)).unwrap();
    assert_eq!(
        (
            done.value().items.len(),
            done.attempts().len(),
            done.notes().len()
        ),
        (1, 1, 1)
    );
    // A model that fails, and a budget that ends, take nothing back.
    let failing = Script::new([LATTES]);
    let model = typechat::Model::from_fn(move |request: ChatRequest| {
        let script = failing.clone();
        async move {
            if script.requests().is_empty() {
                script.complete(&request).await
            } else {
                Err(ModelError::Config("gone".into()))
            }
        }
    });
    let builder = Translator::<Cart>::builder(model).grounding(ask);
    let done = block_on(builder.build().unwrap().translate_full(ORDER)).unwrap();
    assert_eq!((done.value().items.len(), done.attempts().len()), (1, 2));
    let once = typechat::Budget::default().attempts(1);
    let builder = Translator::<Cart>::builder(Script::new([LATTES]))
        .grounding(ask)
        .budget(once);
    let done = block_on(builder.build().unwrap().translate_full(ORDER)).unwrap();
    assert_eq!((done.value().items.len(), done.attempts().len()), (1, 1));
}

#[test]
fn a_second_sample_is_drawn_warmer_from_the_same_prompt() {
    let (translator, script) =
        translator(&[LATTES, BOTH], Grounding::default().doubt(Again::Sample));
    let done = block_on(translator.translate_full(ORDER)).unwrap();
    assert_eq!(done.value().items.len(), 2);
    let [first, second] = &script.requests()[..] else {
        panic!("two requests")
    };
    assert_eq!(first.messages, second.messages);
    assert_eq!(
        (first.settings.temperature, second.settings.temperature),
        (None, Some(0.7))
    );
    let mut settings = Settings::default();
    settings.temperature = Some(0.2);
    let script = Script::new([LATTES, BOTH]);
    let builder = Translator::<Cart>::builder(script.clone()).settings(settings);
    let builder = builder.grounding(Grounding::default().doubt(Again::Sample));
    block_on(builder.build().unwrap().translate(ORDER)).unwrap();
    assert_eq!(script.requests()[1].settings.temperature, Some(0.2));
}

#[test]
fn constants_are_pointed_out_before_the_last_line() {
    let (translator, _) = translator(&[], Grounding::default().point_out());
    let chat = translator.prompt(ORDER);
    insta::assert_snapshot!("pointed_out", chat.messages[1].text());
    assert!(chat.messages[0].text().contains("\"blueberry muffin\""));
    // Nothing is said of nothing.
    assert!(
        !translator.prompt("hello").messages[1]
            .text()
            .contains("name these")
    );
}

#[test]
fn a_narrowed_type_is_shown_and_enforced_and_the_whole_one_is_read() {
    let (translator, _) = translator(&[], Grounding::default().narrow());
    let chat = translator.prompt(ORDER);
    assert!(!chat.messages[0].text().contains("muffin"));
    assert!(!chat.schema.unwrap().to_string().contains("muffin"));
    // A model may know better than the words.
    let muffin = r#"{"items":[{"type":"lineitem","product":{"type":"BakeryProducts","name":"blueberry muffin","options":[]},"quantity":1}]}"#;
    let (translator, _) = self::translator(&[muffin], Grounding::default().narrow());
    assert_eq!(
        block_on(translator.translate(ORDER)).unwrap().items.len(),
        1
    );
}

#[test]
fn vocabularies_of_a_request_are_grounded_too() {
    #[derive(serde::Deserialize, typechat::Schema)]
    struct Dish {
        #[typechat(vocab = "dishes")]
        dish: String,
    }
    let dish = |request: typechat::translate::Request| {
        let builder = Translator::<Dish>::builder(Script::new([""; 0]));
        let builder = builder.vocabulary("dishes", ["soup", "salad"]);
        let translator = builder
            .grounding(Grounding::default().narrow())
            .build()
            .unwrap();
        translator.prompt(request).messages[0].text()
    };
    let asked = typechat::translate::Request::new("the soup, please");
    assert!(dish(asked.clone()).contains("type Dishes = \"soup\";"));
    let own = asked.vocabulary("dishes", ["onion soup", "bread"]);
    assert!(dish(own).contains("type Dishes = \"onion soup\";"));
}

#[test]
fn without_the_schema_a_model_is_held_to_the_type_by_the_prompt_alone() {
    let builder = Translator::<Cart>::builder(Script::new([""; 0]));
    let translator = builder.output(OutputMode::Prompted).build().unwrap();
    assert!(translator.prompt(ORDER).schema.is_none());
}
