//! The parts that every match of a game shares: its data, its numbering, the layout of its observations.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use engine::GameEntry;
use engine::factored::Factored;
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe::Europe;
use engine::games::europe_divided::EuropeDivided;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::encoding::Encoding;
use crate::error::EngineError;
use crate::observe::{Names, Numbers, Observed};

/// The parts that every match of a game shares.
pub(crate) struct Rules<G: Observed> {
    pub(crate) entry: GameEntry,
    data: Arc<G::Data>,
    pub(crate) encoding: Encoding,
    /// The names of the entries of an observation.
    names: Vec<String>,
    /// The number of entries that show the views.
    seen: usize,
}

/// A game of this package: one that has its [`Rules`] in a place of its own.
pub(crate) trait Playable:
    Observed<
        Options: Send + Sync,
        Choice: Send + Sync,
        Public: DeserializeOwned + Send + Sync,
        Private: DeserializeOwned + Send + Sync,
    >
{
    /// Returns the rules, loaded once.
    fn rules() -> Result<&'static Rules<Self>, EngineError>;
}

macro_rules! playable {
    ($($game:ty),+) => {$(
        impl Playable for $game {
            fn rules() -> Result<&'static Rules<Self>, EngineError> {
                static RULES: OnceLock<Rules<$game>> = OnceLock::new();
                if let Some(rules) = RULES.get() {
                    return Ok(rules);
                }
                let rules = Rules::load()?;
                Ok(RULES.get_or_init(|| rules))
            }
        }
    )+};
}

playable!(EuropeDivided, BalanceOfPower, Europe);

impl<G: Observed> Rules<G> {
    fn load() -> Result<Self, EngineError> {
        let entry = GameEntry::of::<G>();
        let catalogue = entry.catalogue(&BTreeMap::new()).map_err(EngineError::Data)?;
        let files = serde_json::from_str(catalogue.canonical());
        let files: Value = files.map_err(|error| EngineError::Game(error.to_string()))?;
        let data = Arc::new(G::load(&files).map_err(EngineError::Data)?);
        let encoding = Encoding::of::<G>();
        let mut rules = Self { entry, data, encoding, names: Vec::new(), seen: 0 };
        let first = rules.deal(&rules.options(&Map::new())?, 0)?;
        let mut names = Names::default();
        G::observe(&first.public(), &first.private(engine::Seat(0)), 0, &mut names);
        rules.seen = names.0.len();
        rules.names = names.0;
        rules.names.extend_from_slice(rules.encoding.entries());
        Ok(rules)
    }

    /// Fills in the defaults of options.
    pub(crate) fn options(
        &self,
        given: &Map<String, Value>,
    ) -> Result<Map<String, Value>, EngineError> {
        let resolved = self.entry.resolve_options(given);
        resolved.map_err(|refusal| EngineError::Options(refusal.detail))
    }

    /// Returns the number of seats of a match with these options.
    pub(crate) fn seats(&self, options: &Map<String, Value>) -> Result<u8, EngineError> {
        self.entry.seats(options).map_err(|refusal| EngineError::Options(refusal.detail))
    }

    /// Deals a match from a seed.
    pub(crate) fn deal(&self, options: &Map<String, Value>, seed: u64) -> Result<G, EngineError> {
        Ok(self.deal_typed(&Self::typed(options)?, seed))
    }

    /// Reads resolved options.
    pub(crate) fn typed(options: &Map<String, Value>) -> Result<G::Options, EngineError> {
        let mut own = options.clone();
        // Whether moves can be taken back is an option of the table around the game.
        own.retain(|key, _| key != "undo");
        serde_json::from_value(Value::Object(own))
            .map_err(|error| EngineError::Options(error.to_string()))
    }

    /// Deals a match from a seed, with options that were read.
    pub(crate) fn deal_typed(&self, options: &G::Options, seed: u64) -> G {
        G::setup(options, self.data.clone(), crate::chance::dealer(seed), &mut ())
    }

    /// Returns the names of the entries of an observation.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the part of an observation that shows an unfinished command.
    pub(crate) fn unfinished<'a>(&self, out: &'a mut [f32]) -> &'a mut [f32] {
        &mut out[self.seen..]
    }

    /// Writes what a seat sees into an observation that is all zeros; returns the part for an unfinished
    /// command.
    pub(crate) fn observe<'a>(
        &self,
        public: &G::Public,
        private: &G::Private,
        now_ms: u64,
        out: &'a mut [f32],
    ) -> &'a mut [f32] {
        let (seen, unfinished) = out.split_at_mut(self.seen);
        G::observe(public, private, now_ms, &mut Numbers::new(seen));
        unfinished
    }
}

/// Makes the forms of the choices of a seat: all, or only those that the game surely accepts.
pub(crate) fn forms<G: Factored>(
    game: &G,
    seat: engine::Seat,
    strict: bool,
    choices: &mut Vec<G::Choice>,
    forms: &mut engine::factored::CommandForms,
) {
    choices.clear();
    forms.clear();
    game.choices(seat, choices);
    for choice in choices.iter() {
        game.factor(seat, choice, forms);
    }
    if strict {
        forms.retain_strict();
    }
}
