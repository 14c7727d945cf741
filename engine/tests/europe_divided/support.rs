//! Positions and moves for the tests of Europe Divided: arrange, lock, act, look.
//!
//! Everything goes through the public `Game` API. A move that is made must have been offered, and
//! one that is refused must not have been and must leave the match as it was.

// Each test binary uses its own part of this.
#![allow(dead_code, unused_imports)]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use engine::dealer::Dealer;
use engine::games::europe_divided::{ArrangedSide, Arrangement, EuropeDivided, Tables};
use engine::{Audience, Game, GameEntry, Seat, Viewer};
use fairness::vd1::MatchKey;
use protocol::Code;

pub(crate) use protocol::games::europe_divided::{
    ActionCard as C, AdvantageCard as A, CardZone, Cause, Command, Edition, EndReason, Event,
    Headline as H, MoneySource, Options, Power, Private, PromptKind, Public, Region as R,
    RegionLack, Sea, Side, SideProjection, SideView, Space as S, Stage,
};

pub(crate) const EU: Power = Power::Eu;
pub(crate) const NATO: Power = Power::Nato;
pub(crate) const RU: Power = Power::Russia;
pub(crate) const EUROPE: Side = Side::Europe;
pub(crate) const RUSSIA: Side = Side::Russia;
pub(crate) const EDITIONS: [Edition; 2] = [Edition::First, Edition::Revised];

pub(crate) const PASS: Command = Command::Pass {};
pub(crate) const MONEY: Command = Command::GainMoney {};
pub(crate) const DECLINE: Command = Command::Decline {};
pub(crate) const DONE: Command = Command::Done {};
pub(crate) const END: Command = Command::EndSegment {};
pub(crate) const PROPAGANDA: Command = Command::Propaganda {};

pub(crate) const fn place(power: Power, region: R) -> Command {
    Command::PlaceInfluence { power, region }
}

pub(crate) const fn increase(power: Power, region: R, amount: u8) -> Command {
    Command::IncreaseInfluence { power, region, amount }
}

pub(crate) const fn lower(power: Power, region: R) -> Command {
    Command::LowerInfluence { power, region }
}

pub(crate) const fn build(space: S) -> Command {
    Command::BuildArmy { space }
}

pub(crate) const fn march(from: S, to: S) -> Command {
    Command::MoveArmy { from, to }
}

pub(crate) const fn sea_move(from: S, to: S) -> Command {
    Command::SeaMove { from, to }
}

pub(crate) const fn advantage(card: A) -> Command {
    Command::UseAdvantage { card }
}

pub(crate) const fn sell(card: A) -> Command {
    Command::SellAdvantage { card }
}

pub(crate) const fn lock(cards: [C; 2]) -> Command {
    Command::LockInitiative { cards }
}

/// Home cards that fill a hand up when a test does not care.
const FILLERS: [[C; 6]; 2] = [
    [C::Norway, C::Turkey, C::Germany, C::Benelux, C::Italy, C::Denmark],
    [
        C::EnergySector,
        C::Kaliningrad,
        C::SouthernFederalDistrict,
        C::WesternFederalDistrict,
        C::ThePresident,
        C::NorthCaucasianFederalDistrict,
    ],
];

/// Loads the shipped component data.
pub(crate) fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| load(&BTreeMap::new())).clone()
}

/// Loads the component data with one piece of text of one file replaced.
pub(crate) fn tables_with(file: &str, old: &str, new: &str) -> Arc<Tables> {
    let (_, text) = EuropeDivided::files().iter().find(|(name, _)| *name == file).expect("a file");
    assert_eq!(text.matches(old).count(), 1, "{old:?} stands once in {file}.toml");
    load(&[(file.to_owned(), text.replace(old, new))].into())
}

fn load(replaced: &BTreeMap<String, String>) -> Arc<Tables> {
    let files = GameEntry::of::<EuropeDivided>().catalogue(replaced).expect("sound data");
    let data = serde_json::from_str(files.canonical()).expect("canonical JSON");
    Arc::new(EuropeDivided::load(&data).expect("sound data"))
}

fn dealer(seed: u8) -> Dealer {
    Dealer::new(MatchKey::from_bytes([seed; 32]))
}

pub(crate) const fn seat(side: Side) -> Seat {
    Seat(side as u8)
}

/// A position being arranged.
#[derive(Clone, Debug)]
pub(crate) struct Scene(pub(crate) Arrangement);

