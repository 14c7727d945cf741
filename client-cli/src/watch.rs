//! `entente watch`: a match as anybody may see it, until its end.
//!
//! Here, apart from play, because a watcher has nothing to answer. It must not know the rules of
//! any game, and it never sends a token.

use protocol::room::{Room, RoomState};

use crate::api::Api;
use crate::args::Watch;
use crate::clock::{self, Due};
use crate::connection::{Config, Connection, Signal};
use crate::error::Error;
use crate::link::{RoomRef, Server};
use crate::paper::{Paper, Style};
use crate::play::say::{self, Names};
use crate::render::{self, Scene};
use crate::session::{Change, Session};

/// Watches until the match is over.
pub async fn run(server: &Server, args: &Watch, paper: &mut Paper) -> Result<(), Error> {
    let room = RoomRef::parse(&args.room)?;
    let api = Api::new(room.server.unwrap_or_else(|| server.clone()))?;
    // Tells an unreachable server and an unknown room apart before the patient part begins.
    api.room(&room.code).await?;
    let mut connection = Connection::open(Config::new(api.server().socket(&room.code), None));
    let mut watcher = Watcher {
        roles: Vec::new(),
        catalogue: None,
        printed: None,
        session: Session::default(),
        json: args.json,
        api: &api,
        paper,
    };
    let result = watcher.follow(&mut connection).await;
    connection.close().await;
    result
}

struct Watcher<'a> {
    api: &'a Api,
    paper: &'a mut Paper,
    session: Session,
    json: bool,
    roles: Vec<String>,
    catalogue: Option<serde_json::Value>,
    /// What the clock would bring when the situation was last printed.
    printed: Option<Vec<Due>>,
}

impl Watcher<'_> {
    async fn follow(&mut self, connection: &mut Connection) -> Result<(), Error> {
        while let Some(signal) = connection.next().await {
            if self.json {
                self.raw(&signal)?;
            }
            let change = self.session.apply(signal);
            if let Change::Ended(end) = change {
                let over = self.session.is_over();
                return if over {
                    Ok(())
                } else {
                    Err(end.into_error(&self.api.server().to_string()))
                };
            }
            if !self.json {
                self.show(change).await?;
            }
            for note in self.session.take_notes() {
                if self.json {
                    eprintln!("{note}");
                } else {
                    self.paper.styled(Style::Alert, note)?;
                }
            }
            if self.session.is_over() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn raw(&mut self, signal: &Signal) -> Result<(), Error> {
        let Signal::Frame(frame) = signal else { return Ok(()) };
        // A line for each message, whatever spaces the server uses.
        let text = frame.text.replace(['\n', '\r'], " ");
        Ok(self.paper.raw(&text)?)
    }

    async fn show(&mut self, change: Change) -> Result<(), Error> {
        match change {
            Change::Welcomed { first: true } => self.welcomed().await?,
            Change::Welcomed { first: false } => self.paper.line("Connected again.")?,
            Change::Room { before } => {
                let Some(room) = self.session.room() else { return Ok(()) };
                let lobby = matches!(room.state, RoomState::Lobby | RoomState::Sealing);
                let lines = match before {
                    Some(before) if !lobby => {
                        say::room_changes(&before, room, None, &self.names(room))
                    }
                    Some(before) if before.seats == room.seats && before.state == room.state => {
                        Vec::new()
                    }
                    _ => say::lobby(room, None, &self.roles),
                };
                for line in lines {
                    self.paper.line(line)?;
                }
            }
            Change::Updated { events, cut, .. } => {
                if !self.session.is_timed() {
                    self.paper.line("")?;
                }
                if cut {
                    self.paper.line("(older events are left out)")?;
                }
                let tell = if self.session.is_timed() { say::brief_event } else { say::event };
                let names = self.session.room().map(|room| self.names(room)).unwrap_or_default();
                for event in &events {
                    self.paper.styled(Style::Event, tell(event, &names))?;
                }
                self.situation()?;
            }
            Change::Chat(line) => {
                self.paper.line(format!("[chat] {}: {}", line.name, line.text))?;
            }
            Change::Trouble { answer } => {
                self.paper.styled(Style::Alert, format!("The server says: {}", answer.detail))?;
            }
            Change::Closing { reason } => {
                self.paper.styled(Style::Alert, format!("The server is closing: {reason}"))?;
            }
            Change::Lost { why, .. } => {
                let text = format!("The connection is lost ({why}); trying again.");
                self.paper.styled(Style::Alert, text)?;
            }
            Change::Accepted { .. }
            | Change::Rejected { .. }
            | Change::Ended(_)
            | Change::Unknown => {}
        }
        Ok(())
    }

    async fn welcomed(&mut self) -> Result<(), Error> {
        let Some(room) = self.session.room().cloned() else { return Ok(()) };
        let games = self.api.games().await.map(|games| games.games).unwrap_or_default();
        let info = games.into_iter().find(|info| info.id == room.game);
        self.roles = info.and_then(|info| info.roles).unwrap_or_default();
        if render::of(&room.game).wants_catalogue() {
            self.catalogue = self.api.data(&room.fairness.data).await.ok();
        }
        self.paper.styled(Style::Head, format!("Watching: {}.", say::state(room.state)))?;
        for line in say::lobby(&room, None, &self.roles).into_iter().chain(say::options(&room)) {
            self.paper.line(line)?;
        }
        Ok(())
    }

    fn names(&self, room: &Room) -> Names {
        Names::new(room, &self.roles, self.scene().as_ref())
    }

    fn scene(&self) -> Option<Scene<'_>> {
        self.session.scene(self.catalogue.as_ref())
    }

    /// The table and whose turn it is. While the clock runs and others act all the time, only when
    /// what it will bring first is another thing, such as the end of another round.
    fn situation(&mut self) -> Result<(), Error> {
        let (Some(room), Some(update), Some(scene)) =
            (self.session.room(), self.session.update(), self.scene())
        else {
            return Ok(());
        };
        let dues = render::of(&room.game).dues(&update.public);
        let shown = !dues.is_empty();
        let same = self.printed.as_ref().is_some_and(|printed| printed.first() == dues.first());
        if self.session.is_timed() && shown && same {
            return Ok(());
        }
        let names = self.names(room);
        let text = render::of(&room.game).render(&scene);
        self.printed = Some(dues);
        self.paper.line("")?;
        self.paper.line(text.trim_end())?;
        self.paper.line("")?;
        if let Some(outcome) = &update.outcome {
            for line in say::outcome(outcome, None, &names) {
                self.paper.styled(Style::Head, line)?;
            }
            return Ok(());
        }
        self.paper.line(say::turn(update, None, &names))?;
        let left = clock::line(&say::dues(&room.game, update), self.session.match_time());
        Ok(left.filter(|_| !shown).map_or(Ok(()), |left| self.paper.line(left))?)
    }
}
