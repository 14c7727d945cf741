//! Re-deals what a viewer cannot know.
//!
//! The result depends on what the viewer knows and on the coins alone: every count, every open
//! card, every announced sum and every card that somebody was shown stays, and nothing else of the
//! true state has any influence. The contract tests rely on it, and so can bots that think about
//! hidden cards.

use protocol::games::europe_divided::data::Reshuffle;
use protocol::games::europe_divided::{ActionCard, AdvantageCard, Headline, Side};
use protocol::ids::Id;

use super::state::{Council, EuropeDivided, LostCard, ShownHand};
use crate::by_id::IdSet;
use crate::game::{Below, Viewer, shuffle};
use crate::zone::Pile;

type Cards = IdSet<ActionCard>;

/// A way in which a side's hidden Action Cards can lie: the locked ones, how many of the cards that
/// this viewer alone was shown are in the hand, and in how many ways the others can lie then.
struct Way {
    locked: Cards,
    shown_in_hand: usize,
    ways: u64,
}

impl EuropeDivided {
    /// Re-deals everything that the viewer cannot know.
    pub(super) fn redeal_for(&mut self, viewer: Viewer, below: Below<'_>) {
        let hidden: Vec<Side> = others(viewer).collect();
        for side in &hidden {
            self.take_back(*side);
        }
        for side in Side::ALL.iter().copied() {
            if hidden.contains(&side) {
                self.redeal_actions(viewer, side, below);
                self.redeal_advantages(side, below);
                self.redraw_choice(side, below);
            } else {
                self.reorder(side, below);
            }
        }
        if viewer == Viewer::Public && self.before.is_none() {
            self.redraw_cyber_attack(below);
        }
        self.redeal_headlines(|| others(viewer), below);
        self.dealer.rekey(below);
    }

    /// Re-deals what neither side knows: the order of the decks, the headlines that left unseen, and
    /// every die to come.
    pub(super) fn redeal_for_nobody(&mut self, below: Below<'_>) {
        for side in Side::ALL.iter().copied() {
            self.reorder(side, below);
        }
        self.redeal_headlines(std::iter::empty, below);
        self.dealer.rekey(below);
    }

    /// Shuffles a side's own decks, whose order it does not know.
    fn reorder(&mut self, side: Side, below: Below<'_>) {
        let own = &mut self.sides[side];
        own.deck = own.deck.mixed(below);
        own.advantage_deck = own.advantage_deck.mixed(below);
    }

    /// Takes back a side's moves in the open initiative step, of which nothing shows but that it
    /// has locked.
    fn take_back(&mut self, side: Side) {
        let Some(before) = &self.before else { return };
        let then = before[side];
        let own = &mut self.sides[side];
        let deck: Cards = own.deck.iter().collect();
        let cycle = own.hand.union(own.locked).union(deck).union(own.face_down);
        let hidden = cycle.union(own.discards).difference(then.discards).difference(then.hand);
        let hidden: Vec<ActionCard> = hidden.iter().collect();
        let (face_down, deck) = hidden.split_at(usize::from(then.face_down));
        own.hand = then.hand;
        own.locked = IdSet::EMPTY;
        own.face_down = face_down.iter().copied().collect();
        own.deck = Pile::from_top(deck);
        own.discards = then.discards;
        own.advantages = own.advantages.union(own.shown.difference(then.shown));
        own.shown = then.shown;
        own.taking = false;
        match side {
            Side::Europe => self.council = None,
            Side::Russia => self.intelligence = None,
        }
    }

    /// Redraws a side's moves in the open initiative step: one that may have used its card has or
    /// has not, and one that has locked has locked any two.
    fn redraw_choice(&mut self, side: Side, below: Below<'_>) {
        let Some(before) = &mut self.before else { return };
        before[side].hand = self.sides[side].hand;
        let hand_of_europe = before[Side::Europe].hand;
        let card = match side {
            Side::Europe => AdvantageCard::CouncilMeeting,
            Side::Russia => AdvantageCard::CyberAttack,
        };
        let own = &mut self.sides[side];
        if own.advantages.contains(card) && below(2) == 0 {
            own.advantages.remove(card);
            own.shown.insert(card);
            match side {
                Side::Europe => self.redraw_council_meeting(below),
                Side::Russia => self.intelligence = Some(ShownHand::of(hand_of_europe)),
            }
        }
        let own = &mut self.sides[side];
        if own.has_locked {
            own.locked = pick(own.hand, 2, below);
            own.hand = own.hand.difference(own.locked);
        }
    }

