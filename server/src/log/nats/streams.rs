//! Streams of a store: how they are set up, made where there are none, and found to be whole.
//!
//! Both streams hold a stamp with the store's own id. It is written last when they are made, so that a
//! stream that was lost is not taken for one that is new: nothing is made again beside one that is there.

use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind};
use async_nats::jetstream::stream::{
    Config, DiscardPolicy, PersistenceMode, RetentionPolicy, State, StorageType, Stream,
};
use async_nats::jetstream::{self, Context, ErrorCode};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, sleep};
use tracing::warn;
use uuid::Uuid;

use super::address::NatsAddress;
use super::documents::STAMP;
use super::failure::NatsError;
use super::servers::{PATIENCE, PAUSE, REQUEST};
use super::wire::{Which, Wire};
use crate::log::LogError;

/// The form of what is stored.
const FORM: u32 = 2;

/// Messages that a stream of rows has when only its stamp was written.
const STAMPED: u64 = 1;

/// The window in which a repeated write is recognised by its id. What comes later is recognised by what
/// it follows.
const DUPLICATES: Duration = Duration::from_mins(2);

/// Returns the requests of streams over a connection.
pub(super) fn context(client: Client) -> Context {
    let mut context = jetstream::new(client);
    context.set_timeout(REQUEST);
    context
}

/// Returns how a stream of a store must be set up.
fn config(address: &NatsAddress, which: Which, replicas: usize) -> Config {
    let (kind, per_subject, what) = match which {
        Which::Log => ("log", -1, "Entente: the match logs, a subject a room"),
        Which::Doc => ("doc", 1, "Entente: rooms and everything else beside the match logs"),
    };
    Config {
        name: format!("{}-{kind}", address.name),
        description: Some(what.to_owned()),
        subjects: vec![format!("{}.{kind}.>", address.name)],
        max_bytes: -1,
        max_messages: -1,
        max_messages_per_subject: per_subject,
        max_consumers: -1,
        max_message_size: -1,
        discard: DiscardPolicy::New,
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        num_replicas: replicas,
        duplicate_window: DUPLICATES,
        // No single row can be taken out; a room's rows go together, by a purge of its subject.
        deny_delete: true,
        deny_purge: false,
        // Every read is answered by the leader.
        allow_direct: false,
        ..Config::default()
    }
}

/// Checks how a stream is set up against how it must be.
fn check_config(found: &Config, wanted: &Config) -> Result<(), NatsError> {
    fn text(value: impl std::fmt::Debug) -> String {
        format!("{value:?}")
    }
    fn mode(config: &Config) -> Option<&PersistenceMode> {
        // The default is not always said.
        config.persist_mode.as_ref().filter(|mode| **mode != PersistenceMode::Default)
    }
    // More are as good.
    let replicas = found.num_replicas.min(wanted.num_replicas);
    let limit = |limit: i64| limit.max(-1);
    let pairs = [
        ("subjects", text(&found.subjects), text(&wanted.subjects)),
        ("storage", text(found.storage), text(wanted.storage)),
        ("num_replicas", text(replicas), text(wanted.num_replicas)),
        ("retention", text(found.retention), text(wanted.retention)),
        ("discard", text(found.discard), text(wanted.discard)),
        ("max_age", text(found.max_age), text(wanted.max_age)),
        (
            "max_msgs_per_subject",
            text(limit(found.max_messages_per_subject)),
            text(wanted.max_messages_per_subject),
        ),
        ("deny_delete", text(found.deny_delete), text(wanted.deny_delete)),
        ("deny_purge", text(found.deny_purge), text(wanted.deny_purge)),
        ("allow_direct", text(found.allow_direct), text(wanted.allow_direct)),
        ("persist_mode", text(mode(found)), text(mode(wanted))),
    ];
    match pairs.into_iter().find(|(_, found, wanted)| found != wanted) {
        None => Ok(()),
        Some((setting, found, wanted_value)) => Err(NatsError::Stream {
            stream: wanted.name.clone(),
            setting,
            found,
            wanted: wanted_value,
        }),
    }
}

/// Does something that the servers may not be ready for yet, until they are.
async fn patiently<T, E: std::fmt::Display>(
    doing: &'static str,
    ask: impl AsyncFn() -> Result<T, E>,
    hopeless: impl Fn(&E) -> bool,
) -> Result<T, NatsError> {
    let began = Instant::now();
    loop {
        let error = match ask().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        if hopeless(&error) || began.elapsed() > PATIENCE {
            return Err(NatsError::Request { doing, reason: error.to_string() });
        }
        sleep(PAUSE).await;
    }
}

/// Looks for a stream; what it holds, if it is there and set up as it must be.
async fn look(context: &Context, wanted: &Config) -> Result<Option<State>, NatsError> {
    let ask = async || match context.get_stream(&wanted.name).await {
        Ok(stream) => Ok(Some(stream.cached_info().clone())),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(answer)
                if answer.error_code() == ErrorCode::STREAM_NOT_FOUND =>
            {
                Ok(None)
            }
            GetStreamErrorKind::JetStream(_)
            | GetStreamErrorKind::Request
            | GetStreamErrorKind::EmptyName
            | GetStreamErrorKind::InvalidStreamName => Err(error),
        },
    };
    let Some(info) = patiently("looking for the streams", ask, |_| false).await? else {
        return Ok(None);
    };
    check_config(&info.config, wanted)?;
    Ok(Some(info.state))
}

