//! Printing the match: what happened, the table, whose turn it is, what is offered.
//!
//! Here, apart from the loop, because when to print what is a matter of its own: enough to decide
//! by, and nothing twice. It must not send anything.

use std::time::Duration;

use protocol::Event;
use tokio::time::Instant;

use super::super::offers::with_way_out;
use super::super::say;
use super::{Desk, Mode};
use crate::args::Board;
use crate::clock::{self, Due};
use crate::error::Error;
use crate::paper::Style;
use crate::record;
use crate::render::{self, Scene};
use crate::session::{Act, Answer};

/// How many new offers are said at once.
const ANNOUNCED: usize = 6;

impl Desk<'_> {
    pub(super) async fn updated(
        &mut self,
        events: &[Event],
        cut: bool,
        asked: bool,
        fresh: bool,
    ) -> Result<(), Error> {
        self.happened(events, cut)?;
        let timed = self.session.is_timed();
        let new = self.number(timed);
        let over = self.session.outcome().is_some();
        if asked || over {
            self.leave_walk(asked, timed)?;
        }
        if timed && !over && !fresh && !self.back && self.session.decision().is_some() {
            return self.meanwhile(&new).await;
        }
        let first_end = over && !self.end_told;
        if first_end || !over && self.wants_board(asked, timed) {
            self.situation().await?;
        } else if asked && !over {
            self.question()?;
        }
        if over {
            return if first_end { self.over().await } else { Ok(()) };
        }
        let back = std::mem::take(&mut self.back);
        let awaiting = self.session.update().map(|update| update.awaiting.clone());
        if asked || back || !events.is_empty() {
            self.turn()?;
        } else if awaiting != self.awaiting {
            self.chosen(awaiting.as_deref().unwrap_or_default())?;
        }
        self.awaiting = awaiting;
        if asked {
            self.filter.clear();
        }
        // What was half chosen is asked again when something was printed in between.
        let choosing = matches!(self.mode, Mode::Walk { .. }) && !events.is_empty();
        if asked || choosing || back { self.choices(false) } else { Ok(()) }
    }

    fn happened(&mut self, events: &[Event], cut: bool) -> Result<(), Error> {
        // Where things happen all the time, empty lines would push out what is to be read.
        if !events.is_empty() && !self.session.is_timed() {
            self.paper.line("")?;
        }
        if cut && !events.is_empty() {
            self.paper.line("(older events are left out)")?;
        }
        let tell = if self.session.is_timed() { say::brief_event } else { say::event };
        let names = self.names();
        for event in events {
            self.paper.styled(Style::Event, tell(event, &names))?;
        }
        Ok(())
    }

    /// Gives the offers their numbers, and says what is new where they stay.
    fn number(&mut self, timed: bool) -> Vec<String> {
        let offers = self.session.offers();
        if timed {
            return self.book.follow(offers);
        }
        self.book.begin(offers);
        Vec::new()
    }

    /// Others act while the clock runs and the question stands: only what is new is said, so that
    /// one can go on typing.
    async fn meanwhile(&mut self, new: &[String]) -> Result<(), Error> {
        if self.board == Board::Always {
            self.situation().await?;
        }
        let now = self.ask();
        if let Some(question) = now.as_ref().filter(|_| now != self.asked) {
            self.paper.line(question)?;
        }
        self.asked = now;
        for line in new.iter().take(ANNOUNCED) {
            self.paper.styled(Style::Ask, format!("New: {line}"))?;
        }
        if new.len() > ANNOUNCED {
            let more = new.len() - ANNOUNCED;
            self.paper.line(format!("... and {more} more new ones; Enter shows them."))?;
        }
        Ok(())
    }

    /// Whether the whole board is printed with this update. After a move of one's own (its answer is
    /// still to come) the events say enough.
    fn wants_board(&self, asked: bool, timed: bool) -> bool {
        match self.board {
            Board::Always => true,
            Board::Asked => asked,
            Board::Turn => asked && (self.back || timed || !self.session.command_pending()),
        }
    }

    /// The question changed under the person's fingers: what was half chosen stands only if the same
    /// offer is still there. While the clock runs, its choices may have become more or fewer.
    fn leave_walk(&mut self, asked: bool, timed: bool) -> Result<(), Error> {
        let Mode::Walk { number, walk, .. } = &mut self.mode else { return Ok(()) };
        let offers = self.session.offers();
        if asked && offers.iter().any(|offer| offer.command == *walk.template()) {
            return Ok(());
        }
        if timed && let Some(offer) = self.book.get(*number) {
            let renewed = walk.renewed(&offer.command);
            let kept = renewed.told() == walk.told();
            *walk = renewed;
            // An answer that no longer holds must be seen to be asked again.
            return if kept { Ok(()) } else { self.choices(false) };
        }
        self.mode = Mode::Free;
        Ok(self.paper.line("What you were choosing is no longer possible.")?)
    }

    /// The views as the seat's holder has them now.
    pub(super) fn scene(&self) -> Option<Scene<'_>> {
        self.session.scene(self.catalogue.as_ref().and_then(|(_, data)| data.as_ref()))
    }

    /// What is asked, in words.
    fn ask(&self) -> Option<String> {
        let question = render::of(&self.session.room()?.game).question(&self.scene()?)?;
        let offers = self.session.offers().iter().filter(|_| !self.session.is_timed());
        Some(with_way_out(&question, offers))
    }

    /// What is asked, where the whole board is not printed.
    fn question(&mut self) -> Result<(), Error> {
        self.asked = self.ask();
        match &self.asked {
            Some(question) => Ok(self.paper.line(question)?),
            None => Ok(()),
        }
    }

    fn dues(&self) -> Vec<Due> {
        match (self.session.room(), self.session.update()) {
            (Some(room), Some(update)) if update.outcome.is_none() => say::dues(&room.game, update),
            _ => Vec::new(),
        }
    }

    /// `t`: how much time is left.
    pub(super) fn time(&mut self) -> Result<(), Error> {
        let line = clock::line(&self.dues(), self.session.match_time());
        Ok(self.paper.line(line.unwrap_or_else(|| "No clock is running.".to_owned()))?)
    }

    /// When to warn next that time runs out for this seat, and how much will be left.
    pub(super) fn next_warning(&self) -> Option<(Instant, u64)> {
        let (update, seat) = (self.session.update()?, self.session.seat()?);
        let asked = update.awaiting.contains(&seat) && self.leaving.is_none();
        let next = clock::next_warning(&self.dues(), self.session.match_time());
        let (wait, left) = next.filter(|_| asked)?;
        Some((Instant::now() + Duration::from_millis(wait), left))
    }

    pub(super) fn warn(&mut self, left_ms: u64) -> Result<(), Error> {
        let Some(due) = self.dues().into_iter().next() else { return Ok(()) };
        let text = format!("{} left to {}.", clock::span(left_ms), due.what);
        Ok(self.paper.styled(Style::Alert, text)?)
    }

    /// Others have made a secret choice: that is all one may know.
    fn chosen(&mut self, awaiting: &[u8]) -> Result<(), Error> {
        let before = self.awaiting.as_deref().unwrap_or_default();
        match say::chosen(before, awaiting, self.session.seat(), &self.names()) {
            Some(text) => Ok(self.paper.line(text)?),
            None => self.turn(),
        }
    }

    pub(super) fn turn(&mut self) -> Result<(), Error> {
        let names = self.names();
        let Some(update) = self.session.update() else { return Ok(()) };
        let seat = self.session.seat();
        let mine = seat.is_some_and(|seat| update.awaiting.contains(&seat));
        let style = if mine { Style::Ask } else { Style::Plain };
        let mut text = say::turn(update, seat, &names);
        // A table that shows the clock has just said it.
        let shown = self
            .session
            .room()
            .is_some_and(|room| !render::of(&room.game).dues(&update.public).is_empty());
        let left = clock::line(&self.dues(), self.session.match_time());
        if let Some(left) = left.filter(|_| !shown) {
            text = format!("{text} {left}");
        }
        if let Some(offered) = say::take_back(update) {
            text = format!("{text} {offered}");
        }
        Ok(self.paper.styled(style, text)?)
    }

    async fn over(&mut self) -> Result<(), Error> {
        let names = self.names();
        let Some(outcome) = self.session.outcome() else { return Ok(()) };
        for line in say::outcome(outcome, self.session.seat(), &names) {
            self.paper.styled(Style::Head, line)?;
        }
        self.end_told = true;
        self.mode = Mode::Free;
        self.forget()?;
        self.check_record().await?;
        Ok(self.paper.styled(Style::Ask, "Type rematch to play again, or q to quit.")?)
    }

    /// Whether the deal was what had been promised. That it cannot be found out ends nothing.
    async fn check_record(&mut self) -> Result<(), Error> {
        let Some(played) = self.session.played() else { return Ok(()) };
        let told = match record::fetch(self.api, &self.holding.code).await {
            Ok(bytes) => record::told(&bytes, self.store.home(), &played),
            Err(error) => return Ok(self.paper.line(format!("No record to check: {error}"))?),
        };
        let style = if told.holds { Style::Plain } else { Style::Alert };
        self.paper.styled(style, told.verdict)?;
        Ok(self.paper.line(told.place)?)
    }

    pub(super) fn forget(&self) -> Result<(), Error> {
        self.holding.saved.as_ref().map_or(Ok(()), |game| self.store.forget(game))
    }

    pub(super) fn rejected(&mut self, act: Option<&Act>, answer: &Answer) -> Result<(), Error> {
        self.paper.styled(Style::Alert, say::refused(act, answer))?;
        if self.session.offers().is_empty() || self.session.is_timed() {
            return Ok(());
        }
        let sheet = self.sheet.take().filter(|(number, _, walk)| {
            self.book.get(*number).is_some_and(|offer| offer.command == *walk.template())
        });
        let Some((number, text, mut walk)) = sheet else { return self.offers(false) };
        self.paper.line("What you typed still stands: correct it and send it again.")?;
        walk.reopen();
        self.mode = Mode::Walk { number, text, walk };
        self.choices(false)
    }

    /// The numbered offers, as far as the filter lets them through; short while the clock runs.
    pub(super) fn offers(&mut self, all: bool) -> Result<(), Error> {
        if self.session.offers().is_empty() {
            return Ok(self.paper.line("You are offered nothing now.")?);
        }
        let short = self.session.is_timed() && self.filter.is_empty() && !all;
        let lines =
            if short { self.book.short_lines() } else { self.book.lines(&self.filter, all) };
        for line in lines {
            self.paper.line(line)?;
        }
        if self.book.find(&self.filter).is_empty() {
            // It would hide everything from then on.
            self.filter.clear();
        }
        let now = self.session.match_time();
        let left = self.dues().first().map(|due| clock::span(due.at_ms.saturating_sub(now)));
        let left = left.map(|left| format!(" ({left} left)")).unwrap_or_default();
        let text = "Your choice: a number, some text to narrow down, or ? for help.";
        Ok(self.paper.styled(Style::Ask, format!("{text}{left}"))?)
    }

    /// What is worth knowing about the choices made so far within an offer.
    pub(super) fn remarks(&self) -> Vec<String> {
        let (Mode::Walk { walk, .. }, Some(room), Some(scene)) =
            (&self.mode, self.session.room(), self.scene())
        else {
            return Vec::new();
        };
        render::of(&room.game).remarks(&walk.draft(), &scene)
    }

    /// Table and hand.
    pub(super) async fn situation(&mut self) -> Result<(), Error> {
        let Some((game, digest)) =
            self.session.room().map(|room| (room.game.clone(), room.fairness.data.clone()))
        else {
            return Ok(());
        };
        let renderer = render::of(&game);
        let known = self.catalogue.as_ref().is_some_and(|(of, _)| *of == digest);
        if renderer.wants_catalogue() && !known {
            let data = self.api.data(&digest).await;
            if let Err(error) = &data {
                self.paper.line(format!("(No names and texts of the components: {error})"))?;
            }
            self.catalogue = Some((digest, data.ok()));
        }
        let Some(scene) = self.scene() else { return Ok(()) };
        let text = renderer.render(&scene);
        self.asked = self.ask();
        self.paper.line("")?;
        self.paper.line(text.trim_end())?;
        Ok(self.paper.line("")?)
    }
}
