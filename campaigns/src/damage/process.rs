//! The same judgement by a whole server: what everybody sees, or why it does not start.

use std::path::Path;

use protocol::room::Seated;
use serde_json::Value;
use tests::{Player, Server, Stopped};

use super::server_on;

/// Every room's public view and entry, as a sound server shows them.
pub(super) struct Truth(Vec<(String, Value)>);

/// What happened.
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
            rooms.push((code, shown));
        }
        Self(rooms)
    }
}

/// What a spectator is shown of a room that works.
async fn shown(server: &Server, code: &str) -> Value {
    let mut player = Player::watch(server, code, None).await;
    player.sync().await;
    let Some(view) = &player.view else { return Value::Null };
    serde_json::json!([view.seq, view.head, view.public, view.outcome])
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
        let answer = server.http.get(&format!("{}/{code}", tests::http::ROOMS)).await;
        if answer.status == 200 {
            let now = shown(&server, code).await;
            if now != *expected {
                sum.silent.push(format!("room {code} shows {now} instead of {expected}"));
            }
        } else if !server.log().contains("ERROR") {
            sum.silent.push(format!("room {code} is gone without a word: {answer:?}"));
        }
    }
    server.kill().await;
    Ok(())
}
