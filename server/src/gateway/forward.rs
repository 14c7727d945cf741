//! Requests about rooms and programs that other servers have: passed on as they came, and answered for others.
//!
//! What holds for every request was checked where it came in; the other server charges the client's
//! address, and does the rest as if the client had come to it. Tokens travel as hashes.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response as HttpResponse};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::StreamExt;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use protocol::Code;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};
use tracing::warn;
use uuid::Uuid;

use super::away_programs;
use super::budget::Cost;
use super::call_turns::CallTurns;
use super::client::{Client, PassedOn};
use super::connections::Standing;
use super::limits::Address;
use super::neighbours::{lost, uncertain};
use super::orders;
use super::problem::{HttpResult, NothingDone, ProblemResponse};
use super::request::{bearer, in_time};
use super::route::mount;
use super::routes::{PAGES, ROUTES};
use super::search::RoomSearch;
use super::{Gateway, SPENT_ANSWER, spent};
use crate::cluster::{ANSWER_BYTES, CallFailure, Cluster, OwnCall, ServerAnswer, ServerCall};
use crate::log::BrokerFailure;
use crate::rooms::{Handle, Refusal, TokenHash, Whereabouts};

/// Passes a request on if another server has the room that it is about.
pub(super) async fn forward(
    State(gateway): State<Arc<Gateway>>,
    parameters: Result<RawPathParams, RawPathParamsRejection>,
    request: Request,
    next: Next,
) -> Response {
    let Some((cluster, about)) =
        gateway.cluster.clone().zip(Elsewhere::named_by(&gateway, parameters.ok()))
    else {
        return next.run(request).await;
    };
    let path = request.uri().path();
    // A socket has a relay, and a page is the same for every room.
    let page = request.method().is_safe() && !path.contains("/api/");
    if page || path.ends_with("/socket") {
        return next.run(request).await;
    }
    let client = request.extensions().get::<Client>().map(|client| client.address);
    let wait = client.and_then(|address| gateway.budget.afford(address).err());
    match (about, client.zip(wait)) {
        // It is refused without being looked for.
        (_, Some(_)) if bearer(&request).is_none() => next.run(request).await,
        (Elsewhere::Room(code), Some((address, wait))) => {
            let earliest = Instant::now() + SPENT_ANSWER;
            let answer = by_seat(&gateway, &cluster, (address, &code), request, next).await;
            sleep_until(earliest).await;
            answer.unwrap_or_else(|| ProblemResponse::from(spent(wait)).into_response())
        }
        (Elsewhere::Room(code), None) => answered(&gateway, &cluster, &code, request, next).await,
        (Elsewhere::ProgramOf(server), _) => passed_on(&gateway, &cluster, server, request).await,
    }
}

/// The thing that a request is about, which another server may have.
enum Elsewhere {
    /// The room with this code.
    Room(String),
    /// A program that has announced itself to this other server.
    ProgramOf(Uuid),
}

impl Elsewhere {
    /// Reads it from the path; a path that is no text names nothing.
    fn named_by(gateway: &Gateway, parameters: Option<RawPathParams>) -> Option<Self> {
        let parameters = parameters?;
        let find = |wanted: &str| {
            let mut all = parameters.iter();
            all.find(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned())
        };
        if let Some(code) = find("code") {
            return Some(Self::Room(code));
        }
        let program = find("program")?.parse().ok()?;
        gateway.rooms.program_away(program).map(Self::ProgramOf)
    }
}

/// Has another server answer a request.
async fn passed_on(
    gateway: &Gateway,
    cluster: &Cluster,
    server: Uuid,
    request: Request,
) -> Response {
    let asked = match described(gateway, request, None).await {
        Ok(described) => described,
        Err(problem) => return problem.into_response(),
    };
    match ask(gateway, cluster, server, &asked).await {
        Ok(answer) => response(answer),
        Err(why) => ProblemResponse::from(why.unwrap_or_else(Refusal::storage)).into_response(),
    }
}

