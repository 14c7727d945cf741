//! One match at the keyboard: what comes from the server is printed, what is typed is sent.
//!
//! The loop waits for the network and for the keyboard at once, so that neither holds up the other.
//! It must not know the rules of any game: it shows views and offers.

use protocol::room::{GameInfo, Room, RoomState};
use serde_json::Value;
use tokio::time::{Instant, sleep_until};

use self::due::Leaving;
use super::ahead::Lines;
use super::offers::Book;
use super::say::{self, Names};
use super::start::Holding;
use super::walk::Walk;
use crate::api::Api;
use crate::args::{Board, Play};
use crate::connection::{Config, Connection, End};
use crate::error::Error;
use crate::heads::Heads;
use crate::paper::{Paper, Style};
use crate::saved::{SavedGame, SavedGames};
use crate::seal::Duty;
use crate::session::{Change, Session};

mod acts;
mod due;
mod show;

/// What comes after a match.
#[derive(Debug)]
pub enum Next {
    /// The person has had enough.
    Quit,
    /// On to the next one.
    Rematch(Box<Holding>),
}

/// What a typed line would answer.
#[derive(Debug)]
enum Mode {
    /// The offers, or the lobby.
    Free,
    /// The choices within an offer.
    Walk { number: usize, text: String, walk: Walk },
    /// Whether giving up is meant.
    Resign,
}

/// One match as a person plays it.
#[derive(Debug)]
pub struct Desk<'a> {
    api: &'a Api,
    store: &'a SavedGames,
    paper: &'a mut Paper,
    connection: Connection,
    session: Session,
    holding: Holding,
    games: &'a [GameInfo],
    board: Board,
    /// Whether this person brings entropy to the deal.
    entropy: bool,
    mode: Mode,
    /// A sheet that was sent: to be corrected if it is refused.
    sheet: Option<(usize, String, Walk)>,
    /// The offers, by number.
    book: Book,
    filter: String,
    catalogue: Option<(String, Option<Value>)>,
    /// Set when the input has ended.
    leaving: Option<Leaving>,
    /// Something was done in the lobby, and the room has not been shown since.
    room_owed: bool,
    end_told: bool,
    /// Who was awaited when it was last said.
    awaiting: Option<Vec<u8>>,
    /// The line is back, so that what is asked must be said again.
    back: bool,
    /// The question as it was last said, so that it is not said twice while others act.
    asked: Option<String>,
}

impl<'a> Desk<'a> {
    /// Begins to connect.
    pub fn new(
        api: &'a Api,
        store: &'a SavedGames,
        holding: &Holding,
        games: &'a [GameInfo],
        args: &Play,
        paper: &'a mut Paper,
    ) -> Self {
        let url = api.server().socket(&holding.code);
        let connection = Connection::open(Config::new(url, Some(holding.token.clone())));
        Self {
            api,
            store,
            paper,
            connection,
            session: Session::default(),
            holding: holding.clone(),
            games,
            board: args.board,
            entropy: !args.no_entropy,
            mode: Mode::Free,
            sheet: None,
            book: Book::default(),
            filter: String::new(),
            catalogue: None,
            leaving: None,
            room_owed: false,
            end_told: false,
            awaiting: None,
            back: false,
            asked: None,
        }
    }

    /// Plays until there is nothing more to do here.
    pub async fn run(mut self, lines: &mut Lines) -> Result<Next, Error> {
        let result = self.talk(lines).await;
        self.connection.close().await;
        result
    }

