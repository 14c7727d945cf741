//! From the command line to a seat: open a room, join one, or go on with a saved game.
//!
//! Here, apart from the play loop, because a seat once taken must be saved before anything else can
//! fail. It must not know the socket.

use protocol::room::{CreateRoom, Entropy, OpenPractice, RoomState, Seated, Spectators, TakeSeat};

use super::ahead::Lines;
use crate::api::Api;
use crate::app::input::{TypedChoice, UserInput, read};
use crate::app::{AppConfig, is_lesson};
use crate::args::{NAME_CHARS, PlayArgs, RoomArgs};
use crate::error::Error;
use crate::held;
use crate::link::{RoomRef, Server, code};
use crate::lists;
use crate::paper::{Paper, Tone, clean};
use crate::saved::{SavedGame, SavedGames, now_ms};

/// A seat to play, as far as it is known before the server has welcomed us.
#[derive(Clone, Debug)]
pub struct HeldSeat {
    /// The room's code.
    pub code: String,
    /// The seat's token.
    pub token: String,
    /// The saved game, unless only a link with a token is known.
    pub saved: Option<SavedGame>,
}

impl HeldSeat {
    /// Returns the configuration of a match played from this seat.
    pub fn config(&self, server: &Server, args: &PlayArgs, store: &SavedGames) -> AppConfig {
        AppConfig {
            advice: store.wants_advice(),
            token: Some(self.token.clone()),
            saved: self.saved.clone(),
            entropy: !args.no_entropy,
            mouse: !args.no_mouse,
            board: args.board,
            ..AppConfig::new(server, &self.code)
        }
    }
}

/// Everything needed to find a seat.
#[derive(Debug)]
pub struct Start<'a> {
    /// The server of the command line.
    pub server: &'a Server,
    /// The saved games.
    pub store: &'a SavedGames,
    /// Output for questions.
    pub paper: &'a mut Paper,
    /// Input for answers; `None` where nothing can be asked.
    pub lines: Option<&'a mut Lines>,
}

