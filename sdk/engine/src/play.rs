//! Matches of any game behind one face, and their history, of which the same match is made again.

use std::sync::Arc;

use engine::{Seat, Viewer};
use protocol::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::encoding::{Encoding, VERSION};
use crate::error::EngineError;
use crate::game::{Playable, Rules};
use crate::position::{Pace, Position, Step};

/// The version of the stored form.
const FORMAT: u32 = 1;
/// The largest stored state that is read, in bytes.
pub(crate) const MOST_BYTES: usize = 16 << 20;

/// Something that was done to a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Done {
    Act(u8, u16),
    Apply(u8, Box<str>),
    Resign(u8),
    /// The viewer's seat, and the seed.
    Redeal(Option<u8>, u64),
}

/// The history of a match, shared by all that go on from the same.
#[derive(Clone, Debug, Default)]
struct History(Option<Arc<Entry>>);

#[derive(Debug)]
struct Entry {
    done: Done,
    before: History,
}

impl History {
    fn push(&mut self, done: Done) {
        let before = std::mem::take(self);
        self.0 = Some(Arc::new(Entry { done, before }));
    }

    fn list(&self) -> Vec<&Done> {
        let mut list = Vec::new();
        let mut at = self;
        while let Some(entry) = &at.0 {
            list.push(&entry.done);
            at = &entry.before;
        }
        list.reverse();
        list
    }
}

impl Drop for History {
    /// Lets go of one entry after the other: their number must not be the depth of the stack.
    fn drop(&mut self) {
        let mut at = self.0.take();
        while let Some(entry) = at {
            at = Arc::into_inner(entry).and_then(|mut entry| entry.before.0.take());
        }
    }
}

/// A stored match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    game: String,
    rules: u32,
    encoding: u32,
    options: Map<String, Value>,
    seed: u64,
    step_ms: u32,
    done: Vec<Done>,
}

/// A match of any game.
pub(crate) trait Play: Send + Sync {
    fn boxed(&self) -> Box<dyn Play>;
    fn game(&self) -> &'static str;
    fn options(&self) -> &Map<String, Value>;
    fn seed(&self) -> u64;
    fn encoding(&self) -> &'static Encoding;
    fn names(&self) -> &'static [String];
    fn seats(&self) -> u8;
    fn now_ms(&self) -> u64;
    fn actor(&self) -> Option<u8>;
    fn awaiting(&self) -> Vec<u8>;
    fn legal(&self, seat: u8) -> Result<Vec<u16>, EngineError>;
    fn path(&self, seat: u8) -> Result<Vec<u16>, EngineError>;
    fn observe(&self, seat: u8, out: &mut [f32]) -> Result<(), EngineError>;
    fn actions_of(&self, seat: u8, command: &str) -> Result<Vec<u16>, EngineError>;
    fn act(&mut self, seat: u8, action: u16) -> Result<Step, EngineError>;
    fn apply(&mut self, seat: u8, command: &str) -> Result<(), EngineError>;
    fn resign(&mut self, seat: u8) -> Result<(), EngineError>;
    fn redeal(&mut self, viewer: Option<u8>, seed: u64) -> Result<(), EngineError>;
    fn view(&self, viewer: Option<u8>) -> Result<String, EngineError>;
    fn offers(&self, seat: u8) -> Result<String, EngineError>;
    fn scores(&self) -> Vec<i64>;
    fn outcome(&self) -> Option<Outcome>;
    fn to_bytes(&self) -> Result<Vec<u8>, EngineError>;
    fn same(&self, other: &dyn Play) -> bool;
    fn as_any(&self) -> &dyn std::any::Any;
}

/// A match with its history.
#[derive(Clone)]
pub(crate) struct Played<G: Playable> {
    position: Position<G>,
    rules: &'static Rules<G>,
    options: Arc<Map<String, Value>>,
    seed: u64,
    pace: Pace,
    history: History,
}

