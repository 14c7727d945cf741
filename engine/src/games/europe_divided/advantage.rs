//! Advantage Cards: special actions, and money for a discarded one.

use protocol::games::europe_divided::data::{ActionRow, AdvantageTime};
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, CardZone, Cause, Command, Event, MoneySource, Power, Region, Side,
    Space,
};

use super::cause::By;
use super::commands::Choice;
use super::military::March;
use super::state::{DOMINANCE, EuropeDivided, Frame, LostCard, powers, seat_of};
use super::why::Why;
use crate::by_id::IdSet;
use crate::game::EventSink;

/// Number of steps that Rapid Reaction Force goes.
const RAPID_STEPS: u8 = 3;
/// Amount by which Economic Aid raises a die.
const AID: u8 = 2;
/// Money that Oil Price Boom pays for each gain money action.
const OIL: u8 = 2;

impl EuropeDivided {
    /// Appends the uses of a side's Advantage Cards in its own segment.
    pub(super) fn advantage_choices(&self, side: Side, out: &mut Vec<Choice>) {
        for card in self.sides[side].advantages.iter() {
            if self.check_use(side, card).is_ok() {
                out.push(Choice::One(Command::UseAdvantage { card }));
            }
            out.push(Choice::One(Command::SellAdvantage { card }));
        }
    }

    fn check_use(&self, side: Side, card: AdvantageCard) -> Result<(), Why> {
        if self.rules.advantages[card].when != AdvantageTime::OwnTurn {
            return Err(Why::BeforeInitiative);
        }
        if card == AdvantageCard::OilPriceBoom {
            return Ok(());
        }
        if card == AdvantageCard::UsSanctions {
            return if self.first == Some(Side::Europe) { Ok(()) } else { Err(Why::NotFirst) };
        }
        let mut targets = Vec::new();
        self.target_choices(side, card, &mut targets);
        if targets.is_empty() { Err(Why::NoTarget("Advantage Cards")) } else { Ok(()) }
    }

    /// Appends the ways in which a card of this kind can be carried out.
    pub(super) fn target_choices(&self, side: Side, card: AdvantageCard, out: &mut Vec<Choice>) {
        let regions = || Region::ALL.iter().copied();
        match card {
            AdvantageCard::DiplomaticMission
            | AdvantageCard::NatoSummit
            | AdvantageCard::HybridWarfare => {
                let power = placed_power(card);
                let free = regions().filter(|region| self.check_free_place(card, *region).is_ok());
                let place = |region| Choice::One(Command::PlaceInfluence { power, region });
                out.extend(free.map(place));
            }
            AdvantageCard::EconomicAid => {
                for region in regions() {
                    if let Ok(amount) = self.check_raise(Power::Eu, region, AID, DOMINANCE) {
                        let power = Power::Eu;
                        out.push(Choice::One(Command::IncreaseInfluence { power, region, amount }));
                    }
                }
            }
            AdvantageCard::RapidReactionForce => {
                self.move_choices(side, March::Free(RAPID_STEPS), out);
            }
            AdvantageCard::WesternIntelligence | AdvantageCard::IntelligenceService => {
                for power in powers(side.opponent()) {
                    let six = regions().filter(|region| self.die(power, *region) == DOMINANCE);
                    let lower = |region| Choice::One(Command::LowerInfluence { power, region });
                    out.extend(six.map(lower));
                }
            }
            AdvantageCard::FractureInTheEu => {
                let home = self.rules.board.home[Side::Europe];
                out.extend(home.iter().map(|space| Choice::One(Command::Fracture { space })));
            }
            AdvantageCard::LittleGreenMen => {
                let fit = regions().filter(|region| self.check_green_men(*region).is_ok());
                let build = |region: Region| Command::BuildArmy { space: region.space() };
                out.extend(fit.map(build).map(Choice::One));
            }
            AdvantageCard::SnapExercise => self.move_choices(side, March::Free(1), out),
            AdvantageCard::CouncilMeeting
            | AdvantageCard::CyberAttack
            | AdvantageCard::UsSanctions
            | AdvantageCard::OilPriceBoom => {}
        }
    }

    fn check_free_place(&self, card: AdvantageCard, region: Region) -> Result<(), Why> {
        let border = self.rules.board.borders_russia.contains(region);
        if card == AdvantageCard::HybridWarfare && !border {
            return Err(Why::NotBordering(region));
        }
        self.check_place(placed_power(card), region, 0)
    }

