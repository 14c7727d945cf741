//! RFC 6455 and RFC 7692, case by case: the Autobahn suite talks to an echo on the server's own socket layer.
//!
//! The suite sends messages and wants them back, which no room does. So the gateway serves one
//! further route, whose socket is read, written and closed by `gateway::frames` as a session's is; only the
//! limits of a message are raised, because the cases send up to 16 MiB. Flow and sessions are not part
//! of it. Where compression is agreed, the echo compresses everything, and not only what is worth it.
//! `make conformance` installs the suite first.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use clap::Args;
use serde_json::Value;
use server::gateway::frames::{Bounds, End, Frames, Received, Sending};
use server::gateway::{self, Peer, Upgrade};
use server::rooms::RoomsSetup;
use server::{Rooms, Settings};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::figures::Figures;

/// The largest message of the cases, in bytes.
const MESSAGE_BYTES: usize = 16 * 1024 * 1024;

/// The categories of cases that are asked for; 12 and 13 are of compression.
const CATEGORIES: [&str; 11] =
    ["1.*", "2.*", "3.*", "4.*", "5.*", "6.*", "7.*", "9.*", "10.*", "12.*", "13.*"];

/// Those left out unless all are asked for: a thousand messages of more than 16 KiB, which is more than a session
/// takes, in one frame and in many, of all that is compressed. They take longer than all the others.
const LONGEST: [&str; 18] = [
    "12.*.8", "12.*.9", "12.*.10", "12.*.13", "12.*.14", "12.*.15", "12.*.16", "12.*.17",
    "12.*.18", "13.*.8", "13.*.9", "13.*.10", "13.*.13", "13.*.14", "13.*.15", "13.*.16",
    "13.*.17", "13.*.18",
];

/// The size of this campaign.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The suite's program
    #[arg(long, default_value = "target/conformance/bin/kosoku")]
    suite: PathBuf,
    /// Folder for its reports
    #[arg(long, default_value = "target/conformance/reports")]
    reports: PathBuf,
    /// Try the longest cases too, of the largest compressed messages
    #[arg(long)]
    all: bool,
    /// Cases to try, for example 7.*; all of categories 1 to 7, 9, 10, 12 and 13 if none is given
    cases: Vec<String>,
}

/// Runs the cases; an error if one was not as the standard wants it.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (at, serving) = runtime.block_on(echo())?;
    let mut suite = Command::new(&arguments.suite);
    suite.arg(at.to_string()).arg("--outdir").arg(&arguments.reports);
    let all = CATEGORIES.map(str::to_owned);
    let cases = if arguments.cases.is_empty() { &all[..] } else { &arguments.cases };
    for case in cases {
        suite.args(["--include", case]);
    }
    if !arguments.all && arguments.cases.is_empty() {
        for case in LONGEST {
            suite.args(["--exclude", case]);
        }
    }
    let program = arguments.suite.display();
    // Its exit code says that a case failed; which one and how, its report does.
    suite.status().with_context(|| format!("{program}: install it with `make conformance`"))?;
    serving.abort();
    figures(&arguments.reports)?.judge()
}

/// Serves the echo at `/`; the server's own routes stand elsewhere.
pub async fn echo() -> anyhow::Result<(SocketAddr, JoinHandle<()>)> {
    let settings = Settings { base_path: "/entente".to_owned(), ..Settings::default() };
    let bounds = Bounds {
        message_bytes: MESSAGE_BYTES,
        fragments: usize::MAX,
        close: Duration::from_millis(settings.close_ms),
    };
    let open = async move |Extension(peer): Extension<Arc<Peer>>, upgrade: Upgrade| {
        opened(peer, upgrade, bounds)
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let at = listener.local_addr()?;
    let store = server::log::open("memory:")?;
    let rooms = Rooms::open(RoomsSetup::new(&[], BTreeMap::new(), settings), store).await?;
    let routes = Router::new().route("/", get(open));
    let serving = gateway::serve_with(listener, rooms, routes, std::future::pending());
    Ok((at, tokio::spawn(serving)))
}

fn opened(peer: Arc<Peer>, upgrade: Upgrade, bounds: Bounds) -> Response {
    upgrade.open(peer, bounds, async move |mut frames| {
        let end = loop {
            if let Err(end) = back(&mut frames).await {
                break end;
            }
        };
        frames.finish(end).await;
    })
}

/// Sends back what comes next.
async fn back(frames: &mut Frames) -> Result<(), End> {
    match frames.next().await? {
        Received::Text(text) => {
            frames.send(&[Sending::text(text.as_str()).compressed_from(0)]).await
        }
        Received::Binary(bytes) => frames.send(&[Sending::binary(bytes).compressed_from(0)]).await,
        Received::Life => Ok(()),
    }
}

/// Reads the suite's report.
fn figures(reports: &Path) -> anyhow::Result<Figures> {
    let path = reports.join("index.json");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let index: Value = serde_json::from_str(&text)?;
    let cases: Vec<(&String, &Value)> = index
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(_, cases)| cases.as_object())
        .flatten()
        .collect();
    let good = ["OK", "NON-STRICT", "INFORMATIONAL"];
    let wrong = |key: &'static str| {
        move |&&(_, verdict): &&(&String, &Value)| {
            !verdict[key].as_str().is_some_and(|said| good.contains(&said))
        }
    };
    let said = |label: &str| {
        cases.iter().filter(|(_, verdict)| verdict["behavior"] == label).count() as u64
    };
    let failed: Vec<_> = cases.iter().filter(wrong("behavior")).collect();
    let unclean: Vec<_> = cases.iter().filter(wrong("behaviorClose")).collect();
    for (case, verdict) in failed.iter().chain(&unclean) {
        println!("case {case}: {verdict}");
    }
    Ok(Figures::of("conformance", 0)
        .at_least_one("cases", cases.len() as u64)
        .count("strictly right", said("OK"))
        .count("right but not strict", said("NON-STRICT"))
        .count("left open by the standard", said("INFORMATIONAL"))
        .none("failed", failed.len() as u64)
        .none("closed uncleanly", unclean.len() as u64))
}
