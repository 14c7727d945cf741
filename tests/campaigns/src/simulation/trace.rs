//! A run line by line, for whoever looks for the cause of a fault: lines of the servers' logs, messages of
//! clients and to them, writes of the store.

use std::fmt::Result;
use std::io::stderr;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;

/// Everything that says something about a run.
const LINES: &str = "server=debug,campaigns=debug";

/// Simulated time, in seconds since the run began.
struct SimulatedTime;

impl FormatTime for SimulatedTime {
    fn format_time(&self, line: &mut Writer<'_>) -> Result {
        let now = turmoil::sim_elapsed().unwrap_or_default();
        write!(line, "{:8.3}", now.as_secs_f64())
    }
}

/// Writes the lines of every run from now on to the standard error.
pub(super) fn begin() -> anyhow::Result<()> {
    let lines = tracing_subscriber::fmt().with_timer(SimulatedTime).with_ansi(false);
    lines
        .with_env_filter(EnvFilter::new(LINES))
        .with_writer(stderr)
        .try_init()
        .map_err(|error| anyhow::anyhow!("{error}"))
}