    /// Redraws Europe's Council Meeting: Europe is in the middle of one, or past it.
    fn redraw_council_meeting(&mut self, below: Below<'_>) {
        let europe = &mut self.sides[Side::Europe];
        let discard = pick(europe.hand, 2, below);
        europe.hand = europe.hand.difference(discard);
        europe.face_down = europe.face_down.union(discard);
        europe.taking = !europe.has_locked && below(2) == 0;
        if europe.taking {
            return;
        }
        let take = pick(self.council_pool(), 2, below);
        let at_once =
            self.rules.edition(self.edition).reshuffle == Reshuffle::AsSoonAsTheDeckIsEmpty;
        let europe = &mut self.sides[Side::Europe];
        let open = take.intersection(europe.discards);
        let deck: Cards = europe.deck.iter().collect();
        let mut deck = deck.difference(take);
        europe.hand = europe.hand.union(take);
        europe.discards = europe.discards.difference(take);
        europe.face_down = europe.face_down.difference(take);
        let discards = europe.discards.union(europe.face_down);
        let shuffled = at_once && deck.is_empty() && !discards.is_empty();
        if shuffled {
            deck = discards;
            (europe.discards, europe.face_down) = (IdSet::EMPTY, IdSet::EMPTY);
        }
        europe.deck = pile(deck, below);
        self.council = Some(Council { open, shuffled });
    }

    /// Redraws for a spectator what Cyber Attack showed to Russia alone: it may have been others of
    /// the cards that nobody has seen since.
    fn redraw_cyber_attack(&mut self, below: Below<'_>) {
        let Some(seen) = self.intelligence else { return };
        let came_later = self.redraw_replacement(below);
        let europe = &self.sides[Side::Europe];
        let open = self.council.map_or(IdSet::EMPTY, |council| council.open);
        let held = europe.hand.union(europe.locked).difference(open).difference(came_later);
        let deck: Cards = europe.deck.iter().collect();
        let rest = seen.left.len() - usize::from(seen.held);
        let left = pick(held.intersection(europe.known), usize::from(seen.held), below);
        let left =
            left.union(pick(held.difference(left), usize::from(seen.held) - left.len(), below));
        let left = left.union(pick(deck.union(europe.face_down), rest, below));
        let cards = seen.cards.difference(seen.left).union(left);
        self.intelligence = Some(ShownHand { cards, left, held: seen.held });
    }

    /// Draws the locked card that may have come in place of the one that left; none if that one has
    /// been played.
    fn redraw_replacement(&self, below: Below<'_>) -> Cards {
        let Some(lost) = self.lost else { return IdSet::EMPTY };
        let locked = self.sides[Side::Europe].locked;
        let pair = self.pair(Side::Europe, locked);
        let kept = self.kept(Viewer::Public, lost, pair);
        let came = |card: &ActionCard| !kept.difference(IdSet::only(*card)).is_empty();
        let came: Cards = pair.iter().filter(came).collect();
        let hidden = came.difference(locked).is_empty();
        pick(came, usize::from(hidden), below)
    }

    /// Re-deals hand, locked cards, deck and face-down discards, each as large as it was.
    fn redeal_actions(&mut self, viewer: Viewer, side: Side, below: Below<'_>) {
        let own = &self.sides[side];
        let deck: Cards = own.deck.iter().collect();
        let pool = own.hand.union(own.locked).union(deck).union(own.face_down);
        let way = drawn_by_weight(self.ways(viewer, side, pool), below);
        let (known, shown) = (self.sides[side].known, self.shown_of(viewer, side));
        let (known, shown) = (known.difference(way.locked), shown.difference(way.locked));
        let free = pool.difference(way.locked).difference(known).difference(shown);

        let own = &mut self.sides[side];
        let others = own.hand.len() - known.len() - way.shown_in_hand;
        let hand = known.union(pick(shown, way.shown_in_hand, below));
        own.hand = hand.union(pick(free, others, below));
        own.locked = way.locked;
        let rest = pool.difference(own.locked).difference(own.hand);
        own.face_down = pick(rest, own.face_down.len(), below);
        own.deck = pile(rest.difference(own.face_down), below);
    }

