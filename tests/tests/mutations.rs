//! Good values broken by the mistakes that models make: what is read is the value, and told; what
//! is not read is a problem at the place of the mistake. Another value never comes out.

mod framing;
#[path = "serde/laws/generate.rs"]
mod generate;
mod judge;
mod meaning;
mod places;
mod refused;
mod samples;
mod structure;
mod syntax;
mod text;

use std::{fmt::Write, thread};

use serde_json::Value;
use typechat::reply::NoteKind;

use judge::{Outcome, judge};
use samples::{Subject, subjects};
use text::{Broken, Sample};

/// What must come of a mistake.
#[derive(Debug, Clone, Copy)]
enum Want {
    /// The value with a note of one of these kinds (any, when none is named), in so many of a
    /// hundred at least; a problem in the others.
    Note(&'static [NoteKind], usize),
    /// The value, in so many of a hundred at least.
    Value(usize),
    /// A part of the value, told as cut, or a problem.
    Part,
    /// A problem.
    Problem,
}

struct Mistake {
    name: &'static str,
    make: fn(&Sample<'_>) -> Vec<Broken>,
    want: Want,
}

macro_rules! mistakes {
    ($($module:ident { $($name:ident: $want:expr,)* })*) => {
        vec![$($(Mistake { name: stringify!($name), make: $module::$name, want: $want },)*)*]
    };
}

fn mistakes() -> Vec<Mistake> {
    use NoteKind as K;
    use Want::{Note, Part, Problem};
    mistakes! {
        structure {
            trailing_comma: Note(&[K::Comma], 100),
            // `1 2` on two lines may be one number.
            missing_comma: Note(&[K::Comma], 95),
            semicolon: Note(&[], 0),
            equals_sign: Note(&[], 0),
            extra_closing: Note(&[K::Bracket], 20),
            missing_closing: Note(&[K::Bracket], 0),
            other_closing: Note(&[K::Bracket], 0),
            equal_member_twice: Note(&[K::MergedKey], 100),
            other_member_twice: Problem,
            ellipsis: Problem,
        }
        syntax {
            single_quotes: Note(&[K::Quotes], 100),
            smart_quotes: Note(&[K::Quotes], 100),
            back_quotes: Note(&[K::Quotes], 100),
            triple_quotes: Note(&[K::Quotes], 100),
            unquoted_key: Note(&[K::Unquoted], 100),
            unquoted_word: Note(&[K::Unquoted, K::Words], 90),
            python_dict: Note(&[K::Quotes, K::Word], 100),
            javascript_object: Note(&[K::Unquoted, K::Quotes, K::Comma], 100),
            line_comment: Note(&[K::Comment], 100),
            hash_comment: Note(&[K::Comment], 100),
            block_comment: Note(&[K::Comment], 100),
            raw_newline: Note(&[K::ControlCharacter], 100),
            raw_tab: Note(&[K::ControlCharacter], 100),
            inner_quotes: Note(&[K::InnerQuote], 100),
            bad_escape: Note(&[K::Escape], 100),
            python_word: Note(&[K::Word], 100),
            undefined: Note(&[K::Word], 100),
            plus_sign: Note(&[K::Number], 100),
            bare_fraction: Note(&[K::Number], 100),
            digit_groups: Note(&[K::Number], 100),
            comma_groups: Note(&[K::Number], 0),
            missing_end_quote: Note(&[], 0),
            missing_start_quote: Note(&[], 0),
            too_many_digits: Problem,
        }
        meaning {
            number_as_text: Note(&[K::Representation], 100),
            boolean_as_text: Note(&[K::Representation], 100),
            integer_as_fraction: Note(&[K::Representation], 100),
            text_as_number: Note(&[K::Representation], 100),
            key_case: Note(&[K::Spelling], 100),
            key_style: Note(&[K::Spelling], 100),
            key_alias: Note(&[K::Alias], 100),
            enum_case: Note(&[K::Spelling], 100),
            enum_style: Note(&[K::Spelling], 100),
            enum_alias: Note(&[K::Alias], 100),
            sentence: Note(&[K::Sentence], 90),
            // `null` for `[null]` is no item.
            bare_item: Note(&[K::List], 90),
            list_of_one: Note(&[K::List], 0),
            type_name_round_it: Note(&[K::Wrapper], 100),
            null_for_absent: Note(&[K::Null], 100),
            json_in_text: Note(&[K::Embedded], 0),
        }
        refused {
            missing_member: Problem,
            unknown_member: Problem,
            null_for_required: Problem,
            fraction_for_integer: Problem,
            decimal_comma: Problem,
            number_in_words: Problem,
            empty_text_for_number: Problem,
            number_for_boolean: Problem,
            boolean_for_number: Problem,
            misspelt_enum: Problem,
            out_of_range: Problem,
            two_in_a_sentence: Problem,
        }
        framing {
            fence: Want::Value(100),
            fence_without_end: Want::Value(100),
            prose_around: Want::Value(100),
            thoughts_before: Want::Value(100),
            name_before: Want::Value(0),
            word_json_before: Want::Value(100),
            draft_and_final: Note(&[K::Chosen], 100),
            other_draft: Note(&[K::Chosen], 90),
            all_of_it_as_text: Note(&[K::Embedded], 0),
            // A number at the very end may not be whole.
            closing_missing: Note(&[K::Bracket, K::Truncated], 85),
            cut_in_the_middle: Part,
            cut_in_a_fence: Part,
        }
    }
}

/// How often each outcome was seen, and what should not have been.
#[derive(Default)]
struct Seen {
    counts: [usize; Outcome::COUNT],
    faults: Vec<String>,
    refused: Vec<String>,
}

/// The most replies of one mistake in one value.
const MOST: usize = 8;

fn try_out(mistake: &Mistake, subjects: &[Subject]) -> Seen {
    let mut seen = Seen::default();
    for subject in subjects {
        for value in &subject.values {
            let sample = Sample::new(&subject.graph, value);
            let broken = (mistake.make)(&sample);
            for one in broken.iter().step_by(broken.len().div_ceil(MOST).max(1)) {
                let (outcome, said) = judge(subject, &sample, one, mistake.want);
                seen.counts[outcome as usize] += 1;
                let (name, reply, at) = (subject.name, &one.reply, &one.at);
                let told = || format!("{outcome:?}: {name} at {at}\n{reply}\n=> {said}\n");
                match outcome {
                    Outcome::Astray | Outcome::Silent | Outcome::Other => seen.faults.push(told()),
                    Outcome::Here | Outcome::Around => seen.refused.push(told()),
                    _ => {}
                }
            }
        }
    }
    seen
}

#[test]
fn a_mistake_is_told_or_refused_and_never_another_value() {
    let (subjects, mistakes) = (subjects(), mistakes());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut seen: Vec<(usize, Seen)> = thread::scope(|scope| {
        let work = |first| {
            let (subjects, mistakes) = (&subjects, &mistakes);
            let own = mistakes.iter().enumerate().skip(first).step_by(threads);
            let own = own.map(move |(at, mistake)| (at, try_out(mistake, subjects)));
            scope.spawn(move || own.collect::<Vec<_>>())
        };
        let all: Vec<_> = (0..threads).map(work).collect();
        all.into_iter()
            .flat_map(|one| one.join().unwrap())
            .collect()
    });
    seen.sort_by_key(|(at, _)| *at);
    let mut table = format!("{:<22}{}\n", "mistake", Outcome::HEAD);
    let mut faults = String::new();
    for (at, seen) in &seen {
        let mistake = &mistakes[*at];
        let counts: Vec<String> = seen
            .counts
            .iter()
            .map(|count| format!("{count:>7}"))
            .collect();
        let _ = writeln!(table, "{:<22}{}", mistake.name, counts.concat());
        for fault in seen.faults.iter().take(3) {
            let _ = writeln!(faults, "{}: {fault}", mistake.name);
        }
        faults += &missed(mistake, seen);
    }
    println!("{table}");
    assert!(faults.is_empty(), "{faults}\n{table}");
}

/// What is refused too often: a reader that refuses everything proves nothing.
fn missed(mistake: &Mistake, seen: &Seen) -> String {
    let counts = &seen.counts;
    let broken: usize = counts.iter().sum::<usize>() - counts[Outcome::Valid as usize];
    if broken == 0 {
        return format!("{}: nothing was broken\n", mistake.name);
    }
    let (Want::Note(_, least) | Want::Value(least)) = mistake.want else {
        return String::new();
    };
    let percent = 100 * counts[Outcome::Told as usize] / broken;
    if percent < least {
        let refused: String = seen.refused.iter().take(3).cloned().collect();
        return format!(
            "{}: {percent} % are read, {least} % are promised\n{refused}",
            mistake.name
        );
    }
    String::new()
}

#[test]
fn each_mistake_has_its_name_and_text() {
    let value: Value = serde_json::from_str(r#"{"a": "it's", "b": [1, true]}"#).unwrap();
    let graph = typechat::schema::TypeGraph::of::<Value>();
    let sample = Sample::new(&graph, &value);
    let first = |make: fn(&Sample<'_>) -> Vec<Broken>| {
        let reply = make(&sample).swap_remove(0).reply;
        reply.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let good = r#"{ "a": "it's", "b": [ 1, true ] }"#;
    assert_eq!(
        sample
            .text()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        good
    );
    assert_eq!(
        first(structure::trailing_comma),
        r#"{ "a": "it's", "b": [ 1, true, ] }"#
    );
    assert_eq!(
        first(structure::missing_comma),
        r#"{ "a": "it's" "b": [ 1, true ] }"#
    );
    assert_eq!(
        first(syntax::bad_escape),
        r#"{ "a": "it\'s", "b": [ 1, true ] }"#
    );
    assert_eq!(
        first(framing::closing_missing),
        r#"{ "a": "it's", "b": [ 1, true ]"#
    );
    let twice = r#"{ "a": "it's", "a": "it's", "b": [ 1, true ] }"#;
    assert_eq!(first(structure::equal_member_twice), twice);
}
