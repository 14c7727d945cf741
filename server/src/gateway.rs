//! The gateway: HTTP and WebSockets in front of the rooms.
//!
//! It knows addresses, headers, frames, limits and close codes; it asks rooms through their handles
//! and never looks into one. [`serve`] owns the listener, from the first connection to the last
//! goodbye.

mod away_programs;
mod browsers;
mod budget;
mod client;
mod connections;
mod deflate;
mod docs;
mod forward;
mod fragments;
pub mod frames;
mod http;
mod limits;
mod line;
mod listen;
mod mail;
mod neighbours;
mod orders;
mod origin;
mod packed;
mod polling;
mod preload;
mod problem;
mod programs;
mod progress;
mod reports;
mod route;
mod routes;
mod session;
mod shares;
mod socket;
mod specification;
mod standby;
pub(crate) mod stream;
mod upgrade;
mod web;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use protocol::Code;
use serde_json::Value;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};
use tracing::{debug, info, warn};

use self::budget::Budget;
pub use self::budget::{Cost, ENTRIES_A_POINT, SEATS_TIMES, WIDE_TIMES};
use self::client::{Client, Proxies};
pub use self::connections::WITHOUT_SOCKET_SHARE;
use self::connections::{Connections, Standing};
pub use self::deflate::CONTEXT_KEPT;
use self::docs::Docs;
pub use self::docs::{documents, site_files};
pub use self::forward::{CALLS_AT_ONCE, CALLS_OF_ADDRESS, CALLS_WAITING, CALLS_WAITING_OF_ADDRESS};
pub use self::fragments::FRAGMENTS_MAX;
use self::limits::Address;
pub use self::limits::{
    LISTED_SEATS_MAX, MALFORMED_MAX, MALFORMED_WINDOW, PROGRAMS_AN_ADDRESS, READINGS_MAX,
    READINGS_OF_A_SITE, SITE_TIMES,
};
pub use self::listen::{Listener, SEND_BUFFER_BYTES, Secured};
use self::origin::AllowedOrigins;
use self::packed::{Fixed, Packed};
pub use self::polling::{ANSWER_MS, WAIT_MAX_MS};
use self::problem::ProblemResponse;
pub use self::progress::PROGRESS_BYTES;
use self::route::{Route, mount};
use self::routes::{PAGES, ROUTES};
use self::session::Found;
use self::shares::{Share, Shares};
use self::specification::Specification;
pub use self::specification::asyncapi;
pub use self::standby::{STANDBY_CONNECTIONS, stand_by};
pub use self::stream::Peer;
use self::stream::{BoxedStream, PeerStream};
pub use self::upgrade::{NoUpgrade, Upgrade};
use crate::cluster::Cluster;
use crate::log::BrokerFailure;
use crate::rooms::{Handle, Holding, Refusal, Rooms, TokenHash, looks_like_token};
use crate::settings::Settings;
use crate::time::millis;

/// The most header lines of a request.
pub const HEADERS_MAX: usize = 64;

/// The most bytes of a request's header.
pub const HEADER_BYTES: usize = 16 * 1024;

/// Pause in accepting after it failed, for example for want of file descriptors.
const ACCEPT_REST: Duration = Duration::from_millis(50);

/// Between two warnings that connections were not accepted.
const ACCEPT_WARNING: Duration = Duration::from_mins(1);

/// Time after which a client is answered whose address has spent its budget, where other servers are asked.
const SPENT_ANSWER: Duration = Duration::from_millis(100);

/// About when to try again after a connection cap, in milliseconds.
const CAP_RETRY_MS: u64 = 10_000;

