//! Results of dice: of an attack series the chance to conquer and what is left on average either
//! way, of single throws every end.

use std::sync::LazyLock;

use protocol::games::balance_of_power::{Dice, MOST_DICE, Owner, Territory};

use crate::games::balance_of_power::chances::OUTCOMES;
use crate::games::balance_of_power::state::{BalanceOfPower, Frame, Roll};

/// Most troops of a side that the table knows.
const MOST: usize = 40;
/// The most dice of a defender.
const DEFENCE: usize = 2;
const SIDES: u8 = 6;
/// The dice with which a series may attack: into rough terrain and elsewhere.
const LIMITS: [usize; 2] = [2, MOST_DICE];

/// An end that is less likely than this is left out.
const LEAST: f32 = 0.001;

/// The end of a series.
#[derive(Clone, Copy, Default)]
struct SeriesEnd {
    /// The chance to conquer.
    won: f32,
    /// Attackers left, summed over the ends that conquer.
    attackers: f32,
    /// Defenders left, summed over the others.
    defenders: f32,
}

type Table = Vec<[SeriesEnd; MOST + 1]>;

/// By limit, attackers and defenders.
static TABLES: LazyLock<[Table; 2]> = LazyLock::new(|| LIMITS.map(table));

fn table(limit: usize) -> Table {
    let mut table: Table = vec![[SeriesEnd::default(); MOST + 1]; MOST + 1];
    for attackers in 0..=MOST {
        table[attackers][0] = SeriesEnd { won: 1.0, attackers: attackers as f32, defenders: 0.0 };
        for defenders in 1..=MOST {
            table[attackers][defenders] = if attackers == 0 {
                SeriesEnd { won: 0.0, attackers: 0.0, defenders: defenders as f32 }
            } else {
                after_a_roll(&table, attackers, defenders, limit)
            };
        }
    }
    table
}

fn after_a_roll(table: &Table, attackers: usize, defenders: usize, limit: usize) -> SeriesEnd {
    let (attack, defence) = (attackers.min(limit), defenders.min(DEFENCE));
    let mut end = SeriesEnd::default();
    for (share, attacker, defender) in ends(attack, defence) {
        let next = table[attackers - attacker][defenders - defender];
        end.won += share * next.won;
        end.attackers += share * next.attackers;
        end.defenders += share * next.defenders;
    }
    end
}

/// Returns the ends of a roll of so many dice: the probability, and what attacker and defender lose.
fn ends(attack: usize, defence: usize) -> impl Iterator<Item = (f32, usize, usize)> {
    let counts = OUTCOMES[attack - 1][defence - 1];
    let all: f32 = counts.iter().map(|count| f32::from(*count)).sum();
    let at_stake = attack.min(defence);
    // The defender loses all at stake, each loses one, the attacker loses all.
    let losses = [(0, at_stake), (1, 1), (at_stake, 0)];
    let ends = counts.into_iter().zip(losses).filter(|(count, _)| *count > 0);
    ends.map(move |(count, (attacker, defender))| (f32::from(count) / all, attacker, defender))
}

impl BalanceOfPower {
    /// Appends the two results that stand for those of a series, each with its probability; nothing
    /// if more troops fight than the table knows.
    pub(super) fn series_results(
        &self,
        by: Owner,
        (from, to): (Territory, Territory),
        stop_at: u16,
        out: &mut Vec<(Self, f32)>,
    ) {
        let (attackers, defenders) = (self.troops[from] - stop_at, self.troops[to]);
        let limit = self.dice_limit(by, to);
        let table = &TABLES[usize::from(usize::from(limit) > LIMITS[0])];
        let row = table.get(usize::from(attackers));
        let Some(end) = row.and_then(|row| row.get(usize::from(defenders))) else { return };
        let mean = |sum: f32, of: f32, most: u16| ((sum / of).round() as u16).clamp(1, most);
        if end.won > LEAST {
            let left = mean(end.attackers, end.won, attackers);
            out.push((
                self.taken(by, (from, to), attackers - left, left.min(limit.into())),
                end.won,
            ));
        }
        let held = 1.0 - end.won;
        if held > LEAST {
            let left = mean(end.defenders, held, defenders);
            let mut next = self.clone();
            next.bury(from, by, attackers);
            next.bury(to, self.owner(to), defenders - left);
            next.go_on();
            out.push((next, held));
        }
    }

    /// Returns the position after a series that conquered with these losses; the last roll had so
    /// many dice.
    fn taken(&self, by: Owner, (from, to): (Territory, Territory), lost: u16, dice: u16) -> Self {
        let mut next = self.clone();
        next.bury(from, by, lost);
        next.bury(to, self.owner(to), self.troops[to]);
        let attack = Dice::new(&[1; MOST_DICE][..usize::from(dice)]);
        next.conquer(by, &Roll { from, to, attack, defence: Dice::new(&[]) }, &mut ());
        next.go_on();
        next
    }

    /// Appends the ends of one roll, as if it were not thrown again.
    pub(super) fn roll_results(
        &self,
        (from, to): (Territory, Territory),
        dice: u8,
        out: &mut Vec<(Self, f32)>,
    ) {
        let attack = usize::from(dice).clamp(1, MOST_DICE);
        let defence = usize::from(self.troops[to]).min(DEFENCE);
        for (share, lost, won) in ends(attack, defence) {
            let (by, lost) = (self.active.owner(), lost as u16);
            if won == usize::from(self.troops[to]) {
                out.push((self.taken(by, (from, to), lost, dice.into()), share));
                continue;
            }
            let mut next = self.clone();
            next.bury(from, by, lost);
            next.bury(to, self.owner(to), won as u16);
            next.go_on();
            out.push((next, share));
        }
    }

    /// Appends the ends of a die that is thrown again.
    pub(super) fn reroll_results(&self, roll: &Roll, die: u8, out: &mut Vec<(Self, f32)>) {
        for value in 1..=SIDES {
            let mut next = self.clone();
            next.this_turn.scouted = true;
            next.stack.finish();
            let attack = roll.attack.with(usize::from(die), value);
            next.fight(&Roll { attack, ..*roll }, &mut ());
            next.go_on();
            out.push((next, 1.0 / f32::from(SIDES)));
        }
    }

    /// Appends the two ends of a roll for neutral resistance.
    pub(super) fn resistance_results(&self, out: &mut Vec<(Self, f32)>) {
        let needed = self.resistance_needed().unwrap_or_default();
        let pairs = (1..=SIDES).flat_map(|one| (1..=SIDES).map(move |other| one + other));
        let share = pairs.filter(|sum| *sum >= needed).count() as f32 / f32::from(SIDES * SIDES);
        let mut next = self.clone();
        let chart = std::mem::take(&mut next.charts[Owner::Neutral]);
        next.stack.finish();
        let mut back = next.clone();
        next.go_on();
        out.push((next, 1.0 - share));
        back.stack.call(Frame::ReturnTroops(chart.div_ceil(2)));
        back.go_on();
        out.push((back, share));
    }

    fn bury(&mut self, territory: Territory, owner: Owner, troops: u16) {
        self.troops[territory] -= troops;
        self.defeat(owner, troops);
    }

    fn go_on(&mut self) {
        self.settle(&mut ());
        self.put_question();
    }
}
