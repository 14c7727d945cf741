//! Matches of minds against each other, in process and without sockets.

pub mod balance;
pub mod europe;
pub mod habits;
pub mod ladder;
pub mod manners;
pub mod person;
pub mod place;
pub mod player;
pub mod puzzles;
pub mod reference;
pub mod seeing;
pub mod series;
pub mod train;