    /// Returns the cards of a side that this viewer was shown and not everybody knows it to hold.
    fn shown_of(&self, viewer: Viewer, side: Side) -> Cards {
        let shown = side == Side::Europe && Self::is(viewer, Side::Russia);
        let seen = self.intelligence.filter(|_| shown);
        seen.map_or(IdSet::EMPTY, |seen| seen.left.difference(self.sides[side].known))
    }

    /// Lists every way in which the cards can lie for all that the viewer knows.
    fn ways(&self, viewer: Viewer, side: Side, pool: Cards) -> Vec<Way> {
        let own = &self.sides[side];
        let shown = self.shown_of(viewer, side);
        let seen = self.intelligence.filter(|_| !shown.is_empty());
        let held = seen.map_or(0, |seen| {
            usize::from(seen.held).saturating_sub(seen.left.intersection(own.known).len())
        });
        let mut ways = Vec::new();
        for locked in sets_of(own.locked.len(), pool) {
            let must = own.known.difference(locked).len();
            let Some(places) = own.hand.len().checked_sub(must) else { continue };
            if !self.fits_the_sum(viewer, side, locked) {
                continue;
            }
            let in_locked = shown.intersection(locked).len();
            let shown = shown.len() - in_locked;
            let free = pool.len() - locked.len() - must - shown;
            for shown_in_hand in held.saturating_sub(in_locked)..=shown.min(places) {
                let others = choose(free, places - shown_in_hand);
                let ways_so = choose(shown, shown_in_hand) * others;
                ways.push(Way { locked, shown_in_hand, ways: ways_so });
            }
        }
        ways
    }

    /// Checks whether these can be the locked cards that are left, given what was announced.
    fn fits_the_sum(&self, viewer: Viewer, side: Side, locked: Cards) -> bool {
        let Some(sums) = self.sums.filter(|_| !locked.is_empty()) else { return true };
        let pair = self.pair(side, locked);
        match self.lost.filter(|_| side == Side::Europe) {
            Some(lost) => !self.kept(viewer, lost, pair).is_empty(),
            None => pair.iter().map(|card| self.initiative(card)).sum::<u8>() == sums[side],
        }
    }

    /// Returns these locked cards with those that have been played.
    fn pair(&self, side: Side, locked: Cards) -> Cards {
        let played = self.sides[side].table.into_iter().flatten().map(|played| played.card);
        locked.iter().chain(played).collect()
    }

    /// Returns the cards of the two that may have been locked from the beginning, where one was lost
    /// and another one came from the deck: with the lost one they make the sum.
    fn kept(&self, viewer: Viewer, lost: LostCard, pair: Cards) -> Cards {
        let sum = self.sums.map(|sums| sums[Side::Europe]);
        let had = lost.before.union(self.never_in_the_deck(viewer));
        let came =
            |card: ActionCard| pair.difference(IdSet::only(card)).intersection(had).is_empty();
        let fits = |card: &ActionCard| {
            Some(self.initiative(*card) + self.initiative(lost.card)) == sum && came(*card)
        };
        pair.iter().filter(fits).collect()
    }

    /// Returns the cards that Cyber Attack showed, which lie in the deck only if Council Meeting has
    /// shuffled them into it. Of those that are hidden still a spectator knows nothing.
    fn never_in_the_deck(&self, viewer: Viewer) -> Cards {
        let shuffled = self.council.is_some_and(|council| council.shuffled);
        match self.intelligence.filter(|_| !shuffled) {
            Some(seen) if Self::is(viewer, Side::Russia) => seen.cards,
            Some(seen) => seen.cards.difference(seen.left),
            None => IdSet::EMPTY,
        }
    }

    fn initiative(&self, card: ActionCard) -> u8 {
        self.rules.actions[card].initiative
    }

