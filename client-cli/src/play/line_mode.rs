//! One match at the keyboard: prints the application's output, and passes typed lines to it.
//!
//! The loop waits for the network and for the keyboard at once, so that neither holds up the other.
//! It must not decide anything about the match.

use std::collections::VecDeque;
use std::time::Duration;

use protocol::room::{GameInfo, Room};
use ratatui::layout::Size;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use self::due::Leaving;
use super::ahead::Lines;
use crate::api::Api;
use crate::app::{App, AppConfig, AppMessage, Effect, Exit};
use crate::args::ReplayArgs;
use crate::clock;
use crate::duration::as_clock;
use crate::error::Error;
use crate::outside::{After, Outside};
use crate::paper::{Paper, Tone};
use crate::replay::Steps;
use crate::saved::SavedGames;

mod due;

/// One match as a person plays it in lines of text.
#[derive(Debug)]
pub struct LineMode<'a> {
    paper: &'a mut Paper,
    outside: Outside<'a>,
    app: App,
    /// Set when the input has ended.
    leaving: Option<Leaving>,
}

impl<'a> LineMode<'a> {
    /// Prepares a match; without a store of seats, to watch it.
    pub fn new(
        api: &'a Api,
        store: Option<&'a SavedGames>,
        config: AppConfig,
        games: Vec<GameInfo>,
        paper: &'a mut Paper,
    ) -> Self {
        let config = AppConfig { points: false, ..config };
        let app = App::new(config, games, width(paper));
        Self { paper, outside: Outside::new(api, store), app, leaving: None }
    }

    /// Plays until there is nothing more to do here.
    pub async fn run(mut self, lines: &mut Lines) -> Result<After, Error> {
        self.outside.connect(&self.app);
        let result = self.talk(lines).await;
        self.outside.close().await;
        let exit = result?;
        if exit == Exit::Quit {
            let words = self.outside.good_bye(&self.app)?;
            self.paper.line(words.unwrap_or_else(|| "Good-bye.".to_owned()))?;
        }
        let after = self.outside.after(exit, &self.app)?;
        if let After::Rematch(next) = &after {
            self.paper.line(format!("On to room {}.", next.code))?;
        }
        Ok(after)
    }

    /// Watches until the match is over; nobody types.
    pub async fn watch(self) -> Result<(), Error> {
        let (_keyboard, silent) = mpsc::channel(1);
        self.run(&mut Lines::new(silent, false)).await.map(drop)
    }

    /// Shows a match that is over: the steps that lines ask for; without lines the one that is wanted,
    /// or all of them.
    pub async fn replay(
        mut self,
        room: Room,
        mut steps: Steps,
        args: &ReplayArgs,
        lines: Option<mpsc::Receiver<String>>,
    ) -> Result<(), Error> {
        let mut step = args.step.unwrap_or(0);
        if lines.is_none() && steps.get(step).await?.is_none() {
            return Err(Error::Usage(format!("the match has no step {step}")));
        }
        self.app = self.app.look_back(room, args.seat);
        self.outside.steps = Some(steps);
        let effects = self.app.begin_replay(step);
        self.perform(effects).await?;
        if let Some(mut lines) = lines {
            self.update(AppMessage::Line("?".to_owned())).await?;
            while let Some(line) = lines.recv().await {
                if self.update(AppMessage::Line(line)).await?.is_some() {
                    break;
                }
            }
        } else if args.step.is_none() {
            while self.outside.has_step(step + 1).await? {
                step += 1;
                self.perform(vec![Effect::Step(step)]).await?;
            }
        }
        Ok(())
    }

    async fn talk(&mut self, lines: &mut Lines) -> Result<Exit, Error> {
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
            let watched = self.app.token().is_none();
            if session.is_over() && (watched || session.outcome().is_none()) {
                // There is nothing more to see, or the room was given up.
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
        self.app.update(AppMessage::Resized(width(self.paper)));
        let effects = self.app.update(message);
        let exit = self.perform(effects).await?;
        if self.app.session().updates() > updates {
            self.leaving.iter_mut().for_each(Leaving::goes_on);
        }
        Ok(exit)
    }

    async fn perform(&mut self, effects: Vec<Effect>) -> Result<Option<Exit>, Error> {
        let mut effects = VecDeque::from(effects);
        self.print()?;
        while let Some(effect) = effects.pop_front() {
            let messages = if let Effect::Leave(exit) = effect {
                return Ok(Some(exit));
            } else if let Effect::Ask(request) = effect {
                vec![self.outside.ask(&self.app, request).await]
            } else {
                self.outside.perform(&mut self.app, effect).await
            };
            self.print()?;
            for message in messages {
                effects.extend(self.app.update(message));
                self.print()?;
            }
        }
        Ok(None)
    }

    /// Prints what the application has said.
    fn print(&mut self) -> Result<(), Error> {
        for (tone, text) in self.app.take_output() {
            let chat = if tone == Tone::Chat { "[chat] " } else { "" };
            self.paper.styled(tone, format!("{chat}{text}"))?;
        }
        Ok(())
    }

    /// Returns the time of the next warning that time runs out for this seat, and how much will be
    /// left.
    fn next_warning(&self) -> Option<(Instant, u64)> {
        let session = self.app.session();
        let (update, seat) = (session.update()?, session.seat()?);
        let asked = update.awaiting.contains(&seat) && self.leaving.is_none();
        let next = clock::next_warning(&self.app.deadlines(), session.match_time());
        let (wait, left) = next.filter(|_| asked)?;
        Some((Instant::now() + Duration::from_millis(wait), left))
    }

    fn warn(&mut self, left_ms: u64) -> Result<(), Error> {
        let Some(due) = self.app.deadlines().into_iter().next() else { return Ok(()) };
        let text = format!("{} left to {}.", as_clock(left_ms), due.what);
        Ok(self.paper.styled(Tone::Alert, text)?)
    }
}

/// Returns the width of the paper; lines of text have no height.
fn width(paper: &Paper) -> Size {
    Size::new(u16::try_from(paper.width()).unwrap_or(u16::MAX), 0)
}
