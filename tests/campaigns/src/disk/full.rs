//! The full disk: a file system of a few MiB that only the server sees, filled to the last byte.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use black_box::{Player, Seed, Server, Setup, Stopped, Store, Table};
use engine::REGISTRY;
use protocol::{Code, Update};
use serde_json::json;

/// The file system's size, as `mount` takes it.
const SIZE: &str = "size=8m";

/// The number of rounds that a server goes through: its log must not come round to space it has
/// already.
const ROUNDS_A_SERVER: u64 = 10;

/// The most moves that the space taken already has room for.
const MOVES_MOST: usize = 1_000;

/// The totals of all rounds.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) times: u64,
    pub(super) refused: u64,
    pub(super) accepted_later: u64,
}

/// A server whose database is alone in a small file system.
struct Cramped {
    server: Server,
    filler: PathBuf,
    // Dropped last: the file system is mounted there until the server is gone.
    _folder: tempfile::TempDir,
}

impl Cramped {
    /// Starts a server in a mount namespace of its own, which unprivileged users may have too.
    fn start() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let at = folder.path().to_str().context("a path in UTF-8")?.to_owned();
        let script = format!("mount -t tmpfs -o {SIZE},mode=700 none \"$0\" && exec \"$@\"");
        let under = ["unshare", "--map-root-user", "--mount", "sh", "-c", &script, &at];
        let setup = Setup {
            store: Some(Store::File(folder.path().join("entente.db"))),
            under: under.map(str::to_owned).to_vec(),
            ..Setup::unlimited()
        };
        let server = Stopped::of(setup).try_start().map_err(|(status, left)| {
            let log = left.log();
            anyhow::anyhow!("no file system of its own (unshare and mount): {status}\n{log}")
        })?;
        // The server's file system as it is seen from here.
        let inside = PathBuf::from(format!("/proc/{}/root", server.pid()));
        let filler = inside.join(at.trim_start_matches('/')).join("filler");
        Ok(Self { server, filler, _folder: folder })
    }

    fn fill(&self) -> anyhow::Result<()> {
        let mut file = File::create(&self.filler)?;
        for size in [1 << 16, 1 << 10, 1] {
            let block = vec![1; size];
            let full = loop {
                if let Err(error) = file.write_all(&block) {
                    break error;
                }
            };
            ensure!(full.kind() == ErrorKind::StorageFull, "filling the disk: {full}");
        }
        Ok(())
    }

    fn free(&self) -> anyhow::Result<()> {
        Ok(fs::remove_file(&self.filler)?)
    }
}

/// Fills the disk this many times.
pub(super) async fn rounds(rounds: u64, mut seed: Seed) -> anyhow::Result<Sum> {
    let mut sum = Sum::default();
    let mut servers = REGISTRY.iter().cycle();
    while sum.times < rounds {
        let game = servers.next().context("a game")?.id;
        let cramped = Cramped::start()?;
        let mut table = Table::of(&cramped.server, game, json!({}), 1, seed.branch()).await;
        for _ in 0..ROUNDS_A_SERVER.min(rounds - sum.times) {
            let moves = seed.below(4);
            table.play(moves).await;
            if table.outcome().is_some() {
                table = Table::of(&cramped.server, game, json!({}), 1, seed.branch()).await;
            }
            one_round(&cramped, &mut table, &mut sum).await?;
        }
        ensure!(Path::new(&cramped.filler).parent().is_some_and(Path::exists), "it has died");
    }
    Ok(sum)
}

async fn one_round(cramped: &Cramped, table: &mut Table, sum: &mut Sum) -> anyhow::Result<()> {
    cramped.fill()?;
    sum.times += 1;
    let server = &cramped.server;
    for _ in 0..MOVES_MOST {
        let before = views(table);
        let Some((seat, decision, command)) = table.choose() else { break };
        let id = table.seed.id();
        let answer = table.seats[seat].command(id, decision, command.clone()).await;
        let Some(why) = answer.err().filter(|why| why.code == Code::StorageUnavailable) else {
            table.sync().await;
            continue;
        };
        sum.refused += 1;
        table.sync().await;
        ensure!(views(table) == before, "something changed though nothing was stored");
        nothing_is_taken_and_all_is_read(server, table).await?;
        let again = table.seats[seat].command(id, decision, command.clone()).await;
        ensure!(again == Err(why), "the same again while the disk is full: {again:?}");
        cramped.free()?;
        let seq = table.seats[seat].now().seq;
        let later = table.seats[seat].command(id, decision, command).await;
        ensure!(later.as_ref().is_ok_and(|now| *now > seq), "once there is room: {later:?}");
        sum.accepted_later += 1;
        let ready = server.http.get("/readyz").await;
        ensure!(ready.status == 200, "ready again: {ready:?}");
        table.sync().await;
        return Ok(());
    }
    cramped.free()
}

/// Returns everybody's view, but for what time changes.
fn views(table: &Table) -> Vec<Update> {
    let bare = |viewer: &Player| Update { events: Vec::new(), now_ms: 0, ..viewer.now().clone() };
    table.viewers().map(bare).collect()
}

async fn nothing_is_taken_and_all_is_read(server: &Server, table: &Table) -> anyhow::Result<()> {
    let ready = server.http.get("/readyz").await;
    ensure!(ready.status == 503, "ready with a full disk: {ready:?}");
    let wanted = json!({"game": black_box::GAME, "name": "Ada"});
    let created = server.http.post(black_box::http::ROOMS, &wanted).await;
    ensure!(created.status == 503 && created.code() == Code::StorageUnavailable, "{created:?}");
    ensure!(server.http.room(table.code()).await.code == table.code(), "the room is shown");
    let mut guest = Player::watch(server, table.code(), None).await;
    guest.until(|guest| guest.view.is_some()).await;
    ensure!(guest.now().head == table.gallery[0].now().head, "a newcomer sees the match");
    guest.leave().await;
    Ok(())
}