impl Start<'_> {
    /// Takes the seat that the command line asks for; `None` when the person changed their mind.
    pub async fn seat(&mut self, args: &PlayArgs) -> Result<Option<(Api, HeldSeat)>, Error> {
        // A damaged list must show before a seat is taken that could not be saved.
        let saved = self.store.list()?;
        let name = name(args.name.as_deref());
        if let Some(game) = &args.room.create {
            let api = Api::new(self.server.clone())?;
            let created = api.create(&create(game, &args.room, &name)).await;
            let seated = lists::naming_games(&api, created).await?;
            let held_seat = self.keep(&api, &seated, &name)?;
            match seat_bots(&api, &seated, &args.room).await {
                // The room is open: people may come instead.
                Err(Error::Refused(refusal)) => {
                    let text = format!("No bot takes the next seat: {}", refusal.detail);
                    self.paper.styled(Tone::Alert, text)?;
                }
                done => done?,
            }
            return Ok(Some((api, held_seat)));
        }
        if let Some((game, lesson)) = &args.lesson {
            let api = Api::new(self.server.clone())?;
            let begun = api.learn(game, lesson, &name).await;
            let seated = lists::naming_games(&api, begun).await?;
            let held_seat = self.keep(&api, &seated, &name)?;
            return Ok(Some((api, held_seat)));
        }
        if let Some((room, seq)) = &args.practice {
            let (api, code) = Api::of_room(self.server, room)?;
            let wanted = OpenPractice {
                seq: *seq,
                name: name.clone(),
                seat: args.room.seat,
                listed: false,
                spectators: Spectators::Open,
                absence_ms: None,
                hints: args.room.hints.unwrap_or_default(),
            };
            let seated = api.practice(&code, &wanted).await?;
            let held_seat = self.keep(&api, &seated, &name)?;
            return Ok(Some((api, held_seat)));
        }
        if let Some(room) = &args.room.join {
            return self.join(&RoomRef::parse(room)?, args, &name, &saved).await.map(Some);
        }
        let Some(game) = self.choose(args.resume.as_deref(), saved).await? else { return Ok(None) };
        self.go_on(game).await.map(Some)
    }

    /// Goes on from a seat that is held.
    pub async fn go_on(&mut self, game: SavedGame) -> Result<(Api, HeldSeat), Error> {
        let api = Api::new(Server::parse(&game.server)?)?;
        self.still_there(&api, &game).await?;
        Ok((api, going_on(game)))
    }

    async fn join(
        &mut self,
        room: &RoomRef,
        args: &PlayArgs,
        name: &str,
        saved: &[SavedGame],
    ) -> Result<(Api, HeldSeat), Error> {
        let server = room.server.clone().unwrap_or_else(|| self.server.clone());
        let api = Api::new(server)?;
        if let Some(token) = &room.token {
            let (code, token) = (room.code.clone(), token.clone());
            return Ok((api, HeldSeat { code, token, saved: None }));
        }
        // Joining again would take a second seat; with a seat named, that is what is wanted.
        if args.room.seat.is_none()
            && let Some(own) = held::in_room(&api, &room.code, saved).await
        {
            self.paper.line(format!(
                "You hold seat {} in room {} already; going on there.",
                own.seat, own.code
            ))?;
            return Ok((Api::new(Server::parse(&own.server)?)?, going_on(own)));
        }
        let request = TakeSeat { name: name.to_owned(), seat: args.room.seat, program: None };
        let seated = match api.take_seat(&room.code, &request).await {
            Err(error) => return Err(naming_ways(&api, &room.code, error).await),
            Ok(seated) => seated,
        };
        let held_seat = self.keep(&api, &seated, name)?;
        Ok((api, held_seat))
    }

    fn keep(&mut self, api: &Api, seated: &Seated, name: &str) -> Result<HeldSeat, Error> {
        let held_seat = held_seat(api, seated, name);
        if let Some(game) = &held_seat.saved
            && let Err(error) = self.store.keep(game)
        {
            // The seat is taken: better to play it than to lose it.
            self.paper.styled(
                Tone::Alert,
                format!(
                    "Your seat could not be saved ({error}). Keep this link to come back to it: \
                     {}#seat={}",
                    api.server().link(&game.code),
                    game.token
                ),
            )?;
        }
        Ok(held_seat)
    }

    /// Chooses one of the saved games: the named one, the only one, or the one chosen of those that are
    /// listed as the screen lists them.
    async fn choose(
        &mut self,
        wanted: Option<&str>,
        mut saved: Vec<SavedGame>,
    ) -> Result<Option<SavedGame>, Error> {
        if let Some(wanted) = wanted {
            let room = code(wanted)?;
            saved.retain(|game| game.code == room);
            if saved.is_empty() {
                return Err(Error::Usage(format!("no running game of yours has the code {room}")));
            }
        }
        if saved.is_empty() {
            return Err(Error::Usage(
                "no running game is saved here; use --create GAME or --join CODE (see entente \
                 play --help)"
                    .to_owned(),
            ));
        }
        if saved.len() == 1 {
            return Ok(saved.pop());
        }
        let Some(lines) = &mut self.lines else { return Err(several(&saved)) };
        self.paper.styled(Tone::Head, "Your running games")?;
        let (here, now) = (self.server.to_string(), now_ms());
        let held = held::all(saved).await;
        let ordered = held::ordered(&held);
        for (at, held) in ordered.iter().enumerate() {
            self.paper.line(format!("{:>4}  {}", at + 1, held.line(&here, now)))?;
        }
        self.paper.styled(Tone::Ask, "Which one? (a number, or q)")?;
        while let Some(line) = lines.next().await {
            let input = read(&line);
            if input == UserInput::Quit {
                return Ok(None);
            }
            if let UserInput::Offer(TypedChoice::Number(n)) = input
                && let Some(held) = n.checked_sub(1).and_then(|at| ordered.get(at))
            {
                return Ok(Some(held.game.clone()));
            }
            self.paper.line(format!("Type a number from 1 to {}, or q.", ordered.len()))?;
        }
        Ok(None)
    }

    /// Forgets a game whose room was given up. One that the server does not know stays: another database
    /// may be there, and only a person can tell.
    async fn still_there(&mut self, api: &Api, game: &SavedGame) -> Result<(), Error> {
        if api.room(&game.code).await?.state == RoomState::Abandoned {
            self.store.forget(game)?;
            return Err(Error::Failed(format!("room {} was given up", game.code)));
        }
        Ok(())
    }
}

