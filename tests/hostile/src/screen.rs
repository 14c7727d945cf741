//! The target for what a hostile server sends to the terminal client.
//!
//! The input is either frames as they are, one a line, or choices that damage what an honest server
//! said in a real match: whole views are too much for a fuzzer to make up. Whatever the client
//! understands it must be able to show, to offer and to answer, without steering the terminal.

use std::collections::BTreeSet;

use client_cli::app::offers::NumberedOffers;
use client_cli::app::say::{self, Names};
use client_cli::app::walk::Walk;
use client_cli::bot::policy::Policy;
use client_cli::clock;
use client_cli::connection::Signal;
use client_cli::paper::Paper;
use client_cli::render::{self, Scene};
use client_cli::session::{Change, Session};
use client_cli::wire::Frame;
use protocol::{Offer, Update};
use rand::SeedableRng;
use rand::rngs::StdRng;
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

/// The parts of the terminal client that a message goes through.
struct Client {
    session: Session,
    numbered: NumberedOffers,
    policy: Policy,
    catalogue: Option<Value>,
}

impl Client {
    fn new(catalogue: Option<Value>) -> Self {
        let (session, numbered, policy) =
            (Session::default(), NumberedOffers::default(), Policy::default());
        Self { session, numbered, policy, catalogue }
    }

    fn receive(&mut self, text: &str) {
        let Ok(frame) = Frame::read(text.to_owned()) else { return };
        let change = self.session.apply(Signal::Frame(Box::new(frame)));
        let mut lines = self.session.take_notes();
        lines.extend(self.about(&change));
        if let Some(update) = self.session.update().cloned() {
            lines.extend(self.offers(&update));
        }
        lines.extend(self.situation());
        print(&lines);
    }

    /// Renders every line that describes a change.
    fn about(&self, change: &Change) -> Vec<String> {
        let Some(room) = self.session.room() else { return Vec::new() };
        let own = self.session.seat();
        let names = Names::new(room, &[], self.scene().as_ref());
        let mut lines = say::lobby(room, own, &[]);
        lines.extend(say::options(room));
        if let Change::Room { before: Some(before) } = change {
            lines.extend(say::room_changes(before, room, own, &names));
            lines.extend(say::changed_seats(before, room, own, &[]));
        }
        if let Change::Updated { events, .. } = change {
            lines.extend(events.iter().map(|event| say::event(event, &names)));
            lines.extend(events.iter().map(|event| say::brief_event(event, &names)));
        }
        if let Some(update) = self.session.update() {
            lines.push(say::turn(update, own, &names));
            let deadlines = say::deadlines(&room.game, update);
            let _ = clock::next_warning(&deadlines, update.now_ms);
            lines.extend(clock::line(&deadlines, update.now_ms));
        }
        let outcome = self.session.outcome();
        lines.extend(outcome.into_iter().flat_map(|end| say::outcome(end, own, &names)));
        lines
    }

    fn scene(&self) -> Option<Scene<'_>> {
        let now_ms = self.session.update()?.now_ms;
        // Time stands still, so that an input does the same again.
        Some(Scene { now_ms, ..self.session.scene(self.catalogue.as_ref())? })
    }

    /// Renders the table: as the room's game shows it, and as any other would.
    fn situation(&self) -> Vec<String> {
        let (Some(scene), Some(room)) = (self.scene(), self.session.room()) else {
            return Vec::new();
        };
        let renderer = render::of(&room.game);
        let mut lines = vec![renderer.render(&scene), render::of("another").render(&scene)];
        lines.extend(renderer.question(&scene));
        for offer in self.session.offers().iter().take(WALKED) {
            lines.extend(renderer.remarks(&Walk::new(&offer.command).draft(), &scene));
        }
        lines
    }

    /// Numbers the offers, chooses as a bot does, and walks through some as a person does.
    fn offers(&mut self, update: &Update) -> Vec<String> {
        let offers = update.offers.as_deref().unwrap_or_default();
        let mut lines = self.numbered.follow(offers);
        lines.extend(self.numbered.lines("a", false));
        lines.extend(self.numbered.short_lines());
        let mut rng = StdRng::seed_from_u64(update.seq);
        let decision = update.decision.unwrap_or_default();
        let timed = update.deadline_ms.is_some();
        self.policy.pick(decision, offers, &BTreeSet::new(), timed, &mut rng);
        lines.extend(offers.iter().take(WALKED).flat_map(walked));
        lines
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
fn print(lines: &[String]) {
    let (mut paper, sheet) = Paper::memory();
    for line in lines {
        paper.line(line).expect("memory");
    }
    let steers =
        |sign: char| sign.is_control() && sign != '\n' || ('\u{202a}'..='\u{202e}').contains(&sign);
    assert!(!sheet.text().contains(steers), "the terminal is steered");
}
