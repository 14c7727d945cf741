//! Matches of minds against each other, in process and without sockets.

pub mod europe;
pub mod player;
pub mod reference;
pub mod series;
pub mod train;
