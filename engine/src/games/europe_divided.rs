//! Europe Divided: two players, secret simultaneous choices, effects and reactions; two editions.
//!
//! `flow` advances a turn, `commands` lists the legal choices of each frame, and each kind of rule
//! has a file: `actions`, `effects`, `influence`, `military`, `sea`, `advantage`, `headlines`,
//! `scoring`, `initiative`. `check` and `tables` read the component data.

mod actions;
mod advantage;
#[cfg(feature = "arrange")]
mod arrange;
mod board;
mod cause;
mod check;
mod commands;
mod effects;
mod factored;
mod flow;
mod headlines;
mod influence;
mod initiative;
mod military;
mod names;
mod offers;
mod prices;
mod reasons;
mod redeal;
mod scoring;
mod sea;
mod setup;
mod state;
mod tables;
mod text;
mod think;
mod trials;
mod view;
mod why;
mod worth;

use std::sync::Arc;

use protocol::games::europe_divided::{
    Command, EndReason, Event, ID, Options, Private, Public, Side,
};
use protocol::room::{GameInfo, OptionGroup, SeatRange, SeatSides};
use protocol::{Code, Outcome, Rejection, schema};
use serde_json::{Map, Value};

#[cfg(feature = "arrange")]
pub use arrange::{ArrangedSide, Arrangement};
pub use commands::Choice;
pub use military::March;
pub use state::EuropeDivided;
pub use tables::Tables;

use crate::catalogue::{DataFault, shipped};
use crate::dealer::Dealer;
use crate::game::{
    Below, EventSink, EventText, Game, MatchMillis, Seat, SeatSet, Viewer, wire_name,
};
use crate::lesson::puzzles;
use crate::offer::WrittenOffer;
use state::{Frame, seat_of, side_of};
use why::Why;

impl Game for EuropeDivided {
    const ID: &'static str = ID;
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type Data = Tables;
    type Command = Command;
    type Choice = Choice;
    type Event = Event;
    type Public = Public;
    type Private = Private;

    fn info() -> GameInfo {
        GameInfo {
            id: ID.to_owned(),
            name: "Europe Divided".to_owned(),
            description: "Europe (EU and NATO) against Russia, 1992 to 2019: cards, influence, \
                          armies and headlines in 20 turns."
                .to_owned(),
            seats: SeatRange { min: 2, max: 2 },
            roles: Some(vec!["Europe".to_owned(), "Russia".to_owned()]),
            sides: vec![SeatSides {
                when: Map::new(),
                seats: vec!["Europe".to_owned(), "Russia".to_owned()],
            }],
            types: Some(schema::types_of(ID)),
            options: schema::of::<Options>(),
            option_groups: vec![
                OptionGroup::new("The rules", &["edition", "undo"]),
                OptionGroup::new("For players of unequal strength", &["handicap", "handicap_for"]),
            ],
            dev: false,
            bot_levels: Vec::new(),
            hints: false,
            licence:
                "A game by David Thompson and Chris Marling. Card texts are paraphrased; values \
                      that no readable source has are reconstructed and marked as such."
                    .to_owned(),
        }
    }

    fn trials() -> Vec<Value> {
        trials::trials()
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        shipped!("europe-divided": "cards", "editions", "headlines", "map", "turns")
    }

