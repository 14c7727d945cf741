//! Balance of Power: where to put troops, what to attack, when to stop.
//!
//! Everything is weighed in troops. A territory is worth what it earns over some turns, and more where
//! it completes a region or an objective, or breaks one of the opponent's; an attack is worth the
//! chance of that, less the troops it costs. The chances are exact.

mod board;
mod odds;
mod worth;

use std::collections::BTreeMap;

use protocol::games::balance_of_power::data::Data;
use protocol::games::balance_of_power::{
    Card, Command, Private, PromptKind, Public, Support, Territory, Troops,
};
use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::json;

use self::board::{Atlas, BoardView};
use self::odds::Odds;
use self::worth::{Assault, Judge};
use super::{Choice, Mind, Sight};

/// The chance below which an attack is not begun.
const CHANCE_LEAST: f64 = 0.6;
/// Least value of an attack, in troops.
const WORTH_LEAST: f64 = 0.3;
/// The divisor of a capital's troops that gives the share that stays there when it attacks.
const GUARD_SHARE: u32 = 4;
/// Stars in a set of cards that is worth handing in: fewer earn too little for each.
const STARS_WORTH: u8 = 5;
/// The most stars of a set.
const STARS_MOST: u8 = 10;
/// The chance of losing the capital that is too much to go on without more troops there.
const DANGER: f64 = 0.25;
/// Least gain, in troops, for which a special unit is bought.
const SPECIAL_WORTH: f64 = 6.0;

/// A bot's knowledge of the game.
#[derive(Debug)]
pub(super) struct Player {
    seat: u8,
    atlas: Atlas,
    /// The odds against plain land, and into rough terrain.
    odds: [Odds; 2],
}

impl Player {
    pub(super) fn new(seat: u8, data: Data) -> Self {
        Self { seat, atlas: Atlas::new(data), odds: [Odds::new(3), Odds::new(2)] }
    }
}

impl Mind for Player {
    fn choose(&mut self, sight: &Sight<'_>, _: u64, _: &mut StdRng) -> Option<Choice> {
        let public = Public::deserialize(&sight.update.public).ok()?;
        let private = Private::deserialize(sight.update.private.as_ref()?).ok()?;
        let command = match private.colour {
            Some(own) => {
                let board = BoardView { atlas: &self.atlas, public: &public, own };
                TurnPlanner {
                    judge: Judge { board: &board, odds: &self.odds },
                    hand: &private.hand,
                }
                .command(sight)?
            }
            None => self.begin(&public)?,
        };
        Some(Choice::Act(json!(command)))
    }
}

impl Player {
    /// Begins in the Command Room: a map from the deal, then the better side of it, and the first
    /// turn.
    fn begin(&self, public: &Public) -> Option<Command> {
        let kind = public.prompt.kind;
        if kind == PromptKind::PlaceMap {
            return Some(Command::Auto {});
        }
        let asked = kind == PromptKind::Choose && public.prompt.seat == Some(self.seat);
        let best = public.sides.iter().max_by_key(|side| (side.draft.total, side.cities));
        let best = best.filter(|_| asked)?.colour;
        Some(Command::Choose { colour: best, first: best })
    }
}

/// One question of a turn.
struct TurnPlanner<'a> {
    judge: Judge<'a>,
    hand: &'a [Card],
}