/// Has another server answer a request. An error is what the client is answered instead, or `None` if nothing
/// was done there.
async fn ask(
    gateway: &Gateway,
    cluster: &Cluster,
    server: Uuid,
    PassedRequest { call, body, .. }: &PassedRequest,
) -> Result<ServerAnswer, Option<Refusal>> {
    let answer = tokio::select! {
        biased;
        answer = cluster.call(server, call, body) => answer,
        // It may wait there for longer than this server has to stop.
        () = gateway.rooms.drained(), if repeatable(call) => {
            return Err(Some(Refusal::draining()));
        }
    };
    answer.map_err(|failure| match failure {
        CallFailure::Moved => None,
        CallFailure::Unknown => Some(if repeatable(call) { lost() } else { uncertain() }),
    })
}

/// Checks whether a request without an answer may be made again. A command has an id by which it is done once,
/// and what is neither it nor a `POST` may be asked again by the rules of HTTP.
fn repeatable(call: &ServerCall) -> bool {
    call.method != Method::POST.as_str() || call.uri.ends_with("/commands")
}

/// Answers a request about a room for an address that has spent its budget, at the cost of the seat whose token
/// it carries; `None` if the room does not know that, or there is no such room, or its server does not answer:
/// which of these is not to be seen.
async fn by_seat(
    gateway: &Gateway,
    cluster: &Cluster,
    (address, code): (Address, &str),
    request: Request,
    next: Next,
) -> Option<Response> {
    let seat = bearer(&request)?;
    gateway.budget.pay_by_seat(address, seat, Cost::Look).ok()?;
    // Read first, as it comes when the client likes: where there is no room as well.
    let mut asked = described(gateway, request, Some(code)).await.ok()?;
    asked.call.seats_only = true;
    loop {
        // Not searched for: a room that no server has yet would take longer than one that is not there.
        match gateway.rooms.locate(code).await.ok()? {
            Whereabouts::Here(room) if room.knows(seat) => {
                let response = next.clone().run(asked.again()).await;
                if !handed_over(gateway, code, &room, &response) {
                    return Some(response);
                }
            }
            Whereabouts::Here(_) | Whereabouts::Nowhere => return None,
            Whereabouts::Away(server) => {
                return ask(gateway, cluster, server, &asked).await.ok().map(response);
            }
        }
    }
}

/// Answers a request about a room, here or by the server that has the room. What a room has not done because
/// it goes to another server just now, that server does.
async fn answered(
    gateway: &Gateway,
    cluster: &Cluster,
    code: &str,
    request: Request,
    next: Next,
) -> Response {
    let asked = match described(gateway, request, Some(code)).await {
        Ok(asked) => asked,
        Err(problem) => return problem.into_response(),
    };
    let mut search = RoomSearch::of(&gateway.rooms, code);
    loop {
        match search.next().await {
            Ok(Whereabouts::Nowhere) => return next.run(asked.again()).await,
            Ok(Whereabouts::Here(room)) => {
                let response = next.clone().run(asked.again()).await;
                if !handed_over(gateway, code, &room, &response) {
                    return response;
                }
            }
            Ok(Whereabouts::Away(server)) => match ask(gateway, cluster, server, &asked).await {
                Ok(answer) => return response(answer),
                Err(Some(refusal)) => return ProblemResponse::from(refusal).into_response(),
                Err(None) => {}
            },
            Err(refusal) => return ProblemResponse::from(refusal).into_response(),
        }
    }
}

/// Checks whether nothing was done because the room that was asked has gone from here. One that is still here
/// and takes nothing has ended by a fault, and asking again would not help.
fn handed_over(gateway: &Gateway, code: &str, room: &Arc<Handle>, response: &Response) -> bool {
    let undone = response.extensions().get::<NothingDone>().is_some();
    undone && gateway.rooms.find(code).is_none_or(|here| !Arc::ptr_eq(&here, room))
}

/// A request as it can be passed on, and be done here as often as it takes.
struct PassedRequest {
    call: ServerCall,
    body: Bytes,
    parts: axum::http::request::Parts,
}

impl PassedRequest {
    /// Returns the request as it came.
    fn again(&self) -> Request {
        Request::from_parts(self.parts.clone(), Body::from(self.body.clone()))
    }
}

