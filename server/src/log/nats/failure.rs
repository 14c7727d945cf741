//! Reasons why a store on NATS cannot be used.

/// Reason why a store on NATS cannot be opened. Nothing of what is stored has been changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NatsError {
    /// No server answers.
    #[error("no NATS server of {servers} can be used: {reason}")]
    Unreachable {
        /// The servers that were tried.
        servers: String,
        /// The reason.
        reason: String,
    },
    /// A file of the settings cannot be used.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The problem with it.
        reason: String,
    },
    /// A server is too old to keep the promise that no row is overwritten.
    #[error("NATS server {server} has version {found}, {needed} or newer is needed")]
    Old {
        /// The server.
        server: String,
        /// Its version.
        found: String,
        /// The oldest that will do.
        needed: &'static str,
    },
    /// A server does not keep streams.
    #[error("NATS server {server} has no JetStream: enable it in its configuration")]
    NoJetStream {
        /// The server.
        server: String,
    },
    /// A server takes too small messages.
    #[error("NATS server {server} takes messages of {found} bytes, max_payload must be {needed}")]
    Payload {
        /// The server.
        server: String,
        /// Its limit, in bytes.
        found: usize,
        /// The limit that is needed, in bytes.
        needed: usize,
    },
    /// Nothing shows that what is acknowledged is on the disk.
    #[error(
        "nothing shows that every NATS server has sync_interval: always, without which what is \
         acknowledged can be lost: name their monitoring addresses in ENTENTE_NATS_MONITORS, or \
         accept the risk with ENTENTE_NATS_UNCHECKED_SYNC=true"
    )]
    Unchecked,
    /// Too few servers could be asked.
    #[error(
        "{found} of {needed} NATS servers answered at their monitoring addresses: {reason}; more \
         than half of the replicas must, or ENTENTE_NATS_UNCHECKED_SYNC=true accepts the risk"
    )]
    FewMonitors {
        /// Number of servers that answered.
        found: usize,
        /// Number of servers that must.
        needed: usize,
        /// The last failure, or nothing.
        reason: String,
    },
    /// A server says that it does not sync each write.
    #[error("NATS server {server} does not sync each write: set jetstream.sync_interval: always")]
    Lazy {
        /// The server.
        server: String,
    },
    /// A stream has another configuration than it must have.
    #[error("the stream {stream} has {setting} {found}, it must be {wanted}")]
    Stream {
        /// The stream.
        stream: String,
        /// The part of its configuration.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The value that it must have.
        wanted: String,
    },
    /// A part of the store is gone.
    #[error(
        "the stream {stream} is missing or empty, but {other} shows that it existed: restore a \
         backup to a store with another name; to start afresh, remove both streams"
    )]
    Missing {
        /// The stream.
        stream: String,
        /// The stream that is there.
        other: String,
    },
    /// The two streams do not belong together.
    #[error("the streams {first} and {second} are not of the same store")]
    Mixed {
        /// One of them.
        first: String,
        /// The other one.
        second: String,
    },
    /// A newer version of the server wrote the store.
    #[error("the store {name} has form {found}, this server knows forms up to {known}")]
    Newer {
        /// The store.
        name: String,
        /// Its form.
        found: u32,
        /// The newest form known.
        known: u32,
    },
    /// A server has the store.
    #[error("the store {name} is in use by another server ({holder})")]
    InUse {
        /// The store.
        name: String,
        /// Host and process of the server.
        holder: String,
    },
    /// Something is to be moved into a store that holds rooms.
    #[error("the store {name} has rooms already: give it another name in ENTENTE_DATABASE")]
    NotEmpty {
        /// The store.
        name: String,
    },
    /// A request failed.
    #[error("{doing} failed: {reason}")]
    Request {
        /// The operation.
        doing: &'static str,
        /// The servers' answer.
        reason: String,
    },
}
