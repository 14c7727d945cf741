//! Messages in the server's own types: the games' parts are texts, serialised once.

use bytestring::ByteString;
use engine::json::{Json, JsonObject};
use protocol::{Re, ServerMessage, Update};
use serde::Deserialize;

/// The most events in one update.
pub const UPDATE_EVENTS: usize = 128;

/// Numbers the connections of a room.
pub type ConnectionId = u64;

/// Message of a connection, for its answer.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) by: ConnectionId,
    pub(super) re: Re,
}

/// A message in the server's own types.
pub(crate) type WireMessage = ServerMessage<Json, Vec<Json>, Json>;

/// An update in the server's own types.
pub(crate) type ViewUpdate = Update<Json, Vec<Json>, Json>;

/// Bytes of an update beside the games' parts, at most about so many.
const ENVELOPE_BYTES: usize = 512;

/// Serialises a message as JSON, to be shared by all who get it, up to their sockets, without a copy.
pub(crate) fn text(message: &WireMessage) -> ByteString {
    if let ServerMessage::Update(update) = message {
        return update_text(update).into();
    }
    // Messages are plain structs with string keys, for which serialisation cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// Puts an update together from what is text already: serde would write each part once more.
fn update_text(update: &ViewUpdate) -> String {
    let ViewUpdate {
        seq,
        head,
        events,
        events_from,
        public,
        private,
        decision,
        standing,
        offers,
        undo,
        awaiting,
        now_ms,
        deadline_ms,
        paused,
        outcome,
    } = update;
    let parts = [Some(public), private.as_ref(), offers.as_ref()].into_iter().flatten();
    let bytes: usize = parts.chain(events).map(|json| json.get().len() + 1).sum();
    let mut text = JsonObject::with_capacity(ENVELOPE_BYTES + bytes)
        .field("type", "update")
        .field("seq", seq)
        .field("head", head)
        .list("events", events);
    if let Some(from) = events_from {
        text = text.field("events_from", from);
    }
    text = text.json("public", public);
    if let Some(private) = private {
        text = text.json("private", private);
    }
    if let Some(decision) = decision {
        text = text.field("decision", decision);
    }
    if *standing {
        text = text.field("standing", standing);
    }
    if let Some(offers) = offers {
        text = text.json("offers", offers);
    }
    if let Some(undo) = undo {
        text = text.field("undo", undo);
    }
    text =
        text.field("awaiting", awaiting).field("now_ms", now_ms).field("deadline_ms", deadline_ms);
    if *paused {
        text = text.field("paused", paused);
    }
    text.field("outcome", outcome).finish()
}

/// Leaves out the oldest events beyond the limit, and says from which entry on they are here.
pub(crate) fn limit_events(update: &mut ViewUpdate) {
    let excess = update.events.len().saturating_sub(UPDATE_EVENTS);
    if excess == 0 {
        return;
    }
    // An entry's events are sent all or not at all, unless it alone is beyond the limit.
    let last_cut = update.events.get(excess - 1).map_or(0, event_seq);
    let mut cut = excess;
    while update.events.get(cut).is_some_and(|event| event_seq(event) == last_cut) {
        cut += 1;
    }
    if cut == update.events.len() {
        cut = excess;
    }
    update.events.drain(..cut);
    update.events_from = update.events.first().map(event_seq);
}

/// Returns the entry that an event belongs to.
pub(crate) fn event_seq(event: &Json) -> u64 {
    #[derive(Deserialize)]
    struct Numbered {
        seq: u64,
    }
    serde_json::from_str(event.get()).map_or(0, |Numbered { seq }| seq)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Outcome, TakeBack};
    use serde_json::{Value, json};

    /// Everybody reads it as what serde would write.
    #[test]
    fn an_update_is_what_serde_would_write() {
        let part = |value: Value| Json::of(&value);
        let outcome = Outcome { winners: vec![1], scores: vec![3, 4], reason: "\"x\"".to_owned() };
        let bare = ViewUpdate {
            seq: 7,
            head: "00ff".to_owned(),
            events: Vec::new(),
            events_from: None,
            public: part(json!({"turn": 3, "text": "\u{1}\"é"})),
            private: None,
            decision: None,
            standing: false,
            offers: None,
            undo: None,
            awaiting: Vec::new(),
            now_ms: 0,
            deadline_ms: None,
            paused: false,
            outcome: None,
        };
        let whole = ViewUpdate {
            events: vec![part(json!({"seq": 7})), part(json!({"seq": 8}))],
            events_from: Some(7),
            private: Some(part(json!({"hand": []}))),
            decision: Some(6),
            standing: true,
            offers: Some(part(json!([{"text": "Pass"}]))),
            undo: Some(TakeBack { to: 3, free: true }),
            awaiting: vec![0, 1],
            now_ms: 5,
            deadline_ms: Some(9),
            paused: true,
            outcome: Some(outcome),
            ..bare.clone()
        };
        for update in [bare, whole] {
            let message = ServerMessage::Update(update);
            let read: Value = serde_json::from_str(&text(&message)).expect("JSON");
            assert_eq!(read, serde_json::to_value(&message).expect("JSON"));
        }
    }
}
