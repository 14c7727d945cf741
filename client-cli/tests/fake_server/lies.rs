//! A server that lies once, against the terminal client and the bot: each lie is noticed, nothing is
//! revealed after it, and what was kept refuses the record.

use std::collections::BTreeSet;

use clap::Parser;
use client_cli::args::{Cli, Command};
use client_cli::paper::Paper;
use fairness::verify::{Contradiction, Kept, read, verify};
use protocol::envelope::ChatLine;
use protocol::{ClientMessage, ServerMessage, You};
use serde_json::{Value, json};

use self::course::{Course, Step, rebuild_chain};
use self::lie::{LIES, Lie, REFUSED};
use crate::fake::{Fake, Peer, end, update};
use crate::person::{Person, session};

mod course;
mod lie;

/// The driver of a client: a bot by itself, a person by somebody who types.
enum Driver<'a> {
    Bot,
    Person(&'a Person),
}

impl Driver<'_> {
    async fn gets_ready(&self, cue: &str) {
        if let Self::Person(person) = self {
            person.reads(cue).await;
            person.types("").await;
        }
    }
}

/// The server's part, up to the lie or to the end.
struct Liar<'a> {
    peer: Peer,
    course: Course,
    lie: Option<&'a Lie>,
}

impl Liar<'_> {
    /// Shows the room of a step; whether that was the lie.
    async fn shows(&mut self, step: Step) -> bool {
        let mut room = self.course.room(step);
        let lie = self.lie.filter(|lie| lie.step == step);
        if let Some(lie) = lie {
            (lie.forge)(&mut room, &self.course);
        }
        let message = if step == Step::Welcome {
            let ClientMessage::Hello { .. } = self.peer.receive().await else { panic!("no hello") };
            let honest = crate::fake::room(&self.peer.code);
            let mut welcome =
                serde_json::to_value(crate::fake::welcome(You::Seat(0), honest)).unwrap();
            welcome["room"] = room;
            welcome
        } else {
            json!({"type": "room", "room": room})
        };
        self.peer.raw(&message.to_string()).await;
        lie.is_some()
    }

    async fn takes_ready(&mut self) {
        let message = self.peer.receive().await;
        let ClientMessage::Ready { id: Some(_), commitment: Some(commitment) } = message else {
            panic!("{message:?}")
        };
        self.course.commitments.push(commitment);
    }

    async fn takes_reveal(&mut self) {
        let message = self.peer.receive().await;
        let ClientMessage::Reveal { id: Some(id), entropy } = message else {
            panic!("{message:?}")
        };
        self.peer.send(&ServerMessage::Accepted { id, seq: 0 }).await;
        self.course.entropy.push(entropy);
    }

    /// Plays its part; ends after a lie that comes before the deal, and returns whether it lied.
    async fn plays(&mut self, driver: &Driver<'_>) -> bool {
        if self.shows(Step::Welcome).await {
            return true;
        }
        driver.gets_ready("Press Enter when you are ready.").await;
        self.takes_ready().await;
        if self.shows(Step::Sealing).await {
            return true;
        }
        self.takes_reveal().await;
        if self.shows(Step::Void).await {
            return true;
        }
        driver.gets_ready("attempt 2 begins").await;
        self.takes_ready().await;
        if self.shows(Step::SealingAgain).await {
            return true;
        }
        self.takes_reveal().await;
        self.shows(Step::Running).await;
        false
    }

    /// The match, which has two entries, and its record.
    async fn finishes(&mut self, fake: &Fake) -> Value {
        let heads = rebuild_chain(&mut self.course.record());
        let mut first = update(1, Vec::new());
        first.head.clone_from(&heads[1]);
        self.peer.send(&ServerMessage::Update(first.clone())).await;
        if let Some(lie) = self.lie.filter(|lie| lie.step == Step::Update) {
            let mut head = json!(first.head);
            (lie.forge)(&mut head, &self.course);
            first.head = head.as_str().unwrap().to_owned();
            self.peer.send(&ServerMessage::Update(first)).await;
        }
        let record = self.lie.map_or_else(|| self.course.record(), |lie| lie.record(&self.course));
        fake.state.lock().unwrap().published = Some(record.clone()).filter(|one| !one.is_null());
        let mut last = end(2);
        last.head.clone_from(&heads[2]);
        self.peer.send(&ServerMessage::Update(last)).await;
        record
    }

    /// Shows honestly, after the lie, what the client should no longer fall for.
    async fn tempts(&mut self) {
        self.lie = None;
        if !self.course.commitments.is_empty() {
            let second = self.course.commitments.len() > 1;
            self.shows(if second { Step::SealingAgain } else { Step::Sealing }).await;
        }
        let (name, text) = ("Boris".to_owned(), "all is said".to_owned());
        self.peer.send(&ServerMessage::Chat(ChatLine { from: You::Seat(1), name, text })).await;
    }
}

async fn liar<'a>(fake: &mut Fake, lie: Option<&'a Lie>) -> Liar<'a> {
    let peer = fake.peer().await;
    let course = Course::new(&peer.code);
    Liar { peer, course, lie }
}

