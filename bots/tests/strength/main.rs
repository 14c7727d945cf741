//! The strength of bots: matches on the engine's rules, against players that pick blindly.
//!
//! `ENTENTE_SEED=n ENTENTE_MATCHES=1` repeats one match. A bot is shown what the server would show
//! its seat, and nothing else.

mod table;

use laws::rng::seeds;
use laws::rotation::rotated;
use serde_json::json;

use self::table::{Kind, play};

/// Least points of happiness by which a bot is ahead of blind players, on average, in hundredths.
const AHEAD_LEAST: i64 = 400;

#[test]
fn a_bot_makes_its_citizens_happy() {
    for players in rotated("players", 3, 2..5_usize) {
        let options = json!({"players": players, "max_rounds": 8});
        let (mut ahead, mut won, mut matches) = (0, 0, 0);
        for seed in seeds(2) {
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
    for players in rotated("players", 3, 2..5_usize) {
        let options = json!({"players": players});
        for seed in seeds(2) {
            let over = play("europe", &options, seed, &vec![Kind::Bot; players]);
            println!("{players} players, seed {seed}: {over:?}");
        }
    }
}