/// State that all requests share.
pub(crate) struct Gateway {
    rooms: Rooms,
    origins: AllowedOrigins,
    budget: Budget,
    connections: Connections,
    /// Rooms that are not over, by who founded them.
    founded: Shares,
    /// Seats taken in listed lobbies.
    listed_seats: Shares,
    /// Announced programs.
    programs: Shares,
    /// Records and replays being made.
    readings: Shares,
    proxies: Proxies,
    /// Closed once nothing that is served has a receiver of it.
    sessions: watch::Sender<()>,
    specification: Specification,
    /// Made when somebody asks first.
    licences: OnceLock<Fixed>,
    /// The list of games.
    games: OnceLock<Fixed>,
    /// The list of lessons.
    lessons: OnceLock<Fixed>,
    /// The rules in words, by game; made when somebody asks first.
    references: OnceLock<BTreeMap<String, Fixed>>,
    /// The documents, made when somebody opens one first.
    docs: Docs,
    packed: Packed,
    /// The other servers, if any share the store.
    cluster: Option<Arc<Cluster>>,
    /// `true` if browsers come by TLS, ours or that of a proxy.
    by_tls: bool,
}

impl Gateway {
    fn new(rooms: Rooms, secured: bool) -> Arc<Self> {
        let settings = rooms.settings();
        let https = |url: &String| url.starts_with("https://");
        let together = rooms.shared_store().is_some();
        Arc::new(Self {
            by_tls: secured || settings.public_url.as_ref().is_some_and(https),
            origins: AllowedOrigins::new(
                settings.public_url.as_deref(),
                &settings.allowed_origins.0,
            ),
            budget: Budget::new(settings.points_per_minute, together),
            founded: Shares::new(settings.max_rooms_per_address, together),
            listed_seats: Shares::new(LISTED_SEATS_MAX, together),
            programs: Shares::new(PROGRAMS_AN_ADDRESS, together),
            // Like connections, these are bounded for what they cost one server.
            readings: Shares::within(READINGS_MAX, READINGS_OF_A_SITE, false),
            connections: Connections::new(
                settings.max_connections,
                settings.max_connections_per_address,
            ),
            proxies: Proxies::new(&settings.trusted_proxies.0),
            sessions: watch::Sender::default(),
            specification: Specification::of(routes),
            licences: OnceLock::new(),
            games: OnceLock::new(),
            lessons: OnceLock::new(),
            references: OnceLock::new(),
            docs: Docs::default(),
            packed: Packed::default(),
            cluster: Cluster::of(&rooms),
            rooms,
        })
    }

    /// Finds the room with this code, for something at this cost. Once an address has spent its budget,
    /// only those who hold a seat get an answer, from a budget of the seat's.
    fn find(
        &self,
        client: &Client,
        code: &str,
        bearer: Option<TokenHash>,
        cost: Cost,
    ) -> Result<Arc<Handle>, ProblemResponse> {
        match self.look_up(client.address, code, cost) {
            Ok(Some(room)) => Ok(room),
            Ok(None) => Err(Refusal::room_unknown().into()),
            Err(wait) => self
                .find_by_seat(client.address, code, bearer, cost)
                .ok_or_else(|| spent(wait).into()),
        }
    }

    /// Finds the room with this code, if there is one, at the cost of the address.
    fn look_up(
        &self,
        address: Address,
        code: &str,
        cost: Cost,
    ) -> Result<Option<Arc<Handle>>, Duration> {
        // With an exhausted budget nothing is looked up: otherwise refusals would reveal what tries may
        // not.
        self.budget.afford(address)?;
        let found = self.rooms.find(code);
        let price = found
            .as_ref()
            .map_or(Cost::Unknown.points(), |room| cost.reading(room.entries_at_rest()));
        self.budget.spend(address, price);
        Ok(found)
    }

    /// Looks for the room with this code on every server, for a socket.
    async fn look_everywhere(&self, address: Address, code: String) -> Found {
        if let Err(wait) = self.budget.afford(address) {
            return Found::OnlyForSeats(code, wait);
        }
        let (there, read) = match self.rooms.find(&code) {
            Some(room) => (true, room.entries_at_rest()),
            // Where that cannot be said now, the relay goes on looking.
            None => (self.rooms.exists(&code).await.unwrap_or(true), 0),
        };
        let price = if there { Cost::Join.reading(read) } else { Cost::Unknown.points() };
        self.budget.spend(address, price);
        if there { Found::Shared(code) } else { Found::Nothing }
    }

