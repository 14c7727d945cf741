//! `entente play`: a match in lines of text.
//!
//! [`start`] finds the seat, [`line_mode`] is one match: the application of [`crate::app`] in lines
//! of text, as [`crate::screen`] is the same on a full screen.

pub mod ahead;
pub mod line_mode;
pub mod start;

use self::ahead::Lines;
use self::line_mode::LineMode;
use self::start::Start;
use crate::args::PlayArgs;
use crate::error::Error;
use crate::link::Server;
use crate::outside::After;
use crate::paper::Paper;
use crate::saved::SavedGames;

/// Plays until the person quits: one match, and rematches if they are wanted.
pub async fn run(
    server: &Server,
    args: &PlayArgs,
    store: &SavedGames,
    lines: &mut Lines,
    paper: &mut Paper,
) -> Result<(), Error> {
    let mut start = Start { server, store, paper, lines };
    let Some((api, mut held_seat)) = start.seat(args).await? else { return Ok(()) };
    let games = api.games().await.unwrap_or_default();
    loop {
        let config = held_seat.config(api.server(), args);
        let mut line_mode = LineMode::new(&api, Some(store), config, &games, paper);
        (line_mode.board, line_mode.created) = (args.board, held_seat.created);
        match line_mode.run(lines).await? {
            After::Quit | After::Home => return Ok(()),
            After::Rematch(next) => held_seat = *next,
        }
    }
}
