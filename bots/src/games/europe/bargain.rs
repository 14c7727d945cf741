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
pub(super) const OFFERS_MOST: u32 = 8;
/// The most offers that it makes to one seat in a round, beside answers to offers of that seat.
const SEAT_OFFERS_MOST: u32 = 6;
/// The longest step of time that counts, in milliseconds.
const STEP_MS: u64 = 5_000;
/// The most offers at a time of which it finds out which were accepted.
const SETTLED_MOST: usize = 8;
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
        let passed = self.crisis_ms.is_some() && self.crisis_ms != public.next_crisis_ms;
        if passed || public.crises_ahead < self.crises_ahead {
            // A crisis changes what everybody needs: trade starts over.
            self.progress = 0.0;
            self.made = 0;
        }
        self.crisis_ms = public.next_crisis_ms;
        self.crises_ahead = public.crises_ahead;
        self.surplus = public.players.iter().map(surplus).collect();
        self.settle(seat, public, passed, trust);
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

    /// Takes note of the answers to the bot's offers; a crisis that `passed` may have voided those of coin.
    fn settle(&mut self, seat: u8, public: &Public, passed: bool, trust: &mut [Trust]) {
        let now: Vec<Goods> = public.players.iter().map(player_goods).collect();
        let listed = |open: &OpenSwap| {
            let same = |offer: &&TradeOffer| {
                offer.from == seat
                    && offer.to.contains(&open.swap.to)
                    && offer.give == open.swap.give
                    && offer.want == open.swap.want
            };
            public.offers.iter().find(same).map(|offer| offer.id)
        };
        self.open.iter_mut().for_each(|open| open.id = listed(open).or(open.id));
        let (left, gone) =
            std::mem::take(&mut self.open).into_iter().partition(|open| listed(open).is_some());
        self.open = left;
        let accepted = self.accepted(usize::from(seat), &now, &gone);
        for (open, accepted) in gone.iter().zip(accepted) {
            let Swap { to, give, want, benefit, .. } = &open.swap;
            let at = usize::from(*to);
            // One that it withdrew, or could no longer fund, had no answer.
            let coin = give[Good::Coin] > 0 || want[Good::Coin] > 0;
            let voided = !now[usize::from(seat)].covers(give) || (passed && coin);
            if !accepted && (open.withdrawn || voided) {
                continue;
            }
            if let Some(trust) = trust.get_mut(at) {
                trust.answered(*benefit, accepted, if accepted { 1.0 } else { UNANSWERED });
            }
            if !accepted {
                self.refusals.add(&open.swap, self.surplus[at]);
            }
        }
    }

    /// Tells which of the bot's offers that are gone were accepted: those that together make up the change of its own
    /// goods; where nothing does, those after which the other seat's goods look so.
    fn accepted(&self, own: usize, now: &[Goods], gone: &[OpenSwap]) -> Vec<bool> {
        let likely = |open: &OpenSwap| {
            let Swap { to, give, want, .. } = &open.swap;
            let (before, now) = (self.before.get(usize::from(*to)), &now[usize::from(*to)]);
            before.is_some_and(|before| {
                give.iter().all(|(good, n)| now[good] >= before[good].saturating_add(n))
                    && want.iter().all(|(good, n)| now[good] <= before[good].saturating_sub(n))
            })
        };
        let likely: Vec<bool> = gone.iter().map(likely).collect();
        let makes_up = |set: &Vec<bool>| {
            let swaps = || gone.iter().zip(set).filter(|(_, is)| **is).map(|(open, _)| &open.swap);
            self.before.get(own).is_some_and(|before| {
                Good::ALL.iter().all(|good| {
                    let got: u16 = swaps().map(|swap| u16::from(swap.want[*good])).sum();
                    let given: u16 = swaps().map(|swap| u16::from(swap.give[*good])).sum();
                    u16::from(before[*good]) + got == u16::from(now[own][*good]) + given
                })
            })
        };
        let sets = (0..1_u32 << gone.len().min(SETTLED_MOST))
            .map(|set| (0..gone.len()).map(|at| set >> at & 1 != 0).collect::<Vec<bool>>());
        let alike =
            |set: &Vec<bool>| set.iter().zip(&likely).filter(|(one, two)| one == two).count();
        sets.filter(makes_up).max_by_key(alike).unwrap_or(likely)
    }

    /// Takes note of what a seat gives and gets by an act of the bot's, so that it is taken for no answer.
    pub(super) fn expects(&mut self, seat: u8, give: &Goods, get: &Goods) {
        let Some(goods) = self.before.get_mut(usize::from(seat)) else { return };
        give.iter().for_each(|(good, n)| goods[good] = goods[good].saturating_sub(n));
        get.iter().for_each(|(good, n)| goods[good] = goods[good].saturating_add(n));
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
            // One that it does not remember was made before a restart.
            let late = made.is_none_or(|made| made.at + ANSWER_MS <= now);
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
