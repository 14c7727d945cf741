//! The views, built from nothing. Only this file and event audiences decide visibility.

use protocol::games::balance_of_power::{
    AttackView, Card, ChartView, Charts, Colour, CommandRoom, DraftView, NeutralView, Owner,
    Private, Prompt, PromptKind, Public, RegionBonus, SideView, Stage, Support, SupportView,
    Territory, TerritoryView, Version,
};
use protocol::ids::Id;

use super::chances::{Chances, MOST_TROOPS};
use super::state::{BalanceOfPower, Frame};
use crate::by_id::IdSet;

impl BalanceOfPower {
    /// Builds the view that everybody may see.
    pub(super) fn public_view(&self) -> Public {
        Public {
            version: self.version,
            setup: (self.version == Version::BasicTraining).then_some(self.setup),
            turn: self.turn,
            max_turns: self.max_turns,
            stage: self.stage(),
            prompt: self.prompt(),
            colours: self.colours,
            active: (self.turn > 0).then_some(self.active),
            territories: Territory::ALL.iter().map(|at| (*at, self.territory_view(*at))).collect(),
            sides: [self.side_view(Colour::Red), self.side_view(Colour::Blue)],
            neutral: NeutralView {
                territories: self.lands[Owner::Neutral].len() as u8,
                troops: self.army(Owner::Neutral),
            },
            objectives: sorted(self.open),
            deck: self.deck.len() as u8,
            discards: sorted(self.discards),
            attacks: self.attack_views(),
            last_roll: self.this_turn.last_roll,
            handed_in: self.this_turn.handed_in,
            conquered: self.this_turn.conquered,
            collected: self.this_turn.collected,
            command_room: self.command_room().then(|| self.command_room_view()),
            handicap: self.handicap,
        }
    }

    fn territory_view(&self, at: Territory) -> TerritoryView {
        let board = &self.rules.board;
        let capital = |colour: &Colour| self.capitals[*colour] == Some(at);
        TerritoryView {
            owner: self.owner(at),
            troops: self.troops[at],
            region: board.region[at],
            city: self.cities.contains(at),
            capital: Colour::ALL.iter().copied().find(capital),
            rough: board.rough.contains(at),
            site: board.site[at],
        }
    }

    fn side_view(&self, colour: Colour) -> SideView {
        let own = self.own(colour);
        SideView {
            colour,
            seat: self.seat_of(colour),
            territories: own.len() as u8,
            troops: self.army(colour.owner()),
            cities: own.intersection(self.cities).len() as u8,
            capitals: self.capitals_held(colour).collect(),
            hand: self.hands[colour].len() as u8,
            collected: sorted(self.collected[colour]),
            fulfilled: if own.is_empty() { Vec::new() } else { sorted(self.fulfilled(colour)) },
            draft: self.draft_view(colour),
        }
    }

    fn draft_view(&self, colour: Colour) -> DraftView {
        let draft = self.draft(colour);
        let bonus = |region| RegionBonus { region, bonus: self.rules.board.regions[region].bonus };
        DraftView {
            base: draft.base,
            regions: self.regions_held(colour).map(bonus).collect(),
            capitals: draft.capitals,
            total: draft.total(),
        }
    }

    /// Returns the current possible attacks, with the chances of a series.
    fn attack_views(&self) -> Vec<AttackView> {
        let (by, pairs): (_, Vec<(Territory, Territory)>) = match self.stack.top() {
            Some(Frame::Attack) => (self.active.owner(), self.attacks().collect()),
            Some(Frame::Support) if self.can_pay(Support::NeutralAttack) => {
                (Owner::Neutral, self.neutral_attacks().collect())
            }
            _ => return Vec::new(),
        };
        let view = |(from, to): (Territory, Territory)| {
            let (troops, defenders) = (self.troops[from], self.troops[to]);
            let limit = self.dice_limit(by, to);
            let most = troops - 1;
            let chances = if troops.max(defenders) > MOST_TROOPS {
                Vec::new()
            } else {
                let table = Chances::against(defenders, most, limit);
                (1..troops).map(|stop_at| table.units(troops - stop_at)).collect()
            };
            AttackView { from, to, dice: u16::from(limit).min(most) as u8, chances }
        };
        pairs.into_iter().map(view).collect()
    }

