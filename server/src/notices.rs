//! Notices: messages to whoever holds a seat that is awaited, while nobody is connected there.
//!
//! A room knows who is sent which notice, and when to try again; it hands a [`Notice`] to the [`Notifier`],
//! which tries once and reports the outcome. The server's is the [`Courier`]; rooms that are
//! simulated have none. Nothing here knows the inside of a room, and nothing in the rooms knows what
//! a webhook is. Where notices go to is a secret of the seat's: it stands in no log and no metric.

mod addresses;
mod allowance;
mod authorities;
pub(crate) mod calls;
mod courier;
mod mail;
mod permits;
mod push;
pub(crate) mod relay;
mod webhook;

use async_trait::async_trait;
use protocol::notice::{AddDevice, Way};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use crate::payer::Payer;

pub use calls::Reach;
pub use courier::{Courier, CourierError};
pub use mail::{EMAIL_BYTES, MailError};
pub use push::key::PushKey;
pub use relay::{Privacy, Relay};
pub use webhook::WEBHOOK_BYTES;

/// Names of the server's own keys that a store may hold.
pub(crate) const KEY_NAMES: [&str; 1] = [push::key::NAME];

/// The limits inside, for the page that lists them all.
pub mod limits {
    pub use super::allowance::{ASKED_A_DAY, ASKED_AN_HOUR, ASKED_FOR_AN_ADDRESS, MAILS_AN_HOUR};
    pub use super::permits::{
        ATTEMPT, DOUBTFUL_MAX, DOUBTFUL_MS, PROMPT, RECEIVER_MAX, SEAT_MAX, UNDER_WAY_MAX,
    };
    pub use super::push::{ENDPOINT_BYTES, KEPT_S};
}

/// Address at which a seat receives its notices, as its room's record keeps it.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// An address that is called.
    #[debug("Target(Webhook)")]
    Webhook(String),
    /// An address that is written to.
    #[debug("Target(Email)")]
    Email(Email),
    /// A browser that is reached by its push service.
    #[debug("Target(Device)")]
    Device(Device),
}

/// An address that is written to, as the record keeps it.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Serialize, Deserialize)]
#[debug("Email(..)")]
#[serde(deny_unknown_fields)]
pub struct Email {
    /// The address.
    pub address: String,
    /// The secret of the links in its mails: whoever has it may agree and stop, and nothing else.
    pub key: String,
    /// `true` if its owner has been asked.
    pub asked: bool,
    /// `true` if its owner has agreed.
    pub agreed: bool,
}

/// A browser that is reached by its push service, as the record keeps it.
#[derive(Clone, derive_more::Debug, PartialEq, Eq, Serialize, Deserialize)]
#[debug("Device(..)")]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// Digest of the address, by which its owner names it.
    pub id: String,
    /// Its address at the push service.
    pub endpoint: String,
    /// The public key to which its notices are encrypted, in base64url.
    pub p256dh: String,
    /// The secret that it shares with those who send to it, in base64url.
    pub auth: String,
}

impl Target {
    /// Checks whether a rematch keeps it.
    pub fn lasts(&self) -> bool {
        match self {
            Self::Webhook(_) | Self::Device(_) => true,
            Self::Email(email) => email.agreed,
        }
    }

    /// Checks whether whatever is sent to the one arrives at the other.
    pub(crate) fn is_same_address(&self, other: &Self) -> bool {
        match (self, other) {
            // Its owner may have agreed meanwhile.
            (Self::Email(one), Self::Email(other)) => one.key == other.key,
            (Self::Webhook(_) | Self::Email(_) | Self::Device(_), _) => self == other,
        }
    }

    /// Every way in which targets are reached, for those who count.
    pub(crate) const WAYS: [&str; 3] = ["webhook", "email", "push"];

    /// Returns the way in which it is reached.
    pub fn way(&self) -> &'static str {
        let [webhook, email, push] = Self::WAYS;
        match self {
            Self::Webhook(_) => webhook,
            Self::Email(_) => email,
            Self::Device(_) => push,
        }
    }
}

/// Kind of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// Question whether the address may be sent notices at all.
    Confirm,
    /// The question with this number waits for it.
    YourTurn(u64),
    /// The match is over.
    MatchOver,
}

