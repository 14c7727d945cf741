//! Several servers on one store, and everything that may befall servers, NATS nodes and the network
//! between them, in turn and under load: nothing that was accepted is lost, nothing is there twice, no
//! two servers ever have one room, and every match goes on.
//!
//! Each machine has a network namespace of its own, so a cut is one. What is concluded of a room is read
//! from the streams, where every message names the server that wrote it. One server's clock is ahead all
//! the time.

mod downtime;
mod fault;
mod known;
mod load;
mod machines;
mod network;
mod stored;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use black_box::{PATIENCE, Seed};
use tokio::time::{Instant, sleep};

use self::downtime::{Concerned, Downtimes};
pub use self::fault::Kind;
use self::fault::{FAULTS, Fault};
use self::known::Servers;
use self::load::{Load, Playing};
use self::machines::Machines;
use self::stored::Streams;
use crate::crowd::Audit;
use crate::figures::Figures;

/// Faults of a store; a longer log would only take longer to check.
const FAULTS_A_STORE: usize = 24;

/// Time for which all is well before a fault.
const WELL: Duration = Duration::from_millis(500);

/// Interval at which the machines are looked after until every match goes on.
const LOOKED: Duration = Duration::from_millis(100);

/// A room whose server failed, and everybody of which is elsewhere, should not stand still for longer.
const STILL: Duration = Duration::from_secs(5);

/// The size of this campaign.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices, and of the faults
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of faults
    #[arg(long, default_value_t = 1_000)]
    pub faults: usize,
    /// Number of rolling upgrades
    #[arg(long, default_value_t = 200)]
    pub upgrades: usize,
    /// Number of matches played at a time
    #[arg(long, default_value_t = 8)]
    pub rooms: usize,
    /// The longest that a fault lasts, in milliseconds
    #[arg(long, default_value_t = 60_000)]
    pub longest_ms: u64,
    /// Kinds of faults, in turn; all, if none is named
    #[arg(long)]
    pub kind: Vec<Kind>,
    /// The longest that 99 of 100 rooms may stand still whose server failed and everybody of which is
    /// elsewhere, in milliseconds
    #[arg(long, default_value_t = 5_000)]
    pub still_ms: u64,
    /// Folder into which the servers' logs are written when a room stood still for more than 5 s
    #[arg(long)]
    pub logs: Option<PathBuf>,
}

/// The totals of all stores.
#[derive(Debug, Default)]
struct Sum {
    faults: u64,
    upgrades: u64,
    rooms: u64,
    claims: u64,
    messages: u64,
    forks: Vec<String>,
    stuck: Vec<String>,
    /// Connections elsewhere that a server ended.
    cut: u64,
    /// Connections elsewhere that their players gave up.
    given_up: u64,
    unanswered: u64,
    resolved: u64,
    downtimes: Downtimes,
    audit: Audit,
}

/// Runs the campaign, in namespaces of its own.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if !network::inside() {
        let status = network::enter()?;
        ensure!(
            status.success(),
            "in namespaces of its own (unshare, ip, root or user namespaces): {status}"
        );
        return Ok(());
    }
    crate::wait_for(campaign(arguments.clone()))?.judge()
}

async fn campaign(arguments: Arguments) -> anyhow::Result<Figures> {
    let mut choices = Seed::of(arguments.seed);
    let mut machines = Machines::start(arguments.logs.clone())?;
    let (mut plan, mut sum) = (plan(&arguments, &mut choices), Sum::default());
    while !plan.is_empty() && sum.stuck.is_empty() {
        let these: Vec<_> = plan.drain(..plan.len().min(FAULTS_A_STORE)).collect();
        one_store(&arguments, &these, &mut machines, choices.branch(), &mut sum).await?;
        println!("so far, {}", figures(&arguments, &sum, &machines).line());
    }
    for line in sum.downtimes.lines() {
        println!("{line}");
    }
    Ok(figures(&arguments, &sum, &machines))
}

fn figures(arguments: &Arguments, sum: &Sum, machines: &Machines) -> Figures {
    let downtime = |concerned, percent| sum.downtimes.percentile(concerned, percent);
    Figures::of("cluster", arguments.seed)
        .at_least_one("faults", sum.faults)
        .count("rolling upgrades", sum.upgrades)
        .at_least_one("matches", sum.rooms)
        .stored(&sum.audit)
        .at_least_one("messages of logs", sum.messages)
        .at_least_one("times a room was taken over", sum.claims)
        .none("messages of a server that had not the room", sum.forks.len() as u64)
        .none("matches that did not go on", sum.stuck.len() as u64)
        .none("sockets elsewhere that a server ended", sum.cut)
        .count("sockets elsewhere that were given up", sum.given_up)
        .count("servers that ended as they must", machines.ended)
        .count("servers that could not hand over in time", machines.late)
        .count("NATS nodes started again after a full disk", machines.restarted)
        .count("unanswered in the end", sum.unanswered)
        .count("resolved by their id", sum.resolved)
        .count("ms p50 of a room whose server failed", downtime(Concerned::ServerOnly, 50))
        .at_most("ms p99", downtime(Concerned::ServerOnly, 99), arguments.still_ms)
        .count("ms p50 where a socket failed too", downtime(Concerned::Socket, 50))
        .count("ms p99", downtime(Concerned::Socket, 99))
        .count("ms p50 when NATS or the network failed", downtime(Concerned::Nats, 50))
        .count("ms p99", downtime(Concerned::Nats, 99))
        .count("ms p50 during an upgrade", downtime(Concerned::Upgrade, 50))
        .count("ms p99", downtime(Concerned::Upgrade, 99))
        .none("other faults", sum.audit.faults.len() as u64 + machines.faults)
}

