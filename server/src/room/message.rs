//! Messages in the server's own types: the games' parts are texts, serialised once.

use bytestring::ByteString;
use engine::table::Json;
use protocol::{ServerMessage, Update};
use serde::Deserialize;

/// The most events in one update.
pub const UPDATE_EVENTS: usize = 500;

/// Numbers the connections of a room.
pub type ConnectionId = u64;

/// A message in the server's own types.
pub(crate) type WireMessage = ServerMessage<Json, Vec<Json>, Json>;

/// An update in the server's own types.
pub(crate) type ViewUpdate = Update<Json, Vec<Json>, Json>;

/// Serialises a message as JSON, to be shared by all who get it, up to their sockets, without a copy.
pub(crate) fn text(message: &WireMessage) -> ByteString {
    // Messages are plain structs with string keys, for which serialisation cannot fail.
    serde_json::to_string(message).unwrap_or_default().into()
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