impl Scene {
    /// Arranges the first turn, with nothing on the board but the armies of the set-up.
    pub(crate) fn new(edition: Edition) -> Self {
        let options = Options { edition, ..Options::default() };
        Self(Arrangement { options, ..Arrangement::default() })
    }

    pub(crate) fn revised() -> Self {
        Self::new(Edition::Revised)
    }

    pub(crate) fn first() -> Self {
        Self::new(Edition::First)
    }

    fn side(&mut self, side: Side) -> &mut ArrangedSide {
        match side {
            Side::Europe => &mut self.0.europe,
            Side::Russia => &mut self.0.russia,
        }
    }

    pub(crate) fn turn(mut self, turn: u8) -> Self {
        self.0.turn = turn;
        self
    }

    pub(crate) fn die(mut self, power: Power, region: R, value: u8) -> Self {
        self.0.dice.push((power, region, value));
        self
    }

    pub(crate) fn tokens(mut self, space: S, count: u8) -> Self {
        self.0.tokens.push((space, count));
        self
    }

    pub(crate) fn money(mut self, side: Side, money: u16) -> Self {
        self.side(side).money = Some(money);
        self
    }

    pub(crate) fn prestige(mut self, side: Side, prestige: u16) -> Self {
        self.side(side).prestige = prestige;
        self
    }

    /// Sets all armies of a side: those of the set-up are not there.
    pub(crate) fn armies(mut self, side: Side, armies: &[(S, u8)]) -> Self {
        self.side(side).armies = armies.to_vec();
        self
    }

    /// Sets the first cards of a hand; the side locks the first two. The rest is filled up.
    pub(crate) fn hand(mut self, side: Side, cards: &[C]) -> Self {
        self.side(side).hand = cards.to_vec();
        self
    }

    /// Sets the top of the Action deck, first card first.
    pub(crate) fn deck(mut self, side: Side, cards: &[C]) -> Self {
        self.side(side).deck_top = cards.to_vec();
        self
    }

    pub(crate) fn discards(mut self, side: Side, cards: &[C]) -> Self {
        self.side(side).discards = cards.to_vec();
        self
    }

    pub(crate) fn taken(mut self, side: Side, cards: &[C]) -> Self {
        self.side(side).taken = cards.to_vec();
        self
    }

    pub(crate) fn holds(mut self, side: Side, cards: &[A]) -> Self {
        self.side(side).advantages = cards.to_vec();
        self
    }

    pub(crate) fn headlines(mut self, side: Side, cards: [H; 3]) -> Self {
        self.side(side).headlines = cards.to_vec();
        self
    }

    pub(crate) fn current(mut self, cards: &[H]) -> Self {
        self.0.current = cards.to_vec();
        self
    }

    pub(crate) fn forthcoming(mut self, cards: &[H]) -> Self {
        self.0.forthcoming = cards.to_vec();
        self
    }

    /// Begins the match in the initiative step of the turn.
    pub(crate) fn open(self) -> Play {
        self.open_with(tables())
    }

    /// Begins the match with other component data.
    pub(crate) fn open_with(mut self, tables: Arc<Tables>) -> Play {
        for side in Side::ALL.iter().copied() {
            let own = self.side(side);
            let named = |card: &C| own.deck_top.contains(card) || own.discards.contains(card);
            let fill = FILLERS[side.index()].into_iter().filter(|card| !named(card));
            let missing: Vec<C> = fill.filter(|card| !own.hand.contains(card)).collect();
            own.hand.extend(missing.into_iter().take(4_usize.saturating_sub(own.hand.len())));
            let named = own.hand.iter().chain(&own.deck_top).chain(&own.discards);
            let contested = named.copied().filter(|card| *card >= C::EuropeArmenia);
            let taken: Vec<C> = contested.filter(|card| !own.taken.contains(card)).collect();
            own.taken.extend(taken);
        }
        let game = self.0.build(tables, dealer(7));
        let locks = [&self.0.europe, &self.0.russia].map(|own| [own.hand[0], own.hand[1]]);
        Play { game, events: Vec::new(), locks }
    }

    /// Plays until both sides have locked the first two cards of their hands and this side is to
    /// act; if the other one goes first, it passes.
    pub(crate) fn start(self, side: Side) -> Play {
        let mut play = self.open();
        play.lock_both();
        play.segment(side);
        play
    }
}

