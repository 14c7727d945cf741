//! What a match needs of the world: the line to its room, the file of its seat, the HTTP interface.
//!
//! Both faces of a match, lines and full screen, have their effects done here. It must not decide
//! anything, nor know where anything is shown.

use protocol::ClientMessage;
use uuid::Uuid;

use crate::api::Api;
use crate::app::{App, Done, Exit, Message, Request};
use crate::connection::{Config, Connection, Signal};
use crate::error::Error;
use crate::heads::Heads;
use crate::play::start::{Holding, holding};
use crate::record;
use crate::saved::{SavedGame, SavedGames};

/// What comes after a match.
#[derive(Debug)]
pub enum After {
    /// Nothing: the person has had enough.
    Quit,
    /// Another choice of what to play.
    Home,
    /// The next match of the same people.
    Rematch(Box<Holding>),
}

/// The world of one match.
#[derive(Debug)]
pub struct Outside<'a> {
    api: &'a Api,
    /// Where a seat is saved; whoever has none needs no place.
    store: Option<&'a SavedGames>,
    /// The line to the room of a match that goes on.
    connection: Option<Connection>,
}

impl<'a> Outside<'a> {
    /// The world of whoever has no line and no seat yet.
    pub fn new(api: &'a Api, store: Option<&'a SavedGames>) -> Self {
        Self { api, store, connection: None }
    }

    /// Begins to connect.
    pub fn connect(&mut self, app: &App) {
        let url = self.api.server().socket(app.code());
        let config = Config::new(url, app.token().map(str::to_owned));
        self.connection = Some(Connection::open(config));
    }

    /// The next signal; `None` without a line. Safe to drop half-way, as `select!` does.
    pub async fn next(&mut self) -> Option<Signal> {
        let signal = self.connection.as_mut()?.next().await;
        if signal.is_none() {
            // It has said why before.
            self.connection = None;
        }
        signal
    }

    /// Says good-bye to the server.
    pub async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
    }

    /// What comes after the match.
    pub fn after(&self, exit: Exit, app: &App) -> Result<After, Error> {
        match exit {
            Exit::Quit => Ok(After::Quit),
            Exit::Home => Ok(After::Home),
            Exit::Ended(end) => Err(end.into_error(&self.api.server().to_string())),
            Exit::Rematch(seated) => {
                let next = holding(self.api, &seated, &app.name(), false);
                if let Some((store, game)) = self.store.zip(next.saved.as_ref()) {
                    // The welcome saves it again, and says so if that fails.
                    drop(store.keep(game));
                }
                Ok(After::Rematch(Box::new(next)))
            }
        }
    }

    /// Sends a message.
    pub fn send(&self, app: &mut App, message: ClientMessage) {
        if let Some(Err(error)) = self.connection.as_ref().map(|line| line.send(message)) {
            app.not_sent(&error);
        }
    }

    /// Saves the seat, and opens the file of its heads.
    pub fn keep(&self, game: &SavedGame, room: Uuid) -> Option<Message> {
        let store = self.store?;
        let heads = store.keep(game).and_then(|()| Heads::open(store.home(), room, game.seat));
        Some(Message::Done(Done::Kept(said(heads))))
    }

    /// Forgets the saved seat.
    pub fn forget(&self, app: &mut App, game: &SavedGame) {
        if let Some(Err(error)) = self.store.map(|store| store.forget(game)) {
            app.not_sent(&error);
        }
    }

    /// Asks the HTTP interface, for whoever waits for the answer here or elsewhere.
    pub fn ask(&self, app: &App, request: Request) -> impl Future<Output = Message> + Send + use<> {
        let (api, code) = (self.api.clone(), app.code().to_owned());
        let token = app.token().unwrap_or_default().to_owned();
        // As it is now: nothing of a match that is over is seen later.
        let played = app.session().played().filter(|_| request == Request::Record);
        let home = self.store.map(|store| store.home().to_owned());
        async move {
            Message::Done(match request {
                Request::Data(digest) => {
                    let data = said(api.data(&digest).await);
                    Done::Data(digest, data)
                }
                Request::Record => {
                    let record = said(record::fetch(&api, &code).await);
                    let seen = home.zip(played).ok_or_else(|| "no seat".to_owned());
                    let told = record.and_then(|record| {
                        seen.map(|(home, played)| record::told(&record, &home, &played))
                    });
                    Done::Record(told)
                }
                Request::Bot(seat) => Done::Bot(said(api.seat_bot(&code, seat, &token).await)),
                Request::Free(seat) => {
                    Done::Freed(seat, said(api.leave(&code, seat, &token).await))
                }
                Request::Rematch => {
                    Done::Rematch(said(api.rematch(&code, &token).await.map(Box::new)))
                }
                Request::Notices(seat, wanted) => {
                    let known = match &wanted {
                        Some(wanted) => api.set_notices(&code, seat, &token, wanted).await,
                        None => api.notices(&code, seat, &token).await,
                    };
                    Done::Notices(wanted.is_some(), said(known))
                }
            })
        }
    }
}

/// An answer whose error is for people.
fn said<T>(answer: Result<T, Error>) -> Result<T, String> {
    answer.map_err(|error| error.to_string())
}
