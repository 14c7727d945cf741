//! Positions of Europe Divided in which there is something to see. The seat that thinks has to lock, or
//! has locked and goes on; the other side does what it is said to intend as soon as it may, and passes
//! else. What counts is how the turn ends: mostly it is the last one.

mod europe;
mod russia;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use arena::player::Player;
use engine::dealer::Dealer;
use engine::games::europe_divided::{ArrangedSide, Arrangement, EuropeDivided, Tables};
use engine::think::Think;
use engine::{Game, GameEntry, Seat};
use fairness::vd1::MatchKey;
use laws::rotation::rotated;
use protocol::games::europe_divided::{
    ActionCard as C, AdvantageCard as A, Command, Edition, Headline as H, Options, Power,
    Region as R, Side, Space as S,
};
use protocol::room::BotLevel;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{EXPERT_MISSES_ONE_IN, EXPERT_PARTS};

const EU: Power = Power::Eu;
const NATO: Power = Power::Nato;
const RU: Power = Power::Russia;

/// The last turn.
const LAST: u8 = 20;

/// Lines that are played at random, and the most of them that may solve a puzzle.
const LINES: usize = 100;
const LUCKY: usize = 50;

/// The aim of the turn.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// The match is won.
    Win,
    /// A headline left without being awarded.
    Spoilt(H),
}

/// The holdings of one side.
#[derive(Clone, Copy, Debug)]
struct Held {
    prestige: u16,
    money: u16,
    /// Its hand; it locks the first two, unless it is the one that thinks and still has to.
    hand: [C; 4],
    armies: &'static [(S, u8)],
    advantages: &'static [A],
    /// Contested cards that it has taken besides those of its dice of 5 and 6.
    taken: &'static [C],
}

/// A position: what there is to see in it, for whom, and the way to do it.
#[derive(Clone, Copy, Debug)]
struct Puzzle {
    idea: &'static str,
    side: Side,
    edition: Edition,
    turn: u8,
    dice: &'static [(Power, R, u8)],
    tokens: &'static [(S, u8)],
    current: [H; 2],
    europe: Held,
    russia: Held,
    /// `true` if the side that thinks has to lock; else it has locked its first two cards.
    locks: bool,
    /// Commands that the other side gives as soon as it may, the first of them first.
    intends: &'static [Command],
    goal: Goal,
    /// Commands that lead there; passing does the rest.
    solution: &'static [Command],
}

/// Headlines that nobody can fulfil in one turn.
const IDLE: [H; 2] = [H::NatoMissileDefenseShield, H::SouthStream];

/// Contested cards that decide a tie, and help little.
const TIES_EUROPE: &[C] = &[C::EuropeArmenia, C::EuropeAzerbaijan, C::EuropeWesternBalkans];
const TIES_RUSSIA: &[C] = &[
    C::RussiaArmenia,
    C::RussiaAzerbaijan,
    C::RussiaCzechiaAndSlovakia,
    C::RussiaHungary,
    C::RussiaWesternBalkans,
];

/// Europe and Russia with nothing on the board, without money, and first to act.
const EUROPE: Held = Held {
    prestige: 4,
    money: 0,
    hand: [C::Norway, C::Turkey, C::Italy, C::Benelux],
    armies: &[],
    advantages: &[],
    taken: &[],
};
const RUSSIA: Held = Held {
    hand: [C::ThePresident, C::SouthernFederalDistrict, C::EnergySector, C::Kaliningrad],
    ..EUROPE
};

const fn puzzle(side: Side, idea: &'static str) -> Puzzle {
    Puzzle {
        idea,
        side,
        edition: Edition::Revised,
        turn: LAST,
        dice: &[],
        tokens: &[],
        current: IDLE,
        europe: EUROPE,
        russia: RUSSIA,
        locks: false,
        intends: &[],
        goal: Goal::Win,
        solution: &[],
    }
}

const fn lock(cards: [C; 2]) -> Command {
    Command::LockInitiative { cards }
}

const fn play(card: C) -> Command {
    Command::Play { card }
}

const fn place(power: Power, region: R) -> Command {
    Command::PlaceInfluence { power, region }
}

