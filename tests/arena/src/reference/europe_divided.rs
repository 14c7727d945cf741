//! Europe Divided: which cards to lock, which action to take, where influence and armies go.
//!
//! Every command on offer is carried out on a copy of the board as far as it can be foreseen, and
//! the copy is weighed (`worth`): dice that will score, headlines that will be awarded, money and
//! armies. Advantage Cards are kept, because each scores as it is.

mod atlas;
mod world;
mod worth;

use protocol::games::europe_divided::data::{ActionRow, Data, Special, SymbolKind, SymbolRow};
use protocol::games::europe_divided::{
    ActionCard, Command, Power, Private, PromptKind, Public, Region, Side, Space,
};
use rand::rngs::StdRng;
use serde::Deserialize;
use serde_json::{Value, json};

use self::atlas::Atlas;
use self::world::{PRICE, World};
use self::worth::Judge;
use super::{Choice, Mind, Sight, menu};

/// Least gain of something that costs no action, in prestige.
const GAIN_LEAST: f64 = 0.02;
/// A point of initiative.
const INITIATIVE: f64 = 0.02;
/// Value of the second of two equal cards, relative to the first.
const SECOND: f64 = 0.8;
/// The steps of Propaganda.
const PROPAGANDA: usize = 3;

/// A bot's knowledge of the game.
#[derive(Debug)]
pub(super) struct Player {
    atlas: Atlas,
}

impl Player {
    pub(super) fn new(data: Data) -> Self {
        Self { atlas: Atlas::new(data) }
    }
}

impl Mind for Player {
    fn choose(&mut self, sight: &Sight<'_>, _: u64, _: &mut StdRng) -> Option<Choice> {
        let public = Public::deserialize(&sight.update.public).ok()?;
        let private = Private::deserialize(sight.update.private.as_ref()?).ok()?;
        let judge = Judge::new(&self.atlas, &public, &private);
        let evaluation =
            Evaluation { sight, judge: &judge, public: &public, world: World::of(&public) };
        let command = match public.prompt.kind {
            PromptKind::Initiative => json!(evaluation.lock(&private.hand)),
            PromptKind::PlaceHeadline => evaluation.best(|evaluation, command| {
                let Command::PlaceHeadline { headline } = command else { return None };
                Some(evaluation.judge.headline(&evaluation.world, *headline))
            })?,
            PromptKind::Segment => evaluation.best(Evaluation::segment)?,
            PromptKind::Action
            | PromptKind::Propaganda
            | PromptKind::Effect
            | PromptKind::Reaction
            | PromptKind::Advantage => {
                evaluation.best(|evaluation, command| Some(evaluation.gain(command)))?
            }
            PromptKind::KeepAdvantages | PromptKind::Nothing => return None,
        };
        Some(Choice::Act(command))
    }
}

/// The evaluation of one question.
struct Evaluation<'a> {
    sight: &'a Sight<'a>,
    judge: &'a Judge<'a>,
    public: &'a Public,
    world: World,
}

