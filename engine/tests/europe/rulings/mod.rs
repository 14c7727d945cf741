//! Every decision of the rules page, by topic. `docs/rulings/europe.md` names these tests.
