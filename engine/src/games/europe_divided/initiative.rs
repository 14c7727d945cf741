//! The simultaneous secret choices: Advantage Cards, the initiative, headlines.
//!
//! Nothing of a choice, and nothing of what is used before the initiative, is shown to anyone else
//! until both sides have chosen; so the order in which two people answer is irrelevant.

use protocol::games::europe_divided::{ActionCard, AdvantageCard, Command, Event, Headline, Side};

use super::board::BySide;
use super::commands::Choice;
use super::setup::ACTION_DECKS;
use super::state::{COUNCIL_CARDS, Council, EuropeDivided, Frame, ShownHand, seat_of};
use super::why::Why;
use crate::by_id::IdSet;
use crate::game::EventSink;
use crate::zone::Pile;

impl EuropeDivided {
    /// Begins the initiative step: what everybody sees now stays what they see until both lock.
    pub(super) fn begin_initiative(&mut self) {
        self.before = Some(BySide::from_fn(|side| self.sides[side].seen()));
        self.stack.call(Frame::Initiative);
    }

    /// Checks whether a side has still to choose in the simultaneous frame on top.
    pub(super) fn has_to_choose(&self, frame: &Frame, side: Side) -> bool {
        let own = &self.sides[side];
        (*frame == Frame::KeepAdvantages && own.keeping.is_none())
            || (*frame == Frame::Initiative && !own.has_locked)
            || (*frame == Frame::PlaceHeadline && own.placing.is_none())
    }

    /// Returns the cards that Council Meeting may take: deck and discards, the two just discarded
    /// included.
    pub(super) fn council_pool(&self) -> IdSet<ActionCard> {
        let europe = &self.sides[Side::Europe];
        let deck: IdSet<ActionCard> = europe.deck.iter().collect();
        deck.union(europe.discards).union(europe.face_down)
    }

    pub(super) fn initiative_choices(&self, side: Side, out: &mut Vec<Choice>) {
        let own = &self.sides[side];
        if own.taking {
            return out.push(Choice::TakeTwo(self.council_pool()));
        }
        out.push(Choice::LockTwo(own.hand));
        match side {
            Side::Europe if own.advantages.contains(AdvantageCard::CouncilMeeting) => {
                out.push(Choice::DiscardTwo(own.hand));
            }
            Side::Russia if own.advantages.contains(AdvantageCard::CyberAttack) => {
                out.push(Choice::One(Command::CyberAttack {}));
            }
            Side::Europe | Side::Russia => {}
        }
    }

    /// Carries out a side's move within a simultaneous choice.
    pub(super) fn choose(
        &mut self,
        frame: &Frame,
        side: Side,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        if !self.has_to_choose(frame, side) {
            return Err(Why::NotAsked);
        }
        match (frame, *command) {
            (Frame::KeepAdvantages, Command::KeepAdvantages { keep }) => self.keep(side, keep)?,
            (Frame::PlaceHeadline, Command::PlaceHeadline { headline }) => {
                self.place_headline(side, headline)?;
            }
            (Frame::Initiative, Command::TakeCards { take }) if self.sides[side].taking => {
                self.take_cards(take)?;
            }
            (Frame::Initiative, _) if self.sides[side].taking => return Err(Why::NotAsked),
            (Frame::Initiative, Command::LockInitiative { cards }) => self.lock(side, cards)?,
            (Frame::Initiative, Command::CouncilMeeting { discard }) => {
                self.council_meeting(side, discard)?;
            }
            (Frame::Initiative, Command::CyberAttack {}) => self.cyber_attack(side, ev)?,
            _ => return Err(Why::NotAsked),
        }
        if Side::ALL.iter().any(|side| self.has_to_choose(frame, *side)) {
            return Ok(());
        }
        if *frame == Frame::KeepAdvantages {
            self.keep_chosen(ev);
        } else if *frame == Frame::PlaceHeadline {
            self.reveal_headlines(ev);
        } else {
            self.announce(ev);
        }
        Ok(())
    }

    fn keep(&mut self, side: Side, keep: [AdvantageCard; 2]) -> Result<(), Why> {
        let own = &mut self.sides[side];
        if keep[0] == keep[1] {
            return Err(Why::SameCardTwice);
        }
        if !keep.iter().all(|card| own.drawn.contains(*card)) {
            return Err(Why::NotHeld);
        }
        own.keeping = Some(keep);
        Ok(())
    }

    fn place_headline(&mut self, side: Side, headline: Headline) -> Result<(), Why> {
        let own = &mut self.sides[side];
        if !own.headlines.contains(headline) {
            return Err(Why::NotHeld);
        }
        own.placing = Some(headline);
        Ok(())
    }

