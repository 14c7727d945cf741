//! The upgrade: who may open a socket at all, and which room it is for.
//!
//! A browser cannot see why an upgrade was refused, so only what a browser cannot mend is refused
//! here: a foreign origin and full caps. Everything else is reported over the open socket.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Path, State, rejection::PathRejection};
use axum::http::HeaderMap;
use axum::response::Response;
use protocol::{Code, MAX_MESSAGE_BYTES, SUBPROTOCOL};

use super::Gateway;
use super::budget::Cost;
use super::client::Client;
use super::fragments::FRAGMENTS_MAX;
use super::frames::Bounds;
use super::problem::ProblemResponse;
use super::session::{self, Found, SocketShare};
use super::stream::Peer;
use super::upgrade::{NoUpgrade, Upgrade};
use crate::rooms::Refusal;

pub(super) async fn open(
    State(gateway): State<Arc<Gateway>>,
    Extension(peer): Extension<Arc<Peer>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    upgrade: Result<Upgrade, NoUpgrade>,
) -> Result<Response, ProblemResponse> {
    let upgrade = upgrade.map_err(|NoUpgrade { status, detail }| {
        ProblemResponse::from(Refusal::new(Code::Malformed, detail)).with_status(status)
    })?;
    if !gateway.origins.admit(&headers) {
        let detail = "pages of this origin may not open a socket here";
        return Err(Refusal::new(Code::OriginForbidden, detail).into());
    }
    let code = path.map(|Path(code)| code).unwrap_or_default();
    let found = if gateway.cluster.is_some() {
        gateway.look_everywhere(client.address, code).await
    } else {
        match gateway.look_up(client.address, &code, Cost::Join) {
            Ok(Some(room)) => Found::Room(room),
            Ok(None) => Found::Nothing,
            Err(wait) => Found::OnlyForSeats(code, wait),
        }
    };
    let running = gateway.sessions.subscribe();
    let bounds = Bounds {
        message_bytes: MAX_MESSAGE_BYTES,
        fragments: FRAGMENTS_MAX,
        close: Duration::from_millis(gateway.rooms.settings().close_ms),
    };
    let open = SocketShare { client, _running: running };
    let used = move |frames| session::run(gateway, found, open, frames);
    Ok(upgrade.protocol(SUBPROTOCOL).open(peer, bounds, used))
}
