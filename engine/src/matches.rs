//! A match: a table together with its log.
//!
//! [`Match::prepare`] checks and carries out an input on a copy and yields the entry's bytes; the
//! caller makes them durable and then calls [`Match::commit`]. [`Match::replay`] folds a stored log
//! into the same match. Nothing here knows how or where entries are stored.
//!
//! The *position* is the last entry that a viewer may know of. While a secret simultaneous choice is
//! open ([`crate::Game::veiled`]), an entry that is not told to everybody advances nobody's, not even its author's,
//! and its events wait: their number would tell how many entries others have made.

mod consent;
mod fork;
mod input;
mod questions;
mod timeline;
mod views;

use std::collections::{BTreeMap, VecDeque};

use fairness::Hash;
use fairness::chain::Chain;
use fairness::vd1::{MatchKey, Salts};
use protocol::envelope::ClaimOutcome;
use protocol::{Code, Outcome, Rejection, UndoPolicy};
use uuid::Uuid;

use crate::catalogue::Catalogue;
use crate::dealer::Dealer;
use crate::game::{Audience, MatchMillis, Seat, SeatSet};
use crate::registry::GameEntry;
use crate::table::{Table, WireEvent};

use consent::TimelineChange;
pub use consent::{COMMANDS_A_SEAT, PAUSES_A_SEAT, Pause, UNDOS_A_SEAT, Undoing};
pub use input::{Beginning, Entry, Fork, Input, KnownDeal, ReplayError, request_hash};
use questions::Questions;
use timeline::Timeline;
pub use timeline::UNDO_REACH;

/// The last entry a viewer may know of, and the log chain's head after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The entry; 0 is the set-up.
    pub seq: u64,
    /// The head after it.
    pub head: Hash,
}

/// An accepted input of a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The last entry that the seat might know of then: its own, unless that was made behind the veil.
    pub seq: u64,
    /// Hash of the seat's request: [`request_hash`].
    pub said: u64,
}

/// The accepted inputs, by seat and id.
type AcceptedInputs = BTreeMap<(Seat, Uuid), Accepted>;

/// An input carried out on a copy, not yet durable.
pub struct Prepared {
    seq: u64,
    at: MatchMillis,
    input: Input,
    said: u64,
    bytes: String,
    table: Box<dyn Table>,
    chain: Chain,
    ended: Option<Outcome>,
    pause: Pause,
    change: TimelineChange,
    events: Vec<WireEvent>,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("seq", &self.seq).finish_non_exhaustive()
    }
}

impl Prepared {
    /// Returns the entry's number.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the entry's match time.
    pub fn at(&self) -> MatchMillis {
        self.at
    }

    /// Returns the seat whose input this is; `None` for what falls due.
    pub fn author(&self) -> Option<Seat> {
        self.input.author().map(|(seat, _)| Seat(seat))
    }

    /// Returns the bytes to store: canonical JSON, exactly the bytes that the chain hashes.
    pub fn bytes(&self) -> &str {
        &self.bytes
    }
}

/// A newly begun match.
#[derive(Debug)]
pub struct Begun {
    /// The match.
    pub live: Match,
    /// The header that the log begins with, canonical JSON: row 0.
    pub header: String,
    /// The events of the set-up.
    pub events: Vec<WireEvent>,
}

