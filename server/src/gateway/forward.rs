//! Requests about rooms that other servers have: passed on as they came, and answered for others.
//!
//! What holds for every request was checked where it came in; the other server charges the client's
//! address, and does the rest as if the client had come to it. Tokens travel as hashes.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawPathParams, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response as HttpResponse};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::StreamExt;
use futures_util::future::join_all;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use protocol::Code;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tracing::warn;
use uuid::Uuid;

use super::client::Client;
use super::connections::Standing;
use super::http::{HttpResult, bearer, limited};
use super::limits::Address;
use super::problem::ProblemResponse;
use super::route::mount;
use super::routes::{PAGES, ROUTES};
use super::{Gateway, SPENT_ANSWER};
use crate::cluster::{CallFailure, Cluster, ServerAnswer, ServerCall};
use crate::rooms::{Refusal, Seated, TokenHash, Whereabouts};

/// Time for which a server is looked for that has a room.
const LOOKED_FOR: Duration = Duration::from_secs(6);

/// Pause between two tries.
const PAUSE: Duration = Duration::from_millis(100);

/// Time in which another server says which rooms it lists.
const LISTED: Duration = Duration::from_secs(1);

/// Requests of other servers that are answered at a time.
pub(super) const CALLS_AT_ONCE: usize = 256;

/// The longest answer that is passed on, in bytes.
const BODY_BYTES: usize = 64 * 1024 * 1024;

/// Marks a request that another server has passed on, with the token's hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassedOn(pub(super) Option<TokenHash>);

/// Passes a request on if another server has the room that it is about.
pub(super) async fn forward(
    State(gateway): State<Arc<Gateway>>,
    parameters: RawPathParams,
    request: Request,
    next: Next,
) -> Response {
    let code = parameters.iter().find(|(name, _)| *name == "code").map(|(_, code)| code.to_owned());
    let (Some(cluster), Some(code)) = (gateway.cluster.clone(), code) else {
        return next.run(request).await;
    };
    let path = request.uri().path();
    // A socket has a relay, and a page is the same for every room.
    let page = request.method().is_safe() && !path.contains("/api/");
    if page || path.ends_with("/socket") {
        return next.run(request).await;
    }
    let client = request.extensions().get::<Client>().map(|client| client.address);
    let spent = client.is_some_and(|address| gateway.budget.afford(address).is_err());
    if spent && bearer(&request).is_none() {
        // It is refused without being looked for.
        return next.run(request).await;
    }
    let earliest = Instant::now() + SPENT_ANSWER;
    let response = answered(&gateway, &cluster, &code, request, next).await;
    if spent {
        sleep_until(earliest).await;
    }
    response
}

/// Answers a request about a room, here or by the server that has the room.
async fn answered(
    gateway: &Gateway,
    cluster: &Cluster,
    code: &str,
    request: Request,
    next: Next,
) -> Response {
    let until = Instant::now() + LOOKED_FOR;
    let (mut request, mut asked) = (Some(request), None);
    loop {
        let failed = match gateway.rooms.locate(code).await {
            Ok(Whereabouts::Here(_) | Whereabouts::Nowhere) => {
                let Some(request) = request.take().or_else(|| asked.take().map(again)) else {
                    return ProblemResponse::from(Refusal::storage()).into_response();
                };
                return next.run(request).await;
            }
            Ok(Whereabouts::Away(server)) => {
                if let Some(request) = request.take() {
                    match described(request, code).await {
                        Ok(described) => asked = Some(described),
                        Err(problem) => return problem.into_response(),
                    }
                }
                let Some(PassedRequest { call, body, .. }) = &asked else {
                    return ProblemResponse::from(Refusal::storage()).into_response();
                };
                match cluster.call(server, call, body).await {
                    Ok(answer) => return response(answer),
                    Err(CallFailure::Moved) => Refusal::storage(),
                    Err(CallFailure::Unknown) => {
                        return ProblemResponse::from(lost()).into_response();
                    }
                }
            }
            Err(refusal) if refusal.passing() => refusal,
            Err(refusal) => return ProblemResponse::from(refusal).into_response(),
        };
        if Instant::now() >= until {
            return ProblemResponse::from(failed).into_response();
        }
        sleep(PAUSE).await;
    }
}

/// Refuses because a server has gone while it answered.
fn lost() -> Refusal {
    let detail = "the server that has the room is gone; nobody knows whether it was done";
    Refusal::new(Code::StorageUnavailable, detail).after(1_000)
}

/// A request as it can be passed on, and be done here after all.
struct PassedRequest {
    call: ServerCall,
    body: Vec<u8>,
    parts: axum::http::request::Parts,
}

fn again(asked: PassedRequest) -> Request {
    Request::from_parts(asked.parts, Body::from(asked.body))
}

/// Reads a request for another server.
async fn described(request: Request, code: &str) -> HttpResult<PassedRequest> {
    let bearer = bearer(&request);
    let (parts, body) = request.into_parts();
    let body = limited(body).await?;
    let address = parts.extensions.get::<Client>().map(|client| client.address);
    let call = ServerCall {
        code: Some(code.to_owned()),
        method: parts.method.to_string(),
        uri: parts.uri.to_string(),
        headers: texts(&parts.headers),
        address: address.map(Address::written),
        bearer: bearer.map(TokenHash::to_hex),
    };
    Ok(PassedRequest { call, body, parts })
}

