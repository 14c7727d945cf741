//! Start over a database of many matches: the server is ready whatever their number, each is there for
//! whoever comes, and leaves the memory when they have gone.

mod house;

use std::fs;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use black_box::{Player, Seed, Server, Stopped};
use clap::Args;
use protocol::room::Seated;
use tokio::time::sleep;

use crate::figures::Figures;
use crate::files;
use house::House;

/// The longest that the server may take until it is ready, in milliseconds.
const READY_MS: u64 = 2_000;
/// The most memory that a room may take in which nobody is, in KiB: of many, for the caches of the store
/// count too.
const AT_REST_KIB: u64 = 2;
/// The most memory that a match with both its sockets may take, in KiB.
const IN_PLAY_KIB: u64 = 96;
/// Moves that are tried in a match: where a clock runs, a question may be over before it is answered.
const TRIES: usize = 8;
/// The last thing that the server logs of a start.
const THROUGH: &str = "matches looked through";
/// Interval of looking whether that has come.
const LOOK: Duration = Duration::from_millis(20);

/// The size of this campaign.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Seed of the matches
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The game that is played
    #[arg(long, default_value = "europe-divided")]
    pub game: String,
    /// Matches that are over
    #[arg(long, default_value_t = 20_000)]
    pub finished: usize,
    /// Matches that are half played
    #[arg(long, default_value_t = 5_000)]
    pub running: usize,
    /// Matches to which both people come back
    #[arg(long, default_value_t = 200)]
    pub joined: usize,
}

/// The cost of a start, and of what follows.
#[derive(Debug, Default)]
pub struct Cost {
    /// The number of rows in all match logs.
    pub rows: u64,
    /// From the start of the process until it listens.
    pub ready: Duration,
    /// From there until every running match has been read.
    pub read: Duration,
    /// Memory of a server without rooms, of one with all of them at rest, and of one in which some are
    /// played, in KiB.
    pub resident_kib: [u64; 3],
    /// Joins that showed the match.
    pub shown: u64,
    /// The server's processor time for all joins.
    pub joining: Duration,
    /// Matches that went on then.
    pub moved: u64,
}

/// Builds the house, starts the server, and judges.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let cost = runtime.block_on(cost(arguments))?;
    let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let each = |kib: u64, of: usize| kib.div_ceil((of as u64).max(1));
    let [empty, rest, play] = cost.resident_kib;
    let joins = 2 * arguments.joined as u64;
    Figures::of("start", arguments.seed)
        .at_least_one("rows", cost.rows)
        .at_most("ms until ready", ms(cost.ready), READY_MS)
        .count("ms more until every match was read", ms(cost.read))
        .at_most(
            "KiB a room at rest",
            each(rest.saturating_sub(empty), arguments.finished + arguments.running),
            AT_REST_KIB,
        )
        .at_most(
            "KiB a match in play, both sockets",
            each(play.saturating_sub(rest), arguments.joined),
            IN_PLAY_KIB,
        )
        .count("us of the server a join", ms(cost.joining) * 1_000 / joins.max(1))
        .none("not shown", joins - cost.shown)
        .none("that do not go on", arguments.joined as u64 - cost.moved)
        .judge()
}

/// Measures like [`run`], within a runtime.
pub async fn cost(arguments: &Arguments) -> anyhow::Result<Cost> {
    files::room_for(2 * arguments.joined as u64)?;
    let (stopped, seats, empty) = template(&arguments.game).await?;
    let house = House::build(&stopped.database(), arguments).await?;
    let mut cost = Cost { rows: house.rows, ..Cost::default() };
    let starting = Instant::now();
    let server = tokio::task::spawn_blocking(|| stopped.start()).await?;
    cost.ready = starting.elapsed();
    let ready = Instant::now();
    while server.log().matches(THROUGH).count() < 2 {
        sleep(LOOK).await;
    }
    cost.read = ready.elapsed();
    let rest = server.resident_kib();
    let before = processor_time(&server)?;
    let (mut seed, mut playing) = (Seed::of(arguments.seed), Vec::new());
    for code in house.running.iter().take(arguments.joined) {
        for seat in &seats {
            let mut seated = seat.clone();
            seated.room.code.clone_from(code);
            let player = Player::seat(&server, &seated, None).await;
            cost.shown += u64::from(player.view.is_some());
            playing.push(player);
        }
    }
    cost.joining = processor_time(&server)?.saturating_sub(before);
    for pair in playing.chunks_mut(2) {
        cost.moved += u64::from(one_moves(pair, &mut seed).await);
    }
    cost.resident_kib = [empty, rest, server.resident_kib()];
    Ok(cost)
}

/// Lets the first of a match's people who is asked something make a move.
async fn one_moves(pair: &mut [Player], seed: &mut Seed) -> bool {
    for turn in 0..TRIES {
        let player = &mut pair[turn % 2];
        player.sync().await;
        // Where a clock runs, time goes on once both are back.
        player.until(|own| own.view.as_ref().is_some_and(|view| !view.paused)).await;
        if let Some((decision, command)) = player.choose(seed)
            && player.command(seed.id(), decision, command).await.is_ok()
        {
            return true;
        }
    }
    false
}

/// Begins one match and stops the server; the room is what all others are made after. Returns also its
/// seats, and the memory of a server without more.
async fn template(game: &str) -> anyhow::Result<(Stopped, [Seated; 2], u64)> {
    let settings = ["--max-connections-per-address", "30000", "--max-rooms", "1000000"];
    let server = Server::and(&settings);
    let ada = server.http.create_game(game, serde_json::json!({}), serde_json::json!({})).await;
    let bo = server.http.join(&ada.room.code).await;
    for seated in [&ada, &bo] {
        Player::seat(&server, seated, None).await.ready().await;
    }
    let empty = server.resident_kib();
    let signalled = server.terminate();
    let (ended, stopped) = server.ended(signalled).await;
    anyhow::ensure!(ended.status.success(), "{ended:?}");
    Ok((stopped, [ada, bo], empty))
}

/// Returns the processor time that a server has taken so far, also by threads that have ended: a worker of the
/// pool that ends between two looks would count backwards.
fn processor_time(server: &Server) -> anyhow::Result<Duration> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.pid()))?;
    // Behind the name, which may hold anything, the times of user and system are the 12th and 13th field.
    let (_, fields) = stat.rsplit_once(')').context("no name")?;
    let times = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = times.map(str::parse::<u64>).sum::<Result<_, _>>()?;
    Ok(Duration::from_millis(ticks * 1_000 / rustix::param::clock_ticks_per_second()))
}
