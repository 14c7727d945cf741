//! Printing the match: what happened, the table, whose turn it is, what is offered.
//!
//! Here, apart from the loop, because when to print what is a matter of its own: enough to decide by,
//! and nothing twice. It must not change anything in the match.

use std::time::Duration;

use protocol::room::RoomState;
use tokio::time::Instant;

use super::LineMode;
use crate::app::input::HELP;
use crate::app::levels;
use crate::app::offers::with_way_out;
use crate::app::say;
use crate::app::{News, Output, Show};
use crate::args::BoardMode;
use crate::clock;
use crate::error::Error;
use crate::paper::Tone;
use crate::render;

impl LineMode<'_> {
    /// Prints what the application has said.
    pub(super) fn print(&mut self) -> Result<(), Error> {
        for said in self.app.take_output() {
            match said {
                Output::Text(Tone::Chat, text) => self.paper.line(format!("[chat] {text}"))?,
                Output::Text(tone, text) => self.paper.styled(tone, text)?,
                Output::Show(what) => self.show(what)?,
            }
        }
        Ok(())
    }

    fn show(&mut self, what: Show) -> Result<(), Error> {
        match what {
            Show::Gap => Ok(self.paper.line("")?),
            Show::Welcome => self.welcome(),
            Show::Lobby => self.lobby(),
            Show::LobbyWait => self.lobby_wait(),
            Show::News(_) if self.app.token().is_none() => self.watched(),
            Show::News(news) => self.news(news),
            Show::All => self.all(),
            Show::Turn => self.turn(),
            Show::Choices => self.choices(),
            Show::Offers { filter, all } => self.offers(&filter, all),
            Show::Time => {
                let line = clock::line(&self.app.deadlines(), self.app.now_ms);
                Ok(self.paper.line(line.unwrap_or_else(|| "No clock is running.".to_owned()))?)
            }
            Show::Log(count) => self.log(count),
            Show::Help => Ok(self.paper.line(HELP)?),
        }
    }

    fn welcome(&mut self) -> Result<(), Error> {
        let session = self.app.session();
        match (session.seat(), session.room(), self.app.token()) {
            (None, Some(room), None) => {
                let text = format!("Watching: {}.", say::state(room.state));
                self.paper.styled(Tone::Head, text)?;
                return self.lobby();
            }
            (None, _, _) => {
                return Err(Error::Failed("the server took us for a spectator".to_owned()));
            }
            (Some(_), _, _) => {}
        }
        let lobby = [RoomState::Lobby, RoomState::Sealing];
        let waits = session.room().is_some_and(|room| lobby.contains(&room.state));
        self.paper.line("Type ? for help, q to quit.")?;
        if waits { self.lobby() } else { Ok(()) }
    }

    fn lobby(&mut self) -> Result<(), Error> {
        let Some(room) = self.app.room() else { return Ok(()) };
        let roles = self.app.roles(&room.game);
        let lines = say::lobby(room, self.app.session().seat(), roles);
        for line in lines.into_iter().chain(say::options(room)) {
            self.paper.line(line)?;
        }
        self.lobby_wait()
    }

    /// Prints what the lobby waits for.
    fn lobby_wait(&mut self) -> Result<(), Error> {
        let Some(room) = self.app.room() else { return Ok(()) };
        let text = say::lobby_wait(room, self.app.session().seat());
        let style = if text == say::PRESS_ENTER { Tone::Ask } else { Tone::Plain };
        let choice =
            levels::choice(room, self.app.session().seat(), self.app.bot_levels(&room.game));
        self.paper.styled(style, text)?;
        choice.map_or(Ok(()), |text| Ok(self.paper.line(text)?))
    }

    fn news(&mut self, news: News) -> Result<(), Error> {
        let session = self.app.session();
        let (timed, over) = (session.is_timed(), session.outcome().is_some());
        let asked_still = session.decision().is_some() && !news.fresh && !news.back;
        if over {
            return if news.ends { self.end() } else { Ok(()) };
        }
        if timed && asked_still {
            return self.meanwhile(news);
        }
        if self.wants_board(news, timed) {
            self.board()?;
        } else if news.asked {
            self.question(true)?;
        }
        if news.asked || news.back || news.happened || news.turned {
            self.turn()?;
        }
        // What was half chosen is asked again when something was printed in between.
        let choosing = self.app.walking.is_some() && news.happened;
        if news.asked || choosing || news.back { self.choices() } else { Ok(()) }
    }

    /// Prints table and turn for a spectator. While the clock runs and others act all the time, only
    /// when the first deadline is another one, such as the end of another round.
    fn watched(&mut self) -> Result<(), Error> {
        let session = self.app.session();
        let (Some(room), Some(update)) = (session.room(), session.update()) else { return Ok(()) };
        if session.outcome().is_some() {
            return self.end();
        }
        let due = render::of(&room.game).deadlines(&update.public).into_iter().next();
        let same = session.is_timed() && due.is_some() && due == self.due;
        self.due = due;
        if same {
            return Ok(());
        }
        self.board()?;
        self.turn()
    }

    /// Prints only what is new while the clock runs and the question stays open, so that one can go
    /// on typing.
    fn meanwhile(&mut self, news: News) -> Result<(), Error> {
        if self.board == BoardMode::Always {
            self.board()?;
        }
        self.question(false)?;
        // An answer that no longer holds must be seen to be asked again.
        if news.reopened { self.choices() } else { Ok(()) }
    }

    /// Checks whether the whole board is printed with this update. After a move of one's own (its
    /// answer is still to come) the events say enough.
    fn wants_board(&self, news: News, timed: bool) -> bool {
        let pending = self.app.session().command_pending();
        match self.board {
            BoardMode::Always => true,
            BoardMode::Asked => news.asked,
            BoardMode::Turn => news.asked && (news.back || timed || !pending),
        }
    }

    /// Returns the open question in words.
    fn ask(&self) -> Option<String> {
        let question = render::of(&self.app.room()?.game).question(&self.app.scene()?)?;
        let session = self.app.session();
        let offers = session.offers().iter().filter(|_| !session.is_timed());
        Some(with_way_out(&question, offers))
    }

    /// Prints the question where the whole board is not printed; unless `again`, only if it has
    /// changed.
    fn question(&mut self, again: bool) -> Result<(), Error> {
        let now = self.ask();
        let before = std::mem::replace(&mut self.asked, now);
        match &self.asked {
            Some(question) if again || before != self.asked => Ok(self.paper.line(question)?),
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the time of the next warning that time runs out for this seat, and how much will be
    /// left.
    pub(super) fn next_warning(&self) -> Option<(Instant, u64)> {
        let session = self.app.session();
        let (update, seat) = (session.update()?, session.seat()?);
        let asked = update.awaiting.contains(&seat) && self.leaving.is_none();
        let next = clock::next_warning(&self.app.deadlines(), session.match_time());
        let (wait, left) = next.filter(|_| asked)?;
        Some((Instant::now() + Duration::from_millis(wait), left))
    }

    pub(super) fn warn(&mut self, left_ms: u64) -> Result<(), Error> {
        let Some(due) = self.app.deadlines().into_iter().next() else { return Ok(()) };
        let text = format!("{} left to {}.", clock::span(left_ms), due.what);
        Ok(self.paper.styled(Tone::Alert, text)?)
    }

    fn turn(&mut self) -> Result<(), Error> {
        let session = self.app.session();
        let Some(update) = session.update() else { return Ok(()) };
        let seat = session.seat();
        let mine = seat.is_some_and(|seat| update.awaiting.contains(&seat));
        let style = if mine { Tone::Ask } else { Tone::Plain };
        let mut text = say::turn(update, seat, &self.app.names());
        // A table that shows the clock has just said it.
        let renderer = session.room().map(|room| render::of(&room.game));
        let shown = renderer.is_some_and(|of| !of.deadlines(&update.public).is_empty());
        let left = clock::line(&self.app.deadlines(), self.app.now_ms);
        if let Some(left) = left.filter(|_| !shown) {
            text = format!("{text} {left}");
        }
        if let Some(offered) = say::take_back(update) {
            text = format!("{text} {offered}");
        }
        Ok(self.paper.styled(style, text)?)
    }

    fn end(&mut self) -> Result<(), Error> {
        self.board()?;
        let session = self.app.session();
        let Some(outcome) = session.outcome() else { return Ok(()) };
        for line in say::outcome(outcome, session.seat(), &self.app.names()) {
            self.paper.styled(Tone::Head, line)?;
        }
        Ok(())
    }

    /// Prints board, turn and offers, or the lobby, once more.
    fn all(&mut self) -> Result<(), Error> {
        let session = self.app.session();
        if session.update().is_some() {
            self.board()?;
            self.turn()?;
            self.choices()
        } else if session.room().is_some() {
            self.lobby()
        } else {
            Ok(self.paper.line("The server has sent nothing yet.")?)
        }
    }

    fn log(&mut self, count: usize) -> Result<(), Error> {
        let names = self.app.names();
        let describe = |event| say::event(event, &names);
        let lines: Vec<String> = self.app.session().log().rev().take(count).map(describe).collect();
        if lines.is_empty() {
            self.paper.line("Nothing has happened yet.")?;
        }
        for line in lines.iter().rev() {
            self.paper.line(line)?;
        }
        Ok(())
    }

    /// Prints the walk's question if there is one, else the offers if there are any.
    fn choices(&mut self) -> Result<(), Error> {
        if let Some(walking) = &self.app.walking {
            self.paper.styled(Tone::Ask, &walking.text)?;
            for line in self.app.remarks().into_iter().chain(walking.walk.question()) {
                self.paper.line(line)?;
            }
            return Ok(());
        }
        if self.app.session().offers().is_empty() { Ok(()) } else { self.offers("", false) }
    }

    /// Prints the numbered offers that the filter lets through; short while the clock runs.
    fn offers(&mut self, filter: &str, all: bool) -> Result<(), Error> {
        let session = self.app.session();
        if session.offers().is_empty() {
            return Ok(self.paper.line("You are offered nothing now.")?);
        }
        let short = session.is_timed() && filter.is_empty() && !all;
        let numbered = &self.app.offers;
        for line in if short { numbered.short_lines() } else { numbered.lines(filter, all) } {
            self.paper.line(line)?;
        }
        let deadlines = self.app.deadlines();
        let left =
            deadlines.first().map(|due| clock::span(due.at_ms.saturating_sub(self.app.now_ms)));
        let left = left.map(|left| format!(" ({left} left)")).unwrap_or_default();
        let text = "Your choice: a number, some text to narrow down, or ? for help.";
        Ok(self.paper.styled(Tone::Ask, format!("{text}{left}"))?)
    }

    /// Prints table and hand.
    fn board(&mut self) -> Result<(), Error> {
        let (Some(room), Some(scene)) = (self.app.room(), self.app.scene()) else { return Ok(()) };
        let text = render::of(&room.game).render(&scene);
        self.asked = self.ask();
        self.paper.line("")?;
        self.paper.line(text.trim_end())?;
        Ok(self.paper.line("")?)
    }
}
