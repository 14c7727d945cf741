//! Speed of the rules, without JSON, server or disk.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use engine::dealer::Dealer;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;
use engine::{Game, GameEntry};
use fairness::vd1::MatchKey;

/// Copies of one state that are timed.
const COPIES: u32 = 10_000_000;

/// The longest that a seat takes for a decision, in milliseconds of match time.
const MOST_THOUGHT_MS: u64 = 2_000;

/// Runs the bench of every game.
pub(crate) fn run(decisions: u64, seed: u64) -> anyhow::Result<()> {
    for edition in ["revised", "first"] {
        let options = serde_json::json!({ "edition": edition });
        game::<EuropeDivided>(edition, &serde_json::from_value(options)?, decisions, seed)?;
    }
    for version in ["basic_training", "command_room"] {
        let options = serde_json::json!({ "version": version });
        game::<BalanceOfPower>(version, &serde_json::from_value(options)?, decisions, seed)?;
    }
    for players in [2, 4] {
        let options = serde_json::json!({ "players": players });
        let name = format!("{players} players");
        game::<Europe>(&name, &serde_json::from_value(options)?, decisions, seed)?;
    }
    Ok(())
}

fn game<G: Game>(
    name: &str,
    options: &G::Options,
    decisions: u64,
    seed: u64,
) -> anyhow::Result<()> {
    let catalogue = GameEntry::of::<G>().catalogue(&BTreeMap::new())?;
    let data = Arc::new(G::load(&serde_json::from_str(catalogue.canonical())?)?);
    let mut below = crate::numbers(seed);
    let deal = |match_no: u64| {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&(seed + match_no).to_be_bytes());
        let dealer = Dealer::new(MatchKey::from_bytes(key));
        G::setup(options, data.clone(), dealer, &mut ())
    };
    let seats = u64::from(G::seats(options));
    let mut choices = Vec::new();
    let (mut made, mut matches, mut offered) = (0u64, 0u64, 0u64);
    let mut kept = None;
    let start = Instant::now();
    while made < decisions {
        let mut game = deal(matches);
        matches += 1;
        let mut now = 0;
        while game.outcome().is_none() {
            now += below(MOST_THOUGHT_MS);
            choices.clear();
            let awaited = game.awaiting().iter().nth(below(seats) as usize);
            if let Some(seat) = awaited {
                game.choices(seat, &mut choices);
            }
            let due = game.next_deadline().filter(|due| *due <= now || choices.is_empty());
            if let Some(due) = due {
                now = due;
                game.deadline(due, &mut ());
                continue;
            }
            let Some(seat) = awaited.filter(|_| !choices.is_empty()) else { continue };
            offered += choices.len() as u64;
            let choice = &choices[below(choices.len() as u64) as usize];
            let command = game.sample(choice, &mut below);
            // A loose offer may be refused; that was a decision all the same.
            drop(game.apply(now, seat, &command, &mut ()));
            made += 1;
            if made == decisions / 2 {
                kept = Some(game.clone());
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} ({name}): {:.2} million decisions/s; {matches} matches, {:.0} decisions a match, {:.1} \
         choices a decision",
        G::ID,
        made as f64 / seconds / 1e6,
        made as f64 / matches as f64,
        offered as f64 / made as f64,
    );
    let kept = kept.unwrap_or_else(|| deal(0));
    let start = Instant::now();
    for _ in 0..COPIES {
        black_box(black_box(&kept).clone());
    }
    let nanos = start.elapsed().as_nanos() as f64 / f64::from(COPIES);
    println!("{} ({name}): a state is {} bytes, a copy takes {nanos:.0} ns", G::ID, size_of::<G>());
    Ok(())
}
