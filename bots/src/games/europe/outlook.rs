//! The table as a seat sees it: what each seat has, owes and needs, and how near the end is.

use protocol::games::europe::data::{CrisisRow, Effect};
use protocol::games::europe::{
    CarryOver, CitizenView, Crisis, CrisisBonus, CrisisFailure, Goods, Options, Owed, Phase,
    PlayerView, Private, Public, Resource,
};

use super::draws::{Draws, kept_worth};
use super::needs::{CitizenNeed, Duties, Heap, PlanTerms, Purse, count, heap, sum};
use super::plan::{Plan, plan};
use super::skill::Skill;
use super::trust::Benefit;
use crate::Sight;

/// Value of a coin in the last round, in happiness: it breaks ties.
const COIN_LAST: f64 = 0.03;
/// Number of spare cubes of a kind of which others have a few.
const HELP_FEW: f64 = 2.0;
/// The most later rounds that count.
const ROUNDS_MOST: f64 = 5.0;
/// The weight of what another seat gains, by the number of players.
const RIVALRY: [f64; 5] = [0.0, 0.0, 0.85, 0.4, 0.3];
/// The weight of what somebody gains who is about to win.
const WINNER: f64 = 1.1;

/// One seat's part of the outlook.
#[derive(Debug, Default)]
pub(super) struct SeatOutlook {
    pub(super) purse: Purse,
    pub(super) duties: Duties,
    pub(super) terms: PlanTerms,
    pub(super) plan: Plan,
    /// The worth of its goods without citizens still to be drawn.
    plain: f64,
    /// The happiness expected at the end of the round.
    pub(super) expected: f64,
}

/// A moment of a match, seen from the bot's seat.
pub(super) struct Outlook<'a> {
    pub(super) sight: &'a Sight<'a>,
    pub(super) seat: u8,
    pub(super) public: &'a Public,
    pub(super) private: &'a Private,
    pub(super) own: &'a PlayerView,
    pub(super) skill: Skill,
    pub(super) options: &'a Options,
    pub(super) standings: Vec<SeatOutlook>,
    /// Rounds after this one, as far as they count.
    pub(super) rounds: f64,
    /// `true` while offers may contain no coin.
    pub(super) coinless: bool,
}

/// A bot's knowledge of its room.
pub(super) struct Setting<'a> {
    pub(super) seat: u8,
    pub(super) skill: Skill,
    pub(super) options: &'a Options,
    pub(super) crises: &'a [CrisisRow],
}

/// Returns what a citizen needs and pays.
pub(super) fn target(citizen: &CitizenView) -> CitizenNeed {
    CitizenNeed { needs: heap(&citizen.needs), coin: citizen.coin.into() }
}

impl<'a> Outlook<'a> {
    /// Looks at the table. Trade has come this far, from 0 to 1.
    pub(super) fn new(
        setting: &Setting<'a>,
        sight: &'a Sight<'a>,
        (public, private): (&'a Public, &'a Private),
        draws: &mut Draws,
        progress: f64,
    ) -> Option<Self> {
        let Setting { seat, skill, options, crises } = *setting;
        let own = public.players.get(usize::from(seat))?;
        let effect = |id: Crisis| crises.iter().find(|row| row.id == id).map(|row| row.effect);
        let effects: Vec<Effect> =
            public.crises.iter().filter_map(|crisis| effect(crisis.id)).collect();
        let coinless = effects.iter().any(|effect| matches!(effect, Effect::NoCoinTrade {}));
        let mut outlook = Self {
            sight,
            seat,
            public,
            private,
            own,
            skill,
            options,
            standings: Vec::new(),
            rounds: ROUNDS_MOST,
            coinless,
        };
        let bank = public.bank.as_ref().filter(|bank| bank.open && public.phase == Phase::Play);
        let mut terms = PlanTerms {
            placate: u16::from(public.placate_at),
            coin: COIN_LAST,
            bonus: public
                .crises
                .iter()
                .filter(|one| one.this_round)
                .map(|one| u16::from(one.bonus))
                .sum(),
            bonus_needs_paid: match options.crisis_bonus {
                CrisisBonus::CitizensAndCrisis => true,
                CrisisBonus::CitizensOnly => false,
            },
            failure: match options.crisis_failure {
                CrisisFailure::NoBonus => 0.0,
                CrisisFailure::LoseOneHappiness => 1.0,
            },
            stay: 0.0,
            help: [0.0; Resource::COUNT],
            bank: bank.map(|bank| heap(&bank.stock)).unwrap_or_default(),
            price: bank.map_or(0, |bank| bank.price.into()),
            draws: skill.draws.min(1),
        };
        if public.phase == Phase::Play && public.next_crisis_ms.is_some() {
            terms.bonus += 3;
        }
        outlook.standings =
            (0..).zip(&public.players).map(|(at, _)| outlook.standing(at, &effects)).collect();
        outlook.weigh(draws, &terms);
        let most = outlook.standings.iter().map(|one| one.expected).fold(0.0, f64::max);
        let left = f64::from(options.win_happiness) - most;
        outlook.rounds = if public.round >= options.max_rounds || left <= 0.0 {
            0.0
        } else {
            (left / skill.round_brings).clamp(0.5, ROUNDS_MOST)
        };
        terms.coin = COIN_LAST + skill.coin * outlook.rounds;
        terms.stay = match options.carry_over {
            CarryOver::None => 0.0,
            CarryOver::All => skill.later * outlook.rounds.min(1.0),
        };
        for at in 0..outlook.standings.len() {
            let help = outlook.help_for(at, progress);
            outlook.standings[at].terms = PlanTerms { help, ..terms };
            outlook.replan(draws, at);
        }
        Some(outlook)
    }

