//! A disk that is full, and a disk that fails.
//!
//! Full: what cannot be stored is refused, nothing changes, reading goes on, and so does the match
//! once there is room. Failing: the server ends at once without a word on what it could not store,
//! and the next one knows everything that was acknowledged.

mod failing;
mod full;

use black_box::Seed;

use crate::figures::Figures;

/// The size of this campaign.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Arguments {
    /// Seed of the players' choices, and of where the disk fails
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of times that the disk is full, and that it fails
    #[arg(long, default_value_t = 100)]
    pub rounds: u64,
}

/// Runs the campaign.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    crate::wait_for(campaign(arguments))?.judge()
}

async fn campaign(Arguments { seed, rounds }: Arguments) -> anyhow::Result<Figures> {
    let mut choices = Seed::of(seed);
    let full = full::rounds(rounds, choices.branch()).await?;
    println!("full disk: {full:?}");
    let failing = failing::rounds(rounds, choices.branch()).await?;
    println!("failing disk: {failing:?}");
    Ok(Figures::of("disk", seed)
        .at_least_one("times full", full.times)
        .at_least_one("commands refused", full.refused)
        .at_least_one("accepted without a restart once there was room", full.accepted_later)
        .at_least_one("I/O errors", failing.ends + failing.refused_starts)
        .none("ends with another code than 3", failing.wrong_ends)
        .stored(&failing.audit)
        .none("answers on what nobody knows", failing.guesses)
        .at_least_one("unanswered", failing.unanswered)
        .at_least_one("of them stored", failing.audit.unanswered_stored)
        .at_least_one("resolved by their id", failing.resolved)
        .none("other faults", failing.audit.faults.len() as u64))
}
