//! The HTTP half of the protocol: rooms, seats, games and component data.
//!
//! Here because every problem that the server reports must become one readable error. It must not
//! know the socket, nor keep anything.

use std::time::Duration;

use fairness::verify::MAX_RECORD_BYTES;
use protocol::Reference;
use protocol::archive::Replay;
use protocol::hint::{Analysis, AnalysisProgress};
use protocol::lesson::{LessonInfo, Lessons, OpenLesson, Puzzles};
use protocol::notice::{Notify, SetNotify};
use protocol::program::{AddProgram, ProgramInfo, Programs};
use protocol::room::{
    AddBot, BotLevel, CreateRoom, GameInfo, Games, NewCoach, OpenPractice, Room, Rooms, Seated,
    TakeSeat,
};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::error::{Error, ServerRefusal};
use crate::link::{RoomRef, Server};
use crate::trust;

/// Limit for making a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Limit for a request, answer included.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// The largest answer that is read, in bytes.
const MAX_BODY_BYTES: usize = 8 * 1024 * 1024;

/// An analysis, or how far it is.
#[derive(Debug)]
pub enum FetchedAnalysis {
    /// It.
    Ready(Analysis),
    /// It is being made.
    Making(AnalysisProgress),
}

/// A server's HTTP interface.
#[derive(Clone, Debug)]
pub struct Api {
    server: Server,
    client: reqwest::Client,
}

impl Api {
    /// Creates the interface to a server; nothing is sent yet.
    pub fn new(server: Server) -> Result<Self, Error> {
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .user_agent(concat!("entente/", env!("CARGO_PKG_VERSION")))
            .use_preconfigured_tls(trust::config()?.as_ref().clone())
            .build()
            .map_err(|error| Error::Failed(format!("no HTTP client: {}", reasons(&error))))?;
        Ok(Self { server, client })
    }

    /// Creates the interface for a room, named by its code or link, and returns the code too; a link
    /// names its own server.
    pub fn of_room(server: &Server, room: &str) -> Result<(Self, String), Error> {
        let room = RoomRef::parse(room)?;
        Ok((Self::new(room.server.unwrap_or_else(|| server.clone()))?, room.code))
    }

    /// Returns the server.
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Returns the games that the server plays.
    pub async fn games(&self) -> Result<Vec<GameInfo>, Error> {
        let answer: Games = self.ask(self.request(Method::GET, "/api/v1/games")).await?;
        Ok(answer.games)
    }

