//! When a typed line has its effect.
//!
//! A person sees what is asked and is answered at once. A program does not: what it says of the match
//! waits for the match, and an answer for its question, one after the other. Here, apart from what a
//! line does, because nothing may wait for ever: once the input has ended, so does the waiting.

use std::time::Duration;

use protocol::room::RoomState;
use tokio::time::Instant;

use super::Desk;
use crate::error::Error;
use crate::paper::Style;
use crate::play::ahead::{Came, Lines, MAX_WAITING};
use crate::play::input::{Input, read};

/// After the end of the input, how long nothing may happen while something of it waits.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// After the end of the input, how long what waits of it may take altogether.
const LONGEST_STAY: Duration = Duration::from_mins(10);

/// Until when it is waited for what is left of the input.
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

    /// Something has happened.
    pub(super) fn goes_on(&mut self) {
        self.until = (Instant::now() + LAST_ANSWERS).min(self.latest);
    }
}

impl Desk<'_> {
    /// Takes in what came from the keyboard.
    pub(super) fn came(&mut self, came: Came) -> Result<(), Error> {
        if came == Came::Surplus {
            let text = format!("More than {MAX_WAITING} lines wait: no further one is read.");
            self.paper.styled(Style::Alert, text)?;
        }
        if came != Came::Line {
            self.leaving = Some(Leaving::new());
        }
        Ok(())
    }

    /// Whether the time of the first line that waits has come.
    pub(super) fn is_next_due(&self, lines: &Lines) -> bool {
        lines.waiting().front().is_some_and(|line| self.is_due(line, lines.by_program()))
    }

    fn is_due(&self, line: &str, by_program: bool) -> bool {
        let input = read(line);
        let (session, room_owed) = (self.app.session(), self.app.is_room_owed());
        let Some(room) = session.room() else {
            return matches!(input, Input::Quit | Input::Help);
        };
        if !by_program || self.app.is_asking() || session.is_over() {
            return true;
        }
        let of_the_match = match input {
            Input::Quit
            | Input::Help
            | Input::Incomplete(_)
            | Input::Chat(_)
            | Input::Bot(_)
            | Input::Leave
            | Input::Notify(_) => return !room_owed,
            Input::Choice(_) | Input::Ready => !session.offers().is_empty(),
            Input::Act(_) | Input::Rematch | Input::Board | Input::Time | Input::Log(_) => true,
        };
        if session.update().is_none() {
            // Who is not ready yet says so with a choice; who is waits for the match.
            let ready = session.own_seat().is_some_and(|seat| seat.ready);
            return room.state == RoomState::Lobby && !ready && !room_owed;
        }
        of_the_match && (session.is_timed() || !session.answer_pending())
    }

    /// Whether the input has ended and nothing of it is still to be done or answered.
    pub(super) fn is_done(&self, lines: &Lines) -> bool {
        let answered = self.app.session().acts().next().is_none() && !self.app.is_room_owed();
        self.leaving.is_some() && lines.waiting().is_empty() && answered
    }

    /// Waiting has to end.
    pub(super) fn too_late(&mut self, lines: &Lines) -> Result<(), Error> {
        let text = match lines.waiting().front() {
            Some(line) => format!(
                "The input has ended, and the time of {} of its lines did not come, from {line:?} on.",
                lines.waiting().len()
            ),
            None => "The last answer of the server did not come in time.".to_owned(),
        };
        Ok(self.paper.styled(Style::Alert, text)?)
    }
}