/// Returns the headers that are passed on.
fn texts(headers: &HeaderMap) -> Vec<(String, String)> {
    let own = [AUTHORIZATION, COOKIE, HOST];
    let kept = headers.iter().filter(|(name, _)| !own.contains(name));
    kept.filter_map(|(name, value)| Some((name.to_string(), value.to_str().ok()?.to_owned())))
        .collect()
}

/// Adds headers that another server has sent.
fn add(to: &mut HeaderMap, headers: &[(String, String)]) {
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value)) {
            to.append(name, value);
        }
    }
}

fn response(answer: ServerAnswer) -> Response {
    let mut response = HttpResponse::new(Body::from(answer.body));
    match axum::http::StatusCode::from_u16(answer.status) {
        Ok(status) => *response.status_mut() = status,
        Err(_) => return ProblemResponse::from(lost()).into_response(),
    }
    add(response.headers_mut(), &answer.headers);
    response
}

/// Answers the requests of other servers until the task is aborted.
pub(super) async fn answer(
    gateway: &Arc<Gateway>,
    cluster: &Arc<Cluster>,
) -> Result<JoinHandle<()>, async_nats::SubscribeError> {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let routes = mount(ROUTES, base)
        .merge(mount(PAGES, base))
        .route("/rematch/{code}/{seat}", get(fetch))
        .with_state(gateway.clone());
    let coming = cluster.calls().await?;
    let (gateway, cluster) = (gateway.clone(), cluster.clone());
    let turns = Arc::new(Semaphore::new(CALLS_AT_ONCE));
    Ok(tokio::spawn(async move {
        let mut coming = std::pin::pin!(coming);
        while let Some((call, body, message)) = coming.next().await {
            // Whoever waits for a turn is told that nothing was done.
            let turn = turns.clone().try_acquire_owned();
            let (gateway, cluster, routes) = (gateway.clone(), cluster.clone(), routes.clone());
            tokio::spawn(async move {
                let answer = match turn {
                    Ok(_turn) => done(&gateway, routes, &call, body.to_vec()).await,
                    Err(_) => Err(CallFailure::Moved),
                };
                cluster.answer(&message, answer).await;
            });
        }
    }))
}

/// Does what another server asks for.
async fn done(
    gateway: &Gateway,
    routes: Router,
    call: &ServerCall,
    body: Vec<u8>,
) -> Result<ServerAnswer, CallFailure> {
    if let Some(code) = &call.code {
        match gateway.rooms.host(code).await {
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return Err(CallFailure::Moved),
        }
    }
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = call.method.parse().map_err(|_| CallFailure::Moved)?;
    *request.uri_mut() = call.uri.parse().map_err(|_| CallFailure::Moved)?;
    add(request.headers_mut(), &call.headers);
    let bearer = call.bearer.as_deref().and_then(TokenHash::from_hex);
    request.extensions_mut().insert(PassedOn(bearer));
    if let Some(address) = call.address.as_deref().and_then(Address::read) {
        request.extensions_mut().insert(Client::elsewhere(address, Standing::Welcome));
    }
    let Ok(response) = TowerToHyperService::new(routes).call(request).await;
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, BODY_BYTES).await.map_err(|error| {
        warn!(%error, "an answer for another server broke off");
        CallFailure::Unknown
    })?;
    Ok(ServerAnswer { status: parts.status.as_u16(), headers: texts(&parts.headers), body })
}

/// Answers for another server which seat was set aside for a rematch.
async fn fetch(
    State(gateway): State<Arc<Gateway>>,
    Path((code, seat)): Path<(String, u8)>,
) -> HttpResult<axum::Json<Seated>> {
    Ok(axum::Json(gateway.rooms.fetch(&code, seat).await?))
}

/// Fetches the seat that was set aside for a rematch, wherever its room is.
pub(super) async fn fetch_seat(gateway: &Gateway, code: &str, seat: u8) -> HttpResult<Seated> {
    let server = match gateway.rooms.locate(code).await? {
        Whereabouts::Here(_) => return Ok(gateway.rooms.fetch(code, seat).await?),
        Whereabouts::Nowhere => return Err(Refusal::room_unknown().into()),
        Whereabouts::Away(server) => server,
    };
    let Some(cluster) = &gateway.cluster else { return Err(Refusal::room_unknown().into()) };
    let call = ServerCall {
        code: Some(code.to_owned()),
        method: "GET".to_owned(),
        uri: format!("/rematch/{code}/{seat}"),
        headers: Vec::new(),
        address: None,
        bearer: None,
    };
    let answer = cluster.call(server, &call, b"").await.map_err(|_| lost())?;
    Ok(serde_json::from_slice(&answer.body).map_err(|_| Refusal::room_unknown())?)
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
    let Some(cluster) = &gateway.cluster else { return own };
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    let call = ServerCall {
        code: None,
        method: "GET".to_owned(),
        uri: format!("{base}/api/v1/rooms{query}"),
        headers: Vec::new(),
        address: None,
        bearer: None,
    };
    let asked = gateway.rooms.members();
    let asked = asked.keys().filter(|run| !cluster.is(**run)).map(|run| ask(cluster, *run, &call));
    let lists = join_all(asked).await;
    merged(lists.into_iter().flatten().chain([own.into_bytes()]), most)
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
