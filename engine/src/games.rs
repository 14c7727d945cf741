//! One folder per game; games never name each other.

pub mod europe;
pub mod europe_divided;