const fn raise(power: Power, region: R, amount: u8) -> Command {
    Command::IncreaseInfluence { power, region, amount }
}

const fn march(from: S, to: S) -> Command {
    Command::MoveArmy { from, to }
}

const fn build(space: S) -> Command {
    Command::BuildArmy { space }
}

fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    let load = || {
        let files = GameEntry::of::<EuropeDivided>().catalogue(&BTreeMap::new()).expect("sound");
        let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
        Arc::new(EuropeDivided::load(&data).expect("sound data"))
    };
    TABLES.get_or_init(load).clone()
}

fn all() -> impl Iterator<Item = &'static Puzzle> {
    europe::PUZZLES.iter().chain(&russia::PUZZLES)
}

impl Puzzle {
    fn held(&self, side: Side) -> &Held {
        if side == Side::Europe { &self.europe } else { &self.russia }
    }

    fn arranged(&self, side: Side) -> ArrangedSide {
        let held = self.held(side);
        let first = if side == Side::Europe { C::EuropeArmenia } else { C::RussiaArmenia };
        let strong =
            self.dice.iter().filter(|(power, _, value)| power.side() == side && *value > 4);
        let mut taken: Vec<C> =
            strong.map(|(_, region, _)| C::ALL[first as usize + *region as usize]).collect();
        taken.extend(held.taken.iter().chain(held.hand.iter().filter(|card| **card >= first)));
        taken.sort_unstable();
        taken.dedup();
        ArrangedSide {
            money: Some(held.money),
            prestige: held.prestige,
            hand: held.hand.to_vec(),
            taken,
            advantages: held.advantages.to_vec(),
            // Named once with none, so that those of the set-up are not there.
            armies: [(S::NorthSea, 0)].iter().chain(held.armies).copied().collect(),
            ..ArrangedSide::default()
        }
    }

    /// Builds the position, and plays on to where there is something to see.
    fn begin(&self) -> EuropeDivided {
        let arrangement = Arrangement {
            options: Options { edition: self.edition, ..Options::default() },
            turn: self.turn,
            dice: self.dice.to_vec(),
            tokens: self.tokens.to_vec(),
            current: self.current.to_vec(),
            europe: self.arranged(Side::Europe),
            russia: self.arranged(Side::Russia),
            ..Arrangement::default()
        };
        let mut game = arrangement.build(tables(), Dealer::new(MatchKey::from_bytes([11; 32])));
        if !self.locks {
            let [a, b, ..] = self.held(self.side).hand;
            game.apply(0, self.seat(), &lock([a, b]), &mut ()).expect("both are in hand");
        }
        self.answer(&mut game);
        game
    }

    const fn seat(&self) -> Seat {
        Seat(self.side as u8)
    }

    /// Returns how soon a side that intends this would command it: the least first.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other command, also a future one, is none of passing"
    )]
    fn rank(&self, side: Side, intends: &[Command], command: &Command) -> usize {
        let [a, b, ..] = self.held(side).hand;
        let at = intends.iter().position(|one| one == command);
        let passing = match command {
            Command::LockInitiative { cards } if *cards == [a, b] || *cards == [b, a] => 0,
            Command::Pass {} | Command::Decline {} | Command::Done {} => 0,
            Command::Play { .. } => 1,
            Command::EndSegment {} => 2,
            _ => 3,
        };
        at.unwrap_or(intends.len() + passing)
    }

    /// Returns the first thing that a side intends and may do; if there is none, how it passes.
    fn drift(&self, game: &EuropeDivided, side: Side, intends: &[Command]) -> Command {
        let open = candidates(game, Seat(side as u8));
        let next = open.iter().min_by_key(|command| self.rank(side, intends, command));
        *next.expect("who is asked has a command")
    }

    /// Has the other side answer until the one that thinks is asked, or the turn is over.
    fn answer(&self, game: &mut EuropeDivided) {
        let other = self.side.opponent();
        while !self.over(game) && !game.awaiting().contains(self.seat()) {
            let command = self.drift(game, other, self.intends);
            game.apply(0, Seat(other as u8), &command, &mut ()).expect("legal");
        }
    }

    fn over(&self, game: &EuropeDivided) -> bool {
        game.awaiting().is_empty() || game.turn_number() != u32::from(self.turn)
    }

    /// Plays the turn with somebody for the side that thinks; returns whether the goal is reached.
    fn plays(&self, choose: &mut dyn FnMut(&EuropeDivided) -> Command) -> bool {
        let mut game = self.begin();
        while !self.over(&game) {
            let command = choose(&game);
            game.apply(0, self.seat(), &command, &mut ()).expect("legal");
            self.answer(&mut game);
        }
        self.reached(&game)
    }

    fn reached(&self, game: &EuropeDivided) -> bool {
        let public = game.public();
        match self.goal {
            Goal::Win => {
                Game::outcome(game).is_some_and(|outcome| outcome.winners == [self.seat().0])
            }
            Goal::Spoilt(headline) => public.headlines.failed.contains(&headline),
        }
    }
}

