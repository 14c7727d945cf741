//! A script carried out in one world: what the viewer received after each act.

use std::collections::BTreeMap;

use engine::Viewer;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::connection::{Connection, is_update};
use super::rooms::Side;
use super::script::Act;

/// The frames that a viewer received in one world.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The frames after each act; those of the viewer's return come last.
    pub(super) frames: Vec<Vec<String>>,
    /// The server's log up to the end of each act, if it was captured.
    pub(super) log: Vec<String>,
}

/// A way to open connections to one room.
pub(super) trait Door {
    /// Opens a new connection that has sent nothing.
    async fn open(&self) -> Connection;
    /// Returns the token of a seat.
    fn token(&self, viewer: Viewer) -> Option<&str>;
    /// Takes what was logged since the last time.
    fn logged(&self) -> String;
    /// Looks at the room from outside: as anybody may, and at what HTTP shows this viewer.
    async fn look(&self, viewer: Viewer) -> Vec<String>;
    /// Asks for what anybody may read at other addresses, or may not.
    async fn read(&self, viewer: Viewer) -> Vec<String>;
}

/// Carries out the acts, and lets the viewer come back at the end.
pub(super) async fn perform(
    door: &impl Door,
    side: Side,
    viewer: Viewer,
    acts: &[Act],
) -> Transcript {
    let mut connections: BTreeMap<Viewer, Connection> = BTreeMap::new();
    let mut transcript = Transcript::default();
    for act in acts {
        match act {
            Act::Join(who, after) => {
                let mut connection = door.open().await;
                connection.hello(door.token(*who), *after).await;
                // The viewer reads when they have come in.
                if *who != viewer {
                    connection.sync().await;
                }
                connections.insert(*who, connection);
            }
            Act::Say(who, texts) => {
                let text = &texts[side as usize];
                if let Some(connection) = connections.get_mut(who) {
                    // Others wait for their answers, so that the room is done when the viewer reads.
                    if *who != viewer {
                        connection.sync().await;
                    }
                    if !text.is_empty() {
                        connection.say(text).await;
                    }
                    if *who != viewer {
                        connection.sync().await;
                    }
                }
            }
            Act::Advance(ms) => tokio::time::advance(std::time::Duration::from_millis(*ms)).await,
        }
        let mut frames = match connections.get_mut(&viewer) {
            Some(connection) => connection.sync().await,
            None => Vec::new(),
        };
        frames.extend(door.look(viewer).await);
        transcript.frames.push(frames);
        transcript.log.push(door.logged());
    }
    let mut again = door.open().await;
    again.hello(door.token(viewer), first_seq(&transcript)).await;
    transcript.frames.push(again.sync().await);
    transcript.frames.push(match connections.get_mut(&viewer) {
        Some(connection) if viewer != Viewer::Public => connection.sync().await,
        _ => Vec::new(),
    });
    transcript.frames.push(door.read(viewer).await);
    transcript.log.push(door.logged());
    transcript
}

/// An update, its parts as they were sent.
#[derive(Debug, Deserialize)]
struct Shown<'a> {
    seq: u64,
    head: &'a str,
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
    #[serde(borrow)]
    public: &'a RawValue,
    #[serde(borrow, default)]
    private: Option<&'a RawValue>,
    #[serde(default)]
    decision: Option<u64>,
    #[serde(borrow, default)]
    offers: Option<&'a RawValue>,
    #[serde(borrow)]
    awaiting: &'a RawValue,
    #[serde(borrow, default)]
    deadline_ms: Option<&'a RawValue>,
    #[serde(default)]
    paused: bool,
    #[serde(borrow, default)]
    outcome: Option<&'a RawValue>,
}

impl Shown<'_> {
    /// Returns everything but the time and the events, in one text.
    fn bare(&self) -> String {
        let text = |raw: Option<&RawValue>| raw.map_or("-", RawValue::get).to_owned();
        [
            self.seq.to_string(),
            self.head.to_owned(),
            text(Some(self.public)),
            text(self.private),
            format!("{:?}", self.decision),
            text(self.offers),
            text(Some(self.awaiting)),
            text(self.deadline_ms),
            self.paused.to_string(),
            text(self.outcome),
        ]
        .join("\n")
    }
}

fn updates(frames: &[Vec<String>]) -> impl Iterator<Item = Shown<'_>> {
    let updates = frames.iter().flatten().filter(|frame| is_update(frame));
    updates.map(|frame| serde_json::from_str(frame).expect("an update"))
}

fn first_seq(transcript: &Transcript) -> Option<u64> {
    updates(&transcript.frames).next().map(|shown| shown.seq)
}

impl Transcript {
    /// Returns the transcript of the first acts.
    pub(super) fn until(&self, acts: usize) -> Self {
        Self { frames: self.frames[..acts].to_vec(), log: self.log[..acts].to_vec() }
    }

    /// Checks that the returning viewer was sent the events that it had been sent, in the same
    /// order: nothing less, and nothing that it did not have. `Err` has the two texts.
    pub(super) fn return_is_the_fold(&self) -> Result<u64, [String; 2]> {
        // The last three: the return, the older connection after it, the other addresses.
        let end = self.frames.len() - 3;
        let mut lived = updates(&self.frames[..end]);
        let Some(first) = lived.next() else { return Ok(0) };
        let mut events: Vec<&str> = Vec::new();
        let mut last = first.bare();
        for shown in lived {
            events.extend(shown.events.iter().map(|event| event.get()));
            last = shown.bare();
        }
        let Some(again) = updates(&self.frames[end..=end]).next() else {
            return Err([last, "no update".to_owned()]);
        };
        let resent: Vec<&str> = again.events.iter().map(|event| event.get()).collect();
        let (live, back) =
            (last + "\n" + &events.join("\n"), again.bare() + "\n" + &resent.join("\n"));
        if live == back { Ok(1) } else { Err([live, back]) }
    }
}
