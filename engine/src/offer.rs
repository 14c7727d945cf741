//! Offers as a game writes them: straight to the JSON text that a seat is sent.
//!
//! Whoever wants them as values reads that text: [`Offer`].

use protocol::Offer;
use serde::Serialize;

use crate::json::{Json, JsonList, JsonObject};

/// A command as JSON, with a [`Placeholder`](protocol::Placeholder) wherever the seat has a choice.
#[derive(Debug)]
pub struct Template(JsonObject);

impl Template {
    /// Writes a command that leaves nothing open.
    pub fn of(command: &impl Serialize) -> Self {
        Self(JsonObject::new().fields(command))
    }

    /// Begins the template of commands of this type.
    pub fn new(kind: &str) -> Self {
        Self(JsonObject::new().field("type", kind))
    }

    /// Adds a field: a value, or a placeholder.
    #[must_use]
    pub fn with<T: Serialize + ?Sized>(self, field: &str, value: &T) -> Self {
        Self(self.0.field(field, value))
    }

    /// Adds a field with a [`Placeholder::One`](protocol::Placeholder::One), whose values `write` adds.
    #[must_use]
    pub fn one_of(self, field: &str, write: impl FnOnce(&mut Items<'_>)) -> Self {
        let from = |list: &mut JsonList| write(&mut Items(list));
        Self(self.0.within(field, |one| one.within("$one", |of| of.objects("from", from))))
    }
}

/// The values of a placeholder, written one by one.
#[derive(Debug)]
pub struct Items<'a>(&'a mut JsonList);

impl Items<'_> {
    /// Writes a value and its meaning as an [`Item`](protocol::offer::Item): once, for all offers that have it.
    pub fn written<T: Serialize + ?Sized>(value: &T, meaning: &str) -> Json {
        JsonObject::new().field("value", value).field("text", meaning).shared()
    }

    /// Adds a value that was written before.
    pub fn add(&mut self, item: &Json) {
        self.0.add(item);
    }
}

/// An offer as a game writes it.
#[derive(Debug)]
pub struct WrittenOffer {
    /// The command, with placeholders where the seat has a choice.
    pub command: Template,
    /// As [`Offer::text`].
    pub text: String,
    /// As [`Offer::rule`].
    pub rule: &'static str,
    /// As [`Offer::loose`].
    pub loose: bool,
    /// As [`Offer::is_final`].
    pub is_final: bool,
}

impl WrittenOffer {
    /// Writes it as it is sent: as an [`Offer`], the fields of `offer`.
    pub(crate) fn write(self, offer: JsonObject) -> JsonObject {
        let Self { command: Template(command), text, rule, loose, is_final } = self;
        let mut offer = offer.object("command", command).field("text", &text).field("rule", rule);
        if loose {
            offer = offer.field("loose", &true);
        }
        if is_final {
            offer = offer.field("final", &true);
        }
        offer
    }

    /// Reads it as everybody who is sent it does.
    ///
    /// # Panics
    /// If what was written is no offer.
    pub fn read(self) -> Offer {
        serde_json::from_str(&self.write(JsonObject::new()).finish()).expect("an offer was written")
    }
}