    fn two_of(cards: [ActionCard; 2], of: IdSet<ActionCard>) -> Result<IdSet<ActionCard>, Why> {
        if cards[0] == cards[1] {
            return Err(Why::SameCardTwice);
        }
        if cards.iter().all(|card| of.contains(*card)) {
            Ok(cards.into_iter().collect())
        } else {
            Err(Why::NotHeld)
        }
    }

    // A lock is final.
    fn lock(&mut self, side: Side, cards: [ActionCard; 2]) -> Result<(), Why> {
        let own = &mut self.sides[side];
        let cards = Self::two_of(cards, own.hand)?;
        own.hand = own.hand.difference(cards);
        own.locked = cards;
        own.has_locked = true;
        Ok(())
    }

    // Rules page 7, "Council Meeting".
    fn council_meeting(&mut self, side: Side, discard: [ActionCard; 2]) -> Result<(), Why> {
        let own = &mut self.sides[side];
        if !own.advantages.contains(AdvantageCard::CouncilMeeting) {
            return Err(Why::NotHeld);
        }
        let discard = Self::two_of(discard, own.hand)?;
        own.hand = own.hand.difference(discard);
        own.face_down = own.face_down.union(discard);
        own.taking = true;
        self.show_advantage(side, AdvantageCard::CouncilMeeting);
        Ok(())
    }

    fn take_cards(&mut self, take: [ActionCard; COUNCIL_CARDS]) -> Result<(), Why> {
        let take = Self::two_of(take, self.council_pool())?;
        let europe = &mut self.sides[Side::Europe];
        let open = take.intersection(europe.discards);
        for card in take.iter() {
            if !europe.discards.remove(card) && !europe.face_down.remove(card) {
                europe.deck.remove(card);
            }
            europe.hand.insert(card);
        }
        europe.taking = false;
        // The deck is always shuffled afterwards: its owner has seen its cards.
        let mut deck: Vec<ActionCard> = europe.deck.iter().collect();
        deck.sort_unstable();
        self.dealer.shuffle(ACTION_DECKS[0], &mut deck);
        self.sides[Side::Europe].deck = Pile::from_top(&deck);
        // No event yet: it follows when the sums are announced and the piles show it anyway.
        let shuffled = self.refill(Side::Europe, IdSet::EMPTY, &mut ());
        self.council = Some(Council { open, shuffled });
        Ok(())
    }

    // Rules page 7, "Cyber Attack": what Europe held when this step began, nothing marked.
    fn cyber_attack(&mut self, side: Side, ev: &mut impl EventSink<Event>) -> Result<(), Why> {
        if !self.sides[side].advantages.contains(AdvantageCard::CyberAttack) {
            return Err(Why::NotHeld);
        }
        self.show_advantage(side, AdvantageCard::CyberAttack);
        let seen = self.before.map(|before| before[Side::Europe].hand).unwrap_or_default();
        self.intelligence = Some(ShownHand::of(seen));
        let mut cards = seen.iter();
        if let (Some(a), Some(b), Some(c), Some(d)) =
            (cards.next(), cards.next(), cards.next(), cards.next())
        {
            ev.only(seat_of(side), Event::HandSeen { cards: [a, b, c, d] });
        }
        Ok(())
    }

    /// Reveals the locked cards: what was used before, and the sums.
    // Revised rules, "Initiative": the higher sum goes first, a tie is Europe's.
    fn announce(&mut self, ev: &mut impl EventSink<Event>) {
        self.before = None;
        if let Some(council) = self.council {
            let mut open = council.open.iter();
            ev.all(Event::CouncilMet { first_open: open.next(), second_open: open.next() });
            if council.shuffled {
                ev.all(Event::DeckShuffled { side: Side::Europe });
            }
            self.council_comes_to_light();
        }
        if self.intelligence.is_some() {
            ev.all(Event::CyberAttackMade {});
        }
        let sum = |side: Side| -> u8 {
            let locked = self.sides[side].locked.iter();
            locked.map(|card| self.rules.actions[card].initiative).sum()
        };
        let sums = BySide::from_fn(sum);
        let (europe, russia) = (sums[Side::Europe], sums[Side::Russia]);
        let first = if russia > europe { Side::Russia } else { Side::Europe };
        self.sums = Some(sums);
        self.first = Some(first);
        for side in Side::ALL {
            self.sides[*side].has_locked = false;
        }
        self.knowledge.learnt();
        ev.all(Event::InitiativeRevealed { europe, russia, first });
        self.stack.finish();
    }
}
