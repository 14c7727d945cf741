//! Features of a server, by which a newer client knows what an older server takes.
//!
//! Servers read strictly: a field that one does not know is an error there. So each field and each message
//! that came after the first servers of version 1 belongs to a feature, and is sent only to servers that
//! name it. docs/PROTOCOL-CHANGES.md lists what belongs to which.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::open::open_words;

/// A feature of a server. Later servers may have more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Programs announce themselves, and hosts seat them.
    Announcements,
    /// `ready` and `reveal` may have an `id`, and then are answered.
    Answers,
    /// A friend may sit beside a seat.
    Coach,
    /// Seats may bring entropy to the deal.
    Entropy,
    /// The list of rooms takes filters and pages.
    Filters,
    /// Minds give hints, previews, and analyses of matches that are over.
    Hints,
    /// Lessons and puzzles are given.
    Lessons,
    /// Notices go out by mail.
    Mails,
    /// Matches that are over can be played on from any entry.
    Practice,
    /// A program says that it is one when it takes a seat.
    Programs,
    /// Notices go to browsers by Web Push.
    Push,
    /// Moves can be taken back.
    Undo,
    /// The match is shown and commands are taken over HTTP too.
    View,
    /// Notices go out to webhooks.
    Webhooks,
}

open_words!(Feature);

impl Feature {
    /// Returns its name on the wire.
    pub fn as_str(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => String::new(),
        }
    }
}
