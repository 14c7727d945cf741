//! Durable, then visible: for each command the system calls of the server are looked at, and the
//! sync of the write-ahead log must have returned before anything of it goes to any socket.
//!
//! The server runs under strace. One command is under way at a time, so that each sync and each
//! frame belongs to one.

mod trace;

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use black_box::{Made, Seed, Setup, Stopped, Table};
use engine::REGISTRY;
use serde_json::json;

use crate::figures::Figures;
use trace::{Call, Trace};

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of commands of each game that are looked at
    #[arg(long, default_value_t = 200)]
    pub commands: usize,
}

/// The order of a command's system calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Written, synced, shown.
    Kept,
    /// Shown before a sync had returned.
    Broken,
    /// The trace does not show it.
    Unseen,
}

/// Runs the campaign.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    crate::wait_for(campaign(arguments))?.judge()
}

async fn campaign(Arguments { seed, commands }: Arguments) -> anyhow::Result<Figures> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("trace");
    let server = Stopped::of(Setup { under: tracer(&file)?, ..Setup::unlimited() }).start();
    let mut made: Vec<Made> = Vec::new();
    let mut choices = Seed::of(seed);
    for game in REGISTRY {
        let mut table = Table::of(&server, game.id, json!({}), 1, choices.branch()).await;
        table.play(commands).await;
        made.append(&mut table.made);
    }
    let (ended, _) = {
        let signalled = server.terminate();
        server.ended(signalled).await
    };
    ensure!(ended.status.success(), "{ended:?}");
    let trace = Trace::read(&text_of(&file).await?)?;
    let orders = orders(&trace, &made);
    let count = |wanted| orders.iter().filter(|order| **order == wanted).count() as u64;
    Ok(Figures::of("order", seed)
        .at_least_one("commands", orders.len() as u64)
        .at_least_one("durable before they were visible", count(Order::Kept))
        .none("visible before they were durable", count(Order::Broken))
        .none("not seen in the trace", count(Order::Unseen)))
}

fn tracer(file: &Path) -> anyhow::Result<Vec<String>> {
    let file = file.to_str().context("a path in UTF-8")?;
    let calls = "trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg";
    // -D: the server stays our child, and the tracer becomes a stranger. -yy: what a descriptor is.
    let arguments = ["-D", "-f", "-qq", "-yy", "-s", "65536", "-o", file, "-e", calls];
    Ok(["strace"].iter().chain(&arguments).map(|&text| text.to_owned()).collect())
}

/// Reads the whole trace. The tracer writes for a moment longer than the server lives, and a pipe
/// would not show its end either, so the file is looked at until it stops growing.
async fn text_of(file: &Path) -> anyhow::Result<String> {
    let mut size = 0;
    loop {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        let now = fs::metadata(file).context("no trace: is strace installed?")?.len();
        if now == size {
            return Ok(fs::read_to_string(file)?);
        }
        size = now;
    }
}

/// Returns the order of each command; they came one after the other.
fn orders(trace: &Trace, made: &[Made]) -> Vec<Order> {
    let (mut from, mut before) = (0, 0);
    let mut orders = Vec::new();
    for Made { id, seq, .. } in made {
        // Behind the veil of a secret choice no update tells of it by a number.
        let new = (*seq > before).then_some(*seq);
        let (order, next) = order(trace, from, &id.to_string(), new);
        orders.push(order);
        (from, before) = (next, *seq);
    }
    orders
}

/// Returns the order of one command, and the position of its answer; `from` is that of the last
/// one's, `seq` the number of its entry, if it may be known.
fn order(trace: &Trace, from: usize, id: &str, seq: Option<u64>) -> (Order, usize) {
    let update = seq.map(|seq| format!(r#"\"type\":\"update\",\"seq\":{seq},"#));
    let answer = format!(r#"\"type\":\"accepted\",\"id\":\"{id}\""#);
    let find = |from: usize, is: &dyn Fn(&Call) -> bool| {
        trace.calls.iter().enumerate().skip(from).find(|(_, call)| is(call)).map(|(at, _)| at)
    };
    let answered = find(from, &|call| call.on_socket() && call.text.contains(&answer));
    let Some(answered) = answered else { return (Order::Unseen, from) };
    let numbered = |call: &Call| update.as_ref().is_some_and(|update| call.text.contains(update));
    let carries = |call: &Call| numbered(call) || call.text.contains(&answer);
    let shown = find(from, &|call| call.on_socket() && carries(call)).unwrap_or(answered);
    let Some(written) = find(from, &|call| call.writes_log() && call.text.contains(id)) else {
        return (Order::Unseen, answered);
    };
    let durable = find(written, &|call| call.synced_log());
    let kept = durable.is_some_and(|durable| durable < shown);
    (if kept { Order::Kept } else { Order::Broken }, answered)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f";

    const WRITE: &str = r#"7 pwrite64(9</a.db-wal>, "..\"id\":\"5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f\"..", 4096, 32) = 4096"#;
    const SYNC: &str = "7 fdatasync(9</a.db-wal>) = 0";
    const OTHER_SYNC: &str = "7 fsync(3</a.db>) = 0";
    const FAILED_SYNC: &str = "7 fsync(9</a.db-wal>) = -1 EIO (Input/output error) (INJECTED)";
    const SYNC_BEGINS: &str = "7 fsync(9</a.db-wal> <unfinished ...>";
    const SYNC_ENDS: &str = "7 <... fsync resumed>) = 0";
    const UPDATE: &str = r#"8 writev(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, [{iov_base="{\"type\":\"update\",\"seq\":4,\"head\""..}], 1) = 9"#;
    const ANSWER: &str = r#"8 sendto(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, "{\"type\":\"accepted\",\"id\":\"5e0c1b5e-6d6f-4b0e-9f5c-0c8f1c1d2e3f\",\"seq\":4}", 9, 0, NULL, 0) = 9"#;

    fn of(lines: &[&str]) -> Order {
        order(&Trace::read(&lines.join("\n")).unwrap(), 0, ID, Some(4)).0
    }

    #[test]
    fn a_sync_that_has_returned_before_the_first_frame_keeps_the_order() {
        assert_eq!(of(&[WRITE, SYNC, UPDATE, ANSWER]), Order::Kept);
        assert_eq!(of(&[WRITE, SYNC_BEGINS, SYNC_ENDS, UPDATE, ANSWER]), Order::Kept);
        assert_eq!(of(&[SYNC, WRITE, SYNC, ANSWER]), Order::Kept);
    }

    #[test]
    fn every_other_order_is_broken() {
        assert_eq!(of(&[WRITE, UPDATE, SYNC, ANSWER]), Order::Broken);
        assert_eq!(of(&[WRITE, SYNC_BEGINS, UPDATE, SYNC_ENDS, ANSWER]), Order::Broken);
        assert_eq!(of(&[SYNC, WRITE, UPDATE, ANSWER]), Order::Broken);
        assert_eq!(of(&[WRITE, OTHER_SYNC, UPDATE, ANSWER]), Order::Broken);
        assert_eq!(of(&[WRITE, FAILED_SYNC, UPDATE, ANSWER]), Order::Broken);
        assert_eq!(of(&[UPDATE, WRITE, SYNC, ANSWER]), Order::Broken);
    }

    #[test]
    fn what_the_trace_does_not_show_is_no_success() {
        assert_eq!(of(&[SYNC, UPDATE, ANSWER]), Order::Unseen);
        assert_eq!(of(&[WRITE, SYNC, UPDATE]), Order::Unseen);
    }
}