    fn check_green_men(&self, region: Region) -> Result<(), Why> {
        if !self.rules.board.borders_russia.contains(region) {
            return Err(Why::NotBordering(region));
        }
        if self.armies[Side::Europe][region.space()] > 0 {
            return Err(Why::HoldsNatoArmy(region));
        }
        self.check_build(Side::Russia, 0)
    }

    /// Shows a card and begins its special action.
    pub(super) fn use_advantage(
        &mut self,
        side: Side,
        card: AdvantageCard,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if !self.sides[side].advantages.contains(card) {
            return Err(Why::NotHeld);
        }
        self.check_use(side, card)?;
        self.show_advantage(side, card);
        ev.all(Event::AdvantageUsed { side, card });
        if card == AdvantageCard::UsSanctions {
            self.sanctions = true;
        } else if card == AdvantageCard::OilPriceBoom {
            let amount = OIL * self.sides[side].money_actions;
            let ev = &mut By(Cause::Advantage { card }, ev);
            self.gain(side, amount, MoneySource::Advantage, ev);
        } else {
            self.stack.call(Frame::Advantage(side, card));
        }
        Ok(())
    }

    /// Discards a card for money.
    pub(super) fn sell_advantage(
        &mut self,
        side: Side,
        card: AdvantageCard,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if !self.sides[side].advantages.contains(card) {
            return Err(Why::NotHeld);
        }
        self.show_advantage(side, card);
        ev.all(Event::AdvantageSold { side, card });
        let amount = self.rules.advantages[card].money[&self.edition];
        let ev = &mut By(Cause::Advantage { card }, ev);
        self.gain(side, amount, MoneySource::Advantage, ev);
        Ok(())
    }

    pub(super) fn show_advantage(&mut self, side: Side, card: AdvantageCard) {
        self.sides[side].advantages.remove(card);
        self.sides[side].shown.insert(card);
        self.knowledge.learnt();
    }

    /// Carries out an Advantage Card's special action.
    pub(super) fn target(
        &mut self,
        side: Side,
        card: AdvantageCard,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        use AdvantageCard as A;
        let ev = &mut By(Cause::Advantage { card }, ev);
        match (card, *command) {
            (
                A::DiplomaticMission | A::NatoSummit | A::HybridWarfare,
                Command::PlaceInfluence { power, region },
            ) if power == placed_power(card) => {
                self.check_free_place(card, region)?;
                self.place(power, region, 0, ev);
            }
            (A::EconomicAid, Command::IncreaseInfluence { power: Power::Eu, region, amount }) => {
                let by = self.check_raise(Power::Eu, region, AID, DOMINANCE)?;
                if by != amount {
                    return Err(Why::Amount { legal: by, upto: false });
                }
                self.raise(Power::Eu, region, by, ev);
            }
            (A::RapidReactionForce, Command::MoveArmy { from, to }) => {
                let price = self.check_move(side, from, to, March::Free(RAPID_STEPS))?;
                self.march(side, (from, to), price, ev);
            }
            (
                A::WesternIntelligence | A::IntelligenceService,
                Command::LowerInfluence { power, region },
            ) => {
                if power.side() == side || self.die(power, region) != DOMINANCE {
                    return Err(Why::NotLowerable(power, region));
                }
                self.lower(power, region, ev);
            }
            (A::FractureInTheEu, Command::Fracture { space }) => self.break_up(space, ev)?,
            (A::LittleGreenMen, Command::BuildArmy { space }) => {
                self.check_green_men(space.region().ok_or(Why::NotThere(space))?)?;
                self.build(side, space, 0, ev);
            }
            (A::SnapExercise, Command::MoveArmy { from, to }) => {
                let price = self.check_move(side, from, to, March::Free(1))?;
                self.march(side, (from, to), price, ev);
                let first = Some(to).filter(|to| self.armies[side][*to] > 0);
                self.stack.replace(Frame::SnapExercise { first });
                return Ok(());
            }
            _ => return Err(Why::NotAsked),
        }
        self.stack.finish();
        Ok(())
    }

    /// Checks the start of the second army of Snap Exercise: not the one that moved first.
    fn check_second(&self, first: Option<Space>, from: Space) -> Result<(), Why> {
        let only_the_first = first == Some(from) && self.armies[Side::Russia][from] < 2;
        if only_the_first { Err(Why::SameArmy) } else { Ok(()) }
    }

