//! Bots that think all the time beside people who play: their commands are hardly slower for it, and a
//! server that is killed while minds think goes on with every match.
//!
//! Quiet and loud phases alternate on one server, so that whatever else the machine does is in both. In
//! a loud phase persons who answer at once keep experts busy without a pause.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use black_box::{Player, Seed, Server, Setup, Stopped};
use clap::Args;
use futures_util::future::join_all;
use protocol::ClientMessage;
use protocol::room::Seated;
use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::figures::Figures;
use crate::innocent::{self, Innocents, Latencies};

/// The most that thinking bots may make of the 99th percentile of people's commands, in percent of
/// what it is without.
const SLOWER_PERCENT: u64 = 150;

/// The time between two moves of a pair of people.
const PACE: Duration = Duration::from_millis(250);

/// Matches that a pair or a person may begin in a minute.
const MATCHES_A_MINUTE: u64 = 30;

/// Bots act as soon as they have thought.
const AT_ONCE: [&str; 2] = ["--bot-pace-ms", "0"];

/// The games that minds play, room by room.
const GAMES: [&str; 2] = ["europe-divided", "balance-of-power"];

/// The longest that a loud phase goes on in which no bot has played.
const LONGEST: Duration = Duration::from_mins(5);

/// The time between two looks at what bots have played.
const POLL: Duration = Duration::from_millis(100);

/// Moves of a person before a kill and after it.
const MOVES: usize = 3;

/// The size of this campaign.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// The first seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Pairs of people
    #[arg(long, default_value_t = 16)]
    pub pairs: u64,
    /// Rooms of a person and an expert
    #[arg(long, default_value_t = 8)]
    pub rooms: u64,
    /// Quiet phases, and as many loud ones
    #[arg(long, default_value_t = 6)]
    pub phases: u64,
    /// Length of a phase, in seconds
    #[arg(long, default_value_t = 15)]
    pub seconds: u64,
    /// Kills while experts think
    #[arg(long, default_value_t = 20)]
    pub kills: u64,
}

/// The result of all phases.
#[derive(Debug)]
pub struct Seen {
    /// People's commands while no bot thinks.
    pub quiet: Latencies,
    /// People's commands while bots think.
    pub loud: Latencies,
    /// The counts of the rooms with bots.
    pub busy: Busy,
    /// Time that the minds' threads have taken, in milliseconds; 0 where the system does not say it.
    pub minds_ms: u64,
}

/// The counts of rooms with bots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Busy {
    /// Commands of the bots.
    pub bots: u64,
    /// Commands of the persons that were accepted.
    pub accepted: u64,
    /// Commands of the persons that were refused.
    pub refused: u64,
    /// Persons that were left without an answer.
    pub lost: u64,
}

impl Busy {
    fn add(self, other: Self) -> Self {
        Self {
            bots: self.bots + other.bots,
            accepted: self.accepted + other.accepted,
            refused: self.refused + other.refused,
            lost: self.lost + other.lost,
        }
    }
}

/// Has bots think, and judges what came of it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let seen = crate::wait_for(think(*arguments))?;
    let killed = crate::wait_for(kill(arguments.seed, arguments.rooms, arguments.kills))?;
    let (loud, quiet) = (seen.loud.p99_us(), seen.quiet.p99_us());
    judged(&seen, Figures::of("thinking", arguments.seed))
        .at_least_one("us p99 without thoughts", quiet)
        .at_least_one("us p99 beside them", loud)
        .at_most("percent", loud * 100 / quiet.max(1), SLOWER_PERCENT)
        .at_least_one("kills while minds think", arguments.kills)
        .at_least_one("commands of bots after them", killed)
        .judge()
}

/// Adds the figures that must hold at any speed.
pub fn judged(seen: &Seen, figures: Figures) -> Figures {
    let Busy { bots, accepted, refused, lost } = seen.busy;
    figures
        .in_peace("commands of people without thoughts", &[&seen.quiet])
        .in_peace("commands of people beside them", &[&seen.loud])
        .at_least_one("commands to bots", accepted)
        .none("of these refused", refused)
        .none("persons left without an answer", lost)
        .at_least_one("commands of bots", bots)
        .count("ms of minds", seen.minds_ms)
}

