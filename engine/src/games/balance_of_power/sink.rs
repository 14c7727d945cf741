//! Telling events: to everyone, or to one seat alone.

use protocol::games::balance_of_power::Event;

use crate::game::{Audience, EventSink, Seat};

/// Where this game's events go.
pub(super) trait Sink: EventSink<Event> {
    /// Tells everyone.
    fn all(&mut self, event: Event) {
        self.tell(Audience::All, event);
    }

    /// Tells one seat alone.
    fn only(&mut self, seat: u8, event: Event) {
        self.tell(Audience::Only(Seat(seat)), event);
    }
}

impl<T: EventSink<Event>> Sink for T {}
