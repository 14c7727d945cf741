//! Entente's terminal client: play, watch and a random bot, all over the public protocol.
//!
//! [`connection`] keeps the line to a room, [`session`] knows what came over it, [`play`],
//! [`watch`] and [`bot`] present it; [`render`] turns views into text. It knows the protocol and
//! the fairness scheme; it must never know a rule of any game, so it does not link the engine.

pub mod api;
pub mod args;
pub mod backoff;
pub mod connection;
pub mod error;
pub mod heads;
pub mod link;
pub mod paper;
pub mod render;
pub mod saved;
pub mod seal;
pub mod session;
#[cfg(test)]
pub(crate) mod testing;
pub mod wire;
