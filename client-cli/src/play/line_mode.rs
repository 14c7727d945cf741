//! One match at the keyboard: prints the application's output, and passes typed lines to it.
//!
//! The loop waits for the network and for the keyboard at once, so that neither holds up the other.
//! It must not decide anything about the match; `show` knows when to print what.

use protocol::room::GameInfo;
use ratatui::layout::Size;
use tokio::time::{Instant, sleep_until};

use self::due::Leaving;
use super::ahead::Lines;
use crate::api::Api;
use crate::app::say;
use crate::app::{App, AppConfig, AppMessage, Effect, Exit};
use crate::args::BoardMode;
use crate::clock::Deadline;
use crate::error::Error;
use crate::outside::{After, Outside};
use crate::paper::{Paper, Tone};
use crate::saved::SavedGames;

mod due;
mod show;

/// One match as a person plays it in lines of text.
#[derive(Debug)]
pub struct LineMode<'a> {
    paper: &'a mut Paper,
    outside: Outside<'a>,
    app: App,
    /// Moments at which the whole board is printed.
    pub(super) board: BoardMode,
    /// `true` if the room was opened just now, so that the link must be shown.
    pub(super) created: bool,
    /// Set when the input has ended.
    leaving: Option<Leaving>,
    /// The question as it was last said, so that it is not said twice while others act.
    asked: Option<String>,
    /// The first deadline when a spectator last saw the board.
    due: Option<Deadline>,
}

impl<'a> LineMode<'a> {
    /// Begins to connect; without a store of seats, to watch.
    pub fn new(
        api: &'a Api,
        store: Option<&'a SavedGames>,
        config: AppConfig,
        games: &[GameInfo],
        paper: &'a mut Paper,
    ) -> Self {
        let config = AppConfig { points: false, ..config };
        let app = App::new(config, games.to_vec(), Size::default());
        let mut outside = Outside::new(api, store);
        outside.connect(&app);
        Self {
            paper,
            outside,
            app,
            board: BoardMode::Turn,
            created: false,
            leaving: None,
            asked: None,
            due: None,
        }
    }

    /// Plays until there is nothing more to do here.
    pub async fn run(mut self, lines: &mut Lines) -> Result<After, Error> {
        let result = self.talk(lines).await;
        self.outside.close().await;
        let exit = result?;
        if exit == Exit::Quit {
            self.good_bye()?;
        }
        let after = self.outside.after(exit, &self.app)?;
        if let After::Rematch(next) = &after {
            self.paper.line(format!("On to room {}.", next.code))?;
        }
        Ok(after)
    }

    /// Watches until the match is over.
    pub async fn watch(mut self) -> Result<(), Error> {
        let result = self.follow().await;
        self.outside.close().await;
        self.outside.after(result?, &self.app).map(drop)
    }

    async fn follow(&mut self) -> Result<Exit, Error> {
        while let Some(signal) = self.outside.next().await {
            if let Some(exit) = self.update(AppMessage::Signal(signal)).await? {
                return Ok(exit);
            }
            if self.app.session().is_over() {
                break;
            }
        }
        Ok(Exit::Home)
    }

    async fn talk(&mut self, lines: &mut Lines) -> Result<Exit, Error> {
        if self.created {
            let code = self.app.code();
            self.paper.styled(Tone::Head, format!("Room {code} is open."))?;
            self.paper.line(format!("Code: {code}"))?;
            self.paper.line(format!("Link to share: {}", self.app.config.link))?;
        }
        loop {
            let warning = self.next_warning();
            let leaves = self.leaving.as_ref().map(Leaving::until);
            let mut exit = tokio::select! {
                signal = self.outside.next() => match signal {
                    Some(signal) => self.update(AppMessage::Signal(signal)).await?,
                    // The match is over, and the server has let go.
                    None => Some(Exit::Home),
                },
                received = lines.read(), if !lines.has_ended() => {
                    self.received(received)?;
                    None
                }
                () = sleep_until(warning.map_or_else(Instant::now, |(at, _)| at)), if warning.is_some() => {
                    self.warn(warning.map_or(0, |(_, left)| left))?;
                    None
                }
                () = sleep_until(leaves.unwrap_or_else(Instant::now)), if leaves.is_some() => {
                    self.too_late(lines)?;
                    Some(Exit::Quit)
                }
            };
            while exit.is_none() && self.is_next_due(lines) {
                let Some(line) = lines.take() else { break };
                exit = self.update(AppMessage::Line(line)).await?;
                self.leaving.iter_mut().for_each(Leaving::goes_on);
            }
            if let Some(exit) = exit {
                return Ok(exit);
            }
            let session = self.app.session();
            if session.is_over() && session.outcome().is_none() {
                // The room was given up.
                return Ok(Exit::Home);
            }
            if self.is_done(lines) {
                return Ok(Exit::Quit);
            }
        }
    }

    /// Passes a message to the application, prints its output and does its effects. Here an answer is
    /// awaited, so that what is typed next comes after it.
    async fn update(&mut self, message: AppMessage) -> Result<Option<Exit>, Error> {
        let updates = self.app.session().updates();
        let mut messages = vec![message];
        while let Some(message) = messages.pop() {
            let effects = self.app.update(message);
            self.print()?;
            for effect in effects {
                match effect {
                    Effect::Send(message) => self.outside.send(&mut self.app, message),
                    Effect::Keep(game, room) => messages.extend(self.outside.keep(&game, room)),
                    Effect::Forget(game) => self.outside.forget(&mut self.app, &game),
                    Effect::Ask(request) => {
                        messages.push(self.outside.ask(&self.app, request).await);
                    }
                    Effect::Leave(exit) => return Ok(Some(exit)),
                    // Only a screen has a bell, a mouse, a clipboard and replays.
                    Effect::Bell
                    | Effect::Copy(_)
                    | Effect::Mouse(_)
                    | Effect::Step(_)
                    | Effect::LastStep => {}
                }
            }
            self.print()?;
        }
        if self.app.session().updates() > updates {
            self.leaving.iter_mut().for_each(Leaving::goes_on);
        }
        Ok(None)
    }

    fn good_bye(&mut self) -> Result<(), Error> {
        if self.app.session().is_over() {
            return Ok(self.paper.line("Good-bye.")?);
        }
        Ok(self.paper.line(say::good_bye(self.app.code()))?)
    }
}
