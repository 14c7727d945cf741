//! Every example that a rulebook prints is a test, named after it.
//!
//! `first_a` and `first_b` are the two texts of the first edition, `revised` is the revised edition;
//! where they print the same example they share its scenario, played with the rules of their edition.

// A test looks for the events that it is about.
#![allow(clippy::wildcard_enum_match_arm)]

mod cards;
mod table;

mod first_a;
mod first_b;
mod revised;
