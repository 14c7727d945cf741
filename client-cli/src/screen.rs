//! The full screen: the same matches as in lines of text, with everything in sight.
//!
//! [`draw`] is the picture of the application of [`crate::app`], [`layout`] its areas; both are pure,
//! and so is [`home`], where one chooses what to play. [`shell`] owns the terminal. It knows no rule.

mod door;
pub mod draw;
pub mod home;
pub mod layout;
pub mod shell;
pub mod terminal;
#[cfg(test)]
mod tests;

use crate::api::Api;
use crate::args::{PlayArgs, ReplayArgs, WatchArgs};
use crate::error::Error;
use crate::link::{RoomRef, Server};
use crate::paper::Paper;
use crate::saved::SavedGames;

/// Plays until the person quits: one match, and rematches if they are wanted.
pub async fn play(
    server: &Server,
    args: &PlayArgs,
    store: &SavedGames,
    paper: &mut Paper,
) -> Result<(), Error> {
    door::play(server, args, store, paper).await
}

/// Watches a match until the person has seen enough.
pub async fn watch(server: &Server, args: &WatchArgs) -> Result<(), Error> {
    let (api, code) = room(server, &args.room)?;
    // Tells an unreachable server and an unknown room apart before the terminal is taken.
    api.room(&code).await?;
    let games = api.games().await.map(|games| games.games).unwrap_or_default();
    shell::watch(&api, &code, games, !args.no_mouse).await
}

/// Shows a match that is over, step by step.
pub async fn replay(server: &Server, args: &ReplayArgs) -> Result<(), Error> {
    let (api, code) = room(server, &args.room)?;
    let room = api.room(&code).await?;
    let games = api.games().await.map(|games| games.games).unwrap_or_default();
    shell::replay(&api, room, games, args).await
}

fn room(server: &Server, text: &str) -> Result<(Api, String), Error> {
    let room = RoomRef::parse(text)?;
    Ok((Api::new(room.server.unwrap_or_else(|| server.clone()))?, room.code))
}
