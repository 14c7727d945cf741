//! A game whose matches begin anywhere: in a state that a test has prepared, with everything
//! redrawn that one viewer cannot know.
//!
//! [`World`] wraps the rules of a game and changes none of them. It takes the game's
//! place in the registry, so real rooms, logs and sockets play it; nothing in the server knows of it. Which
//! state a match begins in follows from its key, that is from the secret in its room's record: the
//! arena below holds the states. A key that the arena does not know is dealt as the rules deal.

use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use engine::catalogue::DataFault;
use engine::dealer::Dealer;
use engine::game::{Below, EventText};
use engine::offer::WrittenOffer;
use engine::{EventSink, Game, MatchMillis, Seat, SeatSet, Viewer};
use protocol::room::GameInfo;
use protocol::{Outcome, Rejection};
use serde_json::Value;

use super::chance::Chance;

/// A stand-in for a match's key.
pub(super) type Key = u64;

static ARENA: Mutex<BTreeMap<Key, Box<dyn Any + Send>>> = Mutex::new(BTreeMap::new());

thread_local! {
    static LAST_KEY: Cell<Key> = const { Cell::new(0) };
}

/// Returns the key of the match that was last set up by this thread.
pub(super) fn last_key() -> Key {
    LAST_KEY.get()
}

/// Makes matches with this key begin in this world from now on.
pub(super) fn prepare<G: Game>(key: Key, world: World<G>) {
    let mut arena = ARENA.lock().unwrap_or_else(PoisonError::into_inner);
    arena.insert(key, Box::new(world));
}

fn prepared<G: Game>(key: Key) -> Option<World<G>> {
    let arena = ARENA.lock().unwrap_or_else(PoisonError::into_inner);
    arena.get(&key).and_then(|world| world.downcast_ref::<World<G>>()).cloned()
}

/// The moment at which a world is redealt, and the viewer for whom it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan {
    /// The number of entries after which it is.
    pub(super) after: u32,
    /// The viewer who cannot know what is redrawn.
    pub(super) viewer: Viewer,
    /// The seed of what is redrawn.
    pub(super) seed: u64,
}

/// A game that begins anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct World<G> {
    game: G,
    entries: u32,
    plan: Option<Plan>,
}

impl<G: Game> World<G> {
    /// Wraps the game in this state; redealt later, if there is a plan.
    pub(super) fn of(game: G, plan: Option<Plan>) -> Self {
        let mut world = Self { game, entries: 0, plan };
        world.keep_to_plan();
        world
    }

    /// Returns the state.
    pub(super) fn game(&self) -> &G {
        &self.game
    }

    fn keep_to_plan(&mut self) {
        if let Some(Plan { after, viewer, seed }) = self.plan
            && after == self.entries
        {
            self.plan = None;
            let mut chance = Chance::new(seed);
            self.game.redeal(viewer, &mut |n| chance.below(n));
        }
    }

    fn entered(&mut self) {
        self.entries += 1;
        self.keep_to_plan();
    }
}

impl<G: Game> Game for World<G> {
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

    fn trials() -> Vec<Value> {
        G::trials()
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        G::files()
    }

    fn load(files: &Value) -> Result<Self::Data, DataFault> {
        G::load(files)
    }

    fn seats(options: &Self::Options) -> u8 {
        G::seats(options)
    }

    fn setup(
        options: &Self::Options,
        data: Arc<Self::Data>,
        dealer: Dealer,
        events: &mut impl EventSink<Self::Event>,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        dealer.hash(&mut hasher);
        let key = hasher.finish();
        LAST_KEY.set(key);
        prepared(key).unwrap_or_else(|| Self::of(G::setup(options, data, dealer, events), None))
    }

    fn awaiting(&self) -> SeatSet {
        self.game.awaiting()
    }

    fn question(&self, seat: Seat) -> u32 {
        self.game.question(seat)
    }

    fn veiled(&self) -> bool {
        self.game.veiled()
    }

    fn closed(question: u32) -> Option<Rejection> {
        G::closed(question)
    }

    fn misread(&self, now: MatchMillis, seat: Seat, command: &Value) -> Option<Rejection> {
        self.game.misread(now, seat, command)
    }

    fn choices(&self, seat: Seat, out: &mut Vec<Self::Choice>) {
        self.game.choices(seat, out);
    }

    fn admits(&self, choice: &Self::Choice, command: &Self::Command) -> bool {
        self.game.admits(choice, command)
    }

    fn sample(&self, choice: &Self::Choice, below: Below<'_>) -> Self::Command {
        self.game.sample(choice, below)
    }

    fn written_offer(&self, seat: Seat, choice: &Self::Choice) -> WrittenOffer {
        self.game.written_offer(seat, choice)
    }

    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Self::Command,
        events: &mut impl EventSink<Self::Event>,
    ) -> Result<(), Rejection> {
        self.game.apply(now, seat, command, events)?;
        self.entered();
        Ok(())
    }

    fn next_deadline(&self) -> Option<MatchMillis> {
        self.game.next_deadline()
    }

    fn deadline(&mut self, due: MatchMillis, events: &mut impl EventSink<Self::Event>) {
        self.game.deadline(due, events);
        self.entered();
    }

    fn resign(&mut self, now: MatchMillis, seat: Seat, events: &mut impl EventSink<Self::Event>) {
        self.game.resign(now, seat, events);
        self.entered();
    }

    fn describe(&self, event: &Self::Event) -> EventText {
        self.game.describe(event)
    }

    fn public(&self) -> Self::Public {
        self.game.public()
    }

    fn private(&self, seat: Seat) -> Self::Private {
        self.game.private(seat)
    }

    fn scores(&self) -> Vec<i64> {
        self.game.scores()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn epoch(&self) -> u32 {
        self.game.epoch()
    }

    fn redeal(&mut self, viewer: Viewer, below: Below<'_>) {
        self.game.redeal(viewer, below);
    }

    fn redeal_unseen(&mut self, below: Below<'_>) {
        self.game.redeal_unseen(below);
    }
}