/// Draws all faults: each kind as often as any other, and the upgrades among them.
fn plan(arguments: &Arguments, seed: &mut Seed) -> Vec<Fault> {
    let Arguments { faults, upgrades, longest_ms, .. } = *arguments;
    let named = if arguments.kind.is_empty() { &FAULTS } else { &arguments.kind[..] };
    let kinds = named.iter().copied().cycle().take(faults);
    let mut kinds: Vec<_> = kinds.chain(std::iter::repeat_n(Kind::Upgrade, upgrades)).collect();
    for at in 1..kinds.len() {
        kinds.swap(at, seed.below(at + 1));
    }
    let longest = Duration::from_millis(longest_ms);
    kinds.into_iter().map(|kind| Fault::draw(kind, longest, seed)).collect()
}

async fn one_store(
    arguments: &Arguments,
    faults: &[Fault],
    machines: &mut Machines,
    mut seed: Seed,
    sum: &mut Sum,
) -> anyhow::Result<()> {
    let name = format!("campaign{}", sum.faults + sum.upgrades);
    let servers = Arc::<Servers>::default();
    machines.serve(&name, servers.clone())?;
    let streams = Streams::connect(machines.nats(), &name).await?;
    let mut load = Load::new(arguments.rooms, seed.branch(), servers.clone());
    for fault in faults {
        machines.revive().await?;
        if let Err(error) = load.fill(machines).await {
            println!("{}", machines.logs());
            return Err(error);
        }
        sleep(WELL).await;
        one_fault(*fault, machines, &load, &streams, sum)
            .await
            .with_context(|| format!("{fault:?}"))?;
        if !sum.stuck.is_empty() {
            println!("{}", machines.logs());
            break;
        }
    }
    load.ends();
    for server in 0..machines::COUNT {
        machines.stop_server(server).await?;
    }
    sum.rooms += load.opened();
    let crowd = load.gathered().await;
    let found = streams.read().await?;
    let audit = crowd.audit(&found.stored);
    for fault in audit.faults.iter().chain(&found.forks).chain(&sum.stuck) {
        println!("{fault}");
    }
    sum.audit.add(audit);
    sum.claims += found.claims;
    sum.messages += found.messages;
    sum.forks.extend(found.forks);
    sum.unanswered += crowd.unanswered();
    sum.resolved += crowd.resolved();
    streams.delete().await
}

async fn one_fault(
    fault: Fault,
    machines: &mut Machines,
    load: &Load,
    streams: &Streams,
    sum: &mut Sum,
) -> anyhow::Result<()> {
    let owners = streams.owners().await?;
    let server = fault.server();
    // As a server's document has it.
    let own = server.map(|server| machines.pid(server)).transpose()?;
    let own = own.map(|pid| format!("process {pid}\""));
    let concerned: Vec<_> = load
        .playing
        .iter()
        .map(|room| match (fault.kind, server, &own) {
            (Kind::Upgrade, ..) => Concerned::Upgrade,
            (_, Some(server), _) if room.sits_at(server) => Concerned::Socket,
            (_, Some(_), Some(own)) => {
                let has = owners.get(&room.id).is_some_and(|owner| owner.ends_with(own));
                if has { Concerned::ServerOnly } else { Concerned::Not }
            }
            _ => Concerned::Nats,
        })
        .collect();
    machines.ended_now.clear();
    let began = Instant::now();
    println!("{fault:?}");
    fault.happen(machines).await?;
    *(if fault.kind == Kind::Upgrade { &mut sum.upgrades } else { &mut sum.faults }) += 1;
    let repaired = Instant::now();
    let going = |room: &Playing| room.gone_on(repaired);
    while !load.playing.iter().all(going) && repaired.elapsed() < PATIENCE {
        machines.revive().await?;
        sleep(LOOKED).await;
    }
    machines.until_nats_serves();
    // A server to which NATS gave no answer in time may end only now.
    sleep(WELL).await;
    machines.revive().await?;
    for (room, concerned) in load.playing.iter().zip(concerned) {
        if !going(room) {
            sum.stuck.push(format!("room {} stands still since {fault:?}", room.id));
        }
        if let Some(gap) = room.longest_gap(began) {
            if concerned == Concerned::ServerOnly && gap > STILL {
                println!("room {} stood still for {gap:?}, {fault:?}", room.id);
                machines.keep_logs()?;
            }
            sum.downtimes.add(concerned, format!("{:?}", fault.kind), gap);
        }
    }
    if fault.kind != Kind::Upgrade {
        // One that had to end takes its sockets along.
        let mut failed = std::mem::take(&mut machines.ended_now);
        failed.extend(server);
        let (cut, given_up) = load.ended(began, &failed);
        sum.cut += cut;
        sum.given_up += given_up;
    }
    Ok(())
}