    /// Returns the room for a seat of it, at the seat's cost.
    fn find_by_seat(
        &self,
        address: Address,
        code: &str,
        bearer: Option<TokenHash>,
        cost: Cost,
    ) -> Option<Arc<Handle>> {
        let (bearer, room) = (bearer?, self.rooms.find(code)?);
        let price = cost.reading(room.entries_at_rest());
        let pays = || self.budget.pay_by_seat(address, bearer, price).is_ok();
        (room.knows(bearer) && pays()).then_some(room)
    }

    /// Charges a client for something.
    fn charge(&self, client: &Client, cost: impl Into<u32>) -> Result<(), Refusal> {
        self.budget.pay(client.address, cost).map_err(spent)
    }

    /// Takes a share of the rooms that an address may have.
    fn founds(&self, client: &Client) -> Result<Option<Holding>, Refusal> {
        let detail = "this address already has the most unfinished rooms it may have";
        Ok(Some(Arc::new(take_share(&self.founded, client, detail)?)))
    }

    /// Takes a share of the seats that an address may take in listed lobbies; other rooms' seats are
    /// for those who know the code.
    fn sits(&self, client: &Client, room: &Handle) -> Result<Option<Holding>, Refusal> {
        if !room.listed() {
            return Ok(None);
        }
        let detail = "this address already holds the most seats in listed rooms it may take";
        Ok(Some(Arc::new(take_share(&self.listed_seats, client, detail)?)))
    }

    /// Takes a share of the records and replays that an address may have made for it.
    fn reads(&self, client: &Client) -> Result<Share, Refusal> {
        take_share(&self.readings, client, "too many old matches are being read for this address")
    }
}

/// Takes a share of what an address may have, or returns the reason why it gets none.
fn take_share(shares: &Shares, client: &Client, detail: &str) -> Result<Share, Refusal> {
    let full = || Refusal::new(Code::TooManyRequests, detail).after_about(CAP_RETRY_MS);
    shares.take_within(client.address).ok_or_else(full)
}

/// Builds the refusal of a budget that is spent.
fn spent(wait: Duration) -> Refusal {
    let detail =
        "this address has made too many requests lately, or tried too many unknown room codes";
    Refusal::new(Code::TooManyRequests, detail).after(millis(wait).max(1))
}

/// Returns every route.
fn routes() -> Vec<&'static Route> {
    ROUTES.iter().chain(PAGES).collect()
}

/// Builds the OpenAPI document of a server with these settings.
pub fn openapi(settings: &Settings) -> Value {
    specification::openapi(&routes(), settings)
}

fn router(gateway: &Arc<Gateway>) -> Router {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let (mut api, mut pages) = (mount(ROUTES, base), web::router(PAGES, base));
    if gateway.cluster.is_some() {
        let forwarding = || from_fn_with_state(gateway.clone(), forward::forward);
        (api, pages) = (api.layer(forwarding()), pages.layer(forwarding()));
    }
    api.layer(browsers::cors(gateway))
        .merge(pages)
        .fallback(web::nowhere)
        .layer(from_fn_with_state(gateway.clone(), guard))
        .with_state(gateway.clone())
}

