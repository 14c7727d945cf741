//! The client against a hand-driven server over real sockets.

#![allow(clippy::unwrap_used, reason = "a fake that fails fails the test")]

mod ahead;
mod bot;
mod connection;
mod fake;
mod kept;
mod lies;
mod person;
mod play;
mod restored;
mod seats;
mod steering;
mod timed;
