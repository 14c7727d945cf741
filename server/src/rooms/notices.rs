//! Telling seats that are awaited and away.
//!
//! What is to be told follows from the record, the match and who is connected; nothing is queued.
//! The room remembers durably what each seat was told last, after it was delivered: so a notice is
//! told once over restarts, and one that was under way when a server died is told again under the
//! same id. A seat learns nothing by it that it would not see by coming back, and others nothing at
//! all: behind the veil of a secret choice its question keeps its number, whatever others do.

use std::ops::Range;

use engine::Seat;
use protocol::Code;
use protocol::notice::{Notify, SetNotify};
use protocol::room::RoomState;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use tracing::debug;

use super::actor::Actor;
use super::handle::Ask;
use super::refusal::Refusal;
use super::timer::after_ms;
use super::token::{self, TokenHash};
use crate::notices::{Delivery, Denied, Email, Matter, Notice, Target, Wish};

/// The most attempts to deliver a notice, in the life of a process.
pub const NOTICE_ATTEMPTS: u32 = 6;

/// The longest wait after the first attempt, in milliseconds; the shortest is half of it.
pub const FIRST_RETRY_MS: u64 = 15_000;

/// How much longer each further wait is.
pub const RETRY_FACTOR: u64 = 4;

/// When to come again if the notifier has too much to do, in milliseconds.
const BUSY_MS: Range<u64> = 1_000..3_000;

/// How long a room that stops waits for what is under way, in milliseconds.
pub const SETTLE_MS: u64 = 3_000;

/// Something that a seat is to be told.
#[derive(Debug)]
pub(crate) struct Due {
    matter: Matter,
    /// When the next attempt is; none while one is under way.
    at: Option<Instant>,
    /// How many attempts have failed.
    failed: u32,
}

/// The longest wait after so many failed attempts, in milliseconds.
fn retry_ms(failed: u32) -> u64 {
    FIRST_RETRY_MS * RETRY_FACTOR.pow(failed.saturating_sub(1))
}

impl Actor {
    /// Sets where a seat has its notices.
    pub(crate) async fn set_notify(
        &mut self,
        bearer: TokenHash,
        seat: u8,
        wanted: SetNotify,
    ) -> Result<Notify, Refusal> {
        self.own_seat(bearer, seat)?;
        if wanted != SetNotify::default() && self.record.ended() {
            return Err(Refusal::new(Code::Over, "the match is over"));
        }
        let target = match (&wanted.webhook, &wanted.email) {
            (None, None) => None,
            (Some(url), None) => {
                Some(Target::Webhook(self.hub.notifier.admit(Wish::Webhook(url))?))
            }
            // Its owner is not asked twice.
            (None, Some(address)) if self.mails_to(seat, address) => {
                return Ok(self.notify_of(seat));
            }
            (None, Some(address)) => {
                let address = self.hub.notifier.admit(Wish::Email(address))?;
                let key = token::draw(&self.hub.random);
                Some(Target::Email(Email { address, key, asked: false, agreed: false }))
            }
            (Some(_), Some(_)) => {
                let detail = "a seat has its notices by a webhook or by mail, not both";
                return Err(Refusal::new(Code::NotifyInvalid, detail));
            }
        };
        let mut draft = self.record.clone();
        draft.seats[usize::from(seat)].notify = target;
        self.save(draft).await?;
        // What is under way to the old address does not stand in for the new one.
        self.chairs[usize::from(seat)].due = None;
        Ok(self.notify_of(seat))
    }

    /// Where a seat has its notices, for its holder.
    pub(crate) fn notify(&self, bearer: TokenHash, seat: u8) -> Result<Notify, Refusal> {
        self.own_seat(bearer, seat)?;
        Ok(self.notify_of(seat))
    }

    /// Whether a seat has its notices by mail to this address already.
    fn mails_to(&self, seat: u8, address: &str) -> bool {
        let kept = &self.record.seats[usize::from(seat)].notify;
        matches!(kept, Some(Target::Email(email)) if email.address == address)
    }

