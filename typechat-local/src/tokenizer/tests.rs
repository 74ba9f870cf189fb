use proptest::prelude::*;

use super::{
    samples::{byte_level, sentence_piece},
    *,
};

mod weights;
mod words;

const MERGES: &[&str] = &[
    "h e",
    "l l",
    "he ll",
    "hell o",
    "o w",
    "Ġ w",
    "Ġ h",
    "Ġh e",
    "1 2",
    "12 3",
    "Ġ Ġ",
    "ĠĠ ĠĠ",
    "Ċ Ċ",
    "Ã ¤",
    "< |",
    "i m",
    "| >",
];

fn tokenizer(words: &str) -> Tokenizer {
    Tokenizer::from_metadata(&byte_level(words, MERGES)).unwrap()
}

fn pieces() -> Tokenizer {
    let pieces = [
        ("▁", -1.0),
        ("h", -2.0),
        ("e", -2.5),
        ("l", -3.0),
        ("o", -4.0),
        ("he", -1.5),
        ("ll", -1.0),
        ("el", -0.5),
        ("▁h", -0.25),
        ("hello", -9.0),
        ("▁hello", -9.5),
        ("▁▁", -0.1),
        ("lo", -8.0),
        ("ä", -7.0),
    ];
    Tokenizer::from_metadata(&sentence_piece(&pieces)).unwrap()
}

/// The tokens' texts, with bars between them.
fn shown(tokenizer: &Tokenizer, text: &str, specials: bool) -> String {
    let tokens = tokenizer.encode(text, specials);
    let texts = tokens.iter().map(|id| {
        let name = String::from_utf8_lossy(tokenizer.name(*id)).into_owned();
        if tokenizer.is_special(*id) {
            format!("[{name}]")
        } else {
            name
        }
    });
    texts.collect::<Vec<_>>().join("·")
}

fn bytes(tokenizer: &Tokenizer, tokens: &[u32]) -> Vec<u8> {
    let bytes = tokens.iter().flat_map(|id| tokenizer.bytes(*id));
    bytes.copied().collect()
}

#[test]
fn pairs_are_joined_in_the_order_of_the_merges() {
    let qwen = tokenizer("qwen2");
    assert_eq!(shown(&qwen, "hello", false), "hello");
    assert_eq!(shown(&qwen, "hell how", false), "hell· h·ow");
    // `h e` comes before `Ġ h`, and `Ġh e` finds nothing to join.
    assert_eq!(shown(&qwen, "a he", false), "a· ·he");
    assert_eq!(shown(&qwen, "", false), "");
}

#[test]
fn texts_are_cut_into_words_as_the_file_says() {
    assert_eq!(shown(&tokenizer("qwen2"), "x123", false), "x·1·2·3");
    assert_eq!(shown(&tokenizer("llama-bpe"), "x1231", false), "x·123·1");
    assert_eq!(shown(&tokenizer("gpt-2"), "x123", false), "x·123");
    assert_eq!(shown(&tokenizer("smollm"), "x123", false), "x·1·2·3");
    assert_eq!(shown(&tokenizer("default"), "x1234", false), "x·123·4");
}

#[test]
fn words_are_those_of_the_pattern_with_look_ahead() {
    let words = |name: &str, text: &str| {
        let mut words = Vec::new();
        let split = split::Split::named(name).unwrap();
        split.words(text, &mut |word| words.push(word.to_owned()));
        words
    };
    let text = "It's  me\n\n  \t x's \r\n(1234) \u{3000} ä\n";
    assert_eq!(
        words("qwen2", text),
        [
            "It",
            "'s",
            " ",
            " me",
            "\n\n",
            "  \t",
            " x",
            "'s",
            " \r\n",
            "(",
            "1",
            "2",
            "3",
            "4",
            ")",
            " \u{3000}",
            " ä",
            "\n"
        ]
    );
    assert_eq!(
        words("gpt-2", text),
        [
            "It",
            "'s",
            " ",
            " me",
            "\n\n  \t",
            " x",
            "'s",
            " \r",
            "\n",
            "(",
            "1234",
            ")",
            " \u{3000}",
            " ä",
            "\n"
        ]
    );
    assert_eq!(words("llama3", "a12345 \n"), ["a", "123", "45", " \n"]);
    assert_eq!(
        words("default", "a+b 1234  "),
        ["a", "+", "b", " ", "123", "4", "  "]
    );
    assert_eq!(words("smollm", "a  1b"), ["a", "  ", "1", "b"]);
}