/// A match in play.
///
/// # Examples
/// A match is begun with a game of the registry, played by its own offers, and replayed from its log:
///
/// ```
/// use std::collections::BTreeMap;
///
/// use engine::matches::{Beginning, Begun};
/// use engine::{Input, Match, REGISTRY};
/// use fairness::vd1::{SeatEntropy, server_commitment};
/// use serde_json::Map;
/// use uuid::Uuid;
///
/// let game = REGISTRY.iter().find(|game| game.id == "europe-divided").expect("registered");
/// let catalogue = game.catalogue(&BTreeMap::new()).expect("the shipped data are valid");
/// let options = game.resolve_options(&Map::new()).expect("every option has a default");
/// let (room, secret) = (Uuid::from_u128(1), [7; 32]);
/// let beginning = Beginning {
///     room,
///     attempt: 0,
///     secret,
///     commitment: server_commitment(room.as_bytes(), &game.rules(), 0, &secret),
///     seats: vec![
///         ("Ada".to_owned(), SeatEntropy::default()),
///         ("Bo".to_owned(), SeatEntropy::default()),
///     ],
///     options,
///     bots: BTreeMap::new(),
///     fork: None,
/// };
/// let Begun { mut live, header, .. } = Match::begin(game, &catalogue, &beginning).expect("valid");
/// let mut log = vec![header];
///
/// for number in 0..10 {
///     let Some(seat) = live.awaiting().iter().next() else { break };
///     // A loose offer may still be refused; a strict one never is.
///     let offers = live.offers(seat);
///     let offer = offers.iter().find(|offer| !offer.loose).expect("a seat can always act");
///     // Fills the template's blanks, here always with the first possibility.
///     let command = protocol::offer::fill(&offer.command, &mut |_| 0);
///     let input = Input::Command { seat: seat.0, id: Uuid::from_u128(number), command };
///     let prepared = live.prepare(0, input).expect("offered");
///     // Nothing has changed yet: the entry is stored first, then committed.
///     log.push(prepared.bytes().to_owned());
///     let events = live.commit(prepared);
///     // What happens while others choose in secret is told later.
///     assert!(events.iter().all(|event| event.seq <= live.seq()));
/// }
///
/// let rows = log.iter().map(String::as_str);
/// let replayed = Match::replay(game, &catalogue, &beginning, rows, |_| {}).expect("its own log");
/// assert_eq!(replayed.head(), live.head());
/// ```
#[derive(Clone)]
pub struct Match {
    table: Box<dyn Table>,
    key: MatchKey,
    salts: Salts,
    /// The forks that are to come: the entry, and the key from there on. None in a match in play.
    forks: VecDeque<(u64, MatchKey)>,
    chain: Chain,
    at: MatchMillis,
    ended: Option<Outcome>,
    pause: Pause,
    undo: UndoPolicy,
    /// `true` if everything can be gone back to: nobody plays for anything.
    rehearsed: bool,
    timeline: Timeline,
    /// Number of commands, by seat.
    commands: Vec<u32>,
    /// Number of undos, by seat.
    undos: Vec<u32>,
    /// Number of agreed pauses that each seat has asked for.
    pauses: Vec<u32>,
    /// The seats that have resigned.
    resigned: SeatSet,
    /// The questions put, by seat.
    asked: Vec<Questions>,
    /// The last entry that anybody may know of.
    position: Position,
    /// The events behind the veil, in their order.
    withheld: Vec<WireEvent>,
    accepted: AcceptedInputs,
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Match").field("seq", &self.seq()).finish_non_exhaustive()
    }
}

impl Match {
    /// Sets up a match and begins its log.
    pub fn begin(
        game: &GameEntry,
        catalogue: &Catalogue,
        beginning: &Beginning,
    ) -> Result<Begun, Rejection> {
        let (key, seats) = (beginning.key(), beginning.seats.len());
        let (dealt, forks) = fork::keys(beginning, key);
        let header = fork::header(game, catalogue, beginning)
            .map_err(|error| Rejection::new(Code::OptionInvalid, error.to_string()))?;
        let wanted = game.seats(&beginning.options)?;
        if usize::from(wanted) != seats {
            let detail = format!("a match with these options has {wanted} seats");
            return Err(Rejection::new(Code::OptionInvalid, detail));
        }
        let set = game.set_up(&beginning.options, catalogue, Dealer::new(dealt))?;
        let chain = Chain::begin(header.as_bytes());
        let start = Position { seq: 0, head: chain.head() };
        let mut begun = Self {
            table: set.table,
            key,
            salts: key.salts(),
            forks,
            chain,
            at: 0,
            ended: None,
            pause: Pause::No,
            undo: game.undo_policy(&beginning.options)?,
            rehearsed: beginning.fork.as_ref().is_some_and(|fork| fork.rehearsed),
            timeline: Timeline::new(0),
            commands: vec![0; seats],
            undos: vec![0; seats],
            pauses: vec![0; seats],
            resigned: SeatSet::EMPTY,
            asked: vec![Questions::default(); seats],
            position: start,
            withheld: Vec::new(),
            accepted: BTreeMap::new(),
        };
        begun.ask(false);
        begun.part();
        Ok(Begun { live: begun, header, events: set.events })
    }

