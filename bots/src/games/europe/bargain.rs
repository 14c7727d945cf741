//! The course of trade in a round: how far it has come, what was offered and how it was answered.

use std::collections::{BTreeMap, BTreeSet};

use protocol::games::europe::{Good, Goods, PlayerView, Public, TradeOffer};
use rand::Rng;
use rand::rngs::StdRng;

use super::refusals::{Refusals, Surplus, surplus};
use super::trade::Swap;
use super::trust::Trust;

/// Between two acts, in milliseconds: people need no less to see one.
const PACE_MS: std::ops::RangeInclusive<u64> = 1_500..=4_000;
/// Time after which a bot looks again although nothing changed, in milliseconds.
const LOOK_MS: u64 = 2_500;
/// Time for which it bargains, in milliseconds: usually, when somebody is ready, and when all others
/// are or nothing is left but worse terms.
const BARGAIN_MS: (f64, f64, f64) = (60_000.0, 25_000.0, 10_000.0);
/// Time before a crisis or the end of a round in which it yields the most, in milliseconds.
const LAST_MS: u64 = 30_000;
/// Time for which those who are ready may still answer an offer, in milliseconds.
const ANSWER_MS: u64 = 6_000;
/// The most offers that it makes before a crisis, and after it.
const OFFERS_MOST: u32 = 8;
/// The most offers that it makes to one seat in a round, beside answers to offers of that seat.
const SEAT_OFFERS_MOST: u32 = 6;
/// The longest step of time that counts, in milliseconds.
const STEP_MS: u64 = 5_000;
/// The weight of an offer that nobody answered, beside that of a refusal.
const UNANSWERED: f64 = 0.3;

/// The next moment at which a bot acts.
#[derive(Debug, Default)]
pub(super) struct Pace {
    due: Option<u64>,
    /// The update that it looked at last, and when.
    looked: Option<(u64, u64)>,
}

impl Pace {
    /// Checks whether it is time to look at this update and act; never after `end_ms`.
    pub(super) fn is_due(&mut self, seq: u64, now: u64, end_ms: u64, random: &mut StdRng) -> bool {
        match (self.due, self.looked) {
            (Some(due), _) if due > now => return false,
            (Some(_), _) => {}
            (None, Some((seen, at))) if seen == seq && now < at + LOOK_MS && now >= at => {
                return false;
            }
            (None, Some((seen, _))) if seen == seq => {}
            (None, _) => {
                let latest = end_ms.saturating_sub(PACE_MS.start() / 2);
                let due = now + random.random_range(PACE_MS);
                self.due = Some(if latest > now { due.min(latest) } else { due });
                return false;
            }
        }
        self.due = None;
        self.looked = Some((seq, now));
        true
    }
}

/// An offer of the bot's that had no answer yet.
#[derive(Clone, Debug)]
struct OpenSwap {
    swap: Swap,
    at: u64,
    id: Option<u32>,
    withdrawn: bool,
}

/// The memory of a round's trade.
#[derive(Debug, Default)]
pub(super) struct Bargain {
    round: u8,
    /// Progress of trade, from 0 to 1.
    progress: f64,
    at: u64,
    crisis_ms: Option<u64>,
    crises_ahead: Option<u8>,
    /// It finds nothing to offer on these terms.
    stuck: bool,
    open: Vec<OpenSwap>,
    /// Offers made since the round began, or since its crisis.
    made: u32,
    /// Offers made to each seat in this round, without answers to its own.
    made_to: BTreeMap<u8, u32>,
    refusals: Refusals,
    answered: BTreeSet<u32>,
    /// The goods of each seat when it last looked.
    before: Vec<Goods>,
    /// The goods that each seat had then beyond those asked of it.
    surplus: Vec<Surplus>,
}

impl Bargain {
    /// Returns how far trade has come, from 0 to 1.
    pub(super) fn progress(&self) -> f64 {
        self.progress
    }

    /// Takes note of what has happened, and of the time.
    pub(super) fn look(&mut self, seat: u8, public: &Public, now: u64, trust: &mut [Trust]) {
        if self.round != public.round {
            *self = Self { round: public.round, at: now, ..Self::default() };
        }
        let passed = self.crisis_ms.is_some() && public.next_crisis_ms.is_none();
        if passed || public.crises_ahead < self.crises_ahead {
            // A crisis changes what everybody needs: trade begins anew.
            self.progress = 0.0;
            self.made = 0;
        }
        self.crisis_ms = public.next_crisis_ms;
        self.crises_ahead = public.crises_ahead;
        self.surplus = public.players.iter().map(surplus).collect();
        self.settle(seat, public, trust);
        let ready = |at: usize| public.players[at].ready || public.players[at].resigned;
        let others = || (0..public.players.len()).filter(|at| *at != usize::from(seat));
        let span = if self.stuck || others().all(ready) {
            BARGAIN_MS.2
        } else if others().any(ready) {
            BARGAIN_MS.1
        } else {
            BARGAIN_MS.0
        };
        let step = now.saturating_sub(self.at).min(STEP_MS);
        self.at = now;
        self.progress += f64::from(u16::try_from(step).unwrap_or(u16::MAX)) / span;
        let end = public.next_crisis_ms.or(public.phase_ends_ms);
        if self.progress > 1.0 || end.is_some_and(|end| now + LAST_MS >= end) {
            self.progress = 1.0;
        }
        self.stuck = false;
        self.before = public.players.iter().map(player_goods).collect();
    }

