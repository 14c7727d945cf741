//! From the command line, or from what is chosen on the screen, to a match.
//!
//! Here, apart from the match's own shell, because what fails before a match must lead back to the
//! choice, with its reason. It must not know the socket.

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use tokio::sync::mpsc;

use super::home::{Home, Wanted};
use super::shell;
use super::terminal::Screen;
use crate::api::Api;
use crate::args::Play;
use crate::error::Error;
use crate::link::Server;
use crate::paper::Paper;
use crate::play::desk::Next;
use crate::play::start::Start;
use crate::saved::SavedGames;

/// Plays until the person quits: what the command line says, else what they choose.
pub(super) async fn play(
    server: &Server,
    args: &Play,
    store: &SavedGames,
    paper: &mut Paper,
) -> Result<(), Error> {
    if args.room.create.is_some() || args.room.join.is_some() || args.resume.is_some() {
        return matches(server, args, store, paper).await;
    }
    let mut notice = None;
    while let Some(chosen) = choose(server, args, store, notice.take()).await? {
        match matches(server, &chosen, store, paper).await {
            Ok(()) => return Ok(()),
            Err(error) => notice = Some(error.to_string()),
        }
    }
    Ok(())
}

/// Plays one match, and rematches if they are wanted.
async fn matches(
    server: &Server,
    args: &Play,
    store: &SavedGames,
    paper: &mut Paper,
) -> Result<(), Error> {
    // The keyboard is the screen's: nothing is asked in lines.
    let mut nobody = mpsc::channel(1).1;
    let mut start = Start { server, store, paper, lines: &mut nobody };
    let Some((api, mut holding)) = start.seat(args).await? else { return Ok(()) };
    let games = api.games().await.map(|games| games.games).unwrap_or_default();
    loop {
        match shell::play(&api, store, &holding, &games, !args.no_entropy).await? {
            Next::Quit => break,
            Next::Rematch(next) => holding = *next,
        }
    }
    paper.line(format!(
        "Good-bye. A game that is not over stays: entente play --continue {} goes on with it.",
        holding.code
    ))?;
    Ok(())
}

/// Lets the person choose; nothing if they want nothing.
async fn choose(
    server: &Server,
    args: &Play,
    store: &SavedGames,
    notice: Option<String>,
) -> Result<Option<Play>, Error> {
    let saved = store.list()?;
    let api = Api::new(server.clone())?;
    let games = api.games().await;
    let rooms = api.rooms().await.map(|rooms| rooms.rooms).unwrap_or_default();
    let notice = notice.or_else(|| games.as_ref().err().map(ToString::to_string));
    let games = games.map(|games| games.games).unwrap_or_default();
    let mut home = Home::new(saved, rooms, games, notice);
    let mut screen = Screen::open()?;
    let mut events = EventStream::new();
    let mut stop = std::pin::pin!(shell::stopped());
    let wanted = loop {
        screen.paint(|frame, colour| home.draw(frame, colour))?;
        let event = tokio::select! {
            event = events.next() => event,
            () = &mut stop => None,
        };
        let wanted = match event {
            Some(Ok(Event::Key(key))) => home.key(key),
            Some(Ok(Event::Paste(text))) => {
                home.paste(&text);
                None
            }
            Some(_) => None,
            // The terminal is gone, or the system wants an end.
            None => Some(Wanted::Quit),
        };
        if let Some(wanted) = wanted {
            break wanted;
        }
    };
    let mut chosen = args.clone();
    match wanted {
        Wanted::Quit => return Ok(None),
        Wanted::Resume(game) => chosen.resume = Some(game.code),
        Wanted::Join(room) => chosen.room.join = Some(room),
        Wanted::Create(game, options) => {
            chosen.room.create = Some(game);
            chosen.room.options = options.into_iter().collect();
        }
    }
    Ok(Some(chosen))
}