/// Plays the phases.
pub async fn think(arguments: Arguments) -> anyhow::Result<Seen> {
    let Arguments { seed, pairs, rooms, phases, seconds, .. } = arguments;
    let points = innocent::points((pairs + rooms) * MATCHES_A_MINUTE);
    let server = innocent::server(points, &AT_ONCE);
    let time = Duration::from_secs(seconds);
    let (mut quiet, mut loud, mut busy) = (Vec::new(), Vec::new(), Busy::default());
    for phase in 0..phases {
        let seed = seed.wrapping_add(phase * 1_000);
        let people = Innocents::begin(&server, seed, pairs, PACE).await;
        sleep(time).await;
        quiet.push(people.end().await);
        let people = Innocents::begin(&server, seed, pairs, PACE).await;
        let persons = Persons::begin(&server, seed, rooms);
        let began = Instant::now();
        sleep(time).await;
        // On a slow machine matches take longer to begin than a phase lasts.
        while !persons.busy(&server) && began.elapsed() < LONGEST {
            sleep(POLL).await;
        }
        loud.push(people.end().await);
        busy = busy.add(persons.end().await);
    }
    let minds_ms = minds_ms(server.pid());
    Ok(Seen { quiet: Latencies::of(quiet), loud: Latencies::of(loud), busy, minds_ms })
}

/// Kills a server again and again while experts think about every match; returns the commands of bots
/// after the kills.
///
/// # Errors
///
/// If an entry is lost.
///
/// # Panics
/// If an entry is another one, or a bot does not go on.
pub async fn kill(seed: u64, rooms: u64, kills: u64) -> anyhow::Result<u64> {
    let mut seeds = Seed::of(seed);
    let arguments: Vec<String> = AT_ONCE.iter().map(|&text| text.to_owned()).collect();
    let mut setup = Setup::unlimited();
    setup.arguments.extend(arguments);
    let mut server = Stopped::of(setup).start();
    let mut persons = Vec::new();
    for number in 0..rooms {
        persons.push(Person::begin(&server, game(number), seeds.branch()).await);
    }
    let mut after = 0;
    for _ in 0..kills {
        // Everybody's turn is over, so every bot is awaited and thinks.
        join_all(persons.iter_mut().map(Person::until_the_bot_is_asked)).await;
        server = server.kill().await.start();
        for person in &mut persons {
            let known = person.player.now().seq;
            // Asserts that entries have the heads that they had.
            person.player.come_back(&server).await;
            anyhow::ensure!(person.player.now().seq >= known, "entries up to {known} were shown");
        }
        let before: u64 = persons.iter().map(Person::bots).sum();
        join_all(persons.iter_mut().map(|person| person.moves(&server, MOVES))).await;
        after += persons.iter().map(Person::bots).sum::<u64>().saturating_sub(before);
    }
    Ok(after)
}

const fn game(number: u64) -> &'static str {
    GAMES[number as usize % GAMES.len()]
}

/// Persons who play against experts, a task each.
struct Persons {
    stop: watch::Sender<bool>,
    /// Set once a person and a bot have played.
    met: Arc<AtomicBool>,
    playing: Vec<JoinHandle<Busy>>,
}

impl Persons {
    fn begin(server: &Arc<Server>, seed: u64, rooms: u64) -> Self {
        let (stop, stopped) = watch::channel(false);
        let met = Arc::new(AtomicBool::new(false));
        let one = |number: u64| {
            let (server, stopped, met) = (server.clone(), stopped.clone(), met.clone());
            let seed = Seed::of(seed.wrapping_add(500 + number));
            tokio::spawn(async move {
                let mut person = Person::begin(&server, game(number), seed).await;
                while !*stopped.borrow() {
                    person.moves(&server, 1).await;
                    let Busy { bots, accepted, .. } = person.counts();
                    met.fetch_or(bots > 0 && accepted > 0, Ordering::Relaxed);
                }
                person.end().await
            })
        };
        Self { playing: (0..rooms).map(one).collect(), stop, met }
    }

