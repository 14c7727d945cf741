//! The golden database: rooms in every state, made by a real server of this version, with what every
//! viewer sees of them. Later versions must read it and show the same.
//!
//! `cargo run -p campaigns -- golden` makes it again, which is only right before a release: a
//! released one stays, and a new one gets a folder of its own. With `--views` it keeps the database and
//! writes down what is seen of it now: right where views have come to say more.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use black_box::{Player, Seed, Server, Setup, Stopped, Store, Table};
use engine::REGISTRY;
use protocol::room::Seated;
use protocol::{ClientMessage, Update};
use serde_json::{Value, json};

/// A hundred years, in milliseconds: what is golden does not expire.
const FOR_EVER_MS: &str = "3155760000000";

/// The number of moves in each match.
const MOVES: usize = 15;

/// The files' names in their folder.
const DATABASE: &str = "entente.db";
const VIEWS: &str = "views.jsonl";

/// The contents of the golden database, and its folder.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Folder for the database and the views
    #[arg(long, default_value_os_t = folder())]
    pub into: PathBuf,
    /// Keep the database, and write down anew what is seen of it
    #[arg(long)]
    pub views: bool,
}

/// Returns the folder of the golden database.
pub fn folder() -> PathBuf {
    black_box::root().join("tests/fixtures/golden")
}

/// Makes the golden database again.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    crate::wait_for(async { if arguments.views { see().await } else { make(arguments).await } })
}

async fn make(Arguments { seed, into, .. }: Arguments) -> anyhow::Result<()> {
    let server = Stopped::of(lasting(None)).start();
    let rooms = scene(&server, Seed::of(seed)).await;
    let signalled = server.terminate();
    let (_, stopped) = server.ended(signalled).await;
    fs::create_dir_all(&into)?;
    fs::copy(stopped.database(), into.join(DATABASE)).context("copying the database")?;
    // Seen through a server of its own, on a copy: loading a match may write.
    let server = stopped.start();
    write_down(&server, rooms, &into).await
}

/// Writes down what every viewer sees of these rooms.
async fn write_down(server: &Server, rooms: Vec<Vec<Seated>>, into: &Path) -> anyhow::Result<()> {
    let mut views = String::new();
    for keys in &rooms {
        let room = json!({"keys": keys, "seen": seen(server, keys).await});
        writeln!(views, "{room}")?;
    }
    fs::write(into.join(VIEWS), views)?;
    println!("{} rooms in {}", rooms.len(), into.display());
    Ok(())
}

/// Returns a server that runs on a copy of the golden database, and what was seen of it.
fn on_a_copy(temporary: &Path) -> anyhow::Result<(Server, Vec<Value>)> {
    let copy = temporary.join(DATABASE);
    fs::copy(folder().join(DATABASE), &copy).context("copying the golden database")?;
    let text = fs::read_to_string(folder().join(VIEWS))?;
    let seen: Vec<Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    anyhow::ensure!(!seen.is_empty(), "no rooms are golden");
    Ok((Stopped::of(lasting(Some(copy))).start(), seen))
}

fn keys(room: &Value) -> anyhow::Result<Vec<Seated>> {
    Ok(serde_json::from_value(room["keys"].clone())?)
}

/// Writes down anew what is seen of the golden database, which stays.
async fn see() -> anyhow::Result<()> {
    let temporary = tempfile::tempdir()?;
    let (server, rooms) = on_a_copy(temporary.path())?;
    let rooms = rooms.iter().map(keys).collect::<anyhow::Result<_>>()?;
    write_down(&server, rooms, &folder()).await
}

/// Describes the rooms whose views have changed, on a copy of the golden database.
pub fn differences() -> anyhow::Result<Vec<String>> {
    crate::wait_for(async {
        let temporary = tempfile::tempdir()?;
        let (server, expected) = on_a_copy(temporary.path())?;
        let mut differences = Vec::new();
        for room in &expected {
            let now = seen(&server, &keys(room)?).await;
            if now != room["seen"] {
                differences.push(format!("{}\nnow {now}", room["seen"]));
            }
        }
        Ok(differences)
    })
}

/// Describes a server that keeps rooms for as long as anyone may want to look at them.
pub(crate) fn lasting(database: Option<PathBuf>) -> Setup {
    let mut setup = Setup { store: database.map(Store::File), ..Setup::unlimited() };
    for flag in ["--lobby-expiry-ms", "--match-expiry-ms", "--keep-finished-ms"] {
        setup.arguments.extend([flag, FOR_EVER_MS].map(str::to_owned));
    }
    setup
}

/// Creates rooms in every state: a lobby, a running match of each game, and one that is over.
pub(crate) async fn scene(server: &Server, mut seed: Seed) -> Vec<Vec<Seated>> {
    let lobby = server.http.create(json!({}), json!({})).await;
    let mut rooms = vec![vec![lobby]];
    for game in REGISTRY {
        let mut table = Table::of(server, game.id, json!({}), 0, seed.branch()).await;
        table.play(MOVES).await;
        rooms.push(table.keys);
    }
    let mut table = Table::begin(server, json!({}), 0, seed.branch()).await;
    table.play(MOVES).await;
    let id = table.seed.id();
    let resigned = table.seats[1].act(&ClientMessage::Resign { id }).await;
    assert!(resigned.is_ok(), "{resigned:?}");
    rooms.push(table.keys);
    rooms
}

/// Collects everybody's views of a room, one after the other, for a timed match would go on once
/// all are there.
pub(crate) async fn seen(server: &Server, keys: &[Seated]) -> Value {
    let code = &keys[0].room.code;
    let mut views = vec![view(Player::watch(server, code, None).await).await];
    for key in keys {
        views.push(view(Player::seat(server, key, None).await).await);
        let seat = usize::from(key.seat);
        // The room must have noticed before the next one looks.
        while server.http.room(code).await.seats[seat].connected {}
    }
    let mut room = server.http.room(code).await;
    room.spectators = 0;
    room.awaiting.iter_mut().for_each(|seat| seat.for_ms = 0);
    json!({"room": room, "views": views})
}

/// Returns the view that a viewer was shown when it joined, but for what time changes; it leaves
/// again.
async fn view(mut player: Player) -> Value {
    player.leave().await;
    let bare = |view: &Update| json!(Update { now_ms: 0, ..view.clone() });
    player.view.as_ref().map_or(Value::Null, bare)
}
