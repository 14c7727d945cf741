//! The ladder: every level against the one below, and each against the reference; strengths in Elo.

use std::fmt;
use std::hash::Hash;

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Think;
use laws::rules::shipped;
use protocol::room::BotLevel;
use serde_json::{Value, json};

use crate::player::Player;
use crate::series::{Score, series};

/// Points of Elo by which a player is ahead that wins ten times as often as it loses.
const TENFOLD: f64 = 400.0;
/// Points of the reference.
const ANCHOR: f64 = 1_000.0;
/// Steps of the fit; it has long settled by then.
const STEPS: usize = 2_000;

/// Somebody on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rung {
    /// Takes any command.
    Random,
    /// The bot of before there were minds.
    Reference,
    /// A level of the mind.
    Level(BotLevel),
}

impl Rung {
    /// All rungs. The reference is the anchor of the points.
    pub const ALL: [Self; 6] = [
        Self::Reference,
        Self::Random,
        Self::Level(BotLevel::Easy),
        Self::Level(BotLevel::Normal),
        Self::Level(BotLevel::Hard),
        Self::Level(BotLevel::Expert),
    ];

    /// The pairs that play each other, the one that should be stronger first.
    pub const PAIRS: [[Self; 2]; 7] = [
        [Self::Level(BotLevel::Easy), Self::Random],
        [Self::Level(BotLevel::Normal), Self::Random],
        [Self::Level(BotLevel::Normal), Self::Level(BotLevel::Easy)],
        [Self::Level(BotLevel::Hard), Self::Level(BotLevel::Normal)],
        [Self::Level(BotLevel::Expert), Self::Level(BotLevel::Hard)],
        [Self::Level(BotLevel::Hard), Self::Reference],
        [Self::Level(BotLevel::Expert), Self::Reference],
    ];

    /// Creates a player of a seat.
    pub fn player<G: Think>(self, seat: u8, seed: u64) -> Player<'static, G>
    where
        G::Command: Hash,
        G::Event: Hash,
    {
        match self {
            Self::Random => Player::random(seed),
            Self::Reference => Player::reference(seat, seed),
            Self::Level(level) => Player::level(level, seed),
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Reference => "reference",
            Self::Level(level) => level.as_str(),
        })
    }
}

/// Lists the options of the matches that are measured: every edition and every set-up.
pub fn ways(game: &str) -> Vec<Value> {
    match game {
        EuropeDivided::ID => vec![json!({"edition": "revised"}), json!({"edition": "first"})],
        BalanceOfPower::ID => (1..=4)
            .map(|setup| json!({"setup": setup}))
            .chain([json!({"version": "command_room"})])
            .collect(),
        _ => Vec::new(),
    }
}

/// The result of two rungs.
#[derive(Clone, Debug)]
pub struct Played {
    /// The two, the one whose score it is first.
    pub rungs: [Rung; 2],
    /// The score of the first.
    pub score: Score,
}

/// Plays two rungs against each other.
pub fn play<G: Think>(options: &Value, rungs: [Rung; 2], pairs: u64, seed: u64) -> Played
where
    G::Command: Hash,
    G::Event: Hash,
{
    let make = |own: bool, seat: u8, seed: u64| rungs[usize::from(!own)].player::<G>(seat, seed);
    Played { rungs, score: series::<G>(&shipped::<G>(), options, pairs, seed, &make) }
}

/// A rung's strength.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// The rung.
    pub rung: Rung,
    /// Points of Elo; the reference has 1,000.
    pub points: f64,
    /// Half of the 95 % interval, in points, if the others' points were certain.
    pub within: f64,
}

/// Fits the strengths to results by Bradley and Terry's model, as far as the rungs have played.
///
/// Each pair counts as having played one match more, drawn, so that who always won is not infinitely
/// strong.
pub fn strengths(results: &[Played]) -> Vec<Strength> {
    let known: Vec<Rung> = Rung::ALL
        .into_iter()
        .filter(|rung| results.iter().any(|one| one.rungs.contains(rung)))
        .collect();
    let at = |rung: Rung| known.iter().position(|one| *one == rung).unwrap_or_default();
    let mut skill = vec![0.0_f64; known.len()];
    let mut information = vec![0.0_f64; known.len()];
    for _ in 0..STEPS {
        let mut slope = vec![0.0_f64; known.len()];
        information.fill(0.0);
        for Played { rungs: [one, other], score } in results {
            let (one, other) = (at(*one), at(*other));
            let chance = 1.0 / (1.0 + (skill[other] - skill[one]).exp());
            let (won, played) = (score.won + 0.5, f64::from(score.played) + 1.0);
            let more = won - played * chance;
            slope[one] += more;
            slope[other] -= more;
            let sure = played * chance * (1.0 - chance);
            information[one] += sure;
            information[other] += sure;
        }
        for (skill, (slope, information)) in skill.iter_mut().zip(slope.iter().zip(&information)) {
            *skill += 0.5 * slope / information.max(1e-9);
        }
    }
    let points = TENFOLD / std::f64::consts::LN_10;
    let anchor = skill.first().copied().unwrap_or_default();
    let strength = |(at, rung): (usize, &Rung)| Strength {
        rung: *rung,
        points: ANCHOR + points * (skill[at] - anchor),
        within: points * 1.96 / information[at].sqrt(),
    };
    known.iter().enumerate().map(strength).collect()
}
