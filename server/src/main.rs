//! The binary `entente-server`: reads the settings, starts the log and the runtime, runs the server
//! until SIGTERM or SIGINT. Sub-commands do one thing and end.
//!
//! Exit codes: 0 a clean end, 1 a failure, 2 wrong usage or configuration, 3 the store could not be
//! opened or failed.

// These macros panic when a pipe breaks.
#![deny(clippy::print_stdout)]

use std::error::Error;
use std::fmt::Display;
use std::future::Future;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use fairness::text::printable;
use server::analyse::{Analyse, analyse};
use server::health;
use server::licences::Licences;
use server::log::{Deletion, Restored};
use server::operator::OperatorError;
use server::operator::backups::{self, Made, Older};
use server::operator::gathered::{self, MovedIn};
use server::position::{CutPosition, cut};
use server::settings::cli::{Backup, Healthcheck, RoomsCommand, ServerCommand};
use server::settings::layers::{self, ConfigError};
use server::settings::{Settings, check};
use server::telemetry::describe;
use server::verify::{Verify, verify};
use server::{RunError, provenance, telemetry};
use tracing::Level;

/// A command makes hundreds of small pieces of text, most of them gone before the next one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match layers::read(std::env::args_os(), std::env::vars_os()) {
        Ok(cli) => cli,
        Err(ConfigError::Usage(usage)) => usage.exit(),
        Err(error) => return unusable(&[error.to_string()]),
    };
    if cli.check_config {
        return checked(&cli.settings);
    }
    if cli.print_config {
        for warning in misspelt_variables() {
            eprintln!("warning: {warning}");
        }
        let variables = cli.settings.variables().into_iter();
        let lines: Vec<String> = variables.map(|(key, value)| format!("{key}={value}\n")).collect();
        return said(lines.concat());
    }
    match cli.command {
        None => serve(cli.settings),
        Some(ServerCommand::Backup(how)) => looked_at(backup(&cli.settings, &how)),
        Some(ServerCommand::Restore { file, replace }) => {
            looked_at(restore(&cli.settings, &file, replace))
        }
        Some(ServerCommand::Rooms(rooms)) => kept(&cli.settings, &rooms),
        Some(ServerCommand::Check) => data_checked(&cli.settings),
        Some(ServerCommand::Healthcheck(arguments)) => healthcheck(&cli.settings, arguments),
        Some(ServerCommand::Docs { folder }) => documents(&cli.settings, &folder),
        Some(ServerCommand::Licences) => said(Licences::of(engine::REGISTRY)),
        Some(ServerCommand::Verify(arguments)) => verified(&arguments),
        Some(ServerCommand::Analyse(arguments)) => analysed(&arguments),
        Some(ServerCommand::Position(arguments)) => position(&arguments),
    }
}

/// Says on the standard error stream why the program ends as it does.
///
/// A reason may quote a file of somebody else: nothing in it acts on the terminal.
fn complain(reason: &str) {
    let lines: Vec<_> = reason.lines().map(printable).collect();
    eprintln!("entente-server: {}", lines.join("\n"));
}

/// Writes to the standard output. Whoever reads it has read enough when the pipe breaks.
fn say(text: impl Display) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes all that there is to say, and ends.
fn said(text: impl Display) -> ExitCode {
    say(text).map_or_else(|error| failed(&error, 1), |()| ExitCode::SUCCESS)
}

/// Ends with code 2, which a supervisor should not answer with a restart.
fn unusable(faults: &[String]) -> ExitCode {
    for fault in faults {
        complain(fault);
    }
    ExitCode::from(2)
}

/// Unlike a start, this refuses misspelt variables too: whoever asks wants to know.
fn checked(settings: &Settings) -> ExitCode {
    let mut faults = misspelt_variables();
    faults.extend(check::faults(settings, engine::REGISTRY));
    if !faults.is_empty() {
        return unusable(&faults);
    }
    for warning in check::warnings(settings) {
        eprintln!("warning: {warning}");
    }
    said("the configuration is sound\n")
}

fn data_checked(settings: &Settings) -> ExitCode {
    match provenance::check(engine::REGISTRY, settings.data.as_deref()) {
        Ok(games) => {
            let games = games.iter().try_for_each(say);
            looked_at(games.map_err(Into::into).and_then(|()| database_checked(settings)))
        }
        Err(error) => unusable(&[RunError::from(error).to_string()]),
    }
}

fn database_checked(settings: &Settings) -> Result<Vec<String>, OperatorError> {
    let Some(inspection) = backups::check(settings)? else { return Ok(Vec::new()) };
    say(format_args!("{}: {inspection}\n", settings.database))?;
    Ok(inspection.complaints())
}

/// Says what was found damaged.
fn looked_at(done: Result<Vec<String>, OperatorError>) -> ExitCode {
    match done {
        Ok(damaged) if damaged.is_empty() => ExitCode::SUCCESS,
        Ok(damaged) => {
            for what in damaged {
                complain(&what);
            }
            ExitCode::from(1)
        }
        Err(error) => failed(&error, error.exit_code()),
    }
}

fn backup(settings: &Settings, how: &Backup) -> Result<Vec<String>, OperatorError> {
    log_as(settings);
    let Made { path, inspection, older: Older { removed, unknown } } = how.make(settings)?;
    say(format_args!("{}\n", path.display()))?;
    for old in removed {
        eprintln!("removed {}", old.display());
    }
    for old in unknown {
        eprintln!("not removed, for nothing says whose copy it is: {}", old.display());
    }
    Ok(inspection.complaints())
}

