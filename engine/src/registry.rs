//! A game as the server knows it: functions under its id, with the types erased.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use protocol::room::GameInfo;
use protocol::{Code, Outcome, Reference, Rejection, TableOptions, UndoPolicy, schema};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::catalogue::{Catalogue, DataFault, Load, nearest};
use crate::dealer::Dealer;
use crate::game::{Audience, DataLicence, Game};
use crate::lesson::{self, Lesson};
use crate::reference;
use crate::table::{Table, WireEvent, wire_all};

/// An entry of the registry.
///
/// # Examples
/// ```
/// use engine::REGISTRY;
/// use serde_json::Map;
///
/// let game = REGISTRY.iter().find(|game| game.id == "balance-of-power").expect("registered");
/// let defaults = game.resolve_options(&Map::new()).expect("every option has a default");
/// assert_eq!(game.seats(&defaults), Ok(2));
/// ```
///
/// [`Match`](crate::Match) shows how a match begins.
pub struct GameEntry {
    /// The game's id on the wire.
    pub id: &'static str,
    /// The version of its rules.
    pub rules_version: u32,
    /// `true` if deadlines run.
    pub timed: bool,
    formerly: fn(&Outcome) -> Option<Outcome>,
    info: fn() -> GameInfo,
    trials: fn() -> Vec<Value>,
    files: fn() -> &'static [(&'static str, &'static str)],
    reference: fn() -> &'static str,
    lessons: fn() -> &'static [(&'static str, &'static str)],
    puzzles: fn() -> &'static [(&'static str, &'static str)],
    data_licence: fn() -> Option<DataLicence>,
    load: Load,
    options: Resolve,
    seats: Seats,
    setup: SetUp,
}

/// The name of the option in [`TableOptions`].
const UNDO: &str = "undo";

type Resolve = fn(&Map<String, Value>) -> Result<Map<String, Value>, Rejection>;
type Seats = fn(&Map<String, Value>) -> Result<u8, Rejection>;
type SetUp = fn(&Map<String, Value>, &Catalogue, Dealer) -> Result<Set, Rejection>;

/// A table after its set-up, with the events of it (entry 0).
pub struct Set {
    /// The table.
    pub table: Box<dyn Table>,
    /// The events of the set-up.
    pub events: Vec<WireEvent>,
}

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rules())
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Set({} events)", self.events.len())
    }
}

impl GameEntry {
    /// Builds the entry of a game.
    pub const fn of<G: Game>() -> Self {
        Self {
            id: G::ID,
            rules_version: G::RULES_VERSION,
            timed: G::TIMED,
            formerly: G::formerly,
            info: info::<G>,
            trials: G::trials,
            files: G::files,
            reference: G::reference,
            lessons: G::lessons,
            puzzles: G::puzzles,
            data_licence: G::data_licence,
            load: |files| Ok(Arc::new(G::load(files)?)),
            options: options::<G>,
            seats: |options| Ok(G::seats(&typed::<G>(options)?)),
            setup: set_up::<G>,
        }
    }

    /// Returns game id and rules version, as the deal names them.
    pub fn rules(&self) -> String {
        format!("{}/{}", self.id, self.rules_version)
    }

    /// Returns an outcome as earlier servers told it, if they told it otherwise.
    pub fn formerly(&self, outcome: &Outcome) -> Option<Outcome> {
        (self.formerly)(outcome)
    }

    /// Describes the game to clients.
    pub fn info(&self) -> GameInfo {
        (self.info)()
    }

    /// Returns options worth trying, for whoever tries every game.
    pub fn trials(&self) -> Vec<Value> {
        (self.trials)()
    }

    /// Returns the component data shipped with the engine.
    pub fn files(&self) -> &'static [(&'static str, &'static str)] {
        (self.files)()
    }

    /// Reads the rules in words.
    pub fn reference(&self) -> Result<Reference, DataFault> {
        reference::read(self.id, &self.info().name, self.timed, (self.reference)())
    }

    /// Reads the lessons, in the order of learning.
    pub fn lessons(&self) -> Result<Vec<Lesson>, DataFault> {
        lesson::read_all((self.lessons)())
    }

    /// Reads the puzzles.
    pub fn puzzles(&self) -> Result<Vec<Lesson>, DataFault> {
        lesson::read_puzzles((self.puzzles)())
    }

    /// Reads the lesson or the puzzle with this name; `None` if there is none.
    pub fn lesson(&self, name: &str) -> Result<Option<Lesson>, DataFault> {
        lesson::read_one((self.lessons)(), (self.puzzles)(), name)
    }

    /// Returns the licence of the component data, if it is not the project's own.
    pub fn data_licence(&self) -> Option<DataLicence> {
        (self.data_licence)()
    }

    /// Checks by the file names whether these are component data of this game, including those of
    /// an older version or of an operator.
    pub fn has_data(&self, canonical: &str) -> bool {
        let named: Result<Map<String, Value>, _> = serde_json::from_str(canonical);
        let known = |name: &String| self.files().iter().any(|(file, _)| file == name);
        named.is_ok_and(|named| !named.is_empty() && named.keys().all(known))
    }

    /// Loads the shipped component data, with some files replaced.
    pub fn catalogue(&self, replaced: &BTreeMap<String, String>) -> Result<Catalogue, DataFault> {
        Catalogue::load(self, replaced)
    }

    /// Fills in the defaults of the options; a refusal names the option.
    pub fn resolve_options(
        &self,
        given: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Rejection> {
        (self.options)(given)
    }

    /// Returns the undo policy of a match with these options. A room made before the option existed
    /// has the default.
    pub fn undo_policy(&self, options: &Map<String, Value>) -> Result<UndoPolicy, Rejection> {
        if self.timed { Ok(UndoPolicy::Off) } else { Ok(table_options(options)?.undo) }
    }

    /// Returns the number of seats of a match with these options.
    pub fn seats(&self, options: &Map<String, Value>) -> Result<u8, Rejection> {
        (self.seats)(options)
    }

    /// Sets up a table.
    pub fn set_up(
        &self,
        options: &Map<String, Value>,
        catalogue: &Catalogue,
        dealer: Dealer,
    ) -> Result<Set, Rejection> {
        (self.setup)(options, catalogue, dealer)
    }
}