    /// Replays a stored log, row 0 being the header. `on_event` receives every event, those of the
    /// set-up first.
    pub fn replay<'a>(
        game: &GameEntry,
        catalogue: &Catalogue,
        beginning: &Beginning,
        rows: impl IntoIterator<Item = &'a str>,
        mut on_event: impl FnMut(&WireEvent),
    ) -> Result<Self, ReplayError> {
        let Begun { live: mut replayed, header, events } =
            Self::begin(game, catalogue, beginning).map_err(ReplayError::SetUp)?;
        let mut rows = rows.into_iter();
        if rows.next() != Some(&header) {
            return Err(ReplayError::Header);
        }
        events.iter().for_each(&mut on_event);
        for text in rows {
            replayed.follow(text)?.iter().for_each(&mut on_event);
        }
        Ok(replayed)
    }

    /// Carries out the next entry of a stored log.
    pub(crate) fn follow(&mut self, text: &str) -> Result<Vec<WireEvent>, ReplayError> {
        let seq = self.seq() + 1;
        let entry = input::read(text)
            .map_err(|error| ReplayError::Unreadable { seq, reason: error.to_string() })?;
        if entry.seq != seq {
            return Err(ReplayError::Gap { expected: seq, found: entry.seq });
        }
        let prepared = self
            .prepare_again(entry.at, entry.input)
            .map_err(|rejection| ReplayError::Refused { seq, rejection })?;
        if prepared.bytes != text {
            let reason = "not in canonical form".to_owned();
            return Err(ReplayError::Unreadable { seq, reason });
        }
        Ok(self.commit(prepared))
    }

    /// Checks an input and carries it out on a copy. Nothing has changed yet.
    ///
    /// `at` is match time and never lies before that of the last entry.
    pub fn prepare(&self, at: MatchMillis, input: Input) -> Result<Prepared, Rejection> {
        self.check_admissible(&input)?;
        self.within_bounds(&input)?;
        self.carry_out(at, input)
    }

    /// Prepares an entry that is already stored: the limits on a log's growth do not apply to one
    /// that exists.
    pub fn prepare_again(&self, at: MatchMillis, input: Input) -> Result<Prepared, Rejection> {
        self.check_admissible(&input)?;
        self.carry_out(at, input)
    }

    /// Checks that the match goes on, that the input names one of its seats, and that its id is new.
    fn check_admissible(&self, input: &Input) -> Result<(), Rejection> {
        if self.outcome().is_some() {
            return Err(Rejection::new(Code::Over, "the match is over"));
        }
        let Some((seat, id)) = input.author() else { return Ok(()) };
        let author @ (seat, _) = (Seat(seat), id);
        // The server names only seats that there are; a damaged or forged log may name others.
        if seat.index() >= self.asked.len() {
            let detail = format!("this match has no seat {}", seat.0);
            return Err(Rejection::new(Code::NotSeated, detail));
        }
        if self.accepted.contains_key(&author) {
            return Err(Rejection::new(Code::IdReused, "this id was used for another entry"));
        }
        Ok(())
    }

    fn carry_out(&self, at: MatchMillis, input: Input) -> Result<Prepared, Rejection> {
        // A clock that was set back must not let match time run backwards.
        let at = at.max(self.at);
        let seq = self.seq() + 1;
        let mut table = self.table.boxed();
        let mut ended = None;
        let mut back = None;
        let mut events = Vec::new();
        match &input {
            Input::Command { seat, command, .. } => {
                events = table.apply(at, Seat(*seat), command, seq)?;
            }
            Input::Deadline {} => events = table.deadline(at, seq),
            Input::Resign { seat, .. } => events = table.resign(at, Seat(*seat), seq),
            Input::Claim { seat, outcome, .. } => ended = Some(self.claimed(*seat, *outcome)),
            Input::Abandon {} => ended = Some(self.ended_without_winner("abandoned")),
            Input::Pause { .. } | Input::Resume { .. } => {}
            Input::Undo { seat, to, agreed, .. } => {
                let (was, change, event) = self.take_back(Seat(*seat), *to, agreed)?;
                (table, back, events) = (was, Some(change), vec![event]);
            }
        }
        let pause = self.clock_after(&input)?;
        let change = back.unwrap_or_else(|| self.change_by(seq, at, &input, &*table));
        let said = request_hash(&input);
        let bytes = input::written(at, &input, seq)
            .map_err(|error| Rejection::new(Code::Malformed, error.to_string()))?;
        let chain = self.chain.append(&self.salts, bytes.as_bytes());
        Ok(Prepared { seq, at, input, said, bytes, table, chain, ended, pause, change, events })
    }

    /// Makes a prepared input part of the match; returns the events that may be told now: none if the entry
    /// is behind the veil, and with the next that is not all that was withheld.
    ///
    /// # Panics
    /// If another input was committed since it was prepared.
    pub fn commit(&mut self, prepared: Prepared) -> Vec<WireEvent> {
        assert_eq!(prepared.seq, self.seq() + 1, "inputs are committed in the order prepared");
        let was_veiled = self.veiled();
        let before = std::mem::replace(&mut self.table, prepared.table);
        self.update_timeline(prepared.change, prepared.seq, before);
        self.chain = prepared.chain;
        self.at = prepared.at;
        self.ended = prepared.ended;
        self.pause = prepared.pause;
        self.count(&prepared.input);
        // The entry that opens a secret choice was made in the open, and so was the one that closes it, or one
        // whose events everybody is told.
        let veiled = was_veiled && self.veiled();
        self.ask(veiled);
        let public = prepared.events.iter().any(|event| event.audience == Audience::All);
        self.withheld.extend(prepared.events);
        let events = if veiled && !public {
            Vec::new()
        } else {
            self.position = Position { seq: prepared.seq, head: self.chain.head() };
            std::mem::take(&mut self.withheld)
        };
        if let Some((seat, id)) = prepared.input.author() {
            let seat = Seat(seat);
            let seq = self.position.seq;
            self.accepted.insert((seat, id), Accepted { seq, said: prepared.said });
        }
        self.part();
        events
    }

    fn claimed(&self, seat: u8, outcome: ClaimOutcome) -> Outcome {
        match outcome {
            ClaimOutcome::Win => {
                Outcome { winners: vec![seat], ..self.ended_without_winner("claimed") }
            }
            ClaimOutcome::Abandoned => self.ended_without_winner("abandoned"),
        }
    }

    fn ended_without_winner(&self, reason: &str) -> Outcome {
        Outcome { winners: Vec::new(), scores: self.table.scores(), reason: reason.to_owned() }
    }
}
