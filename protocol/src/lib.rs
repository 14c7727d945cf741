//! Entente's protocol, version 1: one type for every message between a server and its clients.
//!
//! This crate is a leaf. It knows the form of messages ([`envelope`], [`room`], [`notice`],
//! [`archive`], [`feature`], [`handicap`], [`hint`], [`lesson`], [`offer`], [`mod@open`], [`point`], [`program`], [`reference`](mod@reference), [`rejection`], [`undo`], [`source`], [`games`]) and reads
//! frames strictly ([`scan`]); it must not know a rule of any game, a socket or a file. Clients and bots in
//! Rust need this crate and no other of Entente's. The JSON Schema of all types is [`schema::document`],
//! and [`examples`] shows each of them.

pub mod archive;
pub mod counts;
pub mod envelope;
pub mod examples;
pub mod feature;
pub mod games;
pub mod handicap;
pub mod hint;
pub mod ids;
pub mod lesson;
mod map;
pub mod notice;
pub mod offer;
pub mod open;
pub mod point;
pub mod program;
pub mod reference;
pub mod rejection;
pub mod room;
pub mod scan;
pub mod schema;
pub mod source;
pub mod undo;

pub use counts::Counts;
pub use envelope::{ClientMessage, Event, Limits, Outcome, Re, ServerMessage, Update, You};
pub use feature::Feature;
pub use handicap::Handicap;
pub use offer::{Offer, Placeholder};
pub use open::{Open, OpenSet};
pub use reference::Reference;
pub use rejection::{Code, Rejection};
pub use room::Room;
pub use source::Source;
pub use undo::{TableOptions, TakeBack, UndoPolicy};

/// The number that a client finds in `welcome.protocol`.
pub const PROTOCOL_VERSION: u32 = 1;

/// The WebSocket subprotocol of version 1.
pub const SUBPROTOCOL: &str = "entente.v1";

/// The largest message that a client sends, in bytes. A server's may be larger: see [`MAX_OFFERS_BYTES`].
pub const MAX_MESSAGE_BYTES: usize = 16 * 1024;

/// The most offers in one update.
pub const MAX_OFFERS: usize = 256;

/// The most bytes that the offers of one update take as JSON.
pub const MAX_OFFERS_BYTES: usize = 64 * 1024;
