//! The value of territories and attacks, in troops.

use protocol::games::balance_of_power::{Colour, Region, Support, Territory};

use super::board::BoardView;
use super::odds::{Odds, Series};

/// A territory, or a city in it: a third of a troop in each of the turns that the bot looks ahead.
const LAND: f64 = 1.3;
/// The weight of the opponent's loss, relative to one's own gain.
const DENIED: f64 = 0.8;
/// One's own capital, which winning takes; and the other's.
const OWN_CAPITAL: f64 = 12.0;
const OTHER_CAPITAL: f64 = 7.0;
/// A troop of a region's bonus, if the region is complete with this territory.
const BONUS: f64 = 2.0;
/// An objective that is complete with this territory; the third one wins.
const OBJECTIVE: f64 = 16.0;
const LAST_OBJECTIVE: f64 = 60.0;
/// Number of troops in the way that make an incomplete objective worth half.
const EFFORT_HALF: f64 = 6.0;
/// Number of territories in the way that make an incomplete region worth half.
const REGION_HALF: f64 = 2.0;
/// The card that the first conquest from the opponent earns in a turn.
const CARD: f64 = 2.5;
/// A troop of one's own that is lost, and one of the opponent's.
const LOST: f64 = 0.9;
const KILLED: f64 = 0.7;
/// Troops that the opponent is expected to draft before it attacks.
const DRAFTED: u32 = 4;

/// An attack that might be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assault {
    pub(super) from: Territory,
    pub(super) to: Territory,
    /// The chance that the territory falls.
    pub(super) chance: f64,
    /// The value, in troops.
    pub(super) worth: f64,
}

/// The evaluation of a position.
#[derive(Debug)]
pub(super) struct Judge<'a> {
    pub(super) board: &'a BoardView<'a>,
    /// The odds against plain land, and into rough terrain.
    pub(super) odds: &'a [Odds; 2],
}

