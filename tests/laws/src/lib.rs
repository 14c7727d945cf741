//! The laws that every match must keep, and random matches to try them on.
//!
//! Shared by the engine's contract tests, the campaigns and the fuzz targets, so that all three
//! mean the same by a law. [`rules`] plays typed games at full speed, [`wire_match`] plays over
//! JSON as the server does, [`conserved`] lists for each game what can neither come into being nor
//! get lost, [`soak`] puts a whole match under every law, [`altered`] does so with altered
//! component data, [`lessons`] deals those of lessons and puzzles, [`endless`] repeats inputs that are not moves,
//! [`words`] reads the texts for players, [`rotation`] chooses the cases of a run where there are too many alike.
//! A broken law is a panic that names its seed. Never part of the server.

pub mod altered;
pub mod conserved;
pub mod endless;
pub mod lessons;
pub mod rng;
pub mod rotation;
pub mod rules;
pub mod soak;
pub mod wire_match;
pub mod words;

pub use conserved::{Lawful, Task, with};
pub use rng::Rng;
