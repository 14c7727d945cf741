//! The state in lines of text: the table, whose turn it is, what is offered.
//!
//! Here, apart from the changes, because when to print what is a matter of its own: enough to decide
//! by, and nothing twice. It must not change anything in the match.

use protocol::room::RoomState;

use super::offers::with_way_out;
use super::say;
use super::{App, Tone};
use crate::args::BoardMode;
use crate::clock::{self, Deadline};
use crate::duration::as_clock;
use crate::render;
use crate::render::page::Page;

/// The changes made by an update.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// Something happened.
    pub(super) happened: bool,
    /// Something is asked or offered that was not before.
    pub(super) asked: bool,
    /// The question itself is another one.
    pub(super) fresh: bool,
    /// The connection was lost before.
    pub(super) back: bool,
    /// Others are awaited than before, and nothing has said so.
    pub(super) turned: bool,
    /// Some choice made so far has lost an answer.
    pub(super) reopened: bool,
    /// The match ends.
    pub(super) ends: bool,
}

/// Lines printed last, kept so that it is not printed again while others act.
#[derive(Debug, Default)]
pub(super) struct LastPrinted {
    question: Option<String>,
    /// The first deadline when a spectator last saw the board.
    due: Option<Deadline>,
}

impl App {
    pub(super) fn say_lines(&mut self, lines: impl IntoIterator<Item = (Tone, String)>) {
        for (tone, line) in lines {
            self.say(tone, line);
        }
    }

    /// Says what one should know after the first welcome.
    pub(super) fn say_welcome(&mut self, state: RoomState) {
        if self.token().is_some() {
            self.say(Tone::Plain, "Type ? for help, q to quit.");
        } else {
            self.say(Tone::Head, format!("Watching: {}.", say::state(state)));
        }
        if self.token().is_none() || matches!(state, RoomState::Lobby | RoomState::Sealing) {
            self.say_room();
        }
    }

    /// Says who is in the room; last what it waits for.
    pub(super) fn say_room(&mut self) {
        self.say_lines(self.basis_lines());
        self.say_lines(self.room_lines());
    }

    /// Says what an update has brought.
    pub(super) fn say_news(&mut self, news: News) {
        // The full screen shows all of it anyway.
        if self.config.points {
            return;
        }
        let (timed, board) = (self.session.is_timed(), self.config.board);
        if self.session.outcome().is_some() {
            if news.ends {
                self.say_end();
            }
            return;
        }
        if self.token().is_none() {
            return self.say_watched();
        }
        // While the clock runs and the question stays open, only what is new: so one can go on typing.
        if timed && self.session.decision().is_some() && !news.fresh && !news.back {
            if board == BoardMode::Always {
                self.say_board();
            }
            self.say_question(false);
            // An answer that no longer holds must be seen to be asked again.
            if news.reopened {
                self.say_choices();
            }
            return;
        }
        // After a move of one's own, whose answer is still to come, the events say enough.
        let pending = self.session.command_pending();
        if match board {
            BoardMode::Always => true,
            BoardMode::Asked => news.asked,
            BoardMode::Turn => news.asked && (news.back || timed || !pending),
        } {
            self.say_board();
        } else if news.asked {
            self.say_question(true);
        }
        if news.asked || news.back || news.happened || news.turned {
            self.say_turn();
        }
        // What was half chosen is asked again when something was printed in between.
        let choosing = self.walking.is_some() && news.happened;
        if news.asked || choosing || news.back {
            self.say_choices();
        }
    }

    /// Says table and turn to a spectator. While the clock runs and others act all the time, only
    /// when the first deadline is another one, such as the end of another round.
    fn say_watched(&mut self) {
        let due = self.deadlines().into_iter().next();
        let same = self.session.is_timed() && due.is_some() && due == self.printed.due;
        self.printed.due = due;
        if !same {
            self.say_board();
            self.say_turn();
        }
    }

    /// Says everything once more: board, turn and offers, or the lobby.
    pub(super) fn say_all(&mut self) {
        if self.session.update().is_some() {
            self.say_board();
            self.say_turn();
            self.say_choices();
        } else {
            self.say_room();
        }
    }

