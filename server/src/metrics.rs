//! The server's counts about itself, in the text form that Prometheus reads.
//!
//! Operators read numbers, and some of them play: nothing here names a room, a seat or an address,
//! and nothing depends on what is hidden in a match. A refusal by a rule counts as `illegal`,
//! whatever code was sent, for the rule may reveal what a seat holds. Rooms count here; they
//! never read.

mod host;
mod page;

use std::collections::BTreeMap;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};
use protocol::Code;
use protocol::room::RoomState;

use crate::notices::{Delivery, Target};
use crate::room::ProgramEnd;

pub use host::Host;
pub use page::serve;

/// The upper bounds of the append histogram, in seconds.
const APPEND_SECONDS: [f64; 11] =
    [0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0];

/// Labels that rooms are counted by; the last is no state of a match, but of a room that cannot be played.
const STATES: [&str; 6] = ["lobby", "sealing", "running", "finished", "abandoned", "aside"];

/// Codes that are there with a zero before they happen, for alerts that look at their change.
const WATCHED: [Code; 4] = [Code::Illegal, Code::Busy, Code::StorageUnavailable, Code::Internal];

type Labels = [(&'static str, String); 1];

/// Label of a thought that failed: the reason.
type ReasonLabels = [(&'static str, &'static str); 1];

/// Labels of an attempt to send a notice: its way and its outcome.
type NoticeLabels = [(&'static str, &'static str); 2];

/// Reason why a bot's command is not what its level would have thought of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThoughtFailure {
    /// The mind panicked.
    Panicked,
    /// Too many thoughts wait for a thread.
    Full,
    /// No thread was free soon enough.
    Late,
}

impl ThoughtFailure {
    const ALL: [Self; 3] = [Self::Panicked, Self::Full, Self::Late];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Panicked => "panicked",
            Self::Full => "full",
            Self::Late => "late",
        }
    }
}

/// The counts of one server.
#[derive(derive_more::Debug)]
#[debug("Metrics {{ .. }}")]
pub struct Metrics {
    registry: Registry,
    rooms: Family<Labels, Gauge>,
    sockets: Gauge,
    relayed_sockets: Gauge,
    commands: Counter,
    rejections: Family<Labels, Counter>,
    appends: Histogram,
    append_failures: Counter,
    resyncs: Counter,
    notices: Family<NoticeLabels, Counter>,
    thought_failures: Family<ReasonLabels, Counter>,
    program_seats: Family<ReasonLabels, Counter>,
    programs: Gauge,
    store_queue: Gauge,
    room_queue: Gauge,
    in_memory: Gauge,
    asleep: Gauge,
    rooms_claimed: Counter,
    servers: Gauge,
    store_answers: Gauge,
}

