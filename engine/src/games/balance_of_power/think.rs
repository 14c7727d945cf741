//! Candidates and features of Balance of Power, for a search.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts of components are small"
)]

mod candidates;
mod features;
mod odds;

use protocol::games::balance_of_power::{Colour, Command, Owner};

use self::features::{REASONS, SIZE};
use super::commands::Choice;
use super::state::{BalanceOfPower, Frame};
use crate::game::{Below, Game, Seat};
use crate::think::{FeatureSheet, Think, WeightedFeature};

/// Kinds of questions.
const FRAMES: usize = 12;
/// The first kind that comes after the attacks of a turn.
const LATE: usize = 9;

impl Think for BalanceOfPower {
    const FEATURES: usize = SIZE;
    const KNOWN: usize = REASONS;
    // Objectives, drafts, and troops with land.
    const TASTES: [&'static [(usize, f32)]; 3] = [&[(1, 0.2)], &[(2, 0.2)], &[(3, 0.1), (4, 0.2)]];

    fn candidates(&self, seat: Seat, below: Below<'_>, out: &mut Vec<Command>) {
        let mut choices = Vec::new();
        self.choices(seat, &mut choices);
        if self.wins_with_the_turn() {
            // What else the turn might bring matters no more; collecting comes before skipping it.
            let on = |choice: &Choice| {
                matches!(choice, Choice::EndAttack | Choice::Collect(_) | Choice::Skip)
            };
            if let Some(at) = choices.iter().position(on) {
                return self.expand(&choices[at], below, out);
            }
        }
        for choice in &choices {
            self.expand(choice, below, out);
        }
    }

    fn passes(_: &Command) -> bool {
        // Who attacks no more or leaves out a step keeps the troops for something else.
        false
    }

    fn results(&self, _: Seat, command: &Command, out: &mut Vec<(Self, f32)>) {
        match (self.stack.top(), command) {
            (_, Command::AttackUntil { from, to, stop_at }) => {
                self.series_results(self.active.owner(), (*from, *to), *stop_at, out);
            }
            (
                _,
                Command::Support {
                    kind,
                    from: Some(from),
                    to: Some(to),
                    stop_at: Some(stop_at),
                    ..
                },
            ) => {
                let mut paid = self.clone();
                paid.pay(*kind, &mut ());
                paid.series_results(Owner::Neutral, (*from, *to), *stop_at, out);
            }
            (_, Command::Attack { from, to, dice }) => self.roll_results((*from, *to), *dice, out),
            (Some(Frame::Reroll(roll)), Command::Reroll { die }) => {
                self.reroll_results(roll, *die, out);
            }
            (_, Command::Resist {}) => self.resistance_results(out),
            _ => {}
        }
    }

    fn features(&self, out: &mut Vec<WeightedFeature>) {
        // Before the colours are chosen nobody knows whom a map favours.
        if self.colours[0].is_some() {
            self.mark_features(&mut FeatureSheet::new(out));
        }
    }

    fn is_first_side(&self, seat: Seat) -> bool {
        self.colours[seat.index()].map_or(seat.0 == 0, |colour| colour == Colour::Red)
    }

    fn lead(&self) -> f32 {
        let sign = |seat: u8| if self.is_first_side(Seat(seat)) { 1.0 } else { -1.0 };
        if let Some(end) = self.end {
            return end.winner.map_or(0.0, sign);
        }
        let of = |colour: Colour| self.collected[colour].len() as f32;
        (of(Colour::Red) - of(Colour::Blue)) / 4.0
    }

    fn turn_number(&self) -> u32 {
        self.turn.into()
    }
}

/// Returns the number of a question's kind, and the troops that it is still about.
fn frame_of(frame: Option<&Frame>) -> (usize, u8) {
    match frame {
        None | Some(Frame::Turn(_)) => (11, 0),
        Some(Frame::PlaceMap) => (0, 0),
        Some(Frame::Choose) => (1, 0),
        Some(Frame::Resist) => (2, 0),
        Some(Frame::ReturnTroops(left)) => (3, *left),
        Some(Frame::Support) => (4, 0),
        Some(Frame::Draft { left, .. }) => (5, *left),
        Some(Frame::Attack) => (6, 0),
        Some(Frame::Reroll(_)) => (7, 0),
        Some(Frame::Occupy { .. }) => (8, 0),
        Some(Frame::Collect) => (LATE, 0),
        Some(Frame::Manoeuvre) => (10, 0),
    }
}
