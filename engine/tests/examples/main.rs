//! Every example that a rulebook prints is a test, named after it.
//!
//! `first_a` and `first_b` are the two texts of the first edition, `revised` is the revised edition;
//! where they print the same example they share its scenario, played with the rules of their edition.
//! `balance_of_power` has the other game's reference cards.

// A test looks for the events that it is about.
#![allow(clippy::wildcard_enum_match_arm)]

#[path = "../support/balance_of_power.rs"]
mod balance_support;
#[path = "../support/mod.rs"]
mod support;

mod cards;
mod table;

mod balance_of_power;
mod first_a;
mod first_b;
mod revised;
