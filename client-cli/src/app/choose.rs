//! Choosing: an offer, the choices within it, and what is sent in the end.
//!
//! Here, apart from the keys, because pointing, typing and clicking have the same results. It must
//! not know which key did it.

use protocol::Offer;
use serde_json::Value;

use super::editor::Finder;
use super::input::{TypedChoice, UserInput, read};
use super::walking::Walking;
use super::{ApiRequest, App, Confirmation, Effect, Exit, MenuItem, Tone, What};

impl App {
    /// Handles Enter: takes the typed text if it suffices by itself, else the marked item.
    pub(super) fn enter(&mut self) -> Vec<Effect> {
        if self.walking.is_some() {
            return self.answer();
        }
        let line = self.finder.line.text();
        if self.is_running() {
            if let UserInput::Offer(TypedChoice::Number(number)) = read(&line)
                && self.offers.get(number).is_some()
            {
                return self.begin(number, "");
            }
            if let UserInput::Offer(TypedChoice::Answers(number, answers)) = read(&line)
                && self.offers.get(number).is_some()
            {
                return self.begin(number, &answers);
            }
            if let Some((_, answers)) = line.split_once(';') {
                return match self.marked_offer() {
                    Some(number) => self.begin(number, answers),
                    None => self.nothing_fits(&line),
                };
            }
        }
        match self.marked() {
            Some(item) if self.is_ahead(&item) => {
                self.finder.pointed = true;
                self.note(format!("Enter once more sends it: {}.", item.text));
                Vec::new()
            }
            Some(item) => self.choose(item),
            None if line.is_empty() => Vec::new(),
            None => self.nothing_fits(&line),
        }
    }

    /// Checks whether Enter may have been meant for the previous question: it would at once send an
    /// item nobody has pointed at, although there are others to choose.
    fn is_ahead(&self, item: &MenuItem) -> bool {
        let What::Offer(number) = item.what else { return false };
        let at_once = |offer: &Offer| self.walk(&offer.command).is_complete();
        let several = self.offers.find("").len() > 1;
        let open = self.session.is_timed() || !self.session.answer_pending();
        open && !self.finder.pointed && several && self.offers.get(number).is_some_and(at_once)
    }

    fn nothing_fits(&mut self, line: &str) -> Vec<Effect> {
        let gone = line.split([' ', ';']).next().and_then(|word| word.parse().ok());
        let gone = gone.and_then(|number| self.offers.gone(number));
        let earlier = self.offers.earlier(line.split(';').next().unwrap_or_default());
        let text = match (gone, earlier) {
            (Some(gone), _) => format!("No longer possible: {gone}"),
            (None, Some(earlier)) => format!("Not offered now, as it was before: {earlier}"),
            (None, None) => format!("Nothing contains {line:?}; Esc shows all."),
        };
        self.note(text);
        Vec::new()
    }

    /// Does the action of an item.
    pub(super) fn choose(&mut self, item: MenuItem) -> Vec<Effect> {
        if let Some(why) = item.refused {
            self.note(format!("Not now: {why}."));
            return Vec::new();
        }
        self.overlay = None;
        if !self.is_running() {
            // What was typed chose this one; the next Enter must not find another by it.
            self.finder = Finder::default();
        }
        self.does(item.what)
    }

    pub(super) fn does(&mut self, what: What) -> Vec<Effect> {
        match what {
            What::Offer(number) => self.begin(number, ""),
            What::Input(input) => self.act(input),
            What::Kick(seat) => vec![Effect::Ask(ApiRequest::Free(seat))],
            What::Send => self.send(),
            What::Copy => self.copy(),
            What::Home => vec![Effect::Leave(Exit::Home)],
            What::Mouse => {
                self.config.mouse = !self.config.mouse;
                self.note(if self.config.mouse {
                    "The mouse points at choices again."
                } else {
                    "The mouse is the terminal's: it selects text. /mouse takes it again."
                });
                vec![Effect::Mouse(self.config.mouse)]
            }
        }
    }

    /// Hands the link to the clipboard, if the terminal lets it.
    pub(super) fn copy(&mut self) -> Vec<Effect> {
        let link = self.config.link.clone();
        self.note(format!(
            "Handed to the terminal for its clipboard: {link} (if nothing can be pasted, your \
             terminal does not take it)"
        ));
        vec![Effect::Copy(link)]
    }