/// Applies the checks and headers that hold for every request and every answer.
async fn guard(State(gateway): State<Arc<Gateway>>, mut request: Request, next: Next) -> Response {
    let response = match refused(&gateway, &mut request) {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    browsers::careful(response, gateway.by_tls)
}

/// Identifies the client of a request, and refuses the request if there is no room for it among the
/// connections, if a token is where logs would see it, or if a page of another site asks for anything.
fn refused(gateway: &Gateway, request: &mut Request) -> Option<Response> {
    let standing = request.extensions().get::<Arc<Peer>>().cloned().map(|peer| {
        let client = gateway.proxies.identify(&peer, request.headers(), &gateway.connections);
        let standing = client.standing;
        request.extensions_mut().insert(client);
        standing
    });
    let full = match standing {
        Some(Standing::AddressFull) => Some("this address has too many connections"),
        Some(Standing::ServerFull) => Some("the server has reached its limit of connections"),
        Some(Standing::Welcome) | None => None,
    };
    if let Some(detail) = full {
        let refusal = Refusal::new(Code::Busy, detail).after_about(CAP_RETRY_MS);
        // What there is no room for does not stay.
        return Some(([(CONNECTION, "close")], ProblemResponse::from(refusal)).into_response());
    }
    if request.uri().query().is_some_and(holds_token) {
        let detail = "a token belongs in `Authorization: Bearer` or `hello`, never in an address";
        return Some(ProblemResponse::from(Refusal::new(Code::Malformed, detail)).into_response());
    }
    let detail = foreign(gateway, request)?;
    Some(ProblemResponse::from(Refusal::new(Code::OriginForbidden, detail)).into_response())
}

/// Says what a page may not do that asks from another site. The links in mails are no part of the API: mail
/// programs follow them, from pages of any origin.
fn foreign(gateway: &Gateway, request: &Request) -> Option<&'static str> {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let path = request.uri().path().strip_prefix(base).unwrap_or_default();
    if !path.starts_with("/api/") {
        return None;
    }
    if request.method().is_safe() {
        let admitted = gateway.origins.admit_reading(request.headers());
        return (!admitted).then_some("pages of this origin may not ask for anything here");
    }
    let admitted = gateway.origins.admit(request.headers());
    (!admitted).then_some("pages of this origin may not change anything here")
}

/// Checks whether a query has a part that is named or shaped like a token.
fn holds_token(query: &str) -> bool {
    query.split('&').any(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        key.to_ascii_lowercase().contains("token")
            || looks_like_token(value)
            || looks_like_token(key)
    })
}

/// Serves until `shutdown` is done, then says goodbye to everyone. The store stays open.
pub async fn serve(listener: impl Listener, rooms: Rooms, shutdown: impl Future<Output = ()>) {
    serve_with(listener, rooms, Router::new(), shutdown).await;
}

/// Serves further routes too, whose handlers find the [`Peer`] in an extension of the request: so the
/// socket layer is tried by itself.
pub async fn serve_with(
    listener: impl Listener,
    rooms: Rooms,
    further: Router,
    shutdown: impl Future<Output = ()>,
) {
    let acceptor = listener.acceptor();
    let gateway = Gateway::new(rooms, acceptor.is_some());
    let service = further.merge(router(&gateway));
    let calls = match take_calls(&gateway).await {
        Ok(tasks) => tasks,
        Err(error) => return warn!(%error, "the other servers cannot be reached"),
    };
    let mut refusals = Refusals::default();
    tokio::pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut shutdown => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((arriving, from)) => {
                let stall = Duration::from_millis(gateway.rooms.settings().stall_ms);
                let arriving = listen::arrived(arriving, acceptor.clone(), stall);
                accept(&gateway, &service, arriving, from);
            }
            Err(error) => {
                if let Some(attempts) = refusals.count() {
                    warn!(%error, attempts, "connections were not accepted");
                }
                sleep(ACCEPT_REST).await;
            }
        }
    }
    drop(listener);
    info!("shutting down");
    let all = Duration::from_millis(gateway.rooms.settings().shutdown_ms);
    let draining = async {
        gateway.rooms.drain().await;
        gateway.sessions.closed().await;
    };
    if timeout(all, draining).await.is_err() {
        warn!("some sockets or rooms did not end in time");
    }
    calls.iter().for_each(JoinHandle::abort);
}

/// Starts taking what other servers ask for, if any share the store.
async fn take_calls(gateway: &Arc<Gateway>) -> Result<Vec<JoinHandle<()>>, BrokerFailure> {
    match &gateway.cluster {
        Some(cluster) => {
            let answering = forward::answer(gateway, cluster).await?;
            let sharing = reports::share(gateway, cluster).await?;
            Ok(vec![cluster.listen().await?, answering, sharing])
        }
        None => Ok(Vec::new()),
    }
}

