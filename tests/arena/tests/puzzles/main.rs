//! Puzzles: positions in which there is one thing to see, and how many of them the levels see.

mod balance_of_power;
mod europe_divided;
