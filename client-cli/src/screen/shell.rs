//! The thin part that touches the world: terminal, connection, files, the server's HTTP interface.
//!
//! It waits for all of them at once, hands each message to the state, does what the state asks for,
//! and draws. It must not decide anything.

use std::ops::ControlFlow;
use std::task::Poll;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use protocol::room::{GameInfo, Room};
use ratatui::layout::Size;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::app::{App, Done, Effect, Exit, Message, Place};
use super::draw::draw;
use super::terminal::Screen;
use crate::api::Api;
use crate::args::{Play, Replay};
use crate::connection::{Config, Connection, Signal};
use crate::error::Error;
use crate::heads::Heads;
use crate::play::start::{Holding, holding};
use crate::record;
use crate::replay::Steps;
use crate::saved::SavedGames;

/// How often a clock on the screen is drawn.
const TICK: Duration = Duration::from_millis(250);

/// How many answers of the HTTP interface may wait.
const QUEUE: usize = 16;

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

/// Plays one match on the full screen.
pub async fn play(
    api: &Api,
    store: &SavedGames,
    seat: &Holding,
    games: &[GameInfo],
    args: &Play,
) -> Result<After, Error> {
    let mut screen = Screen::open(!args.no_mouse)?;
    let place = Place {
        token: Some(seat.token.clone()),
        saved: seat.saved.clone(),
        entropy: !args.no_entropy,
        mouse: !args.no_mouse,
        ..place(api, &seat.code)
    };
    let config = Config::new(api.server().socket(&seat.code), Some(seat.token.clone()));
    let app = App::new(place, games.to_vec(), screen.size());
    let mut shell = Shell::new(app, api, Some(store));
    shell.connection = Some(Connection::open(config));
    let exit = shell.until_left(&mut screen, Vec::new()).await;
    drop(screen);
    match exit? {
        Exit::Quit => Ok(After::Quit),
        Exit::Home => Ok(After::Home),
        Exit::Ended(end) => Err(end.into_error(&api.server().to_string())),
        Exit::Rematch(seated) => {
            let next = holding(api, &seated, &shell.app.name(), false);
            if let Some(game) = &next.saved {
                store.keep(game)?;
            }
            Ok(After::Rematch(Box::new(next)))
        }
    }
}

/// Watches one match on the full screen.
pub async fn watch(api: &Api, code: &str, games: Vec<GameInfo>, mouse: bool) -> Result<(), Error> {
    let mut screen = Screen::open(mouse)?;
    let place = Place { mouse, ..place(api, code) };
    let app = App::new(place, games, screen.size());
    let mut shell = Shell::new(app, api, None);
    let config = Config::new(api.server().socket(code), None);
    shell.connection = Some(Connection::open(config));
    let exit = shell.until_left(&mut screen, Vec::new()).await;
    drop(screen);
    match exit? {
        Exit::Ended(end) => Err(end.into_error(&api.server().to_string())),
        Exit::Quit | Exit::Home | Exit::Rematch(_) => Ok(()),
    }
}

/// Shows a match that is over on the full screen, from a step on.
pub async fn replay(
    api: &Api,
    room: Room,
    games: Vec<GameInfo>,
    args: &Replay,
) -> Result<(), Error> {
    let (seat, mouse) = (args.seat, !args.no_mouse);
    // Whatever is refused is told before the terminal is taken.
    let steps = Steps::begin(api.clone(), room.code.clone(), seat).await?;
    let mut screen = Screen::open(mouse)?;
    let place = Place { mouse, ..place(api, &room.code) };
    let mut app = App::new(place, games, screen.size()).look_back(room, seat);
    let effects = app.begin_replay(args.step.unwrap_or(0));
    let mut shell = Shell::new(app, api, None);
    shell.steps = Some(steps);
    shell.until_left(&mut screen, effects).await.map(drop)
}

/// What is known of a room without a seat in it.
fn place(api: &Api, code: &str) -> Place {
    Place {
        code: code.to_owned(),
        link: api.server().link(code),
        server: api.server().to_string(),
        token: None,
        saved: None,
        entropy: false,
        mouse: true,
    }
}

