//! `entente play`: a match in lines of text.
//!
//! [`start`] finds the seat, [`desk`] is one match: the application of [`crate::app`] in lines of text,
//! as [`crate::screen`] is the same on a full screen. [`walk`] turns an offer into a command.

pub mod ahead;
pub mod desk;
pub mod input;
pub mod offers;
mod reasons;
pub mod say;
pub mod start;
pub mod walk;

use self::ahead::Lines;
use self::desk::Desk;
use self::start::Start;
use crate::args::Play;
use crate::error::Error;
use crate::link::Server;
use crate::outside::After;
use crate::paper::Paper;
use crate::saved::SavedGames;

/// Plays until the person quits: one match, and rematches if they are wanted.
pub async fn run(
    server: &Server,
    args: &Play,
    store: &SavedGames,
    lines: &mut Lines,
    paper: &mut Paper,
) -> Result<(), Error> {
    let mut start = Start { server, store, paper, lines };
    let Some((api, mut holding)) = start.seat(args).await? else { return Ok(()) };
    let games = api.games().await.map(|games| games.games).unwrap_or_default();
    loop {
        let desk = Desk::new(&api, store, &holding, &games, args, paper);
        match desk.run(lines).await? {
            After::Quit | After::Home => return Ok(()),
            After::Rematch(next) => holding = *next,
        }
    }
}
