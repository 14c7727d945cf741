//! What an operator wants to know of the process and its machine: memory, files, disk, and when the
//! certificate ends. Read anew at each asking; what this system does not tell is left out.

use std::path::{Path, PathBuf};

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::tls::Certificates;

/// What a server has on its machine.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// The database's file, if it has one.
    pub database: Option<PathBuf>,
    /// What it serves TLS with.
    pub certificates: Option<Certificates>,
}

/// A metric: its name, what it tells, and its value now.
type Told = (&'static str, &'static str, Option<u64>);

impl Host {
    /// All of it in the text form, without the line that ends it. Asks the file system.
    pub(super) fn text(&self) -> String {
        let mut registry = Registry::default();
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("entente_build", "The version of the server", version);
        let told = self.database().into_iter().chain([self.certificate()]).chain(process());
        for (name, help, value) in told {
            let Some(value) = value.and_then(|value| i64::try_from(value).ok()) else { continue };
            let gauge = Gauge::<i64>::default();
            gauge.set(value);
            registry.register(name, help, gauge);
        }
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = encode_registry(&mut text, &registry);
        text
    }

    fn database(&self) -> [Told; 2] {
        let path = self.database.as_deref();
        [
            (
                "entente_database_bytes",
                "The database's file and its write-ahead log",
                path.and_then(size),
            ),
            (
                "entente_disk_free_bytes",
                "What the file system of the database has left for the server",
                path.and_then(Path::parent).and_then(free),
            ),
        ]
    }

    fn certificate(&self) -> Told {
        (
            "entente_certificate_end_timestamp_seconds",
            "When the certificate that is served ends",
            self.certificates.as_ref().and_then(Certificates::ends),
        )
    }
}

/// The bytes of a database with its write-ahead log.
fn size(path: &Path) -> Option<u64> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let own = path.metadata().ok()?.len();
    Some(own + Path::new(&log).metadata().map_or(0, |log| log.len()))
}

/// What whoever is not root may still write in a folder, in bytes.
#[cfg(unix)]
fn free(folder: &Path) -> Option<u64> {
    // A relative name without a folder lies in the working directory.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let told = rustix::fs::statvfs(folder).ok()?;
    told.f_bavail.checked_mul(told.f_frsize)
}

#[cfg(not(unix))]
fn free(_: &Path) -> Option<u64> {
    None
}

/// What every process tells, by the names that every process uses.
#[cfg(target_os = "linux")]
fn process() -> Vec<Told> {
    use procfs::WithCurrentSystemInfo;
    use procfs::process::{LimitValue, Process};
    let process = Process::myself().ok();
    let of_stat = process.as_ref().and_then(|process| process.stat().ok());
    let limits = process.as_ref().and_then(|process| process.limits().ok());
    let most = limits.and_then(|limits| match limits.max_open_files.soft_limit {
        LimitValue::Value(most) => Some(most),
        LimitValue::Unlimited => None,
    });
    let began = of_stat.as_ref().and_then(|stat| {
        let since_boot = stat.starttime.checked_div(procfs::ticks_per_second())?;
        procfs::boot_time_secs().ok()?.checked_add(since_boot)
    });
    let open = process.as_ref().and_then(|process| process.fd_count().ok());
    vec![
        (
            "process_resident_memory_bytes",
            "Memory that the process has",
            of_stat.map(|stat| stat.rss_bytes().get()),
        ),
        ("process_open_fds", "Open files and connections", open.map(|open| open as u64)),
        ("process_max_fds", "Files and connections that may be open", most),
        ("process_start_time_seconds", "When the process began, since 1970", began),
    ]
}

#[cfg(not(target_os = "linux"))]
fn process() -> Vec<Told> {
    Vec::new()
}