/// One message to one seat.
#[derive(Clone, Debug)]
pub struct Notice {
    /// The room.
    pub room: Uuid,
    /// Its code.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// The seat.
    pub seat: u8,
    /// Its kind.
    pub kind: NoticeKind,
    /// The seat's address.
    pub target: Target,
}

impl Notice {
    /// Returns an id that is the same whenever the same seat is sent the same notice.
    pub fn id(&self) -> Uuid {
        let (tag, decision) = match self.kind {
            NoticeKind::YourTurn(decision) => (0, decision),
            NoticeKind::MatchOver => (1, 0),
            NoticeKind::Confirm => (2, 0),
        };
        let mut hash = Sha256::new();
        hash.update(b"entente notice");
        hash.update(self.room.as_bytes());
        hash.update([self.seat, tag]);
        hash.update(decision.to_be_bytes());
        // Another address is asked again.
        if let (NoticeKind::Confirm, Target::Email(email)) = (self.kind, &self.target) {
            hash.update(email.key.as_bytes());
        }
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        Builder::from_custom_bytes(bytes).into_uuid()
    }
}

/// Outcome of an attempt to deliver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It arrived.
    Delivered,
    /// There is too much to do; nothing was tried.
    Busy,
    /// It did not arrive; another attempt may fare better.
    Failed,
    /// It did not arrive, and never will.
    Refused,
    /// It did not arrive, nor will any other there.
    Gone,
}

/// Reason why notices cannot go where a seat wants them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denied {
    /// They never can.
    Invalid(String),
    /// They may, later.
    Later {
        /// The reason.
        detail: String,
        /// Time to wait before another try, in milliseconds.
        retry_after_ms: u64,
    },
}

/// Delivers notices.
#[async_trait]
pub trait Notifier: Send + Sync {
    /// The ways that are offered to addresses which people type.
    fn ways(&self) -> Vec<Way>;

    /// Returns the address that a seat asks for, as it is kept; or why it will not do. A question to its
    /// owner is charged to the asker.
    fn admit(&self, way: Way, given: &str, asker: Payer) -> Result<String, Denied>;

    /// Returns the public key that a browser subscribes with; `None` if devices are not reached.
    fn push_key(&self) -> Option<String> {
        None
    }

    /// Returns the device that a seat adds, as it is kept; or why it will not do.
    fn admit_device(&self, _: &AddDevice) -> Result<Device, Denied> {
        Err(Denied::Invalid("this server sends no Web Push".to_owned()))
    }

    /// Tries once.
    async fn deliver(&self, notice: &Notice) -> Delivery;
}

/// Offers no way at all: for servers that send no notices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

#[async_trait]
impl Notifier for Silent {
    fn ways(&self) -> Vec<Way> {
        Vec::new()
    }

    fn admit(&self, _: Way, _: &str, _: Payer) -> Result<String, Denied> {
        Err(Denied::Invalid("this server sends no notices".to_owned()))
    }

    async fn deliver(&self, _: &Notice) -> Delivery {
        Delivery::Refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    pub(super) fn notice(kind: NoticeKind) -> Notice {
        Notice {
            room: Uuid::nil(),
            code: "K7P2XR".to_owned(),
            game: "toy".to_owned(),
            title: "Toy".to_owned(),
            seat: 1,
            kind,
            target: Target::Webhook("https://a.example/secret".to_owned()),
        }
    }

    #[test]
    fn the_same_notice_has_the_same_id_and_no_other_has_it() {
        let first = notice(NoticeKind::YourTurn(7));
        assert_eq!(first.id(), notice(NoticeKind::YourTurn(7)).id());
        let other_room = Notice { room: Uuid::max(), ..first.clone() };
        let other_seat = Notice { seat: 0, ..first.clone() };
        let rest = [
            notice(NoticeKind::YourTurn(8)),
            notice(NoticeKind::MatchOver),
            other_room,
            other_seat,
        ];
        let ids: BTreeSet<Uuid> = rest.iter().map(Notice::id).chain([first.id()]).collect();
        assert_eq!(ids.len(), 5);
    }

    #[test]
    fn where_it_goes_is_not_written_into_logs() {
        let said = format!("{:?}", notice(NoticeKind::MatchOver));
        assert!(!said.contains("secret") && !said.contains("a.example"), "{said}");
    }
}
