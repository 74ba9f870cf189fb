//! The network beside llama.cpp, on the weights that `TYPECHAT_LOCAL_MODEL` names.

use serde::Deserialize;

use super::*;
use crate::{gguf::Gguf, testing::weights};

/// A prompt, and what llama.cpp says in it (`scripts/local-reference`): for each step the best
/// tokens and their logits; the first was taken.
#[derive(Deserialize)]
struct Case {
    prompt: Vec<u32>,
    plain: Vec<Vec<(u32, f32)>>,
    flash: Vec<Vec<(u32, f32)>>,
}

/// How far two tokens may be apart and still change places: llama.cpp's own two ways of attention
/// differ by as much.
const CLOSE: f32 = 0.4;

/// How a step compares.
struct Step {
    place: usize,
    same: bool,
    /// How far llama.cpp puts our token below its own; `None` when it is not among the best.
    gap: Option<f32>,
    /// The largest difference between its logits and ours, relative to its best one.
    difference: f32,
}

/// Follows llama.cpp's tokens, and compares what comes next.
fn follow(network: &Transformer, prompt: &[u32], steps: &[Vec<(u32, f32)>]) -> Vec<Step> {
    let mut memory = KeyValues::new(&network.config);
    let mut vector = network.read(prompt, &mut memory, &|| false).unwrap();
    let mut compared = Vec::new();
    for (place, theirs) in steps.iter().enumerate() {
        let ours = network.scores(&vector);
        let best = (0..ours.len())
            .max_by(|a, b| ours[*a].total_cmp(&ours[*b]))
            .unwrap();
        let (first, top) = theirs[0];
        let found = theirs.iter().find(|(token, _)| *token as usize == best);
        let difference = theirs.iter().map(|(token, score)| {
            ((score - top) - (ours[*token as usize] - ours[first as usize])).abs()
        });
        compared.push(Step {
            place,
            same: best == first as usize,
            gap: found.map(|(_, score)| top - score),
            difference: difference.fold(0.0, f32::max),
        });
        vector = network.go_on(&[first], &mut memory, &|| false).unwrap();
    }
    compared
}

#[test]
fn it_says_what_llama_cpp_says() {
    let Some(path) = weights("the comparison with llama.cpp") else {
        return;
    };
    let network =
        Transformer::from_gguf(&Gguf::parse(&std::fs::read(path).unwrap().into()).unwrap())
            .unwrap();
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../../tests/data/greedy.json")).unwrap();
    assert_eq!(cases.len(), 10);
    let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
    let (mut wholly, mut all, mut same) = (0, 0, 0);
    for (index, case) in cases.iter().enumerate() {
        // Where its two ways go apart, each is right.
        let steps = pool.install(|| {
            let agreed = |steps: &[Step]| steps.iter().filter(|step| step.same).count();
            let plain = follow(&network, &case.prompt, &case.plain);
            if agreed(&plain) == plain.len() {
                return plain;
            }
            let flash = follow(&network, &case.prompt, &case.flash);
            if agreed(&flash) > agreed(&plain) {
                flash
            } else {
                plain
            }
        });
        let differing: Vec<&Step> = steps.iter().filter(|step| !step.same).collect();
        let most = steps.iter().map(|step| step.difference).fold(0.0, f32::max);
        let places: Vec<_> = differing
            .iter()
            .map(|step| (step.place, step.gap))
            .collect();
        println!(
            "prompt {index}: {} of {} steps, logits within {most:.2}; other tokens: {places:?}",
            steps.len() - differing.len(),
            steps.len()
        );
        for step in &differing {
            let gap = step.gap.expect("our token is among llama.cpp's best");
            assert!(gap < CLOSE, "prompt {index}, step {}: {gap}", step.place);
        }
        wholly += usize::from(differing.is_empty());
        all += steps.len();
        same += steps.len() - differing.len();
    }
    println!("{same} of {all} steps, {wholly} of 10 prompts wholly");
    assert!(same * 100 >= all * 98, "{same} of {all} steps");
}
