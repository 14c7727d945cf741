//! The line that a campaign ends in: its name, its figures, its verdict.
//!
//! One type, so that every campaign is read and judged in the same way: it fails if what must not
//! happen happened, and also if the faults that it is about did not.

use std::fmt::Write as _;

use crate::crowd::Audit;
use crate::innocent::Latencies;

/// The counts of a campaign.
#[derive(Debug)]
#[must_use = "figures that nobody judges prove nothing"]
pub struct Figures {
    campaign: &'static str,
    seed: u64,
    counts: Vec<(&'static str, u64)>,
    faults: Vec<String>,
}

impl Figures {
    /// Begins the figures of a campaign.
    pub fn of(campaign: &'static str, seed: u64) -> Self {
        Self { campaign, seed, counts: Vec::new(), faults: Vec::new() }
    }

    /// Adds a count for information.
    pub fn count(mut self, what: &'static str, count: u64) -> Self {
        self.counts.push((what, count));
        self
    }

    /// Adds a count that must not be 0: the campaign would have shown nothing.
    pub fn at_least_one(mut self, what: &'static str, count: u64) -> Self {
        if count == 0 {
            self.faults.push(format!("no {what}: nothing was shown"));
        }
        self.count(what, count)
    }

    /// Adds a count that must be 0.
    pub fn none(mut self, what: &'static str, count: u64) -> Self {
        if count > 0 {
            self.faults.push(format!("{count} {what}"));
        }
        self.count(what, count)
    }

    /// Adds a count that must not exceed `most`.
    pub fn at_most(mut self, what: &'static str, count: u64, most: u64) -> Self {
        if count > most {
            self.faults.push(format!("{count} {what}, at most {most} are allowed"));
        }
        self.count(what, count)
    }

    /// Adds what was found of a crowd's commands: they must be stored as they were answered.
    pub fn stored(self, audit: &Audit) -> Self {
        self.at_least_one("acknowledged", audit.acknowledged)
            .none("lost", audit.lost)
            .none("duplicated", audit.twice)
            .none("forked heads", audit.forked)
            .none("stored though refused", audit.unasked)
    }

    /// Adds the commands of people who only wanted to play, at several times: each time has some, and
    /// none of their matches ended in a refusal or without an answer.
    pub fn in_peace(self, commands: &'static str, times: &[&Latencies]) -> Self {
        let sum = |of: fn(&Latencies) -> u64| times.iter().map(|time| of(time)).sum();
        self.at_least_one(commands, sum(Latencies::count))
            .none("times without one", sum(|time| u64::from(time.count() == 0)))
            .none("matches refused", sum(Latencies::refused))
            .none("matches lost", sum(Latencies::lost))
    }

    /// Returns the figures in one line.
    pub fn line(&self) -> String {
        let mut line = format!("{} (seed {}):", self.campaign, self.seed);
        for (index, (what, count)) in self.counts.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            let _ = write!(line, "{comma} {count} {what}");
        }
        line.push_str(if self.faults.is_empty() { " - held" } else { " - BROKEN" });
        line
    }

    /// Prints the line; an error if a promise was broken or nothing was shown.
    pub fn judge(self) -> anyhow::Result<()> {
        println!("{}", self.line());
        anyhow::ensure!(self.faults.is_empty(), "{}: {}", self.campaign, self.faults.join("; "));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_one_line() {
        let figures = Figures::of("kill", 7).at_least_one("kills", 3).none("lost", 0);
        assert_eq!(figures.line(), "kill (seed 7): 3 kills, 0 lost - held");
        assert!(figures.judge().is_ok());
    }

    #[test]
    fn a_broken_promise_fails() {
        let error = Figures::of("kill", 7).none("lost", 2).judge().unwrap_err();
        assert_eq!(error.to_string(), "kill: 2 lost");
        assert!(Figures::of("idle", 7).at_most("MiB", 151, 150).judge().is_err());
    }

    #[test]
    fn a_campaign_without_its_fault_fails() {
        assert!(Figures::of("kill", 7).at_least_one("kills", 0).judge().is_err());
    }
}
