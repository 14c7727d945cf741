//! Tables of Europe in process: match time runs as it would in a room, only faster.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Instant;

use bots::{Assignment, Bot, Choice};
use engine::games::europe::Europe;
use engine::{Audience, Game, GameEntry, MatchMillis, Seat};
use laws::rules::{deal, shipped, update};
use protocol::Update;
use protocol::games::europe::{Command, Event};
use protocol::room::BotLevel;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::manners::Manners;
use crate::person::{Answering, Person};
use crate::reference::Reference;

/// Time between two acts of a seat, in milliseconds, as the server keeps it.
const PACE_MS: MatchMillis = 600;
/// Time for which a bot that waits is left alone, in milliseconds.
const RETHINK_MS: MatchMillis = 1_000;
/// The most that is added to either, in milliseconds.
const WAVER_MS: MatchMillis = 100;
/// The most steps of a match.
const STEPS_MOST: u32 = 100_000;

/// The kind of player on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A bot of the server at a level.
    Level(BotLevel),
    /// The bot that the server had before.
    Former,
    /// A person who answers offers by a rule.
    Person(Answering),
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "easy" => Ok(Self::Level(BotLevel::Easy)),
            "normal" => Ok(Self::Level(BotLevel::Normal)),
            "hard" => Ok(Self::Level(BotLevel::Hard)),
            "expert" => Ok(Self::Level(BotLevel::Expert)),
            "former" => Ok(Self::Former),
            "refuses" => Ok(Self::Person(Answering::Refuses)),
            "fair" => Ok(Self::Person(Answering::Fair)),
            _ => Err(format!("no player is called {name:?}")),
        }
    }
}

enum Mind {
    Bot(Box<Bot>),
    Former(Box<Reference>),
    Person(Box<Person>),
}

impl Mind {
    fn choose(&mut self, update: &Update, now: MatchMillis) -> Choice {
        match self {
            Self::Bot(bot) => bot.choose(update, now),
            Self::Former(bot) => bot.choose(update, now),
            Self::Person(person) => person.choose(update, now),
        }
    }

    fn refused(&mut self, command: Value) {
        match self {
            Self::Bot(bot) => bot.refused(command),
            Self::Former(bot) => bot.refused(command),
            Self::Person(person) => person.refused(command),
        }
    }
}

struct Sitter {
    mind: Mind,
    acted_at: MatchMillis,
    next_at: MatchMillis,
}

/// The course of a match.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// The winners.
    pub winners: Vec<u8>,
    /// Happiness at the end, by seat.
    pub scores: Vec<i64>,
    /// The reason of the end.
    pub reason: String,
    /// Rounds.
    pub rounds: u32,
    /// Deals closed.
    pub deals: u32,
    /// Offers made.
    pub offers: u32,
    /// Match time, in milliseconds.
    pub length_ms: u64,
    /// Decisions of seat 0, and what they took in microseconds.
    pub decisions: u64,
    /// See `decisions`.
    pub micros: u64,
    /// The slowest one.
    pub slowest: u64,
    /// The fewest milliseconds between two acts of seat 0 in open play.
    pub quickest_ms: Option<u64>,
    /// Manners of the bots.
    pub manners: Manners,
}

/// Returns the data as a bot gets them.
///
/// # Panics
/// If the shipped data are inconsistent.
pub fn data() -> &'static Value {
    static DATA: OnceLock<Value> = OnceLock::new();
    DATA.get_or_init(|| {
        let catalogue = GameEntry::of::<Europe>().catalogue(&BTreeMap::new());
        let catalogue = catalogue.expect("the shipped data hold together");
        serde_json::from_str(catalogue.canonical()).expect("canonical JSON")
    })
}

