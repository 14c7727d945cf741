//! Every decision of the rules page, by topic. `docs/RULINGS.md` names these tests.

// A test looks for the events that it is about.
#![allow(clippy::wildcard_enum_match_arm)]

#[path = "../support/balance_of_power.rs"]
mod balance_support;
#[path = "../support/mod.rs"]
mod support;

mod actions;
mod advantages;
mod armies;
mod balance_attack;
mod balance_beginning;
mod balance_turn;
mod before_initiative;
mod editions;
mod europe_cards;
mod fracture;
mod headlines;
mod hidden;
mod initiative;
mod page;
mod russia_cards;
mod scoring;
mod seas;
mod set_up;
mod windows;
