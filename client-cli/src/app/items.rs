//! The items to choose from now: the offers, what a lobby or a finished match allows, the commands.
//!
//! One list for all of them, so that all are narrowed, marked and chosen alike. Items that are
//! impossible are listed with the reason. It must not do what is chosen.

use protocol::lesson::LessonGo;
use protocol::room::{BotLevel, Room, RoomState};
use protocol::{Feature, TakeBack};

use super::input::{SeatAction, UserInput};
use super::levels;
use super::offers::{NumberedOffers, asks_for_end, is_ending, kind, marked};
use super::{App, Confirmation, Tone};
use protocol::envelope::ClaimOutcome;

/// Something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuItem {
    /// Its number, if it keeps one.
    pub number: Option<usize>,
    /// Its text.
    pub text: String,
    /// The heading above it: the rule of an offer.
    pub group: String,
    /// Further words that find it.
    pub words: String,
    /// `true` if it ends a step.
    pub ends: bool,
    /// The reason why it is impossible now.
    pub refused: Option<&'static str>,
    /// Its action.
    pub what: What,
}

/// The action of an item.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// Begins an offer.
    Offer(usize),
    /// Does what a typed line with this reading does.
    Input(UserInput),
    /// Frees another's seat, as the host.
    Kick(u8),
    /// Sends what was chosen.
    Send,
    /// Hands the link to the clipboard.
    Copy,
    /// Takes the mouse, or leaves it to the terminal.
    Mouse,
    /// Leaves a room in which there is nothing more to do.
    Home,
}

/// The commands that go through a lesson.
const WAYS_THROUGH_A_LESSON: [(&str, LessonGo); 3] = [
    ("next: go on in the lesson", LessonGo::Next),
    ("previous: one step back in it", LessonGo::Back),
    ("skip: do what it teaches", LessonGo::Skip),
];

/// The condition on which a command is possible.
#[derive(Clone, Copy, Debug)]
enum When {
    Always,
    /// The match is not over already when it is looked at.
    Live,
    /// A lesson is given.
    Lesson,
    /// A seat is held.
    Seated,
    /// A match is running that is played from a seat.
    Running,
    /// The match is over, and a seat was held.
    Over,
    /// Running, and a move can be taken back.
    Undoable,
    /// Running, and by a clock.
    Timed,
    /// Running, and another seat asks for something.
    Asked,
    /// Running, and any seat asks for something.
    Requested,
    /// Running, and a mind may be asked.
    Hinted,
}

impl MenuItem {
    fn act(text: impl Into<String>, what: What, refused: Option<&'static str>) -> Self {
        let (group, words, ends) = Default::default();
        Self { number: None, text: text.into(), group, words, ends, refused, what }
    }

    fn matches(&self, finder: &super::Finder) -> bool {
        if let What::Kick(seat) = self.what {
            // A name must not be what finds this: whoever types "bot" wants one more, not one less.
            return finder.admits(&format!("free seat {seat} again kick"));
        }
        let number = self.number.map_or_else(String::new, |number| number.to_string());
        finder.admits(&format!("{number} {} {} {}", self.text, self.group, self.words))
    }
}

impl App {
    /// Returns the items that may be chosen now and match the typed text.
    pub fn items(&self) -> Vec<MenuItem> {
        if let Some(number) = self.typed_number() {
            return offers(&self.offers).into_iter().filter(|i| i.number == Some(number)).collect();
        }
        let line = self.finder.line.text();
        // Answers may follow the words that find the offer.
        let words = line.split(';').next().unwrap_or_default();
        let mut finder = self.finder.clone();
        finder.line.set(words);
        let ends = asks_for_end(words);
        let meant = |item: &MenuItem| ends && item.ends;
        let all = self.all().into_iter();
        let mut items: Vec<MenuItem> = all.filter(|i| meant(i) || i.matches(&finder)).collect();
        items.sort_by_key(|item| !meant(item));
        items
    }

    /// Returns the number at the beginning of the typed text, if an offer has it.
    pub(super) fn typed_number(&self) -> Option<usize> {
        let line = self.finder.line.text();
        let word = line.split([' ', ';']).find(|word| !word.is_empty())?;
        let number = word.parse().ok()?;
        self.offers.get(number).map(|_| number).filter(|_| self.is_running())
    }

    fn all(&self) -> Vec<MenuItem> {
        let Some(room) = self.room() else { return Vec::new() };
        let plays = self.session.seat().or_else(|| self.session.pupil()).is_some();
        if !plays || self.is_replay() {
            return Vec::new();
        }
        if self.is_running() {
            return offers(&self.offers);
        }
        if self.session.outcome().is_some() {
            return vec![
                MenuItem::act("Play again: a rematch", What::Input(UserInput::Rematch), None),
                MenuItem::act("Leave the room", What::Home, None),
            ];
        }
        if room.state == RoomState::Abandoned {
            return vec![MenuItem::act("Leave the room, which was given up", What::Home, None)];
        }
        self.lobby(room)
    }

