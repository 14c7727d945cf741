//! Lines that are typed before their time.
//!
//! A pipe has said everything before the server has said a word. So lines are read as they come, and
//! wait here until the desk has a use for them: reading never waits for the match, and the end of the
//! input is seen at once. It must not know when a line is due.

use std::collections::VecDeque;

use tokio::sync::mpsc;

use super::input::{Input, read};

/// How many lines may wait; with more of them the input is taken to have ended.
pub const MAX_WAITING: usize = 1_000;

/// What came from the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Came {
    /// A line, which waits now.
    Line,
    /// The end of the input, or the wish to quit after what waits.
    End,
    /// A line too many.
    Surplus,
}

/// What is typed, in its order.
#[derive(Debug)]
pub struct Lines {
    source: mpsc::Receiver<String>,
    by_program: bool,
    waiting: VecDeque<String>,
    ended: bool,
}

impl Lines {
    /// Lines from there; a program cannot see what is asked, a person can.
    pub fn new(source: mpsc::Receiver<String>, by_program: bool) -> Self {
        Self { source, by_program, waiting: VecDeque::new(), ended: false }
    }

    /// Whether a program types.
    pub fn by_program(&self) -> bool {
        self.by_program
    }

    /// Whether nothing more comes.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The lines that wait.
    pub fn waiting(&self) -> &VecDeque<String> {
        &self.waiting
    }

    /// The first line that waits.
    pub fn take(&mut self) -> Option<String> {
        self.waiting.pop_front()
    }

    /// The next line, for a question that stands already.
    pub async fn next(&mut self) -> Option<String> {
        match self.take() {
            None if !self.ended => self.source.recv().await,
            line => line,
        }
    }

    /// Reads on; may be called off without losing anything. Who quits is heard at once: a person
    /// gives up what waits, a program has said its last.
    pub async fn read(&mut self) -> Came {
        let line = self.source.recv().await;
        let full = self.waiting.len() == MAX_WAITING;
        let quits = line.as_deref().is_some_and(|line| read(line) == Input::Quit);
        match line {
            Some(_) if quits && self.by_program => {}
            Some(_) if quits && !self.waiting.is_empty() => self.waiting.clear(),
            Some(line) if !full => {
                self.waiting.push_back(line);
                return Came::Line;
            }
            Some(_) | None => {}
        }
        self.ended = true;
        if full && !quits { Came::Surplus } else { Came::End }
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
        assert_eq!([lines.read().await, lines.read().await], [Came::Line, Came::Line]);
        assert_eq!((lines.read().await, lines.has_ended()), (Came::End, true));
        assert_eq!(lines.take().as_deref(), Some("1"));
        assert_eq!(lines.next().await.as_deref(), Some("2"));
        assert_eq!(lines.next().await, None);
    }

    #[tokio::test]
    async fn quitting_gives_up_what_a_person_typed_and_not_what_a_program_did() {
        for (by_program, left) in [(true, 1), (false, 0)] {
            let mut lines = lines(by_program, &["1", "q", "2"]);
            assert_eq!([lines.read().await, lines.read().await], [Came::Line, Came::End]);
            assert_eq!((lines.has_ended(), lines.waiting().len()), (true, left));
        }
        // Alone it is a line like any other: within a question it may mean something else.
        assert_eq!(lines(false, &["q"]).read().await, Came::Line);
    }

    #[tokio::test]
    async fn a_line_too_many_ends_the_input() {
        let mut lines = lines(true, &["1"; MAX_WAITING + 1]);
        for _ in 0..MAX_WAITING {
            assert_eq!(lines.read().await, Came::Line);
        }
        assert_eq!((lines.read().await, lines.has_ended()), (Came::Surplus, true));
        assert_eq!(lines.waiting().len(), MAX_WAITING);
    }
}
