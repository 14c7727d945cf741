//! A server's life: open everything, serve until asked to stop, close everything.
//!
//! The gateway and the rooms, which the function `serve` starts, decide what is served and how; this
//! module knows the order of start and end, and what an end means to a supervisor.

use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use engine::GameEntry;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::component_data;
use crate::gateway::{self, Secured, stand_by};
use crate::log::{self, LogError, MatchLog, NatsLog, OpenError};
use crate::metrics::{self, Host};
use crate::notices::{Courier, PushKey, Reach};
use crate::open_files;
use crate::operator::OrderSocket;
use crate::position::StartPosition;
use crate::rooms::{Rooms, RoomsSetup};
use crate::run_error::RunError;
use crate::settings::Settings;
use crate::signals::Signals;
use crate::supervisor;
use crate::tls::Certificates;

/// Time limit for closing the store after everything else has ended, in milliseconds.
const STORE_CLOSE_MS: u64 = 2_000;

/// Runs the server until `shutdown` resolves or the store fails.
///
/// A line with the address to open goes to standard output once connections are accepted.
pub async fn run(
    settings: Settings,
    games: &'static [GameEntry],
    shutdown: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let settings = if settings.dev {
        Settings { database: log::MEMORY.to_owned(), ..settings }
    } else {
        settings
    };
    let catalogues = component_data::load_catalogues(games, settings.data.as_deref())?;
    let certificates = Certificates::of(&settings)?;
    let signals = obeyed(certificates.clone())?;
    let expired = certificates.as_ref().and_then(Certificates::warning);
    for warning in expired.into_iter().chain(open_files::raise(&settings)) {
        tracing::warn!("{warning}");
    }
    let mut shutdown = pin!(shutdown);
    let (listener, log, shared) = match log::nats_address(&settings.database)? {
        None => {
            let log = open_log(settings.database.clone()).await?;
            (listen(&settings, certificates.as_ref()).await?, log, None)
        }
        // The operator may have the store: who asks this server meanwhile gets an answer.
        Some(address) => {
            let listener = listen(&settings, certificates.as_ref()).await?;
            let options = settings.nats_options();
            let opening = Box::pin(NatsLog::open(&address, &options));
            let opening = stand_by(&listener, &settings, opening);
            tokio::select! {
                biased;
                () = &mut shutdown => return Ok(()),
                opened = opening => {
                    let shared = opened.map_err(OpenError::from)?;
                    let log: Arc<dyn MatchLog> = Arc::new(shared.clone());
                    (listener, log, Some(shared))
                }
            }
        }
    };
    let position = settings.dev_position.as_deref();
    let position = position.map(|path| StartPosition::read(path, &catalogues)).transpose()?;
    let setup = RoomsSetup::new(games, catalogues, settings);
    let parts = ServerParts { setup, position, certificates, listener, log: log.clone(), shared };
    let served = tokio::select! {
        biased;
        reason = log.failed() => Err(RunError::StoreFailed(reason)),
        served = serve(parts, signals, shutdown) => served,
    };
    match served {
        // A store that has failed is left as it is: every further sync could hide the loss.
        Err(error @ RunError::StoreFailed(_)) => Err(error),
        served => {
            let closing = tokio::time::timeout(Duration::from_millis(STORE_CLOSE_MS), log.close());
            let closed = closing
                .await
                .unwrap_or_else(|_| Err(LogError::Unavailable("it took too long".to_owned())));
            served.and(closed.map_err(RunError::Close))
        }
    }
}

/// Everything that is open before a server serves.
struct ServerParts {
    setup: RoomsSetup,
    /// The position at which rooms begin, on a server for authors.
    position: Option<StartPosition>,
    certificates: Option<Certificates>,
    listener: Secured<TcpListener>,
    log: Arc<dyn MatchLog>,
    /// Set if other servers share the store.
    shared: Option<NatsLog>,
}

/// Checking a large database takes a while, which must not hold up the runtime.
async fn open_log(url: String) -> Result<Arc<dyn MatchLog>, RunError> {
    match tokio::task::spawn_blocking(move || log::open(&url)).await {
        Ok(opened) => Ok(opened?),
        Err(error) => Err(RunError::Broken(format!("opening the store: {error}"))),
    }
}

/// Listens for players.
async fn listen(
    settings: &Settings,
    certificates: Option<&Certificates>,
) -> Result<Secured<TcpListener>, RunError> {
    let address = settings.listen;
    let listening = |source| RunError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(listening)?;
    let acceptor = certificates.map(Certificates::acceptor).transpose()?;
    Ok(Secured::new(listener, acceptor))
}

/// Tells people and the supervisor that one can play, and where.
fn announce(settings: &Settings, bound: SocketAddr) {
    let url = invitation(settings, bound);
    // Whoever closed standard output does not want to know.
    let _ = writeln!(std::io::stdout(), "Entente is ready at {url}");
    if settings.dev {
        let seed = settings.dev_seed.unwrap_or_default();
        tracing::warn!(seed, "this server is for authors: every deal follows from the seed");
    }
    tracing::info!(address = %bound, url, "listening");
    supervisor::ready();
}

