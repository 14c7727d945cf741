//! Every decision of the rules page, by topic; `docs/rulings/europe-divided.md` names these tests.

// A test looks for the events that it is about.
#![allow(clippy::wildcard_enum_match_arm)]

mod actions;
mod advantages;
mod armies;
mod before_initiative;
pub(crate) mod editions;
mod europe_cards;
mod fracture;
mod handicap;
mod headlines;
mod hidden;
mod initiative;
mod russia_cards;
mod scoring;
mod seas;
mod set_up;
mod windows;