    /// Checks whether bots have thought and played.
    fn busy(&self, server: &Server) -> bool {
        let thought = !cfg!(target_os = "linux") || minds_ms(server.pid()) > 0;
        thought && self.met.load(Ordering::Relaxed)
    }

    async fn end(self) -> Busy {
        self.stop.send_replace(true);
        let lost = Busy { lost: 1, ..Busy::default() };
        let ends = join_all(self.playing).await.into_iter().map(|end| end.unwrap_or(lost));
        ends.fold(Busy::default(), Busy::add)
    }
}

/// A person without any idea, against an expert.
struct Person {
    game: &'static str,
    player: Player,
    seed: Seed,
    /// The counts of the matches before.
    past: Busy,
    accepted: u64,
    refused: u64,
}

impl Person {
    async fn begin(server: &Server, game: &'static str, mut seed: Seed) -> Self {
        let player = match_against_an_expert(server, game, &mut seed).await;
        Self { game, player, seed, past: Busy::default(), accepted: 0, refused: 0 }
    }

    /// Returns the commands of the bot in this match: all entries but the person's own.
    fn bots(&self) -> u64 {
        self.past.bots + self.player.now().seq.saturating_sub(self.accepted)
    }

    /// Answers this many questions, with matches one after the other.
    async fn moves(&mut self, server: &Server, moves: usize) {
        for _ in 0..moves {
            self.player
                .until(|player| player.now().decision.is_some() || player.now().outcome.is_some())
                .await;
            if self.player.now().outcome.is_some() {
                self.past = self.counts();
                (self.accepted, self.refused) = (0, 0);
                self.player = match_against_an_expert(server, self.game, &mut self.seed).await;
                continue;
            }
            self.answer().await;
        }
    }

    /// Answers until nobody but the bot is asked, or the match is over.
    async fn until_the_bot_is_asked(&mut self) {
        while self.player.now().outcome.is_none() && self.player.now().decision.is_some() {
            self.answer().await;
        }
    }

    async fn answer(&mut self) {
        let Some((decision, command)) = self.player.choose(&mut self.seed) else { return };
        match self.player.command(self.seed.id(), decision, command).await {
            Ok(_) => self.accepted += 1,
            Err(_) => self.refused += 1,
        }
    }

    fn counts(&self) -> Busy {
        let Self { past, accepted, refused, .. } = *self;
        Busy { bots: self.bots(), ..past.add(Busy { accepted, refused, ..Busy::default() }) }
    }

    /// Gives up, so that the bot has nothing more to think about.
    async fn end(mut self) -> Busy {
        let counts = self.counts();
        if self.player.now().outcome.is_none() {
            // Over it is, now or already.
            let _ = self.player.act(&ClientMessage::Resign { id: self.seed.id() }).await;
        }
        counts
    }
}

/// Begins a match of a person against an expert.
async fn match_against_an_expert(server: &Server, game: &str, seed: &mut Seed) -> Player {
    let seat = seed.below(2);
    let host: Seated = server.http.create_game(game, json!({}), json!({"seat": seat})).await;
    let path = format!("/api/v1/rooms/{}/seats/{}/bot", host.room.code, 1 - seat);
    let body = json!({"level": "expert"}).to_string();
    let added = server.http.request("POST", &path, Some(&host.token), Some(body)).await;
    assert_eq!(added.status, 201, "{added:?}");
    let mut player = Player::seat(server, &host, None).await;
    player.ready().await;
    player.until(|player| player.view.is_some()).await;
    player
}

/// Returns the time that the minds' threads of a process have taken, in milliseconds.
fn minds_ms(process: u32) -> u64 {
    /// Linux counts in hundredths of a second.
    const TICK_MS: u64 = 10;
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return 0 };
    let ticks = |thread: fs::DirEntry| {
        let stat = fs::read_to_string(thread.path().join("stat")).ok()?;
        let (name, rest) = stat.split_once('(')?.1.split_once(')')?;
        // The times in the program and in the system: 14th and 15th field of the line.
        let times = rest.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().ok());
        (name == "mind").then(|| times.flatten().sum::<u64>())
    };
    threads.flatten().filter_map(ticks).sum::<u64>() * TICK_MS
}
