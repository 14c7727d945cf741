//! Notices: messages outside of the match to a seat that is awaited and away, and their addresses.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::open::{Open, open_words};

/// A way to reach somebody who is not connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A request to an address of the seat's choice.
    Webhook,
    /// A mail.
    Email,
}

open_words!(Way);

/// `PUT .../notify`: where the seat wants its notices beside its devices; with neither field, nowhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetNotify {
    /// The address that is called, at most 1000 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 1000))]
    pub webhook: Option<String>,
    /// The address to which the server writes, once its owner has agreed; at most 254 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 254))]
    pub email: Option<String>,
}

/// `POST .../devices`: a browser that wants the seat's notices, as its push service knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddDevice {
    /// The address of its subscription at the push service, at most 1000 bytes.
    #[schemars(length(min = 1, max = 1000))]
    pub endpoint: String,
    /// The subscription's public key, 65 bytes in base64url without padding.
    #[schemars(regex(pattern = r"^[A-Za-z0-9_-]{87}$"))]
    pub p256dh: String,
    /// The subscription's secret, 16 bytes in base64url without padding.
    #[schemars(regex(pattern = r"^[A-Za-z0-9_-]{22}$"))]
    pub auth: String,
}

/// Devices that have a seat's notices by Web Push.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Push {
    /// The server's public key, which a browser subscribes with (`applicationServerKey`).
    pub key: String,
    /// Their ids: each the first 16 bytes of SHA-256 of the address, in hexadecimal.
    pub devices: Vec<String>,
}

/// A seat's settings for notices, shown only to its holder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notify {
    /// The ways that this server offers.
    pub ways: Vec<Open<Way>>,
    /// The address that the server calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
    /// The address to which the server writes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// With `email`: `true` once its owner has agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confirmed: Option<bool>,
    /// The devices, if this server sends Web Push.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<Push>,
}

/// The subject of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeType {
    /// A question waits for the seat.
    YourTurn,
    /// The match is over.
    MatchOver,
}

open_words!(NoticeType);

/// The body of a webhook's request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// The subject. Later versions may add subjects.
    #[serde(rename = "type")]
    pub kind: Open<NoticeType>,
    /// Identical in every attempt to deliver this notice, and different in every other notice.
    pub id: Uuid,
    /// The room's code.
    pub room: String,
    /// The game's id.
    pub game: String,
    /// The seat addressed.
    pub seat: u8,
    /// For `your_turn`: the number of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<u64>,
    /// The address at which to go on playing; absent if the server does not know its own address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The notice in words, for people.
    pub text: String,
    /// `text` once more, under the name that some chats read.
    pub content: String,
}
