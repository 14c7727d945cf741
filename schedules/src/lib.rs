//! The rooms of the server under every order in which their tasks may run.
//!
//! `server/src/rooms` is compiled here a second time, as it stands, where `tokio` is this crate: its
//! channels and tasks are shuttle's, which switches between tasks as a seed says, and its time moves
//! only when a scenario moves it. So the code under test is the server's, the server knows nothing
//! of it, and a lost wake-up is a deadlock that shuttle finds. What runs between two uses of a
//! channel, a lock of the outbox or an atomic counter included, is one step here.

// The unit tests of the rooms are run where the rooms live, on the real tokio.
#![cfg(not(test))]

extern crate self as tokio;

#[path = "../../server/src/rooms/mod.rs"]
pub mod rooms;
mod scenario;
mod store;
pub mod task;
pub mod time;
#[allow(dead_code)]
#[path = "../../server/tests/it/support/game.rs"]
mod toy;

pub use scenario::{Scenario, run};
pub use server::{licences, log, metrics, notices, settings};
pub use shuttle_tokio::{select, spawn, sync};