struct Shell<'a> {
    app: App,
    /// The line to the room of a match that goes on.
    connection: Option<Connection>,
    /// The steps of a match that is over.
    steps: Option<Steps>,
    api: &'a Api,
    /// Where a seat is saved; whoever has none needs no place.
    store: Option<&'a SavedGames>,
    done: mpsc::Sender<Message>,
    finished: mpsc::Receiver<Message>,
}

impl<'a> Shell<'a> {
    fn new(app: App, api: &'a Api, store: Option<&'a SavedGames>) -> Self {
        let (done, finished) = mpsc::channel(QUEUE);
        Self { app, connection: None, steps: None, api, store, done, finished }
    }

    /// Runs until the screen is left, and says good-bye to the server.
    async fn until_left(&mut self, screen: &mut Screen, first: Vec<Effect>) -> Result<Exit, Error> {
        let result = self.run(screen, first).await;
        if let Some(connection) = self.connection.take() {
            connection.close().await;
        }
        result
    }

    async fn run(&mut self, screen: &mut Screen, first: Vec<Effect>) -> Result<Exit, Error> {
        if let Some(exit) = self.perform_all(first, screen).await? {
            return Ok(exit);
        }
        let mut events = EventStream::new();
        loop {
            // Keys that wait come first: a picture for each would be slower than one types.
            let heard = if let Poll::Ready(event) = poll_once(&mut events).await {
                told(event)
            } else {
                screen.paint(|frame, colour| draw(frame, &self.app, colour))?;
                tokio::select! {
                    signal = next(&mut self.connection) => heard(Message::Signal(signal)),
                    event = events.next() => told(event),
                    Some(message) = self.finished.recv() => heard(message),
                    () = sleep(TICK), if self.app.is_timed() => heard(Message::Tick),
                    () = screen.stopped() => ControlFlow::Break(()),
                }
            };
            let message = match heard {
                ControlFlow::Continue(Some(message)) => message,
                ControlFlow::Continue(None) => continue,
                ControlFlow::Break(()) => return Ok(Exit::Quit),
            };
            let effects = self.app.update(message);
            if let Some(exit) = self.perform_all(effects, screen).await? {
                return Ok(exit);
            }
        }
    }

    /// Does what the state asks for, and what comes of that at once.
    async fn perform_all(
        &mut self,
        mut effects: Vec<Effect>,
        screen: &mut Screen,
    ) -> Result<Option<Exit>, Error> {
        while !effects.is_empty() {
            let mut further = Vec::new();
            for effect in effects {
                if let Effect::Leave(exit) = effect {
                    return Ok(Some(exit));
                }
                if effect == Effect::Bell {
                    screen.ring()?;
                } else if let Effect::Copy(text) = &effect {
                    screen.copy(text)?;
                } else if let Effect::Mouse(wanted) = effect {
                    screen.take_mouse(wanted)?;
                }
                let messages = if let Effect::Step(step) = effect {
                    self.step(Some(step)).await
                } else if effect == Effect::LastStep {
                    self.step(None).await
                } else {
                    self.perform(effect).into_iter().collect()
                };
                further.extend(messages.into_iter().map(|message| self.app.update(message)));
            }
            effects = further.into_iter().flatten().collect();
        }
        Ok(None)
    }

    /// A step of the replay, or the last one; and how many there are, if that is known now.
    async fn step(&mut self, step: Option<usize>) -> Vec<Message> {
        let Some(steps) = &mut self.steps else { return Vec::new() };
        let step = match step {
            Some(step) => Ok(step),
            None => steps.last().await,
        };
        let (step, update) = match step {
            Ok(step) => (step, steps.get(step).await.map(|update| update.cloned().map(Box::new))),
            Err(error) => (usize::default(), Err(error)),
        };
        let known = steps.known_last().map(Message::Steps);
        let shown = Message::Step(step, update.map_err(|error| error.to_string()));
        known.into_iter().chain([shown]).collect()
    }