    /// Says the stage of the match, the question and the pages of the game.
    pub(super) fn say_board(&mut self) {
        self.look();
        let (Some(room), Some(scene)) = (self.room(), self.scene()) else { return };
        let renderer = render::of(&room.game);
        let question = self.open_question();
        let mut text = vec![String::new()];
        text.extend(renderer.stage(&scene));
        text.extend(question.clone().filter(|_| !self.session.is_timed()));
        if text.len() > 1 {
            text.push(String::new());
        }
        let lines = Page::joined(renderer.pages(&scene, self.face()), 0);
        text.extend(lines.iter().map(ToString::to_string));
        text.push(String::new());
        self.printed.question = question;
        self.say_lines(text.into_iter().map(|line| (Tone::Plain, line)));
    }

    /// Returns the open question, with its way out unless others may act meanwhile.
    fn open_question(&self) -> Option<String> {
        let question = render::of(&self.room()?.game).question(&self.scene()?)?;
        let offers = self.session.offers().iter().filter(|_| !self.session.is_timed());
        Some(with_way_out(&question, offers))
    }

    /// Says the question where the whole board is not printed; unless `again`, only if it has changed.
    fn say_question(&mut self, again: bool) {
        let now = self.open_question();
        let before = std::mem::replace(&mut self.printed.question, now.clone());
        if let Some(question) = now.filter(|now| again || before.as_ref() != Some(now)) {
            self.say(Tone::Plain, question);
        }
    }

    /// Says whose turn it is, and how much time is left.
    pub(super) fn say_turn(&mut self) {
        let Some(update) = self.session.update() else { return };
        let own = self.session.seat();
        let mine = own.is_some_and(|own| update.awaiting.contains(&own));
        let turn = [say::turn(update, own, &self.names())].into_iter();
        let left = clock::line(&self.deadlines(), self.session.match_time());
        let text = turn.chain(left).chain(say::take_back(update, self.face()));
        let text = text.collect::<Vec<_>>().join(" ");
        self.say(if mine { Tone::Ask } else { Tone::Plain }, text);
    }

    /// Says how the match ended.
    pub(super) fn say_end(&mut self) {
        self.say_board();
        let lines = self.outcome_lines();
        self.say_lines(lines.into_iter().map(|line| (Tone::Head, line)));
    }

    /// Returns how the match ended, once it has.
    pub(crate) fn outcome_lines(&self) -> Vec<String> {
        let outcome = self.session.outcome().into_iter();
        outcome.flat_map(|end| say::outcome(end, self.session.seat(), &self.names())).collect()
    }

    pub(super) fn say_log(&mut self, count: usize) {
        if self.story.is_empty() {
            return self.say(Tone::Plain, "Nothing has happened yet.");
        }
        let skipped = self.story.len().saturating_sub(count);
        self.say_lines(self.story.iter().skip(skipped).cloned().collect::<Vec<_>>());
    }

    pub(super) fn say_time(&mut self) {
        let line = clock::line(&self.deadlines(), self.session.match_time());
        self.say(Tone::Plain, line.unwrap_or_else(|| "No clock is running.".to_owned()));
    }

    /// Says the walk's question if there is one, else the offers if there are any.
    pub(super) fn say_choices(&mut self) {
        self.look();
        let Some(walking) = &self.walking else {
            if !self.session.offers().is_empty() {
                self.say_offers("", false);
            }
            return;
        };
        let (text, question) = (walking.text.clone(), walking.walk.question());
        let lines = self.remarks().into_iter().chain(question).map(|line| (Tone::Plain, line));
        self.say_lines([(Tone::Ask, text)].into_iter().chain(lines));
    }

    /// Says the numbered offers that the filter lets through; short while the clock runs.
    pub(super) fn say_offers(&mut self, filter: &str, all: bool) {
        if self.session.offers().is_empty() {
            return self.say(Tone::Plain, "You are offered nothing now.");
        }
        let short = self.session.is_timed() && filter.is_empty() && !all;
        let numbered = &self.offers;
        let lines = if short { numbered.short_lines() } else { numbered.lines(filter, all) };
        let now_ms = self.session.match_time();
        let left = self.deadlines().first().map(|due| due.at_ms.saturating_sub(now_ms));
        let left = left.map(|left| format!(" ({} left)", as_clock(left))).unwrap_or_default();
        self.say_lines(lines.into_iter().map(|line| (Tone::Plain, line)));
        let text = "Your choice: a number, some text to narrow down, or ? for help.";
        self.say(Tone::Ask, format!("{text}{left}"));
    }
}
