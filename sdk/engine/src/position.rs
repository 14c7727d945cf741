//! A match as whoever plays by numbers meets it: whose turn it is, what is legal, and what an action does.
//!
//! The seats act one after the other: the next one that is awaited, in the order of the seats, after the one
//! that acted last. Where several are asked a secret question at once, nobody sees an answer before all
//! have given theirs, so the order changes nothing. Where all may act at once against the clock, each command
//! takes [`Pace::step_ms`] of match time, and a seat may wait instead.

use engine::factored::{CommandForms, Filled};
use engine::{MatchMillis, Seat};

use crate::encoding::{Bits, Encoding, WAIT, Walk};
use crate::error::EngineError;
use crate::game::{Playable, Rules, forms};

/// The most commands that one action can bring about by itself: a guard against rules that go on for ever.
const MOST_DEADLINES: usize = 100_000;

/// The way in which match time goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// The match time that a command, or waiting, takes where a clock runs: in milliseconds.
    pub(crate) step_ms: u32,
}

/// The result of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The command is not complete yet.
    Unfinished,
    /// The command was carried out, or the seat waits.
    Done,
    /// The game refused a command of a loose offer: nothing changed, and its loose offers are gone until
    /// something does.
    Refused(String),
    /// The command that the seat had begun is no longer possible: another seat was faster. Nothing was done.
    Raced,
}

/// A match in play.
#[derive(Clone)]
pub(crate) struct Position<G: Playable> {
    game: G,
    rules: &'static Rules<G>,
    pace: Pace,
    now: MatchMillis,
    last: Seat,
    actor: Option<Seat>,
    /// Unfinished commands, by seat.
    paths: Vec<Vec<u16>>,
    /// The seats whose last command was refused since something happened.
    refused: u8,
    /// The seats that have waited since something happened.
    waiting: u8,
    choices: Vec<G::Choice>,
    /// The forms and the legal actions of the seat that is to act.
    forms: CommandForms,
    legal: Bits,
}

const fn bit(seat: Seat) -> u8 {
    1 << seat.0
}