    /// Begins an offer, with what was typed along as its first answers.
    pub(super) fn begin(&mut self, number: usize, answers: &str) -> Vec<Effect> {
        if self.must_wait() {
            return Vec::new();
        }
        let Some(Offer { command, text, .. }) = self.offers.get(number).cloned() else {
            self.no_number(number);
            return Vec::new();
        };
        let stands = |kept: &mut Walking| answers.is_empty() && *kept.walk.template() == command;
        if let Some(kept) = self.sheet.take_if(stands) {
            self.finder.line.clear();
            self.walking = Some(kept);
            self.say_choices();
            return Vec::new();
        }
        let mut walk = self.walk(&command);
        if let Err(why) = walk.answers(answers) {
            self.note(format!("Nothing sent: {why}."));
            return Vec::new();
        }
        self.finder.line.clear();
        self.walking = Some(Walking::new(number, text, walk));
        self.step()
    }

    /// Checks whether nothing can be chosen before the server has confirmed the last answer, and says
    /// so.
    pub(super) fn must_wait(&mut self) -> bool {
        let waits = self.session.answer_pending() && !self.session.is_timed();
        if waits {
            self.note(
                "Your last answer is on its way; the server has not confirmed it yet. Please wait.",
            );
        }
        waits
    }

    /// Reports that no offer has this number.
    fn no_number(&mut self, number: usize) {
        match (self.offers.gone(number), self.offers.last()) {
            (Some(gone), _) => self.note(format!("No longer possible: {number} {gone}")),
            (None, 0) => self.say_turn(),
            (None, last) => {
                self.note(format!("There is no number {number}; type 1 to {last}."));
            }
        }
    }

    fn answer(&mut self) -> Vec<Effect> {
        let Some(walking) = &mut self.walking else { return Vec::new() };
        match walking.enter() {
            Ok(()) => self.step(),
            Err(why) => {
                self.note(format!("{why}."));
                Vec::new()
            }
        }
    }

    /// Asks the next question of an offer, or sends the command.
    pub(super) fn step(&mut self) -> Vec<Effect> {
        let Some(walking) = &self.walking else { return Vec::new() };
        if !walking.walk.is_complete() {
            self.say_choices();
            return Vec::new();
        }
        if self.is_careful() {
            let text = format!("Send {}? It may not be taken back.", walking.title());
            self.confirm(text, What::Send);
            return Vec::new();
        }
        self.send()
    }

    /// Checks whether a slip of the finger would be costly: one points, nothing can be taken back
    /// freely and no clock runs.
    fn is_careful(&self) -> bool {
        let undo = self.room().and_then(|room| room.options.get("undo")).and_then(Value::as_str);
        let costly = !self.session.is_timed() && undo.is_some_and(|undo| undo != "free");
        self.config.points && costly
    }

    /// Handles a yes or no to the open confirmation.
    pub(super) fn confirmed(&mut self, question: Confirmation, yes: bool) -> Vec<Effect> {
        if !yes {
            self.back();
            self.note("Not sent.");
            self.say_choices();
            return Vec::new();
        }
        // It is taken away by what it asks about, which looks whether it was asked.
        let effects = self.does(question.yes);
        self.overlay = None;
        effects
    }

    /// Sends what was chosen.
    fn send(&mut self) -> Vec<Effect> {
        let Some(walking) = self.walking.take() else { return Vec::new() };
        let Some(command) = walking.walk.command() else {
            self.walking = Some(walking);
            return Vec::new();
        };
        let Some(decision) = self.session.decision() else {
            self.note("The question is no longer open.");
            return Vec::new();
        };
        let said = walking.title();
        self.say(Tone::Plain, format!("Sent: {said}"));
        self.notice = None;
        // A coach's choice has no answer to wait for.
        let waits = walking.walk.is_sheet() && self.session.pupil().is_none();
        self.sheet = waits.then_some(walking);
        self.finder = Finder::default();
        vec![Effect::Send(self.session.command(said, decision, command))]
    }

    /// Handles Esc: one step back, whatever that is.
    pub(super) fn back(&mut self) {
        if self.overlay.take().is_some() {
            // A command that was not confirmed is open again at its last question.
            if let Some(walking) = self.walking.as_mut().filter(|open| open.walk.is_complete()) {
                walking.walk.reopen();
                if !walking.walk.is_sheet() && !walking.back() {
                    self.walking = None;
                }
            }
            return;
        }
        if let Some(walking) = &mut self.walking {
            if !walking.back() {
                // What was filled in so far is there again when one comes back to it.
                self.sheet = self.walking.take().filter(|walking| walking.walk.is_sheet());
            }
            return;
        }
        self.finder = Finder::default();
    }
}
