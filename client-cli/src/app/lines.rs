//! The effect of a typed line, where there are lines and no screen.
//!
//! Here, apart from the keys, because a line says at once what keys say step by step. Meaning and
//! results are the same. It must not know where lines come from.

use super::input::{TypedChoice, UserInput, read};
use super::{App, Effect, Overlay};

impl App {
    /// Takes one line.
    pub(super) fn line(&mut self, line: &str) -> Vec<Effect> {
        if self.is_replay() {
            return self.replay_line(line.trim());
        }
        if let Some(Overlay::Confirm(question)) = self.overlay.clone() {
            return self.confirmed(question, line.trim().eq_ignore_ascii_case("yes"));
        }
        let input = read(line);
        if let UserInput::Offer(choice) = input {
            return self.choose_line(choice, line);
        }
        self.act(input)
    }

    /// Handles a line that chooses: in the lobby, among the offers, or within one.
    fn choose_line(&mut self, choice: TypedChoice, line: &str) -> Vec<Effect> {
        if self.session.update().is_none() {
            if choice == TypedChoice::Empty {
                return self.ready();
            }
            self.note("The match has not begun; ? for help.");
            return Vec::new();
        }
        if self.session.outcome().is_some() {
            let (again, quit) = (self.face().typed("rematch"), self.face().typed("q"));
            self.note(format!("The match is over: type {again}, or {quit} to quit."));
            return Vec::new();
        }
        if self.must_wait() {
            return Vec::new();
        }
        if self.walking.is_some() {
            return self.answer_line(&choice, line);
        }
        match choice {
            TypedChoice::Empty if self.session.offers().is_empty() => self.say_turn(),
            TypedChoice::Empty => self.say_offers("", false),
            TypedChoice::All => self.say_offers("", true),
            TypedChoice::Number(number) => return self.begin(number, ""),
            TypedChoice::Answers(number, answers) => return self.begin(number, &answers),
            TypedChoice::Text(text) => match text.split_once(';') {
                Some((words, answers)) => return self.begin_with(words.trim(), answers),
                None => self.say_offers(&text, false),
            },
            TypedChoice::Back => self.note("There is nothing to go back from."),
        }
        Vec::new()
    }

    /// Begins the only offer that contains some words.
    fn begin_with(&mut self, words: &str, answers: &str) -> Vec<Effect> {
        if let Some(number) = self.offers.only(words) {
            return self.begin(number, answers);
        }
        self.say_offers(words, false);
        if self.offers.find(words).len() > 1 {
            self.note("Several offers contain that: type a number instead.");
        }
        Vec::new()
    }

    /// Handles a line within an offer.
    fn answer_line(&mut self, choice: &TypedChoice, line: &str) -> Vec<Effect> {
        let Some(walking) = &mut self.walking else { return Vec::new() };
        let walk = &mut walking.walk;
        let answer = match choice {
            TypedChoice::Back => {
                if !walk.back() {
                    self.walking = None;
                }
                self.say_choices();
                return Vec::new();
            }
            TypedChoice::All => {
                walk.show_whole();
                self.say_choices();
                return Vec::new();
            }
            TypedChoice::Text(text) => text,
            TypedChoice::Empty | TypedChoice::Number(_) | TypedChoice::Answers(..) => line,
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
