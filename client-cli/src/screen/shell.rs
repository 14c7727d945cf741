//! The thin part that touches the terminal.
//!
//! It waits for keys, the server and answers at once, hands each message to the state, has done what
//! the state asks for, and draws. It must not decide anything.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::task::Poll;
use std::time::Duration;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use protocol::room::{GameInfo, Room};
use ratatui::layout::Size;
use tokio::sync::{mpsc, watch};
use tokio::time::sleep;

use super::draw::draw;
use super::terminal::Screen;
use crate::api::Api;
use crate::app::{ApiRequest, App, AppConfig, AppMessage, Effect, Exit};
use crate::args::ReplayArgs;
use crate::error::Error;
use crate::outside::{After, Outside, shown};
use crate::replay::Steps;
use crate::saved::SavedGames;

/// Interval at which a clock on the screen is drawn.
const TICK: Duration = Duration::from_millis(250);

/// Number of answers of the HTTP interface that may wait.
const QUEUE: usize = 16;

/// Plays one match on the full screen, or watches it if there is no store of seats; returns what comes
/// after it, and the last words about it.
pub async fn play(
    api: &Api,
    store: Option<&SavedGames>,
    config: AppConfig,
    games: Vec<GameInfo>,
) -> Result<(After, Option<String>), Error> {
    let mut screen = Screen::open(config.mouse)?;
    let app = App::new(config, games, screen.size());
    let mut shell = Shell::new(app, Outside::new(api, store));
    shell.outside.connect(&shell.app);
    let exit = shell.until_left(&mut screen, Vec::new()).await;
    drop(screen);
    let after = shell.outside.after(exit?, &shell.app)?;
    Ok((after, shell.outside.good_bye(&shell.app)?))
}

/// Shows a match that is over on the full screen, from a step on.
pub async fn replay(
    api: &Api,
    room: Room,
    games: Vec<GameInfo>,
    args: &ReplayArgs,
) -> Result<(), Error> {
    let (seat, mouse) = (args.seat, !args.no_mouse);
    // Whatever is refused is told before the terminal is taken.
    let steps = Steps::begin(api.clone(), room.code.clone(), seat).await?;
    let mut screen = Screen::open(mouse)?;
    let config = AppConfig { mouse, ..AppConfig::new(api.server(), &room.code) };
    let mut app = App::new(config, games, screen.size()).look_back(room, seat);
    let effects = app.begin_replay(args.step.unwrap_or(0));
    let mut shell = Shell::new(app, Outside::new(api, None));
    shell.steps = Some(turner(steps, shell.done.clone()));
    shell.until_left(&mut screen, effects).await.map(drop)
}

struct Shell<'a> {
    app: App,
    outside: Outside<'a>,
    /// Asks for a step of a match that is over; for the last one with `None`.
    steps: Option<watch::Sender<Option<usize>>>,
    done: mpsc::Sender<AppMessage>,
    finished: mpsc::Receiver<AppMessage>,
}

impl<'a> Shell<'a> {
    fn new(app: App, outside: Outside<'a>) -> Self {
        let (done, finished) = mpsc::channel(QUEUE);
        Self { app, outside, steps: None, done, finished }
    }

    /// Runs until the screen is left, and closes the connection politely.
    async fn until_left(&mut self, screen: &mut Screen, first: Vec<Effect>) -> Result<Exit, Error> {
        let result = self.run(screen, first).await;
        self.outside.close().await;
        result
    }

    async fn run(&mut self, screen: &mut Screen, first: Vec<Effect>) -> Result<Exit, Error> {
        if let Some(exit) = self.perform(first, screen).await? {
            return Ok(exit);
        }
        let mut events = EventStream::new();
        loop {
            // Keys that wait come first: a picture for each would be slower than one types.
            let wakeup = if let Poll::Ready(event) = poll_once(&mut events).await {
                wakeup_from(event)
            } else {
                screen.paint(|frame, colour| draw(frame, &self.app, colour))?;
                tokio::select! {
                    // Without a line the screen stays to be read.
                    Some(signal) = self.outside.next() => wake_with(AppMessage::Signal(signal)),
                    event = events.next() => wakeup_from(event),
                    Some(message) = self.finished.recv() => wake_with(message),
                    () = sleep(TICK), if self.app.is_timed() => wake_with(AppMessage::Tick),
                    () = screen.stopped() => ControlFlow::Break(()),
                }
            };
            let message = match wakeup {
                ControlFlow::Continue(Some(message)) => message,
                ControlFlow::Continue(None) => continue,
                ControlFlow::Break(()) => return Ok(Exit::Quit),
            };
            let effects = self.app.update(message);
            if let Some(exit) = self.perform(effects, screen).await? {
                return Ok(exit);
            }
        }
    }

