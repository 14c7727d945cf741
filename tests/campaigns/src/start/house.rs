//! A database full of rooms: matches played in this process, stored as the server stores them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use engine::catalogue::Catalogue;
use engine::matches::{Beginning, Begun};
use engine::{GameEntry, Match, REGISTRY};
use fairness::vd1::{SeatEntropy, server_commitment};
use fairness::{Hash, hex};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};
use server::log::{MatchLog as _, SqliteLog, StoredRoom, WholeRoom};
use uuid::Uuid;

use super::Arguments;
use crate::records::play::next_input;

/// The entries of a match that is half played.
const HALF: std::ops::Range<usize> = 60..160;
/// The most entries of a match.
const MOST: usize = 20_000;
/// Time between two entries, in milliseconds of match time.
const PACE_MS: u64 = 1_000;
/// The characters of a room's code.
const LETTERS: &[u8] = b"CDFHJKMNPRTVWXY2346789";

/// Contents of the database.
pub(super) struct House {
    /// The codes of matches that run.
    pub(super) running: Vec<String>,
    /// The number of rows in all logs.
    pub(super) rows: u64,
}

/// The room that all others are made after.
struct Template {
    game: &'static GameEntry,
    catalogue: Catalogue,
    record: Value,
    data: (Hash, String),
}

impl House {
    /// Fills a database in which one room is, whose match has begun.
    pub(super) async fn build(path: &Path, arguments: &Arguments) -> anyhow::Result<Self> {
        let log = SqliteLog::open(path)?;
        let template = Template::read(&log).await?;
        let mut rng = StdRng::seed_from_u64(arguments.seed);
        let mut house = Self { running: Vec::new(), rows: 0 };
        for number in 0..arguments.finished + arguments.running {
            let running = number >= arguments.finished;
            let whole = template.room(number, running, &mut rng)?;
            house.rows += whole.rows.len() as u64;
            house.running.extend(running.then(|| whole.room.code.clone()));
            log.store_whole(whole).await?;
        }
        log.close().await?;
        Ok(house)
    }
}

impl Template {
    async fn read(log: &SqliteLog) -> anyhow::Result<Self> {
        let stored = log.rooms().await?.pop().context("no room")?;
        let record: Value = serde_json::from_str(&stored.record)?;
        let game = REGISTRY.iter().find(|game| record["game"] == game.id).context("no game")?;
        let catalogue = game.catalogue(&BTreeMap::new())?;
        let digest = catalogue.digest();
        let text = log.data(digest).await?.context("no data")?;
        Ok(Self { game, catalogue, record, data: (digest, text) })
    }

    /// Plays a match to its end, or half of it, in a room of its own.
    fn room(&self, number: usize, half: bool, rng: &mut StdRng) -> anyhow::Result<WholeRoom> {
        let id = Uuid::from_u128(rng.random());
        let secret: Hash = rng.random();
        let attempt = &self.record["attempt"];
        let attempt = u32::try_from(attempt["number"].as_u64().context("no attempt")?)?;
        let commitment = server_commitment(id.as_bytes(), &self.game.rules(), attempt, &secret);
        let names = self.record["seats"].as_array().context("no seats")?.iter();
        let names = names.filter_map(|seat| seat["name"].as_str());
        let beginning = Beginning {
            room: id,
            attempt,
            secret,
            commitment,
            options: self.record["options"].as_object().context("no options")?.clone(),
            seats: names.map(|name| (name.to_owned(), SeatEntropy::default())).collect(),
            bots: BTreeMap::new(),
            fork: None,
        };
        let most = if half { rng.random_range(HALF) } else { MOST };
        let (live, rows) = played(self.game, &self.catalogue, &beginning, most, rng)?;
        ensure!(half || live.outcome().is_some(), "match {number} does not end");
        let code = code(number);
        let mut record = self.record.clone();
        record["id"] = json!(id);
        record["code"] = json!(code);
        record["attempt"]["secret"] = json!(hex::encode(&secret));
        record["attempt"]["commitment"] = json!(hex::encode(&commitment));
        if let Some(outcome) = live.outcome() {
            record["state"] = json!("finished");
            record["outcome"] = json!(outcome);
        }
        let room = StoredRoom { id, code, revision: 1, record: record.to_string() };
        Ok(WholeRoom { room, data: self.data.clone(), rows, heartbeat: None })
    }
}

/// Plays at random, up to a number of rows.
fn played(
    game: &'static GameEntry,
    catalogue: &Catalogue,
    beginning: &Beginning,
    most: usize,
    rng: &mut StdRng,
) -> anyhow::Result<(Match, Vec<String>)> {
    let Begun { mut live, header, .. } = Match::begin(game, catalogue, beginning)?;
    let (mut rows, mut at) = (vec![header], 0);
    while live.outcome().is_none() && rows.len() < most {
        at += PACE_MS;
        let Some((then, input)) = next_input(&live, at, rng) else { continue };
        at = then;
        let prepared = live.prepare(at, input)?;
        rows.push(prepared.bytes().to_owned());
        live.commit(prepared);
    }
    Ok((live, rows))
}

/// Returns the code of room `number`; no two have the same.
fn code(number: usize) -> String {
    let digit = |place: u32| {
        let at = number / LETTERS.len().pow(place) % LETTERS.len();
        char::from(LETTERS[at])
    };
    (0..6).map(digit).collect()
}
