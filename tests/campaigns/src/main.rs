//! `cargo run --release -p campaigns -- <name>`.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(
    about = "Campaigns of Entente: what it promises, tried at scale",
    arg_required_else_help = true
)]
struct Arguments {
    #[command(subcommand)]
    campaign: Campaign,
}

#[derive(Debug, Subcommand)]
enum Campaign {
    /// Component data with one value altered: refused, or every match ends
    Altered(campaigns::altered::Arguments),
    /// Back up a running server under load, and restore every copy
    Backup(campaigns::backup::Arguments),
    /// Bots against themselves: no side of any game wins much more than the other
    Balance(campaigns::balance::Arguments),
    /// Kill, cut off, freeze and fill servers and NATS nodes of a cluster, in turn, under load
    Cluster(campaigns::cluster::Arguments),
    /// RFC 6455 and 7692 by the Autobahn cases, against an echo on the server's socket layer
    Conformance(campaigns::conformance::Arguments),
    /// Costly requests that are allowed, over and over, beside a server that is left alone
    Costly(campaigns::costly::Arguments),
    /// Flip bits of the database: none of them is believed
    Damage(campaigns::damage::Arguments),
    /// Chi-square of every deck and die
    Dealing(campaigns::dealing::Arguments),
    /// Fill the disk, and let it fail: nothing is acknowledged that is not stored
    Disk(campaigns::disk::Arguments),
    /// Floods, half-open requests, oversize and code guessing at once, while others play
    Flood(campaigns::flood::Arguments),
    /// Make the golden database again (no campaign, but made with the same tools)
    Golden(campaigns::golden::Arguments),
    /// Everybody comes back at once after a restart
    Herd(campaigns::herd::Arguments),
    /// Memory with many sockets that say nothing, in lobbies and in running matches
    Idle(campaigns::idle::Arguments),
    /// Kill the server under load: nothing accepted is lost, nothing is there twice
    Kill(campaigns::kill::Arguments),
    /// The bots' levels against each other, and their strength in Elo
    Ladder(campaigns::ladder::Arguments),
    /// Two worlds that differ in what a viewer may not know: the same bytes for the viewer
    NonInterference(campaigns::non_interference::Arguments),
    /// Trace the server's system calls: durable, then visible
    Order(campaigns::order::Arguments),
    /// Records of finished matches, and forged ones, before all three verifiers
    Records(campaigns::records::Arguments),
    /// Tell the server to stop under load: it says goodbye in time and loses nothing
    Restart(campaigns::restart::Arguments),
    /// Random matches of each game under every law
    Rules(campaigns::rules::Arguments),
    /// Server, clients, network and disk in one process, with faults from a seed
    Simulation(campaigns::simulation::Arguments),
    /// Seats that stop reading among others that play
    Slow(campaigns::slow::Arguments),
    /// Start over a database of many matches: what a start, a room at rest and a match in play cost
    Start(campaigns::start::Arguments),
    /// Bots that think all the time, beside people who play; kills while they think
    Thinking(campaigns::thinking::Arguments),
    /// Two seats at the same moment: who is first gets it, whatever the seat's number
    Ties(campaigns::ties::Arguments),
    /// Compare the times of what leaves the server: none shows that a secret choice was made
    Timing(campaigns::timing::Arguments),
}

fn main() -> ExitCode {
    let done = match Arguments::parse().campaign {
        Campaign::Altered(arguments) => campaigns::altered::run(&arguments),
        Campaign::Backup(arguments) => campaigns::backup::run(arguments),
        Campaign::Balance(arguments) => campaigns::balance::run(&arguments),
        Campaign::Cluster(arguments) => campaigns::cluster::run(&arguments),
        Campaign::Conformance(arguments) => campaigns::conformance::run(&arguments),
        Campaign::Costly(arguments) => campaigns::costly::run(&arguments),
        Campaign::Damage(arguments) => campaigns::damage::run(arguments),
        Campaign::Dealing(arguments) => campaigns::dealing::run(&arguments),
        Campaign::Disk(arguments) => campaigns::disk::run(arguments),
        Campaign::Flood(arguments) => campaigns::flood::run(&arguments),
        Campaign::Golden(arguments) => campaigns::golden::run(arguments),
        Campaign::Herd(arguments) => campaigns::herd::run(&arguments),
        Campaign::Idle(arguments) => campaigns::idle::run(&arguments),
        Campaign::Kill(arguments) => campaigns::kill::run(arguments),
        Campaign::Ladder(arguments) => campaigns::ladder::run(&arguments),
        Campaign::NonInterference(arguments) => campaigns::non_interference::run(&arguments),
        Campaign::Order(arguments) => campaigns::order::run(arguments),
        Campaign::Records(arguments) => campaigns::records::run(&arguments),
        Campaign::Restart(arguments) => campaigns::restart::run(arguments),
        Campaign::Rules(arguments) => campaigns::rules::run(&arguments),
        Campaign::Simulation(arguments) => campaigns::simulation::run(&arguments),
        Campaign::Slow(arguments) => campaigns::slow::run(&arguments),
        Campaign::Start(arguments) => campaigns::start::run(&arguments),
        Campaign::Thinking(arguments) => campaigns::thinking::run(&arguments),
        Campaign::Ties(arguments) => campaigns::ties::run(&arguments),
        Campaign::Timing(arguments) => campaigns::timing::run(&arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
