//! Oracles for the end of a run: the log against what clients received, and what clients see
//! against what a server that knows nothing but the log would show them.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use protocol::{ServerMessage, Update};
use serde_json::Value;
use server::rooms::{Outbox, Outgoing, TokenHash};
use tokio::time::timeout;
use uuid::Uuid;

use super::client::Client;
use super::store::{entropy, open};
use super::world::Ran;

/// The oracles' counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    /// Acknowledged commands that are not in the log where they were said to be.
    pub(super) lost: u64,
    /// Commands that are in a log more than once.
    pub(super) duplicated: u64,
    /// Commands that are in a log although they were refused, or sent by a replaced connection.
    pub(super) unwanted: u64,
    /// Commands of a replaced connection that another server took, which had the room soon after and did not
    /// know of the newer connection yet.
    pub(super) late: u64,
    /// Clients whose last view is not the match's.
    pub(super) wrong_views: u64,
}

/// Judges a run; what is wrong is also written into [`Ran::broken`].
pub(super) fn judge(ran: &mut Ran) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut broken = Vec::new();
    let logs: Vec<BTreeMap<Uuid, Vec<u64>>> =
        ran.rooms.iter().map(|room| ids(&ran.store.rows(*room))).collect();
    for (room, log) in logs.iter().enumerate() {
        for (id, seqs) in log.iter().filter(|(_, seqs)| seqs.len() > 1) {
            verdict.duplicated += 1;
            broken.push(format!("room {room}: {id} is entries {seqs:?}"));
        }
    }
    for room in &ran.rooms {
        broken.extend(ran.store.broken(*room, ran.clock_ms));
    }
    for client in &ran.clients {
        let log = &logs[client.key.room];
        for accepted in &client.accepted {
            // Behind the veil of a secret choice it was answered with the number of an entry before.
            let entry = log.get(&accepted.id).and_then(|seqs| seqs.first());
            if entry.is_none_or(|entry| *entry < accepted.seq) {
                verdict.lost += 1;
                broken.push(format!("{} is {entry:?}, not {}", accepted.id, accepted.seq));
            }
        }
        let claims = ran.store.claims(ran.rooms[client.key.room]);
        let moved = |known: u64, seq| claims.iter().any(|it| (known + 1..=seq).contains(it));
        let refused = client.refused.iter().map(|id| (id, None));
        let ignored = client.ignored.iter().map(|(id, known)| (id, Some(*known)));
        for (id, known) in refused.chain(ignored) {
            let Some(seq) = log.get(id).and_then(|seqs| seqs.first()).copied() else { continue };
            if known.is_some_and(|known| moved(known, seq)) {
                verdict.late += 1;
                continue;
            }
            verdict.unwanted += 1;
            broken.push(format!("room {}: {id} is in the log", client.key.room));
        }
    }
    ran.store.seal();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
    for (client, shown) in ran.clients.iter().zip(runtime.block_on(projections(ran))?) {
        if let Some(difference) = difference(client, &shown) {
            verdict.wrong_views += 1;
            broken.push(difference);
        }
    }
    ran.broken.extend(broken);
    Ok(verdict)
}

/// Returns the entries of each id in a match's log.
fn ids(rows: &[String]) -> BTreeMap<Uuid, Vec<u64>> {
    let mut ids: BTreeMap<Uuid, Vec<u64>> = BTreeMap::new();
    for (seq, row) in (0..).zip(rows) {
        let row: Value = serde_json::from_str(row).unwrap_or_default();
        if let Some(id) = row["input"]["id"].as_str().and_then(|id| id.parse().ok()) {
            ids.entry(id).or_default().push(seq);
        }
    }
    ids
}

/// The longest that the oracle waits, in real time, for what a room shows at once.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns the updates that a server that starts now shows to each client.
async fn projections(ran: &Ran) -> anyhow::Result<Vec<Update>> {
    let rooms = open(ran.store.look().await?, entropy(0)).await?;
    let mut shown = Vec::new();
    for client in &ran.clients {
        let room = rooms.find(&client.key.code);
        let room = room.ok_or_else(|| anyhow::anyhow!("room {} is gone", client.key.room))?;
        let outbox: Arc<Outbox> = Arc::default();
        let token = client.key.seat.as_ref().map(|(_, token)| TokenHash::of(token));
        room.join(token, None, outbox.clone()).await?;
        let mut last = String::new();
        loop {
            let next = timeout(PATIENCE, outbox.next()).await;
            let Ok(Outgoing::Text(text) | Outgoing::Update(text)) = next else {
                anyhow::bail!(
                    "room {} shows {:?} no match: {last}",
                    client.key.room,
                    client.key.seat
                )
            };
            last = text.to_string();
            if let ServerMessage::Update(update) = serde_json::from_str(&text)? {
                shown.push(update);
                break;
            }
        }
    }
    Ok(shown)
}

/// Describes the difference between the last view of a client and the match, apart from events,
/// which are sent once only, and from match time, which is that of the sending.
fn difference(client: &Client, shown: &Update) -> Option<String> {
    let plain = |update: &Update| Update {
        events: Vec::new(),
        events_from: None,
        now_ms: 0,
        ..update.clone()
    };
    let seen = client.view.as_ref().map(plain);
    let shown = plain(shown);
    let same = seen.as_ref() == Some(&shown);
    (!same).then(|| format!("{:?} saw {seen:?}, the match is {shown:?}", client.key))
}
