//! Every decision of the rules page, by topic. `docs/RULINGS.md` names these tests.

#[path = "../support/mod.rs"]
mod support;

mod before_initiative;
mod editions;
mod initiative;
mod set_up;
