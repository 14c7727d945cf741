//! Lines that are typed before their time.
//!
//! A pipe has sent everything before the server has sent a word. So lines are read as they come, and
//! wait here until line mode has a use for them: reading never waits for the match, and the end of
//! the input is seen at once. It must not know when a line is due.

use std::collections::VecDeque;

use tokio::sync::mpsc;

use crate::app::input::{UserInput, read};

/// Number of lines that may wait; with more of them the input is taken to have ended.
pub const MAX_WAITING: usize = 1_000;

/// An event of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadLine {
    /// A line, which waits now.
    Line,
    /// The end of the input, or a request to quit after what waits.
    End,
    /// A line too many.
    Surplus,
}

/// Typed lines, in order.
#[derive(Debug)]
pub struct Lines {
    source: mpsc::Receiver<String>,
    by_program: bool,
    waiting: VecDeque<String>,
    ended: bool,
}

impl Lines {
    /// Reads lines from `source`; a program cannot see what is asked, a person can.
    pub fn new(source: mpsc::Receiver<String>, by_program: bool) -> Self {
        Self { source, by_program, waiting: VecDeque::new(), ended: false }
    }

    /// Checks whether a program types.
    pub fn by_program(&self) -> bool {
        self.by_program
    }

    /// Checks whether the input has ended.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the lines that wait.
    pub fn waiting(&self) -> &VecDeque<String> {
        &self.waiting
    }

    /// Returns the first line that waits.
    pub fn take(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }

    /// Returns the next line, for a question that is open already.
    pub async fn next(&mut self) -> Option<String> {
        match self.take() {
            None if !self.ended => self.source.recv().await,
            line => line,
        }
    }

    /// Reads on; may be cancelled without losing anything. Quitting is noticed at once: a person
    /// gives up what waits, a program ends its input.
    pub async fn read(&mut self) -> ReadLine {
        let line = self.source.recv().await;
        let full = self.waiting.len() == MAX_WAITING;
        let quits = line.as_deref().is_some_and(|line| read(line) == UserInput::Quit);
        match line {
            Some(_) if quits && self.by_program => {}
            Some(_) if quits && !self.waiting.is_empty() => self.waiting.clear(),
            Some(line) if !full => {
                self.waiting.push_back(line);
                return ReadLine::Line;
            }
            Some(_) | None => {}
        }
        self.ended = true;
        if full && !quits { ReadLine::Surplus } else { ReadLine::End }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(by_program: bool, typed: &[&str]) -> Lines {
        let (keys, source) = mpsc::channel(MAX_WAITING + 1);
        for line in typed {
            keys.try_send((*line).to_owned()).unwrap();
        }
        Lines::new(source, by_program)
    }

    #[tokio::test]
    async fn lines_keep_their_order_and_the_end_comes_behind_them() {
        let mut lines = lines(true, &["1", "2"]);
        assert_eq!([lines.read().await, lines.read().await], [ReadLine::Line, ReadLine::Line]);
        assert_eq!((lines.read().await, lines.has_ended()), (ReadLine::End, true));
        assert_eq!(lines.take().as_deref(), Some("1"));
        assert_eq!(lines.next().await.as_deref(), Some("2"));
        assert_eq!(lines.next().await, None);
    }

    #[tokio::test]
    async fn quitting_gives_up_what_a_person_typed_and_not_what_a_program_did() {
        for (by_program, left) in [(true, 1), (false, 0)] {
            let mut lines = lines(by_program, &["1", "q", "2"]);
            assert_eq!([lines.read().await, lines.read().await], [ReadLine::Line, ReadLine::End]);
            assert_eq!((lines.has_ended(), lines.waiting().len()), (true, left));
        }
        // Alone it is a line like any other: within a question it may mean something else.
        assert_eq!(lines(false, &["q"]).read().await, ReadLine::Line);
    }

    #[tokio::test]
    async fn a_line_too_many_ends_the_input() {
        let mut lines = lines(true, &["1"; MAX_WAITING + 1]);
        for _ in 0..MAX_WAITING {
            assert_eq!(lines.read().await, ReadLine::Line);
        }
        assert_eq!((lines.read().await, lines.has_ended()), (ReadLine::Surplus, true));
        assert_eq!(lines.waiting().len(), MAX_WAITING);
    }
}