/// Numbers that are read off the rooms and the store at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readings {
    /// Writes that wait for the store.
    pub store_queue: usize,
    /// Messages that wait for the room with the most.
    pub room_queue: usize,
    /// Matches in memory.
    pub in_memory: usize,
    /// Rooms without a task.
    pub asleep: usize,
    /// Programs that are announced.
    pub programs: usize,
    /// Servers of the store that live, as far as this one knows; itself too.
    pub servers: usize,
    /// `true` unless the store is out of reach.
    pub store_answers: bool,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("entente");
        let all = &mut registry;
        let appends = Histogram::new(APPEND_SECONDS);
        let new = Self {
            rooms: counted(all, "rooms", "Rooms by state"),
            sockets: counted(all, "sockets", "Open sockets"),
            relayed_sockets: counted(
                all,
                "relayed_sockets",
                "Open sockets whose room is at another server",
            ),
            commands: counted(all, "commands", "Acts of seats that were accepted"),
            rejections: counted(all, "rejections", "Messages and acts that were refused, by code"),
            appends: {
                let help = "From handing an entry to the store until it is durable";
                all.register_with_unit("append", help, Unit::Seconds, appends.clone());
                appends
            },
            append_failures: counted(all, "append_failures", "Entries that the store did not take"),
            resyncs: counted(all, "resyncs", "Clients that came back to a match they had seen"),
            notices: counted(
                all,
                "notices",
                "Attempts to tell somebody who is away, by way and outcome",
            ),
            program_seats: counted(
                all,
                "program_seats",
                "Seats that hosts gave to programs, and what came of them",
            ),
            programs: counted(all, "programs", "Programs that are announced"),
            thought_failures: counted(
                all,
                "thought_failures",
                "Bots' commands that were not thought of as their level does, by reason",
            ),
            store_queue: counted(all, "store_queue", "Writes that wait for the store"),
            room_queue: counted(
                all,
                "room_queue_max",
                "Messages that wait for the room with the most",
            ),
            in_memory: counted(all, "matches_in_memory", "Matches that do not rest"),
            asleep: counted(all, "rooms_asleep", "Rooms of which only the store has all"),
            rooms_claimed: counted(
                all,
                "rooms_claimed",
                "Rooms of a shared store that this server has taken, since no server had them",
            ),
            servers: counted(
                all,
                "servers",
                "Servers of the store that live, as this one sees it, which is one of them",
            ),
            store_answers: counted(all, "store_answers", "1 unless the store is out of reach"),
            registry,
        };
        for code in WATCHED {
            drop(new.rejections.get_or_create(&code_label(code)));
        }
        for failure in ThoughtFailure::ALL {
            drop(new.thought_failures.get_or_create(&[("reason", failure.as_str())]));
        }
        for way in Target::WAYS {
            for delivery in [Delivery::Delivered, Delivery::Failed, Delivery::Refused] {
                drop(new.notices.get_or_create(&notice_labels(way, delivery)));
            }
        }
        new
    }
}

/// Registers a new metric.
fn counted<M: Metric + Clone + Default>(all: &mut Registry, name: &str, help: &str) -> M {
    let metric = M::default();
    all.register(name, help, metric.clone());
    metric
}

fn code_label(code: Code) -> Labels {
    [("code", code.as_str())]
}

fn notice_labels(way: &'static str, delivery: Delivery) -> NoticeLabels {
    let outcome = match delivery {
        Delivery::Delivered => "delivered",
        Delivery::Busy | Delivery::Failed => "failed",
        Delivery::Refused => "refused",
        Delivery::Gone => "gone",
    };
    [("way", way), ("outcome", outcome)]
}

/// An open socket; dropping it says that it was closed.
#[derive(Debug)]
pub struct Socket(Gauge);

impl Drop for Socket {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// A socket was opened; it counts until this is dropped.
    pub fn socket(&self) -> Socket {
        self.sockets.inc();
        Socket(self.sockets.clone())
    }

    /// A socket is led to a room at another server; it counts until this is dropped.
    pub(crate) fn relayed_socket(&self) -> Socket {
        self.relayed_sockets.inc();
        Socket(self.relayed_sockets.clone())
    }

    /// A room was claimed that no server had.
    pub(crate) fn room_claimed(&self) {
        self.rooms_claimed.inc();
    }

    /// An act of a seat was accepted.
    pub fn accepted(&self) {
        self.commands.inc();
    }

    /// A message or an act was refused. Whoever counts says `illegal` for the refusal of a rule.
    pub fn refused(&self, code: Code) {
        self.rejections.get_or_create(&code_label(code)).inc();
    }

    /// An entry became durable, or did not.
    pub fn appended(&self, stored: bool, took: Duration) {
        if stored {
            self.appends.observe(took.as_secs_f64());
        } else {
            self.append_failures.inc();
        }
    }

    /// A client came back.
    pub fn resynced(&self) {
        self.resyncs.inc();
    }

