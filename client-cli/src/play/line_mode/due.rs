//! The moment at which a typed line takes effect.
//!
//! A person sees what is asked and is answered at once. A program does not: its lines about the match
//! wait for the match, and an answer for its question, one after the other. Here, apart from the
//! effect of a line, because nothing may wait for ever: once the input has ended, so does the
//! waiting.

use std::time::Duration;

use protocol::room::RoomState;
use tokio::time::Instant;

use super::LineMode;
use crate::app::input::{UserInput, read};
use crate::error::Error;
use crate::paper::Tone;
use crate::play::ahead::{Lines, MAX_WAITING, ReadLine};

/// After the end of the input, how long nothing may happen while something of it waits.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// After the end of the input, how long what waits of it may take altogether.
const LONGEST_STAY: Duration = Duration::from_mins(10);

/// Deadline for what is left of the input.
#[derive(Debug)]
pub(super) struct Leaving {
    until: Instant,
    latest: Instant,
}

impl Leaving {
    fn new() -> Self {
        let now = Instant::now();
        Self { until: now + LAST_ANSWERS, latest: now + LONGEST_STAY }
    }

    pub(super) fn until(&self) -> Instant {
        self.until
    }

    /// Extends the wait, since something has happened.
    pub(super) fn goes_on(&mut self) {
        self.until = (Instant::now() + LAST_ANSWERS).min(self.latest);
    }
}

impl LineMode<'_> {
    /// Takes in what came from the keyboard.
    pub(super) fn received(&mut self, received: ReadLine) -> Result<(), Error> {
        if received == ReadLine::Surplus {
            let text = format!("More than {MAX_WAITING} lines wait: no further one is read.");
            self.paper.styled(Tone::Alert, text)?;
        }
        if received != ReadLine::Line {
            self.leaving = Some(Leaving::new());
        }
        Ok(())
    }

    /// Checks whether the first waiting line is due.
    pub(super) fn is_next_due(&self, lines: &Lines) -> bool {
        lines.waiting().front().is_some_and(|line| self.is_due(line, lines.by_program()))
    }

    fn is_due(&self, line: &str, by_program: bool) -> bool {
        let input = read(line);
        let (session, room_owed) = (self.app.session(), self.app.is_room_owed());
        let Some(room) = session.room() else {
            return matches!(input, UserInput::Quit | UserInput::Help);
        };
        if !by_program || self.app.is_asking() || session.is_over() {
            return true;
        }
        let of_the_match = match input {
            UserInput::Quit
            | UserInput::Help
            | UserInput::Incomplete(..)
            | UserInput::Chat(_)
            | UserInput::Bot(..)
            | UserInput::Program(_)
            | UserInput::Leave
            | UserInput::Notify(_) => return !room_owed,
            UserInput::Offer(_) | UserInput::Ready => !session.offers().is_empty(),
            UserInput::Act(_)
            | UserInput::Rematch
            | UserInput::Board
            | UserInput::Time
            | UserInput::Log(_)
            | UserInput::Rules(_)
            | UserInput::Advice => true,
        };
        if session.update().is_none() {
            // Who is not ready yet says so with a choice; who is waits for the match.
            let ready = session.own_seat().is_some_and(|seat| seat.ready);
            return room.state == RoomState::Lobby && !ready && !room_owed;
        }
        of_the_match && (session.is_timed() || !session.answer_pending())
    }

    /// Checks whether the input has ended and nothing of it is still to be done or answered.
    pub(super) fn is_done(&self, lines: &Lines) -> bool {
        let answered = self.app.session().pending().next().is_none() && !self.app.is_room_owed();
        self.leaving.is_some() && lines.waiting().is_empty() && answered
    }

    /// Reports that waiting has to end.
    pub(super) fn too_late(&mut self, lines: &Lines) -> Result<(), Error> {
        let text = match lines.waiting().front() {
            Some(line) => format!(
                "The input has ended, and the time of {} of its lines did not come, from {line:?} on.",
                lines.waiting().len()
            ),
            None => "The last answer of the server did not come in time.".to_owned(),
        };
        Ok(self.paper.styled(Tone::Alert, text)?)
    }
}
