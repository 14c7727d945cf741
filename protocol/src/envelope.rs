//! The messages that travel over the socket: [`ClientMessage`] and [`ServerMessage`].
//!
//! The server reads client messages strictly ([`ClientMessage::parse`]); clients ignore fields that
//! they do not know, so that version 1 may grow.

mod client;
mod server;

pub use client::{ClaimOutcome, ClientMessage, Malformed, RE_TYPE_BYTES, Re};
pub use server::{ChatLine, Event, Limits, Outcome, ServerMessage, Update, Welcome, You};
