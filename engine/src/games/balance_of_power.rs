//! Balance of Power: two players and a neutral army on a map of Europe; two versions.
//!
//! `flow` advances a turn, `commands` lists the legal choices of each frame, and each kind of rule
//! has a file: `draft`, `cards`, `combat`, `objectives`, `manoeuvre`, `neutral`, `support`,
//! `command_room`. `check` and `tables` read the component data. `chances` computes the odds of
//! attack series, for views and offers alone.

#[cfg(feature = "arrange")]
mod arrange;
mod cards;
mod chances;
mod check;
mod combat;
mod command_room;
mod commands;
mod draft;
mod factored;
mod flow;
mod handicap;
mod manoeuvre;
mod maps;
mod neutral;
mod objectives;
mod offers;
mod reasons;
mod redeal;
mod setup;
mod state;
mod support;
mod tables;
mod text;
mod think;
mod trials;
mod view;

use std::sync::Arc;

use protocol::games::balance_of_power::{
    Colour, Command, EndReason, Event, ID, OptionalStep, Options, Private, Public, Version,
};
use protocol::room::{GameInfo, OptionGroup, SeatRange, SeatSides};
use protocol::{Code, Outcome, Rejection, schema};
use serde_json::{Map, Value, json};

#[cfg(feature = "arrange")]
pub use arrange::{ArrangedSide, Arrangement};
pub use chances::{Chances, MOST_TROOPS, OUTCOMES};
pub use combat::{Losses, resolve};
pub use commands::Choice;
pub use state::BalanceOfPower;
pub use tables::Tables;

use crate::catalogue::{DataFault, shipped};
use crate::dealer::Dealer;
use crate::game::{
    Below, EventSink, EventText, Game, MatchMillis, Seat, SeatSet, Viewer, wire_name,
};
use crate::lesson::puzzles;
use crate::offer::WrittenOffer;
use state::Frame;
use support::Inputs;

