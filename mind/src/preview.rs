//! Previews: what a command would change, in words, from a seat's own guesses. Nothing is weighed.

use engine::Seat;
use engine::explain::{CommandReason, Explain};
use engine::games::balance_of_power::BalanceOfPower;
use engine::games::europe_divided::EuropeDivided;
use engine::think::Guesses;
use protocol::hint::AdviceReason;
use protocol::{Code, Rejection};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::judge::{dealt, with_game};

/// Guesses in which every command is tried.
const FIRST: usize = 24;
/// Guesses in which one is tried whose outcome differs between the first ones: chance decides.
const SAMPLES: usize = 72;
/// The most reasons of a preview.
const REASONS: usize = 8;
/// A reason is left out if it comes so less often than in one guess of this many.
const RARE: usize = 10;

/// Tells the seat of the guesses what a command would change. `None` if the mind does not know the game.
///
/// # Errors
/// The rejection that the command itself would have: it rests on the guesses alone, as everything else here.
pub fn preview(guesses: &Guesses, command: &Value) -> Option<Result<Vec<AdviceReason>, Rejection>> {
    with_game!(guesses, of(guesses, command))
}

fn of<G: Explain>(
    guesses: &Guesses,
    command: &Value,
) -> Option<Result<Vec<AdviceReason>, Rejection>> {
    let guess = guesses.guess::<G>()?;
    let malformed = |error: serde_json::Error| Rejection::new(Code::Malformed, error.to_string());
    let command = serde_json::from_value::<G::Command>(command.clone()).map_err(malformed);
    Some(command.and_then(|command| {
        let mut coins = ChaCha8Rng::from_seed(guesses.coins);
        let mut counted = CountedReasons::default();
        for count in [FIRST, SAMPLES - FIRST] {
            for before in dealt(guess, count, &mut coins) {
                let mut after = before.clone();
                after.apply(0, guess.seat(), &command, &mut ())?;
                counted.compare(&before, &after, guess.seat());
            }
            if counted.all_certain() {
                break;
            }
        }
        let mut reasons = counted.shown(RARE);
        reasons.truncate(REASONS);
        Ok(reasons)
    }))
}

/// The reasons found in pairs of positions, each with the number of pairs that have it.
#[derive(Default)]
pub(crate) struct CountedReasons {
    counted: Vec<(CommandReason, usize)>,
    pairs: usize,
}

impl CountedReasons {
    /// Compares the positions before and after a command.
    pub(crate) fn compare<G: Explain>(&mut self, before: &G, after: &G, seat: Seat) {
        self.pairs += 1;
        for reason in after.reasons(before, seat) {
            match self.counted.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, count)) => *count += 1,
                None => self.counted.push((reason, 1)),
            }
        }
    }

    /// Checks whether every pair has every reason.
    fn all_certain(&self) -> bool {
        self.counted.iter().all(|(_, count)| *count == self.pairs)
    }

    /// Returns the reasons that at least one pair of `rare` has, with how often they come.
    pub(crate) fn shown(self, rare: usize) -> Vec<AdviceReason> {
        let pairs = self.pairs;
        let frequent = self.counted.into_iter().filter(|(_, count)| *count * rare >= pairs);
        let reasons = frequent.map(|(CommandReason { text, rule }, count)| AdviceReason {
            text,
            rule: rule.to_owned(),
            chance: (count < pairs).then(|| share(count, pairs)),
        });
        reasons.collect()
    }
}

/// Returns the share of some of few guesses, in ten-thousandths.
fn share(count: usize, all: usize) -> u16 {
    u16::try_from(count * 10_000 / all.max(1)).unwrap_or(u16::MAX)
}
