//! The typed trait that every game implements, and the small words it is made of.
//!
//! A game is plain data that waits for someone. It does not know rooms, logs, sockets or JSON
//! commands; [`crate::table`] puts the wire around it, once for all games.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use protocol::room::GameInfo;
use protocol::{Offer, Outcome, Rejection};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::catalogue::Fault;
pub use crate::dealer::Below;
use crate::dealer::Dealer;
pub(crate) use crate::dealer::shuffle;

/// Match time: milliseconds since the match began.
pub type MatchMillis = u64;

/// A seat, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an array index.
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

    /// Only this seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The first `n` seats.
    pub const fn first(n: u8) -> Self {
        Self(((1u16 << n) - 1) as u8)
    }

    /// This set and `seat`.
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// This set without `seat`.
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// How many seats are in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `seat` is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// Whether no seat is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

/// Who looks at a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Viewer {
    /// A spectator: the public view only.
    Public,
    /// The holder of a seat.
    Seat(Seat),
}

/// Who learns of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Audience {
    /// Everyone.
    All,
    /// One seat alone.
    Only(Seat),
}

impl Audience {
    /// Whether the viewer is in the audience.
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
    /// What the data are, as a heading.
    pub title: &'static str,
    /// The address of the licence.
    pub uri: &'static str,
    /// The work, its author, the licence and that something was changed, in a line of ASCII.
    pub notice: &'static str,
    /// All of it, with the work's address and what was changed.
    pub text: &'static str,
}

/// Where a game tells what happens.
pub trait EventSink<E> {
    /// Tells `audience` of `event`.
    fn tell(&mut self, audience: Audience, event: E);
}

/// Tells nobody: for search and benches.
impl<E> EventSink<E> for () {
    fn tell(&mut self, _: Audience, _: E) {}
}

impl<E> EventSink<E> for Vec<(Audience, E)> {
    fn tell(&mut self, audience: Audience, event: E) {
        self.push((audience, event));
    }
}

/// An event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// One sentence.
    pub text: String,
    /// The rule it rests on.
    pub rule: &'static str,
}

/// The rules of one game as a state that waits for someone.
///
/// The state has no `Serialize`: it has no road to the wire.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's id on the wire.
    const ID: &'static str;
    /// Raised when replay of an old log would differ.
    const RULES_VERSION: u32;
    /// Whether deadlines run: then nothing can be taken back, but time can be stopped by consent.
    const TIMED: bool = false;
    /// Reasons of an end and what the same end was called in earlier logs: the log does not hold
    /// them, but stored rooms and published records do.
    const FORMER_REASONS: &'static [(&'static str, &'static str)] = &[];

    /// What a room may choose.
    type Options: Clone + Serialize + DeserializeOwned;
    /// The validated component data.
    type Data: Send + Sync + 'static;
    /// What a seat can command.
    type Command: Clone + Eq + Debug + Serialize + DeserializeOwned;
    /// A legal command, or a family of legal commands.
    type Choice: Copy + Debug;
    /// What happens.
    type Event: Clone + Debug + Serialize;
    /// What everybody may see.
    type Public: Serialize;
    /// What one seat may see.
    type Private: Serialize;

    /// How the game presents itself.
    fn info() -> GameInfo;

    /// Options worth trying: between them every number of seats and every way through the rules, in
    /// matches short enough to play thousands of.
    fn trials() -> Vec<Value> {
        vec![Value::Object(Map::new())]
    }

    /// The component data shipped with the engine: file name without `.toml`, and text.
    fn files() -> &'static [(&'static str, &'static str)];

    /// Whose work these data are, if the project's own licence is not theirs.
    fn data_licence() -> Option<DataLicence> {
        None
    }

    /// Checks component data: one JSON object with a value for each file of [`Self::files`].
    fn load(files: &Value) -> Result<Self::Data, Fault>;

    /// How many seats a match with these options has, within [`Self::info`].
    fn seats(options: &Self::Options) -> u8 {
        let _ = options;
        Self::info().seats.min
    }

    /// Sets a match up, at match time 0.
    fn setup(
        options: &Self::Options,
        data: Arc<Self::Data>,
        dealer: Dealer,
        events: &mut impl EventSink<Self::Event>,
    ) -> Self;

    /// Who must act: a public fact.
    fn awaiting(&self) -> SeatSet;

    /// The ordinal of the question that stands for this seat: it changes exactly when another
    /// question is put to it.
    fn question(&self, seat: Seat) -> u32;

    /// Whether a secret simultaneous choice is open: until it is complete, nobody may learn how
    /// many entries the others have made.
    fn veiled(&self) -> bool;

    /// How a command is refused that answers this question after it was closed; `None`: as stale.
    fn closed(question: u32) -> Option<Rejection> {
        let _ = question;
        None
    }

    /// Why a command cannot be read, in the game's own words; `None`: as malformed. Asked only
    /// when decoding has failed.
    fn misread(&self, now: MatchMillis, seat: Seat, command: &Value) -> Option<Rejection> {
        let _ = (now, seat, command);
        None
    }

    /// Appends the legal choices of a seat; none when it is not awaited. A seat that is awaited
    /// has a choice, or a deadline runs.
    fn choices(&self, seat: Seat, out: &mut Vec<Self::Choice>);

    /// Whether the command is one of this choice's.
    fn admits(&self, choice: &Self::Choice, command: &Self::Command) -> bool;

    /// A command of this choice's.
    fn sample(&self, choice: &Self::Choice, below: Below<'_>) -> Self::Command;

    /// The choice as an offer, with text, price and rule.
    fn offer(&self, seat: Seat, choice: &Self::Choice) -> Offer;

    /// Carries a command out, and everything that follows without anyone deciding. On a refusal
    /// nothing has changed.
    fn apply(
        &mut self,
        now: MatchMillis,
        seat: Seat,
        command: &Self::Command,
        events: &mut impl EventSink<Self::Event>,
    ) -> Result<(), Rejection>;

    /// When the next deadline falls due; games that are not [`Self::TIMED`] have none.
    fn next_deadline(&self) -> Option<MatchMillis> {
        None
    }

    /// Carries out what falls due at `due`.
    fn deadline(&mut self, due: MatchMillis, events: &mut impl EventSink<Self::Event>) {
        let _ = (due, events);
    }

    /// A seat gives up.
    fn resign(&mut self, now: MatchMillis, seat: Seat, events: &mut impl EventSink<Self::Event>);

    /// An event in words.
    fn tell(&self, event: &Self::Event) -> Told;

    /// What everybody may see, built from nothing.
    fn public(&self) -> Self::Public;

    /// What only this seat may see, built from nothing.
    fn private(&self, seat: Seat) -> Self::Private;

    /// One score a seat, as it stands.
    fn scores(&self) -> Vec<i64>;

    /// How the match ended.
    fn outcome(&self) -> Option<Outcome>;

    /// Rises whenever anyone learns something hidden or chance is drawn.
    fn epoch(&self) -> u32;

    /// Deals anew everything that `viewer` cannot know: the result looks the same to the viewer.
    fn redeal(&mut self, viewer: Viewer, below: Below<'_>);
}
