//! `entente watch`: a match as anybody may see it, until its end.
//!
//! Here, apart from play, because a watcher has nothing to answer, and may be a program. It must not
//! know the rules of any game, and it never sends a token.

use crate::api::Api;
use crate::app::AppConfig;
use crate::args::WatchArgs;
use crate::connection::{Config, Connection, Signal};
use crate::error::Error;
use crate::link::Server;
use crate::paper::{Paper, complain};
use crate::play::line_mode::LineMode;
use crate::session::{Change, Session};

/// Watches until the match is over.
pub async fn run(server: &Server, args: &WatchArgs, paper: &mut Paper) -> Result<(), Error> {
    let (api, code) = Api::of_room(server, &args.room)?;
    // Tells an unreachable server and an unknown room apart before the patient part begins.
    api.room(&code).await?;
    if !args.json {
        let games = api.games().await.unwrap_or_default();
        let config = AppConfig::new(api.server(), &code);
        return LineMode::new(&api, None, config, games, paper).watch().await;
    }
    let mut connection = Connection::open(Config::new(api.server().socket(&code), None));
    let result = messages(&api, &mut connection, paper).await;
    connection.close().await;
    result
}

/// Prints a line for each message.
async fn messages(api: &Api, connection: &mut Connection, paper: &mut Paper) -> Result<(), Error> {
    let mut session = Session::default();
    while let Some(signal) = connection.next().await {
        if let Signal::Frame(frame) = &signal {
            paper.json(&frame.text)?;
        }
        let change = session.apply(signal);
        for note in session.take_notes() {
            complain(note);
        }
        if session.is_over() {
            return Ok(());
        }
        if let Change::Ended(end) = change {
            return Err(end.into_error(&api.server().to_string()));
        }
    }
    Ok(())
}