impl<G: Playable> Position<G> {
    /// Begins a match.
    pub(crate) fn new(rules: &'static Rules<G>, game: G, seats: u8, pace: Pace) -> Self {
        let mut position = Self {
            game,
            rules,
            pace,
            now: 0,
            last: Seat(seats.saturating_sub(1)),
            actor: None,
            paths: vec![Vec::new(); usize::from(seats)],
            refused: 0,
            waiting: 0,
            choices: Vec::new(),
            forms: CommandForms::default(),
            legal: Bits::default(),
        };
        position.go_on();
        position
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// Returns the match time.
    pub(crate) fn now(&self) -> MatchMillis {
        self.now
    }

    /// Returns the number of seats.
    pub(crate) fn seats(&self) -> u8 {
        self.paths.len() as u8
    }

    /// Returns the seat that is to act; `None` once the match is over.
    pub(crate) fn actor(&self) -> Option<Seat> {
        self.actor
    }

    /// Returns the legal actions of the seat that is to act.
    pub(crate) fn legal(&self) -> &Bits {
        &self.legal
    }

    /// Returns the unfinished command of a seat.
    pub(crate) fn path(&self, seat: Seat) -> &[u16] {
        self.paths.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// Checks whether two matches are the same: what happened, what is to come, and what is begun.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.game == other.game
            && (self.pace, self.now, self.last, self.actor)
                == (other.pace, other.now, other.last, other.actor)
            && (self.refused, self.waiting, &self.paths)
                == (other.refused, other.waiting, &other.paths)
    }

    /// Returns the legal actions of any seat.
    pub(crate) fn legal_of(&self, seat: Seat) -> Bits {
        let mut other = self.clone();
        other.ask(seat);
        other.legal
    }

    /// Writes what a seat observes into zeros.
    pub(crate) fn observe(&self, seat: Seat, out: &mut [f32]) {
        let (public, private) = (self.game.public(), self.game.private(seat));
        let unfinished = self.rules.observe(&public, &private, self.now, out);
        self.observe_unfinished(seat, unfinished);
    }

    /// Writes the part of an observation that shows an unfinished command into zeros.
    pub(crate) fn observe_unfinished(&self, seat: Seat, out: &mut [f32]) {
        let path = self.path(seat);
        if path.is_empty() {
            return;
        }
        let encoding = &self.rules.encoding;
        let mut own = CommandForms::default();
        let forms = if self.actor == Some(seat) {
            &self.forms
        } else {
            forms(&self.game, seat, self.is_strict(seat), &mut Vec::new(), &mut own);
            &own
        };
        if let Some(walk) = forms.iter().find_map(|form| Walk::along(encoding, form, path)) {
            walk.observe(encoding, out);
        }
    }

    /// Returns the actions with which a seat chooses a command; `None` if it may not give it.
    pub(crate) fn actions_of(&self, seat: Seat, command: &serde_json::Value) -> Option<Vec<u16>> {
        let mut own = CommandForms::default();
        forms(&self.game, seat, self.is_strict(seat), &mut Vec::new(), &mut own);
        let listed = G::listed(&self.game.public());
        crate::encode::actions_of(&self.rules.encoding, &own, command, &listed)
    }

    /// Takes an action of a seat. An action that is not legal changes nothing.
    pub(crate) fn act(&mut self, seat: Seat, action: u16) -> Result<Step, EngineError> {
        if self.actor.is_none() {
            return Err(EngineError::Over);
        }
        self.asked(seat)?;
        if self.actor != Some(seat) {
            let had_begun = !self.path(seat).is_empty();
            self.ask(seat);
            if had_begun && self.path(seat).is_empty() {
                self.turn_to(self.actor);
                return Ok(Step::Raced);
            }
        }
        if !self.legal.contains(action) {
            let illegal = self.illegal(seat, action);
            self.turn_to(self.actor);
            return Err(illegal);
        }
        if action == WAIT {
            self.waiting |= bit(seat);
            self.paths[seat.index()].clear();
            self.passes(seat);
            return Ok(Step::Done);
        }
        self.paths[seat.index()].push(action);
        let step = self.complete(seat)?;
        if step == Step::Unfinished {
            // Nothing has happened, so the same forms are open to the seat.
            self.actor = Some(seat);
            self.narrow(seat);
        }
        Ok(step)
    }

    fn illegal(&self, seat: Seat, action: u16) -> EngineError {
        let name = self.rules.encoding.name(action.into());
        let what = name
            .map_or_else(|| format!("action {action}"), |name| format!("action {action} ({name})"));
        EngineError::Action(format!("{what} is not legal for seat {} now", seat.0))
    }

    /// Checks that a seat is awaited.
    fn asked(&self, seat: Seat) -> Result<(), EngineError> {
        if seat.0 >= self.seats() {
            return Err(EngineError::Seat(format!("this match has no seat {}", seat.0)));
        }
        if self.game.awaiting().contains(seat) {
            return Ok(());
        }
        Err(EngineError::Action(format!("nothing is asked of seat {} now", seat.0)))
    }

    /// Carries out a whole command of a seat.
    pub(crate) fn apply(&mut self, seat: Seat, command: &G::Command) -> Result<(), EngineError> {
        if self.actor.is_none() {
            return Err(EngineError::Over);
        }
        self.asked(seat)?;
        self.game.apply(self.now, seat, command, &mut ()).map_err(EngineError::Command)?;
        self.happened(seat);
        Ok(())
    }

    /// Carries out a seat's resignation.
    pub(crate) fn resign(&mut self, seat: Seat) -> Result<(), EngineError> {
        if self.actor.is_none() {
            return Err(EngineError::Over);
        }
        if seat.0 >= self.seats() {
            return Err(EngineError::Seat(format!("this match has no seat {}", seat.0)));
        }
        self.game.resign(self.now, seat, &mut ());
        self.happened(seat);
        Ok(())
    }

    /// Deals anew what a viewer cannot know. Unfinished commands of other seats are forgotten.
    pub(crate) fn redeal(&mut self, viewer: engine::Viewer, seed: u64) {
        let mut coins = crate::chance::coins(seed);
        self.game.redeal(viewer, &mut |n| coins.below(n));
        for (seat, path) in self.paths.iter_mut().enumerate() {
            if viewer != engine::Viewer::Seat(Seat(seat as u8)) {
                path.clear();
            }
        }
        self.turn_to(self.actor);
    }

    /// Carries out the command of a seat if it is complete.
    fn complete(&mut self, seat: Seat) -> Result<Step, EngineError> {
        let encoding = &self.rules.encoding;
        let path = &self.paths[seat.index()];
        let ways = self.forms.iter().filter_map(|form| Walk::along(encoding, form, path));
        let Some(walk) = ways.into_iter().find(|walk| walk.complete().is_some()) else {
            return Ok(Step::Unfinished);
        };
        let listed = if encoding.has_lists() { G::listed(&self.game.public()) } else { Vec::new() };
        let filled = Filled { values: walk.complete().unwrap_or_default(), listed: &listed };
        let (family, loose) = (walk.form().family, walk.form().loose);
        let command = G::assemble(family, filled).ok_or_else(|| {
            EngineError::Action("the numbering does not fit the rules".to_owned())
        })?;
        self.paths[seat.index()].clear();
        match self.game.apply(self.now, seat, &command, &mut ()) {
            Ok(()) => {
                self.happened(seat);
                Ok(Step::Done)
            }
            Err(refusal) if loose => {
                self.refused |= bit(seat);
                self.turn_to(Some(seat));
                Ok(Step::Refused(refusal.detail))
            }
            Err(refusal) => {
                self.turn_to(Some(seat));
                Err(EngineError::Command(refusal))
            }
        }
    }

    /// Notes that something has happened, and passes the turn on.
    fn happened(&mut self, by: Seat) {
        self.refused = 0;
        self.waiting = 0;
        self.passes(by);
    }

    /// Passes the turn on after a seat has acted; where a clock runs, time goes on.
    fn passes(&mut self, by: Seat) {
        self.last = by;
        if self.game.next_deadline().is_some() {
            self.now += u64::from(self.pace.step_ms);
        }
        self.go_on();
    }

    /// Carries out what falls due, and finds the seat that is to act.
    fn go_on(&mut self) {
        for _ in 0..MOST_DEADLINES {
            if self.game.outcome().is_some() {
                return self.turn_to(None);
            }
            let awaited = self.game.awaiting();
            let all_wait = awaited.iter().all(|seat| self.waiting & bit(seat) != 0);
            let due = self.game.next_deadline();
            let Some(due) = due.filter(|due| *due <= self.now || all_wait) else {
                let after =
                    (1..=self.seats()).map(|step| Seat((self.last.0 + step) % self.seats()));
                let next = after.into_iter().find(|seat| awaited.contains(*seat));
                return self.turn_to(next);
            };
            self.now = self.now.max(due);
            self.game.deadline(due, &mut ());
            (self.waiting, self.refused) = (0, 0);
        }
        self.turn_to(None);
    }

    fn turn_to(&mut self, seat: Option<Seat>) {
        self.actor = seat;
        match seat {
            Some(seat) => self.ask(seat),
            None => self.legal.clear(self.rules.encoding.actions()),
        }
    }

    /// Checks whether only what the game surely accepts is open to a seat.
    fn is_strict(&self, seat: Seat) -> bool {
        self.refused & bit(seat) != 0
    }

    /// Finds what is legal for a seat.
    fn ask(&mut self, seat: Seat) {
        let strict = self.is_strict(seat);
        forms(&self.game, seat, strict, &mut self.choices, &mut self.forms);
        self.narrow(seat);
    }

    /// Finds what is legal for a seat, whose forms these are, after what it has begun. Actions within a command
    /// that have no alternative are taken, and what the seat had begun is forgotten if it is no longer possible.
    fn narrow(&mut self, seat: Seat) {
        let encoding = &self.rules.encoding;
        loop {
            let path = &self.paths[seat.index()];
            legal(encoding, &self.forms, path, &mut self.legal);
            if path.is_empty() {
                if self.may_wait(seat) {
                    self.legal.insert(WAIT);
                }
                return;
            }
            if self.legal.is_empty() {
                self.paths[seat.index()].clear();
                continue;
            }
            // The action that completes a command is left to the seat.
            match self.legal.only() {
                Some(only) if !completes(encoding, &self.forms, path, only) => {
                    self.paths[seat.index()].push(only);
                }
                _ => return,
            }
        }
    }

    /// Checks whether a seat may do nothing now: where any number of commands may come, and somebody else or
    /// a clock goes on.
    fn may_wait(&self, seat: Seat) -> bool {
        let awaited = self.game.awaiting();
        let alone = awaited.iter().all(|one| one == seat || self.waiting & bit(one) != 0);
        awaited.contains(seat)
            && self.game.standing(seat)
            && (self.game.next_deadline().is_some() || !alone)
    }
}

/// Finds the legal actions after a path.
fn legal(encoding: &Encoding, forms: &CommandForms, path: &[u16], out: &mut Bits) {
    out.clear(encoding.actions());
    for form in forms.iter() {
        if let Some(walk) = Walk::along(encoding, form, path) {
            walk.each(&mut |action| out.insert(action));
        }
    }
}

/// Checks whether an action completes a command.
fn completes(encoding: &Encoding, forms: &CommandForms, path: &[u16], action: u16) -> bool {
    forms.iter().any(|form| {
        let walk = Walk::along(encoding, form, path);
        walk.is_some_and(|mut walk| walk.take(action) && walk.complete().is_some())
    })
}
