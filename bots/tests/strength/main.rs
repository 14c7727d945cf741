//! The strength of bots: matches on the engine's rules, against players that pick blindly.
//!
//! `ENTENTE_SEED=n ENTENTE_MATCHES=1` repeats one match. A bot is shown what the server would show
//! its seat, and nothing else.

mod table;

use laws::rng::seeds;
use serde_json::{Value, json};

use self::table::{Kind, play};

/// The share of matches, in hundredths, that a bot must win against a blind player.
const WON_LEAST: u64 = 90;

/// Plays a bot against blind players, alternating seats, and returns the number of matches that it
/// won and that were played.
fn won(game: &str, options: &Value, matches: u64) -> (u64, u64) {
    let (mut won, mut played) = (0, 0);
    for seed in seeds(matches) {
        let seat = (seed % 2) as usize;
        let mut kinds = [Kind::Blind; 2];
        kinds[seat] = Kind::Bot;
        let over = play(game, options, seed, &kinds);
        println!("{game} {seed}: seat {seat}, {over:?}");
        won += u64::from(over.winners == [seat as u8]);
        played += 1;
    }
    println!("{game}: {won} of {played}");
    (won, played)
}

fn wins(game: &str, options: &Value, matches: u64) {
    let (won, played) = won(game, options, matches);
    assert!(won * 100 >= WON_LEAST * played, "{game}: {won} of {played}");
}

#[test]
fn a_bot_wins_europe_divided() {
    wins("europe-divided", &json!({}), 10);
    wins("europe-divided", &json!({"edition": "first"}), 6);
}

#[test]
fn a_bot_wins_balance_of_power() {
    wins("balance-of-power", &json!({}), 20);
    wins("balance-of-power", &json!({"version": "command_room"}), 10);
}

/// Least points of happiness by which a bot is ahead of blind players, on average, in hundredths.
const AHEAD_LEAST: i64 = 400;

#[test]
fn a_bot_makes_its_citizens_happy() {
    for players in 2..=4 {
        let options = json!({"players": players, "max_rounds": 8});
        let (mut ahead, mut won, mut matches) = (0, 0, 0);
        for seed in seeds(4) {
            let seat = seed as usize % players;
            let mut kinds = vec![Kind::Blind; players];
            kinds[seat] = Kind::Bot;
            let over = play("europe", &options, seed, &kinds);
            println!("europe of {players}, {seed}: seat {seat}, {over:?}");
            let others: i64 = over.scores.iter().sum::<i64>() - over.scores[seat];
            ahead +=
                (over.scores[seat] - others / (i64::try_from(players).expect("few") - 1)) * 100;
            won += usize::from(over.winners == [seat as u8]);
            matches += 1;
        }
        println!("europe of {players}: {} ahead, {won} of {matches} won", ahead / matches);
        assert!(ahead / matches >= AHEAD_LEAST, "{players} players: {}", ahead / matches);
    }
}

#[test]
fn bots_among_themselves_come_to_an_end() {
    for (game, players) in [
        ("balance-of-power", 2),
        ("europe-divided", 2),
        ("europe", 2),
        ("europe", 3),
        ("europe", 4),
    ] {
        let options = if game == "europe" { json!({"players": players}) } else { json!({}) };
        for seed in seeds(2) {
            let over = play(game, &options, seed, &vec![Kind::Bot; players]);
            println!("{game} {seed}: {over:?}");
        }
    }
}
