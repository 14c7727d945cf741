//! `entente play`: a match in lines of text.
//!
//! [`start`] finds the seat, [`line_mode`] is one match: the application of [`crate::app`] in lines
//! of text, as [`crate::screen`] is the same on a full screen.

pub mod ahead;
pub mod line_mode;
pub mod start;

use tokio::sync::mpsc;

use self::ahead::Lines;
use self::line_mode::LineMode;
use self::start::Start;
use crate::api::Api;
use crate::app::AppConfig;
use crate::args::{PlayArgs, ReplayArgs};
use crate::error::Error;
use crate::link::Server;
use crate::outside::After;
use crate::paper::Paper;
use crate::replay::Steps;
use crate::saved::SavedGames;

/// Plays until the person quits: one match, and rematches if they are wanted.
pub async fn run(
    server: &Server,
    args: &PlayArgs,
    store: &SavedGames,
    lines: &mut Lines,
    paper: &mut Paper,
) -> Result<(), Error> {
    let mut start = Start { server, store, paper, lines: Some(lines) };
    let Some((api, mut held_seat)) = start.seat(args).await? else { return Ok(()) };
    let games = api.games().await.unwrap_or_default();
    loop {
        let config = held_seat.config(api.server(), args, store);
        let line_mode = LineMode::new(&api, Some(store), config, games.clone(), paper);
        match line_mode.run(lines).await? {
            After::Quit | After::Home => return Ok(()),
            After::Rematch(next) => held_seat = *next,
        }
    }
}

/// Shows a match that is over, step by step: those that typed lines ask for, else one or all.
pub async fn replay(
    server: &Server,
    args: &ReplayArgs,
    lines: Option<mpsc::Receiver<String>>,
    paper: &mut Paper,
) -> Result<(), Error> {
    let (api, code) = Api::of_room(server, &args.room)?;
    let (room, games) = (api.room(&code).await?, api.games().await.unwrap_or_default());
    let steps = Steps::begin(api.clone(), code.clone(), args.seat).await?;
    let config = AppConfig::new(api.server(), &code);
    LineMode::new(&api, None, config, games, paper).replay(room, steps, args, lines).await
}
