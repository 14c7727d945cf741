//! Judgement of a damaged database by a whole server: what everybody sees, or why it does not
//! start.

use std::path::Path;

use black_box::{Player, Server, Stopped};
use protocol::Code;
use protocol::room::Seated;
use serde_json::Value;

use super::server_on;

/// Every room's public view and entry, as a sound server shows them.
pub(super) struct Truth(Vec<(String, Value)>);

/// The totals of all servers.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) servers: u64,
    pub(super) silent: Vec<String>,
}

impl Truth {
    pub(super) async fn of(stopped: Stopped, keys: Vec<Vec<Seated>>) -> Self {
        let server = stopped.start();
        let mut rooms = Vec::new();
        for room in keys {
            let code = room[0].room.code.clone();
            let shown = shown(&server, &code).await;
            rooms.push((code, shown.expect("a sound room lets people watch")));
        }
        Self(rooms)
    }
}

/// Returns the view that a spectator gets of a room that works; the error of one that was put aside
/// when somebody came to see it.
async fn shown(server: &Server, code: &str) -> Result<Value, Option<Code>> {
    let mut player = Player::try_watch(server.at, code).await?;
    player.sync().await;
    let Some(view) = &player.view else { return Ok(Value::Null) };
    Ok(serde_json::json!([view.seq, view.head, view.public, view.outcome]))
}

/// Starts a server on a damaged database and looks at every room.
pub(super) async fn judge(truth: &Truth, path: &Path, sum: &mut Sum) -> anyhow::Result<()> {
    sum.servers += 1;
    let server = match server_on(path).try_start() {
        Ok(server) => server,
        Err((status, left)) => {
            let said = left.log();
            if status.code() != Some(3) || !said.contains("ERROR") {
                sum.silent.push(format!("{status}: {said}"));
            }
            return Ok(());
        }
    };
    for (code, expected) in &truth.0 {
        let answer = server.http.get(&format!("{}/{code}", black_box::http::ROOMS)).await;
        // The log of a match that is over is read only now.
        let seen = if answer.status == 200 { shown(&server, code).await } else { Err(None) };
        match seen {
            Ok(now) if now == *expected => {}
            Ok(now) => sum.silent.push(format!("room {code} shows {now} instead of {expected}")),
            Err(None | Some(Code::RoomUnavailable)) if server.log().contains("ERROR") => {}
            Err(why) => {
                sum.silent.push(format!("room {code} is gone without a word: {answer:?}, {why:?}"));
            }
        }
    }
    server.kill().await;
    Ok(())
}
