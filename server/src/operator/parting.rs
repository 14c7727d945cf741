//! Ways in which a room ends: closed, deleted, or forgotten because it is over.
//!
//! A running server does it itself, on an order over its [`OrderSocket`](super::OrderSocket) or over NATS: one
//! writer for each database.

use std::io::Write;

use super::orders::{send, send_to_any};
use super::{OperatorError, alone, gathered, look, refused, sound, unknown};
use crate::log::{self, Deletion, NatsReader, OpenError, StoredRoom, Wreck};
use crate::rooms::{Facts, Order, Parting, Verdict};
use crate::settings::Settings;
use crate::time::{DAY_MS, wall_ms};

/// Ends a room; it stays as one that is over.
pub(super) fn close(
    settings: &Settings,
    code: &str,
    out: &mut impl Write,
) -> Result<(), OperatorError> {
    if !ask_cluster(settings, code, Parting::Close)? {
        close_here(settings, code)?;
    }
    writeln!(out, "{code} is closed")?;
    Ok(())
}

fn close_here(settings: &Settings, code: &str) -> Result<(), OperatorError> {
    // First of all, so that a wrong code or a wrong file changes nothing.
    sound(&look(settings)?, code)?;
    let closed = alone(settings, async |store, keeper| {
        let there = store.rooms().await?.into_iter().find(|room| room.code == code);
        let room = there.ok_or_else(|| OperatorError::Unknown(code.to_owned()))?;
        keeper.close(room).await.map_err(|reason| refused(code, reason))
    });
    or_ask_server(settings, code, Parting::Close, closed)
}

/// Deletes a room with all that is known of those in it, whatever state it is in, and whether or not
/// it can be read.
pub(super) fn delete(
    settings: &Settings,
    code: &str,
    out: &mut impl Write,
) -> Result<(), OperatorError> {
    if !ask_cluster(settings, code, Parting::Delete)? {
        delete_here(settings, code)?;
    }
    writeln!(out, "{code} is deleted; older backups and exports still contain it")?;
    Ok(())
}

fn delete_here(settings: &Settings, code: &str) -> Result<(), OperatorError> {
    let moment = look(settings)?;
    let named = |room: &Result<StoredRoom, Wreck>| match room {
        Ok(room) => room.code == code,
        Err(wreck) => wreck.code == code,
    };
    let Some(there) = moment.all_rooms()?.into_iter().find(named) else {
        return Err(unknown(&moment.snapshot, code)?);
    };
    let id = there.map_or_else(|wreck| wreck.id, |room| Some(room.id));
    let room = id.ok_or_else(|| refused(code, "its id cannot be read".to_owned()))?;
    // Nothing is emptied that is being read.
    drop(moment);
    let deletion = Deletion { room, code: code.to_owned(), at_ms: wall_ms() };
    let deleted = alone(settings, async |store, _| Ok(store.erase_room(deletion.clone()).await?));
    or_ask_server(settings, code, Parting::Delete, deleted)
}

/// Forgets all rooms that have been over for this number of days.
pub(super) fn forget_finished(
    settings: &Settings,
    days: u32,
    out: &mut impl Write,
) -> Result<(), OperatorError> {
    let before = wall_ms().saturating_sub(u64::from(days) * DAY_MS);
    let over = |facts: &Facts| facts.over() && facts.active_ms <= before;
    let rooms = look(settings)?.rooms()?;
    let rooms = rooms.into_iter().filter(|room| Facts::of(room).is_ok_and(|facts| over(&facts)));
    let rooms: Vec<_> = rooms.map(|room| (room.id, room.code)).collect();
    let forgotten = alone(settings, async |store, _| {
        for (id, _) in &rooms {
            store.delete_room(*id).await?;
        }
        Ok(())
    });
    if let Err(OperatorError::Serving(locked)) = forgotten {
        let mut answered = true;
        for (_, code) in &rooms {
            match ask_server(settings, code, Parting::Forget) {
                Ok(done) => answered &= done,
                // It has gone by itself meanwhile.
                Err(OperatorError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        if !answered {
            return Err(OperatorError::Serving(locked));
        }
    } else {
        forgotten?;
    }
    writeln!(out, "rooms forgotten: {}", rooms.len())?;
    Ok(())
}

/// Returns what was done here; or has the running server do it, if one has the database.
fn or_ask_server(
    settings: &Settings,
    code: &str,
    parting: Parting,
    done: Result<(), OperatorError>,
) -> Result<(), OperatorError> {
    match done {
        Err(OperatorError::Serving(_)) if ask_server(settings, code, parting)? => Ok(()),
        done => done,
    }
}

/// Has the running server do it; returns `false` if none listens.
fn ask_server(settings: &Settings, code: &str, parting: Parting) -> Result<bool, OperatorError> {
    let Some(path) = log::orders(&settings.database)? else {
        return ask_cluster(settings, code, parting);
    };
    judged(code, send(&path, &Order::to(parting, code)))
}

/// Has the servers do it that share a store on NATS; returns `false` if none does, or it is another store.
///
/// They are asked before it is tried without them: it takes some seconds to know that none of them lives.
fn ask_cluster(settings: &Settings, code: &str, parting: Parting) -> Result<bool, OperatorError> {
    let Some(address) = log::nats_address(&settings.database)? else { return Ok(false) };
    gathered::run(async {
        let store = NatsReader::open(&address, &settings.nats_options()).await;
        let store = store.map_err(OpenError::from)?;
        judged(code, send_to_any(&store, &Order::to(parting, code)).await)
    })
}

/// Returns whether an order was carried out; `false` if no server took it.
fn judged(code: &str, answer: std::io::Result<Option<Verdict>>) -> Result<bool, OperatorError> {
    match answer {
        Ok(Some(Verdict::Done)) => Ok(true),
        Ok(Some(Verdict::Refused(reason))) => Err(refused(code, reason)),
        Ok(None) => Ok(false),
        Err(error) => Err(OperatorError::Unanswered(error)),
    }
}