    /// Does what the state asks for, and what comes of that at once.
    async fn perform(
        &mut self,
        effects: Vec<Effect>,
        screen: &mut Screen,
    ) -> Result<Option<Exit>, Error> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            let mut messages = Vec::new();
            match effect {
                Effect::Ask(request) => self.ask(request),
                Effect::Bell => screen.ring()?,
                Effect::Copy(text) => screen.copy(&text)?,
                Effect::Mouse(wanted) => screen.take_mouse(wanted)?,
                Effect::Leave(exit) => return Ok(Some(exit)),
                Effect::Step(step) => self.turn(Some(step)),
                Effect::LastStep => self.turn(None),
                Effect::Send(_)
                | Effect::SendLater(..)
                | Effect::Reconnect(_)
                | Effect::Keep(..)
                | Effect::Forget(_)
                | Effect::Advice(_) => {
                    messages = self.outside.perform(&mut self.app, effect).await;
                }
            }
            effects.extend(messages.into_iter().flat_map(|message| self.app.update(message)));
        }
        Ok(None)
    }

    /// Asks for a step; it comes as a message.
    fn turn(&self, step: Option<usize>) {
        if let Some(steps) = &self.steps {
            steps.send_replace(step);
        }
    }

    /// Asks the HTTP interface; the answer comes as a message.
    fn ask(&self, request: ApiRequest) {
        let (answer, done) = (self.outside.ask(&self.app, request), self.done.clone());
        tokio::spawn(async move {
            // Nobody may be listening any more, and then nobody needs to know.
            drop(done.send(answer.await).await);
        });
    }
}

/// Fetches the steps that are asked for, beside the screen: a page of them may be long in coming. Of
/// several only the last is wanted any more.
fn turner(mut steps: Steps, done: mpsc::Sender<AppMessage>) -> watch::Sender<Option<usize>> {
    let (ask, mut asked) = watch::channel(None);
    tokio::spawn(async move {
        while asked.changed().await.is_ok() {
            let step = *asked.borrow_and_update();
            for message in shown(&mut steps, step).await {
                // Nobody may be listening any more, and then nobody needs to know.
                drop(done.send(message).await);
            }
        }
    });
    ask
}

/// Polls for the next event. It is polled in the name of this task: the stream wakes the task that
/// polled first.
async fn poll_once(events: &mut EventStream) -> Poll<Option<std::io::Result<Event>>> {
    std::future::poll_fn(|context| Poll::Ready(events.poll_next_unpin(context))).await
}

/// A message for the application, if any; a break if there is nothing more to wait for.
type Wakeup = ControlFlow<(), Option<AppMessage>>;

fn wake_with(message: AppMessage) -> Wakeup {
    ControlFlow::Continue(Some(message))
}

/// Converts an event of the terminal. Without a terminal there are no more of them.
fn wakeup_from(event: Option<std::io::Result<Event>>) -> Wakeup {
    match event {
        Some(Ok(Event::Key(key))) => wake_with(AppMessage::Key(key)),
        Some(Ok(Event::Mouse(mouse))) => wake_with(AppMessage::Mouse(mouse)),
        Some(Ok(Event::Paste(text))) => wake_with(AppMessage::Paste(text)),
        Some(Ok(Event::Resize(width, height))) => {
            wake_with(AppMessage::Resized(Size::new(width, height)))
        }
        Some(Ok(Event::FocusGained | Event::FocusLost)) => ControlFlow::Continue(None),
        Some(Err(_)) | None => ControlFlow::Break(()),
    }
}