/// The address to open: the public one, or one that works on this machine.
fn invitation(settings: &Settings, bound: SocketAddr) -> String {
    if let Some(url) = &settings.public_url {
        return url.clone();
    }
    let path = &settings.base_path;
    let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
    if bound.ip().is_unspecified() {
        return format!("{scheme}://localhost:{}{path}/", bound.port());
    }
    format!("{scheme}://{bound}{path}/")
}

/// Serves HTTP and WebSockets until `shutdown` resolves and everyone has been informed, within
/// [`Settings::shutdown_ms`].
async fn serve(
    parts: ServerParts,
    signals: impl Future<Output = ()> + Send + 'static,
    shutdown: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let ServerParts { setup, position, certificates, listener, log, shared } = parts;
    let settings = setup.settings.clone();
    let address = settings.listen;
    let listening = |source| RunError::Listen { address, source };
    let bound = listener.local_addr().map_err(listening)?;
    // Made also where nothing is pushed: by it the database's copies are known.
    let push_key = PushKey::kept(&*log).await.filter(|_| settings.push != Reach::Off);
    let courier = Courier::new(&settings, push_key)?;
    let setup = RoomsSetup { notifier: Arc::new(courier), ..setup };
    let rooms = match shared {
        Some(store) => Rooms::open_shared(setup, store),
        None => Rooms::open(setup, log).await.map_err(RunError::Read)?,
    };
    if let Some(position) = position {
        rooms.begin_at(position);
    }
    let metrics_task = match settings.metrics_listen {
        Some(address) => {
            let database = log::file(&settings.database).ok().flatten();
            let host = Host { database, certificates: certificates.clone() };
            Some(serve_metrics(address, rooms.clone(), host).await?)
        }
        None => None,
    };
    let shutdown = async {
        shutdown.await;
        supervisor::stopping();
    };
    let alive = supervisor::watched().map(tokio::spawn);
    let obeying = Some(tokio::spawn(signals));
    let orders = take_orders(&settings.database, rooms.clone());
    announce(&settings, bound);
    gateway::serve(listener, rooms, shutdown).await;
    drop(orders);
    for task in [metrics_task, alive, obeying].into_iter().flatten() {
        task.abort();
    }
    Ok(())
}

/// Takes the operator's orders beside the database. A folder without sockets is no reason not to serve.
fn take_orders(database: &str, rooms: Rooms) -> Option<OrderSocket> {
    let path = log::orders(database).ok().flatten()?;
    OrderSocket::open(path, rooms)
        .inspect_err(
            |error| tracing::warn!(%error, "rooms cannot be closed while this server runs"),
        )
        .ok()
}

/// Does what signals ask for that do not mean the end, which none of them does from here on.
fn obeyed(certificates: Option<Certificates>) -> Result<impl Future<Output = ()>, RunError> {
    let signals = Signals::listen()
        .map_err(|error| RunError::Broken(format!("listening for signals: {error}")))?;
    Ok(signals.obey(certificates))
}

/// Answers at the metrics' own address, from before the first player comes until the last is gone.
async fn serve_metrics(
    address: SocketAddr,
    rooms: Rooms,
    host: Host,
) -> Result<JoinHandle<()>, RunError> {
    let listening = |source| RunError::Listen { address, source };
    let listener = TcpListener::bind(address).await.map_err(listening)?;
    let bound = listener.local_addr().map_err(listening)?;
    tracing::info!(address = %bound, "serving metrics");
    Ok(tokio::spawn(metrics::serve(listener, move || rooms.metrics_text(), host)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_invitation_can_be_opened() {
        let mut settings = Settings::default();
        let at = |text: &str| text.parse::<SocketAddr>().unwrap();
        assert_eq!(invitation(&settings, at("127.0.0.1:81")), "http://127.0.0.1:81/");
        assert_eq!(invitation(&settings, at("[::1]:81")), "http://[::1]:81/");
        settings.base_path = "/games".to_owned();
        assert_eq!(invitation(&settings, at("0.0.0.0:81")), "http://localhost:81/games/");
        settings.public_url = Some("https://play.example.org".to_owned());
        assert_eq!(invitation(&settings, at("0.0.0.0:81")), "https://play.example.org");
    }

    fn in_memory() -> Settings {
        let listen = "127.0.0.1:0".parse().unwrap();
        Settings { listen, database: "memory:".to_owned(), ..Settings::default() }
    }

    #[tokio::test]
    async fn a_server_that_is_asked_to_stop_ends_well() {
        run(in_memory(), &[], async {}).await.unwrap();
    }

    #[tokio::test]
    async fn an_exit_code_shows_a_supervisor_what_to_do() {
        let code = async |settings: Settings| match run(settings, &[], async {}).await {
            Ok(()) => 0,
            Err(error) => error.exit_code(),
        };
        assert_eq!(code(in_memory()).await, 0);
        let settings = Settings { database: "mongo:".to_owned(), ..in_memory() };
        assert_eq!(code(settings).await, 2);
        let settings = Settings { data: Some("/nowhere/at/all".into()), ..in_memory() };
        assert_eq!(code(settings).await, 2);
        let settings = Settings { database: "sqlite:/nowhere/at/all.db".to_owned(), ..in_memory() };
        assert_eq!(code(settings).await, 3);
        let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let settings = Settings { listen: taken.local_addr().unwrap(), ..in_memory() };
        assert_eq!(code(settings).await, 1);
    }
}