/// Plays a match; the seat `own` is the one that is measured.
///
/// # Panics
/// If it does not end.
pub fn play(kinds: &[Kind], own: usize, options: &Value, seed: u64, log: bool) -> Course {
    let mut options = options.clone();
    options["players"] = json!(kinds.len());
    let game: Europe = deal(shipped::<Europe>(), &options, seed);
    let mut table = Table::of(game, kinds, &options, seed);
    let mut course = Course::default();
    let bots: Vec<u8> = (0..)
        .zip(kinds)
        .filter(|(_, kind)| matches!(kind, Kind::Level(_)))
        .map(|(seat, _)| seat)
        .collect();
    let mut events: Vec<(Audience, Event)> = Vec::new();
    for _ in 0..STEPS_MOST {
        if !events.is_empty() {
            course.note(&events, log.then_some(table.now));
            let happened: Vec<Event> = events.drain(..).map(|(_, event)| event).collect();
            course.manners.note(&happened, &table.game.public(), &bots);
        }
        if let Some(outcome) = Game::outcome(&table.game) {
            course.winners = outcome.winners;
            course.scores = outcome.scores;
            course.reason = outcome.reason;
            course.length_ms = table.now;
            return course;
        }
        let Some(look) = table.step(&mut events) else { continue };
        if look.seat.index() == own {
            course.thought(look.micros);
        }
        let Some(command) = look.command else { continue };
        if log {
            println!("{:>8} seat {} {command}", table.now, look.seat.0);
        }
        if let Some(why) = look.refusal {
            if log {
                println!("         refused: {why}");
            }
            continue;
        }
        if look.seat.index() == own && look.since_ms < table.now {
            let since = look.since_ms;
            course.quickest_ms = Some(course.quickest_ms.map_or(since, |least| least.min(since)));
        }
    }
    panic!("seed {seed}: the match does not end");
}

/// A table at which bots play.
pub struct Table {
    /// The match.
    pub game: Europe,
    sitters: Vec<Sitter>,
    random: StdRng,
    now: MatchMillis,
    seq: u64,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("now", &self.now).finish_non_exhaustive()
    }
}

/// A bot's look at a table.
#[derive(Debug)]
pub struct Look {
    /// Its seat.
    pub seat: Seat,
    /// The command that it gave; `None` if it waits.
    pub command: Option<Value>,
    /// The reason for which the game refused the command, if it did.
    pub refusal: Option<String>,
    /// The microseconds that it took.
    micros: u64,
    /// Match time since the seat's last act, in milliseconds; all of it at its first one.
    since_ms: MatchMillis,
}

impl Table {
    /// Seats bots at a match.
    pub fn of(game: Europe, kinds: &[Kind], options: &Value, seed: u64) -> Self {
        let random = StdRng::seed_from_u64(seed ^ 0x5eed);
        Self { game, sitters: sit(kinds, options, seed), random, now: 0, seq: 1 }
    }

    /// Goes on to the next look of a bot, or to the next deadline (`None`).
    ///
    /// # Panics
    /// If nobody is asked.
    pub fn step(&mut self, events: &mut Vec<(Audience, Event)>) -> Option<Look> {
        let Self { game, sitters, random, now, seq } = self;
        let next = game.awaiting().iter().min_by_key(|seat| sitters[seat.index()].next_at);
        let then = next.map(|seat| sitters[seat.index()].next_at.max(*now));
        if let Some(due) = game.next_deadline().filter(|due| then.is_none_or(|then| *due <= then)) {
            *now = due.max(*now);
            game.deadline(due, events);
            *seq += 1;
            wake(sitters, *now, random);
            return None;
        }
        let (Some(seat), Some(then)) = (next, then) else { panic!("nobody is asked") };
        *now = then;
        let shown = update(game, seat, *seq, *now);
        let sitter = &mut sitters[seat.index()];
        let began = Instant::now();
        let choice = sitter.mind.choose(&shown, *now);
        let micros = began.elapsed().as_micros() as u64;
        let since_ms = *now - sitter.acted_at;
        let Choice::Act(value) = choice else {
            sitter.next_at = *now + RETHINK_MS + random.random_range(0..WAVER_MS);
            return Some(Look { seat, command: None, refusal: None, micros, since_ms });
        };
        let command: Command = serde_json::from_value(value.clone()).expect("a command");
        let tried = game.apply(*now, seat, &command, events);
        sitter.next_at = *now + PACE_MS;
        let refusal = tried.err().map(|why| why.detail);
        if refusal.is_some() {
            sitter.mind.refused(value.clone());
        } else {
            sitter.acted_at = *now;
            *seq += 1;
            wake(sitters, *now, random);
        }
        Some(Look { seat, command: Some(value), refusal, micros, since_ms })
    }
}

/// Seats the players.
fn sit(kinds: &[Kind], options: &Value, seed: u64) -> Vec<Sitter> {
    let data = data();
    (0..)
        .zip(kinds)
        .map(|(seat, kind)| {
            let coins = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(seat));
            let random = || StdRng::seed_from_u64(coins);
            let assignment =
                |level| Assignment { game: Europe::ID, seat, data, options, level, pace_ms: 600 };
            let mind = match kind {
                Kind::Former => {
                    Mind::Former(Box::new(Reference::new(Europe::ID, seat, data, random())))
                }
                Kind::Level(level) => Mind::Bot(Box::new(Bot::new(&assignment(*level), random()))),
                Kind::Person(answering) => {
                    let person = Person::new(&assignment(BotLevel::Expert), *answering, random());
                    Mind::Person(Box::new(person))
                }
            };
            Sitter { mind, acted_at: 0, next_at: 0 }
        })
        .collect()
}