async fn make(context: &Context, wanted: &Config) -> Result<(), NatsError> {
    let ask = async || context.create_stream(wanted.clone()).await.map(drop);
    // What is not possible now may be so in a moment, while servers come up; except these.
    let hopeless = |error: &jetstream::context::CreateStreamError| match error.kind() {
        CreateStreamErrorKind::JetStream(answer) => {
            let code = answer.error_code();
            code == ErrorCode::STREAM_REPLICAS_NOT_SUPPORTED
                || code == ErrorCode::STREAM_SUBJECT_OVERLAP
        }
        CreateStreamErrorKind::EmptyStreamName
        | CreateStreamErrorKind::InvalidStreamName
        | CreateStreamErrorKind::DomainAndExternalSet
        | CreateStreamErrorKind::JetStreamUnavailable
        | CreateStreamErrorKind::TimedOut
        | CreateStreamErrorKind::Response
        | CreateStreamErrorKind::NotFound
        | CreateStreamErrorKind::ResponseParse => false,
    };
    patiently("making a stream", ask, hopeless).await?;
    warn!(stream = wanted.name, "made a new stream: there was no store with this name");
    Ok(())
}

/// Finds the two streams of a store, that of the rows first, and makes those of a new one. `make_new` is
/// `false` for somebody who only looks.
pub(super) async fn find(
    context: &Context,
    address: &NatsAddress,
    replicas: usize,
    make_new: bool,
) -> Result<(Stream<()>, Stream<()>), NatsError> {
    let [log, doc] = [Which::Log, Which::Doc].map(|which| config(address, which, replicas));
    let missing = |stream: &Config, other: &Config| NatsError::Missing {
        stream: stream.name.clone(),
        other: other.name.clone(),
    };
    let untouched = |state: &State, messages| state.last_sequence <= messages;
    let (log_there, doc_there) = (look(context, &log).await?, look(context, &doc).await?);
    match (&log_there, &doc_there) {
        (Some(_), Some(_)) => {}
        // The stream of rows is made first.
        (None, Some(_)) => return Err(missing(&log, &doc)),
        (Some(rows), None) if !untouched(rows, STAMPED) => return Err(missing(&doc, &log)),
        _ if !make_new => {
            return Err(NatsError::Request {
                doing: "looking for the store",
                reason: format!("there is no store with the name {}", address.name),
            });
        }
        (rows, None) => {
            if rows.is_none() {
                make(context, &log).await?;
            }
            make(context, &doc).await?;
        }
    }
    let stream = async |name: &str| {
        context.get_stream_no_info(name).await.map_err(|error| NatsError::Request {
            doing: "naming a stream",
            reason: error.to_string(),
        })
    };
    Ok((stream(&log.name).await?, stream(&doc.name).await?))
}

/// Checks the streams of a store, if there are any, without making any.
pub(super) async fn examine(
    context: &Context,
    address: &NatsAddress,
    replicas: usize,
) -> Result<(), NatsError> {
    for which in [Which::Log, Which::Doc] {
        look(context, &config(address, which, replicas)).await?;
    }
    Ok(())
}

/// The stamp of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    form: u32,
    store: Uuid,
}

async fn stamp(wire: &Wire, which: Which) -> Result<Option<Stamp>, LogError> {
    let Some(found) = wire.last(which, STAMP).await? else { return Ok(None) };
    let stamp = found.sealed.and_then(|sealed| serde_json::from_str(&sealed.content).ok());
    stamp.map(Some).ok_or_else(|| LogError::Damaged("the stamp of the store".to_owned()))
}

/// Reads the stamp among the rows, to see whether their stream answers.
pub(super) async fn stamped(wire: &Wire) -> Result<(), LogError> {
    stamp(wire, Which::Log).await.map(drop)
}

/// Checks that the two streams are those of one store, and stamps those of a new one.
pub(super) async fn check_stamps(wire: &Wire, address: &NatsAddress) -> Result<(), NatsError> {
    let failed = |error: LogError| NatsError::Request {
        doing: "reading the stamp of the store",
        reason: error.to_string(),
    };
    let [log, doc] = [Which::Log, Which::Doc].map(|which| config(address, which, 1).name);
    let (rows, rest) = (
        stamp(wire, Which::Log).await.map_err(failed)?,
        stamp(wire, Which::Doc).await.map_err(failed)?,
    );
    let (missing, other) = match (rows, rest) {
        (Some(rows), Some(rest)) if rows.store != rest.store => {
            return Err(NatsError::Mixed { first: log, second: doc });
        }
        (Some(Stamp { form, .. }), Some(_)) if form > FORM => {
            let name = address.name.clone();
            return Err(NatsError::Newer { name, found: form, known: FORM });
        }
        (Some(_), Some(_)) => return Ok(()),
        (None, Some(_)) => (log, doc),
        (rows, None) => {
            // Nothing else may be there when the last stamp is written.
            let lists = [(Which::Log, rows.map_or(0, |_| 1)), (Which::Doc, 0)];
            let mut untouched = true;
            for (which, expected) in lists {
                untouched &= wire.count(which).await.map_err(failed)? <= expected;
            }
            if untouched {
                match write_stamps(wire, rows).await {
                    // Another server makes the same store.
                    Err(LogError::Conflict) => {}
                    written => return written.map_err(failed),
                }
            }
            (doc, log)
        }
    };
    Err(NatsError::Missing { stream: missing, other })
}

async fn write_stamps(wire: &Wire, rows: Option<Stamp>) -> Result<(), LogError> {
    let stamp = rows.unwrap_or(Stamp { form: FORM, store: wire.broker().id() });
    // A plain struct with string keys, for which serialisation cannot fail.
    let text = serde_json::to_string(&stamp).unwrap_or_default();
    if rows.is_none() {
        wire.put(Which::Log, STAMP, 0, &text).await?;
    }
    wire.put(Which::Doc, STAMP, 0, &text).await.map(drop)
}
