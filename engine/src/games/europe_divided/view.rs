//! The views, built from nothing. Only this file and event audiences decide visibility.

use litemap::LiteMap;
use protocol::games::europe_divided::{
    Armies, ConditionState, Dice, Headline, HeadlinesView, InitiativeView, Intelligence,
    PlayedCard, Power, Private, Prompt, PromptKind, Public, Region, Sea, SeaControl, Side,
    SideView, Stage,
};
use protocol::ids::Id;

use super::state::{EuropeDivided, Frame, SideSnapshot};
use crate::by_id::IdSet;
use crate::game::Viewer;

impl EuropeDivided {
    /// Builds the view that everybody may see.
    pub(super) fn public_view(&self) -> Public {
        let armies = |side: Side| {
            let standing = self.armies[side].iter().filter(|(_, count)| **count > 0);
            ordered(standing.map(|(space, count)| (space, *count)))
        };
        let dice = |region: Region| Dice {
            eu: self.die(Power::Eu, region),
            nato: self.die(Power::Nato, region),
            russia: self.die(Power::Russia, region),
        };
        let table = self.current.iter().chain(&self.forthcoming).flatten().copied();
        let tokens = self.tokens.iter().filter(|(_, count)| **count > 0);
        let occupied = Region::ALL.iter().map(|region| (*region, dice(*region)));
        Public {
            edition: self.edition,
            turn: self.turn,
            period: self.period(),
            stage: self.stage(),
            prompt: self.prompt(),
            sides: [self.side_view(Side::Europe), self.side_view(Side::Russia)],
            dice: ordered(occupied.filter(|(_, dice)| *dice != Dice::default())),
            armies: Armies { nato: armies(Side::Europe), russia: armies(Side::Russia) },
            money_tokens: ordered(tokens.map(|(space, count)| (space, *count))),
            seas: SeaControl {
                baltic_sea: self.seas[Sea::Baltic],
                black_sea: self.seas[Sea::Black],
            },
            initiative: self.initiative_view(),
            sanctions: self.sanctions,
            fracture: self.fracture,
            headlines: HeadlinesView {
                forthcoming: self.forthcoming.into_iter().flatten().collect(),
                current: self.current.into_iter().flatten().collect(),
                failed: sorted(self.failed),
                deck: self.headline_deck.len() as u8,
                conditions: self.condition_states(table.collect()),
            },
            projection: self.projection(),
            handicap: self.handicap,
        }
    }

    /// Builds the public view of a side. While the initiative step is open, the counts are those of
    /// its beginning: nothing may reveal who has locked or used a card.
    fn side_view(&self, side: Side) -> SideView {
        let own = &self.sides[side];
        let seen = self.seen(side);
        let played =
            |slot: super::state::CardInPlay| PlayedCard { card: slot.card, passed: slot.passed };
        SideView {
            money: own.money,
            prestige: own.prestige,
            prestige_pending: own.pending,
            supply: self.supply(side),
            hand: seen.hand.len() as u8,
            locked: if self.before.is_some() { 0 } else { own.locked.len() as u8 },
            played: own.table.into_iter().flatten().map(played).collect(),
            deck: seen.deck,
            discards: sorted(seen.discards),
            discards_face_down: seen.face_down,
            contested_open: sorted(own.open),
            contested_taken: own.taken,
            removed: sorted(own.removed),
            advantages: seen.advantages,
            advantages_shown: sorted(seen.shown),
            headlines: own.headlines.len() as u8,
            awarded: sorted(own.awarded),
            baltic_used: own.baltic_used,
            black_used: own.black_used,
        }
    }

    /// Returns what is seen of a side's cards.
    pub(super) fn seen(&self, side: Side) -> SideSnapshot {
        self.before.map_or_else(|| self.sides[side].seen(), |before| before[side])
    }

    fn condition_states(&self, headlines: IdSet<Headline>) -> LiteMap<Headline, ConditionState> {
        ordered(headlines.iter().map(|headline| (headline, self.condition_state(headline))))
    }

    fn initiative_view(&self) -> Option<InitiativeView> {
        let (sums, first) = (self.sums?, self.first?);
        Some(InitiativeView { europe: sums[Side::Europe], russia: sums[Side::Russia], first })
    }

