//! The harness of the black-box tests: the real binaries, over real sockets.
//!
//! [`Server`] runs `entente-server` as a child process with a [`Store`] of its own; [`Player`] is a
//! client that checks, with every message, what the protocol promises of all of them; [`Table`]
//! plays a whole match with seeded random moves; a terminal of its own shows the client as a person
//! sees it. Nothing here sleeps and no port is fixed: waiting
//! means waiting for a message, with a generous limit as a safety net. The harness knows the
//! protocol and no rule of any game.

// Helpers of tests are tests: a failure here ends the test and names its line.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use std::path::{Path, PathBuf};

pub mod deal;
pub mod frames;
pub mod http;
pub mod nats;
pub mod player;
pub mod program;
pub mod receiver;
pub mod seed;
pub mod server;
pub mod store;
pub mod table;
#[cfg(unix)]
pub mod terminal;

pub use deal::Entropy;
pub use frames::FrameClient;
pub use http::{Answer, Http};
pub use nats::Nats;
pub use player::{Player, Received, Refused};
pub use receiver::{Call, Receiver};
pub use seed::Seed;
pub use server::{Ended, Server, Setup, Stopped};
pub use store::Store;
pub use table::{Made, Table};

/// The game that is played through the wire.
pub const GAME: &str = protocol::games::europe_divided::ID;

/// Returns the root folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("a workspace").to_owned()
}

/// The longest that anything may take before a test gives up on it.
pub const PATIENCE: std::time::Duration = std::time::Duration::from_mins(1);

/// Checks whether an id occurs in a text as a word of its own. A part of a longer id does not
/// count: a card of Ukraine in the headline of its gas disputes, or a short id in a random room id.
pub fn mentions(text: &str, id: &str) -> bool {
    let joins = |sign: Option<char>| sign.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-');
    text.match_indices(id).any(|(at, _)| {
        !joins(text[..at].chars().next_back()) && !joins(text[at + id.len()..].chars().next())
    })
}
