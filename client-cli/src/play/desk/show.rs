//! Printing the match: what happened, the table, whose turn it is, what is offered.
//!
//! Here, apart from the loop, because when to print what is a matter of its own: enough to decide
//! by, and nothing twice. It must not send anything.

use protocol::{Event, Update};

use super::super::{offers, say};
use super::{Desk, Mode};
use crate::args::Board;
use crate::error::Error;
use crate::paper::Style;
use crate::render::{self, Scene};
use crate::session::{Act, Answer};

impl Desk<'_> {
    pub(super) async fn updated(
        &mut self,
        events: &[Event],
        cut: bool,
        asked: bool,
    ) -> Result<(), Error> {
        if !events.is_empty() {
            self.paper.line("")?;
        }
        if cut && !events.is_empty() {
            self.paper.line("(older events are left out)")?;
        }
        for event in events {
            self.paper.styled(Style::Event, say::event(event))?;
        }
        let over = self.session.outcome().is_some();
        if asked || over {
            self.leave_walk(asked)?;
        }
        let first_end = over && !self.end_told;
        if first_end || !over && self.wants_board(asked) {
            self.situation().await?;
        } else if asked && !over {
            self.question()?;
        }
        if over {
            return if first_end { self.over() } else { Ok(()) };
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

    /// Whether the whole board is printed with this update. After a move of one's own (its answer is
    /// still to come) the events say enough.
    fn wants_board(&self, asked: bool) -> bool {
        match self.board {
            Board::Always => true,
            Board::Asked => asked,
            Board::Turn => asked && (self.back || !self.session.command_pending()),
        }
    }

    /// The question changed under the person's fingers: what was half chosen stands only if the same
    /// offer is still there.
    fn leave_walk(&mut self, asked: bool) -> Result<(), Error> {
        let Mode::Walk { walk, .. } = &self.mode else { return Ok(()) };
        let stands = asked && self.session.offers().iter().any(|o| o.command == *walk.template());
        if !stands {
            self.mode = Mode::Free;
            self.paper.line("What you were choosing is no longer possible.")?;
        }
        Ok(())
    }

    /// What is asked, where the whole board is not printed.
    fn question(&mut self) -> Result<(), Error> {
        let (Some(room), Some(update)) = (self.session.room(), self.session.update()) else {
            return Ok(());
        };
        match render::of(&room.game).question(&self.scene(update)) {
            Some(question) => Ok(self.paper.line(question)?),
            None => Ok(()),
        }
    }

    /// Others have made a secret choice: that is all one may know.
    fn chosen(&mut self, awaiting: &[u8]) -> Result<(), Error> {
        let own = self.session.seat();
        let before = self.awaiting.iter().flatten().copied();
        let done: Vec<u8> =
            before.filter(|seat| !awaiting.contains(seat) && Some(*seat) != own).collect();
        if done.is_empty() {
            return self.turn();
        }
        let names = self.names();
        Ok(self.paper.line(format!("Chosen, and not yet shown: {}.", names.all(&done)))?)
    }

    pub(super) fn turn(&mut self) -> Result<(), Error> {
        let names = self.names();
        let Some(update) = self.session.update() else { return Ok(()) };
        let seat = self.session.seat();
        let mine = seat.is_some_and(|seat| update.awaiting.contains(&seat));
        let style = if mine { Style::Ask } else { Style::Plain };
        let text = say::turn(update, seat, &names);
        Ok(self.paper.styled(style, text)?)
    }

    fn over(&mut self) -> Result<(), Error> {
        let names = self.names();
        let Some(outcome) = self.session.outcome() else { return Ok(()) };
        for line in say::outcome(outcome, self.session.seat(), &names) {
            self.paper.styled(Style::Head, line)?;
        }
        self.end_told = true;
        self.mode = Mode::Free;
        self.forget()?;
        Ok(self.paper.styled(Style::Ask, "Type rematch to play again, or q to quit.")?)
    }

    pub(super) fn forget(&self) -> Result<(), Error> {
        self.holding.saved.as_ref().map_or(Ok(()), |game| self.store.forget(game))
    }

    pub(super) fn rejected(&mut self, act: Option<&Act>, answer: &Answer) -> Result<(), Error> {
        let what = act.map(|act| format!(" ({})", act.text)).unwrap_or_default();
        let rule = answer.rule.as_ref().map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let later = answer.retry_after.map(|wait| {
            format!(" Try again in {}.", crate::error::seconds(wait.as_millis() as u64))
        });
        self.paper.styled(
            Style::Alert,
            format!(
                "Refused{what}: {}{rule} ({}).{}",
                answer.detail,
                answer.code.as_str(),
                later.unwrap_or_default()
            ),
        )?;
        if self.session.offers().is_empty() {
            return Ok(());
        }
        let sheet = self.sheet.take().filter(|(number, _, walk)| {
            self.offer(*number).is_some_and(|offer| offer.command == *walk.template())
        });
        let Some((number, text, mut walk)) = sheet else { return self.offers(false) };
        self.paper.line("What you typed still stands: correct it and send it again.")?;
        walk.reopen();
        self.mode = Mode::Walk { number, text, walk };
        self.choices(false)
    }

    /// The numbered offers, as far as the filter lets them through.
    pub(super) fn offers(&mut self, all: bool) -> Result<(), Error> {
        let offers = self.session.offers();
        if offers.is_empty() {
            return Ok(self.paper.line("You are offered nothing now.")?);
        }
        for line in offers::lines(offers, &self.filter, all) {
            self.paper.line(line)?;
        }
        Ok(self.paper.styled(
            Style::Ask,
            "Your choice: a number, some text to narrow down, or ? for help.",
        )?)
    }

    /// What a rendering is made from.
    fn scene<'s>(&'s self, update: &'s Update) -> Scene<'s> {
        Scene {
            private: update.private.as_ref(),
            catalogue: self.catalogue.as_ref().and_then(|(_, data)| data.as_ref()),
            options: self.session.room().map(|room| &room.options),
            seat: self.session.seat(),
            now_ms: update.now_ms,
            ..Scene::new(&update.public)
        }
    }

    /// What is worth knowing about the choices made so far within an offer.
    pub(super) fn remarks(&self) -> Vec<String> {
        let (Mode::Walk { walk, .. }, Some(room), Some(update)) =
            (&self.mode, self.session.room(), self.session.update())
        else {
            return Vec::new();
        };
        render::of(&room.game).remarks(&walk.draft(), &self.scene(update))
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
        let Some(update) = self.session.update() else { return Ok(()) };
        let text = renderer.render(&self.scene(update));
        self.paper.line("")?;
        self.paper.line(text.trim_end())?;
        Ok(self.paper.line("")?)
    }
}
