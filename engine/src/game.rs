//! The typed trait that every game implements, and the small types that it uses.
//!
//! A game is plain data that waits for someone. It does not know rooms, logs, sockets or JSON
//! commands; [`crate::table`] adds the wire format around it, once for all games.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use protocol::room::GameInfo;
use protocol::{Offer, Outcome, Rejection};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::catalogue::DataFault;
pub use crate::dealer::Below;
use crate::dealer::Dealer;
pub(crate) use crate::dealer::shuffle;
use crate::offer::WrittenOffer;

/// Match time: milliseconds since the match began.
pub type MatchMillis = u64;

/// A seat, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the seat as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Builds the set that holds only this seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Builds the set of the first `n` seats.
    pub const fn first(n: u8) -> Self {
        Self(((1u16 << n) - 1) as u8)
    }

    /// Returns this set with `seat` added.
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Returns this set without `seat`.
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// Returns the number of seats in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Checks whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// Checks whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

/// A viewer of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Viewer {
    /// A spectator: the public view only.
    Public,
    /// The holder of a seat.
    Seat(Seat),
}

/// The recipients of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everyone.
    All,
    /// One seat alone.
    Only(Seat),
}

impl Audience {
    /// Checks whether the viewer is in the audience.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => viewer == Viewer::Seat(seat),
        }
    }
}

/// The licence of component data that are somebody else's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataLicence {
    /// The data, as a heading.
    pub title: &'static str,
    /// The address of the licence.
    pub uri: &'static str,
    /// The work, its author, the licence and a remark that something was changed, in one line of ASCII.
    pub notice: &'static str,
    /// The full text, with the work's address and the changes.
    pub text: &'static str,
}

/// Returns the wire name of one of a game's plain enumerations.
pub(crate) fn wire_name(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}

/// Receives the events of a game.
pub trait EventSink<E> {
    /// Addresses `event` to `audience`.
    fn emit(&mut self, audience: Audience, event: E);

    /// Addresses `event` to everyone.
    fn all(&mut self, event: E) {
        self.emit(Audience::All, event);
    }

    /// Addresses `event` to one seat alone.
    fn only(&mut self, seat: Seat, event: E) {
        self.emit(Audience::Only(seat), event);
    }
}

/// Discards every event: for search and benches.
impl<E> EventSink<E> for () {
    fn emit(&mut self, _: Audience, _: E) {}
}

impl<E> EventSink<E> for Vec<(Audience, E)> {
    fn emit(&mut self, audience: Audience, event: E) {
        self.push((audience, event));
    }
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventText {
    /// The text: one sentence.
    pub text: String,
    /// The rule that it rests on.
    pub rule: &'static str,
}

impl From<(String, &'static str)> for EventText {
    fn from((text, rule): (String, &'static str)) -> Self {
        Self { text, rule }
    }
}

/// The rules of one game as a state that waits for someone.
///
/// The state has no `Serialize`, so it cannot reach the wire.
///
/// # Examples
/// Whoever plays typed, without JSON, lists the choices of an awaited seat and draws a command of one:
///
/// ```
/// use engine::games::balance_of_power::BalanceOfPower;
/// use engine::{Game, Seat};
/// use laws::rules::{deal, shipped};
///
/// // `laws` is for tests: it loads the shipped data and deals from a seed.
/// let options = serde_json::json!({});
/// let mut game: BalanceOfPower = deal(shipped::<BalanceOfPower>(), &options, 1);
/// for _ in 0..10 {
///     let seat: Seat = game.awaiting().iter().next().expect("the match goes on");
///     let mut choices = Vec::new();
///     game.choices(seat, &mut choices);
///     let command = game.sample(&choices[0], &mut |n| n / 2);
///     assert!(game.admits(&choices[0], &command));
///     // `()` discards the events; a `Vec` collects them with their audiences.
///     game.apply(0, seat, &command, &mut ()).expect("legal");
/// }
/// assert!(game.outcome().is_none());
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's id on the wire.
    const ID: &'static str;
    /// Version of the rules; raised when the replay of an old log would differ.
    const RULES_VERSION: u32;
    /// `true` if deadlines run: then nothing can be undone, but time can be stopped by consent.
    const TIMED: bool = false;

    /// The settings that a room may choose.
    type Options: Clone + Serialize + DeserializeOwned;
    /// The validated component data.
    type Data: Send + Sync + 'static;
    /// A command of a seat.
    type Command: Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// A legal command, or a family of legal commands.
    type Choice: Copy + Debug;
    /// An event.
    type Event: Clone + Debug + Serialize;
    /// The view that everybody may see.
    type Public: Serialize;
    /// The part of the view that one seat may see.
    type Private: Serialize;

    /// Describes the game to clients.
    fn info() -> GameInfo;

    /// Returns options worth trying: together they cover every number of seats and every way
    /// through the rules, in matches short enough to play thousands of.
    fn trials() -> Vec<Value> {
        vec![Value::Object(Map::new())]
    }

    /// Returns the component data shipped with the engine: file name without `.toml`, and text.
    fn files() -> &'static [(&'static str, &'static str)];

    /// Returns the rules in words: the text of `data/<game>/rules.en.toml`.
    fn reference() -> &'static str {
        ""
    }

