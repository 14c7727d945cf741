//! Balance of Power through the public interface of its rules: the printed examples of the
//! reference cards, the rulings, and the component data that are refused.

// A test looks for the events that it is about.
#![allow(clippy::wildcard_enum_match_arm)]

#[path = "../support/shipped.rs"]
mod shipped;
mod support;

mod catalogue;
mod examples;
mod reasons;
mod rulings;