impl<G: Playable> Played<G> {
    /// Deals a match.
    pub(crate) fn deal(
        given: &Map<String, Value>,
        seed: u64,
        pace: Pace,
    ) -> Result<Self, EngineError> {
        let rules = G::rules()?;
        let options = rules.options(given)?;
        let seats = rules.seats(&options)?;
        let position = Position::new(rules, rules.deal(&options, seed)?, seats, pace);
        let options = Arc::new(options);
        Ok(Self { position, rules, options, seed, pace, history: History::default() })
    }

    fn seat(&self, seat: u8) -> Result<Seat, EngineError> {
        if seat < self.position.seats() {
            return Ok(Seat(seat));
        }
        Err(EngineError::Seat(format!("this match has no seat {seat}")))
    }

    fn viewer(&self, viewer: Option<u8>) -> Result<Viewer, EngineError> {
        viewer.map_or(Ok(Viewer::Public), |seat| self.seat(seat).map(Viewer::Seat))
    }

    fn repeat(&mut self, done: Done) -> Result<(), EngineError> {
        match done {
            Done::Act(seat, action) => self.act(seat, action).map(|_| ()),
            Done::Apply(seat, command) => self.apply(seat, &command),
            Done::Resign(seat) => self.resign(seat),
            Done::Redeal(viewer, seed) => self.redeal(viewer, seed),
        }
    }
}

fn written(value: &impl Serialize) -> Result<String, EngineError> {
    serde_json::to_string(value).map_err(|error| EngineError::View(error.to_string()))
}

impl<G: Playable> Play for Played<G> {
    fn boxed(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }

    fn game(&self) -> &'static str {
        G::ID
    }

    fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn encoding(&self) -> &'static Encoding {
        &self.rules.encoding
    }

    fn names(&self) -> &'static [String] {
        self.rules.names()
    }

    fn seats(&self) -> u8 {
        self.position.seats()
    }

    fn now_ms(&self) -> u64 {
        self.position.now()
    }

    fn actor(&self) -> Option<u8> {
        self.position.actor().map(|seat| seat.0)
    }

    fn awaiting(&self) -> Vec<u8> {
        self.position.game().awaiting().iter().map(|seat| seat.0).collect()
    }

    fn legal(&self, seat: u8) -> Result<Vec<u16>, EngineError> {
        let seat = self.seat(seat)?;
        if self.position.actor() == Some(seat) {
            return Ok(self.position.legal().iter().collect());
        }
        if self.position.actor().is_none() {
            return Ok(Vec::new());
        }
        Ok(self.position.legal_of(seat).iter().collect())
    }

    fn path(&self, seat: u8) -> Result<Vec<u16>, EngineError> {
        Ok(self.position.path(self.seat(seat)?).to_vec())
    }

    fn observe(&self, seat: u8, out: &mut [f32]) -> Result<(), EngineError> {
        self.position.observe(self.seat(seat)?, out);
        Ok(())
    }

    fn actions_of(&self, seat: u8, command: &str) -> Result<Vec<u16>, EngineError> {
        let command = serde_json::from_str(command);
        let command =
            command.map_err(|error| EngineError::Action(format!("no command: {error}")))?;
        let actions = self.position.actions_of(self.seat(seat)?, &command);
        actions.ok_or_else(|| {
            EngineError::Action(format!("seat {seat} may not give this command now"))
        })
    }

    fn act(&mut self, seat: u8, action: u16) -> Result<Step, EngineError> {
        let step = self.position.act(self.seat(seat)?, action)?;
        self.history.push(Done::Act(seat, action));
        Ok(step)
    }

    fn apply(&mut self, seat: u8, command: &str) -> Result<(), EngineError> {
        let unreadable =
            |error: serde_json::Error| EngineError::Action(format!("no command: {error}"));
        let value: Value = serde_json::from_str(command).map_err(unreadable)?;
        let typed: G::Command = serde_json::from_value(value.clone()).map_err(unreadable)?;
        // Serde would also take a command in other forms than the one that is offered.
        if serde_json::to_value(&typed).map_err(unreadable)? != value {
            return Err(EngineError::Action(
                "a command must have the form in which it is offered".into(),
            ));
        }
        self.position.apply(self.seat(seat)?, &typed)?;
        self.history.push(Done::Apply(seat, command.into()));
        Ok(())
    }

    fn resign(&mut self, seat: u8) -> Result<(), EngineError> {
        self.position.resign(self.seat(seat)?)?;
        self.history.push(Done::Resign(seat));
        Ok(())
    }

    fn redeal(&mut self, viewer: Option<u8>, seed: u64) -> Result<(), EngineError> {
        self.position.redeal(self.viewer(viewer)?, seed);
        self.history.push(Done::Redeal(viewer, seed));
        Ok(())
    }

    fn view(&self, viewer: Option<u8>) -> Result<String, EngineError> {
        let game = self.position.game();
        let mut view = Map::new();
        view.insert("public".to_owned(), json!(game.public()));
        if let Viewer::Seat(seat) = self.viewer(viewer)? {
            view.insert("private".to_owned(), json!(game.private(seat)));
        }
        written(&view)
    }

    fn offers(&self, seat: u8) -> Result<String, EngineError> {
        let (seat, game) = (self.seat(seat)?, self.position.game());
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        let offers: Vec<_> = choices.iter().map(|choice| game.offer(seat, choice)).collect();
        written(&offers)
    }

    fn scores(&self) -> Vec<i64> {
        self.position.game().scores()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.game().outcome()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, EngineError> {
        let stored = Stored {
            format: FORMAT,
            game: G::ID.to_owned(),
            rules: G::RULES_VERSION,
            encoding: VERSION,
            options: (*self.options).clone(),
            seed: self.seed,
            step_ms: self.pace.step_ms,
            done: self.history.list().into_iter().cloned().collect(),
        };
        written(&stored).map(String::into_bytes)
    }

    fn same(&self, other: &dyn Play) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.position.same(&other.position))
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// Deals a match of the game with this id.
pub(crate) fn deal(
    game: &str,
    options: &Map<String, Value>,
    seed: u64,
    pace: Pace,
) -> Result<Box<dyn Play>, EngineError> {
    crate::with_game!(game, G => Ok(Box::new(Played::<G>::deal(options, seed, pace)?)))
}