fn candidates(game: &EuropeDivided, seat: Seat) -> Vec<Command> {
    let mut commands = Vec::new();
    game.candidates(seat, &mut |_| 0, &mut commands);
    commands
}

/// Returns the numbers of the puzzles of which this does not hold.
fn missed(solves: impl Fn(&Puzzle) -> bool) -> Vec<usize> {
    (0..).zip(all()).filter(|(_, puzzle)| !solves(puzzle)).map(|(at, _)| at).collect()
}

/// Plays these commands one after the other as soon as each is legal, and passes else.
fn plays(puzzle: &Puzzle, line: &[Command]) -> bool {
    let mut left = line.iter();
    let reached = puzzle.plays(&mut |game| {
        let legal = |next: &Command| game.clone().apply(0, puzzle.seat(), next, &mut ()).is_ok();
        match left.as_slice().first().filter(|next| legal(next)) {
            Some(next) => {
                left.next();
                *next
            }
            None => puzzle.drift(game, puzzle.side, &[]),
        }
    });
    reached && left.as_slice().is_empty()
}

/// Plays lines at random; returns how many of them solve.
fn at_random(puzzle: &Puzzle) -> usize {
    let mut coins = ChaCha8Rng::seed_from_u64(7);
    let mut line = || {
        puzzle.plays(&mut |game| {
            let mut open = Vec::new();
            game.candidates(puzzle.seat(), &mut |n| coins.random_range(0..n), &mut open);
            open[coins.random_range(0..open.len())]
        })
    };
    (0..LINES).filter(|_| line()).count()
}

fn by_a_level(puzzle: &Puzzle, level: BotLevel) -> bool {
    let mut player = Player::level(level, 5);
    puzzle.plays(&mut |game| player.choose(game, puzzle.seat(), 0))
}

fn solves(level: BotLevel, puzzles: &[usize], most_missed: usize) {
    let tried = puzzles.iter().map(|at| (*at, all().nth(*at).expect("a puzzle")));
    let missed = tried.filter(|(_, puzzle)| !by_a_level(puzzle, level));
    let missed: Vec<(usize, &str)> = missed.map(|(at, puzzle)| (at, puzzle.idea)).collect();
    println!("{level:?} misses {missed:?} of {puzzles:?}");
    assert!(missed.len() <= most_missed, "{level:?} misses {missed:?} of {puzzles:?}");
}

#[test]
fn every_puzzle_has_a_solution_that_is_hard_to_hit() {
    assert_eq!(all().count(), 30);
    assert_eq!(missed(|puzzle| plays(puzzle, puzzle.solution)), [0; 0], "not solved so");
    assert_eq!(missed(|puzzle| plays(puzzle, &[])).len(), 30, "some are solved by passing");
    let lucky: Vec<usize> = all().map(at_random).collect();
    println!("of {LINES} lines at random solve {lucky:?}");
    assert!(lucky.iter().all(|lucky| *lucky <= LUCKY), "{lucky:?}");
}

#[test]
fn hard_solves_25_of_30() {
    let all: Vec<usize> = (0..all().count()).collect();
    solves(BotLevel::Hard, &all, 5);
}

#[test]
fn expert_solves_28_of_30() {
    let tried = rotated("puzzles of Europe Divided", EXPERT_PARTS, 0..all().count());
    solves(BotLevel::Expert, &tried, tried.len().div_ceil(EXPERT_MISSES_ONE_IN));
}