impl Catalogue {
    /// Loads the data shipped with the engine, with some files replaced: file name without `.toml`,
    /// and the text to use instead. A name that the game does not have is a fault.
    pub fn load(game: &GameEntry, replaced: &BTreeMap<String, String>) -> Result<Self, DataFault> {
        let shipped = game.files();
        if let Some(unknown) =
            replaced.keys().find(|name| shipped.iter().all(|(file, _)| file != name))
        {
            let known: Vec<&str> = shipped.iter().map(|(file, _)| *file).collect();
            let reason = format!("no such data file; there are {}", known.join(", "));
            return Err(DataFault::new(unknown, "file", reason));
        }
        let mut files = Map::new();
        for (file, text) in shipped {
            let text = replaced.get(*file).map_or(*text, String::as_str);
            let value: Value =
                toml::from_str(text).map_err(|error| DataFault::new(file, "syntax", error))?;
            files.insert((*file).to_owned(), value);
        }
        Self::check(game.id, game.load, &Value::Object(files))
    }

    /// Loads the data of a stored match, from its canonical bytes.
    pub fn from_canonical(game: &GameEntry, text: &str) -> Result<Self, DataFault> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| DataFault::new("stored data", "syntax", error))?;
        Self::check(game.id, game.load, &value)
    }
}

/// Describes a game to clients, with the options that every game without a clock has.
fn info<G: Game>() -> GameInfo {
    let mut info = G::info();
    if !G::TIMED {
        let of_the_table = schema::of::<TableOptions>();
        for part in ["properties", "$defs"] {
            let more = of_the_table.get(part).and_then(Value::as_object).cloned();
            let own = info.options.as_object_mut().map(|options| options.entry(part));
            let own = own.map(|own| own.or_insert_with(|| Value::Object(Map::new())));
            if let (Some(Value::Object(own)), Some(more)) = (own, more) {
                own.extend(more);
            }
        }
    }
    info
}

fn options<G: Game>(given: &Map<String, Value>) -> Result<Map<String, Value>, Rejection> {
    let known = info::<G>().options;
    let known = known.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    if let Some(unknown) = given.keys().find(|key| !known.contains_key(*key)) {
        let near = nearest(unknown, known.keys().map(String::as_str));
        let detail = format!("unknown option {unknown:?}, did you mean {near:?}?");
        return Err(Rejection::new(Code::OptionInvalid, detail));
    }
    let mut resolved = object(&typed::<G>(given)?)?;
    if !G::TIMED {
        resolved.extend(object(&table_options(given)?)?);
    }
    Ok(resolved)
}

fn object(options: &impl Serialize) -> Result<Map<String, Value>, Rejection> {
    let value = serde_json::to_value(options).map_err(|error| invalid(&error))?;
    Ok(value.as_object().cloned().unwrap_or_default())
}

fn typed<G: Game>(options: &Map<String, Value>) -> Result<G::Options, Rejection> {
    let mut own = options.clone();
    // The games' option types deny unknown fields, so the option that all share is left out.
    if !G::TIMED {
        own.retain(|key, _| key != UNDO);
    }
    serde_json::from_value(Value::Object(own)).map_err(|error| invalid(&error))
}

fn table_options(options: &Map<String, Value>) -> Result<TableOptions, Rejection> {
    let own: Map<String, Value> =
        options.get(UNDO).map(|undo| (UNDO.to_owned(), undo.clone())).into_iter().collect();
    serde_json::from_value(Value::Object(own)).map_err(|error| invalid(&error))
}

fn invalid(error: &serde_json::Error) -> Rejection {
    Rejection::new(Code::OptionInvalid, error.to_string())
}

fn set_up<G: Game>(
    options: &Map<String, Value>,
    catalogue: &Catalogue,
    dealer: Dealer,
) -> Result<Set, Rejection> {
    let options = typed::<G>(options)?;
    let data = catalogue
        .data::<G::Data>()
        .ok_or_else(|| Rejection::new(Code::Internal, "these are another game's data"))?;
    let mut events: Vec<(Audience, G::Event)> = Vec::new();
    let game = G::setup(&options, data, dealer, &mut events);
    let events = wire_all(&game, 0, &events);
    Ok(Set { table: Box::new(game), events })
}