    fn weigh(&mut self, draws: &mut Draws, terms: &PlanTerms) {
        for (standing, player) in self.standings.iter_mut().zip(&self.public.players) {
            standing.plan = plan(draws, terms, &standing.duties, &standing.purse);
            let gain = standing.plan.happiness.max(0.0);
            standing.expected = f64::from(player.happiness) + gain;
        }
    }

    fn replan(&mut self, draws: &mut Draws, at: usize) {
        let standing = &mut self.standings[at];
        let SeatOutlook { duties, purse, terms, .. } = &*standing;
        let plain = plan(draws, &terms.plain(), duties, purse).worth;
        (standing.plan, standing.plain) = (plan(draws, terms, duties, purse), plain);
    }

    /// Returns what a seat has, owes and needs; before production, what it will have.
    fn standing(&self, seat: u8, effects: &[Effect]) -> SeatOutlook {
        let player = &self.public.players[usize::from(seat)];
        let mine = seat == self.seat;
        let mut cubes = heap(&player.cubes);
        let mut starting = Heap::default();
        for card in player.cards.iter().filter(|card| card.first == card.later) {
            starting[card.resource.index()] += 1;
        }
        let mut debts: Vec<Owed> = player.debts.iter().map(|debt| debt.owed).collect();
        if self.public.phase == Phase::Choose {
            for card in &player.cards {
                cubes[card.resource.index()] += u16::from(card.later);
            }
            debts.extend(effects.iter().filter_map(|effect| match effect {
                Effect::Cubes { cubes } => Some(Owed::Cubes { cubes: *cubes }),
                Effect::Coin { coin } => Some(Owed::Coin { coin: *coin }),
                Effect::Stockpile { cubes_a_card } => {
                    let wanted = u16::from(*cubes_a_card) * count(&starting);
                    let locked = u16::try_from(player.locked.total()).unwrap_or(u16::MAX);
                    let count = u8::try_from(wanted.saturating_sub(locked)).unwrap_or(u8::MAX);
                    Some(Owed::Stockpile { count })
                }
                Effect::StartingCards { .. }
                | Effect::Neighbour { .. }
                | Effect::CubesOrCoin { .. }
                | Effect::Half { .. }
                | Effect::Citizen {}
                | Effect::Placating { .. }
                | Effect::Keep { .. }
                | Effect::NoCoinTrade {} => None,
            }));
        }
        if mine && let Some(card) = self.private.hidden_resource {
            cubes[card.resource.index()] += u16::from(card.first);
        }
        let hidden = self.private.hidden_citizen.as_ref().filter(|_| mine);
        let citizens: Vec<CitizenNeed> = player.citizens.iter().chain(hidden).map(target).collect();
        let held = citizens.len() + usize::from(!mine) * usize::from(player.hidden_citizens);
        let room = self.options.max_citizens.saturating_sub(held as u8);
        let duties = Duties { debts, starting, citizens, room };
        let purse = Purse { cubes, coin: player.coin.into() };
        SeatOutlook { purse, duties, ..SeatOutlook::default() }
    }

