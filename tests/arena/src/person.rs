//! A person at a table of Europe, as far as bots notice one: it answers offers by a rule and makes none.

use bots::{Assignment, Bot, Choice};
use protocol::Update;
use protocol::games::europe::{Command, Phase, Public, TradeOffer};
use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::manners::{held, lacks};

/// The rule by which a person answers offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answering {
    /// It turns all of them down.
    Refuses,
    /// It accepts what leaves it lacking fewer cubes, or no more and with more goods than before.
    Fair,
}

/// A person on a seat. Citizens are a bot's choice.
#[derive(Debug)]
pub struct Person {
    seat: u8,
    answering: Answering,
    citizens: Bot,
}

impl Person {
    /// Creates a person with the seat of this assignment.
    pub fn new(assignment: &Assignment<'_>, answering: Answering, random: StdRng) -> Self {
        Self { seat: assignment.seat, answering, citizens: Bot::new(assignment, random) }
    }

    /// Chooses what to do about an update.
    ///
    /// # Panics
    /// If the update is none of Europe.
    pub fn choose(&mut self, update: &Update, now: u64) -> Choice {
        let public = Public::deserialize(&update.public).expect("a public view");
        if public.phase != Phase::Play {
            return self.citizens.choose(update, now);
        }
        let own = &public.players[usize::from(self.seat)];
        if let Some(offer) = public.offers.iter().find(|offer| offer.to.contains(&self.seat)) {
            let offer_id = offer.id;
            let accepts = self.accepts(offer, &public);
            let command = if accepts {
                Command::OfferAccept { offer_id }
            } else {
                Command::OfferDecline { offer_id }
            };
            return Choice::Act(json!(command));
        }
        let others =
            || public.players.iter().enumerate().filter(|(at, _)| *at != usize::from(self.seat));
        if !own.ready && others().all(|(_, one)| one.ready || one.resigned) {
            return Choice::Act(json!(Command::Ready { ready: true }));
        }
        Choice::Wait
    }

    fn accepts(&self, offer: &TradeOffer, public: &Public) -> bool {
        let own = &public.players[usize::from(self.seat)];
        let before = lacks(own, None).total();
        let after = lacks(own, Some((&offer.want, &offer.give))).total();
        let more = offer.give.total() > offer.want.total();
        self.answering == Answering::Fair
            && held(own).covers(&offer.want)
            && (after < before || (after == before && more))
    }

    /// Records that the game refused the command chosen last.
    pub fn refused(&mut self, command: Value) {
        self.citizens.refused(command);
    }
}