    /// The owner of an address agrees to mails, or stops them.
    pub(crate) async fn answer_mail(
        &mut self,
        seat: u8,
        key: &str,
        agree: bool,
    ) -> Result<(), Refusal> {
        let unknown = || Refusal::new(Code::NotFound, "no mails are sent from here to this link");
        let mut draft = self.record.clone();
        let kept = draft.seats.get_mut(usize::from(seat)).ok_or_else(unknown)?;
        match &mut kept.notify {
            Some(Target::Email(email)) if TokenHash::of(&email.key) == TokenHash::of(key) => {
                email.agreed = true;
            }
            _ => return Err(unknown()),
        }
        if !agree {
            kept.notify = None;
        }
        self.save(draft).await
    }

    fn notify_of(&self, seat: u8) -> Notify {
        let ways = self.hub.notifier.ways();
        let none = Notify { ways, webhook: None, email: None, confirmed: None };
        match &self.record.seats[usize::from(seat)].notify {
            None => none,
            Some(Target::Webhook(url)) => Notify { webhook: Some(url.clone()), ..none },
            Some(Target::Email(Email { address, agreed, .. })) => {
                Notify { email: Some(address.clone()), confirmed: Some(*agreed), ..none }
            }
        }
    }

    /// Follows the room: a seat is to be told what it was not told yet, once it has been away for a
    /// while; coming back is being told.
    pub(crate) fn follow_notices(&mut self) {
        for index in 0..self.chairs.len() {
            let matter = self.untold(index);
            let due = &mut self.chairs[index].due;
            if due.as_ref().map(|due| due.matter) != matter {
                let wait = |matter| match matter {
                    Matter::Confirm => 0,
                    Matter::YourTurn(_) | Matter::MatchOver => self.hub.settings.notify_after_ms,
                };
                let new = |matter| Due { matter, at: Some(after_ms(wait(matter))), failed: 0 };
                *due = matter.map(new);
            }
        }
    }

    /// What a seat that is away waits to be told.
    fn untold(&self, index: usize) -> Option<Matter> {
        let (seat, chair) = (&self.record.seats[index], &self.chairs[index]);
        match seat.notify.as_ref()? {
            Target::Email(Email { agreed: false, asked, .. }) => {
                return (!asked && !self.record.ended()).then_some(Matter::Confirm);
            }
            Target::Email(_) | Target::Webhook(_) if chair.member.is_some() => return None,
            Target::Email(_) | Target::Webhook(_) => {}
        }
        let matter = match self.record.state {
            RoomState::Lobby | RoomState::Sealing => return None,
            RoomState::Running => {
                // A seat that does not come is not told of every question that opens meanwhile.
                let play = self.play.as_ref().filter(|_| !chair.told)?;
                Matter::YourTurn(play.table.decision(Seat(u8::try_from(index).ok()?))?)
            }
            RoomState::Finished | RoomState::Abandoned => {
                self.record.outcome.as_ref().map(|_| Matter::MatchOver)?
            }
        };
        (seat.told != Some(matter)).then_some(matter)
    }

    /// When the next notice is due.
    pub(crate) fn next_notice(&self) -> Option<Instant> {
        self.chairs.iter().filter_map(|chair| chair.due.as_ref()?.at).min()
    }

    /// Sends every notice that is due.
    pub(crate) fn send_notices(&mut self) {
        let now = Instant::now();
        for index in 0..self.chairs.len() {
            let Some(due) = &mut self.chairs[index].due else { continue };
            if due.at.is_some_and(|at| at <= now) {
                due.at = None;
                let matter = due.matter;
                self.send_notice(index, matter);
            }
        }
    }