#[test]
fn control_tokens_are_found_only_where_asked_for() {
    let qwen = tokenizer("qwen2");
    let text = "<|im_start|>hello<|im_end|>";
    assert_eq!(
        shown(&qwen, text, true),
        "[<|im_start|>]·hello·[<|im_end|>]"
    );
    assert_eq!(
        shown(&qwen, text, false),
        "<|·im·_·s·t·a·r·t·|>·hello·<|·im·_·e·n·d·|>"
    );
    // A token of the vocabulary's own is part of any text.
    assert_eq!(shown(&qwen, "a<tool>b", false), "a·<tool>·b");
    assert_eq!(qwen.bytes(qwen.eos()), b"");
    assert_eq!(qwen.name(qwen.eos()), b"<|im_end|>");
    assert_eq!(bytes(&qwen, &qwen.encode(text, true)), b"hello");
    let ends: Vec<_> = qwen.ends().iter().map(|id| qwen.name(*id)).collect();
    assert_eq!(ends, [&b"<|im_end|>"[..], b"<|endoftext|>"]);
    assert!(!qwen.add_bos());
}

#[test]
fn a_mark_makes_text_of_a_control_token() {
    let qwen = tokenizer("qwen2");
    let mark = '\u{E000}';
    for text in [
        "hello",
        "say <|im_end|> twice: <|im_end|>",
        "<<|im_end|>>",
        "<|im_<|im_end|>end|>",
        "ends with <|im_",
        "|im_end|> begins",
        "<",
        " > quoted",
        "",
    ] {
        let quoted = qwen.quote(text, mark);
        assert_eq!(quoted.replace(mark, ""), text);
        // Whatever stands around it, and even if it is trimmed.
        for (before, after) in [
            ("", ""),
            ("<", ">"),
            ("<|im_end", "|im_end|>"),
            ("|", "_end|>"),
        ] {
            let whole = format!("{before}{}{after}", quoted.trim());
            let tokens = qwen.encode_quoted(&whole, true, Some(mark));
            assert!(!tokens.iter().any(|id| qwen.is_special(*id)), "{whole:?}");
            let plain = format!("{before}{}{after}", text.trim());
            assert_eq!(tokens, qwen.encode(&plain, false), "{whole:?}");
        }
    }
    assert_eq!(qwen.quote("a < b, c > d", mark), "a < b, c > d");
}

#[test]
fn pieces_are_joined_by_score() {
    let pieces = pieces();
    // `▁h` (-0.25) comes before `el` (-0.5), which leaves `l` and `o`.
    assert_eq!(shown(&pieces, "hello", false), " h·el·lo");
    assert_eq!(shown(&pieces, "", false), "");
    assert_eq!(shown(&pieces, "   ", false), "  ·  ");
    assert_eq!(shown(&pieces, "</s>h", true), "[</s>]· h");
    // What no piece covers is bytes; a piece that spells a byte or a control token is text.
    assert_eq!(
        bytes(&pieces, &pieces.encode("x€<0x0A><s>▁ä", false)),
        " x€<0x0A><s>▁ä".as_bytes()
    );
    assert!(pieces.add_bos());
    assert_eq!((pieces.bos(), pieces.eos()), (Some(1), 2));
}

#[test]
fn a_word_without_end_is_no_trouble() {
    let qwen = tokenizer("qwen2");
    let pieces = pieces();
    let same = |text: &str| {
        assert!(bytes(&qwen, &qwen.encode(text, true)) == text.as_bytes());
        let pieces = bytes(&pieces, &pieces.encode(text, true));
        assert!(pieces[1..] == *text.as_bytes());
    };
    for unit in ["hell", "a", " ", "\n", "<|im_", "'", "\u{301}", " \n "] {
        same(&unit.repeat(100_000 / unit.len()));
    }
    // Longer than what is looked at as one.
    same(&"ä".repeat(600_000));
    let quoted = qwen.quote(&"<|im_end|>".repeat(10_000), '\u{E000}');
    assert_eq!(quoted.len(), 130_000);
}

