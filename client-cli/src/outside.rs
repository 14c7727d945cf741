//! A match's access to the outside: the connection to its room, the file of its seat, the HTTP
//! interface.
//!
//! Both faces of a match, lines and full screen, have their effects done here. It must not decide
//! anything, nor know how anything is shown.

use std::path::PathBuf;
use std::time::Duration;

use protocol::ClientMessage;
use uuid::Uuid;

use crate::api::Api;
use crate::app::{ApiRequest, App, AppMessage, Done, Effect, Exit};
use crate::connection::{Config, Connection, Signal};
use crate::error::Error;
use crate::heads::Heads;
use crate::paper::Tone;
use crate::play::start::{HeldSeat, held_seat};
use crate::record::{self, RecordCheck, SeatEvidence};
use crate::replay::Steps;
use crate::saved::{SavedGame, SavedGames};

/// The next thing after a match.
#[derive(Debug)]
pub enum After {
    /// Nothing: the person quits.
    Quit,
    /// Another choice of what to play.
    Home,
    /// The next match of the same people.
    Rematch(Box<HeldSeat>),
}

/// The outside of one match.
#[derive(Debug)]
pub(crate) struct Outside<'a> {
    api: &'a Api,
    /// The store of seats; `None` for a spectator.
    store: Option<&'a SavedGames>,
    /// The connection to the room while the match goes on.
    connection: Option<Connection>,
    /// The steps of a match that is over.
    pub(crate) steps: Option<Steps>,
}

impl<'a> Outside<'a> {
    /// Creates an outside without a connection.
    pub(crate) fn new(api: &'a Api, store: Option<&'a SavedGames>) -> Self {
        Self { api, store, connection: None, steps: None }
    }

    /// Begins to connect.
    pub(crate) fn connect(&mut self, app: &App) {
        let url = self.api.server().socket(app.code());
        let config = Config::new(url, app.token().map(str::to_owned));
        self.connection = Some(Connection::open(config));
    }

    /// Returns the next signal; `None` without a line. Safe to drop half-way, as `select!` does.
    pub(crate) async fn next(&mut self) -> Option<Signal> {
        let signal = self.connection.as_mut()?.next().await;
        if signal.is_none() {
            // It has said why before.
            self.connection = None;
        }
        signal
    }

    /// Closes the connection politely.
    pub(crate) async fn close(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
    }

    /// Returns what comes after the match.
    pub(crate) fn after(&self, exit: Exit, app: &App) -> Result<After, Error> {
        match exit {
            Exit::Quit => Ok(After::Quit),
            Exit::Home => Ok(After::Home),
            Exit::Ended(end) => Err(end.into_error(&self.api.server().to_string())),
            Exit::Rematch(seated) => {
                let next = held_seat(self.api, &seated, &app.name());
                if let Some((store, game)) = self.store.zip(next.saved.as_ref()) {
                    // The welcome saves it again, and says so if that fails.
                    drop(store.keep(game));
                }
                Ok(After::Rematch(Box::new(next)))
            }
        }
    }

    /// Returns the last words about a match that is left; `None` if there is nothing to come back to.
    pub(crate) fn good_bye(&self, app: &App) -> Result<Option<String>, Error> {
        let seat = self.store.zip(app.token()).filter(|_| !app.session().is_over());
        let Some((store, token)) = seat else { return Ok(None) };
        let kept = store.has(&self.api.server().to_string(), app.code(), token)?;
        Ok(Some(app.good_bye(kept)))
    }

    /// Has an effect that both faces share; returns what comes of it at once.
    pub(crate) async fn perform(&mut self, app: &mut App, effect: Effect) -> Vec<AppMessage> {
        match effect {
            Effect::Send(message) => self.send(app, message, None),
            Effect::SendLater(message, wait) => self.send(app, message, Some(wait)),
            Effect::Reconnect(after) => {
                if let Some(Err(error)) = self.connection.as_ref().map(|line| line.again(after)) {
                    app.not_sent(&error);
                }
            }
            Effect::Keep(game, room) => return self.keep(&game, room).into_iter().collect(),
            Effect::Forget(game) => self.forget(app, &game),
            Effect::Advice(wanted) => {
                if let Some(Err(error)) = self.store.map(|store| store.want_advice(wanted)) {
                    app.report(Tone::Alert, format!("Not kept: {error}"));
                }
            }
            Effect::Step(step) => return self.step(Some(step)).await,
            Effect::LastStep => return self.step(None).await,
            // A face asks in its own time, and only a screen has a bell, a mouse and a clipboard.
            Effect::Ask(_)
            | Effect::Bell
            | Effect::Copy(_)
            | Effect::Mouse(_)
            | Effect::Leave(_) => {}
        }
        Vec::new()
    }

    async fn step(&mut self, step: Option<usize>) -> Vec<AppMessage> {
        match &mut self.steps {
            Some(steps) => shown(steps, step).await,
            None => Vec::new(),
        }
    }