impl Evaluation<'_> {
    /// Returns the command on offer that is worth the most, of those that have a worth.
    fn best(&self, worth: impl Fn(&Self, &Command) -> Option<f64>) -> Option<Value> {
        let all = self.sight.offers().iter().flat_map(menu::commands);
        let open = all.filter(|command| !self.sight.refused.contains(command));
        let weighed = open.filter_map(|value| {
            let command = Command::deserialize(&value).ok()?;
            Some((worth(self, &command)?, value))
        });
        weighed.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, command)| command)
    }

    /// Returns the gain of a command. Doing nothing counts as [`GAIN_LEAST`], so that a command
    /// must gain more than that to be chosen.
    fn gain(&self, command: &Command) -> f64 {
        if let Command::Decline {} | Command::Done {} | Command::Pass {} = command {
            GAIN_LEAST
        } else if let Command::Propaganda {} = command {
            self.propaganda()
        } else {
            self.gain_of(self.public.prompt.card, command)
        }
    }

    fn gain_of(&self, card: Option<ActionCard>, command: &Command) -> f64 {
        let Judge { atlas, side, .. } = self.judge;
        let after = self.world.after(atlas, *side, card, command);
        self.judge.worth(&after) - self.judge.worth(&self.world)
    }

    /// Returns the gain of up to three increases by one, each the best at its time.
    fn propaganda(&self) -> f64 {
        let mut world = self.world.clone();
        for _ in 0..PROPAGANDA {
            let steps = Region::ALL.iter().map(|region| {
                let power = Power::Russia;
                let step = Command::IncreaseInfluence { power, region: *region, amount: 1 };
                let placed = world.die(power, *region) > 0;
                let after = world.after(self.judge.atlas, Side::Russia, None, &step);
                (if placed { self.judge.worth(&after) } else { f64::MIN }, after)
            });
            let best = steps.max_by(|(one, _), (other, _)| one.total_cmp(other));
            match best {
                Some((worth, after)) if worth > self.judge.worth(&world) => world = after,
                _ => break,
            }
        }
        self.judge.worth(&world) - self.judge.worth(&self.world)
    }

    /// Ranks a command in the bot's own segment: free things first, then the better card, then the
    /// end.
    fn segment(&self, command: &Command) -> Option<f64> {
        const PLAYING: f64 = 100.0;
        if let Command::Play { card } = command {
            Some(PLAYING + self.card(*card))
        } else if let Command::EndSegment {} = command {
            Some(GAIN_LEAST)
        } else if let Command::SeaMove { .. } | Command::SeaBuild {} = command {
            let gain = self.gain_of(None, command);
            Some(if gain > GAIN_LEAST { 2.0 * PLAYING + gain } else { 0.0 })
        } else {
            None
        }
    }

    /// Locks the two cards of the hand that are worth the most together.
    fn lock(&self, hand: &[ActionCard]) -> Command {
        let worth = |card: &ActionCard| {
            let row = self.judge.atlas.card(*card);
            self.card(*card) + row.map_or(0.0, |row| f64::from(row.initiative)) * INITIATIVE
        };
        let mut ranked: Vec<(f64, ActionCard)> =
            hand.iter().map(|card| (worth(card), *card)).collect();
        ranked.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let pairs = ranked.iter().enumerate().flat_map(|(at, (first, one))| {
            let rest = ranked[at + 1..].iter();
            rest.map(move |(second, other)| (first + SECOND * second, [*one, *other]))
        });
        let best = pairs.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut cards = best.map_or([ActionCard::ALL[0]; 2], |(_, cards)| cards);
        cards.sort_unstable();
        Command::LockInitiative { cards }
    }

    /// Returns the gain of the best action of a card, as the board stands.
    fn card(&self, card: ActionCard) -> f64 {
        let Some(row) = self.judge.atlas.card(card) else { return 0.0 };
        let symbols = row.actions.iter().filter(|symbol| self.usable(row, symbol));
        let gains = symbols.flat_map(|symbol| self.commands(row, symbol));
        let best = gains.map(|command| self.gain_of(Some(card), &command)).fold(0.0, f64::max);
        match row.special {
            Some(Special::Propaganda) => best.max(self.propaganda()),
            Some(Special::VisegradGroup) | None => best,
        }
    }

    /// Checks that Europe may use a contested card: it needs a strong die of the action's colour.
    fn usable(&self, row: &ActionRow, symbol: &SymbolRow) -> bool {
        let strong = |region| self.world.die(symbol.power, region) >= 5;
        row.side == Side::Russia || row.contested().is_none_or(strong)
    }

    /// Lists the commands that might carry out an action, roughly.
    fn commands(&self, row: &ActionRow, symbol: &SymbolRow) -> Vec<Command> {
        let SymbolRow { action, power, amount, .. } = *symbol;
        let (world, side) = (&self.world, self.judge.side);
        let rich = world.money(side) >= PRICE;
        let regions = Region::ALL.iter().copied();
        match action {
            SymbolKind::PlaceInfluence => {
                let free = regions.filter(|region| rich && world.die(power, *region) == 0);
                free.map(|region| Command::PlaceInfluence { power, region }).collect()
            }
            SymbolKind::IncreaseInfluence => {
                let placed = regions.filter(|region| world.die(power, *region) > 0);
                placed.map(|region| Command::IncreaseInfluence { power, region, amount }).collect()
            }
            SymbolKind::GainMoney => vec![Command::GainMoney {}],
            SymbolKind::BuildArmy => {
                let space = row.build_in.or(row.region).filter(|_| rich);
                space.map(|space| Command::BuildArmy { space }).into_iter().collect()
            }
            SymbolKind::MoveArmy => {
                let from = Space::ALL.iter().copied().filter(|at| world.armies(side, *at) > 0);
                let to = |from: Space| self.judge.atlas.near(from).iter().copied();
                let contested = |to: &Space| to.region().is_some();
                from.flat_map(|from| {
                    to(from).filter(contested).map(move |to| Command::MoveArmy { from, to })
                })
                .collect()
            }
        }
    }
}
