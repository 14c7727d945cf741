//! `entente replay`: a match that is over, step by step, as one of its viewers saw it.
//!
//! The server sends the updates in pages; one page is kept at a time. In a terminal one pages through
//! the steps, into a pipe they are printed one after the other. It must not know the rules of any
//! game.

use protocol::archive::Replay;
use protocol::room::Room;
use protocol::{ServerMessage, Update};
use serde_json::Value;
use tokio::sync::mpsc;

use crate::api::Api;
use crate::app::say::{self, Names};
use crate::args;
use crate::clock;
use crate::error::Error;
use crate::link::{RoomRef, Server};
use crate::paper::{Paper, Tone};
use crate::render::{self, Scene};

/// The commands that can be typed.
const HELP: &str = "Enter or n: next, b: back, a number: that step, e: the last one, q: quit.";

/// Shows a match; `interactive` says that somebody is there to page through the steps.
pub async fn run(
    server: &Server,
    args: &args::ReplayArgs,
    interactive: bool,
    lines: &mut mpsc::Receiver<String>,
    paper: &mut Paper,
) -> Result<(), Error> {
    let room = RoomRef::parse(&args.room)?;
    let api = Api::new(room.server.unwrap_or_else(|| server.clone()))?;
    let room = api.room(&room.code).await?;
    let games = api.games().await.unwrap_or_default();
    let info = games.into_iter().find(|info| info.id == room.game);
    let wanted = render::of(&room.game).wants_catalogue();
    let catalogue = if wanted { api.data(&room.fairness.data).await.ok() } else { None };
    let mut viewer = ReplayViewer {
        roles: info.and_then(|info| info.roles).unwrap_or_default(),
        catalogue,
        steps: Steps::begin(api, room.code.clone(), args.seat).await?,
        seat: args.seat,
        room,
        paper,
    };
    let first = args.step.unwrap_or(0);
    if interactive {
        return viewer.turn_over(first, lines).await;
    }
    if args.step.is_some() {
        return viewer.only(first).await;
    }
    let mut step = 0;
    while viewer.show(step).await? {
        step += 1;
    }
    Ok(())
}

/// The steps of a match: where each page begins, and one page.
#[derive(Debug)]
pub(crate) struct Steps {
    api: Api,
    code: String,
    seat: Option<u8>,
    /// For each page known of, its first step and its `from`.
    pages: Vec<(usize, u64)>,
    /// Which of them is here.
    at: usize,
    page: Replay,
}

impl Steps {
    /// Begins at the first page.
    pub(crate) async fn begin(api: Api, code: String, seat: Option<u8>) -> Result<Self, Error> {
        let page = api.replay(&code, seat, 0).await?;
        Ok(Self { api, code, seat, pages: vec![(0, 0)], at: 0, page })
    }

    /// Returns the update of a step; nothing behind the last one.
    pub(crate) async fn get(&mut self, step: usize) -> Result<Option<&Update>, Error> {
        while step < self.pages[self.at].0 {
            self.open(self.at - 1).await?;
        }
        loop {
            let end = self.pages[self.at].0 + self.page.updates.len();
            let Some(next) = self.page.next.filter(|_| step >= end) else { break };
            // A server that turns in circles must not keep us.
            if next <= self.pages[self.at].1 {
                return Err(Error::Failed("the server's pages do not come to an end".to_owned()));
            }
            if self.pages.len() == self.at + 1 {
                self.pages.push((end, next));
            }
            self.open(self.at + 1).await?;
        }
        let message = self.page.updates.get(step - self.pages[self.at].0);
        Ok(match message {
            Some(ServerMessage::Update(update)) => Some(update),
            Some(_) | None => None,
        })
    }

    /// Returns the last step, which only the last page contains.
    pub(crate) async fn last(&mut self) -> Result<usize, Error> {
        self.get(usize::MAX).await?;
        Ok(self.known_last().unwrap_or_default())
    }

    /// Returns the last step, if its page is here.
    pub(crate) fn known_last(&self) -> Option<usize> {
        let end = self.pages[self.at].0 + self.page.updates.len();
        self.page.next.is_none().then(|| end.saturating_sub(1))
    }

    async fn open(&mut self, at: usize) -> Result<(), Error> {
        let (_, from) = self.pages[at];
        self.page = self.api.replay(&self.code, self.seat, from).await?;
        self.at = at;
        Ok(())
    }
}

struct ReplayViewer<'a> {
    steps: Steps,
    room: Room,
    seat: Option<u8>,
    roles: Vec<String>,
    catalogue: Option<Value>,
    paper: &'a mut Paper,
}

impl ReplayViewer<'_> {
    /// Shows one step after the other, as the person asks for them.
    async fn turn_over(
        &mut self,
        first: usize,
        lines: &mut mpsc::Receiver<String>,
    ) -> Result<(), Error> {
        let mut step = first;
        if !self.show(step).await? {
            self.paper.line(format!("There is no step {step}."))?;
        }
        self.paper.styled(Tone::Ask, HELP)?;
        while let Some(line) = lines.recv().await {
            let wanted = match line.trim() {
                "" | "n" => Some(step + 1),
                "b" => Some(step.saturating_sub(1)),
                "e" => Some(self.steps.last().await?),
                "q" => return Ok(()),
                number => number.parse().ok(),
            };
            let Some(wanted) = wanted else {
                self.paper.styled(Tone::Ask, HELP)?;
                continue;
            };
            if self.show(wanted).await? {
                step = wanted;
            } else {
                self.paper.line(format!("There is no step {wanted}; this is step {step}."))?;
            }
        }
        Ok(())
    }

    async fn only(&mut self, step: usize) -> Result<(), Error> {
        if self.show(step).await? {
            return Ok(());
        }
        Err(Error::Usage(format!("the match has no step {step}")))
    }

    /// Shows a step; `false` if there is none.
    async fn show(&mut self, step: usize) -> Result<bool, Error> {
        self.steps.get(step).await?;
        let last = self.steps.known_last();
        let of = last.map_or_else(String::new, |last| format!(" of {last}"));
        let Some(update) = self.steps.get(step).await? else { return Ok(false) };
        let scene = Scene {
            private: update.private.as_ref(),
            catalogue: self.catalogue.as_ref(),
            options: Some(&self.room.options),
            seat: self.seat,
            seats: &self.room.seats,
            now_ms: update.now_ms,
            ..Scene::new(&update.public)
        };
        let names = Names::new(&self.room, &self.roles, Some(&scene));
        let time = clock::span(update.now_ms);
        let seq = update.seq;
        self.paper.styled(Tone::Head, format!("Step {step}{of}, entry {seq}, {time}"))?;
        for event in &update.events {
            self.paper.styled(Tone::Event, say::event(event, &names))?;
        }
        self.paper.line("")?;
        self.paper.line(render::of(&self.room.game).render(&scene).trim_end())?;
        self.paper.line("")?;
        match &update.outcome {
            Some(outcome) => {
                for line in say::outcome(outcome, self.seat, &names) {
                    self.paper.styled(Tone::Head, line)?;
                }
            }
            None => self.paper.line(say::turn(update, self.seat, &names))?,
        }
        Ok(true)
    }
}
