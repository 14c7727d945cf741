//! `cargo run --release -p campaigns -- <name>`.

use campaigns::{conformance, dealing, rules};
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
    /// Chi-square of every deck and die
    Dealing(dealing::Arguments),
    /// Random matches of each game under every law
    Rules(rules::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Conformance(a) => conformance::run(&a),
        Campaign::Dealing(a) => dealing::run(&a),
        Campaign::Rules(a) => rules::run(&a),
    }
}
