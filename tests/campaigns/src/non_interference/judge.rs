//! The comparison of two transcripts, byte by byte, and the search for names that must not be in
//! them.

use std::collections::BTreeSet;

use engine::{Game, Seat, Viewer};
use serde_json::Value;

use super::chance::Chance;
use super::connection::{is_rejected, is_update};
use super::play::written;
use super::script::leaves;
use super::transcript::Transcript;

/// The totals over all cases.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Matches played.
    pub(super) matches: u64,
    /// States that were begun from or reached in both worlds, one for each viewer.
    pub(super) states: u64,
    /// Pairs of worlds.
    pub(super) worlds: u64,
    /// Frames that were equal in both.
    pub(super) frames: u64,
    /// Of these, refusals of the viewer's.
    pub(super) rejections: u64,
    /// Bytes compared.
    pub(super) bytes: u64,
    /// Bytes that differ.
    pub(super) differing: u64,
    /// Steps that revealed something, and ended a comparison.
    pub(super) revealed: u64,
    /// Names of hidden cards that were looked for in what such a step revealed.
    pub(super) names: u64,
    /// Names that were found.
    pub(super) named: u64,
    /// Viewers that came back.
    pub(super) returns: u64,
    /// Viewers that were not shown what they had been shown.
    pub(super) misfolded: u64,
    /// Bytes of the server's log compared and searched.
    pub(super) logged: u64,
    /// Cases over real sockets.
    pub(super) sockets: u64,
    /// The first few failures, in words.
    pub(super) failures: Vec<String>,
}

/// The most failures that are described.
const DESCRIBED: usize = 5;

impl Counts {
    /// Adds another worker's counts.
    pub(super) fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.states += other.states;
        self.worlds += other.worlds;
        self.frames += other.frames;
        self.rejections += other.rejections;
        self.bytes += other.bytes;
        self.differing += other.differing;
        self.revealed += other.revealed;
        self.names += other.names;
        self.named += other.named;
        self.returns += other.returns;
        self.misfolded += other.misfolded;
        self.logged += other.logged;
        self.sockets += other.sockets;
        self.failures.extend(other.failures);
        self.failures.truncate(DESCRIBED);
    }

    /// Returns `true` if nothing was sent that must not be.
    pub(super) fn clean(&self) -> bool {
        self.differing + self.named + self.misfolded == 0
    }

    fn describe(&mut self, failure: impl FnOnce() -> String) {
        if self.failures.len() < DESCRIBED {
            self.failures.push(failure());
        }
    }

    /// Compares what was received in two worlds, act by act.
    pub(super) fn compare(&mut self, truth: &Transcript, other: &Transcript, what: &str) {
        let lengths = (truth.frames.len(), other.frames.len());
        assert_eq!(lengths.0, lengths.1, "both worlds went through the same acts");
        for (act, (one, two)) in truth.frames.iter().zip(&other.frames).enumerate() {
            if one.len() != two.len() {
                self.differing += one.len().abs_diff(two.len()) as u64;
                self.describe(|| format!("{what}, act {act}: {one:#?}\nor {two:#?}"));
            }
            for (one, two) in one.iter().zip(two) {
                let (one, two) = (salted_left_out(one), salted_left_out(two));
                self.frames += 1;
                self.rejections += u64::from(is_rejected(&one));
                self.bytes(&one, &two, what);
            }
        }
        let both = truth.log.iter().zip(&other.log);
        for (one, two) in both {
            self.logged += one.len() as u64;
            self.bytes(one, two, &format!("the log: {what}"));
        }
    }

    fn bytes(&mut self, one: &str, two: &str, what: &str) {
        self.bytes += one.len() as u64;
        if one == two {
            return;
        }
        let unequal = one.bytes().zip(two.bytes()).filter(|(one, two)| one != two).count();
        self.differing += (unequal + one.len().abs_diff(two.len())) as u64;
        // An answer begins with its length, which says nothing of what else differs.
        let lines = one.lines().zip(two.lines()).filter(|(one, two)| one != two);
        let places: Vec<String> = lines.map(|(one, two)| differing(one, two)).collect();
        self.describe(|| format!("{what}:\n{}", places.join("\n")));
    }

    /// Looks for names that a viewer must not be sent in what it was sent.
    pub(super) fn search(&mut self, frames: &[String], hidden: &BTreeSet<String>, what: &str) {
        let open = announced(frames);
        for name in hidden.iter().filter(|name| !open.contains(*name)) {
            self.names += 1;
            let quoted = format!("\"{name}\"");
            if let Some(frame) = frames.iter().find(|frame| frame.contains(&quoted)) {
                self.named += 1;
                self.describe(|| format!("{what}: {name} in {}", around_name(frame, name)));
            }
        }
    }

    /// Looks for such names in a log, where nobody's cards belong.
    pub(super) fn search_log(&mut self, log: &[String], hidden: &BTreeSet<String>, what: &str) {
        let log = log.concat();
        for name in hidden.iter().filter(|name| name.contains('-') || name.contains('_')) {
            self.names += 1;
            if black_box::mentions(&log, name) {
                self.named += 1;
                self.describe(|| format!("the log, {what}: {name} in {}", around_name(&log, name)));
            }
        }
    }

    /// Checks that a viewer that came back was shown what it had.
    pub(super) fn fold(&mut self, transcript: &Transcript, what: &str) {
        match transcript.return_is_the_fold() {
            Ok(count) => self.returns += count,
            Err([lived, back]) => {
                self.misfolded += 1;
                let differ = lived.lines().zip(back.lines()).find(|(one, two)| one != two);
                self.describe(|| format!("{what}, come back: {differ:?}"));
            }
        }
    }
}

