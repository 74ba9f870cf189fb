#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::fs;

use tempfile::TempDir;

use super::*;

fn config() -> Config {
    Config {
        layers: 2,
        width: 8,
        heads: 2,
        key_heads: 1,
        head: 4,
        context: 1000,
        epsilon: 1e-6,
        rope_base: 1e4,
        rope_scale: 1.0,
        rotated: 4,
        pairs_halves: true,
    }
}

/// What a network would remember of tokens: numbers that tell them apart.
fn memory(tokens: &[u32]) -> KeyValues {
    let mut layer = 0.0;
    KeyValues::from_parts(&config(), tokens.to_vec(), |_| {
        layer += 0.25;
        let numbers = tokens.iter().flat_map(|token| [*token as f32 + layer; 4]);
        Some(numbers.collect())
    })
    .unwrap()
}

fn same(left: &KeyValues, right: &KeyValues) -> bool {
    left.tokens() == right.tokens() && left.parts().eq(right.parts())
}

fn folder(dir: &TempDir, model: u8, limit: u64) -> Folder {
    Folder::new(dir.path().to_owned(), [model; 32], limit)
}

fn files(dir: &TempDir) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(dir.path()).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn prompts_that_begin_alike_go_on_from_there() {
    let schema: Vec<u32> = (0..100).collect();
    let prompt = |last: u32| [schema.as_slice(), &[last; 5]].concat();
    let mut prefixes = Prefixes::new(1 << 20, None);
    assert!(
        prefixes
            .recall(&config(), &prompt(7), 100)
            .tokens()
            .is_empty()
    );
    let read = memory(&prompt(7));
    prefixes.remember(&read, 100);
    prefixes.latest(memory(&[prompt(7).as_slice(), &[1, 2, 3]].concat()), 105);

    // Another request of the same schema.
    let known = prefixes.recall(&config(), &prompt(8), 100);
    assert!(same(&known, &memory(&schema)));
    // A repair begins with the whole prompt, but not with what was said after it.
    let repair = [prompt(7).as_slice(), &[1, 2, 3, 9]].concat();
    let known = prefixes.recall(&config(), &repair, 100);
    assert!(same(&known, &memory(&prompt(7))));
    // The same prompt once more: its last token is read again.
    prefixes.latest(memory(&prompt(7)), 105);
    let known = prefixes.recall(&config(), &prompt(7), 100);
    assert!(same(&known, &memory(&prompt(7)[..104])));
}

#[test]
fn memory_is_bounded_and_the_oldest_go_first() {
    let schema = |first: u32| (first..first + 64).collect::<Vec<_>>();
    let each = memory(&schema(0)).bytes();
    let mut prefixes = Prefixes::new(2 * each, None);
    for first in [1000, 2000, 3000] {
        prefixes.remember(&memory(&[schema(first), vec![1]].concat()), 64);
    }
    let mut known = |first| {
        let prompt = [schema(first), vec![5]].concat();
        prefixes.recall(&config(), &prompt, 64).tokens().len()
    };
    assert_eq!((known(1000), known(2000), known(3000)), (0, 64, 64));
}

#[test]
fn a_folder_gives_back_what_it_got_to_the_bit() {
    let dir = TempDir::new().unwrap();
    let tokens: Vec<u32> = (0..70).collect();
    let prompt = [tokens.as_slice(), &[3]].concat();
    Prefixes::new(1 << 20, Some(folder(&dir, 1, 1 << 20))).remember(&memory(&prompt), 70);

    let mut other = Prefixes::new(1 << 20, Some(folder(&dir, 1, 1 << 20)));
    assert!(same(
        &other.recall(&config(), &prompt, 70),
        &memory(&tokens)
    ));
    // Other weights, other tokens: nothing is known.
    let mut weights = Prefixes::new(1 << 20, Some(folder(&dir, 2, 1 << 20)));
    assert!(weights.recall(&config(), &prompt, 70).tokens().is_empty());
    let changed = [&[9], &prompt[1..]].concat();
    let mut words = Prefixes::new(1 << 20, Some(folder(&dir, 1, 1 << 20)));
    assert!(words.recall(&config(), &changed, 70).tokens().is_empty());
}

#[test]
fn a_damaged_file_is_removed_and_written_anew() {
    let dir = TempDir::new().unwrap();
    let tokens: Vec<u32> = (0..70).collect();
    let kept = folder(&dir, 1, 1 << 20);
    kept.store(&memory(&tokens));
    let path = files(&dir).remove(0);
    let whole = fs::read(&path).unwrap();
    for place in [0, 9, 20, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        for bytes in [
            damaged,
            whole[..place].to_vec(),
            [whole.as_slice(), &[0]].concat(),
        ] {
            fs::write(&path, bytes).unwrap();
            assert!(kept.load(&config(), &tokens).is_none());
            assert!(files(&dir).is_empty(), "it is removed");
        }
    }
    kept.store(&memory(&tokens));
    assert!(same(
        &kept.load(&config(), &tokens).unwrap(),
        &memory(&tokens)
    ));
}

#[test]
fn the_folder_is_bounded_and_its_leftovers_go() {
    let dir = TempDir::new().unwrap();
    let schema = |first: u32| (first..first + 64).collect::<Vec<_>>();
    let kept = folder(&dir, 1, 10_000);
    let stale = dir.path().join(format!("{}.1-1.part", "0a".repeat(32)));
    let foreign = dir.path().join("thesis.part");
    fs::write(&foreign, "mine").unwrap();
    fs::write(&stale, "half").unwrap();
    let past = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    fs::File::options()
        .append(true)
        .open(&stale)
        .unwrap()
        .set_modified(past)
        .unwrap();
    for first in [1000, 2000, 3000, 4000] {
        kept.store(&memory(&schema(first)));
    }
    // 64 tokens of 16 numbers are 4,096 bytes: two files fit.
    assert!(
        !stale.exists() && foreign.exists(),
        "what is not ours stays"
    );
    fs::remove_file(&foreign).unwrap();
    assert_eq!(files(&dir).len(), 2);
    assert!(kept.load(&config(), &schema(4000)).is_some());
    assert!(kept.load(&config(), &schema(1000)).is_none());
    // One that is too large by itself is not kept.
    folder(&dir, 1, 100).store(&memory(&schema(5000)));
    assert!(kept.load(&config(), &schema(5000)).is_none());
}

#[test]
fn a_folder_that_cannot_be_written_is_no_failure() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let kept = Folder::new(file.join("below"), [0; 32], 1 << 20);
    kept.store(&memory(&[1, 2, 3]));
    assert!(kept.load(&config(), &[1, 2, 3]).is_none());
}
