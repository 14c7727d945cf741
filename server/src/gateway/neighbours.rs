//! Questions to the other servers that share the store: their lists of rooms, and a seat for a rematch.

use std::time::Duration;

use futures_util::future::join_all;
use protocol::Code;
use protocol::program::Programs;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::timeout;
use uuid::Uuid;

use super::Gateway;
use super::problem::ProblemResponse;
use super::search::RoomSearch;
use crate::cluster::{CallFailure, Cluster, OwnCall, ServerCall};
use crate::rooms::{Refusal, Seated, Whereabouts};

/// Time in which another server says which rooms it lists.
const LISTED: Duration = Duration::from_secs(1);

/// Refuses because a server has gone while it answered what may be asked again, for it is done once.
pub(super) fn lost() -> Refusal {
    let detail = "the server that has the room is gone while it answered; send it again";
    Refusal::new(Code::StorageUnavailable, detail).after(1_000)
}

/// Refuses because a server has gone while it did what must not be asked for twice.
pub(super) fn uncertain() -> Refusal {
    let detail = "the server that has the room is gone; nobody knows whether it was done";
    Refusal::new(Code::Internal, detail)
}

/// Fetches the seat that was set aside for a rematch, wherever its room is.
pub(super) async fn fetch_seat(
    gateway: &Gateway,
    code: &str,
    seat: u8,
) -> Result<Seated, ProblemResponse> {
    let call = ServerCall {
        code: Some(code.to_owned()),
        own: Some(OwnCall::Fetch(seat)),
        ..ServerCall::default()
    };
    let mut search = RoomSearch::of(&gateway.rooms, code);
    loop {
        match (search.next().await?, &gateway.cluster) {
            (Whereabouts::Here(room), _) => match room.fetch(seat).await {
                Err(refusal) if refusal.code == Code::Draining => {}
                fetched => return Ok(fetched?),
            },
            (Whereabouts::Away(server), Some(cluster)) => {
                match cluster.call(server, &call, b"").await {
                    Ok(answer) if answer.status == 200 => {
                        return Ok(serde_json::from_slice(&answer.body).map_err(|_| lost())?);
                    }
                    Ok(_) => return Err(Refusal::not_set_aside().into()),
                    Err(CallFailure::Moved) => {}
                    Err(CallFailure::Unknown) => return Err(lost().into()),
                }
            }
            (Whereabouts::Away(_), None) | (Whereabouts::Nowhere, _) => {
                return Err(Refusal::room_unknown().into());
            }
        }
    }
}

/// A list of rooms, each as it is shown.
#[derive(Default, Serialize, Deserialize)]
struct RoomList {
    rooms: Vec<Box<RawValue>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Puts what this server lists together with what the others do; `most` is the length of a page.
pub(super) async fn list_of_all(
    gateway: &Gateway,
    own: String,
    query: Option<&str>,
    most: usize,
) -> String {
    if gateway.cluster.is_none() {
        return own;
    }
    let lists = lists_of_others(gateway, "rooms", query).await;
    merged(lists.into_iter().chain([own.into_bytes()]), most)
}

/// Puts the programs that are announced here together with those at the other servers; `most` is the length of
/// a page.
pub(super) async fn programs_of_all(
    gateway: &Gateway,
    own: Programs,
    query: Option<&str>,
    most: usize,
) -> Programs {
    let lists = lists_of_others(gateway, "programs", query).await;
    let lists: Vec<Programs> =
        lists.iter().filter_map(|list| serde_json::from_slice(list).ok()).chain([own]).collect();
    let further = lists.iter().any(|list| list.next.is_some());
    let mut programs: Vec<_> = lists.into_iter().flat_map(|list| list.programs).collect();
    programs.sort_by_key(|program| program.id);
    let more = further || programs.len() > most;
    programs.truncate(most);
    let next = programs.last().filter(|_| more).map(|last| last.id);
    Programs { programs, next }
}

/// Returns what the other servers answer to `GET /api/v1/...`; those that do not answer are left out.
async fn lists_of_others(gateway: &Gateway, path: &str, query: Option<&str>) -> Vec<Vec<u8>> {
    let Some(cluster) = &gateway.cluster else { return Vec::new() };
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let call = ServerCall {
        method: "GET".to_owned(),
        uri: format!("{base}/api/v1/{path}{query}"),
        ..ServerCall::default()
    };
    let asked = gateway.rooms.members();
    let asked = asked.keys().filter(|run| !cluster.is(**run)).map(|run| ask(cluster, *run, &call));
    join_all(asked).await.into_iter().flatten().collect()
}

async fn ask(cluster: &Cluster, server: Uuid, call: &ServerCall) -> Option<Vec<u8>> {
    let answer = timeout(LISTED, cluster.call(server, call, b"")).await.ok()?.ok()?;
    (answer.status == 200).then(|| answer.body.to_vec())
}

/// Merges lists into one, in the order of the rooms' codes.
fn merged(lists: impl Iterator<Item = Vec<u8>>, most: usize) -> String {
    #[derive(Deserialize)]
    struct Coded {
        code: String,
    }
    let lists: Vec<RoomList> =
        lists.filter_map(|list| serde_json::from_slice(&list).ok()).collect();
    let further = lists.iter().any(|list| list.next.is_some());
    let rooms = lists.into_iter().flat_map(|list| list.rooms);
    let code = |room: &RawValue| serde_json::from_str(room.get()).map(|Coded { code }| code).ok();
    let mut rooms: Vec<_> = rooms.filter_map(|room| Some((code(&room)?, room))).collect();
    rooms.sort_by(|(one, _), (other, _)| one.cmp(other));
    rooms.dedup_by(|(one, _), (other, _)| one == other);
    let more = further || rooms.len() > most;
    rooms.truncate(most);
    let next = rooms.last().filter(|_| more).map(|(code, _)| code.clone());
    let list = RoomList { rooms: rooms.into_iter().map(|(_, room)| room).collect(), next };
    // Texts in a list: serialisation cannot fail.
    serde_json::to_string(&list).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_several_servers_are_one_list() {
        let list = |text: &str| text.as_bytes().to_vec();
        let one = list(r#"{"rooms":[{"code":"A","x":1},{"code":"C"}],"next":"C"}"#);
        let other = list(r#"{"rooms":[{"code":"B"},{"code":"C"}]}"#);
        let lists = || [one.clone(), other.clone(), list("nonsense")].into_iter();
        assert_eq!(merged(lists(), 2), r#"{"rooms":[{"code":"A","x":1},{"code":"B"}],"next":"B"}"#);
        let all = r#"{"rooms":[{"code":"A","x":1},{"code":"B"},{"code":"C"}],"next":"C"}"#;
        assert_eq!(merged(lists(), 9), all);
        assert_eq!(merged([other].into_iter(), 2), r#"{"rooms":[{"code":"B"},{"code":"C"}]}"#);
    }
}