impl Game for BalanceOfPower {
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
            name: "Balance of Power".to_owned(),
            description: "Red against Blue on a map of Europe, with a neutral army between them: \
                          draft, attack, collect three objectives and hold your own capital."
                .to_owned(),
            seats: SeatRange { min: 2, max: 2 },
            roles: None,
            // In the Command Room one seat chooses.
            sides: vec![SeatSides {
                when: Map::from_iter([("version".to_owned(), json!(Version::BasicTraining))]),
                seats: vec!["Red".to_owned(), "Blue".to_owned()],
            }],
            types: Some(schema::types_of(ID)),
            options: schema::of::<Options>(),
            option_groups: vec![
                OptionGroup::new("The rules", &["undo"]),
                OptionGroup::new("Beginning and end", &["setup", "first", "max_turns"]),
                OptionGroup::new("For players of unequal strength", &["handicap", "handicap_for"]),
            ],
            dev: false,
            bot_levels: Vec::new(),
            hints: false,
            licence: "Texts are paraphrased; values that no readable source has are reconstructed \
                      and marked as such."
                .to_owned(),
        }
    }

    fn trials() -> Vec<Value> {
        trials::trials()
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        shipped!("balance-of-power": "cards", "command_room", "map", "objectives", "setups")
    }

    fn reference() -> &'static str {
        include_str!("../../../data/balance-of-power/rules.en.toml")
    }

    fn lessons() -> &'static [(&'static str, &'static str)] {
        &[
            ("first", include_str!("../../../data/balance-of-power/lessons/first.en.toml")),
            (
                "command-room",
                include_str!("../../../data/balance-of-power/lessons/command-room.en.toml"),
            ),
        ]
    }

    fn puzzles() -> &'static [(&'static str, &'static str)] {
        puzzles! { "balance-of-power":
            "the-soft-south", "two-doors-away", "one-big-army", "toe-to-toe", "now-or-later",
            "five-cards", "all-or-one", "behind-the-lines", "strike-first",
            "enough-for-today", "the-first-turn", "follow-through", "the-road-to-poland",
            "burning-bridges", "an-ally-in-the-north", "weaken-the-strong", "somebody-elses-dice",
            "clear-the-way", "a-long-shot", "a-capital-for-a-capital",
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
        game.put_question();
        game
    }

    fn awaiting(&self) -> SeatSet {
        self.awaited().map_or(SeatSet::EMPTY, |seat| SeatSet::only(Seat(seat)))
    }

    fn question(&self, seat: Seat) -> u32 {
        self.asked[seat.index()]
    }

    fn veiled(&self) -> bool {
        false
    }

    fn choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        if self.awaited() == Some(seat.0) {
            self.choices_now(out);
        }
    }

    fn admits(&self, choice: &Choice, command: &Command) -> bool {
        self.covers(choice, command)
    }

    fn sample(&self, choice: &Choice, below: Below<'_>) -> Command {
        self.pick(choice, below)
    }

    fn written_offer(&self, _seat: Seat, choice: &Choice) -> WrittenOffer {
        self.offer_of(choice)
    }

    fn apply(
        &mut self,
        _now: MatchMillis,
        seat: Seat,
        command: &Command,
        events: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let Some(frame) = self.stack.top().copied() else {
            return Err(Rejection::new(Code::Over, "the match is over"));
        };
        if self.awaited() != Some(seat.0) {
            return Err(Rejection::illegal("it is not your turn to decide", "Game turn"));
        }
        self.carry(&frame, seat, command, events)?;
        self.settle(events);
        self.put_question();
        Ok(())
    }

    fn resign(&mut self, _now: MatchMillis, seat: Seat, events: &mut impl EventSink<Event>) {
        self.finish(Some(1 - seat.0), EndReason::Resigned, events);
    }

    fn describe(&self, event: &Event) -> EventText {
        self.words(event).into()
    }

    fn public(&self) -> Public {
        self.public_view()
    }

    fn private(&self, seat: Seat) -> Private {
        self.private_view(seat.0)
    }

    fn scores(&self) -> Vec<i64> {
        let collected = |colour: Option<Colour>| colour.map_or(0, |one| self.collected[one].len());
        self.colours.map(|colour| collected(colour) as u32).map(i64::from).to_vec()
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        Some(Outcome {
            winners: end.winner.into_iter().collect(),
            scores: Game::scores(self),
            reason: wire_name(end.reason),
        })
    }

    /// Returns a draw as a win of both seats, which it once was.
    fn formerly(outcome: &Outcome) -> Option<Outcome> {
        let drawn = outcome.reason == wire_name(EndReason::Draw);
        drawn.then(|| Outcome { winners: vec![0, 1], ..outcome.clone() })
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

impl BalanceOfPower {
    /// Counts the open question.
    fn put_question(&mut self) {
        if let Some(seat) = self.awaited() {
            self.asked[usize::from(seat)] += 1;
        }
    }

    /// Passes a command to the top frame. A refusal leaves the state as it was.
    fn carry(
        &mut self,
        frame: &Frame,
        seat: Seat,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        match (*frame, command) {
            (Frame::PlaceMap, Command::PlaceMap { territories, capitals }) => {
                self.place_map(territories, *capitals, ev)
            }
            (Frame::PlaceMap, Command::Auto {}) => {
                self.auto(ev);
                Ok(())
            }
            (Frame::Choose, Command::Choose { colour, first }) => {
                self.choose(seat.0, *colour, *first, ev);
                Ok(())
            }
            (Frame::Resist, Command::Resist {}) => {
                self.resist(ev);
                Ok(())
            }
            (Frame::Resist, Command::Decline {}) => {
                self.decline_resistance(ev);
                Ok(())
            }
            (Frame::ReturnTroops(count), Command::ReturnTroops { troops }) => {
                self.return_troops(count, troops, ev)
            }
            (Frame::Support, Command::Support { kind, from, to, troops, stop_at }) => {
                let inputs = Inputs { from: *from, to: *to, troops: *troops, stop_at: *stop_at };
                self.buy(*kind, inputs, ev)
            }
            (Frame::Support, Command::Done {}) => {
                self.skip(OptionalStep::Support, ev);
                Ok(())
            }
            _ => self.carry_turn(frame, command, ev),
        }
    }

    /// Handles the frames that every turn has.
    fn carry_turn(
        &mut self,
        frame: &Frame,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        match (*frame, command) {
            (Frame::Draft { left, fresh }, Command::HandIn { cards }) => {
                return self.hand_in((left, fresh), cards, ev);
            }
            (Frame::Draft { left, .. }, Command::Place { troops }) => {
                return self.place(left, troops, ev);
            }
            (Frame::Attack, Command::Attack { from, to, dice }) => {
                return self.attack(*from, *to, *dice, ev);
            }
            (Frame::Attack, Command::AttackUntil { from, to, stop_at }) => {
                return self.attack_until(*from, *to, *stop_at, ev);
            }
            (Frame::Reroll(roll), Command::Reroll { die }) => return self.reroll(&roll, *die, ev),
            (Frame::Occupy { from, to, least }, Command::Occupy { troops }) => {
                return self.occupy((from, to, least), *troops, ev);
            }
            (Frame::Collect, Command::Collect { objective }) => {
                return self.collect(*objective, ev);
            }
            (Frame::Manoeuvre, Command::Manoeuvre { from, to, troops }) => {
                return self.manoeuvre(*from, *to, *troops, ev);
            }
            (Frame::Reroll(roll), Command::Keep {}) => {
                self.stack.finish();
                self.fight(&roll, ev);
            }
            (Frame::Attack, Command::EndAttack {}) => self.skip(OptionalStep::Attack, ev),
            (Frame::Collect, Command::Skip {}) => self.skip(OptionalStep::Collect, ev),
            (Frame::Manoeuvre, Command::Skip {}) => self.skip(OptionalStep::Manoeuvre, ev),
            _ => {
                return Err(Rejection::illegal(
                    "that does not answer the open question",
                    "Game turn",
                ));
            }
        }
        Ok(())
    }
}
