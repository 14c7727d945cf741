//! TLS files: what is wrong with them is said before anything is served.

use std::fs;
use std::path::PathBuf;

use rcgen::{CertificateParams, KeyPair};
use tempfile::TempDir;

use super::{ended, server, started, texts};

/// A folder with files in it.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name).display().to_string()
    }

    /// A certificate for this machine that holds until the end of a year, and its key.
    fn pair(&self, name: &str, year: i32) -> [String; 2] {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = rcgen::date_time_ymd(2020, 1, 1);
        params.not_after = rcgen::date_time_ymd(year, 12, 31);
        let certificate = params.self_signed(&key).unwrap();
        [
            self.put(&format!("{name}.pem"), &certificate.pem()),
            self.put(&format!("{name}.key"), &key.serialize_pem()),
        ]
    }
}

/// The exit code and everything said, with these files and further arguments.
fn output(tls: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = server();
    command.args(["--database", "memory:", "--listen", "127.0.0.1:0"]);
    let output = command.envs(tls.iter().copied()).args(arguments).output().unwrap();
    let (said, complained) = texts(&output);
    (output.status.code(), said + &complained)
}

#[test]
fn files_that_cannot_be_served_are_reported_with_code_2() {
    let files = Files::new();
    let [cert, key] = files.pair("a", 2400);
    let [_, other] = files.pair("b", 2400);
    let diary = files.put("diary.txt", "dear diary");
    let cut = files.put("cut.pem", &fs::read_to_string(&cert).unwrap()[..80]);
    let hollow = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    let hollow = files.put("hollow.pem", hollow);
    let strange = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n";
    let strange = files.put("strange.key", strange);
    let missing = files.path("missing.pem").display().to_string();
    let both = |cert: &str, key: &str| {
        vec![("ENTENTE_TLS_CERT", cert.to_owned()), ("ENTENTE_TLS_KEY", key.to_owned())]
    };
    let cases = [
        (vec![("ENTENTE_TLS_CERT", cert.clone())], "ENTENTE_TLS_KEY is not: TLS needs both".into()),
        (vec![("ENTENTE_TLS_KEY", key.clone())], "ENTENTE_TLS_CERT is not: TLS needs both".into()),
        (both(&missing, &key), format!("{missing}: No such file")),
        (both(&cert, &missing), format!("{missing}: No such file")),
        (both(&diary, &key), format!("{diary}: no certificate in PEM form (there is none)")),
        (both(&cert, &diary), format!("{diary}: no private key in PEM form (there is none)")),
        (both(&key, &key), format!("{key}: no certificate in PEM form (there is none)")),
        (both(&cut, &key), format!("{cut}: no certificate in PEM form")),
        (both(&hollow, &key), format!("{hollow}: the certificate cannot be read")),
        (both(&cert, &strange), format!("{strange}: the key cannot be used")),
        (
            both(&cert, &other),
            format!("KEY = {other}: this key is not that of the first certificate"),
        ),
    ];
    for (tls, expected) in cases {
        let tls: Vec<(&str, &str)> = tls.iter().map(|(name, file)| (*name, &**file)).collect();
        for arguments in [&[][..], &["--check-config"]] {
            let (code, said) = output(&tls, arguments);
            assert_eq!(code, Some(2), "{tls:?} {arguments:?}: {said}");
            assert!(said.contains(&expected), "{arguments:?}: {expected}: {said}");
        }
    }
}

#[test]
fn a_public_url_without_tls_contradicts_it() {
    let files = Files::new();
    let [cert, key] = files.pair("a", 2400);
    for (url, sound) in [("http://a.example:8443", false), ("https://a.example:8443", true)] {
        let tls =
            [("ENTENTE_TLS_CERT", &*cert), ("ENTENTE_TLS_KEY", &*key), ("ENTENTE_PUBLIC_URL", url)];
        let (code, said) = output(&tls, &["--check-config"]);
        assert_eq!(code, Some(if sound { 0 } else { 2 }), "{said}");
        let named = format!("ENTENTE_PUBLIC_URL = {url} is not https");
        assert_eq!(said.contains(&named), !sound, "{said}");
    }
}

#[test]
fn a_certificate_that_has_expired_is_warned_of() {
    let files = Files::new();
    for (year, expired) in [(2400, false), (2021, true)] {
        let [cert, key] = files.pair("a", year);
        let tls = [("ENTENTE_TLS_CERT", &*cert), ("ENTENTE_TLS_KEY", &*key)];
        let (code, said) = output(&tls, &["--check-config"]);
        assert_eq!(code, Some(0), "{said}");
        let warned = said.contains("warning: ") && said.contains("a.pem: the certificate expired");
        assert_eq!(warned, expired, "{year}: {said}");
        let (serving, line) = started(server().args(["--database", "memory:"]).envs(tls));
        assert!(line.contains("https://127.0.0.1:"), "{line}");
        let (code, said) = ended(serving, "-TERM");
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(said.contains("the certificate expired"), expired, "{said}");
    }
}

#[test]
fn a_server_with_tls_can_be_asked_whether_it_is_ready() {
    let files = Files::new();
    let [cert, key] = files.pair("a", 2400);
    let tls = [("ENTENTE_TLS_CERT", &*cert), ("ENTENTE_TLS_KEY", &*key)];
    let (serving, line) = started(server().args(["--database", "memory:"]).envs(tls));
    let (_, address) = line.split_once("https://").expect(&line);
    let listen = address.split('/').next().unwrap();
    let check = |tls: &[(&str, &str)]| {
        let mut command = server();
        command.env("ENTENTE_LISTEN", listen).envs(tls.iter().copied()).arg("healthcheck");
        let output = command.output().unwrap();
        let (said, complained) = texts(&output);
        (output.status.code(), said + &complained)
    };
    assert_eq!(check(&tls), (Some(0), "ready\n".to_owned()));
    let (code, said) = check(&[]);
    assert_eq!(code, Some(1), "without TLS there is no answer: {said}");
    assert_eq!(ended(serving, "-TERM").0, Some(0));
    let (serving, line) = started(server().args(["--database", "memory:"]));
    let (_, address) = line.split_once("http://").expect(&line);
    let plain = address.split('/').next().unwrap();
    let output =
        server().env("ENTENTE_LISTEN", plain).envs(tls).arg("healthcheck").output().unwrap();
    let (_, said) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("does not speak TLS"), "{said}");
    assert_eq!(ended(serving, "-TERM").0, Some(0));
}
