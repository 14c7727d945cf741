//! Europe through the public interface of its rules: the worked examples, what the rulings decide,
//! and which component data are refused.

// A test looks for the events that it is about.
#![allow(clippy::wildcard_enum_match_arm)]

#[path = "../support/shipped.rs"]
mod shipped;
mod support;

mod catalogue;
mod examples;
mod rulings;