impl Judge<'_> {
    /// Returns the result of an attack series against a territory with `more` troops than it has.
    fn series(&self, attackers: u32, to: Territory, more: u32, special: bool) -> Series {
        let rough = self.board.at(to).is_some_and(|view| view.rough) && !special;
        self.odds[usize::from(rough)].of(attackers, self.board.troops(to) + more)
    }

    /// Checks whether the special unit fights this turn.
    fn special(&self) -> bool {
        let room = self.board.public.command_room.as_ref();
        let kinds = room.map(|room| room.support.as_slice()).unwrap_or_default();
        kinds.iter().any(|one| one.kind == Support::SpecialUnit && one.active)
    }

    fn collected(&self, colour: Colour) -> usize {
        let side = self.board.public.sides.iter().find(|side| side.colour == colour);
        side.map_or(0, |side| side.collected.len())
    }

    fn objective(&self, colour: Colour) -> f64 {
        if self.collected(colour) >= 2 { LAST_OBJECTIVE } else { OBJECTIVE }
    }

    /// Returns the value of a territory for a colour that lacks it.
    fn gain(&self, at: Territory, colour: Colour) -> f64 {
        let board = self.board;
        let Some(view) = board.at(at) else { return 0.0 };
        let mut worth = if view.city { 2.0 * LAND } else { LAND };
        if let Some(capital) = view.capital {
            worth += if capital == colour { OWN_CAPITAL } else { OTHER_CAPITAL };
        }
        let in_region = board.public.territories.values().filter(|one| one.region == view.region);
        let lacking = in_region.filter(|one| one.owner != colour.owner()).count();
        worth += board.atlas.bonus(view.region) * BONUS * half(number(lacking) - 1.0, REGION_HALF);
        for objective in &board.public.objectives {
            let missing = board.missing(*objective, colour);
            if missing.contains(&at) {
                let rest = board.effort(&missing) - board.effort(&[at]);
                worth += self.objective(colour) * half(rest.into(), EFFORT_HALF);
            }
        }
        worth
    }

    /// Returns the value of the opponent's loss of a territory.
    pub(super) fn worth_of_denying(&self, at: Territory) -> f64 {
        let board = self.board;
        let other = board.own.opponent();
        let Some(view) = board.at(at) else { return 0.0 };
        let mut worth = if view.city { 2.0 * LAND } else { LAND };
        if view.capital == Some(other) {
            worth += OTHER_CAPITAL;
        }
        let side = board.public.sides.iter().find(|side| side.colour == other);
        if let Some(side) = side {
            let whole = |region: Region| side.draft.regions.iter().any(|one| one.region == region);
            if whole(view.region) {
                worth += board.atlas.bonus(view.region) * BONUS;
            }
            // What is fulfilled is about to be collected.
            worth += number(side.fulfilled.len()) * self.objective(other) / 4.0;
        }
        worth * DENIED
    }

    fn worth(&self, at: Territory) -> f64 {
        let mut worth = self.gain(at, self.board.own);
        if self.board.theirs(at) {
            worth += self.worth_of_denying(at);
            if !self.board.public.conquered {
                worth += CARD;
            }
        }
        worth
    }

    /// Evaluates an attack from a territory with `troops`, `stay` of which stay behind.
    fn assault(&self, from: Territory, to: Territory, troops: u32, stay: u32) -> Assault {
        let attackers = troops.saturating_sub(stay);
        let series = self.series(attackers, to, 0, self.special());
        let lost = f64::from(attackers) - series.left;
        let killed = f64::from(self.board.troops(to)) - series.held;
        let spoils = if self.board.theirs(to) { killed * KILLED } else { 0.0 };
        let worth = series.falls * self.worth(to) + spoils - lost * LOST;
        Assault { from, to, chance: series.falls, worth }
    }

    /// Returns the best attack, if every territory had `more` troops and left some behind.
    pub(super) fn best_assault(
        &self,
        more: u32,
        stay: impl Fn(Territory) -> u32,
    ) -> Option<Assault> {
        let board = self.board;
        let pairs = board.own_land().flat_map(|from| {
            let near = board.atlas.near(from).iter().filter(|to| !board.mine(**to));
            near.map(move |to| (from, *to))
        });
        let ready = pairs.filter(|(from, _)| board.troops(*from) + more > stay(*from));
        let all =
            ready.map(|(from, to)| self.assault(from, to, board.troops(from) + more, stay(from)));
        // One that is likely to fail is worse than any that is not.
        let rank = |one: &Assault| (one.chance >= super::CHANCE_LEAST, one.worth);
        all.max_by(|one, other| {
            let ((likely, worth), (likely_too, other)) = (rank(one), rank(other));
            likely.cmp(&likely_too).then(worth.total_cmp(&other))
        })
    }

    /// Returns the value of the best attack that `troops` could make from a territory, in troops.
    pub(super) fn best_from(&self, from: Territory, but: Territory, troops: u32) -> f64 {
        let near = self.board.atlas.near(from).iter();
        let open = near.filter(|to| **to != but && !self.board.mine(**to));
        let all = open.map(|to| self.assault(from, *to, troops, 1).worth);
        all.fold(0.0, f64::max)
    }

    /// Returns the value of the best rough territory in reach.
    pub(super) fn best_rough(&self) -> f64 {
        let rough = |at: &Territory| self.board.at(*at).is_some_and(|view| view.rough);
        let near = self.board.own_land().flat_map(|from| self.board.atlas.near(from));
        let open = near.filter(|to| !self.board.mine(**to) && rough(to));
        open.map(|to| self.worth(*to)).fold(0.0, f64::max)
    }

    /// Returns the chance that the opponent takes a territory with its next attack, if it had more
    /// troops.
    pub(super) fn danger(&self, at: Territory, more: u32) -> f64 {
        match self.board.menace(at) {
            0 => 0.0,
            menace => self.series(menace + DRAFTED, at, more, false).falls,
        }
    }

    /// Returns the bot's territory that the opponent is most likely to take.
    pub(super) fn weakest_border(&self) -> Option<Territory> {
        let rank = |at: &Territory| self.danger(*at, 0);
        self.board.own_land().max_by(|one, other| rank(one).total_cmp(&rank(other)))
    }

    /// Returns the need of a territory of the frontier for troops.
    pub(super) fn need(&self, at: Territory) -> f64 {
        let capital = self.board.capital(self.board.own) == Some(at);
        let danger = self.danger(at, 0) * if capital { OWN_CAPITAL } else { LAND };
        danger + self.best_from(at, at, self.board.troops(at) + DRAFTED)
    }
}

/// Returns 1 for nothing in the way, a half for `half`, and less and less beyond.
fn half(in_the_way: f64, half: f64) -> f64 {
    half / (half + in_the_way.max(0.0))
}

/// Converts a small number of things.
fn number(of: usize) -> f64 {
    f64::from(u16::try_from(of).unwrap_or(u16::MAX))
}
