//! Europe: two to four players, real time, simultaneous trade; by Nat Lasseter.
//!
//! `flow` advances the rounds and `clock` times them; `commands` lists the legal choices, `sample`
//! and `offers` present them to bots and clients; each kind of rule has a file: `choose`,
//! `production`, `market`, `trading`, `citizens`, `crises`, `allocation`, `clean_up`. `check` and
//! `tables` read the component data.

mod allocation;
#[cfg(feature = "arrange")]
mod arrange;
mod check;
mod choose;
mod citizens;
mod clean_up;
mod clock;
mod commands;
mod crises;
mod decks;
mod factored;
mod flow;
mod form;
mod goods;
mod hand;
mod invariants;
mod market;
mod offers;
mod production;
mod redeal;
mod sample;
mod setup;
mod state;
mod tables;
mod text;
mod trading;
mod trials;
mod view;
mod why;

use std::sync::Arc;

use protocol::games::europe::{Command, Event, ID, Options, Phase, Private, Public};
use protocol::room::{GameInfo, OptionGroup, SeatRange};
use protocol::{Code, Outcome, Rejection, schema};
use serde_json::Value;

#[cfg(feature = "arrange")]
pub use arrange::{ArrangedPlayer, Arrangement};
pub use commands::Choice;
pub use state::Europe;
pub use tables::Tables;

use crate::catalogue::{DataFault, shipped};
use crate::dealer::Dealer;
use crate::game::{
    Below, DataLicence, EventSink, EventText, Game, MatchMillis, Seat, SeatSet, Viewer, wire_name,
};
use crate::lesson::puzzles;
use crate::offer::WrittenOffer;
use why::Why;

