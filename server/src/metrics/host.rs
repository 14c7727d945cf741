//! Metrics of the process and its machine: memory, files, disk, and the end of the certificate.
//! Read again at each request; what this system does not report is left out.

use std::path::{Path, PathBuf};

use prometheus_client::encoding::text::encode_registry;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::paths;
use crate::tls::Certificates;

/// The server's files on its machine that metrics are read from.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// The database's file, if it has one.
    pub database: Option<PathBuf>,
    /// The certificates that TLS is served with.
    pub certificates: Option<Certificates>,
}

/// A metric: its name, its help text, and its value now.
type Sample = (&'static str, &'static str, Option<u64>);

impl Host {
    /// All of it in the text form, without the line that ends it. Asks the file system.
    pub(super) fn text(&self) -> String {
        let mut registry = Registry::default();
        let version = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("entente_build", "The version of the server", version);
        let samples = self.database().into_iter().chain([self.certificate()]).chain(process());
        for (name, help, value) in samples {
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

    fn database(&self) -> [Sample; 2] {
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
                path.map(paths::folder).and_then(free),
            ),
        ]
    }

    fn certificate(&self) -> Sample {
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

/// Returns the bytes that a user other than root may still write in a folder.
fn free(folder: &Path) -> Option<u64> {
    let stats = rustix::fs::statvfs(folder).ok()?;
    stats.f_bavail.checked_mul(stats.f_frsize)
}

/// Returns the usual metrics of every process, by their usual names.
#[cfg(target_os = "linux")]
fn process() -> Vec<Sample> {
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
fn process() -> Vec<Sample> {
    Vec::new()
}
