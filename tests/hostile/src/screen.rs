//! The target for what a hostile server sends to the terminal client.
//!
//! The input is either frames as they are, one a line, or choices that damage what an honest server
//! said in a real match: whole views are too much for a fuzzer to make up. Whatever the client
//! understands it must be able to show, to offer and to answer, without steering the terminal.

use std::collections::BTreeSet;

use client_cli::app::walk::Walk;
use client_cli::app::{App, AppConfig, AppMessage, Done};
use client_cli::args::BoardMode;
use client_cli::bot::policy::Policy;
use client_cli::connection::Signal;
use client_cli::paper::Paper;
use client_cli::wire::Frame;
use protocol::Offer;
use rand::SeedableRng;
use rand::rngs::StdRng;
use ratatui::layout::Size;
use serde_json::Value;

use crate::choices::Choices;
use crate::edit::edit;
use crate::honest::CONVERSATIONS;

/// The most messages of one input.
const MOST_FRAMES: usize = 4;

/// The most damage to one message.
const MOST_EDITS: u64 = 4;

/// The number of offers that are walked through.
const WALKED: usize = 8;

/// Sizes of a screen: with boxes, without, and too small for either.
const SIZES: [Size; 3] = [Size::new(100, 40), Size::new(60, 8), Size::new(1, 1)];

/// Answers that a person may type within an offer, right or not.
const TYPED: [&str; 9] =
    ["1", "", "2", "all", "-", "1 grain 2 fuel", "999999999999999999999", "poland=2; 1", "b"];

/// Plays a hostile server: its messages must not crash the terminal client, nor steer the terminal.
///
/// # Panics
/// If a promise broke.
pub fn server_message(bytes: &[u8]) {
    if bytes.first().is_some_and(|first| matches!(first, b'{' | b'[' | b' ' | b'"')) {
        let Ok(text) = std::str::from_utf8(bytes) else { return };
        let mut client = Client::new(None);
        // A view of a match is only read by who knows the room.
        client.receive(&CONVERSATIONS[0].welcome.to_string());
        text.lines().take(MOST_FRAMES).for_each(|line| client.receive(line));
        return;
    }
    let mut choices = Choices::new(bytes);
    let Some(conversation) = choices.of(&CONVERSATIONS) else { return };
    let mut catalogue = conversation.catalogue.clone();
    if choices.below(4) == 0 {
        edit(&mut catalogue, &mut choices);
    }
    let mut client = Client::new(Some(catalogue));
    let mut welcome = conversation.welcome.clone();
    if choices.below(4) == 0 {
        edit(&mut welcome, &mut choices);
    }
    client.receive(&welcome.to_string());
    for _ in 0..MOST_FRAMES {
        let Some(mut update) = choices.of(&conversation.updates).cloned() else { return };
        for _ in 0..=choices.below(MOST_EDITS) {
            edit(&mut update, &mut choices);
        }
        client.receive(&update.to_string());
        if choices.is_over() {
            return;
        }
    }
}

/// The terminal client's application, as line mode has it, and the random bot's choice.
struct Client {
    app: App,
    policy: Policy,
    catalogue: Option<Value>,
}

impl Client {
    fn new(catalogue: Option<Value>) -> Self {
        let token = Some("token".to_owned());
        let config = AppConfig { token, board: BoardMode::Always, ..AppConfig::default() };
        let app = App::new(config, Vec::new(), Size::new(80, 24));
        Self { app, policy: Policy::default(), catalogue }
    }

    fn receive(&mut self, text: &str) {
        let Ok(frame) = Frame::read(text.to_owned()) else { return };
        self.does(AppMessage::Signal(Signal::Frame(Box::new(frame))));
        if let Some(data) = self.catalogue.take() {
            self.does(AppMessage::Done(Done::Data(String::new(), Ok(data))));
        }
        for size in SIZES {
            print(self.app.document(size).iter().map(ToString::to_string));
        }
        let offers = self.app.session().offers().to_vec();
        self.picks(&offers);
        for number in 1..=offers.len().min(WALKED) {
            self.does(AppMessage::Line(number.to_string()));
            for typed in TYPED {
                self.does(AppMessage::Line(typed.to_owned()));
            }
        }
        for typed in ["h", "t", "l", "a", "no"] {
            self.does(AppMessage::Line(typed.to_owned()));
        }
    }

    /// Passes a message on, and prints what comes of it; effects have none.
    fn does(&mut self, message: AppMessage) {
        self.app.update(message);
        print(self.app.take_output().into_iter().map(|(_, text)| text));
    }

    /// Chooses as a bot does, and walks through some offers in every other way.
    fn picks(&mut self, offers: &[Offer]) {
        let Some(update) = self.app.session().update() else { return };
        let mut rng = StdRng::seed_from_u64(update.seq);
        let decision = update.decision.unwrap_or_default();
        let timed = update.deadline_ms.is_some();
        self.policy.pick(decision, offers, &BTreeSet::new(), timed, &mut rng);
        offers.iter().take(WALKED).for_each(|offer| print(walked(offer)));
    }
}

/// Walks through an offer; what is complete fits it.
fn walked(offer: &Offer) -> Vec<String> {
    let mut lines = Vec::new();
    for mut walk in [Walk::new(&offer.command), Walk::wary(&offer.command)] {
        for typed in TYPED {
            lines.extend(walk.question());
            if let Err(why) = walk.answer(typed) {
                lines.push(why);
            }
            lines.push(walk.summary());
        }
        walk.back();
        walk = walk.renewed(&offer.command);
        walk.draft();
        walk.command();
    }
    lines
}

/// Prints the lines on paper, where nothing may be left that steers a terminal.
fn print(lines: impl IntoIterator<Item = String>) {
    let (mut paper, sheet) = Paper::memory();
    for line in lines {
        paper.line(line).expect("memory");
    }
    let steers =
        |sign: char| sign.is_control() && sign != '\n' || ('\u{202a}'..='\u{202e}').contains(&sign);
    assert!(!sheet.text().contains(steers), "the terminal is steered");
}