/// Reads a request for another server.
async fn described(
    gateway: &Gateway,
    request: Request,
    code: Option<&str>,
) -> HttpResult<PassedRequest> {
    let bearer = bearer(&request);
    let (parts, body) = request.into_parts();
    let body = in_time(gateway, body).await?.into();
    let address = parts.extensions.get::<Client>().map(|client| client.address);
    let call = ServerCall {
        code: code.map(str::to_owned),
        own: None,
        method: parts.method.to_string(),
        uri: parts.uri.to_string(),
        headers: texts(&parts.headers),
        address: address.map(Address::written),
        bearer: bearer.map(TokenHash::to_hex),
        seats_only: false,
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
) -> Result<JoinHandle<()>, BrokerFailure> {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let routes = mount(ROUTES, base).merge(mount(PAGES, base)).with_state(gateway.clone());
    let coming = cluster.calls().await?;
    let (gateway, cluster) = (gateway.clone(), cluster.clone());
    let turns = CallTurns::default();
    Ok(tokio::spawn(async move {
        let mut coming = std::pin::pin!(coming);
        while let Some((call, body, message)) = coming.next().await {
            let turn = turns.take(&call);
            let (gateway, cluster, routes) = (gateway.clone(), cluster.clone(), routes.clone());
            tokio::spawn(async move {
                let answer = match turn {
                    Ok(_turn) => done(&gateway, &cluster, routes, &call, body.to_vec()).await,
                    // Nothing was done; the servers' own requests are made again, and others learn nothing.
                    Err(_) if call.own.is_some() || call.seats_only => Err(CallFailure::Moved),
                    Err(busy) => passed_back(ProblemResponse::from(busy).into_response()).await,
                };
                cluster.answer(&message, answer).await;
            });
        }
    }))
}

/// Does what another server asks for.
async fn done(
    gateway: &Gateway,
    cluster: &Cluster,
    routes: Router,
    call: &ServerCall,
    body: Vec<u8>,
) -> Result<ServerAnswer, CallFailure> {
    let bearer = call.bearer.as_deref().and_then(TokenHash::from_hex);
    let asked = match &call.code {
        Some(code) => {
            let room = gateway.rooms.host(code).await.ok().flatten().ok_or(CallFailure::Moved)?;
            if call.seats_only && !bearer.is_some_and(|seat| room.knows(seat)) {
                return Err(CallFailure::Moved);
            }
            Some((code, room))
        }
        None => None,
    };
    match (&call.own, &asked) {
        (Some(OwnCall::Fetch(seat)), Some((_, room))) => return fetch(room, *seat).await,
        (Some(OwnCall::Fetch(_)), None) => return Err(CallFailure::Moved),
        (Some(OwnCall::Order(order)), Some((_, room))) => {
            let verdict = order.carry_out(room).await.ok_or(CallFailure::Moved)?;
            return Ok(ServerAnswer::json(&verdict));
        }
        (Some(OwnCall::Order(order)), None) => {
            return orders::find_and_carry_out(&gateway.rooms, cluster, order).await;
        }
        (Some(OwnCall::Program(program, asked)), _) => {
            return Ok(away_programs::answer(&gateway.rooms, *program, asked.clone()));
        }
        (None, _) => {}
    }
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = call.method.parse().map_err(|_| CallFailure::Moved)?;
    *request.uri_mut() = call.uri.parse().map_err(|_| CallFailure::Moved)?;
    add(request.headers_mut(), &call.headers);
    request.extensions_mut().insert(PassedOn(bearer));
    if let Some(address) = call.address.as_deref().and_then(Address::read) {
        request.extensions_mut().insert(Client::elsewhere(address, Standing::Welcome));
    }
    let Ok(response) = TowerToHyperService::new(routes).call(request).await;
    if asked.is_some_and(|(code, room)| handed_over(gateway, code, &room, &response)) {
        return Err(CallFailure::Moved);
    }
    passed_back(response).await
}

/// Reads an answer for another server.
async fn passed_back(response: Response) -> Result<ServerAnswer, CallFailure> {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, ANSWER_BYTES).await.map_err(|error| {
        warn!(%error, "an answer for another server broke off");
        CallFailure::Unknown
    })?;
    Ok(ServerAnswer { status: parts.status.as_u16(), headers: texts(&parts.headers), body })
}

/// Fetches for another server the seat that was set aside for a rematch.
async fn fetch(room: &Handle, seat: u8) -> Result<ServerAnswer, CallFailure> {
    match room.fetch(seat).await {
        Ok(seated) => Ok(ServerAnswer::json(&seated)),
        Err(refusal) if refusal.code == Code::Draining => Err(CallFailure::Moved),
        Err(refusal) => passed_back(ProblemResponse::from(refusal).into_response()).await,
    }
}