/// Connections that the system did not let in.
#[derive(Default)]
struct Refusals {
    unlogged: u64,
    logged_at: Option<Instant>,
}

impl Refusals {
    /// Counts one more, and returns how many there were if it is time to log them.
    fn count(&mut self) -> Option<u64> {
        self.unlogged += 1;
        let due = self.logged_at.is_none_or(|logged_at| logged_at.elapsed() >= ACCEPT_WARNING);
        due.then(|| {
            self.logged_at = Some(Instant::now());
            std::mem::take(&mut self.unlogged)
        })
    }
}

/// A request's way from a peer to the routes.
struct PeerService {
    peer: Arc<Peer>,
    routes: TowerToHyperService<Router>,
}

impl Service<hyper::Request<Incoming>> for PeerService {
    type Response = Response;
    type Error = Infallible;
    type Future = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Future;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(self.peer.clone());
        self.routes.call(request)
    }
}

/// Starts a connection's task.
fn accept(
    gateway: &Arc<Gateway>,
    service: &Router,
    arriving: impl Future<Output = io::Result<Box<BoxedStream>>> + Send + 'static,
    from: SocketAddr,
) {
    let charged = (!gateway.proxies.trusts(from.ip())).then(|| Address::from(from.ip()));
    let Some(open) = gateway.connections.enter(charged) else { return };
    let (routes, gateway) = (TowerToHyperService::new(service.clone()), gateway.clone());
    let running = gateway.sessions.subscribe();
    tokio::spawn(async move {
        // Boxed, as the connection is below: a task is as large as the largest of what it ever waits
        // for, and there are many.
        let Some(stream) = Box::pin(arrive(&gateway, arriving)).await else { return };
        let peer = Peer::new(stream, from, open);
        let header_time = Duration::from_millis(gateway.rooms.settings().header_ms);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(header_time)
            .max_headers(HEADERS_MAX)
            .max_buf_size(HEADER_BYTES)
            // Whoever has asked and says no more may still wait for the answer.
            .half_close(true)
            .serve_connection(
                TokioIo::new(PeerStream(peer.clone())),
                PeerService { peer: peer.clone(), routes },
            )
            .with_upgrades();
        let mut connection = Box::pin(connection);
        let ended = tokio::select! {
            biased;
            ended = &mut connection => ended,
            () = peer.open.cut() => Ok(()),
            () = gateway.rooms.drained() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            debug!(%error, "a connection ended with an error");
        }
        drop(running);
    });
}

/// Waits for the connection that arrives; `None` if it does not in its time or before the server stops.
async fn arrive<S>(gateway: &Gateway, arriving: impl Future<Output = io::Result<S>>) -> Option<S> {
    let handshake_time = Duration::from_millis(gateway.rooms.settings().handshake_ms);
    let arrived = tokio::select! {
        biased;
        arrived = timeout(handshake_time, arriving) => arrived,
        () = gateway.rooms.drained() => return None,
    };
    match arrived {
        Ok(Ok(stream)) => Some(stream),
        Ok(Err(error)) => {
            debug!(%error, "a handshake failed");
            None
        }
        Err(_) => {
            debug!("a handshake took too long");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn refused_connections_are_logged_once_in_a_while() {
        let mut refusals = Refusals::default();
        assert_eq!(refusals.count(), Some(1));
        for _ in 0..1_199 {
            tokio::time::advance(ACCEPT_REST).await;
            assert_eq!(refusals.count(), None);
        }
        tokio::time::advance(ACCEPT_REST).await;
        assert_eq!(refusals.count(), Some(1_200));
    }

    #[test]
    fn tokens_in_queries_are_found() {
        let shaped = "A".repeat(43);
        for query in ["token=x", "a=1&seat_token=", "TOKEN", &format!("x={shaped}"), &shaped] {
            assert!(holds_token(query), "{query}");
        }
        for query in ["", "a=1&b=2", "from=10&view=public"] {
            assert!(!holds_token(query), "{query}");
        }
    }
}