/// Makes a match again of its stored form.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Box<dyn Play>, EngineError> {
    if bytes.len() > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(EngineError::Bytes(format!("a stored state has at most {most} MiB")));
    }
    let unreadable =
        |error: serde_json::Error| EngineError::Bytes(format!("no stored state: {error}"));
    let value: Value = serde_json::from_slice(bytes).map_err(unreadable)?;
    let format = value.get("format").and_then(Value::as_u64);
    if format != Some(u64::from(FORMAT)) {
        let given = format.map_or("none".to_owned(), |format| format.to_string());
        let why = format!("stored in format {given}, and this version reads format {FORMAT}");
        return Err(EngineError::Bytes(why));
    }
    let stored: Stored = serde_json::from_value(value).map_err(unreadable)?;
    crate::with_game!(stored.game.as_str(), G => restored::<G>(stored))
}

fn restored<G: Playable>(stored: Stored) -> Result<Box<dyn Play>, EngineError> {
    if (stored.rules, stored.encoding) != (G::RULES_VERSION, VERSION) {
        let why = format!(
            "stored under rules {} and encoding {}, and this version has {} and {VERSION}",
            stored.rules,
            stored.encoding,
            G::RULES_VERSION
        );
        return Err(EngineError::Bytes(why));
    }
    let pace = Pace { step_ms: stored.step_ms };
    let mut played = Played::<G>::deal(&stored.options, stored.seed, pace)?;
    for done in stored.done {
        played
            .repeat(done)
            .map_err(|error| EngineError::Bytes(format!("no match goes so: {error:?}")))?;
    }
    Ok(Box::new(played))
}
