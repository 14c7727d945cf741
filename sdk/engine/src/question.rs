//! A question as a server puts it: views and offers in, numbers out. Whoever learnt with the numbers of this
//! package plays on a server with it.

use engine::factored::{CommandForms, Factored, Filled};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::encoding::{Bits, Encoding, Walk};
use crate::error::EngineError;
use crate::game::{Playable, Rules};

/// A question to a seat, of any game.
pub(crate) trait Ask: Send + Sync {
    fn encoding(&self) -> &'static Encoding;
    fn entries(&self) -> usize;
    fn legal(&self) -> Vec<u16>;
    fn observe(&self, out: &mut [f32]);
    /// Returns the actions that choose a command, if nothing was chosen yet.
    fn actions_of(&self, command: &str) -> Result<Vec<u16>, EngineError>;
    /// Takes an action; returns the command as JSON once it is complete.
    fn act(&mut self, action: u16) -> Result<Option<String>, EngineError>;
}

/// A question of one game.
pub(crate) struct Question<G: Playable> {
    rules: &'static Rules<G>,
    public: G::Public,
    private: G::Private,
    now_ms: u64,
    listed: Vec<u32>,
    forms: CommandForms,
    path: Vec<u16>,
}

/// Reads a question from what a server sends: views and offers as JSON.
pub(crate) fn read(
    game: &str,
    public: &str,
    private: &str,
    offers: &str,
    now_ms: u64,
) -> Result<Box<dyn Ask>, EngineError> {
    crate::with_game!(game, G => Ok(Box::new(Question::<G>::read(public, private, offers, now_ms)?)))
}

fn parsed<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, EngineError> {
    serde_json::from_str(text).map_err(|error| EngineError::View(format!("{what}: {error}")))
}

impl<G: Playable> Question<G> {
    fn read(public: &str, private: &str, offers: &str, now_ms: u64) -> Result<Self, EngineError> {
        let rules = <G as Playable>::rules()?;
        let public: G::Public = parsed("the public view", public)?;
        let offers: Vec<Value> = parsed("the offers", offers)?;
        let listed = <G as Factored>::listed(&public);
        let mut forms = CommandForms::default();
        crate::template::read(rules.encoding.families(), &offers, &listed, &mut forms)?;
        let private = parsed("the private view", private)?;
        Ok(Self { rules, public, private, now_ms, listed, forms, path: Vec::new() })
    }

    fn ways(&self) -> impl Iterator<Item = Walk<'_>> {
        let encoding = &self.rules.encoding;
        self.forms.iter().filter_map(|form| Walk::along(encoding, form, &self.path))
    }

    fn bits(&self) -> Bits {
        let mut bits = Bits::default();
        bits.clear(self.rules.encoding.actions());
        self.ways().for_each(|walk| walk.each(&mut |action| bits.insert(action)));
        bits
    }

    /// Takes the actions within a command that have no alternative.
    fn take_forced(&mut self) {
        while let Some(only) = self.bits().only() {
            let ends = self.ways().any(|mut walk| walk.take(only) && walk.complete().is_some());
            if ends {
                return;
            }
            self.path.push(only);
        }
    }
}

impl<G: Playable> Ask for Question<G> {
    fn encoding(&self) -> &'static Encoding {
        &self.rules.encoding
    }

    fn entries(&self) -> usize {
        self.rules.names().len()
    }

    fn legal(&self) -> Vec<u16> {
        self.bits().iter().collect()
    }

    fn observe(&self, out: &mut [f32]) {
        let unfinished = self.rules.observe(&self.public, &self.private, self.now_ms, out);
        if !self.path.is_empty()
            && let Some(walk) = self.ways().next()
        {
            walk.observe(&self.rules.encoding, unfinished);
        }
    }

    fn actions_of(&self, command: &str) -> Result<Vec<u16>, EngineError> {
        let command = serde_json::from_str(command);
        let command =
            command.map_err(|error| EngineError::Action(format!("no command: {error}")))?;
        crate::encode::actions_of(&self.rules.encoding, &self.forms, &command, &self.listed)
            .ok_or_else(|| EngineError::Action("no offer admits this command".to_owned()))
    }

    fn act(&mut self, action: u16) -> Result<Option<String>, EngineError> {
        if !self.bits().contains(action) {
            return Err(EngineError::Action(format!("action {action} is not legal here")));
        }
        self.path.push(action);
        let complete = self.ways().find_map(|walk| {
            let filled = Filled { values: walk.complete()?, listed: &self.listed };
            <G as Factored>::assemble(walk.form().family, filled)
        });
        let Some(command) = complete else {
            self.take_forced();
            return Ok(None);
        };
        self.path.clear();
        let text = serde_json::to_string(&command);
        text.map(Some).map_err(|error| EngineError::View(error.to_string()))
    }
}
