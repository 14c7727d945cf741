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

pub use self::door::play;
use crate::api::Api;
use crate::app::AppConfig;
use crate::args::{ReplayArgs, WatchArgs};
use crate::error::Error;
use crate::link::Server;

/// Watches a match until the person has seen enough.
pub async fn watch(server: &Server, args: &WatchArgs) -> Result<(), Error> {
    let (api, code) = Api::of_room(server, &args.room)?;
    // Tells an unreachable server and an unknown room apart before the terminal is taken.
    api.room(&code).await?;
    look_on(&api, &code, !args.no_mouse).await
}

async fn look_on(api: &Api, code: &str, mouse: bool) -> Result<(), Error> {
    let games = api.games().await.unwrap_or_default();
    let config = AppConfig { mouse, ..AppConfig::new(api.server(), code) };
    shell::play(api, None, config, games).await.map(drop)
}

/// Shows a match that is over, step by step.
pub async fn replay(server: &Server, args: &ReplayArgs) -> Result<(), Error> {
    let (api, code) = Api::of_room(server, &args.room)?;
    let room = api.room(&code).await?;
    let games = api.games().await.unwrap_or_default();
    shell::replay(&api, room, games, args).await
}
