//! The parts of a game that a search needs: candidates, features of a position, and guesses instead of
//! the match.
//!
//! Whoever thinks for a seat must not know more than the seat. So it never gets a match, but
//! [`Guesses`]: matches dealt anew ([`Game::redeal`]) before anything leaves, which look to the seat
//! as the true one does. From one guess others are dealt, and by the law of `redeal` the result is
//! the same as from the truth.

use std::any::Any;
use std::fmt;

use crate::game::{Below, Game, Seat, Viewer};

/// A feature of a position: its number, below [`Think::FEATURES`], and its size, mostly 1.
pub type WeightedFeature = (u16, f32);

/// A game that can be thought about.
///
/// A position is weighed for one of two sides. For the second side every chance is the complement.
pub trait Think: Game {
    /// Number of features that a position can have.
    const FEATURES: usize;
    /// The first so many features are the first side's expected lead, in points, by one reason each:
    /// an untrained mind goes by their sum.
    const KNOWN: usize;
    /// Tastes that a player may have: reasons among [`Self::KNOWN`], each with what a point of lead by it adds
    /// to the logit of the chance.
    const TASTES: [&'static [(usize, f32)]; 3];

    /// Appends commands worth considering for a seat that is awaited; at least one.
    fn candidates(&self, seat: Seat, below: Below<'_>, out: &mut Vec<Self::Command>);

    /// Checks whether a command takes no action although it could: nobody errs by that.
    fn passes(command: &Self::Command) -> bool;

    /// Appends what may come of a command that chance decides, each result with its probability: few
    /// results that stand for all. Nothing if the game cannot tell; then the command is tried out.
    fn results(&self, seat: Seat, command: &Self::Command, out: &mut Vec<(Self, f32)>) {
        let _ = (seat, command, out);
    }

    /// Appends the features of the position as a whole, hidden cards included.
    fn features(&self, out: &mut Vec<WeightedFeature>);

    /// Checks whether a seat plays the side for which positions are weighed.
    fn is_first_side(&self, seat: Seat) -> bool;

    /// Returns the first side's lead when the match is over or were to end now, roughly from -1 to 1.
    fn lead(&self) -> f32;

    /// Returns the number of the current turn: a search looks ahead by turns.
    fn turn_number(&self) -> u32;
}

/// Numbers features block by block: each block begins where the one before it ends.
#[derive(Debug)]
pub struct FeatureSheet<'a> {
    out: &'a mut Vec<WeightedFeature>,
    base: usize,
}

impl<'a> FeatureSheet<'a> {
    /// Creates a sheet that appends to a list.
    pub fn new(out: &'a mut Vec<WeightedFeature>) -> Self {
        Self { out, base: 0 }
    }

    /// Returns the number of features of the blocks that have ended.
    pub fn base(&self) -> usize {
        self.base
    }

    /// Ends a block of this many features.
    pub fn next(&mut self, size: usize) {
        self.base += size;
    }

    /// Marks a feature of the block.
    pub fn mark(&mut self, at: usize) {
        self.size(at, 1.0);
    }

    /// Notes the size of a feature of the block.
    pub fn size(&mut self, at: usize, size: f32) {
        self.out.push(((self.base + at) as u16, size));
    }

    /// Marks each step up to `count` in a block of `most`, and ends it.
    pub fn steps(&mut self, count: usize, most: usize) {
        for at in 0..count.min(most) {
            self.mark(at);
        }
        self.next(most);
    }
}

/// A match as one seat may imagine it.
///
/// Nobody outside this module can make one of a match as it is:
///
/// ```compile_fail,E0451
/// use engine::games::europe_divided::EuropeDivided;
/// use engine::think::Guess;
///
/// fn cheat(game: EuropeDivided) -> Guess<EuropeDivided> {
///     Guess { game, seat: engine::Seat(0) }
/// }
/// ```
pub struct Guess<G> {
    game: G,
    seat: Seat,
}

impl<G> fmt::Debug for Guess<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guess").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl<G: Game> Guess<G> {
    /// Imagines a match for a seat. The only way to make a guess: what the seat cannot know is gone
    /// before anybody has it.
    pub fn of(game: &G, seat: Seat, below: Below<'_>) -> Self {
        let mut game = game.clone();
        game.redeal(Viewer::Seat(seat), below);
        Self { game, seat }
    }

    /// Returns the seat that imagines it.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Deals another guess, as likely as this one.
    pub fn another(&self, below: Below<'_>) -> G {
        let mut game = self.game.clone();
        game.redeal(Viewer::Seat(self.seat), below);
        game
    }
}

/// A guess with its types erased, as a room hands it out.
pub struct Guesses {
    /// The game's id.
    pub game: &'static str,
    /// Seed of the mind's own coins.
    pub coins: [u8; 32],
    /// A coin for the style of the seat's play: the same at each of its decisions in a match.
    pub style: u8,
    guess: Box<dyn Any + Send>,
}

impl fmt::Debug for Guesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guesses").field("game", &self.game).finish_non_exhaustive()
    }
}

impl Guesses {
    /// Imagines a match for a seat, and draws the coins that go with it; the style's is 0.
    pub fn of<G: Game>(game: &G, seat: Seat, below: Below<'_>) -> Self {
        let guess = Box::new(Guess::of(game, seat, below));
        let coins = std::array::from_fn(|_| below(256) as u8);
        Self { game: G::ID, coins, style: 0, guess }
    }

    /// Returns the guess, if it is of this game.
    pub fn guess<G: Game>(&self) -> Option<&Guess<G>> {
        self.guess.downcast_ref()
    }
}
