//! Telling seats that are awaited and away.
//!
//! The notices due follow from the record, the match and who is connected; nothing is queued.
//! The room remembers durably each seat's last notice, after it was delivered: so a notice is
//! sent once over restarts, and one that was under way when a server died is sent again under the
//! same id. A seat learns nothing by it that it would not see by coming back, and others nothing at
//! all: behind the veil of a secret choice its question keeps its number, whatever others do.

use std::collections::BTreeMap;
use std::ops::Range;

use protocol::notice::{AddDevice, Notify, Push, SetNotify, Way};
use protocol::room::RoomState;
use protocol::{Code, Open};

use super::Room;
use super::effect::{RoomEffect, RoomOutputs, RoomStep};
use super::env::{Env, Moment};
use super::input::{Reply, RoomInput};
use super::refusal::Refusal;
use super::seat_record::{DeviceRecord, SeatRecord};
use super::token::{self, TokenHash};
use crate::notices::{Delivery, Denied, Email, Notice, NoticeKind, Target};
use crate::payer::Payer;

/// The most attempts to deliver a notice, in the life of a process.
pub const NOTICE_ATTEMPTS: u32 = 6;

/// The longest wait after the first attempt, in milliseconds; the shortest is half of it.
pub const FIRST_RETRY_MS: u64 = 15_000;

/// Factor by which each further wait is longer.
pub const RETRY_FACTOR: u64 = 4;

/// Range of waits after which to try again if the notifier is overloaded, in milliseconds.
const BUSY_MS: Range<u64> = 1_000..3_000;

/// The most devices that have a seat's notices.
pub const DEVICES_MAX: usize = 8;

/// One of the addresses at which a seat has its notices; each goes its own way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NoticeAddress {
    /// Its webhook or its mail address.
    Main,
    /// The device with this id.
    Device(String),
}

impl NoticeAddress {
    fn of(target: &Target) -> Self {
        match target {
            Target::Webhook(_) | Target::Email(_) => Self::Main,
            Target::Device(device) => Self::Device(device.id.clone()),
        }
    }
}

/// In-memory state of an address.
#[derive(Clone, Debug, Default)]
pub(super) struct NoticeState {
    /// The notice that it waits for.
    due: Option<NoticeDue>,
    /// `true` if it was sent a notice and nobody has come to the seat since.
    pub(super) sent: bool,
}

/// A notice that a seat is owed at an address.
#[derive(Clone, Debug)]
pub(super) struct NoticeDue {
    kind: NoticeKind,
    /// Time of the next attempt; `None` while one is under way.
    at: Option<Moment>,
    /// Number of failed attempts.
    failed: u32,
}