/// A match in play, and all its events.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) game: EuropeDivided,
    pub(crate) events: Vec<(Audience, Event)>,
    locks: [[C; 2]; 2],
}

impl Play {
    /// Begins a match with its set-up.
    pub(crate) fn set_up(edition: Edition, seed: u8) -> Self {
        Self::with(Options { edition, ..Options::default() }, seed)
    }

    /// Begins a match with these options.
    pub(crate) fn with(options: Options, seed: u8) -> Self {
        let mut events = Vec::new();
        let game = EuropeDivided::setup(&options, tables(), dealer(seed), &mut events);
        Self { game, events, locks: [[C::Austria; 2]; 2] }
    }

    /// Makes a move; returns the public events.
    #[track_caller]
    pub(crate) fn act(&mut self, side: Side, command: Command) -> Vec<Event> {
        assert!(self.may(side, command), "{command:?} is not offered: {:?}", self.choices(side));
        let mut events = Vec::new();
        let result = self.game.apply(0, seat(side), &command, &mut events);
        assert!(result.is_ok(), "{command:?} refused: {result:?}");
        self.events.extend(events.iter().copied());
        events.into_iter().filter(|(to, _)| *to == Audience::All).map(|(_, event)| event).collect()
    }

    /// Reveals a card and takes one of its actions.
    #[track_caller]
    pub(crate) fn play(&mut self, card: C, action: Command) -> Vec<Event> {
        let side = self.prompt().1.expect("somebody's segment");
        let mut events = self.act(side, Command::Play { card });
        events.extend(self.act(side, action));
        events
    }

    /// Reveals a card.
    #[track_caller]
    pub(crate) fn reveal(&mut self, card: C) {
        let side = self.prompt().1.expect("somebody's segment");
        self.act(side, Command::Play { card });
    }

    /// Asserts that the move is illegal, is not offered, and changes nothing; returns the reason.
    #[track_caller]
    pub(crate) fn refuse(&self, side: Side, command: Command) -> String {
        assert!(!self.may(side, command), "{command:?} is offered");
        let mut next = self.game.clone();
        let mut events = Vec::new();
        let why = next.apply(0, seat(side), &command, &mut events).expect_err("refused");
        assert_eq!(why.code, Code::Illegal, "{why:?}");
        assert!(next == self.game && events.is_empty(), "{command:?} changed something");
        why.detail
    }

    /// Checks whether the move is among the choices.
    pub(crate) fn may(&self, side: Side, command: Command) -> bool {
        let mut choices = Vec::new();
        Game::choices(&self.game, seat(side), &mut choices);
        choices.iter().any(|choice| self.game.admits(choice, &command))
    }

    /// Returns the side's choices, as JSON templates.
    pub(crate) fn choices(&self, side: Side) -> Vec<String> {
        let mut choices = Vec::new();
        Game::choices(&self.game, seat(side), &mut choices);
        let offer = |choice| self.game.offer(seat(side), choice).command.to_string();
        choices.iter().map(offer).collect()
    }

    /// Locks the first two cards of both arranged hands.
    #[track_caller]
    pub(crate) fn lock_both(&mut self) -> Vec<Event> {
        self.act(EUROPE, lock(self.locks[0]));
        self.act(RUSSIA, lock(self.locks[1]))
    }

    /// Locks whatever both sides hold first.
    #[track_caller]
    pub(crate) fn lock_both_first(&mut self) {
        self.idle_until(|play| play.public().stage == Stage::Actions);
    }

    /// Goes on to this side's segment without doing anything else.
    #[track_caller]
    pub(crate) fn segment(&mut self, side: Side) {
        self.idle_until(|play| play.prompt() == (PromptKind::Segment, Some(side)));
    }

