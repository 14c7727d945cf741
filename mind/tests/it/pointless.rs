//! A mind does not do what is pointless: it leaves no objective for nothing, and throws no die again that
//! decides nothing.

use arena::player::Player;
use engine::Game;
use engine::games::balance_of_power::{BalanceOfPower, resolve};
use engine::think::Think;
use laws::rotation::rotated;
use laws::rules::{deal, shipped};
use mind::{Net, SearchBudget, Tuning};
use protocol::games::balance_of_power::{Command, LastRoll, PromptKind, Public};
use serde_json::{Value, json};

/// Matches of each set of options, of which a run plays one of so many parts.
const MATCHES: u64 = 40;
const PARTS: usize = 4;
/// Short thoughts, which end in anything that is not much worse than the best.
const BUDGET: SearchBudget = SearchBudget { iterations: 8, nodes: 1_000 };
const HEAT: f32 = 0.05;
/// Sides of a die.
const SIDES: u8 = 6;

/// The questions of a match that could be answered pointlessly, counted.
#[derive(Clone, Copy, Debug, Default)]
struct Temptations {
    /// An objective to collect, and no card to draw instead.
    free: u32,
    /// A roll of which no die could change what is lost.
    settled: u32,
}

/// Checks whether no card would be drawn instead of an objective.
fn collects_freely(public: &Public) -> bool {
    !public.conquered || (public.deck == 0 && public.discards.is_empty())
}

/// Checks whether no value of a die could change what is lost.
fn decides_nothing(public: &Public, die: u8) -> bool {
    let Some(LastRoll::Combat { attack, defence, .. }) = public.last_roll else {
        panic!("a die is thrown again after a roll")
    };
    let lost = |value| resolve(attack.with(usize::from(die), value).values(), defence.values());
    (1..=SIDES).all(|value| lost(value) == resolve(attack.values(), defence.values()))
}

/// Checks a command, and counts what it could have been.
fn check(game: &BalanceOfPower, command: &Command, why: &str) -> Temptations {
    let public = game.public();
    let mut found = Temptations::default();
    let asked = public.prompt.kind;
    if asked == PromptKind::Collect && collects_freely(&public) {
        assert_ne!(*command, Command::Skip {}, "{why}: an objective is left for nothing");
        found.free += 1;
    }
    if asked == PromptKind::Reroll {
        let Some(LastRoll::Combat { attack, .. }) = public.last_roll else {
            panic!("{why}: no roll")
        };
        found.settled += u32::from((0..attack.count()).all(|die| decides_nothing(&public, die)));
    }
    if let Command::Reroll { die } = *command {
        assert!(!decides_nothing(&public, die), "{why}: die {die} decides nothing");
    }
    found
}

fn nothing_pointless_is_played(options: &Value) -> Temptations {
    let data = shipped::<BalanceOfPower>();
    let bytes = include_bytes!("../../../data/balance-of-power/mind.bin");
    let net = Net::read(bytes, BalanceOfPower::FEATURES).expect("weights");
    let mut all = Temptations::default();
    let seeds: Vec<u64> = laws::rng::seeds(MATCHES).collect();
    for seed in rotated("pointless", PARTS, seeds) {
        let mut game: BalanceOfPower = deal(data.clone(), options, seed);
        let player = |seat| Player::heated(&net, BUDGET, Tuning::default(), HEAT, 2 * seed + seat);
        let mut players = [0, 1].map(player);
        let mut seq = 0;
        while let Some(seat) = game.awaiting().iter().next() {
            seq += 1;
            let command = players[seat.index()].choose(&game, seat, seq);
            let found = check(&game, &command, &format!("{options}, seed {seed}"));
            (all.free, all.settled) = (all.free + found.free, all.settled + found.settled);
            game.apply(0, seat, &command, &mut ()).expect("minds command what is legal");
        }
    }
    println!("{options}: {all:?}");
    all
}

#[test]
fn no_objective_is_left_for_nothing_in_any_set_up() {
    for setup in 1..=4 {
        let found = nothing_pointless_is_played(&json!({"setup": setup}));
        assert!(found.free > 0, "set-up {setup} tempts nobody");
    }
}

#[test]
fn nothing_pointless_is_played_in_the_command_room() {
    let found = nothing_pointless_is_played(&json!({"version": "command_room"}));
    assert!(found.free > 0 && found.settled > 0, "{found:?}");
}
