//! One folder per game; games never name each other.

pub mod balance_of_power;
pub mod europe;
pub mod europe_divided;
