//! A seat as it is stored, in the record of its room.

use fairness::record::HeaderBot;
use protocol::room::{BotLevel, Program, SeatKind};
use serde::{Deserialize, Serialize};

use super::asked::AskedRecord;
use super::token::TokenHash;
use crate::notices::{Device, NoticeKind, Target};

/// Checks whether a field has the value that older records, which lack it, stand for.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A seat as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatRecord {
    /// Its holder's name; absent when it is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    pub(crate) kind: SeatKind,
    /// Its holder's words about itself, if that is a program: it counts as a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) program: Option<Program>,
    /// `true` if the host gave it to a program that had announced itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) given: bool,
    /// The last entry before the server's bot began to play on for its program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bot_from: Option<u64>,
    /// The level of its bot; absent of people, and of bots from before there were levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<BotLevel>,
    /// Its bot as the match's header names it: written when everybody is ready, absent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) named: Option<Box<HeaderBot>>,
    /// Number of hints that its holder has had.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) hints: u32,
    /// SHA-256 of its token, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) token: Option<String>,
    pub(crate) ready: bool,
    /// `true` if it was set aside for the same seat of the room that this one continues.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) rematch: bool,
    /// K of this attempt, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) commitment: Option<String>,
    /// E of this attempt, in hexadecimal. Only [`RoomRecord::object`](super::record::RoomRecord::object) decides when it is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) entropy: Option<String>,
    /// Target of its holder's notices. Only its holder may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) notify: Option<Box<Target>>,
    /// Notice that was last delivered there.
    #[serde(rename = "told", default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_notice: Option<NoticeKind>,
    /// Devices that have the notices too. Only its holder may know of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) devices: Vec<DeviceRecord>,
    /// The question that it was asked when this was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) asked: Option<AskedRecord>,
}

/// A device as it is stored.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceRecord {
    pub(crate) device: Device,
    /// Notice that was last delivered there.
    #[serde(rename = "told", default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_notice: Option<NoticeKind>,
}

impl DeviceRecord {
    /// Creates a device that has had no notice of this match.
    pub(crate) fn new(device: Device) -> Self {
        Self { device, last_notice: None }
    }

    /// Returns the same device for another match.
    pub(crate) fn again(&self) -> Self {
        Self::new(self.device.clone())
    }
}

impl SeatRecord {
    /// Creates a seat that nobody holds.
    pub(crate) fn free() -> Self {
        Self {
            name: None,
            kind: SeatKind::Person,
            program: None,
            given: false,
            bot_from: None,
            level: None,
            named: None,
            hints: 0,
            token: None,
            ready: false,
            rematch: false,
            commitment: None,
            entropy: None,
            notify: None,
            last_notice: None,
            devices: Vec::new(),
            asked: None,
        }
    }

    /// Creates a seat that the server itself plays for.
    pub(crate) fn bot(name: String, level: BotLevel) -> Self {
        let level = Some(level);
        Self { name: Some(name), kind: SeatKind::Bot, level, ready: true, ..Self::free() }
    }

    /// Takes note that its holder sees the end, and needs no notice of it later; returns whether one
    /// was owed.
    pub(crate) fn see_end(&mut self) -> bool {
        let over = Some(NoticeKind::MatchOver);
        let main = self.notify.is_some().then_some(&mut self.last_notice);
        let devices = self.devices.iter_mut().map(|kept| &mut kept.last_notice);
        let owed = main.into_iter().chain(devices).filter(|last| **last != over);
        owed.map(|last| *last = over).count() > 0
    }

    /// Creates a person's seat.
    pub(crate) fn held(name: String, token: Option<TokenHash>) -> Self {
        Self { name: Some(name), token: token.map(TokenHash::to_hex), ..Self::free() }
    }

    /// Returns the seat as that of a program, if it is one's.
    pub(crate) fn of_program(self, program: Option<Program>) -> Self {
        Self { program, ..self }
    }

    /// Returns the kind of its holder, as everybody sees it.
    pub(super) fn shown_kind(&self) -> SeatKind {
        let given = self.kind == SeatKind::Person && self.program.is_some();
        if given { SeatKind::Program } else { self.kind }
    }
}
