//! A thought that nobody waits for any more ends at once, wherever it is: shown by counting.

use std::cell::{Cell, RefCell};

use engine::Game;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use laws::Rng;
use laws::rules::{dealt_and_played, shipped};
use protocol::room::BotLevel;
use serde_json::{Value, json};

/// The most positions that are weighed between two looks at whether anybody waits: the results of one
/// command.
const WEIGHED_MOST: u64 = 16;

/// Positions that are tried of each game and set of options.
const POSITIONS: usize = 6;

/// Looks of a whole thought that are tried as the last one: so many of the first, which are those of the
/// root's listing, and as many spread over all.
const STOPS: usize = 5;

/// Calls `check` with guesses of the first question of a match, and of some others of random play.
fn positions<G: Think>(options: &Value, mut check: impl FnMut(&Guesses, u64)) {
    let data = shipped::<G>();
    for seed in laws::rng::seeds(POSITIONS as u64) {
        let mut rng = Rng::new(seed);
        let moves = if seed % 2 == 1 { seed / 2 } else { 12 * seed };
        let game: G = dealt_and_played(data.clone(), options, seed, moves as usize, &mut rng);
        if let Some(seat) = game.awaiting().iter().next() {
            check(&Guesses::of(&game, seat, &mut |n| rng.below(n)), seed);
        }
    }
}

/// Thinks until look number `last` says that nobody waits; the positions weighed by each look.
fn looks(guesses: &Guesses, last: Option<usize>) -> Vec<u64> {
    let weighed = RefCell::new(Vec::new());
    let abandoned = |so_far| {
        weighed.borrow_mut().push(so_far);
        last.is_some_and(|last| weighed.borrow().len() >= last)
    };
    mind::choose_unless(guesses, BotLevel::Expert, &|| false, &abandoned);
    weighed.into_inner()
}

/// Between two looks little is weighed, from the listing of the first commands to the end.
fn looks_often<G: Think>(options: &Value) {
    let (mut most, mut thoughts) = (0, 0);
    positions::<G>(options, |guesses, seed| {
        let weighed = looks(guesses, None);
        assert_eq!(weighed.first(), Some(&0), "{options}, seed {seed}: it looks before it begins");
        let between = weighed.windows(2).map(|two| two[1] - two[0]).max().unwrap_or_default();
        assert!(between <= WEIGHED_MOST, "{options}, seed {seed}: {between} weighed unseen");
        (most, thoughts) = (most.max(between), thoughts + 1);
    });
    println!("{} {options}: {thoughts} thoughts, at most {most} weighed between two looks", G::ID);
    assert!(thoughts >= POSITIONS / 2);
}

/// Whichever look says that nobody waits is nearly the last one.
fn ends_at_once<G: Think>(options: &Value) {
    positions::<G>(options, |guesses, seed| {
        let all = looks(guesses, None);
        let spread = (0..STOPS).map(|at| at * all.len() / STOPS);
        for last in (1..=STOPS.min(all.len())).chain(spread).filter(|last| *last > 0) {
            let stopped = looks(guesses, Some(last));
            let further = stopped[stopped.len() - 1] - stopped[last - 1];
            let more = stopped.len() - last;
            assert!(more <= 2 && further <= 1, "{options}, seed {seed}, look {last}: {more} more");
            assert_eq!(stopped[..last], all[..last], "looking changes nothing");
        }
    });
}

#[test]
fn europe_divided_looks_at_every_command_that_it_weighs() {
    looks_often::<EuropeDivided>(&json!({"edition": "revised"}));
    looks_often::<EuropeDivided>(&json!({"edition": "first"}));
}

#[test]
fn balance_of_power_looks_at_every_command_that_it_weighs() {
    looks_often::<BalanceOfPower>(&json!({"setup": 3}));
    looks_often::<BalanceOfPower>(&json!({"version": "command_room"}));
}

#[test]
fn a_thought_ends_at_the_look_that_says_so() {
    ends_at_once::<EuropeDivided>(&json!({"edition": "revised"}));
    ends_at_once::<BalanceOfPower>(&json!({"setup": 3}));
    ends_at_once::<BalanceOfPower>(&json!({"version": "command_room"}));
}

/// Returns how often a thought of a level asks whether its time is up if it goes on to its end.
fn whole_thought(level: BotLevel) -> u32 {
    mind::strength(EuropeDivided::ID, level).budget.iterations / 8
}

/// Thinks about some positions; calls `check` with each seed and how often it was asked whether the time
/// is up: after every 8 guesses, as ever, for at those moments a thought can be repeated.
fn asked(level: BotLevel, mut check: impl FnMut(&Guesses, u64, u32)) {
    positions::<EuropeDivided>(&json!({}), |guesses, seed| {
        let asked = Cell::new(0_u32);
        let late = || {
            asked.set(asked.get() + 1);
            false
        };
        mind::choose(guesses, level, &late);
        check(guesses, seed, asked.get());
    });
}

#[test]
fn whether_the_time_is_up_is_counted_in_guesses() {
    asked(BotLevel::Normal, |_, seed, times| {
        // A single command needs no thought.
        let all = whole_thought(BotLevel::Normal);
        assert!(times == all || times == 0, "seed {seed}: {times} times");
    });
}

/// A thought ends when nothing that is left of its budget can change what it chooses, and chooses what
/// the whole thought does.
#[test]
fn a_thought_ends_when_it_is_decided() {
    let (mut times, mut whole) = (0, 0);
    asked(BotLevel::Hard, |guesses, seed, asked| {
        let all = mind::think(guesses, BotLevel::Hard, &|| false);
        let chosen = mind::choose(guesses, BotLevel::Hard, &|| false);
        assert_eq!(chosen.as_ref(), all.first().map(|best| &best.command), "seed {seed}");
        (times, whole) = (times + asked, whole + whole_thought(BotLevel::Hard));
    });
    assert!(times * 10 < whole * 9, "{times} of {whole}");
}
