//! The handshake by which a request becomes a socket.
//!
//! The frame codec's library checks it and answers it. axum's own extractor does the same, but lets
//! nobody in between the connection and the codec, where frames are counted. Neither knows of
//! compression, which is agreed on here.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header::{SEC_WEBSOCKET_EXTENSIONS, SEC_WEBSOCKET_PROTOCOL};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::future::{FutureExt, OptionFuture};
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use super::deflate::Deflate;
use super::frames::{Bounds, Frames};
use super::stream::Peer;

/// A request that may become a socket.
#[derive(Debug)]
pub struct Upgrade {
    answer: Response,
    wait: OnUpgrade,
    /// Sub-protocols that the client speaks, as it lists them.
    spoken: Vec<HeaderValue>,
    /// Terms on which messages may be compressed, if the client offers any that can be kept.
    terms: Option<Deflate>,
}

/// Reason why a request cannot become a socket.
#[derive(Clone, Debug)]
pub struct NoUpgrade {
    /// The status of the answer.
    pub status: StatusCode,
    /// Fault of the request, for people.
    pub detail: String,
}

impl IntoResponse for NoUpgrade {
    fn into_response(self) -> Response {
        (self.status, self.detail).into_response()
    }
}

impl<S: Sync> FromRequest<S> for Upgrade {
    type Rejection = NoUpgrade;

    async fn from_request(mut request: Request, _: &S) -> Result<Self, NoUpgrade> {
        let mut answer = create_response_with_body(&request, Body::empty).map_err(|error| {
            NoUpgrade { status: StatusCode::BAD_REQUEST, detail: error.to_string() }
        })?;
        let wait = request.extensions_mut().remove().ok_or_else(|| NoUpgrade {
            status: StatusCode::UPGRADE_REQUIRED,
            detail: "this connection cannot become a socket".to_owned(),
        })?;
        let spoken = request.headers().get_all(SEC_WEBSOCKET_PROTOCOL).iter().cloned().collect();
        let terms = Deflate::agreed(request.headers());
        if let Some(agreed) = terms.and_then(Deflate::answer) {
            answer.headers_mut().insert(SEC_WEBSOCKET_EXTENSIONS, agreed);
        }
        Ok(Self { answer, wait, spoken, terms })
    }
}

impl Upgrade {
    /// Agrees on this sub-protocol, if the client speaks it.
    pub(super) fn protocol(mut self, name: &'static str) -> Self {
        let mut lists = self.spoken.iter().filter_map(|list| list.to_str().ok());
        if lists.any(|list| list.split(',').any(|spoken| spoken.trim() == name)) {
            let name = HeaderValue::from_static(name);
            self.answer.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, name);
        }
        self
    }

    /// Agrees to the socket, which is used until this is done with it.
    pub fn open<U>(
        self,
        peer: Arc<Peer>,
        bounds: Bounds,
        used: impl FnOnce(Frames) -> U + Send + 'static,
    ) -> Response
    where
        U: Future<Output = ()> + Send + 'static,
    {
        let Self { answer, wait, terms, .. } = self;
        // A box of its own, gone once there is a socket: ten thousand tasks wait for what comes through theirs.
        let becoming = Box::pin(async move {
            let upgraded = wait.await.ok()?;
            peer.open.becomes_socket();
            Some(used(Frames::new(peer, upgraded, bounds, terms).await))
        });
        // A connection that ended meanwhile needs no goodbye. (A block that awaited one after the other would
        // have room for the second twice.)
        tokio::spawn(becoming.map(OptionFuture::from).flatten());
        answer
    }
}
