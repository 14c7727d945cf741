//! Matches of minds against each other, in process and without sockets.

pub mod habits;
pub mod place;
pub mod player;
pub mod series;
pub mod train;