fn restore(settings: &Settings, file: &Path, replace: bool) -> Result<Vec<String>, OperatorError> {
    log_as(settings);
    if let Some(address) = server::log::nats_address(&settings.database)? {
        let MovedIn { rooms, damaged } = gathered::move_in(settings, &address, file)?;
        say(format_args!("{rooms} rooms moved to the store {}\n", address.name()))?;
        return Ok(damaged);
    }
    let restored = server::log::restore(&settings.database, file, replace)?;
    let Restored { path, aside, version, newest, deleted, unread } = restored;
    say(format_args!("{}\n", path.display()))?;
    for Deletion { code, .. } in deleted {
        eprintln!("room {} had been deleted, and was deleted again", printable(&code));
    }
    if let Some(why) = unread {
        let lost = "rooms that had been deleted may be there again, and `rooms list` shows them";
        eprintln!("notes of deleted rooms could not be read ({}): {lost}", printable(&why));
    }
    if let Some(aside) = aside {
        eprintln!("what was there before is now {}", aside.display());
    }
    if version < newest {
        eprintln!("its schema has version {version}; the next start brings it to version {newest}");
    }
    Ok(backups::check_copy(&path)?.complaints())
}

/// Without a log: an engine keeps what the check prints, and asks every few seconds.
fn healthcheck(settings: &Settings, arguments: Healthcheck) -> ExitCode {
    match health::check(settings, arguments) {
        Ok(()) => said("ready\n"),
        Err(error) => failed(&error, 1),
    }
}

fn kept(settings: &Settings, rooms: &RoomsCommand) -> ExitCode {
    log_as(settings);
    match rooms.carry_out(settings, &mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has read enough.
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => failed(&error, error.exit_code()),
    }
}

fn failed(error: &dyn Error, code: u8) -> ExitCode {
    complain(&describe(error));
    ExitCode::from(code)
}

/// Starts the log of a command, which says nothing of its connections unless they fail.
fn log_as(settings: &Settings) {
    log_up_to(settings, Level::WARN);
}

/// Starts the log, with the client of NATS up to this level. Nobody has started one before, and the filter was
/// read with the settings.
fn log_up_to(settings: &Settings, most: Level) {
    if let Err(error) = telemetry::start(&settings.log, settings.log_format, most) {
        eprintln!("warning: logging is not available: {error}");
    }
}

fn verified(arguments: &Verify) -> ExitCode {
    match verify(arguments) {
        Ok(report) => said(report),
        Err(error) => failed(&error, error.exit_code()),
    }
}

fn analysed(arguments: &Analyse) -> ExitCode {
    let analysed = match analyse(arguments) {
        Ok(analysed) => analysed,
        Err(error) => return failed(&error, error.exit_code()),
    };
    if !arguments.json {
        return said(analysed);
    }
    match serde_json::to_string(&analysed.analysis) {
        Ok(text) => said(format_args!("{text}\n")),
        Err(error) => failed(&error, 1),
    }
}

fn position(arguments: &CutPosition) -> ExitCode {
    match cut(arguments) {
        Ok(text) => said(format_args!("{text}\n")),
        Err(error) => failed(&error, error.exit_code()),
    }
}

fn documents(settings: &Settings, folder: &Path) -> ExitCode {
    match server::docs::write(folder, settings) {
        Ok(count) => said(format_args!("{count} files in {}\n", folder.display())),
        Err(error) => failed(&error, 1),
    }
}

fn serve(settings: Settings) -> ExitCode {
    let faults = check::contradictions(&settings);
    if !faults.is_empty() {
        return unusable(&faults);
    }
    log_up_to(&settings, Level::INFO);
    match start(settings) {
        Ok(()) => ExitCode::SUCCESS,
        // Where the log is, people look for the reason; but no filter may keep it from them.
        Err(error) if tracing::enabled!(tracing::Level::ERROR) => {
            tracing::error!("{}", describe(&error));
            ExitCode::from(error.exit_code())
        }
        Err(error) => failed(&error, error.exit_code()),
    }
}

fn start(settings: Settings) -> Result<(), RunError> {
    for warning in misspelt_variables() {
        tracing::warn!("{warning}");
    }
    let broken = |doing: &'static str| {
        move |error: std::io::Error| RunError::Broken(format!("{doing}: {error}"))
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(broken("starting the runtime"))?;
    let ended = runtime.block_on(async {
        let shutdown = signalled().map_err(broken("listening for signals"))?;
        server::run(settings, engine::REGISTRY, shutdown).await
    });
    // Whatever still runs has had its time.
    runtime.shutdown_background();
    ended
}

fn misspelt_variables() -> Vec<String> {
    let names: Vec<String> =
        std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).collect();
    layers::misspelt(names.iter().map(String::as_str))
}

/// Resolves at the first signal to stop; the second one ends the process at once.
fn signalled() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut next = async move || {
        tokio::select! {
            biased;
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    Ok(async move {
        next().await;
        tracing::info!("stopping");
        tokio::spawn(async move {
            next().await;
            tracing::warn!("asked twice to stop; exiting without waiting for anything");
            std::process::exit(1);
        });
    })
}