    /// Checks whether a replay has this step.
    pub(crate) async fn has_step(&mut self, step: usize) -> Result<bool, Error> {
        match &mut self.steps {
            Some(steps) => Ok(steps.get(step).await?.is_some()),
            None => Ok(false),
        }
    }

    fn send(&self, app: &mut App, message: ClientMessage, wait: Option<Duration>) {
        let Some(line) = &self.connection else { return };
        let sent = match wait {
            Some(wait) => line.send_later(message, wait),
            None => line.send(message),
        };
        if let Err(error) = sent {
            app.not_sent(&error);
        }
    }

    /// Saves the seat, and opens the file of its heads.
    fn keep(&self, game: &SavedGame, room: Uuid) -> Option<AppMessage> {
        let store = self.store?;
        let heads = store.keep(game).and_then(|()| Heads::open(store.home(), room, game.seat));
        Some(AppMessage::Done(Done::Kept(readable(heads))))
    }

    fn forget(&self, app: &mut App, game: &SavedGame) {
        if let Some(Err(error)) = self.store.map(|store| store.forget(game)) {
            app.not_sent(&error);
        }
    }

    /// Asks the HTTP interface; the caller may await the answer or have it elsewhere.
    pub(crate) fn ask(
        &self,
        app: &App,
        request: ApiRequest,
    ) -> impl Future<Output = AppMessage> + Send + use<> {
        let (api, code) = (self.api.clone(), app.code().to_owned());
        let token = app.token().unwrap_or_default().to_owned();
        // As it is now: nothing of a match that is over is seen later.
        let evidence = app.session().evidence().filter(|_| request == ApiRequest::Record);
        let home = self.store.map(|store| store.home().to_owned());
        async move {
            AppMessage::Done(match request {
                ApiRequest::Data(digest) => {
                    let data = readable(api.data(&digest).await);
                    Done::Data(digest, data)
                }
                ApiRequest::Rules(game) => {
                    Done::Rules(readable(api.rules(&game).await.map(Box::new)))
                }
                ApiRequest::Record => {
                    Done::Record(checked(record::fetch(&api, &code).await, home, evidence))
                }
                ApiRequest::Bot(seat, level) => {
                    Done::Bot(readable(api.seat_bot(&code, seat, level, &token).await))
                }
                ApiRequest::Programs(game) => Done::Programs(readable(api.programs(&game).await)),
                ApiRequest::Program(seat, game, name) => {
                    Done::Bot(seat_program(&api, &code, seat, (&game, &name), &token).await)
                }
                ApiRequest::Free(seat) => {
                    Done::Freed(seat, readable(api.leave(&code, seat, &token).await))
                }
                ApiRequest::Coach(seat) => {
                    Done::Coach(readable(api.new_coach(&code, seat, &token).await))
                }
                ApiRequest::Rematch => {
                    Done::Rematch(readable(api.rematch(&code, &token).await.map(Box::new)))
                }
                ApiRequest::Notices(seat, wanted) => {
                    let known = match &wanted {
                        Some(wanted) => api.set_notices(&code, seat, &token, wanted).await,
                        None => api.notices(&code, seat, &token).await,
                    };
                    Done::Notices(wanted.is_some(), readable(known))
                }
            })
        }
    }
}

/// Returns a step of a replay, or the last one; and how many there are, if that is known now.
pub(crate) async fn shown(steps: &mut Steps, step: Option<usize>) -> Vec<AppMessage> {
    let step = match step {
        Some(step) => Ok(step),
        None => steps.last().await,
    };
    let (step, update) = match step {
        Ok(step) => (step, steps.get(step).await.map(|update| update.cloned().map(Box::new))),
        Err(error) => (usize::default(), Err(error)),
    };
    let known = steps.known_last().map(AppMessage::Steps);
    let shown = AppMessage::Step(step, readable(update));
    known.into_iter().chain([shown]).collect()
}

/// Keeps and checks a record; one that was promised and did not come is a fault of the server.
fn checked(
    record: Result<Vec<u8>, Error>,
    home: Option<PathBuf>,
    evidence: Option<SeatEvidence>,
) -> Result<RecordCheck, String> {
    let evidence = evidence.ok_or_else(|| "no seat".to_owned())?;
    match record {
        Ok(record) => {
            let home = home.ok_or_else(|| "nothing is kept".to_owned())?;
            Ok(record::keep_and_check(&record, &home, &evidence))
        }
        Err(error) => record::withheld(&error, &evidence).ok_or_else(|| error.to_string()),
    }
}

/// Gives a seat to the program of this name that plays a game.
async fn seat_program(
    api: &Api,
    code: &str,
    seat: u8,
    (game, name): (&str, &str),
    token: &str,
) -> Result<(), String> {
    let programs = readable(api.programs(game).await)?;
    let named = programs.iter().find(|program| program.name.eq_ignore_ascii_case(name));
    let named = named.ok_or_else(|| format!("no program {name} waits for hosts of this game"))?;
    readable(api.seat_program(code, seat, named.id, token).await)
}

/// Makes the error of an answer a text for people.
fn readable<T>(answer: Result<T, Error>) -> Result<T, String> {
    answer.map_err(|error| error.to_string())
}
