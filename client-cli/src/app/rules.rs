//! The rules in words, during a match: fetched when they are first asked for, and shown at what is
//! asked of this seat, or at words that were typed.
//!
//! Line mode prints the sections; the screen has all of them on top of everything, and goes to one.

use crossterm::event::KeyCode;
use protocol::Reference;
use protocol::reference::{PromptReason, ReferenceSection};
use protocol::room::Room;
use ratatui::layout::Size;

use super::{ApiRequest, App, Effect, Overlay, Tone};
use crate::rules::{find, written};

/// Number of sections that line mode prints; of more it lists the titles.
const PRINTED: usize = 1;

/// Columns and rows of the frame around the rules on the screen.
const FRAME: Size = Size { width: 4, height: 4 };

/// Height below which a screen has no room for advice, and from which on it has room for all of it, in rows.
const LOW: u16 = 24;
const HIGH: u16 = 32;

/// The widest lines on the screen, in columns.
const WIDEST: u16 = 74;

/// The rules as far as they are known.
#[derive(Debug, Default)]
pub(super) struct RulesState {
    reference: Option<Reference>,
    /// Place to be shown once they are there.
    wanted: Option<RulesPlace>,
}

/// Place in the rules: words in them, or whatever is asked now.
#[derive(Debug)]
struct RulesPlace(Option<String>);

impl App {
    /// Shows the rules at these words, or at what is asked.
    pub(super) fn show_rules(&mut self, words: Option<String>) -> Vec<Effect> {
        if self.rules.reference.is_some() {
            self.show_known_rules(words.as_deref());
            return Vec::new();
        }
        let Some(game) = self.room().map(|room| room.game.clone()) else { return Vec::new() };
        let asked = self.rules.wanted.replace(RulesPlace(words)).is_some();
        if asked { Vec::new() } else { vec![Effect::Ask(ApiRequest::Rules(game))] }
    }

    /// Returns the rules, if the advice in them is to be shown and they are not here.
    pub(super) fn wants_rules(&self, room: &Room) -> Vec<Effect> {
        let shown = self.config.points && self.config.advice && self.token().is_some();
        let wanted = shown && self.rules.reference.is_none();
        if wanted { vec![Effect::Ask(ApiRequest::Rules(room.game.clone()))] } else { Vec::new() }
    }

    /// Takes the rules that were asked for, and shows them to whoever asked.
    pub(super) fn rules_came(&mut self, rules: Result<Box<Reference>, String>) {
        let place = self.rules.wanted.take();
        match (rules, place) {
            (Ok(reference), place) => {
                self.rules.reference = Some(*reference);
                if let Some(RulesPlace(words)) = place {
                    self.show_known_rules(words.as_deref());
                }
            }
            (Err(why), Some(_)) => self.warn(format!("No rules: {why}")),
            // Nobody has asked: the questions stand there without advice.
            (Err(_), None) => {}
        }
    }

    /// Shows the advice on what is asked from now on, or no longer; lines of text say it once.
    pub(super) fn toggle_advice(&mut self) -> Vec<Effect> {
        if !self.config.points {
            return self.show_rules(None);
        }
        self.config.advice = !self.config.advice;
        self.note(if self.config.advice {
            "Advice on what is asked stands below the question from now on.".to_owned()
        } else {
            format!("Enough advice: {} has it again.", self.face().typed("advice"))
        });
        let mut effects = vec![Effect::Advice(self.config.advice)];
        effects.extend(self.room().map(|room| self.wants_rules(room)).unwrap_or_default());
        effects
    }

    /// Returns the advice on what is asked of this seat, if it is wanted: where lines are scarce only why it is
    /// asked, and on the lowest screens nothing.
    pub(crate) fn advice_line(&self) -> Option<String> {
        let quiet = self.session.lesson().is_some() || self.session.is_timed();
        let wanted = self.config.advice && !quiet && self.size.height >= LOW;
        let reference = self.rules.reference.as_ref().filter(|_| wanted)?;
        let PromptReason { text, more, .. } = self.reason(reference)?;
        let room = self.is_wide() || self.size.height >= HIGH;
        let enough = self.face().typed("advice");
        Some(format!("{} ({enough}: enough)", if room { more } else { text }))
    }