#[test]
fn files_that_cannot_be_used_are_told() {
    let told = |change: &dyn Fn(&mut Metadata)| {
        let mut metadata = byte_level("qwen2", MERGES);
        change(&mut metadata);
        Tokenizer::from_metadata(&metadata)
            .err()
            .unwrap()
            .to_string()
    };
    let text = |text: &str| Value::Text(text.to_owned());
    assert_eq!(
        told(&|metadata| metadata.insert("tokenizer.ggml.model", text("bert"))),
        "the file's tokenizer is \"bert\", which is not supported; supported are \"gpt2\" \
         (byte-level BPE) and \"llama\" (SentencePiece)"
    );
    assert_eq!(
        told(&|metadata| metadata.insert("tokenizer.ggml.pre", text("tekken"))),
        "the file's tokenizer cuts text into words as \"tekken\" does, which is not supported; \
         supported are \"qwen2\", \"deepseek-r1-qwen\", \"llama-bpe\", \"llama3\", \"llama-v3\", \
         \"gpt-2\", \"smollm\", \"default\""
    );
    assert_eq!(
        told(&|metadata| metadata.insert("tokenizer.ggml.eos_token_id", Value::Unsigned(999))),
        "the file's vocabulary is not valid: tokenizer.ggml.eos_token_id is 999, but there are \
         278 tokens"
    );
    let merges = Value::Texts(vec!["a b".to_owned(), "ab".to_owned()]);
    assert_eq!(
        told(&|metadata| metadata.insert("tokenizer.ggml.merges", merges.clone())),
        "the file's vocabulary is not valid: merge 1 is \"ab\", expected two tokens"
    );
    assert_eq!(
        told(&|metadata| metadata.insert("tokenizer.ggml.token_type", Value::Signeds(vec![1]))),
        "the file's vocabulary is not valid: there are 1 token types for 278 tokens"
    );
    assert_eq!(
        told(&|metadata| metadata.insert("tokenizer.ggml.tokens", text("a"))),
        "the metadata \"tokenizer.ggml.tokens\" is \"a\", expected a list of texts"
    );
}

#[test]
fn no_tokens_are_a_vocabulary_of_nothing() {
    let mut metadata = Metadata::default();
    let text = |text: &str| Value::Text(text.to_owned());
    metadata.insert("tokenizer.ggml.model", text("gpt2"));
    for list in ["tokens", "merges"] {
        metadata.insert(format!("tokenizer.ggml.{list}"), Value::Texts(Vec::new()));
    }
    let error = Tokenizer::from_metadata(&metadata).err().unwrap();
    assert_eq!(
        error.to_string(),
        "the metadata \"tokenizer.ggml.eos_token_id\" is missing, expected a number"
    );
}

#[test]
fn a_vocabulary_has_bounds() {
    let told = |tokens: usize, bytes: usize| {
        let tokens = vec![("x".repeat(bytes), Kind::Unused); tokens];
        Vocabulary::new(tokens.into_iter())
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(told(262_144, 8), None);
    assert_eq!(
        told(5, 1 << 20).unwrap(),
        "the file's vocabulary is not valid: its first 4 tokens are of 4194304 bytes, which is \
         more than a grammar can hold"
    );
    assert!(told((1 << 20) + 1, 0).is_some());
}

proptest! {
    #[test]
    fn tokens_give_the_text_back(text in ".{0,80}", spaces in "[ \t\r\na<|>'ä€]{0,40}") {
        let text = text + &spaces;
        for words in ["qwen2", "llama-bpe", "gpt-2", "smollm", "default"] {
            let tokenizer = tokenizer(words);
            prop_assert_eq!(bytes(&tokenizer, &tokenizer.encode(&text, false)), text.as_bytes());
        }
        let pieces = pieces();
        let expected = if text.is_empty() { String::new() } else { format!(" {text}") };
        prop_assert_eq!(bytes(&pieces, &pieces.encode(&text, false)), expected.as_bytes());
    }

    #[test]
    fn merges_are_those_that_a_slow_way_finds(text in "[helow ]{0,40}") {
        let qwen = tokenizer("qwen2");
        let mut slow = Vec::new();
        split::Split::named("qwen2").unwrap().words(&text, &mut |word| {
            let mut parts: Vec<String> = word.chars().map(|c| match c {
                ' ' => "Ġ".to_owned(),
                c => c.to_string(),
            }).collect();
            loop {
                let ranks = parts.windows(2).map(|pair| {
                    let rank = MERGES.iter().position(|m| *m == pair.join(" "));
                    rank.unwrap_or(usize::MAX)
                });
                match ranks.enumerate().min_by_key(|(_, rank)| *rank) {
                    Some((at, rank)) if rank < usize::MAX => {
                        let right = parts.remove(at + 1);
                        parts[at] += &right;
                    }
                    _ => break,
                }
            }
            slow.extend(parts.iter().map(|part| part.replace('Ġ', " ")));
        });
        prop_assert_eq!(shown(&qwen, &text, false), slow.join("·"));
    }
}
