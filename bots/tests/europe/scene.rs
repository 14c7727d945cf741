//! Arranged positions of Europe, and bots that are shown them.

use std::collections::BTreeMap;

use bots::{Assignment, Bot, Choice};
use engine::dealer::Dealer;
use engine::games::europe::{Arrangement, Europe};
use engine::{Audience, Game, GameEntry, MatchMillis, Seat};
use laws::rules::{shipped, update};
use protocol::games::europe::{Command, Cubes, Event, Good, Goods, Options, Resource};
use protocol::room::BotLevel;
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

/// Steps of time in which a bot is asked, in milliseconds.
const STEP_MS: MatchMillis = 250;

pub(crate) fn cubes(list: &[(Resource, u8)]) -> Cubes {
    list.iter().copied().collect()
}

pub(crate) fn goods(list: &[(Good, u8)]) -> Goods {
    list.iter().copied().collect()
}

/// A match in which bots play some of the seats.
pub(crate) struct Scene {
    pub(crate) game: Europe,
    pub(crate) now: MatchMillis,
    /// Events since somebody took them.
    pub(crate) events: Vec<(Audience, Event)>,
    seq: u64,
    bots: BTreeMap<u8, Bot>,
}

impl Scene {
    /// Begins with an arranged position; bots of this level sit on these seats.
    pub(crate) fn of(arrangement: &Arrangement, seats: &[u8], level: BotLevel) -> Self {
        let dealer = Dealer::new(fairness_key());
        let game = arrangement.build(shipped::<Europe>(), dealer);
        Self::with(game, &arrangement.options, seats, level)
    }

    /// Begins a dealt match.
    pub(crate) fn dealt(options: &Options, seed: u64, level: BotLevel) -> Self {
        let seats: Vec<u8> = (0..options.players).collect();
        Self::dealt_to(options, seed, &seats, level)
    }

    /// Begins a dealt match with bots on some of the seats.
    pub(crate) fn dealt_to(options: &Options, seed: u64, seats: &[u8], level: BotLevel) -> Self {
        let game = laws::rules::deal(shipped::<Europe>(), &json!(options), seed);
        Self::with(game, options, seats, level)
    }

    fn with(game: Europe, options: &Options, seats: &[u8], level: BotLevel) -> Self {
        let mut scene = Self { game, now: 0, events: Vec::new(), seq: 1, bots: BTreeMap::new() };
        for seat in seats {
            scene.seat(*seat, options, level);
        }
        scene
    }

    /// Puts a bot on a seat that knows nothing of what has happened, as after a restart.
    pub(crate) fn seat(&mut self, seat: u8, options: &Options, level: BotLevel) {
        let catalogue = GameEntry::of::<Europe>().catalogue(&BTreeMap::new()).expect("shipped");
        let data: Value = serde_json::from_str(catalogue.canonical()).expect("JSON");
        let options = &json!(options);
        let assignment =
            Assignment { game: Europe::ID, seat, data: &data, options, level, pace_ms: 600 };
        let bot = Bot::new(&assignment, StdRng::seed_from_u64(u64::from(seat) + 1));
        self.bots.insert(seat, bot);
    }

    /// Has a seat command.
    #[track_caller]
    pub(crate) fn act(&mut self, seat: u8, command: &Command) {
        self.seq += 1;
        let done = self.game.apply(self.now, Seat(seat), command, &mut self.events);
        assert!(done.is_ok(), "{command:?}: {done:?}");
    }

    /// Lets time pass until a bot acts; carries it out. Returns the seat and the command; `None`
    /// when the match is over or `until` has come.
    pub(crate) fn next(&mut self, until: MatchMillis) -> Option<(u8, Command)> {
        while self.now < until && self.game.outcome().is_none() {
            while let Some(due) = self.game.next_deadline().filter(|due| *due <= self.now) {
                self.game.deadline(due, &mut self.events);
                self.seq += 1;
            }
            for seat in self.game.awaiting().iter() {
                let shown = update(&self.game, seat, self.seq, self.now);
                let Some(bot) = self.bots.get_mut(&seat.0) else { continue };
                let Choice::Act(value) = bot.choose(&shown, self.now) else { continue };
                let command: Command = serde_json::from_value(value.clone()).expect("a command");
                if self.game.apply(self.now, seat, &command, &mut self.events).is_ok() {
                    self.seq += 1;
                    return Some((seat.0, command));
                }
                bot.refused(value);
            }
            self.now += STEP_MS;
        }
        None
    }
}

fn fairness_key() -> fairness::vd1::MatchKey {
    fairness::vd1::MatchKey::from_bytes([7; 32])
}
