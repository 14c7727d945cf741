//! What each seat accepts: counts of the answers to offers, by what they would have gained.

/// Steps of gain, in happiness: the upper bounds of all but the last.
const STEPS: [f64; 4] = [0.02, 0.1, 0.25, 0.5];
/// Acceptances among so many answers that are presumed of a stranger, by step.
const PRESUMED: [f64; STEPS.len() + 1] = [0.15, 0.9, 1.5, 2.0, 2.3];
const PRESUMED_OF: f64 = 3.0;

/// The answers of one seat.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trust {
    accepted: [f64; STEPS.len() + 1],
    answered: [f64; STEPS.len() + 1],
}

impl Trust {
    /// Returns the chance that the seat accepts what it gains so much by.
    pub(super) fn accepts(&self, gain: f64) -> f64 {
        let at = step(gain);
        (PRESUMED[at] + self.accepted[at]) / (PRESUMED_OF + self.answered[at])
    }

    /// Records an answer to an offer; one that counts less than whole has less weight.
    pub(super) fn answered(&mut self, gain: f64, accepted: bool, weight: f64) {
        let at = step(gain);
        self.answered[at] += weight;
        if accepted {
            self.accepted[at] += weight;
        }
    }
}

fn step(gain: f64) -> usize {
    STEPS.iter().position(|bound| gain < *bound).unwrap_or(STEPS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_accepts_little_is_offered_little() {
        let mut trust = Trust::default();
        let before = trust.accepts(0.05);
        assert!(before < trust.accepts(0.3));
        for _ in 0..6 {
            trust.answered(0.05, true, 1.0);
        }
        assert!(trust.accepts(0.05) > 0.7);
        trust.answered(0.3, false, 1.0);
        assert!(trust.accepts(0.3) < Trust::default().accepts(0.3));
    }
}
