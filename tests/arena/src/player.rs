//! Players of one seat: today's plain bot, a greedy mind, and the search.

use bots::{Bot, Choice};
use engine::think::{Guess, Think};
use engine::{Game, GameEntry, Seat};
use mind::levels::taken;
use mind::{Net, Search, SearchBudget, Tuning};
use protocol::Update;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hash::Hash;
use std::marker::PhantomData;

/// A player of a seat.
#[expect(clippy::large_enum_variant, reason = "there are two of them in a match")]
pub enum Player<'a, G: Think> {
    /// The server's plain bot.
    Plain(Box<Bot>),
    /// Any command, with its coins.
    Random(Box<ChaCha8Rng>),
    /// The search.
    Mind {
        /// Its value.
        net: &'a Net,
        /// The length of its thoughts.
        budget: SearchBudget,
        /// Numbers by which it is tuned.
        tuning: Tuning,
        /// The difference in chance that makes it e times as likely to take a command; 0: the best.
        heat: f32,
        /// Its chance.
        coins: ChaCha8Rng,
        /// The game.
        played: PhantomData<G>,
    },
}

impl<G: Think> std::fmt::Debug for Player<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Player")
    }
}

impl<'a, G: Think> Player<'a, G>
where
    G::Command: Hash,
    G::Event: Hash,
{
    /// Creates a plain bot.
    ///
    /// # Panics
    /// If the shipped data are inconsistent.
    pub fn plain(seat: u8, seed: u64) -> Self {
        let entry = GameEntry::of::<G>();
        let catalogue = entry.catalogue(&BTreeMap::new()).expect("the shipped data hold together");
        let data: Value = serde_json::from_str(catalogue.canonical()).expect("canonical JSON");
        Self::Plain(Box::new(Bot::new(G::ID, seat, &data, StdRng::seed_from_u64(seed))))
    }

    /// Creates a player that takes any choice, and any command of it.
    pub fn random(seed: u64) -> Self {
        Self::Random(Box::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// Creates a searching mind.
    pub fn mind(net: &'a Net, budget: SearchBudget, tuning: Tuning, seed: u64) -> Self {
        Self::heated(net, budget, tuning, 0.0, seed)
    }

    /// Creates a searching mind that does not always take the best command.
    pub fn heated(
        net: &'a Net,
        budget: SearchBudget,
        tuning: Tuning,
        heat: f32,
        seed: u64,
    ) -> Self {
        Self::Mind {
            net,
            budget,
            tuning,
            heat,
            coins: ChaCha8Rng::seed_from_u64(seed),
            played: PhantomData,
        }
    }

    /// Chooses a command.
    ///
    /// # Panics
    /// If the plain bot waits or says what is no command, or a mind has nothing to say.
    pub fn choose(&mut self, game: &G, seat: Seat, seq: u64) -> G::Command {
        match self {
            Self::Plain(bot) => loop {
                let Choice::Act(value) = bot.choose(&update(game, seat, seq), 0) else {
                    panic!("a bot without a clock does not wait");
                };
                let command: G::Command = serde_json::from_value(value.clone()).expect("a command");
                if game.clone().apply(0, seat, &command, &mut ()).is_ok() {
                    return command;
                }
                bot.refused(value);
            },
            Self::Random(coins) => {
                let mut choices = Vec::new();
                game.choices(seat, &mut choices);
                let choice = choices[coins.random_range(0..choices.len())];
                game.sample(&choice, &mut |n| coins.random_range(0..n))
            }
            Self::Mind { net, budget, tuning, heat, coins, .. } => {
                let guess = Guess::of(game, seat, &mut |n| coins.random_range(0..n));
                let own = ChaCha8Rng::seed_from_u64(coins.random());
                let ranked = Search::new(net, *tuning, own).think(&guess, *budget, &|| false);
                let chances: Vec<f32> = ranked.iter().map(|one| one.chance).collect();
                let at = taken(&chances, *heat, coins);
                ranked.into_iter().nth(at).expect("a seat that is asked has a command").command
            }
        }
    }
}

fn update<G: Game>(game: &G, seat: Seat, seq: u64) -> Update {
    let mut choices = Vec::new();
    game.choices(seat, &mut choices);
    Update {
        seq,
        head: String::new(),
        events: Vec::new(),
        events_from: None,
        public: json!(game.public()),
        private: Some(json!(game.private(seat))),
        decision: Some(seq),
        offers: Some(choices.iter().map(|choice| game.offer(seat, choice)).collect()),
        undo: None,
        awaiting: game.awaiting().iter().map(|seat| seat.0).collect(),
        now_ms: 0,
        deadline_ms: None,
        paused: false,
        outcome: None,
    }
}
