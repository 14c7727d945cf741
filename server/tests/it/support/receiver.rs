//! A receiver of webhooks, on a port of its own: it answers as it is asked to, and keeps what came.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use futures_util::stream::pending;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc};
use tokio_rustls::TlsAcceptor;

use super::authority::Secured;

/// Answer to a request.
#[derive(Debug)]
pub(crate) enum Reply {
    Status(u16),
    /// A redirect to there.
    To(String),
    /// A status, and a body that never ends.
    Endless(u16),
    /// Never.
    Never,
}

#[derive(Clone)]
struct ReceiverState {
    came: mpsc::Sender<(Value, HeaderMap)>,
    replies: Arc<Mutex<mpsc::Receiver<Reply>>>,
}

pub(crate) struct Receiver {
    pub(crate) at: SocketAddr,
    scheme: &'static str,
    came: mpsc::Receiver<(Value, HeaderMap)>,
    replies: mpsc::Sender<Reply>,
}

impl Receiver {
    pub(crate) async fn start() -> Self {
        Self::with(None).await
    }

    /// One that speaks TLS, where there is something to shake hands with.
    pub(crate) async fn with(acceptor: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (sender, came) = mpsc::channel(100);
        let (replies, replying) = mpsc::channel(100);
        let state = ReceiverState { came: sender, replies: Arc::new(Mutex::new(replying)) };
        let service = Router::new().route("/hook/{*rest}", post(answer)).with_state(state);
        let scheme = if acceptor.is_some() { "https" } else { "http" };
        tokio::spawn(async move {
            match acceptor {
                Some(acceptor) => axum::serve(Secured(listener, acceptor), service).await,
                None => axum::serve(listener, service).await,
            }
        });
        Self { at, scheme, came, replies }
    }

    /// Returns the address to call.
    pub(crate) fn url(&self) -> String {
        format!("{}://{}/hook/5ecret", self.scheme, self.at)
    }

    /// Sets the answers to the next requests, in their order.
    pub(crate) async fn answers(&self, replies: impl IntoIterator<Item = Reply>) {
        for reply in replies {
            self.replies.send(reply).await.unwrap();
        }
    }

    /// The next request.
    pub(crate) async fn next(&mut self) -> Value {
        self.next_with_headers().await.0
    }

    pub(crate) async fn next_with_headers(&mut self) -> (Value, HeaderMap) {
        self.came.recv().await.unwrap()
    }

    /// Checks that nothing has come that was not looked at.
    pub(crate) fn nothing_more(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

async fn answer(State(state): State<ReceiverState>, headers: HeaderMap, body: String) -> Response {
    let body = serde_json::from_str(&body).unwrap();
    state.came.send((body, headers)).await.unwrap();
    let reply = state.replies.lock().await.recv().await;
    match reply.unwrap() {
        Reply::Status(status) => StatusCode::from_u16(status).unwrap().into_response(),
        Reply::To(location) => (StatusCode::FOUND, [("location", location)]).into_response(),
        Reply::Endless(status) => {
            let endless = Body::from_stream(pending::<Result<String, std::io::Error>>());
            (StatusCode::from_u16(status).unwrap(), endless).into_response()
        }
        Reply::Never => std::future::pending().await,
    }
}
