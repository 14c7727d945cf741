//! Component data with one value altered: an owner of a game may correct any of them by hand.
//!
//! Every number, every word of a closed set, every switch and every list is altered, one at a time,
//! and in later rounds two at a time. Either the data are refused with file, row and reason, or
//! matches under them end, and whatever is offered in them is accepted. Conservation is not
//! checked: the amounts differ then. Names, texts and sources decide nothing and stay.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use engine::{Game, GameEntry};
use serde_json::{Map, Value, json};

use crate::rng::Rng;
use crate::rules::{Next, everyone_awaited_can_act, play, what_is_offered_is_accepted};

/// Numbers that are tried instead of any other.
const NUMBERS: [u64; 7] = [0, 1, 3, 13, 127, 128, 255];
/// A prime: multiplied by it, every seed of a round has its own change.
const STRIDE: u64 = 1_000_003;
/// Number of words of the same key that are tried instead of another.
const WORDS: usize = 6;

/// One altered value: its path, and the new value (`None`: it is left out).
#[derive(Clone, Debug)]
pub struct Alteration {
    path: String,
    value: Option<Value>,
}

impl fmt::Display for Alteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} = {value}", self.path),
            None => write!(f, "without {}", self.path),
        }
    }
}

/// The data of a game, and all possible alterations of them.
#[derive(Debug)]
pub struct Altered {
    files: Value,
    changes: Vec<Alteration>,
}

/// The result of trying altered data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlteredOutcome {
    /// They were refused.
    Refused,
    /// Matches were played under them to their end.
    Played,
}

impl Altered {
    /// Collects the possible alterations of the shipped data of a game.
    ///
    /// # Panics
    /// If the data are inconsistent.
    pub fn of<G: Game>() -> Self {
        let shipped = GameEntry::of::<G>().catalogue(&BTreeMap::new());
        let shipped = shipped.expect("the shipped data hold together");
        let files: Value = serde_json::from_str(shipped.canonical()).expect("canonical JSON");
        let mut words = BTreeMap::new();
        collect_words("", &files, &mut words);
        let mut changes = Vec::new();
        alter("", "", &files, &words, &mut changes);
        Self { files, changes }
    }

    /// Returns the number of changes.
    pub fn len(&self) -> u64 {
        self.changes.len() as u64
    }

    /// Checks whether nothing can be altered.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Returns the changes of a seed: each in its turn, and from the second round on another one
    /// with it. Neighbours in the files are far apart, so that a few seeds see something of each
    /// file.
    fn changes(&self, seed: u64) -> Vec<&Alteration> {
        let turn = (seed % self.len()) * STRIDE % self.len();
        let mut picked = vec![&self.changes[turn as usize]];
        if seed >= self.len() {
            let another = Rng::new(seed).below(self.len());
            picked.push(&self.changes[another as usize]);
        }
        picked
    }

    /// Alters the data as the seed says; plays a match under them if they are accepted.
    ///
    /// # Panics
    /// If data are accepted under which a match does not end, or refuses what it offers.
    pub fn try_out<G: Game>(&self, seed: u64) -> AlteredOutcome {
        let trials = G::trials();
        let options = &trials[Rng::new(!seed).below(trials.len() as u64) as usize];
        self.tried::<G>(&self.changes(seed), [(seed, options)])
    }

    /// Makes the change of a number, from 0; plays so many matches if the data are accepted, with all
    /// options that the game is tried with in their turn.
    ///
    /// # Panics
    /// As [`Altered::try_out`].
    pub fn try_alone<G: Game>(&self, number: u64, seed: u64, matches: u64) -> AlteredOutcome {
        let trials = G::trials();
        let seeds = (0..matches).map(|one| seed.wrapping_add(one));
        self.tried::<G>(&[&self.changes[number as usize]], seeds.zip(trials.iter().cycle()))
    }

    /// Makes changes, and plays a match of each seed with its options if the data are accepted.
    fn tried<'a, G: Game>(
        &self,
        changes: &[&Alteration],
        matches: impl IntoIterator<Item = (u64, &'a Value)>,
    ) -> AlteredOutcome {
        let mut files = self.files.clone();
        for change in changes {
            change.carry_out(&mut files);
        }
        let mut playing = None;
        let tried = catch_unwind(AssertUnwindSafe(|| match G::load(&files) {
            Ok(data) => {
                let data = Arc::new(data);
                for (seed, options) in matches {
                    playing = Some((seed, options));
                    ends_as_offered::<G>(data.clone(), options, seed);
                }
                AlteredOutcome::Played
            }
            Err(fault) => {
                let parts = [&fault.file, &fault.row, &fault.reason];
                assert!(parts.iter().all(|part| !part.is_empty()), "{fault:?}");
                AlteredOutcome::Refused
            }
        }));
        tried.unwrap_or_else(|panic| {
            let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
            let at = playing.map_or_else(
                || "being read".to_owned(),
                |(seed, options)| format!("seed {seed} with {options}"),
            );
            println!("{}: {at}: {}", G::ID, changes.join("; "));
            resume_unwind(panic)
        })
    }
}