    fn send_notice(&self, index: usize, matter: Matter) {
        let Some(target) = self.record.seats[index].notify.clone() else { return };
        let Ok(seat) = u8::try_from(index) else { return };
        let notice = Notice {
            room: self.record.id,
            code: self.record.code.clone(),
            game: self.record.game.clone(),
            title: self.game.info.name.clone(),
            seat,
            matter,
            target,
        };
        let (notifier, handle) = (self.hub.notifier.clone(), self.handle.clone());
        tokio::spawn(async move {
            let delivery = notifier.deliver(&notice).await;
            handle.sent(notice, delivery).await;
        });
    }

    /// What came of an attempt.
    pub(crate) async fn sent(&mut self, notice: Notice, delivery: Delivery) {
        let Notice { seat, matter, target, .. } = notice;
        if delivery != Delivery::Busy {
            self.hub.metrics.noticed(target.way(), delivery);
            debug!(room = %self.record.id, seat, ?matter, ?delivery, "a notice was sent");
        }
        let chair = &mut self.chairs[usize::from(seat)];
        let due = chair.due.as_mut().filter(|due| due.matter == matter);
        let random = &self.hub.random;
        let settled = match (delivery, due) {
            (Delivery::Delivered | Delivery::Refused, _) => true,
            (Delivery::Busy | Delivery::Failed, None) => false,
            (Delivery::Busy, Some(due)) => {
                due.at = Some(after_ms(random.pick(BUSY_MS)));
                false
            }
            (Delivery::Failed, Some(due)) => {
                due.failed += 1;
                let longest = retry_ms(due.failed);
                due.at = Some(after_ms(random.pick(longest / 2..longest)));
                due.failed >= NOTICE_ATTEMPTS
            }
        };
        match (settled, matter, target) {
            (false, ..) => {}
            (true, Matter::Confirm, target) => self.note_asked(seat, &target).await,
            (true, Matter::YourTurn(_) | Matter::MatchOver, _) => {
                chair.told |= chair.member.is_none();
                self.note_told(seat, matter).await;
            }
        }
    }

    /// Remembers that the owner of an address was asked, if it is still the seat's.
    async fn note_asked(&mut self, seat: u8, asked: &Target) {
        let mut draft = self.record.clone();
        if let Some(Target::Email(email)) = &mut draft.seats[usize::from(seat)].notify
            && matches!(asked, Target::Email(Email { key, .. }) if *key == email.key)
        {
            email.asked = true;
            self.record = draft.clone();
            let _ = self.save(draft).await;
        }
    }

    /// Remembers what a seat was told.
    async fn note_told(&mut self, seat: u8, matter: Matter) {
        let mut draft = self.record.clone();
        draft.seats[usize::from(seat)].told = Some(matter);
        // Told is told, whether or not the store can take it; the next change to the room tries again.
        self.record = draft.clone();
        let _ = self.save(draft).await;
    }

    /// A seat that is here sees the end, and need not be told later.
    pub(crate) async fn sees_end(&mut self, seat: u8) {
        let kept = &self.record.seats[usize::from(seat)];
        let untold = kept.notify.is_some() && kept.told != Some(Matter::MatchOver);
        if untold && self.record.ended() {
            self.note_told(seat, Matter::MatchOver).await;
        }
    }

    /// Waits a while for what is under way when the server stops, so that it is not told again.
    pub(crate) async fn settle_notices(&mut self, mut inbox: mpsc::Receiver<Ask>) {
        let until = after_ms(SETTLE_MS);
        while self.chairs.iter().any(|chair| chair.due.as_ref().is_some_and(|due| due.at.is_none()))
        {
            let ask = tokio::select! {
                biased;
                () = sleep_until(until) => return,
                ask = inbox.recv() => ask,
            };
            match ask {
                Some(Ask::Sent(sent)) => {
                    self.sent(sent.0, sent.1).await;
                    self.follow_notices();
                }
                // Whoever asks anything else is told that the server restarts.
                Some(_) => {}
                None => return,
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