    fn redeal_advantages(&mut self, side: Side, below: Below<'_>) {
        let own = &mut self.sides[side];
        let deck: IdSet<AdvantageCard> = own.advantage_deck.iter().collect();
        let pool = deck.union(own.advantages).union(own.drawn);
        let pool = pool.union(own.returned).union(own.scored);
        let mut cards = shuffled(pool, below);
        let mut take = |count: usize| -> IdSet<AdvantageCard> { cards.drain(..count).collect() };
        own.advantages = take(own.advantages.len());
        own.drawn = take(own.drawn.len());
        own.returned = take(own.returned.len());
        own.scored = take(own.scored.len());
        own.advantage_deck = Pile::from_top(&cards);
        if own.keeping.is_some() {
            let drawn = shuffled(own.drawn, below);
            own.keeping = drawn.first().zip(drawn.get(1)).map(|(a, b)| [*a, *b]);
        }
    }

    /// Re-deals the hands of these sides, the deck, and the headlines that left unseen: swapped within
    /// their period, which the deck's order makes public. As many of each banner as before left unseen.
    fn redeal_headlines<I: Iterator<Item = Side>>(
        &mut self,
        hidden_sides: impl Fn() -> I,
        below: Below<'_>,
    ) {
        for period in [1, 2] {
            let rules = self.rules.clone();
            let of = |headline: &Headline| rules.headlines[*headline].period == period;
            let mut hidden: IdSet<Headline> =
                self.headline_deck.iter().chain(self.unseen.iter()).filter(of).collect();
            for side in hidden_sides() {
                let own = self.sides[side].headlines.union(self.sides[side].discarded);
                hidden = hidden.union(own.iter().filter(of).collect());
            }
            for banner in Side::ALL.iter().copied() {
                let of = |headline: &Headline| {
                    of(headline) && rules.headlines[*headline].banner == banner
                };
                let old: IdSet<Headline> = self.unseen.iter().filter(of).collect();
                let new = pick(hidden.iter().filter(of).collect(), old.len(), below);
                self.unseen = self.unseen.difference(old).union(new);
                hidden = hidden.difference(new);
            }
            let mut hidden = shuffled(hidden, below);
            let mut next = |old: Headline| if of(&old) { hidden.pop().unwrap_or(old) } else { old };
            let deck: Vec<Headline> = self.headline_deck.iter().map(&mut next).collect();
            self.headline_deck = Pile::from_top(&deck);
            for side in hidden_sides() {
                let own = &mut self.sides[side];
                own.headlines = own.headlines.iter().map(&mut next).collect();
                own.discarded = own.discarded.iter().map(&mut next).collect();
            }
        }
        for side in hidden_sides() {
            let own = &mut self.sides[side];
            if own.placing.is_some() {
                own.placing = own.headlines.nth(below(own.headlines.len() as u64) as usize);
            }
        }
    }
}

fn others(viewer: Viewer) -> impl Iterator<Item = Side> {
    Side::ALL.iter().copied().filter(move |side| !EuropeDivided::is(viewer, *side))
}

/// Returns a set in random order.
fn shuffled<K: Id>(set: IdSet<K>, below: Below<'_>) -> Vec<K> {
    let mut cards: Vec<K> = set.iter().collect();
    shuffle(&mut cards, below);
    cards
}

/// Draws this many of a set.
fn pick<K: Id>(set: IdSet<K>, count: usize, below: Below<'_>) -> IdSet<K> {
    shuffled(set, below).into_iter().take(count).collect()
}

fn pile<const N: usize>(set: Cards, below: Below<'_>) -> Pile<ActionCard, N> {
    Pile::from_top(&shuffled(set, below))
}

/// Lists every set of this many cards, of which at most two are ever locked.
fn sets_of(count: usize, pool: Cards) -> Vec<Cards> {
    let one = || pool.iter().map(IdSet::only);
    let later = |first: Cards| one().filter(move |second| second.bits() > first.bits());
    match count {
        0 => vec![IdSet::EMPTY],
        1 => one().collect(),
        _ => one().flat_map(|first| later(first).map(move |second| first.union(second))).collect(),
    }
}

/// Returns the number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |ways, at| ways * (n as u64 - at) / (at + 1))
}

fn drawn_by_weight(ways: Vec<Way>, below: Below<'_>) -> Way {
    let mut at = below(ways.iter().map(|way| way.ways).sum());
    let mut here = |way: &Way| {
        let found = at < way.ways;
        at = at.saturating_sub(way.ways);
        found
    };
    ways.into_iter().find(|way| here(way)).expect("the true cards fit what was announced")
}
