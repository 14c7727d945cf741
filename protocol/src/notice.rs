//! Notices: what a seat that is awaited and away is told outside of the match, and where to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A way to reach somebody who is not connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A request to an address of the seat's choice.
    Webhook,
    /// A mail.
    Email,
}

/// `PUT .../notify`: where the seat wants its notices; with neither field, nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetNotify {
    /// The address that is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
    /// The address that is written to, once its owner has agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// Where a seat has its notices, as only its holder is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notify {
    /// The ways that this server offers.
    pub ways: Vec<Way>,
    /// The address that is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
    /// The address that is written to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// With `email`: whether its owner has agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeType {
    /// A question waits for the seat.
    YourTurn,
    /// The match is over.
    MatchOver,
}

/// The body of a webhook's request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// What it is about. Later versions may tell of more.
    #[serde(rename = "type")]
    pub kind: NoticeType,
    /// The same with every attempt to deliver this notice, and another for every other notice.
    pub id: Uuid,
    /// The room's code.
    pub room: String,
    /// The game's id.
    pub game: String,
    /// The seat that is told.
    pub seat: u8,
    /// For `your_turn`: the number of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u64>,
    /// Where to go on playing; absent where the server does not know its own address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The same in words, for people.
    pub text: String,
    /// `text` once more, under the name that some chats read.
    pub content: String,
}
