//! Requests about programs that announce themselves: theirs, and those of hosts who seat them.

use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, RawQuery, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use protocol::Code;
use protocol::program::{AddProgram, AnnounceProgram};
use serde::Deserialize;
use uuid::Uuid;

use super::away_programs;
use super::budget::Cost;
use super::client::PassedOn;
use super::neighbours::programs_of_all;
use super::polling::WAIT_MAX_MS;
use super::problem::HttpResult;
use super::request::{AboutRoom, FromClient, SharedGateway, bearer, needed, read};
use super::take_share;
use crate::rooms::{ProgramFilter, Refusal};

type ProgramPath = Result<Path<Uuid>, PathRejection>;

/// Query of a request for seats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatsQuery {
    /// The number of the last seat that the program knows of.
    #[serde(default)]
    after: u64,
    /// For how long to wait for one, in milliseconds.
    #[serde(default)]
    wait_ms: u64,
}

fn program(path: ProgramPath) -> HttpResult<Uuid> {
    Ok(path.map(|Path(id)| id).map_err(|_| Refusal::program_unknown())?)
}

fn malformed(why: &QueryRejection) -> Refusal {
    Refusal::new(Code::Malformed, why.body_text())
}

pub(super) async fn list(
    State(gateway): SharedGateway,
    client: Option<FromClient>,
    passed_on: Option<Extension<PassedOn>>,
    RawQuery(asked): RawQuery,
    query: Result<Query<ProgramFilter>, QueryRejection>,
) -> HttpResult<Response> {
    if let Some(Extension(client)) = client {
        gateway.charge(&client, Cost::List)?;
    }
    let Query(filter) = query.map_err(|why| malformed(&why))?;
    let (own, most) = gateway.rooms.programs(&filter)?;
    if passed_on.is_some() {
        return Ok(Json(own).into_response());
    }
    Ok(Json(programs_of_all(&gateway, own, asked.as_deref(), most).await).into_response())
}

pub(super) async fn announce(
    State(gateway): SharedGateway,
    Extension(client): FromClient,
    request: Request,
) -> HttpResult<Response> {
    let wanted: AnnounceProgram = read(&gateway, request).await?;
    gateway.charge(&client, Cost::Change)?;
    let detail = "this address has already announced the most programs that it may";
    let holding = take_share(&gateway.programs, &client, detail)?;
    let announced = gateway.rooms.announce(wanted, Some(Arc::new(holding)))?;
    Ok((StatusCode::CREATED, Json(announced)).into_response())
}

pub(super) async fn withdraw(
    State(gateway): SharedGateway,
    Extension(client): FromClient,
    path: ProgramPath,
    request: Request,
) -> HttpResult<StatusCode> {
    gateway.charge(&client, Cost::Look)?;
    gateway.rooms.withdraw(program(path)?, needed(bearer(&request))?)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn seats(
    State(gateway): SharedGateway,
    Extension(client): FromClient,
    path: ProgramPath,
    query: Result<Query<SeatsQuery>, QueryRejection>,
    request: Request,
) -> HttpResult<Response> {
    gateway.charge(&client, Cost::Look)?;
    let Query(SeatsQuery { after, wait_ms }) = query.map_err(|why| malformed(&why))?;
    if wait_ms > WAIT_MAX_MS {
        let detail = format!("`wait_ms` is at most {WAIT_MAX_MS}");
        return Err(Refusal::new(Code::Malformed, detail).into());
    }
    let (id, token) = (program(path)?, needed(bearer(&request))?);
    Ok(Json(gateway.rooms.given_seats(id, token, (after, wait_ms)).await?).into_response())
}

pub(super) async fn seat(about: AboutRoom, request: Request) -> HttpResult<Response> {
    let AddProgram { program } = read(&about.gateway, request).await?;
    let (room, bearer, seat) = about.seat(Cost::Program)?;
    let rooms = &about.gateway.rooms;
    let home = rooms.program_away(program);
    let room = match about.gateway.cluster.clone().zip(home) {
        Some((cluster, home)) => {
            away_programs::seat((rooms, cluster, home), &room, (bearer, seat), program).await?
        }
        None => rooms.seat_program(&room, bearer, seat, program).await?,
    };
    Ok((StatusCode::CREATED, Json(room)).into_response())
}