/// Plays a match, and tries now and then whether all that is offered is accepted.
fn ends_as_offered<G: Game>(data: Arc<G::Data>, options: &Value, seed: u64) {
    let game = play::<G>(data, options, seed, |moment, rng| {
        everyone_awaited_can_act(moment.game, seed);
        if let (Next::Command(seat, _), 0) = (moment.next, rng.below(4)) {
            what_is_offered_is_accepted(moment, seat, seed, rng);
        }
    });
    assert!(game.outcome().is_some(), "seed {seed}: it did not end");
}

impl Alteration {
    /// Applies the change; a second change may find its target gone.
    fn carry_out(&self, files: &mut Value) {
        let (row, key) = self.path.rsplit_once('/').expect("a path");
        if let Some(value) = &self.value {
            if let Some(target) = files.pointer_mut(&self.path) {
                target.clone_from(value);
            }
        } else if let Some(Value::Object(row)) = files.pointer_mut(row) {
            row.remove(key);
        } else if let Some(Value::Array(list)) = files.pointer_mut(row)
            && let Some(at) = key.parse().ok().filter(|at: &usize| *at < list.len())
        {
            list.remove(at);
        }
    }
}

/// Checks whether a key's values decide nothing in a match.
fn decides_nothing(key: &str) -> bool {
    let words = ["name", "text", "basis", "fact", "note", "source", "licence"];
    words.iter().any(|word| key == *word || key.ends_with(&format!("_{word}")))
}

/// Checks whether a text is a word of a closed set, as the files write it: no prose.
fn is_word(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
    !text.is_empty() && text.chars().all(plain)
}

/// Collects the words found anywhere at each key; those of a list at the list's key.
fn collect_words(key: &str, value: &Value, words: &mut BTreeMap<String, BTreeSet<String>>) {
    match value {
        Value::String(text) if is_word(text) => {
            words.entry(key.to_owned()).or_default().insert(text.clone());
        }
        Value::Array(list) => {
            for one in list {
                collect_words(key, one, words);
            }
        }
        Value::Object(row) => {
            for (key, one) in row.iter().filter(|(key, _)| !decides_nothing(key)) {
                collect_words(key, one, words);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn alter(
    path: &str,
    key: &str,
    value: &Value,
    words: &BTreeMap<String, BTreeSet<String>>,
    changes: &mut Vec<Alteration>,
) {
    let mut to =
        |value: Value| changes.push(Alteration { path: path.to_owned(), value: Some(value) });
    match value {
        Value::Number(number) => {
            let old = number.as_u64().unwrap_or_default();
            let near = [old + 1, old.saturating_sub(1), 2 * old];
            let new: BTreeSet<u64> = NUMBERS.into_iter().chain(near).collect();
            new.into_iter().filter(|new| *new != old).for_each(|new| to(json!(new)));
        }
        Value::Bool(old) => to(json!(!old)),
        Value::String(old) => {
            let known = words.get(key).into_iter().flatten();
            // Those that follow in the alphabet, and then from its beginning.
            let (before, after): (Vec<_>, Vec<_>) =
                known.filter(|word| *word != old).partition(|word| *word < old);
            after.into_iter().chain(before).take(WORDS).for_each(|word| to(json!(word)));
        }
        Value::Array(list) => {
            if let Some(first) = list.first() {
                to(json!([]));
                let again: Vec<&Value> = list.iter().chain([first]).collect();
                to(json!(again));
                let turned: Vec<&Value> = list.iter().rev().collect();
                to(json!(turned));
            } else if let Some(word) = words.get(key).and_then(|words| words.first()) {
                to(json!([word]));
            }
            for (at, one) in list.iter().enumerate() {
                let path = format!("{path}/{at}");
                changes.push(Alteration { path: path.clone(), value: None });
                alter(&path, key, one, words, changes);
            }
        }
        Value::Object(row) => alter_row(path, row, words, changes),
        Value::Null => {}
    }
}

fn alter_row(
    path: &str,
    row: &Map<String, Value>,
    words: &BTreeMap<String, BTreeSet<String>>,
    changes: &mut Vec<Alteration>,
) {
    for (key, one) in row.iter().filter(|(key, _)| !decides_nothing(key)) {
        let path = format!("{path}/{key}");
        changes.push(Alteration { path: path.clone(), value: None });
        alter(&path, key, one, words, changes);
    }
}
