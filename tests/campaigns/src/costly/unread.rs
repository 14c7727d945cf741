//! Connections that ask for much and read nothing.

use std::time::{Duration, Instant};

use black_box::Server;
use futures_util::stream::{self, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::attack::Target;

/// The number of requests that each connection makes at once.
const REQUESTS: usize = 50;

/// The number of connections of one address: below the server's cap on those without a socket.
const AN_ADDRESS: u64 = 100;

/// Connections that are opened at the same time.
const OPENING: usize = 64;

/// The time between two looks at the server.
const LOOK: Duration = Duration::from_millis(250);

/// The time within which all of them must be gone: a server waits 20 s for a peer that takes nothing.
const GONE: Duration = Duration::from_mins(1);

/// The result of the connections that never read.
#[derive(Clone, Copy, Debug)]
pub struct Unread {
    /// Those that were opened.
    pub open: u64,
    /// The most that they added to the server's memory, in MiB.
    pub grown_mib: u64,
    /// Those that the server still had after their time.
    pub left: u64,
}

/// Opens this many, leaves them, and watches what the server does about them.
pub(super) async fn leave(server: &Server, connections: u64) -> anyhow::Result<Unread> {
    let (memory, files) = (server.resident_kib(), server.descriptors());
    let requests = "GET /api/v1/schema.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS);
    let open: Vec<TcpStream> = stream::iter(0..connections)
        .map(|number| one(Target::new(server.at, 40, number / AN_ADDRESS), &requests))
        .buffer_unordered(OPENING)
        .filter_map(|opened| async move { opened.ok() })
        .collect()
        .await;
    let left = || server.descriptors().saturating_sub(files) as u64;
    let mut most = memory;
    let began = Instant::now();
    while left() > 0 && began.elapsed() < GONE {
        most = most.max(server.resident_kib());
        sleep(LOOK).await;
    }
    let grown_mib = most.saturating_sub(memory).div_ceil(1024);
    Ok(Unread { open: open.len() as u64, grown_mib, left: left() })
}

async fn one(target: Target, requests: &str) -> std::io::Result<TcpStream> {
    let mut tcp = target.connect().await?;
    tcp.write_all(requests.as_bytes()).await?;
    Ok(tcp)
}
