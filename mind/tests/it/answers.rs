//! Known answers: what the mind chooses in fixed positions, and with them the meaning of a mind's version.
//!
//! A record names its bots' minds by digest, and whoever verifies it lets them think again. So a mind that
//! thinks otherwise must have another digest; where neither weights nor budget say so, the version must.
//! `make answers` renews what is kept.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine::GameEntry;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::{Guesses, Think};
use fairness::hex;
use laws::Rng;
use laws::rules::{choices, dealt_and_played, shipped};
use protocol::room::BotLevel;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The variable that asks to renew what is kept.
const RENEW: &str = "ENTENTE_RENEW";

/// The moves of random play after which a mind is asked; at the last only the quicker levels are.
const MOVES: [usize; 4] = [0, 3, 40, 90];
/// The moves after which the slowest level is asked too.
const EXPERT_MOVES: usize = 3;

const LEVELS: [BotLevel; 4] = [BotLevel::Easy, BotLevel::Normal, BotLevel::Hard, BotLevel::Expert];

/// The kept answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Known {
    answers: Vec<Answer>,
}

/// One answer, and what it follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Answer {
    game: String,
    options: Value,
    /// The moves of random play before.
    moves: usize,
    level: BotLevel,
    /// The mind that answers.
    mind: String,
    /// SHA-256 of the component data, which the mind knows too, and of the position as the seat sees it.
    position: String,
    command: Value,
}

impl Answer {
    fn question(&self) -> (&str, String, usize, BotLevel) {
        (&self.game, self.options.to_string(), self.moves, self.level)
    }
}

fn place() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    root.join("tests/fixtures/mind/answers.json")
}

/// Plays at random and asks every level now and then.
fn answers<G: Think>(options: &Value, found: &mut Vec<Answer>) {
    let data = shipped::<G>();
    let files = GameEntry::of::<G>().catalogue(&BTreeMap::new()).expect("the shipped data");
    for (moves, seed) in MOVES.into_iter().zip(1..) {
        let mut rng = Rng::new(seed);
        let game: G = dealt_and_played(data.clone(), options, seed, moves, &mut rng);
        let Some(seat) = game.awaiting().iter().next() else { continue };
        let guesses = Guesses::of(&game, seat, &mut |n| rng.below(n));
        let offers: Vec<Value> = choices(&game, seat)
            .iter()
            .map(|choice| json!(game.offer(seat, choice).command))
            .collect();
        let seen = json!([hex::encode(&files.digest()), game.public(), game.private(seat), offers])
            .to_string();
        for level in LEVELS {
            if level == BotLevel::Expert && moves > EXPERT_MOVES {
                continue;
            }
            found.push(Answer {
                game: G::ID.to_owned(),
                options: options.clone(),
                moves,
                level,
                mind: hex::encode(&mind::digest(G::ID, level).expect("a mind that knows the game")),
                position: hex::encode(&Sha256::digest(&seen)),
                command: mind::choose(&guesses, level, &|| false).expect("a command"),
            });
        }
    }
}

fn now() -> Known {
    let mut answers_now = Vec::new();
    answers::<EuropeDivided>(&json!({"edition": "revised"}), &mut answers_now);
    answers::<EuropeDivided>(&json!({"edition": "first"}), &mut answers_now);
    answers::<BalanceOfPower>(&json!({"setup": 3}), &mut answers_now);
    answers::<BalanceOfPower>(&json!({"version": "command_room"}), &mut answers_now);
    Known { answers: answers_now }
}

/// Returns why the version must rise: an answer of a mind that claims to be the same, in the same
/// position.
fn unannounced(kept: &Known, now: &Known) -> Option<String> {
    now.answers.iter().find_map(|new| {
        let old = kept.answers.iter().find(|old| old.question() == new.question())?;
        let same = old.mind == new.mind && old.position == new.position;
        (same && old.command != new.command).then(|| {
            format!(
                "{} {} after {} moves, {:?}: the mind chooses {} instead of {}, but its digest is what \
                 it was. Raise `version` in mind/src/lib.rs, then run `make answers`.",
                new.game, new.options, new.moves, new.level, new.command, old.command
            )
        })
    })
}

#[test]
fn a_mind_that_answers_otherwise_has_another_version() {
    let now = now();
    let kept: Option<Known> = std::fs::read_to_string(place())
        .ok()
        .map(|text| serde_json::from_str(&text).expect("tests/fixtures/mind/answers.json"));
    if let Some(why) = kept.as_ref().and_then(|kept| unannounced(kept, &now)) {
        panic!("{why}");
    }
    if std::env::var_os(RENEW).is_some() {
        let text = serde_json::to_string_pretty(&now).expect("plain data");
        std::fs::create_dir_all(place().parent().expect("a folder")).expect("the fixtures");
        std::fs::write(place(), text + "\n").expect("the fixtures can be written");
        return;
    }
    assert!(
        kept.as_ref() == Some(&now),
        "the mind, its weights, its budgets or the rules have changed since tests/fixtures/mind/answers.json \
         was made: run `make answers`, and commit the file with the change"
    );
}

#[test]
fn the_same_digest_with_another_answer_is_noticed_and_a_new_version_or_position_is_not() {
    let answer = |mind: &str, position: &str, command: &str| Known {
        answers: vec![Answer {
            game: "g".to_owned(),
            options: json!({}),
            moves: 0,
            level: BotLevel::Hard,
            mind: mind.to_owned(),
            position: position.to_owned(),
            command: json!(command),
        }],
    };
    let kept = answer("one", "here", "go");
    assert_eq!(unannounced(&kept, &kept), None);
    let why = unannounced(&kept, &answer("one", "here", "stay")).expect("unannounced");
    assert!(
        why.contains("Raise `version` in mind/src/lib.rs") && why.contains("make answers"),
        "{why}"
    );
    assert_eq!(unannounced(&kept, &answer("two", "here", "stay")), None);
    assert_eq!(unannounced(&kept, &answer("one", "there", "stay")), None);
}