    fn stage(&self) -> Stage {
        match self.stack.top() {
            _ if self.end.is_some() => Stage::Over,
            Some(Frame::KeepAdvantages) => Stage::Advantages,
            Some(Frame::Initiative) => Stage::Initiative,
            Some(Frame::PlaceHeadline) => Stage::PlaceHeadlines,
            _ => Stage::Actions,
        }
    }

    fn prompt(&self) -> Prompt {
        let ask = |kind, side| Prompt { kind, side, card: None, advantage: None };
        match self.stack.top() {
            Some(Frame::KeepAdvantages) => ask(PromptKind::KeepAdvantages, None),
            Some(Frame::Initiative) => ask(PromptKind::Initiative, None),
            Some(Frame::PlaceHeadline) => ask(PromptKind::PlaceHeadline, None),
            Some(Frame::Segment(side)) => ask(PromptKind::Segment, Some(*side)),
            Some(Frame::Action(side, card)) => {
                Prompt { card: Some(*card), ..ask(PromptKind::Action, Some(*side)) }
            }
            Some(Frame::Propaganda { card, .. }) => {
                Prompt { card: Some(*card), ..ask(PromptKind::Propaganda, Some(Side::Russia)) }
            }
            Some(Frame::Aftermath(at)) => {
                let reaction = self.is_reaction(at);
                let kind = if reaction { PromptKind::Reaction } else { PromptKind::Effect };
                Prompt { card: Some(at.card), ..ask(kind, Some(self.decider(at))) }
            }
            Some(Frame::Advantage(side, card)) => {
                Prompt { advantage: Some(*card), ..ask(PromptKind::Advantage, Some(*side)) }
            }
            Some(Frame::SnapExercise { .. }) => {
                let card = protocol::games::europe_divided::AdvantageCard::SnapExercise;
                Prompt { advantage: Some(card), ..ask(PromptKind::Advantage, Some(Side::Russia)) }
            }
            Some(Frame::Turn(_)) | None => ask(PromptKind::Nothing, None),
        }
    }

    /// Builds the part of the view that only this side may see.
    pub(super) fn private_view(&self, side: Side) -> Private {
        let own = &self.sides[side];
        let deck: Option<IdSet<_>> = own.taking.then(|| own.deck.iter().collect());
        Private {
            side,
            hand: sorted(own.hand),
            locked: sorted(own.locked),
            chosen: self.stack.top().is_some_and(|frame| Self::veils(frame) && !self.awaited(side)),
            discards_face_down: sorted(own.face_down),
            deck: deck.map(sorted),
            advantages: sorted(own.advantages),
            drawn: sorted(own.drawn),
            keeping: sorted(own.keeping.into_iter().flatten().collect()),
            advantages_returned: sorted(own.returned),
            advantages_scored: sorted(own.scored),
            headlines: sorted(own.headlines),
            conditions: self.condition_states(own.headlines),
            placing: own.placing,
            headlines_discarded: sorted(own.discarded),
            intelligence: self
                .intelligence
                .filter(|_| side == Side::Russia)
                .map(|seen| Intelligence { turn: self.turn, cards: sorted(seen.cards) }),
        }
    }

    /// Checks whether a frame is a secret simultaneous choice.
    pub(super) fn veils(frame: &Frame) -> bool {
        matches!(frame, Frame::KeepAdvantages | Frame::Initiative | Frame::PlaceHeadline)
    }

    /// Checks whether the viewer plays this side.
    pub(super) fn is(viewer: Viewer, side: Side) -> bool {
        viewer == Viewer::Seat(super::state::seat_of(side))
    }
}

/// Returns a set in canonical order, which reveals nothing of the order of a pile.
fn sorted<K: Id>(set: IdSet<K>) -> Vec<K> {
    let mut ids = Vec::with_capacity(set.len());
    ids.extend(set.iter());
    ids
}

/// Returns what comes in canonical order, each identifier once at most, as a map.
pub(super) fn ordered<K: Id, V>(pairs: impl Iterator<Item = (K, V)>) -> LiteMap<K, V> {
    let mut sorted = Vec::with_capacity(K::ALL.len());
    sorted.extend(pairs);
    LiteMap::from_sorted_store_unchecked(sorted)
}