/// Returns what stands in two lines around the first byte that differs.
fn differing(one: &str, two: &str) -> String {
    let at = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    let around = |text: &str| -> String {
        let text = text.as_bytes();
        let part = &text[at.saturating_sub(120).min(text.len())..text.len().min(at + 160)];
        String::from_utf8_lossy(part).into_owned()
    };
    format!("  {}\n  {}", around(one), around(two))
}

fn around_name<'a>(text: &'a str, name: &str) -> &'a str {
    let at = text.find(name).unwrap_or_default();
    let floor = |at: usize| (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[floor(at.saturating_sub(200))..floor(text.len().min(at + 100))]
}

/// Returns a frame, or an answer over HTTP, without the value of its salted hash, which is compared by its
/// length alone: it covers entries of others, and a secret of the server's.
fn salted_left_out(frame: &str) -> String {
    const HEAD: &str = "\"head\":\"";
    let body = frame.rsplit_once('\n').map_or(frame, |(_, body)| body);
    if !is_update(body) {
        return frame.to_owned();
    }
    let Some(at) = frame.find(HEAD) else { return frame.to_owned() };
    let from = at + HEAD.len();
    let to = frame[from..].find('"').map_or(frame.len(), |length| from + length);
    frame[..from].to_owned() + &"0".repeat(to - from) + &frame[to..]
}

/// Returns the names in events by which the rules announce what goes out of sight again in the same
/// step: cards that are taken from open piles, handed in, turned up, or played, shuffled and drawn
/// again; and the card in play that causes an event.
fn announced(frames: &[String]) -> BTreeSet<String> {
    const OPEN: [&str; 11] = [
        "card_played",
        "card_passed",
        "contested_card_taken",
        "declined",
        "council_met",
        "handed_in",
        "citizen_revealed",
        "citizen_served",
        "card_spent",
        "market_filled",
        "resource_revealed",
    ];
    let mut open = Vec::new();
    for frame in frames.iter().filter(|frame| is_update(frame)) {
        let update: Value = serde_json::from_str(frame).expect("an update");
        let events = update["events"].as_array().cloned().unwrap_or_default();
        let announcing = |event: &&Value| OPEN.iter().any(|kind| event["type"] == *kind);
        events.iter().filter(announcing).for_each(|event| leaves(event, &mut open));
        // The card that has an Effect or Reaction lies open, played in an earlier step.
        let causes = events.iter().map(|event| &event["by"]);
        let in_play = |by: &&Value| by["kind"] == "effect" || by["kind"] == "reaction";
        causes.filter(in_play).for_each(|by| leaves(by, &mut open));
    }
    open.into_iter().collect()
}

fn texts(value: &Value) -> BTreeSet<String> {
    let mut all = Vec::new();
    leaves(value, &mut all);
    all.into_iter().collect()
}

/// Collects the keys within a value: words of the game, such as the kinds of goods, that hide
/// nothing.
fn words(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                into.insert(key.clone());
                words(inner, into);
            }
        }
        Value::Array(all) => all.iter().for_each(|inner| words(inner, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Words that say which power a headline in hand waits for; no card has such a name.
const POWERS: [&str; 3] = ["eu", "nato", "russia"];

/// Returns the names that are in other seats' private views, are not in the viewer's own, and could
/// be others for all that the viewer knows.
pub(super) fn hidden<G: Game>(game: &G, viewer: Viewer, chance: &mut Chance) -> BTreeSet<String> {
    const REDEALS: usize = 2;
    let others = |game: &G| -> BTreeSet<String> {
        let seats = (0..game.scores().len() as u8).map(Seat);
        let others = seats.filter(|seat| viewer != Viewer::Seat(*seat));
        others.flat_map(|seat| texts(&written(&game.private(seat)))).collect()
    };
    let held = others(game);
    let public = written(&game.public());
    let mut certain = texts(&public);
    words(&public, &mut certain);
    certain.extend(POWERS.map(str::to_owned));
    if let Viewer::Seat(seat) = viewer {
        certain.extend(texts(&written(&game.private(seat))));
    }
    let mut doubtful = BTreeSet::new();
    for _ in 0..REDEALS {
        let mut other = game.clone();
        other.redeal(viewer, &mut |n| chance.below(n));
        doubtful.extend(held.difference(&others(&other)).cloned());
    }
    doubtful.difference(&certain).cloned().collect()
}
