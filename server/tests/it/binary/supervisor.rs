//! Messages to systemd, through a socket such as it gives to services.

use std::os::unix::net::UnixDatagram;
use std::process::Child;
use std::time::Duration;

use rcgen::{CertifiedKey, generate_simple_self_signed};

use crate::binary::{ended, server, signal, started};

/// After this time a test gives up.
const PATIENCE: Duration = Duration::from_mins(1);

/// The other end of the socket.
struct Supervisor {
    folder: tempfile::TempDir,
    socket: UnixDatagram,
}

impl Supervisor {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let socket = UnixDatagram::bind(folder.path().join("notify")).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        Self { folder, socket }
    }

    /// A server that it has started.
    fn starts(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Child {
        let mut command = server();
        command.args(["--database", "memory:"]).args(arguments);
        command.env("NOTIFY_SOCKET", self.folder.path().join("notify"));
        started(command.envs(environment.iter().copied())).0
    }

    /// Returns the next message.
    fn receive(&self) -> String {
        let mut bytes = [0; 256];
        let length = self.socket.recv(&mut bytes).unwrap();
        String::from_utf8(bytes[..length].to_vec()).unwrap()
    }
}

#[test]
fn the_supervisor_is_sent_the_start_a_reload_and_the_end() {
    let supervisor = Supervisor::new();
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let file = |name: &str, text: &str| {
        let path = supervisor.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let certificate = file("cert.pem", &cert.pem());
    let key = file("key.pem", &signing_key.serialize_pem());
    let child = supervisor.starts(&["--tls-cert", &certificate, "--tls-key", &key], &[]);
    assert_eq!(supervisor.receive(), "READY=1\n");
    signal(&child, "-HUP");
    let reloading = supervisor.receive();
    assert!(reloading.starts_with("RELOADING=1\nMONOTONIC_USEC="), "{reloading}");
    assert_eq!(supervisor.receive(), "READY=1\n");
    assert_eq!(ended(child, "-TERM").0, Some(0));
    assert_eq!(supervisor.receive(), "STOPPING=1\n");
}

#[test]
fn a_watching_supervisor_is_sent_signs_of_life() {
    let supervisor = Supervisor::new();
    let child = supervisor.starts(&[], &[("WATCHDOG_USEC", "100000")]);
    let received: Vec<String> = (0..4).map(|_| supervisor.receive()).collect();
    assert_eq!(received.iter().filter(|said| *said == "READY=1\n").count(), 1, "{received:?}");
    assert_eq!(received.iter().filter(|said| *said == "WATCHDOG=1\n").count(), 3, "{received:?}");
    assert_eq!(ended(child, "-TERM").0, Some(0));
}

#[test]
fn a_supervisor_that_is_gone_hinders_nobody() {
    let supervisor = Supervisor::new();
    let nobody = supervisor.folder.path().join("nobody").display().to_string();
    let child = supervisor.starts(&[], &[("NOTIFY_SOCKET", &nobody), ("WATCHDOG_USEC", "0")]);
    let (code, said) = ended(child, "-TERM");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("the supervisor cannot be notified"), "{said}");
}