    fn show_known_rules(&mut self, words: Option<&str>) {
        let Some(reference) = &self.rules.reference else { return };
        let found: Vec<ReferenceSection> = match words {
            Some(words) => find(reference, words).into_iter().cloned().collect(),
            None => self.open_sections(reference).into_iter().cloned().collect(),
        };
        if let (true, Some(words)) = (found.is_empty(), words) {
            let text = format!("The rules of {} say nothing about {words:?}.", reference.name);
            return self.warn(text);
        }
        let first = found.first().map(|section| section.id.clone());
        let reason = self.reason(reference).filter(|_| words.is_none());
        if let Some(PromptReason { text, more, .. }) = reason.cloned() {
            self.note(text);
            if !self.config.points {
                self.say(Tone::Plain, more);
            }
        }
        if self.config.points {
            let top = first.and_then(|id| self.rules_line(&id)).unwrap_or_default();
            self.overlay = Some(Overlay::Rules(top));
            return;
        }
        if found.is_empty() {
            let rules = self.face().typed("rules");
            let text = format!("Nothing is asked of you now: type {rules} and some words.");
            self.say(Tone::Plain, text);
        }
        let width = self.face().width();
        for section in found.iter().take(PRINTED) {
            self.say_lines(written(section, width));
        }
        let more: Vec<&str> =
            found.iter().skip(PRINTED).map(|section| section.title.as_str()).collect();
        if !more.is_empty() {
            self.say(Tone::Plain, "");
            let (more, rules) = (more.join("; "), self.face().typed("rules"));
            self.say(Tone::Plain, format!("Also (type {rules} and some words): {more}"));
        }
    }

    /// Returns why this seat is asked what it is.
    fn reason<'a>(&self, reference: &'a Reference) -> Option<&'a PromptReason> {
        let offers = self.session.offers().iter();
        let kinds: Vec<&str> =
            offers.filter_map(|offer| offer.command.get("type")?.as_str()).collect();
        reference.reason(self.session.prompt(), &kinds)
    }

    /// Returns the sections of what may be done now, each once.
    fn open_sections<'a>(&self, reference: &'a Reference) -> Vec<&'a ReferenceSection> {
        let mut open: Vec<&ReferenceSection> = Vec::new();
        for offer in self.session.offers() {
            if let Some(section) = reference.cited(&offer.rule)
                && !open.iter().any(|known| known.id == section.id)
            {
                open.push(section);
            }
        }
        open
    }

    /// Returns all rules as lines for the screen, with the anchor that each section begins with.
    pub(crate) fn rules_lines(&self) -> Vec<(Tone, String, Option<&str>)> {
        let width = usize::from(self.size.width.saturating_sub(FRAME.width).min(WIDEST));
        let sections = self.rules.reference.iter().flat_map(|reference| &reference.sections);
        let lines = sections.flat_map(|section| {
            let lines = written(section, width).into_iter().enumerate();
            lines.map(|(at, (tone, line))| {
                // Its first line is empty, and parts it from the section before.
                let begins = (at == 1).then_some(section.id.as_str());
                (tone, line, begins)
            })
        });
        lines.skip(1).collect()
    }

    fn rules_line(&self, id: &str) -> Option<u16> {
        let lines = self.rules_lines();
        lines.iter().position(|(_, _, begins)| *begins == Some(id)).map(|at| at as u16)
    }

    /// Moves through the rules; any other key closes them.
    #[expect(clippy::wildcard_enum_match_arm, reason = "there are many other keys")]
    pub(super) fn rules_key(&mut self, top: u16, key: KeyCode) {
        let lines = self.rules_lines();
        let page = self.size.height.saturating_sub(FRAME.height + 1).max(1);
        let last = (lines.len() as u16).saturating_sub(page);
        let begins = |at: usize| lines.get(at).is_some_and(|(_, _, begins)| begins.is_some());
        let at = usize::from(top);
        let to = match key {
            KeyCode::Down => top.saturating_add(1),
            KeyCode::Up => top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => top.saturating_add(page),
            KeyCode::PageUp => top.saturating_sub(page),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Right => (at + 1..lines.len()).find(|at| begins(*at)).unwrap_or(at) as u16,
            KeyCode::Left => (0..at).rev().find(|at| begins(*at)).unwrap_or_default() as u16,
            _ => {
                self.overlay = None;
                return;
            }
        };
        self.overlay = Some(Overlay::Rules(to.min(last.max(top))));
    }
}
