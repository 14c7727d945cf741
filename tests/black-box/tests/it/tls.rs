//! A server with TLS of its own: matches are played over it, and its certificates are renewed while
//! it serves.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use black_box::program::{self, Running};
use black_box::{PATIENCE, Server};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use serde_json::Value;
use tempfile::TempDir;
use tokio::time::timeout;

/// An authority of our own, and the folder with everybody's files.
struct Authority {
    folder: TempDir,
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

impl Authority {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::new([]).expect("parameters");
        // A client looks for who signed by the name.
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let pem = params.self_signed(&key).expect("a certificate").pem();
        fs::write(folder.path().join("ca.pem"), &pem).expect("a file");
        Self { folder, issuer: Issuer::new(params, key), pem }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a certificate of its own for this machine, and its key.
    fn issue(&self, into: &Path) {
        let key = KeyPair::generate().expect("a key");
        let params = CertificateParams::new(["localhost".to_owned(), "127.0.0.1".to_owned()]);
        let certificate = params.expect("names").signed_by(&key, &self.issuer).expect("signed");
        let chain = certificate.pem() + &self.pem;
        fs::write(into.join("cert.pem"), chain).expect("a file");
        fs::write(into.join("key.pem"), key.serialize_pem()).expect("a file");
    }

    /// Checks whether a client that trusts only this authority gets an answer.
    async fn vouches(&self, server: &Server) -> bool {
        let own = reqwest::Certificate::from_pem(self.pem.as_bytes()).expect("a certificate");
        let client = reqwest::Client::builder().no_proxy().timeout(PATIENCE);
        let client = client.tls_built_in_root_certs(false).add_root_certificate(own);
        let url = format!("https://{}/livez", server.at);
        match client.build().expect("a client").get(url).send().await {
            Ok(answer) => answer.status() == 200,
            Err(error) => {
                assert!(format!("{error:?}").contains("UnknownIssuer"), "{error:?}");
                false
            }
        }
    }
}

fn server(files: &Path) -> Server {
    let file = |name: &str| files.join(name).display().to_string();
    Server::and(&["--tls-cert", &file("cert.pem"), "--tls-key", &file("key.pem")])
}

/// Returns the terminal client with a home of its own.
fn client(server: &Server, home: &Path) -> Command {
    let mut client = program::command("entente");
    let url = format!("https://localhost:{}", server.at.port());
    client.env("ENTENTE_HOME", home).env("ENTENTE_SERVER", url).stdin(Stdio::null());
    client
}

#[test]
fn a_match_is_played_over_tls() {
    let authority = Authority::new("ours");
    authority.issue(authority.folder.path());
    let server = server(authority.folder.path());
    let ca = authority.at("ca.pem");
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let bot = |seat: usize, room: [&str; 2]| {
        let mut bot = client(&server, homes[seat].path());
        let bot = bot.args(["bot", "--json", "--seed", &seat.to_string(), "--ca"]).arg(&ca);
        Running(bot.args(room).stdout(Stdio::piped()).spawn().expect("the bot starts"))
    };
    let lines = |bot: &mut Running| {
        let lines = BufReader::new(bot.0.stdout.take().expect("a pipe")).lines();
        lines.map(|line| serde_json::from_str::<Value>(&line.expect("a line")).expect("JSON"))
    };
    let mut first = bot(0, ["--create", black_box::GAME]);
    let mut output = lines(&mut first);
    let opened = output.next().expect("the code");
    let mut second = bot(1, ["--join", opened["code"].as_str().expect("a code")]);
    let ends = [output.last(), lines(&mut second).last()].map(|end| end.expect("an end"));
    for (end, bot) in ends.iter().zip([&mut first, &mut second]) {
        assert!(bot.0.wait().expect("it ends").success(), "{end}");
        assert_eq!(end["record"], "holds", "{end}");
    }
    assert_eq!(ends[0]["winners"], ends[1]["winners"]);

    let rooms = |ca: &Path| {
        let mut rooms = client(&server, homes[0].path());
        let output = rooms.env("ENTENTE_CA", ca).arg("rooms").output().expect("the client");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(rooms(&ca).0, Some(0));
    let (code, said) = rooms(Path::new(""));
    assert_eq!(code, Some(3), "nobody is believed blindly: {said}");
    assert!(said.contains("name that with --ca FILE"), "{said}");
    let (code, said) = rooms(Path::new("/nowhere/at/all"));
    assert_eq!(code, Some(2), "{said}");
}

#[test]
fn a_server_that_shows_its_authority_is_described() {
    // As `openssl req -x509` makes one: its own authority, and the server's certificate.
    let folder = tempfile::tempdir().expect("a folder");
    let key = KeyPair::generate().expect("a key");
    let mut params = CertificateParams::new(["localhost".to_owned()]).expect("a name");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let pem = params.self_signed(&key).expect("a certificate").pem();
    fs::write(folder.path().join("cert.pem"), pem).expect("a file");
    fs::write(folder.path().join("key.pem"), key.serialize_pem()).expect("a file");
    let server = server(folder.path());
    let mut rooms = client(&server, folder.path());
    let rooms = rooms.arg("--ca").arg(folder.path().join("cert.pem")).arg("rooms");
    let output = rooms.output().expect("the client");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("shows the certificate of the authority itself"), "{said}");
}

#[tokio::test]
async fn certificates_are_renewed_while_the_server_serves() {
    let [old, new] = ["old", "new"].map(Authority::new);
    let files = tempfile::tempdir().expect("a folder");
    old.issue(files.path());
    let server = server(files.path());
    assert!(old.vouches(&server).await && !new.vouches(&server).await);
    fs::write(files.path().join("key.pem"), "half a renewal").expect("a file");
    hang_up(&server);
    logged(&server, "the old certificates stay").await;
    assert!(old.vouches(&server).await, "what cannot be used is not used");
    new.issue(files.path());
    assert!(old.vouches(&server).await, "nothing changes by itself");
    hang_up(&server);
    logged(&server, "the certificates were read again").await;
    assert!(new.vouches(&server).await && !old.vouches(&server).await);
}

fn hang_up(server: &Server) {
    let pid = server.pid().to_string();
    assert!(Command::new("kill").args(["-HUP", &pid]).status().expect("kill").success());
}

/// Waits for a line in the server's log, asking it something in between.
async fn logged(server: &Server, text: &str) {
    let waiting = async {
        while !server.log().contains(text) {
            drop(server.tcp(None).await);
        }
    };
    timeout(PATIENCE, waiting).await.unwrap_or_else(|_| panic!("{text}: {}", server.log()));
}
