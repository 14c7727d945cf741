//! A script carried out in one world: what the viewer heard after each act.

use std::collections::BTreeMap;

use engine::Viewer;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::line::{Line, is_update};
use super::rooms::Side;
use super::script::Act;

/// What a viewer heard in one world.
#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The frames after each act; those of the viewer's return come last.
    pub(super) frames: Vec<Vec<String>>,
    /// What the server logged up to the end of each act, if it was listened to.
    pub(super) log: Vec<String>,
}

/// Opens lines into one room.
pub(super) trait Door {
    /// A new connection that has said nothing.
    async fn open(&self) -> Line;
    /// The token of a seat.
    fn token(&self, viewer: Viewer) -> Option<&str>;
    /// What was logged since the last time.
    fn logged(&self) -> String;
    /// What anybody may read at other addresses, or may not.
    async fn read(&self, viewer: Viewer) -> Vec<String>;
}

/// Carries out the acts, and lets the viewer come back at the end.
pub(super) async fn listen(
    door: &impl Door,
    side: Side,
    viewer: Viewer,
    acts: &[Act],
) -> Transcript {
    let mut lines: BTreeMap<Viewer, Line> = BTreeMap::new();
    let mut transcript = Transcript::default();
    for act in acts {
        match act {
            Act::Join(who, after) => {
                let mut line = door.open().await;
                line.hello(door.token(*who), *after).await;
                lines.insert(*who, line);
            }
            Act::Say(who, texts) => {
                let text = &texts[side as usize];
                if let Some(line) = lines.get_mut(who) {
                    if *who != viewer {
                        line.sync().await;
                    }
                    if !text.is_empty() {
                        line.say(text).await;
                    }
                    if *who != viewer {
                        line.sync().await;
                    }
                }
            }
            Act::Advance(ms) => tokio::time::advance(std::time::Duration::from_millis(*ms)).await,
        }
        let heard = match lines.get_mut(&viewer) {
            Some(line) => line.sync().await,
            None => Vec::new(),
        };
        transcript.frames.push(heard);
        transcript.log.push(door.logged());
    }
    let mut again = door.open().await;
    again.hello(door.token(viewer), first_seq(&transcript)).await;
    transcript.frames.push(again.sync().await);
    transcript.frames.push(match lines.get_mut(&viewer) {
        Some(line) if viewer != Viewer::Public => line.sync().await,
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
    /// Everything but the time and the events, in one text.
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
    /// What was heard in the first acts.
    pub(super) fn until(&self, acts: usize) -> Self {
        Self { frames: self.frames[..acts].to_vec(), log: self.log[..acts].to_vec() }
    }

    /// Whether the viewer that came back was shown what it had been shown, told by told: nothing
    /// less, and nothing that it did not have. `Err` has the two texts.
    pub(super) fn return_is_the_fold(&self) -> Result<u64, [String; 2]> {
        let end = self.frames.len() - 3;
        let mut lived = updates(&self.frames[..end]);
        let Some(first) = lived.next() else { return Ok(0) };
        let mut told: Vec<&str> = Vec::new();
        let mut last = first.bare();
        for shown in lived {
            told.extend(shown.events.iter().map(|event| event.get()));
            last = shown.bare();
        }
        let Some(again) = updates(&self.frames[end..=end]).next() else {
            return Err([last, "no update".to_owned()]);
        };
        let again_told: Vec<&str> = again.events.iter().map(|event| event.get()).collect();
        let (live, back) =
            (last + "\n" + &told.join("\n"), again.bare() + "\n" + &again_told.join("\n"));
        if live == back { Ok(1) } else { Err([live, back]) }
    }
}
