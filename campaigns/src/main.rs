//! `cargo run --release -p campaigns -- <name>`.

use campaigns::{conformance, flood, herd, idle, slow};
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
    /// RFC 6455 by the Autobahn cases, against an echo on the server's socket layer
    Conformance(conformance::Arguments),
    /// Floods, half-open requests, oversize and code guessing at once, while others play
    Flood(flood::Arguments),
    /// Everybody comes back at once after a restart
    Herd(herd::Arguments),
    /// Memory with many sockets that say nothing, in lobbies and in running matches
    Idle(idle::Arguments),
    /// Seats that stop reading among others that play
    Slow(slow::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Conformance(a) => conformance::run(&a),
        Campaign::Flood(a) => flood::run(&a),
        Campaign::Herd(a) => herd::run(&a),
        Campaign::Idle(a) => idle::run(&a),
        Campaign::Slow(a) => slow::run(&a),
    }
}
