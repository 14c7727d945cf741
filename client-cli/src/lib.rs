//! Entente's terminal client: play, watch and a random bot, all over the public protocol.
//!
//! [`connection`] keeps the connection to a room, [`session`] knows what came over it, [`app`] is a
//! match as a person plays it, with two faces, [`play`] and [`screen`]; [`watch`] and [`bot`] present
//! it otherwise; `render` turns views into text. It knows the protocol and the
//! fairness scheme; it must never know a rule of any game, so it does not link the engine.

#![deny(clippy::print_stdout, clippy::print_stderr, reason = "`paper` cleans what is printed")]

mod analysis;
mod api;
pub mod app;
pub mod args;
pub mod backoff;
pub mod bot;
mod clock;
pub mod connection;
mod duration;
pub mod error;
mod face;
mod heads;
mod held;
mod keyboard;
pub mod link;
mod lists;
mod manual;
mod options;
mod outside;
pub mod paper;
pub mod play;
mod record;
mod render;
mod replay;
mod rules;
pub mod saved;
pub mod screen;
mod seal;
pub mod session;
#[cfg(test)]
mod testing;
mod trust;
mod verify;
pub mod watch;
pub mod wire;
mod witness;

use std::io::{self, IsTerminal};

use self::api::Api;
use self::args::{Cli, Command, PlayArgs, PuzzleArgs, RoomsArgs};
use self::error::Error;
use self::link::Server;
use self::paper::Paper;
use self::play::ahead::Lines;
use self::saved::SavedGames;

/// The word for the puzzle of the day, in the place of a game.
const TODAY: &str = "today";

/// Runs the command line's subcommand.
pub async fn run(cli: Cli, paper: &mut Paper) -> Result<(), Error> {
    // A variable that is set to nothing counts as not set.
    let address = if cli.server.trim().is_empty() { args::DEFAULT_SERVER } else { &cli.server };
    let server = || Server::parse(address);
    if let Some(file) = cli.ca.filter(|file| !file.as_os_str().is_empty()) {
        trust::believe(&file)?;
    }
    match cli.command {
        Command::Play(args) => seat(&server()?, &args, paper).await,
        Command::Practice(args) => seat(&server()?, &args.into(), paper).await,
        Command::Learn(mut args) => match args.game.take() {
            Some(game) => {
                let server = server()?;
                let outcome = seat(&server, &args.of(game.clone()), paper).await;
                lists::naming_lessons(&Api::new(server)?, &game, outcome).await
            }
            None => lists::lessons(&Api::new(server()?)?, paper).await,
        },
        Command::Puzzle(args) => puzzle(&server()?, args, paper).await,
        Command::Watch(args) if !args.json && !args.plain && screen::terminal::is_there() => {
            screen::watch(&server()?, &args).await
        }
        Command::Watch(args) => watch::run(&server()?, &args, paper).await,
        Command::Replay(args) if !args.plain && screen::terminal::is_there() => {
            screen::replay(&server()?, &args).await
        }
        Command::Replay(args) => {
            let interactive = io::stdin().is_terminal() && io::stdout().is_terminal();
            play::replay(&server()?, &args, interactive.then(keyboard::lines), paper).await
        }
        Command::Analysis(args) => analysis::run(&server()?, &args, paper).await,
        Command::Bot(args) => bot::run(&server()?, &args, paper).await,
        Command::Games(args) => lists::games(&Api::new(server()?)?, args.json, paper).await,
        Command::Rooms(RoomsArgs { list, mine: true }) => {
            let saved = SavedGames::new(args::home()?).list()?;
            held::list(saved, &server()?.to_string(), list.json, paper).await
        }
        Command::Rooms(RoomsArgs { list, mine: false }) => {
            lists::rooms(&Api::new(server()?)?, list.json, paper).await
        }
        Command::Rules(args) => {
            let api = Api::new(server()?)?;
            lists::naming_games(&api, rules::run(&api, &args, paper).await).await
        }
        Command::Verify(args) => verify::run(&args, paper),
        Command::Licences => lists::licences(paper),
        Command::Completion { shell } => manual::completion(shell, paper),
        Command::Man => manual::page(paper),
    }
}

/// Begins a puzzle, or lists those there are.
async fn puzzle(server: &Server, mut args: PuzzleArgs, paper: &mut Paper) -> Result<(), Error> {
    let (game, puzzle) = match (args.game.take(), args.puzzle.take()) {
        (Some(game), Some(puzzle)) => (game, puzzle),
        (game, _) => {
            let api = Api::new(server.clone())?;
            let all = api.puzzles().await?;
            match (all.today.as_ref(), game.as_deref()) {
                (Some(today), Some(TODAY)) => (today.game.clone(), today.puzzle.clone()),
                (None, Some(TODAY)) => {
                    return Err(Error::Failed("there is no puzzle of the day".to_owned()));
                }
                (_, game) => {
                    let unknown = game.filter(|game| all.puzzles.iter().all(|it| it.game != *game));
                    // One without puzzles is no mistake; the server refuses a game that it does not know.
                    if let Some(game) = unknown {
                        lists::naming_games(&api, api.rules(game).await).await?;
                    }
                    return lists::puzzles(&all, game, paper);
                }
            }
        }
    };
    let outcome = seat(server, &args.of(game.clone(), puzzle), paper).await;
    lists::naming_puzzles(&Api::new(server.clone())?, &game, outcome).await
}

/// Plays from a seat, on the full screen where there is one.
async fn seat(server: &Server, args: &PlayArgs, paper: &mut Paper) -> Result<(), Error> {
    let store = SavedGames::new(args::home()?);
    if !args.plain && screen::terminal::is_there() {
        return screen::play(server, args, &store, paper).await;
    }
    let mut lines = Lines::new(keyboard::lines(), !io::stdin().is_terminal());
    play::run(server, args, &store, &mut lines, paper).await
}
