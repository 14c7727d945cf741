//! The ceiling: a player that knows the whole match, for measuring what hidden cards cost.
//!
//! A search gets guesses, and a guess is dealt anew. [`Revealed`] is a game of its own, the same one but with
//! nothing to deal anew: its guesses are the truth, the order of the piles and what a shuffle to come
//! brings included; dice are drawn by their chances as ever. It stands here, for nothing of the product
//! plays it: the mind takes guesses of the games that it knows by their types, and this is none of them.

use std::sync::Arc;

use engine::catalogue::DataFault;
use engine::dealer::Dealer;
use engine::game::{Below, EventSink, EventText, SeatSet};
use engine::offer::WrittenOffer;
use engine::think::{Think, WeightedFeature};
use engine::{Game, MatchMillis, Seat, Viewer};
use protocol::room::GameInfo;
use protocol::{Outcome, Rejection};
use serde_json::Value;

/// A match of which every guess is the truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Revealed<G>(pub G);

impl<G: Game> Game for Revealed<G> {
    const ID: &'static str = G::ID;
    const RULES_VERSION: u32 = G::RULES_VERSION;

    type Options = G::Options;
    type Data = G::Data;
    type Command = G::Command;
    type Choice = G::Choice;
    type Event = G::Event;
    type Public = G::Public;
    type Private = G::Private;

    fn info() -> GameInfo {
        G::info()
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        G::files()
    }

    fn load(files: &Value) -> Result<G::Data, DataFault> {
        G::load(files)
    }

    fn setup(
        options: &G::Options,
        data: Arc<G::Data>,
        dealer: Dealer,
        events: &mut impl EventSink<G::Event>,
    ) -> Self {
        Self(G::setup(options, data, dealer, events))
    }

    fn awaiting(&self) -> SeatSet {
        self.0.awaiting()
    }

    fn question(&self, seat: Seat) -> u32 {
        self.0.question(seat)
    }

    fn veiled(&self) -> bool {
        self.0.veiled()
    }

    fn choices(&self, seat: Seat, out: &mut Vec<G::Choice>) {
        self.0.choices(seat, out);
    }

    fn admits(&self, choice: &G::Choice, command: &G::Command) -> bool {
        self.0.admits(choice, command)
    }

    fn sample(&self, choice: &G::Choice, below: Below<'_>) -> G::Command {
        self.0.sample(choice, below)
    }

    fn written_offer(&self, seat: Seat, choice: &G::Choice) -> WrittenOffer {
        self.0.written_offer(seat, choice)
    }

    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &G::Command,
        events: &mut impl EventSink<G::Event>,
    ) -> Result<(), Rejection> {
        self.0.apply(now, seat, command, events)
    }

    fn resign(&mut self, now: MatchMillis, seat: Seat, events: &mut impl EventSink<G::Event>) {
        self.0.resign(now, seat, events);
    }

    fn describe(&self, event: &G::Event) -> EventText {
        self.0.describe(event)
    }

    fn public(&self) -> G::Public {
        self.0.public()
    }

    fn private(&self, seat: Seat) -> G::Private {
        self.0.private(seat)
    }

    fn scores(&self) -> Vec<i64> {
        self.0.scores()
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(&self.0)
    }

    fn epoch(&self) -> u32 {
        self.0.epoch()
    }

    /// Leaves everything as it is.
    fn redeal(&mut self, _: Viewer, _: Below<'_>) {}

    /// Leaves everything as it is.
    fn redeal_unseen(&mut self, _: Below<'_>) {}
}

impl<G: Think> Think for Revealed<G> {
    const FEATURES: usize = G::FEATURES;
    const KNOWN: usize = G::KNOWN;
    const TASTES: [&'static [(usize, f32)]; 3] = G::TASTES;

    fn candidates(&self, seat: Seat, below: Below<'_>, out: &mut Vec<G::Command>) {
        self.0.candidates(seat, below, out);
    }

    fn passes(command: &G::Command) -> bool {
        G::passes(command)
    }

    fn results(&self, seat: Seat, command: &G::Command, out: &mut Vec<(Self, f32)>) {
        let mut results = Vec::new();
        self.0.results(seat, command, &mut results);
        out.extend(results.into_iter().map(|(game, share)| (Self(game), share)));
    }

    fn features(&self, out: &mut Vec<WeightedFeature>) {
        self.0.features(out);
    }

    fn is_first_side(&self, seat: Seat) -> bool {
        self.0.is_first_side(seat)
    }

    fn lead(&self) -> f32 {
        self.0.lead()
    }

    fn turn_number(&self) -> u32 {
        self.0.turn_number()
    }
}
