//! `cargo run --release -p campaigns -- <name>`.

use campaigns::conformance;
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
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().campaign {
        Campaign::Conformance(a) => conformance::run(&a),
    }
}
