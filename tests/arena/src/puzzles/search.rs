//! Puzzles of the two games that are searched.

use engine::lesson::{Lesson, ScriptedCommand};
use engine::think::Guesses;
use engine::{GameEntry, Match, Seat};
use laws::lessons::{begin, carry_out};
use mind::{Thought, Weighed};
use protocol::hint::Advice;
use protocol::lesson::LessonKind;
use protocol::room::BotLevel;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

use super::answers::{allowed, answer, can_be_asked, kind};
use super::{BEFORE_MOST, FoundPuzzle, Words};

/// Coins with which the answer must be the same at `expert`.
pub const COINS: u8 = 3;
/// The least margin with any of these coins, in chances to win.
pub const MARGIN: f32 = 0.05;
/// The least margin at `hard`: below it a position is not looked at more closely.
const PROMISING: f32 = 0.03;
/// The most often that the easiest level may give the answer.
pub const EASY_MOST: f32 = 0.5;
/// Times that the easiest level is asked.
const TRIED: u16 = 64;
/// The least chance to win with the answer: what is lost anyway is no question.
const CHANCE_LEAST: f32 = 0.1;

/// Returns a lesson that deals as a puzzle with this seed will.
pub(super) fn deal_of(seed: u64, options: &Map<String, Value>) -> Lesson {
    Lesson {
        name: format!("seed {seed}"),
        kind: LessonKind::Puzzle,
        title: String::new(),
        about: String::new(),
        minutes: 0,
        seat: 0,
        seed,
        next: None,
        tip: String::new(),
        rule: None,
        options: options.clone(),
        before: Vec::new(),
        steps: Vec::new(),
    }
}

/// Lists the puzzles of the match that bots play with this deal.
///
/// One seat is played at `hard`, the other at `normal` or `easy`, so that there is something to see.
///
/// # Panics
/// If a bot commands what is not legal.
pub fn mine(game: &GameEntry, options: &Map<String, Value>, seed: u64) -> Vec<FoundPuzzle> {
    let mut live = begin(game, &deal_of(seed, options));
    let weaker = if seed & 2 == 0 { BotLevel::Normal } else { BotLevel::Easy };
    let (mut before, mut found) = (Vec::<ScriptedCommand>::new(), Vec::<FoundPuzzle>::new());
    while before.len() < BEFORE_MOST {
        let Some(seat) = live.awaiting().iter().next() else { break };
        let guesses = live.guesses(seat);
        let thoughts = mind::think(&guesses, BotLevel::Hard, &|| false);
        if let Some(clear) = clearest(&live, seat, &thoughts) {
            let Clear { allow, margin, easy, chances } = clear;
            let (words, advice) = worded(game, &live, seat, &answer(&allow[0]), &chances);
            let notes = json!({
                "thoughts": chances.iter().map(|(command, chance)| json!([chance, command])).collect::<Vec<_>>(),
                "advice": advice,
                "public": serde_json::from_str::<Value>(live.public().get()).expect("JSON"),
                "private": serde_json::from_str::<Value>(live.private(seat).get()).expect("JSON"),
            });
            let kind = kind(&allow[0]).to_owned();
            let options = options.clone();
            let before = before.clone();
            let seat = seat.0;
            found.push(FoundPuzzle {
                seed,
                options,
                before,
                seat,
                kind,
                allow,
                margin,
                easy,
                words,
                notes,
            });
        }
        let command = if u64::from(seat.0) == seed & 1 {
            thoughts.into_iter().next().map(|one| one.command)
        } else {
            mind::choose(&guesses, weaker, &|| false)
        };
        let command = command.expect("a seat that is asked has a command");
        let scripted = ScriptedCommand { seat: seat.0, command };
        carry_out(&mut live, &scripted).expect("bots command what is legal");
        before.push(scripted);
    }
    found
}

/// An answer that is clearly best.
struct Clear {
    allow: Vec<Value>,
    margin: f32,
    easy: f32,
    /// The commands with their chances, as the last thought has them.
    chances: Vec<(Value, f32)>,
}

/// Returns the best answer of a thought, and by how much it is better than any other one.
pub fn margin(thoughts: &[Thought]) -> Option<(Value, f32)> {
    let best = thoughts.first()?;
    let own = answer(&best.command);
    let others = thoughts.iter().filter(|other| answer(&other.command) != own);
    let next = others.map(|other| other.chance).reduce(f32::max)?;
    Some((own, best.chance - next))
}