/// Has everybody look at what has changed, at their pace.
fn wake(sitters: &mut [Sitter], now: MatchMillis, random: &mut StdRng) {
    for sitter in sitters {
        let at = (sitter.acted_at + PACE_MS).max(now) + random.random_range(1..WAVER_MS);
        sitter.next_at = sitter.next_at.min(at).max(now);
    }
}

impl Course {
    fn thought(&mut self, micros: u64) {
        self.decisions += 1;
        self.micros += micros;
        self.slowest = self.slowest.max(micros);
    }

    fn note(&mut self, events: &[(Audience, Event)], log: Option<MatchMillis>) {
        for (_, event) in events {
            if let Some(now) = log {
                println!("{now:>8}   {}", json!(event));
            }
            self.deals += u32::from(matches!(event, Event::Swapped { .. }));
            self.offers += u32::from(matches!(event, Event::OfferMade { .. }));
            self.rounds += u32::from(matches!(event, Event::RoundBegan { .. }));
        }
    }
}

/// Result of a series for its first player.
#[derive(Clone, Debug, Default)]
pub struct TableScore {
    /// Matches.
    pub played: u32,
    /// Won; a shared victory counts for its part.
    pub won: f64,
    /// Sum of the happiness of the first player, and of the others' mean.
    pub happiness: (f64, f64),
    /// Sums over the matches.
    pub course: Course,
    /// Matches by the reason of their end.
    pub reasons: BTreeMap<String, u32>,
}

/// Plays a series: the first of `kinds` changes seats with the others.
///
/// # Panics
/// If a match does not end.
pub fn series(kinds: &[Kind], options: &Value, matches: u32, seed: u64, log: bool) -> TableScore {
    let mut score = TableScore::default();
    for at in 0..matches {
        let own = at as usize % kinds.len();
        let mut table = kinds.to_vec();
        table.rotate_right(own);
        let course = play(&table, own, options, seed + u64::from(at), log);
        score.add(own, course);
    }
    score
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand matches")]
impl TableScore {
    fn add(&mut self, own: usize, course: Course) {
        self.played += 1;
        if course.winners.contains(&(own as u8)) {
            self.won += 1.0 / course.winners.len() as f64;
        }
        let all: i64 = course.scores.iter().sum();
        let mine = course.scores[own];
        self.happiness.0 += mine as f64;
        self.happiness.1 += (all - mine) as f64 / (course.scores.len() - 1) as f64;
        let sum = &mut self.course;
        sum.rounds += course.rounds;
        sum.deals += course.deals;
        sum.offers += course.offers;
        sum.length_ms += course.length_ms;
        sum.decisions += course.decisions;
        sum.micros += course.micros;
        sum.slowest = sum.slowest.max(course.slowest);
        sum.quickest_ms = sum.quickest_ms.into_iter().chain(course.quickest_ms).min();
        sum.manners.add(&course.manners);
        *self.reasons.entry(course.reason).or_default() += 1;
    }

    /// Returns the share won, with Wilson's 95 % interval.
    pub fn interval(&self) -> (f64, f64, f64) {
        crate::series::wilson(self.won, self.played)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand matches")]
impl std::fmt::Display for TableScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (p, low, high) = self.interval();
        let n = f64::from(self.played);
        let Course { rounds, deals, offers, length_ms, decisions, micros, slowest, .. } =
            &self.course;
        let rounds_f = f64::from(*rounds);
        write!(
            f,
            "{:.1} % ({:.1} to {:.1}) of {}; happiness {:.2} against {:.2}; {:.1} rounds, \
             {:.2} deals and {:.1} offers a round, {:.0} s a match; {:.2} ms a look of {}, \
             slowest {} ms; quickest act after {:?} ms; {:?}\n{}",
            100.0 * p,
            100.0 * low,
            100.0 * high,
            self.played,
            self.happiness.0 / n,
            self.happiness.1 / n,
            rounds_f / n,
            f64::from(*deals) / rounds_f,
            f64::from(*offers) / rounds_f,
            *length_ms as f64 / n / 1000.0,
            *micros as f64 / 1000.0 / (*decisions).max(1) as f64,
            decisions,
            slowest / 1000,
            self.course.quickest_ms,
            self.reasons,
            self.course.manners
        )
    }
}
