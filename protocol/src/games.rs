//! Each game's own types: its options, commands, events and views on the wire.

pub mod balance_of_power;
pub mod europe;
pub mod europe_divided;