    fn perform(&mut self, effect: Effect) -> Option<Message> {
        match effect {
            Effect::Send(message) => {
                if let Some(Err(error)) = self.connection.as_ref().map(|line| line.send(message)) {
                    self.app.not_sent(&error);
                }
            }
            Effect::Keep(game, room) => {
                let store = self.store?;
                let heads =
                    store.keep(&game).and_then(|()| Heads::open(store.home(), room, game.seat));
                return Some(Message::Done(Done::Kept(heads.map_err(|error| error.to_string()))));
            }
            Effect::Forget(game) => {
                if let Err(error) = self.store?.forget(&game) {
                    self.app.not_sent(&error);
                }
            }
            Effect::Data(digest) => self.ask(|api, _| async move {
                let data = api.data(&digest).await.map_err(|error| error.to_string());
                Message::Done(Done::Data(digest, data))
            }),
            Effect::Record => self.ask(|api, code| async move {
                let record = record::fetch(&api, &code).await.map_err(|error| error.to_string());
                Message::Record(record)
            }),
            Effect::Bot(seat) => self.authorised(move |api, code, token| async move {
                Done::Bot(api.seat_bot(&code, seat, &token).await.map_err(|e| e.to_string()))
            }),
            Effect::Free(seat) => self.authorised(move |api, code, token| async move {
                Done::Freed(seat, api.leave(&code, seat, &token).await.map_err(|e| e.to_string()))
            }),
            Effect::Rematch => self.authorised(|api, code, token| async move {
                let seated = api.rematch(&code, &token).await;
                Done::Rematch(seated.map(Box::new).map_err(|error| error.to_string()))
            }),
            Effect::Notices(seat, wanted) => self.authorised(move |api, code, token| async move {
                let known = match &wanted {
                    Some(wanted) => api.set_notices(&code, seat, &token, wanted).await,
                    None => api.notices(&code, seat, &token).await,
                };
                Done::Notices(wanted.is_some(), known.map_err(|error| error.to_string()))
            }),
            Effect::Check(record) => {
                let told = self.app.check(self.store?.home(), &record);
                return Some(Message::Done(Done::Record(told)));
            }
            Effect::Bell
            | Effect::Copy(_)
            | Effect::Mouse(_)
            | Effect::Step(_)
            | Effect::LastStep
            | Effect::Leave(_) => {}
        }
        None
    }

    /// Asks the HTTP interface; the answer comes as a message.
    fn ask<F, Answer>(&self, question: F)
    where
        F: FnOnce(Api, String) -> Answer,
        Answer: Future<Output = Message> + Send + 'static,
    {
        let answer = question(self.api.clone(), self.app.code().to_owned());
        let done = self.done.clone();
        tokio::spawn(async move {
            // Nobody may be listening any more, and then nobody needs to know.
            drop(done.send(answer.await).await);
        });
    }

    /// The same for what needs the seat's token.
    fn authorised<F, Answer>(&self, question: F)
    where
        F: FnOnce(Api, String, String) -> Answer,
        Answer: Future<Output = Done> + Send + 'static,
    {
        let Some(token) = self.app.token().map(str::to_owned) else { return };
        self.ask(|api, code| {
            let answer = question(api, code, token);
            async { Message::Done(answer.await) }
        });
    }
}

/// The next signal; for ever nothing where there is no line, or none any more.
async fn next(connection: &mut Option<Connection>) -> Signal {
    if let Some(line) = connection {
        if let Some(signal) = line.next().await {
            return signal;
        }
        // It has said why before; the screen stays to be read.
        *connection = None;
    }
    std::future::pending().await
}

/// The next event if it is there. It is asked for in the name of this task: the stream wakes whoever
/// asked first.
async fn poll_once(events: &mut EventStream) -> Poll<Option<std::io::Result<Event>>> {
    std::future::poll_fn(|context| Poll::Ready(events.poll_next_unpin(context))).await
}

/// What the screen should know now, if anything; a break where there is nothing more to wait for.
type Heard = ControlFlow<(), Option<Message>>;

fn heard(message: Message) -> Heard {
    ControlFlow::Continue(Some(message))
}

/// What an event of the terminal means for the screen. Without a terminal there is no more of them.
fn told(event: Option<std::io::Result<Event>>) -> Heard {
    match event {
        Some(Ok(Event::Key(key))) => heard(Message::Key(key)),
        Some(Ok(Event::Mouse(mouse))) => heard(Message::Mouse(mouse)),
        Some(Ok(Event::Paste(text))) => heard(Message::Paste(text)),
        Some(Ok(Event::Resize(width, height))) => heard(Message::Resized(Size::new(width, height))),
        Some(Ok(Event::FocusGained | Event::FocusLost)) => ControlFlow::Continue(None),
        Some(Err(_)) | None => ControlFlow::Break(()),
    }
}