impl TurnPlanner<'_> {
    fn command(&self, sight: &Sight<'_>) -> Option<Command> {
        let prompt = &self.judge.board.public.prompt;
        match prompt.kind {
            PromptKind::Resist => Some(Command::Decline {}),
            PromptKind::Support => Some(self.support(sight)),
            PromptKind::Draft => Some(self.draft(sight, prompt.most?.into())),
            PromptKind::Attack => Some(self.attack()),
            PromptKind::Reroll => Some(Command::Keep {}),
            PromptKind::Occupy => {
                let (least, most) = (prompt.least?, prompt.most?);
                Some(Command::Occupy { troops: self.occupy(prompt.from?, prompt.to?, least, most) })
            }
            PromptKind::Collect => {
                let fulfilled = &self.side()?.fulfilled;
                let objective =
                    fulfilled.iter().copied().map(|one| Command::Collect { objective: one });
                objective.into_iter().find(|command| sight.open(&json!(command)))
            }
            PromptKind::Manoeuvre => Some(self.manoeuvre(sight).unwrap_or(Command::Skip {})),
            PromptKind::PlaceMap
            | PromptKind::Choose
            | PromptKind::ReturnTroops
            | PromptKind::Nothing => None,
        }
    }

    fn side(&self) -> Option<&protocol::games::balance_of_power::SideView> {
        let board = self.judge.board;
        board.public.sides.iter().find(|side| side.colour == board.own)
    }

    /// Chooses combat support: neutral troops against the opponent, or a special unit for a great
    /// prize.
    fn support(&self, sight: &Sight<'_>) -> Command {
        let board = self.judge.board;
        let against = board.public.attacks.iter().filter(|attack| board.theirs(attack.to));
        let good = against.filter_map(|attack| {
            let chance = f64::from(*attack.chances.first()?) / 10_000.0;
            let worth = chance * self.judge.worth_of_denying(attack.to);
            (chance >= CHANCE_LEAST).then_some((worth, attack))
        });
        let best = good.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let plain =
            |kind| Command::Support { kind, from: None, to: None, troops: None, stop_at: None };
        let neutral = best.map(|(_, attack)| Command::Support {
            kind: Support::NeutralAttack,
            from: Some(attack.from),
            to: Some(attack.to),
            troops: None,
            stop_at: Some(1),
        });
        let special = plain(Support::SpecialUnit);
        let wanted = self.judge.best_rough() >= SPECIAL_WORTH;
        let special = wanted.then_some(special);
        let bought = neutral.into_iter().chain(special).find(|one| sight.open(&json!(one)));
        bought.unwrap_or(Command::Done {})
    }

    /// Places the draft: cards first, if they earn enough; then troops where they are needed, then
    /// where they win.
    fn draft(&self, sight: &Sight<'_>, left: u32) -> Command {
        if let Some(cards) = self.hand_in() {
            let command = Command::HandIn { cards };
            if sight.open(&json!(command)) {
                return command;
            }
        }
        let board = self.judge.board;
        let mut troops = Troops::NONE;
        let mut free = left;
        let mut put = |at: Territory, count: u32| {
            troops[at] = u8::try_from(count).unwrap_or(u8::MAX);
        };
        let capital = board.capital(board.own).filter(|at| board.mine(*at));
        let mut guarded = None;
        if let Some(capital) = capital {
            let wanted = (0..=free).find(|more| self.judge.danger(capital, *more) <= DANGER);
            let more = wanted.unwrap_or(free);
            if more > 0 {
                put(capital, more);
                free -= more;
                guarded = Some((capital, more));
            }
        }
        if free > 0 {
            let best = self.judge.best_assault(free, |_| 1);
            let at = best.map(|assault| assault.from).or_else(|| self.judge.weakest_border());
            let at = at.or(capital).or_else(|| board.own_land().next());
            if let Some(at) = at {
                let before = guarded.filter(|(capital, _)| *capital == at).map_or(0, |(_, n)| n);
                put(at, before + free);
            }
        }
        Command::Place { troops }
    }

    /// Returns the set of cards that earns the most, if that is enough.
    fn hand_in(&self) -> Option<Vec<Card>> {
        let atlas = self.judge.board.atlas;
        let mut hand = self.hand.to_vec();
        hand.sort_by_key(|card| std::cmp::Reverse(atlas.stars(*card)));
        let (mut set, mut sum) = (Vec::new(), 0);
        for card in hand {
            let stars = atlas.stars(card);
            if sum + stars <= STARS_MOST {
                sum += stars;
                set.push(card);
            }
        }
        (sum >= STARS_WORTH && atlas.troops(sum).is_some()).then_some(set)
    }

    /// Returns the number of troops that stay behind when a territory attacks.
    fn guard(&self, from: Territory) -> u32 {
        let board = self.judge.board;
        let capital = board.capital(board.own) == Some(from);
        if capital { (board.troops(from) / GUARD_SHARE).max(1) } else { 1 }
    }

    fn attack(&self) -> Command {
        let best = self.judge.best_assault(0, |from| self.guard(from));
        match best.filter(|one| one.chance >= CHANCE_LEAST && one.worth >= WORTH_LEAST) {
            Some(Assault { from, to, .. }) => {
                let stop_at = u16::try_from(self.guard(from)).unwrap_or(1);
                Command::AttackUntil { from, to, stop_at }
            }
            None => Command::EndAttack {},
        }
    }

    /// Returns the number of troops that move in: they go to the side from which the next attack
    /// comes.
    fn occupy(&self, from: Territory, to: Territory, least: u16, most: u16) -> u16 {
        let board = self.judge.board;
        let stay = u16::try_from(self.guard(from)).unwrap_or(1).saturating_sub(1);
        let most = most.saturating_sub(stay).max(least);
        let borders = |at: Territory, but: Territory| {
            board.atlas.near(at).iter().any(|near| *near != but && !board.mine(*near))
        };
        match (borders(from, to), borders(to, from)) {
            (true, false) => least,
            (false, _) => most,
            (true, true) => {
                let troops = u32::from(most) + u32::from(stay) + 1;
                let worth = |at, but| self.judge.best_from(at, but, troops);
                if worth(from, to) > worth(to, from) { least } else { most }
            }
        }
    }

    /// Moves troops from a territory that nobody can attack to the one that needs them most.
    fn manoeuvre(&self, sight: &Sight<'_>) -> Option<Command> {
        let board = self.judge.board;
        let idle = board.own_land().filter(|at| !board.frontier(*at) && board.troops(*at) > 1);
        let moves = idle.flat_map(|from| {
            let rank = move |to| (board.troops(from), from, to);
            board.own_land().filter(|to| board.frontier(*to)).map(rank)
        });
        let mut moves: Vec<(u32, Territory, Territory)> = moves.collect();
        let needs: BTreeMap<Territory, f64> =
            moves.iter().map(|(_, _, to)| (*to, self.judge.need(*to))).collect();
        moves.sort_by(|one, other| {
            let need = |to: &Territory| needs.get(to).copied().unwrap_or_default();
            other.0.cmp(&one.0).then(need(&other.2).total_cmp(&need(&one.2)))
        });
        let command = |(troops, from, to)| Command::Manoeuvre {
            from,
            to,
            troops: u16::try_from(troops - 1).unwrap_or(u16::MAX),
        };
        moves.into_iter().map(command).find(|command| sight.open(&json!(command)))
    }
}
