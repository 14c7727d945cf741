//! The bodies of the fuzz targets: one function a target, from bytes to a verdict.
//!
//! A target returns when every promise held and panics when one broke, so a fuzzer needs to know
//! nothing, and the kept inputs are replayed by an ordinary test. The fuzzer itself, its corpus and
//! its shells are in `tests/fuzz/`. Targets go through the public surface of the crates that they are
//! about. Never part of the server.

mod boards;
mod choices;
mod edit;
mod honest;
mod matches;
mod messages;
mod oracle;
mod screen;
mod set_up;
mod stored;
mod texts;

pub use boards::boards;
pub use matches::any_match;
pub use messages::{canonical, client_message};
pub use screen::server_message;
pub use set_up::{catalogue, options};
pub use stored::{entry, record};
pub use texts::{name, room_code};

/// A target: returns if all promises held.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also the name of its corpus.
pub const TARGETS: [(&str, Target); 10] = [
    ("any_match", any_match),
    ("canonical", canonical),
    ("catalogue", catalogue),
    ("client_message", client_message),
    ("entry", entry),
    ("name", name),
    ("options", options),
    ("record", record),
    ("room_code", room_code),
    ("server_message", server_message),
];
