//! Functions over a small catalogue of music: what the `playlist` program may call.

use std::fmt;

use serde::{Deserialize, Serialize};
use typechat::Schema;
use typechat_program::api;

/// A piece of music.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Track {
    /// What it is called
    pub title: String,
    /// Who plays it
    pub artist: String,
    /// What kind of music it is
    pub genre: Genre,
    /// How long it takes
    pub minutes: f64,
}

/// A kind of music.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum Genre {
    /// Jazz
    Jazz,
    /// Rock
    Rock,
    /// Classical music
    Classical,
    /// Folk music
    Folk,
}

/// Tracks under a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Playlist {
    /// What it is called
    pub name: String,
    /// What is played, in order
    pub tracks: Vec<Track>,
}

/// Why there is no playlist.
#[derive(Debug, PartialEq, Eq)]
pub struct Empty;

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a playlist needs at least one track")
    }
}

/// Music from the catalogue, put into playlists.
#[api(rename_all = "camelCase")]
pub trait PlaylistApi {
    /// Tracks of an artist, of a genre, or of both.
    #[typechat(parallel)]
    async fn find_tracks(
        &self,
        artist: Option<&str>,
        genre: Option<Genre>,
        /// at most so many
        #[typechat(default = 10, range = 1..=50)]
        limit: usize,
    ) -> Vec<Track>;

    /// The tracks of the first list, then those of the second that are not among them.
    #[typechat(pure)]
    fn merge(&self, first: &[Track], second: &[Track]) -> Vec<Track>;

    /// The first tracks, as many as fit into so many minutes.
    #[typechat(pure)]
    fn shorten(&self, tracks: &[Track], minutes: f64) -> Vec<Track>;

    /// Makes a playlist.
    async fn create_playlist(&self, name: &str, tracks: &[Track]) -> Result<Playlist, Empty>;
}

/// A catalogue of made-up music.
#[derive(Debug, Clone)]
pub struct Catalogue {
    tracks: Vec<Track>,
}

impl Default for Catalogue {
    fn default() -> Self {
        let track = |title: &str, artist: &str, genre, minutes| Track {
            title: title.to_owned(),
            artist: artist.to_owned(),
            genre,
            minutes,
        };
        Self {
            tracks: vec![
                track("Blue Kettle", "Mira Solano", Genre::Jazz, 4.5),
                track("Night Ferry", "Mira Solano", Genre::Jazz, 6.0),
                track("Seven Doors", "The Slow Trains", Genre::Rock, 3.5),
                track("Paper Lanterns", "The Slow Trains", Genre::Rock, 4.0),
                track("Harbour Song", "Oona Reid", Genre::Folk, 3.0),
                track("The Long Field", "Oona Reid", Genre::Folk, 5.5),
                track(
                    "Nocturne in Grey",
                    "Lindqvist Quartet",
                    Genre::Classical,
                    7.5,
                ),
                track("Little Suite", "Lindqvist Quartet", Genre::Classical, 9.0),
            ],
        }
    }
}

impl PlaylistApi for Catalogue {
    async fn find_tracks(
        &self,
        artist: Option<&str>,
        genre: Option<Genre>,
        limit: usize,
    ) -> Vec<Track> {
        let plays = |track: &&Track| {
            artist.is_none_or(|artist| track.artist.eq_ignore_ascii_case(artist))
                && genre.is_none_or(|genre| track.genre == genre)
        };
        self.tracks
            .iter()
            .filter(plays)
            .take(limit)
            .cloned()
            .collect()
    }

    fn merge(&self, first: &[Track], second: &[Track]) -> Vec<Track> {
        let more = second.iter().filter(|track| !first.contains(track));
        first.iter().chain(more).cloned().collect()
    }

    fn shorten(&self, tracks: &[Track], minutes: f64) -> Vec<Track> {
        let mut left = minutes;
        let fits = |track: &&Track| {
            left -= track.minutes;
            left >= 0.0
        };
        tracks.iter().take_while(fits).cloned().collect()
    }

    async fn create_playlist(&self, name: &str, tracks: &[Track]) -> Result<Playlist, Empty> {
        if tracks.is_empty() {
            return Err(Empty);
        }
        Ok(Playlist {
            name: name.to_owned(),
            tracks: tracks.to_vec(),
        })
    }
}