    fn command_room_view(&self) -> CommandRoom {
        let chart = |owner: Owner| ChartView {
            troops: self.charts[owner],
            capacity: self.rules.charts[owner],
        };
        let support = |kind: Support| {
            let bought = self.bought(kind);
            let active = match kind {
                Support::Reconnaissance => bought && !self.this_turn.scouted,
                Support::SpecialUnit => bought,
                Support::StartManoeuvre | Support::NeutralAttack => false,
            };
            SupportView { kind, price: self.rules.support[kind].price, bought, active }
        };
        CommandRoom {
            placer: self.placer,
            charts: Charts {
                red: chart(Owner::Red),
                blue: chart(Owner::Blue),
                neutral: chart(Owner::Neutral),
            },
            resistance: self.resistance_needed(),
            support: Support::ALL.iter().copied().map(support).collect(),
        }
    }

    fn stage(&self) -> Stage {
        match self.stack.top() {
            None => Stage::Over,
            Some(Frame::PlaceMap) => Stage::PlaceMap,
            Some(Frame::Choose) => Stage::Choose,
            Some(Frame::Resist | Frame::ReturnTroops(_)) => Stage::Resistance,
            Some(Frame::Support) => Stage::Support,
            // After a neutral attack the buyer occupies within the support step.
            Some(Frame::Occupy { from, .. }) if self.owner(*from) == Owner::Neutral => {
                Stage::Support
            }
            Some(Frame::Attack | Frame::Reroll(_) | Frame::Occupy { .. }) => Stage::Attack,
            Some(Frame::Collect) => Stage::Collect,
            Some(Frame::Manoeuvre) => Stage::Manoeuvre,
            // A step is never left on top: the turn goes on by itself to the next question.
            Some(Frame::Draft { .. } | Frame::Turn(_)) => Stage::Draft,
        }
    }

    fn prompt(&self) -> Prompt {
        let ask = |kind| Prompt {
            kind,
            seat: self.awaited(),
            from: None,
            to: None,
            least: None,
            most: None,
        };
        let troops = |kind, least: u16, most: u16| Prompt {
            least: Some(least),
            most: Some(most),
            ..ask(kind)
        };
        match self.stack.top().copied() {
            Some(Frame::PlaceMap) => ask(PromptKind::PlaceMap),
            Some(Frame::Choose) => ask(PromptKind::Choose),
            Some(Frame::Resist) => ask(PromptKind::Resist),
            Some(Frame::ReturnTroops(count)) => {
                troops(PromptKind::ReturnTroops, u16::from(count), u16::from(count))
            }
            Some(Frame::Support) => ask(PromptKind::Support),
            Some(Frame::Draft { left, .. }) => troops(PromptKind::Draft, 1, u16::from(left)),
            Some(Frame::Attack) => ask(PromptKind::Attack),
            Some(Frame::Reroll(roll)) => {
                Prompt { from: Some(roll.from), to: Some(roll.to), ..ask(PromptKind::Reroll) }
            }
            Some(Frame::Occupy { from, to, least }) => Prompt {
                from: Some(from),
                to: Some(to),
                ..troops(PromptKind::Occupy, least, self.most_to_occupy(from, least))
            },
            Some(Frame::Collect) => ask(PromptKind::Collect),
            Some(Frame::Manoeuvre) => ask(PromptKind::Manoeuvre),
            Some(Frame::Turn(_)) | None => ask(PromptKind::Nothing),
        }
    }

    /// Builds the part of the view that only this seat may see.
    pub(super) fn private_view(&self, seat: u8) -> Private {
        let colour = self.colours[usize::from(seat)];
        let hand = colour.map_or(IdSet::EMPTY, |colour| self.hands[colour]);
        Private { colour, hand: sorted::<Card>(hand) }
    }
}

/// Returns a set in canonical order, which reveals nothing of the order of a pile.
fn sorted<K: Id>(set: IdSet<K>) -> Vec<K> {
    set.iter().collect()
}
