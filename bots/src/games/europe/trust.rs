//! Expectations of what each seat accepts: counts of its answers to offers, by what it would have gained.
//!
//! A seat may reckon with the citizens that it could still draw, or only with those that lie before
//! it. Its answers show which; until then both count.

/// Steps of gain, in happiness: the upper bounds of all but the last.
const STEPS: [f64; 4] = [0.02, 0.1, 0.25, 0.5];
/// Acceptances among so many answers that are presumed of a stranger, by step.
const PRESUMED: [f64; STEPS.len() + 1] = [0.15, 0.9, 1.5, 2.0, 2.3];
const PRESUMED_OF: f64 = 3.0;
/// The least chance of either way to reckon.
const DOUBT: f64 = 0.05;

/// The gain of a seat by a trade, in happiness.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Benefit {
    /// With the citizens that it may still draw.
    pub(super) ahead: f64,
    /// With those alone that lie before it.
    pub(super) plain: f64,
}

impl Benefit {
    /// Returns the greater of both.
    pub(super) fn most(&self) -> f64 {
        self.ahead.max(self.plain)
    }
}

/// Answers by step of gain.
#[derive(Clone, Copy, Debug, Default)]
struct Answers {
    accepted: [f64; STEPS.len() + 1],
    all: [f64; STEPS.len() + 1],
}

impl Answers {
    fn chance(&self, gain: f64) -> f64 {
        let at = step(gain);
        (PRESUMED[at] + self.accepted[at]) / (PRESUMED_OF + self.all[at])
    }

    fn count(&mut self, gain: f64, accepted: bool, weight: f64) {
        let at = step(gain);
        self.all[at] += weight;
        if accepted {
            self.accepted[at] += weight;
        }
    }
}

/// The answers of one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trust {
    ahead: Answers,
    plain: Answers,
    /// The chance that it reckons with what it may still draw.
    reckons: f64,
}

impl Default for Trust {
    fn default() -> Self {
        Self { ahead: Answers::default(), plain: Answers::default(), reckons: 0.5 }
    }
}

impl Trust {
    /// Returns the chance that the seat accepts.
    pub(super) fn accepts(&self, gain: Benefit) -> f64 {
        let plain = (1.0 - self.reckons) * self.plain.chance(gain.plain);
        self.reckons * self.ahead.chance(gain.ahead) + plain
    }

    /// Records an answer to an offer; one that counts less than whole has less weight.
    pub(super) fn answered(&mut self, gain: Benefit, accepted: bool, weight: f64) {
        let likely = |chance: f64| if accepted { chance } else { 1.0 - chance };
        let ahead = self.reckons * likely(self.ahead.chance(gain.ahead));
        let plain = (1.0 - self.reckons) * likely(self.plain.chance(gain.plain));
        let reckons = (ahead / (ahead + plain)).clamp(DOUBT, 1.0 - DOUBT);
        self.reckons += weight * (reckons - self.reckons);
        self.ahead.count(gain.ahead, accepted, weight);
        self.plain.count(gain.plain, accepted, weight);
    }
}

fn step(gain: f64) -> usize {
    STEPS.iter().position(|bound| gain < *bound).unwrap_or(STEPS.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both(gain: f64) -> Benefit {
        Benefit { ahead: gain, plain: gain }
    }

    #[test]
    fn who_accepts_little_is_offered_little() {
        let mut trust = Trust::default();
        assert!(trust.accepts(both(0.05)) < trust.accepts(both(0.3)));
        for _ in 0..6 {
            trust.answered(both(0.05), true, 1.0);
        }
        assert!(trust.accepts(both(0.05)) > 0.7);
        trust.answered(both(0.3), false, 1.0);
        assert!(trust.accepts(both(0.3)) < Trust::default().accepts(both(0.3)));
    }

    #[test]
    fn answers_show_how_a_seat_reckons() {
        let spare = Benefit { ahead: 0.3, plain: 0.0 };
        let mut trust = Trust::default();
        for _ in 0..4 {
            trust.answered(spare, false, 1.0);
        }
        assert!(trust.accepts(spare) < 0.2, "it sees no use in what is spare");
        assert!(trust.accepts(Benefit { ahead: 0.0, plain: 0.3 }) > 0.4);
    }
}