/// Returns the error that names seats of which one must be chosen.
fn several(seats: &[SavedGame]) -> Error {
    let seat = |game: &SavedGame| {
        let SavedGame { server, code, seat, name, .. } = game;
        format!("seat {seat} as {} in room {code} at {server}", clean(name))
    };
    let seats: Vec<String> = seats.iter().map(seat).collect();
    Error::Usage(format!(
        "you hold several seats there: {}; choose one of the list that `entente play` shows",
        seats.join(", ")
    ))
}

/// Adds to the refusal of a seat in a match that has begun how to look on, or back.
async fn naming_ways(api: &Api, code: &str, error: Error) -> Error {
    if !error.is_refusal("started") {
        return error;
    }
    let Ok(room) = api.room(code).await else { return error };
    let command = match room.state {
        RoomState::Running if room.may_watch => "watch",
        RoomState::Finished => "replay",
        RoomState::Lobby | RoomState::Sealing | RoomState::Running | RoomState::Abandoned => {
            return error;
        }
    };
    error.and(&format!("entente {command} {} shows it", api.server().link(code)))
}

/// Returns a seat that was just taken.
pub(crate) fn held_seat(api: &Api, seated: &Seated, name: &str) -> HeldSeat {
    going_on(SavedGame {
        server: api.server().to_string(),
        code: seated.room.code.clone(),
        seat: seated.seat,
        token: seated.token.clone(),
        game: seated.room.game.clone(),
        name: name.to_owned(),
        played_ms: None,
        lesson: is_lesson(&seated.room),
    })
}

fn going_on(game: SavedGame) -> HeldSeat {
    let (code, token) = (game.code.clone(), game.token.clone());
    HeldSeat { code, token, saved: Some(game) }
}

/// Returns the request for a new room.
pub(crate) fn create(game: &str, args: &RoomArgs, name: &str) -> CreateRoom {
    CreateRoom {
        game: game.to_owned(),
        options: args.options(),
        name: name.to_owned(),
        seat: args.seat,
        listed: args.listed,
        spectators: if args.no_spectators { Spectators::Off } else { Spectators::Open },
        absence_ms: None,
        entropy: if args.require_entropy { Entropy::Required } else { Entropy::Optional },
        hints: args.hints.unwrap_or_default(),
        program: None,
    }
}

/// Gives the free seats of a room that was just opened to bots, where the arguments say so.
pub(crate) async fn seat_bots(api: &Api, seated: &Seated, args: &RoomArgs) -> Result<(), Error> {
    let Seated { room, token, .. } = seated;
    let free = room.seats.iter().filter(|seat| seat.name.is_none());
    for seat in free.filter(|_| args.bots.is_some()) {
        api.seat_bot(&room.code, seat.seat, args.bots, token).await?;
    }
    Ok(())
}

/// Returns the name to play under: the one given, else the system's.
pub(crate) fn name(given: Option<&str>) -> String {
    let system = || std::env::var("USER").ok().filter(|user| !user.trim().is_empty());
    let name = given.map(str::to_owned).or_else(system).unwrap_or_else(|| "Player".to_owned());
    clean(name.trim()).chars().take(NAME_CHARS).collect()
}