    /// Returns the chance of a seat to get a missing cube of each kind from the others.
    fn help_for(&self, seat: usize, progress: f64) -> [f64; Resource::COUNT] {
        let playing = self.public.phase == Phase::Play;
        let others = self.standings.iter().enumerate().filter(|(at, _)| *at != seat);
        let mut spare = Heap::default();
        for (_, other) in others.filter(|(at, _)| !self.public.players[*at].resigned) {
            // Before play nobody has needs; about half of what there is will be wanted.
            let half = other.purse.cubes.map(|cubes| cubes / 2);
            spare = sum(&spare, if playing { &other.plan.spare } else { &half });
        }
        let chance = self.skill.help * (1.0 - progress);
        spare.map(|spare| chance * f64::from(spare) / (f64::from(spare) + HELP_FEW))
    }

    /// Returns the bot's standing.
    pub(super) fn mine(&self) -> &SeatOutlook {
        &self.standings[usize::from(self.seat)]
    }

    /// Returns the worth of a seat's purse.
    pub(super) fn worth(&self, draws: &mut Draws, seat: u8, purse: &Purse) -> f64 {
        let standing = &self.standings[usize::from(seat)];
        plan(draws, &standing.terms, &standing.duties, purse).worth
    }

    /// Returns what the bot and another seat gain if the bot gives and gets these goods; `None` if
    /// one of them does not have them.
    pub(super) fn gains(
        &self,
        draws: &mut Draws,
        other: u8,
        (give, get): (&Goods, &Goods),
    ) -> Option<(f64, Benefit)> {
        let (mine, theirs) = (self.mine(), &self.standings[usize::from(other)]);
        let after = (mine.purse.trade(give, get)?, theirs.purse.trade(get, give)?);
        let own = self.worth(draws, self.seat, &after.0) - mine.plan.worth;
        let ahead = self.worth(draws, other, &after.1) - theirs.plan.worth;
        let plain = plan(draws, &theirs.terms.plain(), &theirs.duties, &after.1).worth;
        Some((own, Benefit { ahead, plain: plain - theirs.plain }))
    }

    /// Checks whether a trade is of use to the bot as matters stand: it will lack fewer cubes, or gains at least
    /// so much though nobody helps it further, it draws no citizens, and spare cubes are worth nothing; that only if it
    /// leaves no more of its debts unpaid.
    pub(super) fn is_useful(
        &self,
        draws: &mut Draws,
        (give, get): (&Goods, &Goods),
        least: f64,
    ) -> bool {
        let SeatOutlook { purse, duties, terms, .. } = self.mine();
        let Some(after) = purse.trade(give, get) else { return false };
        let terms = terms.plain();
        let mut served = |purse: &Purse| {
            let plan = plan(draws, &terms, duties, purse);
            plan.worth - kept_worth(&plan.spare, &terms)
        };
        let owes = |purse: &Purse| count(&duties.unpaid(purse));
        count(&duties.lacks(&after)) < count(&duties.lacks(purse))
            || (owes(&after) <= owes(purse) && served(&after) - served(purse) >= least)
    }

    /// Checks whether a seat is about to win.
    pub(super) fn about_to_win(&self, seat: u8) -> bool {
        let most = self.standings.iter().map(|one| one.expected).fold(0.0, f64::max);
        let expected = self.standings[usize::from(seat)].expected;
        expected >= f64::from(self.options.win_happiness) && expected >= most
    }

    /// Returns the weight of what another seat gains, beside the bot's own gain.
    pub(super) fn rivalry(&self, seat: u8) -> f64 {
        let players = self.public.players.iter().filter(|player| !player.resigned).count();
        let usual = RIVALRY.get(players).copied().unwrap_or_default();
        let weight = if self.about_to_win(seat) { WINNER.max(usual) } else { usual };
        weight * self.skill.rivalry
    }

    /// Returns the value of cubes that come in each later round.
    pub(super) fn later_worth(&self, cubes: u8) -> f64 {
        f64::from(cubes) * self.rounds * self.skill.later
    }
}
