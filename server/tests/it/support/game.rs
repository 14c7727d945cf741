//! A toy for two seats that has everything a room must cope with: an open turn, a secret
//! simultaneous choice, chance, a clock if wanted, and commands that make the rules panic.

use std::sync::Arc;

use engine::catalogue::DataFault;
use engine::dealer::{Dealer, Label};
use engine::game::{Below, EventText};
use engine::offer::{Template, WrittenOffer};
use engine::{Audience, EventSink, Game, GameEntry, MatchMillis, Seat, SeatSet, Viewer};
use protocol::offer::Placeholder;
use protocol::room::{GameInfo, SeatRange};
use protocol::{Outcome, Rejection};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The registry of the tests.
pub(crate) fn games() -> &'static [GameEntry] {
    static GAMES: [GameEntry; 1] = [GameEntry::of::<Toy>()];
    &GAMES
}

/// A round: seat 0 says a number, seat 1 says one, then both hide one; the hidden ones score.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Toy {
    rounds_left: u8,
    clock_ms: u64,
    due: Option<MatchMillis>,
    late: u8,
    step: Step,
    question: u32,
    scores: [i64; 2],
    resigned: Option<Seat>,
    die: u8,
    poisoned: bool,
    asks_on: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    Say(Seat),
    Hide([Option<u8>; 2]),
    Over,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Options {
    rounds: u8,
    clock_ms: u64,
    /// `true` if a seat that has hidden its number is asked something else than before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    asks_on: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { rounds: 1, clock_ms: 0, asks_on: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Command {
    Say {
        n: u8,
    },
    Hide {
        n: u8,
    },
    /// Panics before anything is logged.
    Panic {},
    /// Is logged; whoever looks at the table afterwards panics.
    Poison {},
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Event {
    Dealt { die: u8 },
    Said { seat: u8, n: u8 },
    Hidden { n: u8 },
    Revealed { hidden: [u8; 2] },
    Late {},
    Resigned { seat: u8 },
}

#[derive(Serialize)]
pub(crate) struct Public {
    step: &'static str,
    scores: [i64; 2],
    die: u8,
}

#[derive(Serialize)]
pub(crate) struct Private {
    hidden: Option<u8>,
}

impl Toy {
    fn go(&mut self, now: MatchMillis, step: Step) {
        self.step = step;
        self.question += 1;
        self.wind(now);
    }

    fn wind(&mut self, now: MatchMillis) {
        let runs = self.clock_ms > 0 && self.step != Step::Over;
        self.due = runs.then_some(now + self.clock_ms);
    }

    fn hide(&mut self, now: MatchMillis, both: [u8; 2], events: &mut impl EventSink<Event>) {
        events.emit(Audience::All, Event::Revealed { hidden: both });
        self.scores = [0, 1].map(|seat| self.scores[seat] + i64::from(both[seat]));
        self.rounds_left -= 1;
        let over = self.rounds_left == 0;
        self.go(now, if over { Step::Over } else { Step::Say(Seat(0)) });
    }
}

impl Game for Toy {
    const ID: &'static str = "toy";
    const RULES_VERSION: u32 = 1;

    type Options = Options;
    type Data = ();
    type Command = Command;
    type Choice = ();
    type Event = Event;
    type Public = Public;
    type Private = Private;

    fn info() -> GameInfo {
        GameInfo {
            id: "toy".to_owned(),
            name: "Toy".to_owned(),
            description: String::new(),
            seats: SeatRange { min: 2, max: 2 },
            roles: None,
            sides: Vec::new(),
            types: None,
            options: json!({"properties": {"rounds": {}, "clock_ms": {}, "asks_on": {}}}),
            option_groups: Vec::new(),
            bot_levels: Vec::new(),
            hints: false,
            licence: String::new(),
            dev: false,
        }
    }

    fn files() -> &'static [(&'static str, &'static str)] {
        &[("toy", "faces = 6")]
    }

    fn load(_: &Value) -> Result<(), DataFault> {
        Ok(())
    }

    fn setup(
        options: &Options,
        _: Arc<()>,
        mut dealer: Dealer,
        events: &mut impl EventSink<Event>,
    ) -> Self {
        let die = dealer.below(Label { slot: 0, name: "toy" }, 6) as u8 + 1;
        events.emit(Audience::All, Event::Dealt { die });
        let mut toy = Self {
            rounds_left: options.rounds,
            clock_ms: options.clock_ms,
            due: None,
            late: 0,
            step: Step::Say(Seat(0)),
            question: 0,
            scores: [0, 0],
            resigned: None,
            die,
            poisoned: false,
            asks_on: options.asks_on,
        };
        toy.wind(0);
        toy
    }

    fn awaiting(&self) -> SeatSet {
        match self.step {
            Step::Say(seat) => SeatSet::only(seat),
            Step::Hide(_) => SeatSet::first(2),
            Step::Over => SeatSet::EMPTY,
        }
    }

    fn question(&self, seat: Seat) -> u32 {
        let hidden = |hidden: [Option<u8>; 2]| hidden[seat.index()].is_some();
        let on = self.asks_on && matches!(self.step, Step::Hide(both) if hidden(both));
        2 * self.question + u32::from(on)
    }

    fn veiled(&self) -> bool {
        matches!(self.step, Step::Hide(_))
    }

    fn choices(&self, seat: Seat, out: &mut Vec<()>) {
        match self.step {
            Step::Hide(hidden) if hidden[seat.index()].is_none() => out.push(()),
            Step::Say(turn) if turn == seat => out.push(()),
            Step::Say(_) | Step::Hide(_) | Step::Over => {}
        }
    }

    fn admits(&self, (): &(), _: &Command) -> bool {
        true
    }

    fn sample(&self, (): &(), _: Below<'_>) -> Command {
        if self.veiled() { Command::Hide { n: 0 } } else { Command::Say { n: 0 } }
    }

    fn written_offer(&self, _: Seat, (): &()) -> WrittenOffer {
        let kind = if self.veiled() { "hide" } else { "say" };
        WrittenOffer {
            command: Template::new(kind).with("n", &Placeholder::Int { min: 0, max: 9 }),
            text: "A number".to_owned(),
            rule: "Numbers",
            loose: false,
            is_final: false,
        }
    }

    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Command,
        events: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        let refused = |why: &str| Err(Rejection::illegal(why, "Numbers"));
        match (*command, self.step) {
            (Command::Panic {}, _) => panic!("the toy panics, as it was asked to"),
            (Command::Poison {}, _) => self.poisoned = true,
            (Command::Say { n } | Command::Hide { n }, _) if n > 9 => return refused("0 to 9"),
            (Command::Say { n }, Step::Say(turn)) if turn == seat => {
                events.emit(Audience::All, Event::Said { seat: seat.0, n });
                let second = seat == Seat(1);
                self.go(now, if second { Step::Hide([None; 2]) } else { Step::Say(Seat(1)) });
            }
            (Command::Hide { n }, Step::Hide(mut hidden)) if hidden[seat.index()].is_none() => {
                events.emit(Audience::Only(seat), Event::Hidden { n });
                hidden[seat.index()] = Some(n);
                match hidden {
                    [Some(a), Some(b)] => self.hide(now, [a, b], events),
                    _ => self.step = Step::Hide(hidden),
                }
            }
            (Command::Say { .. } | Command::Hide { .. }, _) => return refused("not now"),
        }
        Ok(())
    }

    fn next_deadline(&self) -> Option<MatchMillis> {
        self.due
    }

    fn deadline(&mut self, due: MatchMillis, events: &mut impl EventSink<Event>) {
        events.emit(Audience::All, Event::Late {});
        self.late += 1;
        if self.late == 3 { self.go(due, Step::Over) } else { self.wind(due) }
    }

    fn resign(&mut self, now: MatchMillis, seat: Seat, events: &mut impl EventSink<Event>) {
        events.emit(Audience::All, Event::Resigned { seat: seat.0 });
        self.resigned = Some(seat);
        self.go(now, Step::Over);
    }

    fn describe(&self, event: &Event) -> EventText {
        EventText { text: format!("{event:?}"), rule: "Numbers" }
    }

    fn public(&self) -> Public {
        assert!(!self.poisoned, "the toy panics for whoever looks");
        let step = match self.step {
            Step::Say(_) => "say",
            Step::Hide(_) => "hide",
            Step::Over => "over",
        };
        Public { step, scores: self.scores, die: self.die }
    }

    fn private(&self, seat: Seat) -> Private {
        let hidden = match self.step {
            Step::Hide(hidden) => hidden[seat.index()],
            Step::Say(_) | Step::Over => None,
        };
        Private { hidden }
    }

    fn scores(&self) -> Vec<i64> {
        self.scores.to_vec()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.step != Step::Over {
            return None;
        }
        let best = self.scores.iter().max();
        let (winners, reason) = match self.resigned {
            Some(Seat(quitter)) => (vec![1 - quitter], "resigned"),
            None if self.late == 3 => (Vec::new(), "late"),
            None => {
                let wins = |seat: &u8| Some(&self.scores[usize::from(*seat)]) == best;
                ((0..2).filter(wins).collect(), "numbers")
            }
        };
        Some(Outcome { winners, scores: self.scores.to_vec(), reason: reason.to_owned() })
    }

    fn epoch(&self) -> u32 {
        0
    }

    fn redeal(&mut self, _: Viewer, _: Below<'_>) {}

    fn redeal_unseen(&mut self, _: Below<'_>) {}
}