    /// Returns the rules of a game in words.
    pub async fn rules(&self, game: &str) -> Result<Reference, Error> {
        // An id has no sign that leads elsewhere.
        if game.is_empty() || !game.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            return Err(Error::Failed(format!("{game:?} is no game: `entente games` lists them")));
        }
        self.ask(self.request(Method::GET, &format!("/api/v1/rules/{game}"))).await
    }

    /// Returns the listed rooms.
    pub async fn rooms(&self) -> Result<Vec<Room>, Error> {
        let answer: Rooms = self.ask(self.request(Method::GET, "/api/v1/rooms")).await?;
        Ok(answer.rooms)
    }

    /// Returns a room.
    pub async fn room(&self, code: &str) -> Result<Room, Error> {
        self.ask(self.request(Method::GET, &format!("/api/v1/rooms/{code}"))).await
    }

    /// Opens a room and takes a seat.
    pub async fn create(&self, room: &CreateRoom) -> Result<Seated, Error> {
        self.ask(self.request(Method::POST, "/api/v1/rooms").json(room)).await
    }

    /// Takes a seat.
    pub async fn take_seat(&self, code: &str, seat: &TakeSeat) -> Result<Seated, Error> {
        let path = format!("/api/v1/rooms/{code}/seats");
        self.ask(self.request(Method::POST, &path).json(seat)).await
    }

    /// Leaves a seat, or removes someone as the host, in the lobby.
    pub async fn leave(&self, code: &str, seat: u8, token: &str) -> Result<(), Error> {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}");
        self.send(self.request(Method::DELETE, &path).bearer_auth(token)).await.map(drop)
    }

    /// Draws a token for a seat's coach.
    pub async fn new_coach(&self, code: &str, seat: u8, token: &str) -> Result<String, Error> {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}/coach");
        let answer: NewCoach =
            self.ask(self.request(Method::POST, &path).bearer_auth(token)).await?;
        Ok(answer.token)
    }

    /// Gives a free seat to one of the server's bots. Without a level none is sent, since an older
    /// server knows of none.
    pub async fn seat_bot(
        &self,
        code: &str,
        seat: u8,
        level: Option<BotLevel>,
        token: &str,
    ) -> Result<(), Error> {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}/bot");
        let request = self.request(Method::POST, &path).bearer_auth(token);
        let wanted = level.map_or_else(|| json!({}), |level| json!(AddBot { level }));
        self.send(request.json(&wanted)).await.map(drop)
    }

    /// Returns the programs that have announced themselves and play a game, as far as one page has them.
    pub async fn programs(&self, game: &str) -> Result<Vec<ProgramInfo>, Error> {
        let request = self.request(Method::GET, "/api/v1/programs").query(&[("game", game)]);
        let answer: Programs = self.ask(request).await?;
        Ok(answer.programs)
    }

    /// Gives a free seat to a program.
    pub async fn seat_program(
        &self,
        code: &str,
        seat: u8,
        program: Uuid,
        token: &str,
    ) -> Result<(), Error> {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}/program");
        let request = self.request(Method::POST, &path).bearer_auth(token);
        self.send(request.json(&AddProgram { program })).await.map(drop)
    }

    /// Returns where a seat is sent its notices.
    pub async fn notices(&self, code: &str, seat: u8, token: &str) -> Result<Notify, Error> {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}/notify");
        self.ask(self.request(Method::GET, &path).bearer_auth(token)).await
    }

    /// Sets where a seat is sent its notices.
    pub async fn set_notices(
        &self,
        code: &str,
        seat: u8,
        token: &str,
        wanted: &SetNotify,
    ) -> Result<Notify, Error> {
        let path = format!("/api/v1/rooms/{code}/seats/{seat}/notify");
        self.ask(self.request(Method::PUT, &path).bearer_auth(token).json(wanted)).await
    }

    /// Opens the room that continues a finished one, or takes one's seat in it if someone else did.
    pub async fn rematch(&self, code: &str, token: &str) -> Result<Seated, Error> {
        let path = format!("/api/v1/rooms/{code}/rematch");
        self.ask(self.request(Method::POST, &path).bearer_auth(token)).await
    }

    /// Opens a room whose match goes on from an entry of one that is over, and takes a seat.
    pub async fn practice(&self, code: &str, wanted: &OpenPractice) -> Result<Seated, Error> {
        let path = format!("/api/v1/rooms/{code}/practice");
        self.ask(self.request(Method::POST, &path).json(wanted)).await
    }

    /// Returns the lessons of all games.
    pub async fn lessons(&self) -> Result<Vec<LessonInfo>, Error> {
        let answer: Lessons = self.ask(self.request(Method::GET, "/api/v1/lessons")).await?;
        Ok(answer.lessons)
    }

    /// Returns the puzzles of all games.
    pub async fn puzzles(&self) -> Result<Puzzles, Error> {
        self.ask(self.request(Method::GET, "/api/v1/puzzles")).await
    }

    /// Opens a room in which a lesson or a puzzle is given.
    pub async fn learn(&self, game: &str, lesson: &str, name: &str) -> Result<Seated, Error> {
        // An id has no sign that leads elsewhere.
        let plain = |id: &str| id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if [game, lesson].iter().any(|id| id.is_empty() || !plain(id)) {
            return Err(Error::Failed(
                "no such name: `entente learn` and `entente puzzle` list them".to_owned(),
            ));
        }
        let wanted = OpenLesson { name: name.to_owned() };
        let path = format!("/api/v1/lessons/{game}/{lesson}");
        self.ask(self.request(Method::POST, &path).json(&wanted)).await
    }

    /// Returns the component data with this digest.
    pub async fn data(&self, digest: &str) -> Result<Value, Error> {
        // The digest comes from the server: it must not lead anywhere else.
        if digest.is_empty() || !digest.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(Error::Failed("the room names no component data".to_owned()));
        }
        let data = self.ask(self.request(Method::GET, &format!("/api/v1/data/{digest}"))).await?;
        // What cards and places are called is not for the server to change.
        let found = fairness::canonical::digest(&data).map(|found| fairness::hex::encode(&found));
        if found.is_ok_and(|found| found == digest) {
            Ok(data)
        } else {
            Err(Error::Failed("these are not the component data of the room".to_owned()))
        }
    }

    /// Returns the record of a match that is over, as it came.
    pub async fn record(&self, code: &str) -> Result<Vec<u8>, Error> {
        let request = self.request(Method::GET, &format!("/api/v1/rooms/{code}/record"));
        self.send_for(request, MAX_RECORD_BYTES).await
    }

    /// Returns a page of what a viewer of a match that is over was shown; without a seat, the
    /// public's view.
    pub async fn replay(&self, code: &str, seat: Option<u8>, from: u64) -> Result<Replay, Error> {
        let view = seat.map_or("public".to_owned(), |seat| seat.to_string());
        let path = format!("/api/v1/rooms/{code}/replay");
        let query = [("view", view), ("from", from.to_string())];
        self.ask(self.request(Method::GET, &path).query(&query)).await
    }

    /// Returns the analysis of a match that is over, or how far it is.
    pub async fn analysis(&self, code: &str) -> Result<FetchedAnalysis, Error> {
        let path = format!("/api/v1/rooms/{code}/analysis");
        let answer: Value = self.ask(self.request(Method::GET, &path)).await?;
        let invalid =
            |error| Error::Failed(format!("{} sent an invalid answer: {error}", self.server));
        // An analysis has no `done`, and is far larger.
        if answer.get("done").is_some() {
            return serde_json::from_value(answer).map(FetchedAnalysis::Making).map_err(invalid);
        }
        serde_json::from_value(answer).map(FetchedAnalysis::Ready).map_err(invalid)
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, self.server.at(path))
    }

    async fn ask<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Error> {
        let body = self.send(request).await?;
        serde_json::from_slice(&body).map_err(|error| {
            Error::Failed(format!("{} sent an invalid answer: {error}", self.server))
        })
    }

    /// Returns the body of a successful answer.
    async fn send(&self, request: RequestBuilder) -> Result<Vec<u8>, Error> {
        self.send_for(request, MAX_BODY_BYTES).await
    }

    /// Returns the body of a successful answer of at most `most` bytes.
    async fn send_for(&self, request: RequestBuilder, most: usize) -> Result<Vec<u8>, Error> {
        let response = request.send().await.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let retry_after_ms = retry_after(&response);
        let body = self.read(response, most).await?;
        if status.is_success() {
            Ok(body)
        } else {
            Err(self.problem(status, retry_after_ms, &body))
        }
    }

    async fn read(&self, mut response: Response, most: usize) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| self.unreachable(&error))? {
            if body.len() + chunk.len() > most {
                return Err(Error::Failed(format!("{} sent too long an answer", self.server)));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }

    fn unreachable(&self, error: &reqwest::Error) -> Error {
        let why = reasons(error);
        let advice = trust::advice(&why);
        Error::Unreachable { server: self.server.to_string(), why: why + advice }
    }

    fn problem(&self, status: StatusCode, retry_after_ms: Option<u64>, body: &[u8]) -> Error {
        // Not read as `Problem`: a code that this client does not know must not hide the text.
        let problem: Value = serde_json::from_slice(body).unwrap_or_default();
        let text = |key: &str| problem.get(key).and_then(Value::as_str).map(str::to_owned);
        if let (Some(code), Some(detail)) = (text("code"), text("detail")) {
            let hint = problem.get("retry_after_ms").and_then(Value::as_u64).or(retry_after_ms);
            return Error::Refused(ServerRefusal { code, detail, retry_after_ms: hint });
        }
        match status {
            // What a proxy says while the server behind it is down.
            StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT => {
                Error::Unreachable { server: self.server.to_string(), why: status.to_string() }
            }
            _ => Error::Refused(ServerRefusal {
                code: status.as_str().to_owned(),
                detail: format!(
                    "{status}, without a reason; is {} the right address?",
                    self.server
                ),
                retry_after_ms,
            }),
        }
    }
}

