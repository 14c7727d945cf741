//! The exact chance that an attack series conquers: a small Markov chain, no sampling.
//!
//! It serves views and offers only; nothing in the rules reads it. The counts of outcomes of one
//! roll are those of the rules page, and a test holds them against [`super::resolve`].

use protocol::games::balance_of_power::MOST_DICE;

/// Number of troops on either side beyond which no chance is computed: the work grows with their
/// product.
pub const MOST_TROOPS: u16 = 200;
/// Chances are shown in ten-thousandths.
const UNITS: f64 = 10_000.0;
/// The most dice of a defender.
const DEFENCE: usize = 2;

/// Outcomes of one roll: the defender loses all that is at stake, each loses one, the attacker
/// loses all. By attack dice (1 to 3), then defence dice (1 to 2).
pub const OUTCOMES: [[[u16; 3]; DEFENCE]; MOST_DICE] = [
    [[15, 0, 21], [55, 0, 161]],
    [[125, 0, 91], [295, 420, 581]],
    [[855, 0, 441], [2890, 2611, 2275]],
];

/// The chances of every number of attackers against one number of defenders.
#[derive(Clone, Debug)]
pub struct Chances {
    by_attackers: Vec<f64>,
}

impl Chances {
    /// Computes the chances of up to this many attackers, all of whom may fight, against this many
    /// defenders; at most `limit` dice a roll (1 to 3), always the most.
    pub fn against(defenders: u16, attackers: u16, limit: u8) -> Self {
        let width = usize::from(attackers) + 1;
        // Three columns, for the defenders that a roll can leave: none, one or two fewer.
        let mut conquered = vec![1.0; width];
        let mut one_fewer = vec![0.0; width];
        for left in 1..=usize::from(defenders) {
            let two_fewer = std::mem::replace(&mut one_fewer, conquered);
            conquered = column(left, limit, &one_fewer, &two_fewer);
        }
        Self { by_attackers: conquered }
    }

    /// Returns the chance with this many attackers.
    pub fn of(&self, attackers: u16) -> f64 {
        self.by_attackers.get(usize::from(attackers)).copied().unwrap_or_default()
    }

    /// Returns the chance in ten-thousandths, rounded.
    // A chance lies between 0 and 1.
    #[allow(clippy::cast_sign_loss)]
    pub fn units(&self, attackers: u16) -> u16 {
        (self.of(attackers) * UNITS).round() as u16
    }
}

/// Computes the chances against `left` defenders, from those against one and two fewer.
fn column(left: usize, limit: u8, one_fewer: &[f64], two_fewer: &[f64]) -> Vec<f64> {
    let mut chances = Vec::with_capacity(one_fewer.len());
    // With no attacker left nothing is conquered.
    chances.push(0.0);
    let defence = left.min(DEFENCE);
    for attackers in 1..one_fewer.len() {
        let attack = attackers.min(usize::from(limit.clamp(1, MOST_DICE as u8)));
        let [won, split, lost] = OUTCOMES[attack - 1][defence - 1].map(f64::from);
        let at_stake = attack.min(defence);
        let after_win = if at_stake == 2 { two_fewer[attackers] } else { one_fewer[attackers] };
        let after_split = one_fewer[attackers - 1];
        let after_loss = chances[attackers - at_stake];
        let all = won + split + lost;
        chances.push((won * after_win + split * after_split + lost * after_loss) / all);
    }
    chances
}