    async fn talk(&mut self, lines: &mut Lines) -> Result<Next, Error> {
        if self.holding.created {
            self.paper.styled(Style::Head, format!("Room {} is open.", self.holding.code))?;
            self.paper.line(format!("Code: {}", self.holding.code))?;
            let link = self.api.server().link(&self.holding.code);
            self.paper.line(format!("Link to share: {link}"))?;
        }
        loop {
            let warning = self.next_warning();
            let leaves = self.leaving.as_ref().map(Leaving::until);
            let next = tokio::select! {
                signal = self.connection.next() => match signal {
                    Some(signal) => {
                        let change = self.session.apply(signal);
                        self.show(change).await?
                    }
                    None => Some(Next::Quit),
                },
                came = lines.read(), if !lines.has_ended() => {
                    self.came(came)?;
                    None
                }
                () = sleep_until(warning.map_or_else(Instant::now, |(at, _)| at)), if warning.is_some() => {
                    self.warn(warning.map_or(0, |(_, left)| left))?;
                    None
                }
                () = sleep_until(leaves.unwrap_or_else(Instant::now)), if leaves.is_some() => {
                    self.too_late(lines)?
                }
            };
            let next = match next {
                None => self.do_what_is_due(lines).await?,
                next => next,
            };
            for note in self.session.take_notes() {
                self.paper.styled(Style::Alert, note)?;
            }
            if let Some(next) = next {
                return Ok(next);
            }
            if self.is_done(lines) {
                return Ok(self.goodbye()?.unwrap_or(Next::Quit));
            }
        }
    }

    fn goodbye(&mut self) -> Result<Option<Next>, Error> {
        if self.session.is_over() {
            self.paper.line("Good-bye.")?;
        } else {
            self.paper.line(format!(
                "Good-bye. The game stays: entente play --continue {} goes on with it.",
                self.holding.code
            ))?;
        }
        Ok(Some(Next::Quit))
    }

    /// Prints one change; a `Next` ends the match here.
    async fn show(&mut self, change: Change) -> Result<Option<Next>, Error> {
        if matches!(change, Change::Welcomed { .. } | Change::Room { .. } | Change::Trouble { .. })
        {
            self.room_owed = false;
        }
        match change {
            Change::Welcomed { first } => self.welcomed(first)?,
            Change::Room { before } => {
                self.reveal()?;
                if self.room_changed(before.as_deref())? {
                    return Ok(Some(Next::Quit));
                }
            }
            Change::Updated { events, cut, asked, fresh } => {
                self.leaving.iter_mut().for_each(Leaving::goes_on);
                self.updated(&events, cut, asked, fresh).await?;
            }
            Change::Accepted { act: Some(act), .. } if !act.is_move() => {
                self.paper.line(format!("Accepted: {}.", act.text))?;
            }
            Change::Accepted { .. } | Change::Unknown => {}
            Change::Rejected { act, answer } => self.rejected(act.as_ref(), &answer)?,
            Change::Chat(line) => {
                self.paper.line(format!("[chat] {}: {}", line.name, line.text))?;
            }
            Change::Trouble { answer } => {
                self.paper.styled(Style::Alert, format!("The server says: {}", answer.detail))?;
            }
            Change::Closing { reason } => {
                self.paper.styled(Style::Alert, format!("The server is closing: {reason}"))?;
            }
            Change::Lost { why, retry_in } => {
                let wait = crate::error::seconds(retry_in.as_millis() as u64);
                let text = format!("The connection is lost ({why}); trying again in {wait}.");
                self.paper.styled(Style::Alert, text)?;
            }
            Change::Ended(end) => return self.ended(end).map(Some),
        }
        Ok(None)
    }

    fn ended(&mut self, end: End) -> Result<Next, Error> {
        if matches!(end, End::TokenUnknown | End::RoomUnknown)
            && let Some(game) = &self.holding.saved
        {
            self.store.forget(game)?;
        }
        // After the end of a match the server may let go of us.
        if self.session.is_over() && end != End::Replaced {
            return Ok(Next::Quit);
        }
        Err(end.into_error(&self.api.server().to_string()))
    }

