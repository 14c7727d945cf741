//! The object-safe face of a game, and the one blanket implementation that adds the wire format.

use std::hash::Hasher;

use protocol::{Code, Outcome, Rejection};
use serde::Deserialize;
use serde_json::Value;

use crate::game::{Audience, EventText, Game, MatchMillis, Seat, SeatSet, Viewer};
use crate::json::{Json, JsonList, JsonObject, PRIVATE_BYTES, PUBLIC_BYTES};
use crate::think::Guesses;

/// An event as JSON, and its audience.
#[derive(Clone, Debug)]
pub struct WireEvent {
    /// The number of its entry.
    pub seq: u64,
    /// The recipients.
    pub audience: Audience,
    /// The event, as [`protocol::Event`].
    pub json: Json,
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// A game in play, its types erased.
pub trait Table: Send + Sync {
    /// Clones the table, to prepare an input on.
    fn boxed(&self) -> Box<dyn Table>;

    /// See [`Game::awaiting`].
    fn awaiting(&self) -> SeatSet;

    /// See [`Game::question`].
    fn question(&self, seat: Seat) -> u32;

    /// See [`Game::standing`].
    fn standing(&self, seat: Seat) -> bool;

    /// See [`Game::closed`].
    fn closed(&self, question: u32) -> Option<Rejection>;

    /// See [`Game::veiled`].
    fn veiled(&self) -> bool;

    /// See [`Game::epoch`].
    fn epoch(&self) -> u32;

    /// Decodes a command strictly and carries it out; after a refusal the copy is to be discarded.
    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Value,
        seq: u64,
    ) -> Result<Vec<WireEvent>, Rejection>;

    /// Repeats a command that was accepted in this state before, without events.
    fn again(&mut self, now: MatchMillis, seat: Seat, command: &Json) -> Result<(), Rejection>;

    /// See [`Game::next_deadline`].
    fn next_deadline(&self) -> Option<MatchMillis>;

    /// See [`Game::deadline`].
    fn deadline(&mut self, due: MatchMillis, seq: u64) -> Vec<WireEvent>;

    /// See [`Game::resign`].
    fn resign(&mut self, now: MatchMillis, seat: Seat, seq: u64) -> Vec<WireEvent>;

    /// Returns the view that everybody may see.
    fn public(&self) -> Json;

    /// Returns the part of the view that only this seat may see.
    fn private(&self, seat: Seat) -> Json;

    /// Writes the list of the seat's current offers; none if it is not awaited.
    fn offers(&self, seat: Seat) -> Json;

    /// Returns the current score of each seat.
    fn scores(&self) -> Vec<i64>;

    /// Returns the outcome, once the match is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Hashes the whole state, for comparing two tables in one process.
    fn fingerprint(&self) -> u64;

    /// See [`Game::redeal`].
    fn redeal(&mut self, viewer: Viewer, below: &mut dyn FnMut(u64) -> u64);

    /// See [`Game::redeal_unseen`].
    fn redeal_unseen(&mut self, below: &mut dyn FnMut(u64) -> u64);

    /// Imagines the match for a seat.
    fn guesses(&self, seat: Seat, below: &mut dyn FnMut(u64) -> u64) -> Guesses;
}

impl<G: Game> Table for G {
    fn boxed(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn awaiting(&self) -> SeatSet {
        Game::awaiting(self)
    }

    fn standing(&self, seat: Seat) -> bool {
        Game::standing(self, seat)
    }

    fn question(&self, seat: Seat) -> u32 {
        Game::question(self, seat)
    }

    fn closed(&self, question: u32) -> Option<Rejection> {
        G::closed(question)
    }

    fn veiled(&self) -> bool {
        Game::veiled(self)
    }

    fn epoch(&self) -> u32 {
        Game::epoch(self)
    }

    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Value,
        seq: u64,
    ) -> Result<Vec<WireEvent>, Rejection> {
        let command =
            decode::<G>(command).map_err(|why| self.misread(now, seat, command).unwrap_or(why))?;
        let mut events = Vec::new();
        Game::apply(self, now, seat, &command, &mut events)?;
        Ok(wire_all(self, seq, &events))
    }