    /// A program was given a seat, or does not keep it.
    pub(crate) fn program(&self, end: ProgramEnd) {
        let outcome = match end {
            ProgramEnd::Given => "given",
            ProgramEnd::Absent => "absent",
            ProgramEnd::Replaced => "replaced",
        };
        self.program_seats.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// A bot had to act without the thought that its level is due.
    pub fn unthought(&self, failure: ThoughtFailure) {
        self.thought_failures.get_or_create(&[("reason", failure.as_str())]).inc();
    }

    /// An attempt to deliver a notice was made.
    pub fn noticed(&self, way: &'static str, delivery: Delivery) {
        self.notices.get_or_create(&notice_labels(way, delivery)).inc();
    }

    /// Everything as text, with what was just read: the state of each room, `None` for those that
    /// cannot be played, and the other readings.
    pub fn text(
        &self,
        rooms: impl Iterator<Item = Option<RoomState>>,
        readings: Readings,
    ) -> String {
        let mut counts: BTreeMap<&str, i64> = STATES.iter().map(|state| (*state, 0)).collect();
        for state in rooms {
            *counts.entry(state_name(state)).or_default() += 1;
        }
        for (state, count) in counts {
            self.rooms.get_or_create(&[("state", state.to_owned())]).set(count);
        }
        let gauge = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.store_queue.set(gauge(readings.store_queue));
        self.room_queue.set(gauge(readings.room_queue));
        self.in_memory.set(gauge(readings.in_memory));
        self.asleep.set(gauge(readings.asleep));
        self.programs.set(gauge(readings.programs));
        self.servers.set(gauge(readings.servers));
        self.store_answers.set(readings.store_answers.into());
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Returns the name of a room's state, for programs; `None` is a room that cannot be played.
pub(crate) fn state_name(state: Option<RoomState>) -> &'static str {
    match state {
        Some(RoomState::Lobby) => "lobby",
        Some(RoomState::Sealing) => "sealing",
        Some(RoomState::Running) => "running",
        Some(RoomState::Finished) => "finished",
        Some(RoomState::Abandoned) => "abandoned",
        None => "aside",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_counted_is_reported() {
        let metrics = Metrics::default();
        let socket = metrics.socket();
        drop(metrics.socket());
        metrics.accepted();
        metrics.refused(Code::Illegal);
        metrics.appended(true, Duration::from_millis(2));
        metrics.appended(false, Duration::from_secs(9));
        metrics.resynced();
        metrics.noticed("webhook", Delivery::Delivered);
        let rooms = vec![Some(RoomState::Running), Some(RoomState::Running), None];
        drop(metrics.relayed_socket());
        metrics.room_claimed();
        let readings = Readings {
            store_queue: 3,
            room_queue: 4,
            in_memory: 5,
            asleep: 8,
            programs: 6,
            servers: 7,
            store_answers: true,
        };
        let text = metrics.text(rooms.into_iter(), readings);
        for line in [
            "entente_rooms{state=\"running\"} 2",
            "entente_rooms{state=\"aside\"} 1",
            "entente_rooms{state=\"lobby\"} 0",
            "entente_sockets 1",
            "entente_commands_total 1",
            "entente_rejections_total{code=\"illegal\"} 1",
            "entente_rejections_total{code=\"storage_unavailable\"} 0",
            "entente_append_seconds_bucket{le=\"0.001\"} 0",
            "entente_append_seconds_bucket{le=\"0.003\"} 1",
            "entente_append_seconds_count 1",
            "entente_append_failures_total 1",
            "entente_resyncs_total 1",
            "entente_notices_total{way=\"webhook\",outcome=\"delivered\"} 1",
            "entente_notices_total{way=\"email\",outcome=\"failed\"} 0",
            "entente_store_queue 3",
            "entente_room_queue_max 4",
            "entente_matches_in_memory 5",
            "entente_rooms_asleep 8",
            "entente_programs 6",
            "entente_servers 7",
            "entente_store_answers 1",
            "entente_rooms_claimed_total 1",
            "entente_relayed_sockets 0",
            "# EOF",
        ] {
            assert!(text.lines().any(|shown| shown == line), "{line} in\n{text}");
        }
        let none = metrics.text(std::iter::empty(), Readings::default());
        assert!(none.contains("entente_rooms{state=\"running\"} 0"), "{none}");
        drop(socket);
        assert!(
            metrics.text(std::iter::empty(), Readings::default()).contains("entente_sockets 0")
        );
    }
}