/// Checks whether the question of a seat has one clearly best answer.
fn clearest(live: &Match, seat: Seat, thoughts: &[Thought]) -> Option<Clear> {
    let best = thoughts.first()?;
    let (own, promising) = margin(thoughts)?;
    if promising < PROMISING || best.chance < CHANCE_LEAST || !can_be_asked(&best.command) {
        return None;
    }
    let all: Vec<&Value> = thoughts.iter().map(|one| &one.command).collect();
    let allow = allowed(&best.command, &all)?;
    let easy = easily(&live.guesses(seat), &own);
    if easy > EASY_MOST {
        return None;
    }
    let mut least = f32::MAX;
    let mut chances = Vec::new();
    for coins in 0..COINS {
        let mut guesses = live.guesses(seat);
        // Other coins than the hint that a person would get.
        guesses.coins = [coins; 32];
        let thoughts = mind::think(&guesses, BotLevel::Expert, &|| false);
        let (again, margin) = margin(&thoughts)?;
        least = least.min(margin);
        if again != own || least < MARGIN {
            return None;
        }
        chances = thoughts.into_iter().map(|one| (one.command, one.chance)).collect();
    }
    Some(Clear { allow, margin: least, easy, chances })
}

/// Returns the share with which the easiest level gives an answer.
fn easily(guesses: &Guesses, own: &Value) -> f32 {
    let thoughts = mind::think(guesses, BotLevel::Easy, &|| false);
    let weighed: Vec<Weighed> = thoughts.iter().map(|one| one.weighed).collect();
    let mut coins = ChaCha8Rng::from_seed(guesses.coins);
    let heat = mind::strength(guesses.game, BotLevel::Easy).heat;
    let tries = (0..TRIED).filter(|_| {
        let mut own_coins = ChaCha8Rng::seed_from_u64(coins.random());
        let at = mind::levels::taken(&weighed, heat, &mut own_coins);
        thoughts.get(at).is_some_and(|one| answer(&one.command) == *own)
    });
    f32::from(u16::try_from(tries.count()).unwrap_or(TRIED)) / f32::from(TRIED)
}

/// Returns what to say about an answer, from the advice that the seat would be given.
fn worded(
    game: &GameEntry,
    live: &Match,
    seat: Seat,
    own: &Value,
    chances: &[(Value, f32)],
) -> (Words, Vec<Advice>) {
    let advice = mind::advise(&live.guesses(seat), &|| false).unwrap_or_default();
    let best = advice.iter().find(|one| answer(&one.command) == *own);
    let next = advice.iter().find(|one| answer(&one.command) != *own);
    let reference = game.reference().expect("the rules in words");
    let offers = live.offers(seat);
    let types: Vec<&str> = offers.iter().map(|offer| kind(&offer.command)).collect();
    let public: Value = serde_json::from_str(live.public().get()).expect("JSON");
    let asked = reference
        .reason(public["prompt"]["kind"].as_str(), &types)
        .map_or("It is your turn.", |reason| &reason.text);
    let percent = |own_answer: bool| {
        let of = chances.iter().filter(|(command, _)| (answer(command) == *own) == own_answer);
        of.map(|(_, chance)| (chance * 100.0).round()).reduce(f32::max).unwrap_or_default()
    };
    let reasons = best.map(|best| &best.reasons[..]).unwrap_or_default();
    let said: Vec<&str> = reasons.iter().take(2).map(|reason| reason.text.as_str()).collect();
    let text = best.map_or("", |best| best.text.as_str());
    let than = next.map_or("anything else", |next| next.text.as_str());
    let why = format!(
        "{text}. {}. So you win in {} of 100 guesses, and in {} with the next best: {than}.",
        said.join(". "),
        percent(true),
        percent(false),
    );
    let cited = best.map_or("", |best| best.rule.as_str());
    let rule = reference.cited(cited).map_or("", |section| section.id.as_str());
    let words = Words {
        ask: format!("{asked} What would you do?"),
        other: "There is something better than that. Look at it once more.".to_owned(),
        why: why.split_whitespace().take(40).collect::<Vec<_>>().join(" "),
        rule: rule.to_owned(),
    };
    (words, advice)
}