    /// Goes on to the next turn, or to the end, without doing anything else.
    #[track_caller]
    pub(crate) fn end_turn(&mut self) {
        let turn = self.public().turn;
        self.idle_until(|play| play.public().turn != turn || play.is_over());
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    #[track_caller]
    pub(crate) fn idle_until(&mut self, there: impl Fn(&Self) -> bool) {
        for _ in 0..2_000 {
            if there(self) {
                return;
            }
            self.idle();
        }
        panic!("that moment never comes: {:?}", self.public().prompt);
    }

    /// Makes one move that attempts nothing.
    #[track_caller]
    pub(crate) fn idle(&mut self) {
        let awaited = self.game.awaiting().iter().next().expect("somebody is awaited");
        let side = Side::ALL[awaited.index()];
        let own = self.private(side);
        let two = |cards: &[C]| [cards[0], cards[1]];
        let command = match self.public().prompt.kind {
            PromptKind::KeepAdvantages => {
                Command::KeepAdvantages { keep: [own.drawn[0], own.drawn[1]] }
            }
            PromptKind::Initiative => lock(two(&own.hand)),
            PromptKind::Segment => {
                own.locked.first().map_or(END, |card| Command::Play { card: *card })
            }
            PromptKind::Action => PASS,
            PromptKind::PlaceHeadline => Command::PlaceHeadline { headline: own.headlines[0] },
            PromptKind::Propaganda => DONE,
            PromptKind::Effect | PromptKind::Reaction => DECLINE,
            PromptKind::Advantage | PromptKind::Nothing => panic!("nothing idle to do"),
        };
        self.act(side, command);
    }

    pub(crate) fn public(&self) -> Public {
        Game::public(&self.game)
    }

    pub(crate) fn private(&self, side: Side) -> Private {
        Game::private(&self.game, seat(side))
    }

    /// Returns the kind of question, and the side that is asked.
    pub(crate) fn prompt(&self) -> (PromptKind, Option<Side>) {
        let prompt = self.public().prompt;
        (prompt.kind, prompt.side)
    }

    /// Returns public events in words, each with its rule.
    pub(crate) fn words(&self, events: &[Event]) -> Vec<String> {
        let words = |event| self.game.describe(event);
        events.iter().map(words).map(|text| format!("{} [{}]", text.text, text.rule)).collect()
    }

    /// Returns the offers of a side, in words.
    pub(crate) fn offers(&self, side: Side) -> Vec<String> {
        let mut choices = Vec::new();
        Game::choices(&self.game, seat(side), &mut choices);
        choices.iter().map(|choice| self.game.offer(seat(side), choice).text).collect()
    }

    /// Returns the reason why a move is refused, with the rule.
    #[track_caller]
    pub(crate) fn why(&self, side: Side, command: Command) -> String {
        let events = &mut Vec::<(Audience, Event)>::new();
        let why = self.game.clone().apply(0, seat(side), &command, events).expect_err("refused");
        format!("{} [{}]", why.detail, why.rule.unwrap_or_default())
    }

    /// Returns the match as this viewer knows it, with what the viewer cannot know re-dealt.
    pub(crate) fn redealt(&self, viewer: Viewer, seed: u64) -> Self {
        let mut other = self.clone();
        let mut rng = laws::Rng::new(seed);
        other.game.redeal(viewer, &mut |n| rng.below(n));
        other
    }

    /// Checks whether this question is open.
    pub(crate) fn asks(&self, kind: PromptKind, side: Side) -> bool {
        self.prompt() == (kind, Some(side))
    }

    /// Asserts that a window is open in which exactly these commands are legal, declining aside.
    #[track_caller]
    pub(crate) fn answers(&self, kind: PromptKind, side: Side, commands: &[Command]) {
        assert!(self.asks(kind, side), "{:?}", self.public().prompt);
        for command in commands {
            assert!(self.may(side, *command), "{command:?}");
        }
        assert_eq!(self.choices(side).len(), commands.len() + 1, "{:?}", self.choices(side));
    }

    pub(crate) fn side(&self, side: Side) -> SideView {
        self.public().sides[side.index()].clone()
    }

    pub(crate) fn money(&self, side: Side) -> u16 {
        self.side(side).money
    }

    pub(crate) fn die(&self, power: Power, region: R) -> u8 {
        let dice = self.public().dice.get(&region).copied().unwrap_or_default();
        match power {
            Power::Eu => dice.eu,
            Power::Nato => dice.nato,
            Power::Russia => dice.russia,
        }
    }

    pub(crate) fn armies(&self, side: Side, space: S) -> u8 {
        let armies = self.public().armies;
        let own = if side == EUROPE { armies.nato } else { armies.russia };
        own.get(&space).copied().unwrap_or_default()
    }

    /// Returns all events that a viewer received.
    pub(crate) fn events_for(&self, viewer: Viewer) -> Vec<Event> {
        let mine = self.events.iter().filter(|(audience, _)| audience.includes(viewer));
        mine.map(|(_, event)| *event).collect()
    }
}
