//! What a music player is to do: the types behind the `music` domain.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct PlayerActions {
    /// In the order of the request
    pub actions: Vec<PlayerAction>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(
    tag = "action",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PlayerAction {
    /// Plays tracks, or one of those that are shown
    Play {
        tracks: Tracks,
    },
    /// Shows tracks without playing them
    Show {
        tracks: Tracks,
    },
    /// Shows what will be played next
    ShowQueue,
    CreatePlaylist {
        name: String,
        tracks: Tracks,
    },
    DeletePlaylist {
        name: String,
    },
    Pause,
    Resume,
    Next,
    Previous,
    SetShuffle {
        on: bool,
    },
    /// In percent
    SetVolume {
        #[typechat(range = 0..=100)]
        percent: u8,
    },
    /// By so many percent, down when it is negative
    ChangeVolume {
        #[typechat(range = -100..=100)]
        percent: i8,
    },
    /// Use this type for what matches nothing else
    Unknown {
        /// The words that were not understood
        text: String,
    },
}

/// Which tracks: where they are taken from, and which of those
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Tracks {
    pub from: Source,
    /// Words that the track is searched by, or its title
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub artist: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub album: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub genre: Option<String>,
    /// From when they are, in the words of the request
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<String>,
    /// How many at most
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Which one, counted from 1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    Catalog,
    Favorites,
    RecentlyPlayed,
    /// Those that are shown
    Shown,
    /// A playlist by its name
    Playlist(String),
}