fn retry_after(response: &Response) -> Option<u64> {
    let seconds: u64 = response.headers().get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    seconds.checked_mul(1_000)
}

/// Returns an error with its innermost cause, since the outermost text of the HTTP client says
/// little.
fn reasons(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = inner.to_string();
        cause = inner.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn api() -> Api {
        Api::new(Server::parse("http://127.0.0.1:9").unwrap()).unwrap()
    }

    #[test]
    fn a_problem_becomes_a_readable_refusal() {
        let body = br#"{"type":"about:blank","status":429,"title":"Too Many Requests",
            "code":"invented_later","detail":"this address has used up its budget","retry_after_ms":6000}"#;
        let error = api().problem(StatusCode::TOO_MANY_REQUESTS, Some(1), body);
        assert_eq!(
            error.to_string(),
            "the server refused: this address has used up its budget (invented_later); \
             try again in 6 seconds"
        );
        assert_eq!(error.exit_code(), 4);
    }

    #[test]
    fn an_answer_of_something_else_is_recognised() {
        let error = api().problem(StatusCode::NOT_FOUND, None, b"<html>");
        assert!(error.to_string().contains("right address"), "{error}");
        let error = api().problem(StatusCode::BAD_GATEWAY, None, b"<html>");
        assert_eq!(error.exit_code(), 3);
    }

    #[tokio::test]
    async fn a_digest_cannot_lead_elsewhere() {
        assert_eq!(api().data("../rooms").await.unwrap_err().exit_code(), 1);
    }
}
