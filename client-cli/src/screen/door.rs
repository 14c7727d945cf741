//! From the command line, or from what is chosen on the screen, to a match.
//!
//! Here, apart from the match's own shell, because a failure before a match must lead back to the
//! choice, with its reason. It must not know the socket.

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use protocol::room::Room;
use ratatui::layout::Size;

use super::home::{Choices, Home, Wanted};
use super::shell;
use super::terminal::Screen;
use crate::api::Api;
use crate::args::PlayArgs;
use crate::error::Error;
use crate::held::{self, HeldMatch};
use crate::link::Server;
use crate::outside::After;
use crate::paper::Paper;
use crate::play::start::{self, HeldSeat, Start};
use crate::saved::{SavedGame, SavedGames, now_ms};

/// Finds seats, keeps them and prints how to go on with them.
struct Launcher<'a> {
    server: &'a Server,
    args: &'a PlayArgs,
    store: &'a SavedGames,
    paper: &'a mut Paper,
}

/// Plays until the person quits: as the command line says, else as they choose.
pub async fn play(
    server: &Server,
    args: &PlayArgs,
    store: &SavedGames,
    paper: &mut Paper,
) -> Result<(), Error> {
    let goal = [&args.room.create, &args.room.join, &args.resume];
    let named =
        args.practice.is_some() || args.lesson.is_some() || goal.iter().any(|goal| goal.is_some());
    let mut door = Launcher { server, args, store, paper };
    if !named {
        return door.choices().await;
    }
    let Some((api, held_seat)) = door.start().seat(args).await? else { return Ok(()) };
    door.matches(&api, held_seat).await.map(drop)
}

impl Launcher<'_> {
    /// Lets the person choose, again and again.
    async fn choices(&mut self) -> Result<(), Error> {
        let name = start::name(self.args.name.as_deref());
        let mut home = Home::new(self.server.to_string(), name, Size::default());
        loop {
            let gone_on = match self.choose(&mut home).await? {
                Wanted::Quit => return Ok(()),
                // Answered where it is asked.
                Wanted::Look(_) => continue,
                Wanted::Forget(game) => self.store.forget(&game).map(|()| After::Home),
                Wanted::Watch(room) => {
                    home.begin();
                    self.watch(&room).await.map(|()| After::Home)
                }
                Wanted::Resume(game) => self.go_on_and_play(game, &mut home).await,
                Wanted::Play { room, name } => {
                    let args = PlayArgs { room: *room, name: Some(name), ..self.args.clone() };
                    self.seat_and_play(&args, &mut home).await
                }
            };
            match gone_on {
                Ok(After::Quit) => return Ok(()),
                Ok(After::Home | After::Rematch(_)) => {}
                Err(error) => home.report(error.to_string()),
            }
        }
    }

    /// Plays from a seat that is held. A failure leaves the list as it is.
    async fn go_on_and_play(&mut self, game: SavedGame, home: &mut Home) -> Result<After, Error> {
        let (api, held_seat) = self.start().go_on(game).await?;
        home.begin();
        self.matches(&api, held_seat).await
    }

    /// Takes a seat and plays. A failure before the seat is taken leaves the form as it is, to be
    /// corrected.
    async fn seat_and_play(&mut self, args: &PlayArgs, home: &mut Home) -> Result<After, Error> {
        let Some((api, held_seat)) = self.start().seat(args).await? else {
            return Ok(After::Home);
        };
        home.begin();
        self.matches(&api, held_seat).await
    }

    /// Finds seats without a question: the keyboard is the screen's.
    fn start(&mut self) -> Start<'_> {
        Start { server: self.server, store: self.store, paper: self.paper, lines: None }
    }

    /// Plays one match, and rematches if they are wanted.
    async fn matches(&mut self, api: &Api, mut held_seat: HeldSeat) -> Result<After, Error> {
        let games = api.games().await.unwrap_or_default();
        loop {
            let config = held_seat.config(api.server(), self.args, self.store);
            let (after, words) = shell::play(api, Some(self.store), config, games.clone()).await?;
            if let After::Rematch(next) = after {
                held_seat = *next;
                continue;
            }
            if let Some(words) = words {
                self.paper.line(words)?;
            }
            return Ok(after);
        }
    }

    async fn watch(&self, room: &str) -> Result<(), Error> {
        let (api, code) = Api::of_room(self.server, room)?;
        super::look_on(&api, &code, !self.args.no_mouse).await
    }

    /// Looks at the seats of a room; returns its code or link with them.
    async fn look(&self, text: String) -> (String, Result<Room, Error>) {
        let room = async {
            let (api, code) = Api::of_room(self.server, &text)?;
            api.room(&code).await
        };
        let room = room.await;
        (text, room)
    }

    /// Lets the person choose once.
    async fn choose(&self, home: &mut Home) -> Result<Wanted, Error> {
        let saved = self.store.list()?;
        let mut looks = held::looks(&saved);
        let saved = saved.into_iter().map(HeldMatch::new).collect();
        let api = Api::new(self.server.clone())?;
        let (games, rooms) = tokio::join!(api.games(), api.rooms());
        if let Err(error) = &games {
            home.report(error.to_string());
        }
        let (games, rooms) = (games.unwrap_or_default(), rooms.unwrap_or_default());
        home.renew(Choices { saved, now_ms: now_ms(), rooms, games });
        let mut screen = Screen::open(!self.args.no_mouse)?;
        home.resize(screen.size());
        let mut events = EventStream::new();
        // A server that is slow to answer must not hold up the keys.
        let mut asked = FuturesUnordered::new();
        loop {
            screen.paint(|frame, colour| home.draw(frame, colour))?;
            let event = tokio::select! {
                event = events.next() => event,
                Some(seen) = looks.next() => {
                    home.looked(seen);
                    continue;
                }
                Some(seen) = asked.next() => {
                    let (link, room): (String, _) = seen;
                    if let Some(wanted) = home.seen(&link, room) {
                        return Ok(wanted);
                    }
                    continue;
                }
                () = screen.stopped() => None,
            };
            let wanted = match event {
                Some(Ok(Event::Key(key))) => home.key(key),
                Some(Ok(Event::Mouse(mouse))) => home.mouse(mouse),
                Some(Ok(Event::Paste(text))) => {
                    home.paste(&text);
                    None
                }
                Some(Ok(Event::Resize(width, height))) => {
                    home.resize(Size::new(width, height));
                    None
                }
                Some(Ok(Event::FocusGained | Event::FocusLost)) => None,
                // The terminal is gone, or the system wants an end.
                Some(Err(_)) | None => Some(Wanted::Quit),
            };
            match wanted {
                Some(Wanted::Look(room)) => asked.push(self.look(room)),
                Some(wanted) => return Ok(wanted),
                None => {}
            }
        }
    }
}