    fn again(&mut self, now: MatchMillis, seat: Seat, command: &Json) -> Result<(), Rejection> {
        let command = serde_json::from_str::<G::Command>(command.get())
            .map_err(|error| Rejection::new(Code::Internal, error.to_string()))?;
        Game::apply(self, now, seat, &command, &mut ())
    }

    fn next_deadline(&self) -> Option<MatchMillis> {
        Game::next_deadline(self)
    }

    fn deadline(&mut self, due: MatchMillis, seq: u64) -> Vec<WireEvent> {
        let mut events = Vec::new();
        Game::deadline(self, due, &mut events);
        wire_all(self, seq, &events)
    }

    fn resign(&mut self, now: MatchMillis, seat: Seat, seq: u64) -> Vec<WireEvent> {
        let mut events = Vec::new();
        Game::resign(self, now, seat, &mut events);
        wire_all(self, seq, &events)
    }

    fn public(&self) -> Json {
        Json::sized(PUBLIC_BYTES, &Game::public(self))
    }

    fn private(&self, seat: Seat) -> Json {
        Json::sized(PRIVATE_BYTES, &Game::private(self, seat))
    }

    fn offers(&self, seat: Seat) -> Json {
        let (mut choices, mut offers) = (Vec::new(), JsonList::new());
        self.choices(seat, &mut choices);
        for choice in &choices {
            offers.push(|offer| self.written_offer(seat, choice).write(offer));
        }
        offers.finish()
    }

    fn scores(&self) -> Vec<i64> {
        Game::scores(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Game::outcome(self)
    }

    fn fingerprint(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn redeal(&mut self, viewer: Viewer, below: &mut dyn FnMut(u64) -> u64) {
        Game::redeal(self, viewer, below);
    }

    fn redeal_unseen(&mut self, below: &mut dyn FnMut(u64) -> u64) {
        Game::redeal_unseen(self, below);
    }

    fn guesses(&self, seat: Seat, below: &mut dyn FnMut(u64) -> u64) -> Guesses {
        Guesses::of(self, seat, below)
    }
}

/// Reads a command strictly: an unknown `type` is distinguished from wrong fields, and a command
/// has only the one form in which it is offered.
fn decode<G: Game>(command: &Value) -> Result<G::Command, Rejection> {
    let decoded = G::Command::deserialize(command).map_err(|error| {
        let detail = error.to_string();
        // If the type alone fails with the same error, the type is unknown, not a value in a field.
        let unknown_type = command.get("type").is_some_and(Value::is_string)
            && detail.starts_with("unknown variant")
            && serde_json::from_value::<G::Command>(serde_json::json!({"type": command["type"]}))
                .is_err_and(|bare| bare.to_string() == detail);
        let code = if unknown_type { Code::UnknownType } else { Code::Malformed };
        Rejection::new(code, detail)
    })?;
    // Serde would also take a command as an array of its fields, and an id as an object.
    if serde_json::to_value(&decoded).is_ok_and(|own| own == *command) {
        Ok(decoded)
    } else {
        Err(Rejection::new(Code::Malformed, "a command must have the form in which it is offered"))
    }
}

/// Serialises events, each with its number, text and rule.
pub(crate) fn wire_all<G: Game>(
    game: &G,
    seq: u64,
    events: &[(Audience, G::Event)],
) -> Vec<WireEvent> {
    events.iter().map(|(audience, event)| wire(game, seq, *audience, event)).collect()
}

fn wire<G: Game>(game: &G, seq: u64, audience: Audience, event: &G::Event) -> WireEvent {
    let EventText { text, rule } = game.describe(event);
    let object = JsonObject::new().field("seq", &seq).fields(event);
    WireEvent { seq, audience, json: object.field("text", &text).field("rule", rule).shared() }
}
