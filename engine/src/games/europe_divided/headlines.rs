//! Headlines: their conditions, and the steps of the turn track.

use protocol::games::europe_divided::data::{CardPrestige, Condition, HeadlineStep};
use protocol::games::europe_divided::{
    ConditionState, Event, Headline, Power, Region, RegionLack, Side,
};

use super::state::{DOMINANCE, EuropeDivided, Frame, seat_of};
use super::view::ordered;
use crate::game::EventSink;

impl EuropeDivided {
    /// Checks whether a headline's condition holds in every region it affects.
    pub(super) fn fulfilled(&self, headline: Headline) -> bool {
        let card = &self.rules.headlines[headline];
        card.regions.iter().all(|region| self.lack(card.condition, region).is_none())
    }

    /// Returns a headline's condition as the board stands.
    pub(super) fn condition_state(&self, headline: Headline) -> ConditionState {
        let card = &self.rules.headlines[headline];
        let lack = |region| Some((region, self.lack(card.condition, region)?));
        let lacks = ordered(card.regions.iter().filter_map(lack));
        ConditionState { holds: lacks.is_empty(), lacks }
    }

    /// Returns the influence and armies that a condition lacks in a region; `None` if it holds.
    fn lack(&self, condition: Condition, region: Region) -> Option<RegionLack> {
        let Demand { power, die, armies } = demand(condition);
        let own = self.die(power, region);
        let wanted = match die {
            WantedDie::Any => 0,
            WantedDie::Above(rivals) => {
                let dice = rivals.iter().map(|rival| self.die(*rival, region));
                dice.max().unwrap_or_default() + 1
            }
            WantedDie::Dominance => DOMINANCE,
        };
        // A die shows 6 at most. What has to be above a 6 lacks the steps to 6: the other one must fall first.
        let influence = wanted.min(DOMINANCE).saturating_sub(own);
        let barred = influence > 0 && wanted >= DOMINANCE && self.cap(power, region) < DOMINANCE;
        let armies = armies.saturating_sub(self.armies[power.side()][region.space()]);
        let lack = RegionLack { power, influence, armies, barred };
        (influence > 0 || armies > 0).then_some(lack)
    }

    /// Carries out one headline step; `Place` asks both sides.
    pub(super) fn headline_step(&mut self, step: HeadlineStep, ev: &mut impl EventSink<Event>) {
        match step {
            HeadlineStep::Resolve => self.resolve(ev),
            HeadlineStep::Shift => {
                self.current = std::mem::take(&mut self.forthcoming);
                ev.all(Event::HeadlinesShifted {});
            }
            HeadlineStep::Place => self.stack.call(Frame::PlaceHeadline),
            HeadlineStep::Discard => self.discard_headlines(ev),
            HeadlineStep::New => {
                let count = self.rules.turns[usize::from(self.turn) - 1].draw_each;
                for side in Side::ALL {
                    self.draw_headlines(*side, count, ev);
                }
            }
        }
    }

    fn resolve(&mut self, ev: &mut impl EventSink<Event>) {
        for headline in std::mem::take(&mut self.current).into_iter().flatten() {
            if self.fulfilled(headline) {
                self.award(headline, ev);
            } else {
                self.failed.insert(headline);
                ev.all(Event::HeadlineFailed { headline });
            }
        }
    }

    fn award(&mut self, headline: Headline, ev: &mut impl EventSink<Event>) {
        let card = &self.rules.headlines[headline];
        let (side, prestige) = (card.banner, card.prestige);
        for space in card.money_tokens.iter() {
            self.tokens[space] += 1;
        }
        self.sides[side].awarded.insert(headline);
        self.score_cards(side, prestige);
        ev.all(Event::HeadlineAwarded { headline, side, prestige });
    }

    /// Scores the prestige of headlines and kept Advantage Cards: at once, or at the end of the game.
    pub(super) fn score_cards(&mut self, side: Side, prestige: u8) {
        let own = &mut self.sides[side];
        match self.rules.edition(self.edition).prestige_of_cards {
            CardPrestige::AtOnce => own.prestige += u16::from(prestige),
            CardPrestige::AtTheEnd => own.pending += u16::from(prestige),
        }
    }

    /// Discards the whole hand of headlines (the turn track is checked for it), so there is no choice.
    fn discard_headlines(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let own = &mut self.sides[side];
            let discarded = std::mem::take(&mut own.headlines);
            own.discarded = own.discarded.union(discarded);
            let count = discarded.len() as u8;
            ev.all(Event::HeadlinesDiscarded { side, count });
        }
    }

    pub(super) fn draw_headlines(&mut self, side: Side, count: u8, ev: &mut impl EventSink<Event>) {
        let mut drawn = 0;
        while drawn < count
            && let Some(headline) = self.headline_deck.draw()
        {
            self.sides[side].headlines.insert(headline);
            ev.only(seat_of(side), Event::HeadlineDrawn { headline });
            drawn += 1;
        }
        self.knowledge.learnt();
        ev.all(Event::HeadlinesDrawn { side, count: drawn });
    }

    /// Reveals the headlines together once both sides have chosen.
    pub(super) fn reveal_headlines(&mut self, ev: &mut impl EventSink<Event>) {
        for side in Side::ALL.iter().copied() {
            let own = &mut self.sides[side];
            let Some(headline) = own.placing.take() else { continue };
            own.headlines.remove(headline);
            if let Some(slot) = self.forthcoming.iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(headline);
            }
            ev.all(Event::HeadlinePlaced { side, headline });
        }
        self.knowledge.learnt();
        self.stack.finish();
    }
}

/// The dice that a condition wants of a power.
enum WantedDie {
    /// Whatever it has.
    Any,
    /// A higher one than each of these.
    Above(&'static [Power]),
    /// A 6.
    Dominance,
}

/// A condition as numbers.
struct Demand {
    power: Power,
    die: WantedDie,
    armies: u8,
}

// Ruling: "more influence" compares two dice, no die counts 0, a tie fails; "1 army" is at least
// one; the armies of a condition are those of the power it names; dominance is a 6.
fn demand(condition: Condition) -> Demand {
    use Power::{Eu, Nato, Russia};
    use WantedDie::{Above, Any, Dominance};
    let (power, die, armies) = match condition {
        Condition::RussiaOneArmy => (Russia, Any, 1),
        Condition::RussiaTwoArmies => (Russia, Any, 2),
        Condition::RussiaOverEu => (Russia, Above(&[Eu]), 0),
        Condition::RussiaOverEuAndNato => (Russia, Above(&[Eu, Nato]), 0),
        Condition::RussiaOverNatoWithArmy => (Russia, Above(&[Nato]), 1),
        Condition::RussiaDominance => (Russia, Dominance, 0),
        Condition::NatoOverRussiaWithArmy => (Nato, Above(&[Russia]), 1),
        Condition::NatoOverRussia => (Nato, Above(&[Russia]), 0),
        Condition::EuOverRussia => (Eu, Above(&[Russia]), 0),
        Condition::NatoDominance => (Nato, Dominance, 0),
        Condition::EuDominance => (Eu, Dominance, 0),
    };
    Demand { power, die, armies }
}
