//! What belongs to one game: its options, commands, events and views on the wire.

pub mod europe;
pub mod europe_divided;