    /// Takes note of the answers to the bot's offers.
    fn settle(&mut self, seat: u8, public: &Public, trust: &mut [Trust]) {
        let now: Vec<Goods> = public.players.iter().map(player_goods).collect();
        let listed = |open: &OpenSwap| {
            let same = |offer: &&TradeOffer| {
                offer.from == seat
                    && offer.to.contains(&open.swap.to)
                    && offer.give == open.swap.give
                    && offer.want == open.swap.want
            };
            public.offers.iter().find(same)
        };
        let (before, surplus, refusals) = (&self.before, &self.surplus, &mut self.refusals);
        self.open.retain_mut(|open| {
            if let Some(offer) = listed(open) {
                open.id = Some(offer.id);
                return true;
            }
            let Swap { to, give, want, benefit, .. } = &open.swap;
            let at = usize::from(*to);
            let swapped = before.get(at).is_some_and(|before| {
                give.iter().all(|(good, n)| now[at][good] >= before[good].saturating_add(n))
                    && want.iter().all(|(good, n)| now[at][good] <= before[good].saturating_sub(n))
            });
            // One that it withdrew, or could no longer fund, may have had no answer.
            let answered = !open.withdrawn && now[usize::from(seat)].covers(give);
            if let Some(trust) = trust.get_mut(at).filter(|_| swapped || answered) {
                let weight = if swapped { 1.0 } else { UNANSWERED };
                trust.answered(*benefit, swapped, weight);
            }
            if !swapped {
                refusals.add(&open.swap, surplus[at]);
            }
            false
        });
    }

    /// Takes note of an offer that the bot makes.
    pub(super) fn offered(&mut self, swap: Swap, now: u64) {
        *self.made_to.entry(swap.to).or_default() += 1;
        self.answered_with(swap, now);
    }

    /// Takes note of an offer that answers one of the other seat.
    pub(super) fn answered_with(&mut self, swap: Swap, now: u64) {
        self.open.push(OpenSwap { swap, at: now, id: None, withdrawn: false });
        self.made += 1;
    }

    /// Takes note of an offer that the bot withdraws.
    pub(super) fn withdrew(&mut self, offer: u32) {
        let withdrawn = self.open.iter_mut().filter(|open| open.id == Some(offer));
        withdrawn.for_each(|open| open.withdrawn = true);
    }

    /// Checks whether it has made as many offers as others bear.
    pub(super) fn is_weary(&self) -> bool {
        self.made >= OFFERS_MOST
    }

    /// Checks whether a seat bears one more offer in this round.
    pub(super) fn may_ask(&self, other: u8) -> bool {
        self.made_to.get(&other).is_none_or(|made| *made < SEAT_OFFERS_MOST)
    }

    /// Checks whether terms no better for the other were offered in vain, or are on the table.
    pub(super) fn is_known(&self, swap: &Swap) -> bool {
        let on_the_table = |open: &OpenSwap| {
            let Swap { to, give, want, .. } = &open.swap;
            *to == swap.to && give.covers(&swap.give) && swap.want.covers(want)
        };
        let surplus = self.surplus.get(usize::from(swap.to));
        surplus.is_some_and(|surplus| self.refusals.include(swap, surplus))
            || self.open.iter().any(on_the_table)
    }

    /// Hurries: only worse terms are left.
    pub(super) fn hurry(&mut self) {
        self.stuck = true;
    }

    /// Takes note of an answer to another's offer; returns whether it is the first.
    pub(super) fn answers(&mut self, offer: u32) -> bool {
        self.answered.insert(offer)
    }

    /// Checks whether another's offer was answered.
    pub(super) fn has_answered(&self, offer: u32) -> bool {
        self.answered.contains(&offer)
    }

    /// Checks whether somebody may still answer an offer of the bot's.
    pub(super) fn waits(&self, seat: u8, public: &Public, now: u64) -> bool {
        let ready = |at: &u8| public.players.get(usize::from(*at)).is_none_or(|one| one.ready);
        public.offers.iter().filter(|offer| offer.from == seat).any(|offer| {
            let made = self.open.iter().find(|open| open.id == Some(offer.id));
            let late = made.is_some_and(|made| made.at + ANSWER_MS <= now);
            !(late && offer.to.iter().all(ready))
        })
    }
}

/// Returns the goods of a player.
fn player_goods(player: &PlayerView) -> Goods {
    let mut goods: Goods = player.cubes.iter().map(|(kind, n)| (kind.good(), n)).collect();
    goods[Good::Coin] = player.coin;
    goods
}