impl Game for Europe {
    const ID: &'static str = ID;
    const RULES_VERSION: u32 = 1;
    const TIMED: bool = true;
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
            name: "Europe".to_owned(),
            description:
                "Countries of the European Union trade in real time to keep their citizens \
                          happy and to get through crises."
                    .to_owned(),
            seats: SeatRange { min: 2, max: 4 },
            roles: None,
            sides: Vec::new(),
            types: Some(schema::types_of(ID)),
            options: schema::of::<Options>(),
            option_groups: option_groups(),
            dev: false,
            bot_levels: Vec::new(),
            hints: false,
            licence: "Europe by Nat Lasseter (http://user.4574.co.uk/pages/Games/Europe.html), \
                      CC BY-SA 3.0 Unported (https://creativecommons.org/licenses/by-sa/3.0/), \
                      changed. The card data are under the same licence; cards that the published \
                      text does not have are marked as reconstructed."
                .to_owned(),
        }
    }

    fn trials() -> Vec<Value> {
        trials::trials()
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        shipped!("europe": "citizens", "counts", "countries", "crises", "resources")
    }

    fn reference() -> &'static str {
        include_str!("../../../data/europe/rules.en.toml")
    }

    fn data_licence() -> Option<DataLicence> {
        Some(DataLicence {
            title: "Europe: card data",
            uri: "https://creativecommons.org/licenses/by-sa/3.0/",
            notice: "Europe by Nat Lasseter, CC BY-SA 3.0 Unported, changed",
            text: include_str!("../../../data/europe/LICENCE.md"),
        })
    }

    fn lessons() -> &'static [(&'static str, &'static str)] {
        &[
            ("first", include_str!("../../../data/europe/lessons/first.en.toml")),
            ("growth", include_str!("../../../data/europe/lessons/growth.en.toml")),
        ]
    }

    fn puzzles() -> &'static [(&'static str, &'static str)] {
        puzzles! {
            "europe":
            "three-at-the-door", "cloth-for-fuel", "one-coin-more", "a-full-store",
            "grain-for-today", "one-for-one", "the-least-evil", "the-only-cloth", "almost-there",
            "one-cube-short", "more-than-enough", "the-quake-takes-it",
            "enough-for-one", "a-fair-swap", "the-last-cube", "nobody-has-it", "three-for-three",
            "the-rare-kind", "two-for-one", "dear-water", "an-eager-buyer",
        }
    }

    fn load(files: &Value) -> Result<Tables, DataFault> {
        Tables::load(files)
    }

    fn seats(options: &Options) -> u8 {
        options.players
    }

    fn setup(
        options: &Options,
        data: Arc<Tables>,
        dealer: Dealer,
        events: &mut impl EventSink<Event>,
    ) -> Self {
        let game = Self::set_up(options, data, dealer, events);
        game.assert_sound();
        game
    }

    fn awaiting(&self) -> SeatSet {
        self.awaited()
    }

    fn question(&self, _: Seat) -> u32 {
        self.question_number()
    }

    fn standing(&self, _: Seat) -> bool {
        matches!(self.phase, Phase::Play)
    }

    fn veiled(&self) -> bool {
        matches!(self.phase, Phase::Choose | Phase::Allocate)
    }

    fn closed(question: u32) -> Option<Rejection> {
        let late = "the round's open play has ended";
        Self::was_play(question).then(|| Rejection::new(Code::RoundOver, late))
    }

    fn misread(&self, now: MatchMillis, _: Seat, command: &Value) -> Option<Rejection> {
        self.why_misread(now, command)
    }

    fn choices(&self, seat: Seat, out: &mut Vec<Choice>) {
        self.choices_of(seat, out);
    }

    fn admits(&self, choice: &Choice, command: &Command) -> bool {
        self.covers(*choice, command)
    }

    fn sample(&self, choice: &Choice, below: Below<'_>) -> Command {
        self.sampled(*choice, below)
    }

    fn written_offer(&self, _: Seat, choice: &Choice) -> WrittenOffer {
        self.offer_of(*choice)
    }

    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Command,
        events: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let done = self.check(now, seat, command);
        let done = done.and_then(|()| self.carry(now, seat, command, events));
        done.map_err(|why| why.reject(self))?;
        self.count_act(seat, events);
        self.sweep(events);
        self.go_on_if_answered(now, events);
        self.jump_if_all_ready(now, events);
        self.assert_sound();
        Ok(())
    }

    fn next_deadline(&self) -> Option<MatchMillis> {
        self.due()
    }

    fn deadline(&mut self, due: MatchMillis, events: &mut impl EventSink<Event>) {
        if self.due().is_some_and(|at| at <= due) {
            self.run_due(due, events);
        }
        self.assert_sound();
    }

    fn resign(&mut self, now: MatchMillis, seat: Seat, events: &mut impl EventSink<Event>) {
        self.give_up(now, seat, events);
        self.assert_sound();
    }

    fn describe(&self, event: &Event) -> EventText {
        self.words(event).into()
    }

    fn public(&self) -> Public {
        self.public_view()
    }

    fn private(&self, seat: Seat) -> Private {
        self.private_view(seat)
    }

    fn scores(&self) -> Vec<i64> {
        self.seats().map(|seat| i64::from(self.player(seat).happiness)).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        Some(Outcome {
            winners: end.winners.iter().map(|seat| seat.0).collect(),
            scores: Game::scores(self),
            reason: wire_name(end.reason),
        })
    }

    /// Returns an end by rounds with the reason of a win, which it once had.
    fn formerly(outcome: &Outcome) -> Option<Outcome> {
        let reason = outcome.reason.strip_prefix("limit_")?.to_owned();
        Some(Outcome { reason, ..outcome.clone() })
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

impl Europe {
    /// Carries out a command that may be given now. A refusal leaves the state as it was.
    fn carry(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Command,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Why> {
        match command {
            Command::Country { code } => self.take_country(seat, *code, ev)?,
            Command::Choose { keep, hidden, reveal_resource } => {
                self.choose(seat, keep, *hidden, *reveal_resource, ev)?;
            }
            Command::OfferCreate { to, give, want } => {
                self.offer((now, seat), to, give, want, ev)?;
            }
            Command::OfferCounter { offer_id, give, want } => {
                self.counter((now, seat), *offer_id, give, want, ev)?;
            }
            Command::OfferAccept { offer_id } => self.accept(seat, *offer_id, ev)?,
            Command::OfferDecline { offer_id } => self.decline(seat, *offer_id, ev)?,
            Command::OfferCancel { offer_id } => self.cancel(seat, *offer_id, ev)?,
            Command::BankBuy { cubes } => self.bank_buy(seat, cubes, ev)?,
            Command::RevealResource {} => self.reveal_resource(seat, ev)?,
            Command::RevealCitizen { id } => self.reveal_citizen(seat, *id, ev)?,
            Command::DrawCitizens {} => self.draw_citizens(seat, ev)?,
            Command::ChooseDrawn { keep, hidden } => self.keep_drawn(seat, keep, *hidden, ev)?,
            Command::Develop { slot, card_id } => self.develop(seat, *slot, *card_id, ev)?,
            Command::DevelopBlind {} => self.develop_blind(seat, ev)?,
            Command::SettleCrisis { crisis_id, cubes, coin } => {
                self.settle(seat, *crisis_id, (cubes, *coin), ev)?;
            }
            Command::Ready { ready } => return self.get_ready(seat, *ready, ev),
            Command::Allocate { cards } => self.allocate(seat, cards, ev)?,
        }
        self.clear_ready(seat, ev);
        Ok(())
    }
}

/// Returns the options that most people leave as they are; the number of players is asked of everybody.
fn option_groups() -> Vec<OptionGroup> {
    let group = OptionGroup::new;
    vec![
        group(
            "Beginning and end",
            &["win_happiness", "max_rounds", "start_coin", "start_happiness"],
        ),
        group(
            "Time",
            &[
                "untimed",
                "round_ms",
                "choose_ms",
                "allocate_ms",
                "crisis_at_ms",
                "offer_ttl_ms",
                "end_early_when_ready",
            ],
        ),
        group("Cards", &["citizen_deck", "crisis_deck", "market", "max_citizens", "recycle_spent"]),
        group("Trade", &["allow_gifts", "bank_price", "carry_over", "offer_limit"]),
        group(
            "Crises and citizens",
            &["crisis_bonus", "crisis_failure", "happiness_floor", "placate_base"],
        ),
        group("For players of unequal strength", &["handicap", "handicap_for"]),
    ]
}
