//! Chances of attack series: everything attacks with the most dice until one side is gone.

/// Most troops on either side that the tables hold; larger armies are scaled down to them.
const TROOPS_MOST: usize = 80;

/// The probabilities of a roll's results: the defender loses all that was at stake, each loses one,
/// the attacker loses all.
type RollOdds = (f64, f64, f64);

/// Returns the probabilities of a roll with these numbers of attack and defence dice.
fn roll(attack: usize, defence: usize) -> RollOdds {
    let of = |won: u16, split: u16, lost: u16| {
        let all = f64::from(won + split + lost);
        (f64::from(won) / all, f64::from(split) / all, f64::from(lost) / all)
    };
    match (attack.min(3), defence.min(2)) {
        (3, 2) => of(2890, 2611, 2275),
        (2, 2) => of(295, 420, 581),
        (3, _) => of(855, 0, 441),
        (2, _) => of(125, 0, 91),
        (_, 2) => of(55, 0, 161),
        _ => of(15, 0, 21),
    }
}

/// The expected result of an attack series.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Series {
    /// The chance that the territory falls.
    pub(super) falls: f64,
    /// Attackers left, on average.
    pub(super) left: f64,
    /// Defenders left, on average.
    pub(super) held: f64,
}

/// The results of every attack series with at most a number of dice.
#[derive(Debug)]
pub(super) struct Odds {
    series: Vec<Series>,
}

const ROW: usize = TROOPS_MOST + 1;

impl Odds {
    /// Computes the results for attacks with at most this many dice.
    pub(super) fn new(dice: usize) -> Self {
        let number = |troops: usize| f64::from(u16::try_from(troops).unwrap_or(u16::MAX));
        let mut series = vec![Series::default(); ROW * ROW];
        for attackers in 0..ROW {
            for defenders in 0..ROW {
                series[attackers * ROW + defenders] = match (attackers, defenders) {
                    (_, 0) => Series { falls: 1.0, left: number(attackers), held: 0.0 },
                    (0, _) => Series { falls: 0.0, left: 0.0, held: number(defenders) },
                    _ => step(&series, attackers, defenders, dice),
                };
            }
        }
        Self { series }
    }

    /// Returns the result for this many attackers, all of whom may fight, against this many
    /// defenders.
    pub(super) fn of(&self, attackers: u32, defenders: u32) -> Series {
        let most = TROOPS_MOST as u32;
        let larger = attackers.max(defenders);
        if larger <= most {
            return self.series[attackers as usize * ROW + defenders as usize];
        }
        let scaled =
            |troops: u32| (u64::from(troops) * u64::from(most) / u64::from(larger)) as usize;
        let Series { falls, left, held } = self.series[scaled(attackers) * ROW + scaled(defenders)];
        let by = f64::from(larger) / f64::from(most);
        Series { falls, left: left * by, held: held * by }
    }
}

fn step(series: &[Series], attackers: usize, defenders: usize, dice: usize) -> Series {
    let (attack, defence) = (attackers.min(dice).min(3), defenders.min(2));
    let stake = attack.min(defence);
    let (won, split, lost) = roll(attack, defence);
    let after = |attackers: usize, defenders: usize| series[attackers * ROW + defenders];
    let parts = [
        (won, after(attackers, defenders - stake)),
        (split, after(attackers - stake / 2, defenders - stake / 2)),
        (lost, after(attackers - stake, defenders)),
    ];
    // Where one die alone is at stake there is no split, and its share is nothing.
    let sum = |of: fn(&Series) -> f64| {
        let shares = parts.iter().filter(|(share, _)| *share > 0.0);
        shares.map(|(share, series)| share * of(series)).sum()
    };
    Series { falls: sum(|one| one.falls), left: sum(|one| one.left), held: sum(|one| one.held) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts the chance of these attackers against these defenders, in thousandths, to half of
    /// one.
    fn near(odds: &Odds, attackers: u32, defenders: u32, thousandths: f64) {
        let falls = odds.of(attackers, defenders).falls * 1_000.0;
        assert!((falls - thousandths).abs() <= 0.6, "{attackers} v {defenders}: {falls}");
    }

    #[test]
    fn the_chances_are_the_published_ones() {
        let three = Odds::new(3);
        for (attackers, defenders, falls) in [
            (1, 1, 417.0),
            (2, 1, 754.0),
            (3, 1, 916.0),
            (3, 2, 656.0),
            (3, 3, 470.0),
            (5, 3, 769.0),
            (5, 5, 506.0),
            (7, 5, 736.0),
            (10, 8, 724.0),
            (10, 10, 568.0),
        ] {
            near(&three, attackers, defenders, falls);
        }
        let two = Odds::new(2);
        for (attackers, defenders, falls) in [
            (3, 2, 520.0),
            (3, 3, 334.0),
            (4, 2, 681.0),
            (5, 5, 281.0),
            (10, 10, 200.0),
            (4, 1, 956.0),
        ] {
            near(&two, attackers, defenders, falls);
        }
    }

    #[test]
    fn armies_beyond_the_table_are_like_the_largest_in_it() {
        let odds = Odds::new(3);
        let Series { falls, left, held } = odds.of(1_000, 500);
        assert!(falls > 0.99 && left > 500.0 && held < 1.0, "{falls} {left} {held}");
        assert!(odds.of(65_535, 65_535).falls < 1.0);
    }
}