    fn lobby(&self, room: &Room) -> Vec<MenuItem> {
        let own = self.session.seat();
        let host = own.is_some() && room.host == own;
        let ready = self.session.own_seat().is_some_and(|seat| seat.ready);
        let sealing = room.state != RoomState::Lobby;
        let begun = sealing.then_some("the match is about to begin");
        let refused = if ready { Some("you are ready already") } else { begun };
        let mut items = vec![MenuItem::act("I am ready", What::Input(UserInput::Ready), refused)];
        let levels = self.bot_levels(&room.game);
        let bot = |seat: u8, level: Option<BotLevel>| {
            let shown = level.or_else(|| (levels.len() > 1).then(BotLevel::default));
            let shown = shown.map(|level| format!(" ({})", levels::described(level)));
            let text = format!("Let a bot of the server take seat {seat}");
            let text = text + &shown.unwrap_or_default();
            MenuItem::act(text, What::Input(UserInput::Bot(Some(seat), level)), begun)
        };
        for seat in room.seats.iter().filter(|seat| Some(seat.seat) != own) {
            let number = seat.seat;
            match seat.name.as_ref().filter(|_| host) {
                Some(name) => {
                    let text = format!("Free seat {number} again ({name})");
                    items.push(MenuItem::act(text, What::Kick(number), begun));
                }
                None if host => items.push(bot(number, None)),
                None => {}
            }
        }
        items.push(MenuItem::act("Copy the link to share (Ctrl-Y)", What::Copy, None));
        items.push(MenuItem::act(
            "Give my seat back and leave",
            What::Input(UserInput::Leave),
            begun,
        ));
        // The other levels come last: whoever looks for one types its word.
        let free = room.seats.iter().filter(|seat| host && seat.name.is_none());
        let other = levels.iter().filter(|level| **level != BotLevel::default());
        for seat in free {
            items.extend(other.clone().map(|level| bot(seat.seat, Some(*level))));
        }
        items.extend(self.programs_to_seat(room).filter(|_| host && !sealing));
        items
    }

    /// Returns the programs of others for the first free seat: those known, and the question for them.
    fn programs_to_seat(&self, room: &Room) -> impl Iterator<Item = MenuItem> {
        let announced = self.session.has(Feature::Announcements);
        let seat = super::say::free_seat(room).filter(|_| announced);
        let shown = |seat| {
            let ask = What::Input(UserInput::Program(None));
            let ask = MenuItem::act("Show the programs of others that wait for hosts", ask, None);
            let known = self.programs.iter().map(move |program| {
                let text = format!("Let {} take seat {seat}", super::say::program_of(program));
                let full = (program.free == 0).then_some("it plays in enough rooms now");
                let name = Some(program.name.clone());
                MenuItem::act(text, What::Input(UserInput::Program(name)), full)
            });
            known.chain([ask])
        };
        seat.map(shown).into_iter().flatten()
    }

    /// Checks whether the match has begun and is not over.
    pub(crate) fn is_running(&self) -> bool {
        self.session.update().is_some() && self.session.outcome().is_none()
    }

    /// Returns the item under the cursor.
    pub fn marked(&self) -> Option<MenuItem> {
        let mut items = self.items();
        let at = self.finder.cursor.min(items.len().saturating_sub(1));
        (at < items.len()).then(|| items.swap_remove(at))
    }

    /// Returns the number of the offer under the cursor.
    pub(super) fn marked_offer(&self) -> Option<usize> {
        self.marked().filter(|_| self.is_running()).and_then(|item| item.number)
    }

    /// Puts the cursor on the offer with this number, if it is (still) there.
    pub(super) fn mark_offer(&mut self, number: Option<usize>) {
        let items = self.items();
        let found = number.and_then(|number| items.iter().position(|i| i.number == Some(number)));
        let last = items.len().saturating_sub(1);
        self.finder.cursor = found.unwrap_or_else(|| self.finder.cursor.min(last));
    }

    /// Returns the commands that the typed text lets through, those that are not possible with the
    /// reason.
    pub fn commands(&self, finder: &super::Finder) -> Vec<MenuItem> {
        let act = |(text, action, when)| (text, What::Input(UserInput::Act(action)), when);
        let ways =
            WAYS_THROUGH_A_LESSON.map(|(text, go)| (text, SeatAction::Lesson(go), When::Lesson));
        let say = What::Input(UserInput::Chat(String::new()));
        let commands = ways
            .into_iter()
            .map(act)
            .chain([("say: say something to the others", say, When::Live)])
            .chain(self.seat_commands().map(act))
            .chain(self.other_commands());
        let items =
            commands.map(|(text, what, when)| MenuItem::act(text, what, self.refusal(when)));
        let mut items: Vec<MenuItem> = items.filter(|item| item.matches(finder)).collect();
        items.sort_by_key(|item| item.refused.is_some());
        items
    }

