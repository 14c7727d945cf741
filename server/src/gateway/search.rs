//! The search for a room by whoever asks it once: gone on with while the room goes from one server to another.

use tokio::time::{Instant, sleep};

use crate::cluster::{LOOKED_FOR, PAUSE};
use crate::rooms::{Refusal, Rooms, Whereabouts};

/// A search for the room with a code.
pub(super) struct RoomSearch<'a> {
    rooms: &'a Rooms,
    code: &'a str,
    until: Instant,
    looked: bool,
}

impl<'a> RoomSearch<'a> {
    /// Begins to look for a room.
    pub(super) fn of(rooms: &'a Rooms, code: &'a str) -> Self {
        Self { rooms, code, until: Instant::now() + LOOKED_FOR, looked: false }
    }

    /// Returns where the room is: for the first time, or after it had gone from where it was said to be, which
    /// takes a pause. Refused once it was looked for long enough, or the server is about to stop.
    pub(super) async fn next(&mut self) -> Result<Whereabouts, Refusal> {
        let mut failed = Refusal::storage();
        loop {
            if self.looked {
                if self.rooms.draining() {
                    return Err(Refusal::draining());
                }
                if Instant::now() >= self.until {
                    return Err(failed);
                }
                sleep(PAUSE).await;
            }
            self.looked = true;
            match self.rooms.locate(self.code).await {
                Err(refusal) if refusal.passing() => failed = refusal,
                found => return found,
            }
        }
    }
}
