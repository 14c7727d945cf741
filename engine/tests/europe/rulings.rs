//! Every decision of the rules page, by topic. `docs/rulings/europe.md` names these tests.

mod cards;
mod clean_up;
mod crises;
mod handicap;
mod resigning;
mod rounds;
mod trade;
mod untimed;
