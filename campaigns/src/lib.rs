//! Campaigns: each breaks something on purpose, many times, and counts what was lost, told or let
//! through. They use the real binaries over real sockets wherever that is what a promise is about.
//!
//! `cargo run --release -p campaigns -- <name>` runs one at full size and ends in one line of
//! [`figures::Figures`]; `tests/` beside runs each in small. docs/RELIABILITY.md holds the figures
//! and the command that reproduces each. A campaign takes and prints its seed.

pub mod figures;
pub mod schedules;
pub mod simulation;
pub mod ties;