    fn reference() -> &'static str {
        include_str!("../../../data/europe-divided/rules.en.toml")
    }

    fn lessons() -> &'static [(&'static str, &'static str)] {
        &[
            ("first", include_str!("../../../data/europe-divided/lessons/first.en.toml")),
            ("halfway", include_str!("../../../data/europe-divided/lessons/halfway.en.toml")),
        ]
    }

    fn puzzles() -> &'static [(&'static str, &'static str)] {
        puzzles! { "europe-divided":
            "in-which-order", "the-first-word", "without-a-card", "cheaper-than-money",
            "a-die-for-nothing", "three-times-one", "clear-the-field", "break-the-six",
            "three-and-two", "two-cards-one-target", "the-race-for-ukraine",
            "alone-with-one-rival", "tomorrows-news", "write-it-yourself", "before-it-grows",
            "three-regions-for-four-points", "two-turns-ahead", "a-headline-comes-true",
            "two-of-three", "nothing-more", "an-empty-purse",
        }
    }

    fn load(files: &Value) -> Result<Tables, DataFault> {
        Tables::load(files)
    }

    fn setup(
        options: &Options,
        data: Arc<Tables>,
        dealer: Dealer,
        events: &mut impl EventSink<Event>,
    ) -> Self {
        let mut game = Self::set_up(*options, data, dealer, events);
        game.put_question(None);
        game
    }

    fn awaiting(&self) -> SeatSet {
        let awaited = Side::ALL.iter().filter(|side| self.awaited(**side));
        awaited.fold(SeatSet::EMPTY, |set, side| set.with(seat_of(*side)))
    }

    fn question(&self, seat: Seat) -> u32 {
        self.asked[side_of(seat)]
    }

    fn veiled(&self) -> bool {
        self.stack.top().is_some_and(Self::veils)
    }

    fn choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        self.choices_of(side_of(seat), out);
    }

    fn admits(&self, choice: &Choice, command: &Command) -> bool {
        choice.covers(command)
    }

    fn sample(&self, choice: &Choice, below: Below<'_>) -> Command {
        choice.pick(below)
    }

    fn written_offer(&self, seat: Seat, choice: &Choice) -> WrittenOffer {
        self.offer_of(side_of(seat), choice)
    }

    fn apply(
        &mut self,
        _now: MatchMillis,
        seat: Seat,
        command: &Command,
        events: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let side = side_of(seat);
        let Some(frame) = self.stack.top().copied() else {
            return Err(Rejection::new(Code::Over, "the match is over"));
        };
        if !self.awaited(side) {
            return Err(Rejection::illegal("it is not your turn to decide", "Game turn"));
        }
        self.carry(&frame, side, command, events).map_err(|why| why.reject(self))?;
        let waiting = self.stack.top() == Some(&frame) && Self::veils(&frame);
        self.settle(events);
        self.put_question(waiting.then_some(side));
        Ok(())
    }

    fn resign(&mut self, _: MatchMillis, seat: Seat, events: &mut impl EventSink<Event>) {
        self.finish(side_of(seat).opponent(), EndReason::Resigned, events);
    }

    fn describe(&self, event: &Event) -> EventText {
        self.words(event).into()
    }

    fn public(&self) -> Public {
        self.public_view()
    }

    fn private(&self, seat: Seat) -> Private {
        self.private_view(side_of(seat))
    }

    fn scores(&self) -> Vec<i64> {
        Side::ALL.iter().map(|side| i64::from(self.total(*side))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        Some(Outcome {
            winners: vec![seat_of(end.winner).0],
            scores: Game::scores(self),
            reason: wire_name(end.reason),
        })
    }

    fn epoch(&self) -> u32 {
        self.knowledge.epoch() + self.dealer.draws()
    }

    fn redeal(&mut self, viewer: Viewer, below: Below<'_>) {
        self.redeal_for(viewer, below);
    }

    fn redeal_unseen(&mut self, below: Below<'_>) {
        self.redeal_for_nobody(below);
    }
}

impl EuropeDivided {
    /// Counts the questions put: after a move within a simultaneous choice only that of its author
    /// is new.
    fn put_question(&mut self, only: Option<Side>) {
        for side in Side::ALL.iter().copied() {
            if self.awaited(side) && only.is_none_or(|only| only == side) {
                self.asked[side] += 1;
            }
        }
    }

    /// Passes a command to the top frame. A refusal leaves the state as it was.
    fn carry(
        &mut self,
        frame: &Frame,
        side: Side,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        match *frame {
            Frame::KeepAdvantages | Frame::Initiative | Frame::PlaceHeadline => {
                self.choose(frame, side, command, ev)
            }
            Frame::Segment(_) => self.segment(side, command, ev),
            Frame::Action(_, card) => self.act(side, card, command, ev),
            Frame::Propaganda { card, taken } => self.propaganda(card, taken, command, ev),
            Frame::Aftermath(at) => self.answer(at, command, ev),
            Frame::Advantage(_, card) => self.target(side, card, command, ev),
            Frame::SnapExercise { first } => self.second_move(first, command, ev),
            Frame::Turn(_) => Err(Why::NotAsked),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "every other command, also a future one, answers another question"
    )]
    fn segment(
        &mut self,
        side: Side,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        match *command {
            Command::Play { card } => self.reveal(side, card, ev),
            Command::UseAdvantage { card } => self.use_advantage(side, card, ev),
            Command::SellAdvantage { card } => self.sell_advantage(side, card, ev),
            Command::SeaMove { from, to } => self.sea_move(side, from, to, ev),
            Command::SeaBuild {} => self.sea_build(side, ev),
            Command::EndSegment {} if !self.sides[side].locked.is_empty() => Err(Why::CardsLeft),
            Command::EndSegment {} => {
                ev.all(Event::SegmentEnded { side });
                self.stack.finish();
                Ok(())
            }
            _ => Err(Why::NotAsked),
        }
    }
}
