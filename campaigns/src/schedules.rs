//! The server's rooms under many orders of their tasks: see the crate `schedules`.

use schedules::Scenario;

use crate::figures::Figures;

/// How to run it.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Where the orders come from.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many orders, over all scenarios.
    #[arg(long, default_value_t = 100_000)]
    pub schedules: usize,
}

/// Runs every scenario; the first order in which something does not hold ends it with a panic that
/// tells the order.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let each = arguments.schedules.div_ceil(Scenario::ALL.len());
    let mut ran = 0;
    for scenario in Scenario::ALL {
        ran += schedules::run(scenario, arguments.seed, each);
    }
    Figures::of("schedules", arguments.seed)
        .count("scenarios", Scenario::ALL.len() as u64)
        .at_least_one("schedules", ran as u64)
        .judge()
}
