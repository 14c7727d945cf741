//! Runs a command with a cluster of NATS beside it, on which the servers of its tests keep their matches:
//! `on-nats cargo nextest run`. `ENTENTE_TEST_NATS_NODES` says how many nodes it has: one, if it is not set.

use std::env;
use std::process::{Command, ExitCode};

use black_box::{Nats, store};

fn main() -> ExitCode {
    let mut words = env::args_os().skip(1);
    let Some(program) = words.next() else {
        eprintln!("usage: on-nats COMMAND...");
        return ExitCode::from(2);
    };
    let nats = Nats::as_asked();
    let ended = Command::new(&program).args(words).env(store::ON_NATS, nats.cluster_url()).status();
    match ended {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{}: {error}", program.display());
            ExitCode::from(2)
        }
    }
}
