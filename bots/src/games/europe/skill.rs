//! The differences between the levels: how exactly a bot prices, how far it looks ahead, how well it
//! trades. None of them is a silly move.

use protocol::room::BotLevel;

/// The abilities of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skill {
    /// Draws of citizens that it looks ahead.
    pub(super) draws: u8,
    /// The most by which it misjudges a command, in happiness.
    pub(super) blur: f64,
    /// The weight that it gives to what others gain by a trade, of what it should.
    pub(super) rivalry: f64,
    /// Offers of several goods a side, not of one alone.
    pub(super) bundles: bool,
    /// Offers that it weighs exactly, of those that its prices suggest.
    pub(super) weighed: usize,
    /// It learns what others accept.
    pub(super) learns: bool,
    /// It knows what lies in the decks, and buys unseen cards.
    pub(super) counts: bool,
    /// The share of a gain that it asks for at first, and in the end.
    pub(super) shares: (f64, f64),
    /// Value of a coin in each later round, in happiness.
    pub(super) coin: f64,
    /// Value of a cube in each later round, in happiness.
    pub(super) later: f64,
    /// The happiness that it expects of a round.
    pub(super) round_brings: f64,
    /// The chance that it sees to get a cube of which others have many.
    pub(super) help: f64,
    /// Least gain for which it draws citizens, in happiness.
    pub(super) draw_least: f64,
}

impl Skill {
    /// Returns the abilities of a level.
    pub(super) const fn of(level: BotLevel) -> Self {
        match level {
            BotLevel::Easy => Self {
                blur: 0.75,
                rivalry: 0.0,
                weighed: 4,
                shares: (0.4, 0.1),
                later: 0.04,
                help: 0.3,
                draw_least: 0.35,
                ..Self::of(BotLevel::Normal)
            },
            BotLevel::Normal => Self {
                draws: 0,
                blur: 0.35,
                rivalry: 0.3,
                bundles: false,
                weighed: 8,
                learns: false,
                later: 0.08,
                draw_least: 0.15,
                ..Self::of(BotLevel::Hard)
            },
            BotLevel::Hard => Self {
                draws: 1,
                blur: 0.15,
                rivalry: 0.7,
                weighed: 12,
                counts: false,
                coin: 0.04,
                later: 0.12,
                round_brings: 3.0,
                ..Self::of(BotLevel::Expert)
            },
            BotLevel::Expert => Self {
                draws: 2,
                blur: 0.0,
                rivalry: 1.0,
                bundles: true,
                weighed: 32,
                learns: true,
                counts: true,
                shares: (0.5, 0.2),
                coin: 0.06,
                later: 0.18,
                round_brings: 1.5,
                help: 0.6,
                draw_least: 0.05,
            },
        }
    }
}
