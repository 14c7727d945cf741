//! The upgrade: who may open a socket at all, and which room it is for.
//!
//! A browser cannot see why an upgrade was refused, so only what a browser cannot mend is refused
//! here: a foreign origin and full caps. Everything else is told over the open socket.

use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State, rejection::PathRejection};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use protocol::{Code, MAX_MESSAGE_BYTES, SUBPROTOCOL};

use super::Gateway;
use super::client::Client;
use super::frames;
use super::problem::Failure;
use super::session::{self, Found};
use super::stream::Peer;
use crate::rooms::Refusal;

pub(super) async fn open(
    State(gateway): State<Arc<Gateway>>,
    Extension(peer): Extension<Arc<Peer>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Failure> {
    let upgrade = upgrade.map_err(|rejection| {
        let refusal = Refusal::new(Code::Malformed, rejection.body_text());
        let status = match rejection.status() {
            StatusCode::METHOD_NOT_ALLOWED => StatusCode::BAD_REQUEST,
            status => status,
        };
        Failure::from(refusal).with_status(status)
    })?;
    if !gateway.origins.admit(&headers) {
        let detail = "pages of this origin may not open a socket here";
        return Err(Refusal::new(Code::OriginForbidden, detail).into());
    }
    let code = path.map(|Path(code)| code).unwrap_or_default();
    let found = match gateway.lookups.attempt(client.address, || gateway.rooms.find(&code)) {
        Ok(Some(room)) => Found::Room(room),
        Ok(None) => Found::Nothing,
        Err(wait) => Found::OnlyForSeats(gateway.rooms.find(&code), wait),
    };
    let running = gateway.sessions.enter();
    Ok(frames::bounded(upgrade, MAX_MESSAGE_BYTES).protocols([SUBPROTOCOL]).on_upgrade(
        async move |socket| {
            session::run(gateway, peer, found, socket).await;
            // Until here the socket counts among what its client has open.
            drop((client, running));
        },
    ))
}