    fn welcomed(&mut self, first: bool) -> Result<(), Error> {
        if !first {
            self.back = true;
            self.paper.line("Connected again.")?;
            return self.reveal();
        }
        let (Some(seat), Some(room)) = (self.session.seat(), self.session.room().cloned()) else {
            return Err(Error::Failed("the server took us for a spectator".to_owned()));
        };
        let known = self.holding.saved.take();
        let name = known.map_or_else(|| self.session.name_of(seat), |game| game.name);
        let game = SavedGame {
            server: self.api.server().to_string(),
            code: room.code.clone(),
            seat,
            token: self.holding.token.clone(),
            game: room.game.clone(),
            name,
        };
        self.holding.code.clone_from(&room.code);
        let kept =
            self.store.keep(&game).and_then(|()| Heads::open(self.store.home(), room.id, seat));
        self.holding.saved = Some(game);
        match kept {
            Ok(heads) => self.session.keep_heads(heads),
            Err(error) => self.paper.styled(Style::Alert, format!("Not saved: {error}"))?,
        }
        self.paper.styled(Style::Head, format!("You are {}.", self.names().of(seat)))?;
        self.paper.line("Type ? for help, q to quit.")?;
        if matches!(room.state, RoomState::Lobby | RoomState::Sealing) {
            self.lobby(&room)?;
        }
        self.reveal()
    }

    /// Opens our part of the deal when it is due.
    fn reveal(&mut self) -> Result<(), Error> {
        let duty = self.session.duty();
        if let Some(why) = say::not_revealed(&duty) {
            self.paper.styled(Style::Alert, why)?;
        }
        match duty {
            Duty::Reveal(entropy) => {
                self.connection.send(protocol::ClientMessage::Reveal { entropy })
            }
            Duty::Nothing | Duty::Distrust | Duty::Lost => Ok(()),
        }
    }

    fn lobby(&mut self, room: &Room) -> Result<(), Error> {
        for line in say::lobby(room, self.session.seat(), self.roles(&room.game)) {
            self.paper.line(line)?;
        }
        if let Some(options) = say::options(room) {
            self.paper.line(options)?;
        }
        let (style, text) = self.lobby_wait(room);
        Ok(self.paper.styled(style, text)?)
    }

    /// Only what is not as it was.
    fn lobby_changes(&mut self, before: &Room, room: &Room) -> Result<(), Error> {
        let roles = self.roles(&room.game);
        for line in say::changed_seats(before, room, self.session.seat(), roles) {
            self.paper.line(line)?;
        }
        let (style, text) = self.lobby_wait(room);
        if text != self.lobby_wait(before).1 {
            self.paper.styled(style, text)?;
        }
        Ok(())
    }

    /// What the lobby waits for, and how it stands out.
    fn lobby_wait(&self, room: &Room) -> (Style, &'static str) {
        let text = say::lobby_wait(room, self.session.seat());
        (if text == say::PRESS_ENTER { Style::Ask } else { Style::Plain }, text)
    }

    /// Prints what changed in the room; `true` when there is nothing more to do in it.
    fn room_changed(&mut self, before: Option<&Room>) -> Result<bool, Error> {
        let Some(room) = self.session.room().cloned() else { return Ok(false) };
        for text in say::voided(before, &room, &self.names()) {
            self.paper.styled(Style::Alert, text)?;
        }
        match room.state {
            RoomState::Lobby | RoomState::Sealing => match before {
                Some(before) => self.lobby_changes(before, &room)?,
                None => self.lobby(&room)?,
            },
            RoomState::Running | RoomState::Finished | RoomState::Abandoned => {
                let names = self.names();
                if let Some(before) = before {
                    for line in say::room_changes(before, &room, self.session.seat(), &names) {
                        self.paper.line(line)?;
                    }
                }
            }
        }
        let given_up = room.state == RoomState::Abandoned && self.session.outcome().is_none();
        if given_up {
            self.forget()?;
        }
        Ok(given_up)
    }

    fn roles(&self, game: &str) -> &'a [String] {
        let info = self.games.iter().find(|info| info.id == game);
        info.and_then(|info| info.roles.as_deref()).unwrap_or_default()
    }

    fn names(&self) -> Names {
        match self.session.room() {
            Some(room) => Names::new(room, self.roles(&room.game), self.scene().as_ref()),
            None => Names::default(),
        }
    }
}
