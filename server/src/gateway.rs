//! The gateway: HTTP and WebSockets in front of the rooms.
//!
//! It knows addresses, headers, frames, limits and close codes; it asks rooms through their handles
//! and never looks into one. [`serve`] owns the listener, from the first connection to the last
//! goodbye.

mod accepting;
mod away_programs;
mod browsers;
mod budget;
mod call_turns;
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
mod request;
mod route;
mod routes;
mod search;
mod session;
mod shares;
mod socket;
mod specification;
mod standby;
pub(crate) mod stream;
mod upgrade;
mod web;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use protocol::Code;
use serde_json::Value;
use tokio::sync::watch;

pub use self::accepting::{HEADER_BYTES, HEADERS_MAX, serve, serve_with};
use self::budget::Budget;
pub use self::budget::{Cost, ENTRIES_A_POINT, SEATS_TIMES, WIDE_TIMES};
pub use self::call_turns::{
    CALLS_AT_ONCE, CALLS_OF_ADDRESS, CALLS_OF_SITE, CALLS_WAITING, CALLS_WAITING_OF_ADDRESS,
};
use self::client::{Client, Proxies};
pub use self::connections::WITHOUT_SOCKET_SHARE;
use self::connections::{Connections, Standing};
pub use self::deflate::CONTEXT_KEPT;
use self::docs::Docs;
pub use self::docs::{documents, site_files};
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
pub use self::upgrade::{NoUpgrade, Upgrade};
use crate::cluster::Cluster;
use crate::rooms::{Handle, Holding, Refusal, Rooms, TokenHash, looks_like_token};
use crate::settings::Settings;
use crate::time::millis;

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

/// The folder of the API's addresses.
const API: &str = "/api/v1/";

/// The first parts of the addresses there whose routes, of those that read, may be refused for want of points.
static COST_POINTS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let costs = |route: &&Route| {
        let mut refusals = route.operation.refusals.iter();
        route.method == "get" && refusals.any(|codes| codes.contains(&Code::TooManyRequests))
    };
    let first = |route: &Route| route.path.strip_prefix(API)?.split('/').next();
    ROUTES.iter().filter(costs).filter_map(first).collect()
});

/// Says what a page may not do that asks from another site.
fn foreign(gateway: &Gateway, request: &Request) -> Option<&'static str> {
    let base = gateway.rooms.settings().base_path.trim_end_matches('/');
    let path = request.uri().path().strip_prefix(base).unwrap_or_default();
    let (origins, headers) = (&gateway.origins, request.headers());
    let changes = !request.method().is_safe();
    // Mail programs follow the links in mails, from pages of any origin.
    if changes && path.starts_with("/mail/") && !origins.admit_mail(headers) {
        return Some("pages of this origin may not answer mails here");
    }
    let asked = path.strip_prefix(API)?;
    if changes {
        return (!origins.admit(headers))
            .then_some("pages of this origin may not change anything here");
    }
    let free = asked.split('/').next().is_none_or(|first| !COST_POINTS.contains(first));
    (!origins.admit_reading(headers, free))
        .then_some("pages of this origin may not ask for anything here")
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

#[cfg(test)]
mod tests {
    use super::*;

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