    /// Returns the commands that are acts of a seat: word and meaning, the act, when it is possible.
    fn seat_commands(&self) -> [(&'static str, SeatAction, When); 10] {
        use SeatAction::{Claim, Coach, Consent, Hint, Pause, Resign, Undo};
        let abandoned = ClaimOutcome::Abandoned;
        [
            (self.undo_item(), Undo(None), When::Undoable),
            ("agree: agree to what another player asks for", Consent(true), When::Asked),
            ("refuse: do not, or withdraw what you asked for", Consent(false), When::Requested),
            ("pause: ask to stop the clock", Pause(true), When::Timed),
            ("resume: let the clock run again", Pause(false), When::Timed),
            ("coach: a friend sees what you see, and points", Coach(true), When::Running),
            ("hint: what a mind would do, and why", Hint(None), When::Hinted),
            ("resign: give the match up", Resign, When::Running),
            (
                "claim win: end the match, whose other player is gone",
                Claim(ClaimOutcome::Win),
                When::Running,
            ),
            ("claim abandoned: the same, so that nobody wins", Claim(abandoned), When::Running),
        ]
    }

    /// Returns the other commands, likewise.
    fn other_commands(&self) -> [(&'static str, What, When); 8] {
        let typed = What::Input;
        [
            ("rematch: play again", typed(UserInput::Rematch), When::Over),
            (
                "notify: be notified of your turn while away",
                typed(UserInput::Notify(None)),
                When::Seated,
            ),
            (
                "rules: what they say about what is asked (Ctrl-R), or about some words",
                typed(UserInput::Rules(None)),
                When::Always,
            ),
            (self.advice_item(), typed(UserInput::Advice), When::Always),
            ("copy: hand the link to share to the clipboard (Ctrl-Y)", What::Copy, When::Always),
            (self.mouse_item(), What::Mouse, When::Always),
            ("help: the keys", typed(UserInput::Help), When::Always),
            ("quit: leave the screen; the game stays", typed(UserInput::Quit), When::Always),
        ]
    }

    /// Returns the reason why a command is not possible now, if it is not.
    fn refusal(&self, when: When) -> Option<&'static str> {
        let seated = self.session.seat().is_some() && !self.is_replay();
        let seated = (!seated).then_some("you hold no seat");
        let running = seated.or((!self.is_running()).then_some("no match is running"));
        let asked = self.session.asked_of_us().next().is_none().then_some("nobody asks");
        match when {
            When::Always => None,
            When::Live => self.is_replay().then_some("the match is over"),
            When::Lesson => self.session.lesson().is_none().then_some("no lesson is given here"),
            When::Seated => seated,
            When::Running => running,
            When::Over => {
                seated.or(self.session.outcome().is_none().then_some("it comes after the end"))
            }
            When::Undoable => {
                let nothing = "there is nothing that you can take back";
                running.or(self.undo().is_none().then_some(nothing))
            }
            When::Timed => running.or((!self.session.is_timed()).then_some("no clock is running")),
            When::Asked => running.or(asked),
            When::Requested => running.or(asked.filter(|_| self.session.own_request().is_none())),
            When::Hinted => running.or(self.no_hint().filter(|_| self.session.lesson().is_none())),
        }
    }

    /// Returns the move that this seat can take back.
    fn undo(&self) -> Option<TakeBack> {
        self.session.update().and_then(|update| update.undo)
    }

    /// Returns what the command that takes a move back says.
    fn undo_item(&self) -> &'static str {
        if self.undo().is_some_and(|undo| undo.free) {
            "undo: take your last move back, freely"
        } else {
            "undo: ask the others to take your last move back"
        }
    }

    /// Returns what the command about advice says.
    fn advice_item(&self) -> &'static str {
        if self.config.advice {
            "advice: no longer say what usually is good"
        } else {
            "advice: say what usually is good where something is asked"
        }
    }

    /// Returns what the command about the mouse says.
    fn mouse_item(&self) -> &'static str {
        if self.config.mouse {
            "mouse: leave it to the terminal, to select text with it"
        } else {
            "mouse: take it again, to point at choices with it"
        }
    }

    /// Asks for confirmation of something that cannot be taken back.
    pub(super) fn confirm(&mut self, text: impl Into<String>, yes: What) {
        let text = text.into();
        self.say(Tone::Ask, format!("{text} Type yes; anything else goes on."));
        self.overlay = Some(super::Overlay::Confirm(Confirmation { text, yes }));
    }
}

/// Returns the offers as items, those of one rule together.
fn offers(numbered: &NumberedOffers) -> Vec<MenuItem> {
    let mut items: Vec<MenuItem> = Vec::new();
    for (number, offer) in numbered.find("") {
        let loose = if offer.loose { " (may be refused)" } else { "" };
        let item = MenuItem {
            number: Some(number),
            text: format!("{}{loose}", marked(offer)),
            group: offer.rule.clone(),
            words: kind(offer),
            ends: is_ending(offer),
            refused: None,
            what: What::Offer(number),
        };
        let last = items.iter().rposition(|other| other.group == item.group);
        items.insert(last.map_or(items.len(), |last| last + 1), item);
    }
    items
}
