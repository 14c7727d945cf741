//! Telling events: to everyone, or to one side alone.

use protocol::games::europe_divided::{Cause, Event, Side};

use crate::game::{Audience, EventSink, Seat};

/// Where this game's events go.
pub(super) trait Sink: EventSink<Event> {
    /// Tells everyone.
    fn all(&mut self, event: Event) {
        self.tell(Audience::All, event);
    }

    /// Tells one side alone.
    fn only(&mut self, side: Side, event: Event) {
        self.tell(Audience::Only(seat_of(side)), event);
    }
}

impl<T: EventSink<Event>> Sink for T {}

/// Says of what is told by what it was brought about.
pub(super) struct By<'a, S>(pub(super) Cause, pub(super) &'a mut S);

impl<S: Sink> EventSink<Event> for By<'_, S> {
    fn tell(&mut self, audience: Audience, event: Event) {
        self.1.tell(audience, event.caused(self.0));
    }
}

/// The seat that plays a side.
pub(super) const fn seat_of(side: Side) -> Seat {
    Seat(side as u8)
}

/// The side that a seat plays; there are two.
pub(super) const fn side_of(seat: Seat) -> Side {
    if seat.0 == 0 { Side::Europe } else { Side::Russia }
}