    /// Returns its lessons in the order of learning: name, and the text of
    /// `data/<game>/lessons/<name>.en.toml`.
    fn lessons() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns its puzzles: name, and the text of `data/<game>/puzzles/<name>.en.toml`.
    fn puzzles() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Returns the licence of these data, if it is not the project's own.
    fn data_licence() -> Option<DataLicence> {
        None
    }

    /// Checks component data: one JSON object with a value for each file of [`Self::files`].
    fn load(files: &Value) -> Result<Self::Data, DataFault>;

    /// Returns the number of seats of a match with these options, within [`Self::info`].
    fn seats(options: &Self::Options) -> u8 {
        let _ = options;
        Self::info().seats.min
    }

    /// Sets up a match, at match time 0.
    fn setup(
        options: &Self::Options,
        data: Arc<Self::Data>,
        dealer: Dealer,
        events: &mut impl EventSink<Self::Event>,
    ) -> Self;

    /// Returns the seats that must act: a public fact.
    fn awaiting(&self) -> SeatSet;

    /// Returns the ordinal of this seat's open question: it changes exactly when another question
    /// is put to the seat.
    fn question(&self, seat: Seat) -> u32;

    /// Checks whether a seat's open question takes any number of commands, until something else closes
    /// it.
    fn standing(&self, seat: Seat) -> bool {
        let _ = seat;
        false
    }

    /// Checks whether a secret simultaneous choice is open: until it is complete, nobody may learn
    /// how many entries the others have made.
    fn veiled(&self) -> bool;

    /// Returns the rejection of a command that answers this question after it was closed; `None`:
    /// rejected as stale.
    fn closed(question: u32) -> Option<Rejection> {
        let _ = question;
        None
    }

    /// Explains in the game's own words why a command cannot be read; `None`: rejected as
    /// malformed. Called only when decoding has failed.
    fn misread(&self, now: MatchMillis, seat: Seat, command: &Value) -> Option<Rejection> {
        let _ = (now, seat, command);
        None
    }

    /// Appends the legal choices of a seat; none if it is not awaited. A seat that is awaited has a
    /// choice, or a deadline runs.
    fn choices(&self, seat: Seat, out: &mut Vec<Self::Choice>);

    /// Checks whether the command belongs to this choice.
    fn admits(&self, choice: &Self::Choice, command: &Self::Command) -> bool;

    /// Draws a command that belongs to this choice.
    fn sample(&self, choice: &Self::Choice, below: Below<'_>) -> Self::Command;

    /// Writes the choice as an offer, with text, price and rule.
    fn written_offer(&self, seat: Seat, choice: &Self::Choice) -> WrittenOffer;

    /// Returns the choice as an offer.
    fn offer(&self, seat: Seat, choice: &Self::Choice) -> Offer {
        self.written_offer(seat, choice).read()
    }

    /// Carries out a command, and everything that follows without a decision. If it is refused,
    /// nothing has changed.
    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Self::Command,
        events: &mut impl EventSink<Self::Event>,
    ) -> Result<(), Rejection>;

    /// Returns the time of the next deadline; games that are not [`Self::TIMED`] have none.
    fn next_deadline(&self) -> Option<MatchMillis> {
        None
    }

    /// Carries out whatever falls due at `due`.
    fn deadline(&mut self, due: MatchMillis, events: &mut impl EventSink<Self::Event>) {
        let _ = (due, events);
    }

    /// Carries out a seat's resignation.
    fn resign(&mut self, now: MatchMillis, seat: Seat, events: &mut impl EventSink<Self::Event>);

    /// Describes an event in words.
    fn describe(&self, event: &Self::Event) -> EventText;

    /// Builds the view that everybody may see, from nothing.
    fn public(&self) -> Self::Public;

    /// Builds the part of the view that only this seat may see, from nothing.
    fn private(&self, seat: Seat) -> Self::Private;

    /// Returns the current score of each seat.
    fn scores(&self) -> Vec<i64>;

    /// Returns the outcome, once the match is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns an outcome as earlier servers told it, if they told it otherwise: the log does not hold
    /// it, but stored rooms and published records do.
    fn formerly(_outcome: &Outcome) -> Option<Outcome> {
        None
    }

    /// Returns the knowledge epoch, which rises whenever anyone learns something hidden or chance
    /// is drawn.
    fn epoch(&self) -> u32;

    /// Re-deals everything that `viewer` cannot know: the result looks the same to the viewer.
    fn redeal(&mut self, viewer: Viewer, below: Below<'_>);

    /// Re-deals everything that no seat knows, and whatever chance is to bring: the result looks the
    /// same to every viewer, and whoever knew the dealer before knows nothing of what comes.
    fn redeal_unseen(&mut self, below: Below<'_>);
}