fn reveals(messages: &[ClientMessage]) -> bool {
    messages.iter().any(|message| matches!(message, ClientMessage::Reveal { .. }))
}

/// One match of the bot, and how it ended.
async fn bot(lie: Option<&Lie>) -> Result<String, String> {
    let mut fake = Fake::start().await;
    let (mut paper, sheet) = Paper::memory();
    let cli = Cli::parse_from("entente bot --create fake-game --seed 1".split_whitespace());
    let Command::Bot(args) = cli.command else { panic!("no bot") };
    let server = fake.server.clone();
    let playing = client_cli::bot::run(&server, &args, &mut paper);
    let lying = async {
        let mut liar = liar(&mut fake, lie).await;
        if !liar.plays(&Driver::Bot).await {
            liar.finishes(&fake).await;
        }
        assert!(!reveals(&liar.peer.rest().await));
    };
    let (result, ()) = tokio::join!(playing, lying);
    result.map(|()| sheet.text()).map_err(|error| error.to_string())
}

/// One match of a person: the text read, the evidence kept, and the record if there was one.
async fn person(lie: Option<&Lie>) -> (String, Kept, Option<Value>) {
    let mut fake = Fake::start().await;
    let home = tempfile::tempdir().unwrap();
    let mut published = None;
    let script = async |fake: &mut Fake, person: Person| {
        let mut liar = liar(fake, lie).await;
        if liar.plays(&Driver::Person(&person)).await {
            person.reads("WARNING: the server contradicts itself about the deal").await;
            liar.tempts().await;
            person.reads("all is said").await;
        } else {
            published = Some(liar.finishes(fake).await).filter(|record| !record.is_null());
            person.reads("Look back: entente replay http://").await;
            person.reads("Type rematch to play again").await;
        }
        person.types("q").await;
        assert!(!reveals(&liar.peer.rest().await));
    };
    let (result, text) =
        session(&mut fake, home.path(), "entente play --create fake-game", script).await;
    result.unwrap();
    let file = std::fs::read_dir(home.path().join("heads")).unwrap().map(|entry| entry.unwrap());
    let file = file.map(|entry| entry.path()).find(|path| path.extension().unwrap() == "txt");
    let kept = std::fs::read_to_string(file.unwrap()).unwrap();
    (text, Kept::read(&kept).unwrap(), published)
}

#[tokio::test]
async fn without_a_lie_the_record_holds() {
    let said = bot(None).await.unwrap();
    assert!(said.contains("record holds"), "{said}");
    let (text, kept, record) = person(None).await;
    assert!(text.contains("The record holds"), "{text}");
    assert!(!text.contains("WARNING"), "{text}");
    let record = read(record.unwrap().to_string().as_bytes()).unwrap();
    let report = verify(&record, &kept).unwrap().to_string();
    assert!(!report.contains("bound late"), "{report}");
}

#[tokio::test]
async fn the_bot_notices_every_lie() {
    for lie in LIES {
        let error = bot(Some(lie)).await.expect_err(lie.name);
        let expected = if lie.step < Step::Running {
            "the server contradicts itself about the deal"
        } else {
            "the record does not hold"
        };
        assert!(error.contains(expected), "{}: {error}", lie.name);
    }
}

#[tokio::test]
async fn the_terminal_notices_every_lie() {
    for lie in LIES {
        let (text, kept, record) = person(Some(lie)).await;
        assert!(text.contains("WARNING"), "{}: {text}", lie.name);
        let noticed = |how: &(u32, Contradiction)| how.1.word() == lie.word;
        if lie.step <= Step::Running {
            assert!(kept.contradictions.iter().any(noticed), "{}: {kept:?}", lie.name);
        }
        if let Some(record) = record {
            assert!(text.contains("does not hold"), "{}: {text}", lie.name);
            let record = read(record.to_string().as_bytes()).unwrap();
            let word = verify(&record, &kept).expect_err(lie.name).fault.word();
            assert_eq!(word, format!("kept_{}", lie.word), "{}", lie.name);
        }
    }
}

#[tokio::test]
async fn a_record_that_was_promised_and_is_refused_is_an_alarm() {
    let error = bot(Some(&REFUSED)).await.unwrap_err();
    assert!(error.contains("the record does not hold: the server does not give it"), "{error}");
    let (text, kept, _) = person(Some(&REFUSED)).await;
    assert!(text.contains("WARNING: the server was bound to show the record"), "{text}");
    assert!(kept.contradictions.is_empty(), "{kept:?}");
}

#[test]
fn the_page_has_the_same_table() {
    let page = include_str!("../../../docs/FAIRNESS.md");
    let table = page.split("## A server that lies").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, word] = cells[..] else { return None };
        Some((name.to_owned(), word.strip_prefix("`kept_")?.strip_suffix('`')?.to_owned()))
    });
    let page: BTreeSet<(String, String)> = rows.collect();
    let here = LIES.iter().map(|lie| (lie.name.to_owned(), lie.word.to_owned()));
    assert_eq!(page, here.collect());
}
