//! Events with the cause that brought them about.

use protocol::games::europe_divided::{Cause, Event};

use crate::game::{Audience, EventSink};

/// A sink that adds a cause to every event that it passes on.
pub(super) struct By<'a, S>(pub(super) Cause, pub(super) &'a mut S);

impl<S: EventSink<Event>> EventSink<Event> for By<'_, S> {
    fn emit(&mut self, audience: Audience, event: Event) {
        self.1.emit(audience, event.caused(self.0));
    }
}
