//! What a typed line does, where there are lines and no screen.
//!
//! Here, apart from the keys, because a line says at once what keys come to step by step. What it
//! means, and what it comes to, is the same. It must not know where lines come from.

use super::{App, Effect, Overlay, Show};
use crate::play::input::{Choice, Input, read};

impl App {
    /// Takes one line.
    pub(super) fn line(&mut self, line: &str) -> Vec<Effect> {
        if let Some(Overlay::Confirm(question)) = self.overlay.clone() {
            return self.confirmed(question, line.trim().eq_ignore_ascii_case("yes"));
        }
        let input = read(line);
        if let Input::Choice(choice) = input {
            return self.choose_line(choice, line);
        }
        self.act(input)
    }

    /// A line that chooses: in the lobby, among the offers, or within one.
    fn choose_line(&mut self, choice: Choice, line: &str) -> Vec<Effect> {
        if self.session.update().is_none() {
            if choice == Choice::Empty {
                return self.ready();
            }
            self.note("The match has not begun; ? for help.");
            return Vec::new();
        }
        if self.session.outcome().is_some() {
            self.note("The match is over: type rematch, or q to quit.");
            return Vec::new();
        }
        if self.must_wait() {
            return Vec::new();
        }
        if self.walking.is_some() {
            return self.answer_line(&choice, line);
        }
        match choice {
            Choice::Empty if self.session.offers().is_empty() => self.show(Show::Turn),
            Choice::Empty => self.show_offers("", false),
            Choice::All => self.show_offers("", true),
            Choice::Number(number) => return self.begin(number, ""),
            Choice::Answers(number, answers) => return self.begin(number, &answers),
            Choice::Text(text) => match text.split_once(';') {
                Some((words, answers)) => return self.begin_with(words.trim(), answers),
                None => self.show_offers(&text, false),
            },
            Choice::Back => self.note("There is nothing to go back from."),
        }
        Vec::new()
    }

    fn show_offers(&mut self, filter: &str, all: bool) {
        self.show(Show::Offers { filter: filter.to_owned(), all });
    }

    /// Begins the only offer that contains some words.
    fn begin_with(&mut self, words: &str, answers: &str) -> Vec<Effect> {
        if let Some(number) = self.book.only(words) {
            return self.begin(number, answers);
        }
        self.show_offers(words, false);
        if self.book.find(words).len() > 1 {
            self.note("Several offers contain that: type a number instead.");
        }
        Vec::new()
    }

    /// A line within an offer.
    fn answer_line(&mut self, choice: &Choice, line: &str) -> Vec<Effect> {
        let Some(walking) = &mut self.walking else { return Vec::new() };
        let walk = &mut walking.walk;
        let answer = match choice {
            Choice::Back => {
                if !walk.back() {
                    self.walking = None;
                }
                self.show(Show::Choices);
                return Vec::new();
            }
            Choice::All => {
                walk.show_whole();
                self.show(Show::Choices);
                return Vec::new();
            }
            Choice::Text(text) => text,
            Choice::Empty | Choice::Number(_) | Choice::Answers(..) => line,
        };
        let answered = if answer.contains(';') {
            let mut further = walk.clone();
            further.answers(answer).map(|()| *walk = further)
        } else {
            walk.answer(answer)
        };
        match answered {
            Ok(()) => self.step(),
            Err(why) => {
                self.note(format!("{why}."));
                Vec::new()
            }
        }
    }
}