impl Room {
    /// Sets where a seat has its notices.
    pub(super) fn set_notify(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
        wanted: &SetNotify,
        asker: Payer,
    ) -> Result<RoomStep, Refusal> {
        self.own_seat(bearer, seat)?;
        if *wanted != SetNotify::default() && self.record.ended() {
            return Err(Refusal::over());
        }
        let target = match (&wanted.webhook, &wanted.email) {
            (None, None) => None,
            (Some(url), None) => {
                Some(Target::Webhook(env.notifier.admit(Way::Webhook, url, asker)?))
            }
            // Its owner is not asked twice.
            (None, Some(address)) if self.mails_to(seat, address) => {
                return Ok(RoomStep::reply(Reply::Notify(self.notify_of(env, seat))));
            }
            (None, Some(address)) => {
                let address = env.notifier.admit(Way::Email, address, asker)?;
                let key = token::draw(env.random);
                Some(Target::Email(Email { address, key, asked: false, agreed: false }))
            }
            (Some(_), Some(_)) => {
                let detail = "a seat has its notices by a webhook or by mail, not both";
                return Err(Refusal::new(Code::NotifyInvalid, detail));
            }
        };
        let mut draft = self.record.clone();
        draft.seats[usize::from(seat)].notify = target.map(Box::new);
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            room.renew_due(seat, &NoticeAddress::Main);
            room.reply_notify(env, out, seat);
        }))
    }

    /// Has a seat's notices sent to one more device, or to the same one with new keys.
    pub(super) fn add_device(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
        wanted: &AddDevice,
    ) -> Result<RoomStep, Refusal> {
        self.own_seat(bearer, seat)?;
        if self.record.ended() {
            return Err(Refusal::over());
        }
        let device = env.notifier.admit_device(wanted)?;
        let address = NoticeAddress::Device(device.id.clone());
        let mut draft = self.record.clone();
        let devices = &mut draft.seats[usize::from(seat)].devices;
        let mut changed = false;
        if let Some(kept) = devices.iter_mut().find(|kept| kept.device.id == device.id) {
            changed = kept.device != device;
            kept.device = device;
        } else if devices.len() < DEVICES_MAX {
            devices.push(DeviceRecord::new(device));
        } else {
            let detail = format!("a seat has at most {DEVICES_MAX} devices; remove one");
            return Err(Refusal::new(Code::NotifyInvalid, detail));
        }
        Ok(RoomStep::record(self, draft, move |room, env, out| {
            if changed {
                room.renew_due(seat, &address);
            }
            room.reply_notify(env, out, seat);
        }))
    }

    /// Forgets what a seat is owed at an address that has become another one: what is under way to the old one
    /// does not count.
    fn renew_due(&mut self, seat: u8, address: &NoticeAddress) {
        if let Some(state) = self.seats[usize::from(seat)].notices.get_mut(address) {
            state.due = None;
        }
    }

    /// Has a seat's notices sent to a device no longer; one that is not there is no error.
    pub(super) fn remove_device(
        &self,
        env: &Env<'_>,
        bearer: TokenHash,
        seat: u8,
        id: &str,
    ) -> Result<RoomStep, Refusal> {
        self.own_seat(bearer, seat)?;
        let devices = &self.record.seats[usize::from(seat)].devices;
        if devices.iter().all(|kept| kept.device.id != id) {
            return Ok(RoomStep::reply(Reply::Notify(self.notify_of(env, seat))));
        }
        let mut draft = self.record.clone();
        draft.seats[usize::from(seat)].devices.retain(|kept| kept.device.id != id);
        Ok(RoomStep::record(self, draft, move |room, env, out| room.reply_notify(env, out, seat)))
    }

    /// Checks whether a seat already has its notices by mail to this address.
    fn mails_to(&self, seat: u8, address: &str) -> bool {
        let kept = self.record.seats[usize::from(seat)].notify.as_deref();
        matches!(kept, Some(Target::Email(email)) if email.address == address)
    }

    /// Stores that the owner of an address agrees to mails, or stops them.
    pub(super) fn answer_mail(
        &self,
        seat: u8,
        key: &str,
        agree: bool,
    ) -> Result<RoomStep, Refusal> {
        let unknown = || Refusal::new(Code::NotFound, "no emails are sent for this link");
        let mut draft = self.record.clone();
        let kept = draft.seats.get_mut(usize::from(seat)).ok_or_else(unknown)?;
        match kept.notify.as_deref_mut() {
            Some(Target::Email(email)) if TokenHash::of(&email.key) == TokenHash::of(key) => {
                email.agreed = true;
            }
            _ => return Err(unknown()),
        }
        if !agree {
            kept.notify = None;
        }
        Ok(RoomStep::record(self, draft, |_, _, out| out.reply(Ok(Reply::Done))))
    }

    /// Returns the seat's settings for notices, for its holder.
    pub(super) fn notify_of(&self, env: &Env<'_>, seat: u8) -> Notify {
        let kept = &self.record.seats[usize::from(seat)];
        let devices = || kept.devices.iter().map(|kept| kept.device.id.clone()).collect();
        let push = env.notifier.push_key().map(|key| Push { key, devices: devices() });
        let ways = env.notifier.ways().into_iter().map(Open::Known).collect();
        let none = Notify { ways, webhook: None, email: None, confirmed: None, push };
        match kept.notify.as_deref() {
            // Devices stand beside it.
            None | Some(Target::Device(_)) => none,
            Some(Target::Webhook(url)) => Notify { webhook: Some(url.clone()), ..none },
            Some(Target::Email(Email { address, agreed, .. })) => {
                Notify { email: Some(address.clone()), confirmed: Some(*agreed), ..none }
            }
        }
    }

    /// Answers a change of a seat's settings for notices with what they are now.
    fn reply_notify(&self, env: &Env<'_>, out: &mut RoomOutputs, seat: u8) {
        out.reply(Ok(Reply::Notify(self.notify_of(env, seat))));
    }

    /// Follows the room: an address is owed a notice that it did not get yet, once its seat has been
    /// away for a while; coming back takes the notice's place.
    pub(super) fn follow_notices(&mut self, env: &Env<'_>) {
        for index in 0..self.seats.len() {
            let kept = &self.record.seats[index];
            let states = &mut self.seats[index].notices;
            // Most seats have no address, and this is done after every entry.
            if kept.notify.is_none() && kept.devices.is_empty() && states.is_empty() {
                continue;
            }
            let owed = self.notices_owed(index);
            let states = &mut self.seats[index].notices;
            states
                .retain(|address, _| *address == NoticeAddress::Main || owed.contains_key(address));
            for (address, kind) in owed {
                let due = &mut states.entry(address).or_default().due;
                if due.as_ref().map(|due| due.kind) == kind {
                    continue;
                }
                let wait = |kind| match kind {
                    NoticeKind::Confirm => 0,
                    NoticeKind::YourTurn(_) | NoticeKind::MatchOver => env.settings.notify_after_ms,
                };
                let new = |kind| {
                    let at = Some(env.after_ms(wait(kind)));
                    NoticeDue { kind, at, failed: 0 }
                };
                *due = kind.map(new);
            }
        }
    }

    /// Returns the notice that each address of a seat is owed.
    fn notices_owed(&self, index: usize) -> BTreeMap<NoticeAddress, Option<NoticeKind>> {
        let (kept, states) = (&self.record.seats[index], &self.seats[index].notices);
        let sent = |address: &NoticeAddress| states.get(address).is_some_and(|state| state.sent);
        let main = match kept.notify.as_deref() {
            Some(Target::Email(Email { agreed: false, asked, .. })) => {
                (!asked && !self.record.ended()).then_some(NoticeKind::Confirm)
            }
            Some(_) => self.notice_owed(index, kept.last_notice, sent(&NoticeAddress::Main)),
            None => None,
        };
        let device = |kept: &DeviceRecord| {
            let address = NoticeAddress::Device(kept.device.id.clone());
            let kind = self.notice_owed(index, kept.last_notice, sent(&address));
            (address, kind)
        };
        let devices = kept.devices.iter().map(device);
        std::iter::once((NoticeAddress::Main, main)).chain(devices).collect()
    }

    /// Returns the notice that an address of a seat which is away is owed, by the last one that it had
    /// and by whether it had one since somebody was here.
    fn notice_owed(
        &self,
        index: usize,
        last: Option<NoticeKind>,
        sent: bool,
    ) -> Option<NoticeKind> {
        if self.seats[index].connection.is_some() {
            return None;
        }
        let kind = match self.record.state {
            RoomState::Lobby | RoomState::Sealing => return None,
            RoomState::Running => {
                // A seat that does not come gets no notice of every question that opens meanwhile.
                let asked = self.seats[index].asked.filter(|_| !sent)?;
                NoticeKind::YourTurn(asked.decision())
            }
            RoomState::Finished | RoomState::Abandoned => {
                self.record.outcome.as_ref().map(|_| NoticeKind::MatchOver)?
            }
        };
        (last != Some(kind)).then_some(kind)
    }

    fn all_due(&self) -> impl Iterator<Item = &NoticeDue> {
        let states = self.seats.iter().flat_map(|seat| seat.notices.values());
        states.filter_map(|state| state.due.as_ref())
    }

    /// Returns the time at which the next notice is due.
    pub(super) fn next_notice(&self) -> Option<Moment> {
        self.all_due().filter_map(|due| due.at).min()
    }

    /// Checks whether an attempt to deliver a notice is under way.
    pub(crate) fn sends_notices(&self) -> bool {
        self.all_due().any(|due| due.at.is_none())
    }

    /// Sends every notice that is due.
    pub(super) fn send_notices(&mut self, env: &Env<'_>, out: &mut RoomOutputs) {
        for (number, (seat, kept)) in (0..).zip(self.seats.iter_mut().zip(&self.record.seats)) {
            for (address, state) in &mut seat.notices {
                let Some(due) = state.due.as_mut().filter(|due| env.past(due.at)) else { continue };
                due.at = None;
                let Some(target) = kept.target(address) else { continue };
                out.push(RoomEffect::Deliver(Box::new(Notice {
                    room: self.record.id,
                    code: self.record.code.clone(),
                    game: self.record.game.clone(),
                    title: self.game.info.name.clone(),
                    seat: number,
                    kind: due.kind,
                    target,
                })));
            }
        }
    }

    /// Handles the end of an attempt to deliver a notice.
    pub(super) fn sent(
        &mut self,
        env: &Env<'_>,
        out: &mut RoomOutputs,
        notice: Notice,
        delivery: Delivery,
    ) {
        let Notice { seat, kind, target, .. } = notice;
        let address = NoticeAddress::of(&target);
        let (Some(state), Some(kept)) =
            (self.seats.get_mut(usize::from(seat)), self.record.seats.get_mut(usize::from(seat)))
        else {
            return;
        };
        // Another one has been set meanwhile, or the device was removed.
        if !kept.target(&address).is_some_and(|now| now.is_same_address(&target)) {
            return;
        }
        let away = state.connection.is_none();
        let Some(state) = state.notices.get_mut(&address) else { return };
        if delivery == Delivery::Gone {
            kept.devices.retain(|kept| NoticeAddress::Device(kept.device.id.clone()) != address);
            out.push(RoomInput::Note);
            return;
        }
        let due = state.due.as_mut().filter(|due| due.kind == kind);
        let random = env.random;
        let settled = match (delivery, due) {
            (Delivery::Delivered | Delivery::Refused | Delivery::Gone, _) => true,
            (Delivery::Busy | Delivery::Failed, None) => false,
            (Delivery::Busy, Some(due)) => {
                due.at = Some(env.after_ms(random.pick(BUSY_MS)));
                false
            }
            (Delivery::Failed, Some(due)) => {
                due.failed += 1;
                let longest = FIRST_RETRY_MS * RETRY_FACTOR.pow(due.failed - 1);
                due.at = Some(env.after_ms(random.pick(longest / 2..longest)));
                due.failed >= NOTICE_ATTEMPTS
            }
        };
        match (settled, kind, target) {
            (false, ..) => {}
            (true, NoticeKind::Confirm, target) => self.note_asked(out, seat, &target),
            (true, NoticeKind::YourTurn(_) | NoticeKind::MatchOver, _) => {
                state.sent |= away;
                kept.note_sent(&address, kind);
                // It was, whether or not the store can take that now.
                out.push(RoomInput::Note);
            }
        }
    }

    /// Remembers that the owner of an address was asked, if it is still the seat's.
    fn note_asked(&mut self, out: &mut RoomOutputs, seat: u8, asked: &Target) {
        if let Some(Target::Email(email)) =
            self.record.seats[usize::from(seat)].notify.as_deref_mut()
            && matches!(asked, Target::Email(Email { key, .. }) if *key == email.key)
        {
            email.asked = true;
            out.push(RoomInput::Note);
        }
    }

    /// Takes note that a seat which is here sees the end, and needs no notice of it later.
    pub(super) fn sees_end(&mut self, out: &mut RoomOutputs, seat: u8) {
        if self.record.ended() && self.record.seats[usize::from(seat)].see_end() {
            out.push(RoomInput::Note);
        }
    }
}

impl SeatRecord {
    /// Returns where notices to an address go.
    fn target(&self, address: &NoticeAddress) -> Option<Target> {
        match address {
            NoticeAddress::Main => self.notify.as_deref().cloned(),
            NoticeAddress::Device(id) => {
                let device = |kept: &DeviceRecord| kept.device.id == *id;
                let kept = self.devices.iter().find(|kept| device(kept))?;
                Some(Target::Device(kept.device.clone()))
            }
        }
    }

    /// Remembers the notice that an address was sent last.
    fn note_sent(&mut self, address: &NoticeAddress, kind: NoticeKind) {
        match address {
            NoticeAddress::Main => self.last_notice = Some(kind),
            NoticeAddress::Device(id) => {
                let kept = self.devices.iter_mut().find(|kept| kept.device.id == *id);
                if let Some(kept) = kept {
                    kept.last_notice = Some(kind);
                }
            }
        }
    }
}

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Self {
        match denied {
            Denied::Invalid(detail) => Self::new(Code::NotifyInvalid, detail),
            Denied::Later { detail, retry_after_ms } => {
                Self::new(Code::TooManyRequests, detail).after(retry_after_ms)
            }
        }
    }
}