    pub(super) fn second_move_choices(&self, first: Option<Space>, out: &mut Vec<Choice>) {
        self.move_choices(Side::Russia, March::Free(1), out);
        out.retain(|choice| {
            let Choice::Move { from, .. } = choice else { return true };
            self.check_second(first, *from).is_ok()
        });
    }

    /// Makes the second move of Snap Exercise, or ends it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other command, also a future one, answers another question"
    )]
    pub(super) fn second_move(
        &mut self,
        first: Option<Space>,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        match *command {
            Command::Done {} => ev.all(Event::StepsEnded { side: Side::Russia }),
            Command::MoveArmy { from, to } => {
                self.check_second(first, from)?;
                let ev = &mut By(Cause::Advantage { card: AdvantageCard::SnapExercise }, ev);
                let price = self.check_move(Side::Russia, from, to, March::Free(1))?;
                self.march(Side::Russia, (from, to), price, ev);
            }
            _ => return Err(Why::NotAsked),
        }
        self.stack.finish();
        Ok(())
    }

    // Rules page 7, "Fracture in the EU": the card loses its EU actions; an EU-only card leaves the
    // game from wherever it is, and is replaced if it was in hand or locked.
    fn break_up(&mut self, space: Space, ev: &mut impl EventSink<Event>) -> Result<(), Why> {
        if !self.rules.board.home[Side::Europe].contains(space) {
            return Err(Why::NotThere(space));
        }
        self.fracture = Some(space);
        let removed_from =
            self.card_lost_with(space).and_then(|card| self.remove_action_card(card));
        ev.all(Event::Fractured { space, removed_from });
        match removed_from {
            Some(CardZone::Hand) => self.replace_card(false, ev),
            Some(CardZone::Locked) => self.replace_card(true, ev),
            Some(CardZone::Deck) => {
                self.refill(Side::Europe, IdSet::EMPTY, ev);
            }
            Some(CardZone::Table | CardZone::Discards) | None => {}
        }
        Ok(())
    }

    /// Returns the home card that leaves the game if its space breaks up: one of EU actions only.
    pub(super) fn card_lost_with(&self, space: Space) -> Option<ActionCard> {
        let symbols = |card: ActionCard| &self.rules.actions[card].actions;
        let eu_only = |card: &ActionCard| symbols(*card).iter().all(|one| one.power == Power::Eu);
        self.home_card(space).filter(eu_only)
    }

    fn home_card(&self, space: Space) -> Option<ActionCard> {
        let of = |(_, row): &(ActionCard, &ActionRow)| {
            row.side == Side::Europe && row.contested().is_none() && row.region == Some(space)
        };
        self.rules.actions.iter().find(of).map(|(card, _)| card)
    }

    fn remove_action_card(&mut self, card: ActionCard) -> Option<CardZone> {
        self.knowledge.learnt();
        let europe = &mut self.sides[Side::Europe];
        let zone = if europe.hand.remove(card) {
            CardZone::Hand
        } else if europe.locked.remove(card) {
            CardZone::Locked
        } else if europe.deck.remove(card) {
            CardZone::Deck
        } else if europe.discards.remove(card) || europe.face_down.remove(card) {
            CardZone::Discards
        } else {
            let on_table = |slot: &&mut Option<_>| {
                slot.is_some_and(|played: super::state::CardInPlay| played.card == card)
            };
            *europe.table.iter_mut().find(on_table)? = None;
            CardZone::Table
        };
        europe.removed.insert(card);
        self.comes_to_light(card, matches!(zone, CardZone::Hand | CardZone::Locked));
        if zone == CardZone::Locked {
            let europe = &self.sides[Side::Europe];
            let played = europe.table.into_iter().flatten().map(|played| played.card);
            self.lost =
                Some(LostCard { card, before: played.chain(europe.known.iter()).collect() });
        }
        Some(zone)
    }

    fn replace_card(&mut self, locked: bool, ev: &mut impl EventSink<Event>) {
        if let Some(card) = self.draw_action_card(Side::Europe, ev) {
            let europe = &mut self.sides[Side::Europe];
            if locked { &mut europe.locked } else { &mut europe.hand }.insert(card);
            ev.all(Event::CardReplaced { side: Side::Europe });
            ev.only(seat_of(Side::Europe), Event::ReplacementDrawn { card });
        }
    }
}

/// Returns the power whose die a placing card places.
fn placed_power(card: AdvantageCard) -> Power {
    if card == AdvantageCard::DiplomaticMission {
        Power::Eu
    } else if card == AdvantageCard::NatoSummit {
        Power::Nato
    } else {
        Power::Russia
    }
}
