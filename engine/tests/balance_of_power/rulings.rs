//! Every decision of the rules page, by topic; `docs/rulings/balance-of-power.md` names these tests.

mod attack;
mod beginning;
mod handicap;
mod turn;
