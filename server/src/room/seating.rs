//! The seating of a program, as it is handed to a room, and the mark that says that the program has its seat.
//!
//! Apart from what the room does with it, which inputs must not know.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use protocol::room::Program;

/// The holding of a seat by a program, for as long as the seat is the program's.
#[derive(Debug, Default)]
pub(crate) struct ProgramSeat {
    connected: AtomicBool,
}

impl ProgramSeat {
    /// Checks whether the program has ever connected to the seat.
    pub(crate) fn connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed)
    }

    /// Takes note that the program has connected.
    pub(crate) fn connect(&self) {
        self.connected.store(true, Ordering::Relaxed);
    }
}

/// A program that is to have a seat.
pub(crate) struct SeatingProgram {
    pub(crate) name: String,
    pub(crate) program: Program,
    pub(crate) holding: Arc<ProgramSeat>,
}
