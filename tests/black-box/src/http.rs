//! The HTTP half of the protocol, as a client without any knowledge of it needs it.
//!
//! Answers stay JSON trees, so that a test sees exactly what came; [`Answer::as_a`] reads one as a
//! type of the protocol.

use std::net::SocketAddr;
use std::time::Instant;

use protocol::Code;
use protocol::hint::AnalysisProgress;
use protocol::room::{Problem, Room, Seated};
use reqwest::Method;
use serde_json::{Value, json};

use crate::PATIENCE;

/// The prefix of every path of a room.
pub const ROOMS: &str = "/api/v1/rooms";

/// The most times that an analysis is asked for.
const ANALYSIS_ASKED_MOST: usize = 200;

/// A server's HTTP interface.
#[derive(Clone, Debug)]
pub struct Http {
    at: SocketAddr,
    client: reqwest::Client,
}

/// An answer over HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The media type.
    pub kind: String,
    /// The body: JSON, or else a text.
    pub body: Value,
}

impl Answer {
    /// Reads the body as a type of the protocol.
    pub fn as_a<T: serde::de::DeserializeOwned>(&self) -> T {
        serde_json::from_value(self.body.clone())
            .unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// Returns the problem that the answer must be.
    pub fn problem(&self) -> Problem {
        assert_eq!(self.kind, "application/problem+json", "{self:?}");
        let problem: Problem = self.as_a();
        assert_eq!(problem.status, self.status, "{self:?}");
        problem
    }

    /// Returns the code of the problem that the answer must be.
    pub fn code(&self) -> Code {
        self.problem().code.into_known().expect("a code of this version")
    }
}

impl Http {
    /// Returns the interface of the server at this address.
    pub fn new(at: SocketAddr) -> Self {
        // A proxy of the environment has nothing to do with a test on this machine. A connection of its own
        // for each request: a kept one may be ended by the server, as idle, just when it is used again.
        let client = reqwest::Client::builder()
            .no_proxy()
            .pool_max_idle_per_host(0)
            .timeout(PATIENCE)
            .build()
            .unwrap();
        Self { at, client }
    }

    /// Sends any request to a server that answers.
    pub async fn request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<String>,
    ) -> Answer {
        self.try_request(method, path, token, body).await.unwrap()
    }

    async fn try_request(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<String>,
    ) -> reqwest::Result<Answer> {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = self.client.request(method, format!("http://{}{path}", self.at));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        let header = response.headers().get("content-type");
        let kind = header.map(|kind| kind.to_str().unwrap().to_owned()).unwrap_or_default();
        let text = response.text().await?;
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(Answer { status, kind, body })
    }

    /// Sends a `GET`.
    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, None, None).await
    }

    /// Sends a `POST` with a JSON body.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, None, Some(body.to_string())).await
    }

    /// Takes a seat in a new room of any game, or a free one in the room with this code, at a server that
    /// may end at any moment; `None` if it does not give one.
    pub async fn try_seat(&self, game: &str, code: Option<&str>) -> Option<Seated> {
        let (path, body) = match code {
            None => (ROOMS.to_owned(), json!({"game": game, "name": "Ada"})),
            Some(code) => (format!("{ROOMS}/{code}/seats"), json!({"name": "Bo"})),
        };
        let answer = self.try_request("POST", &path, None, Some(body.to_string())).await.ok()?;
        (answer.status == 201).then(|| answer.as_a())
    }

    /// Creates a room of [`crate::GAME`] with these options and further fields; its creator is Ada
    /// on seat 0.
    pub async fn create(&self, options: Value, fields: Value) -> Seated {
        self.create_game(crate::GAME, options, fields).await
    }

    /// Creates a room of any game.
    pub async fn create_game(&self, game: &str, options: Value, fields: Value) -> Seated {
        let mut wanted = json!({"game": game, "name": "Ada", "options": options});
        wanted.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.insist(ROOMS, &wanted).await
    }

    /// Takes a free seat for Bo.
    pub async fn join(&self, code: &str) -> Seated {
        self.insist(&format!("{ROOMS}/{code}/seats"), &json!({"name": "Bo"})).await
    }

    /// Asks for a seat, and again as long as the server cannot reach its store, when it does nothing.
    async fn insist(&self, path: &str, wanted: &Value) -> Seated {
        let began = Instant::now();
        loop {
            let answer = self.post(path, wanted).await;
            if answer.status == 201 {
                return answer.as_a();
            }
            assert_eq!(answer.code(), Code::StorageUnavailable, "{answer:?}");
            assert!(began.elapsed() < PATIENCE, "{answer:?}");
        }
    }

    /// Fetches the room with this code.
    pub async fn room(&self, code: &str) -> Room {
        let answer = self.get(&format!("{ROOMS}/{code}")).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.as_a()
    }

    /// Asks for the analysis of a match that is over until it is there; returns its text. The server lets
    /// each who asks wait for a moment.
    pub async fn analysis(&self, code: &str) -> String {
        for _ in 0..ANALYSIS_ASKED_MOST {
            let answer = self.get(&format!("{ROOMS}/{code}/analysis")).await;
            match answer.status {
                200 => return answer.body.to_string(),
                202 => {
                    let progress: AnalysisProgress = answer.as_a();
                    assert!(progress.done <= progress.entries && progress.retry_after_ms > 0);
                }
                _ => panic!("{answer:?}"),
            }
        }
        panic!("no analysis");
    }
}
