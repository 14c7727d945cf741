//! TLS by the server itself: certificates from PEM files, read at a start and again when asked.
//!
//! Knows files and certificates; the gateway's listener shakes hands with what this makes. A new
//! file that cannot be used never replaces one in use.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::{Error as PemError, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{Error as RustlsError, InconsistentKeys, ServerConfig};
use x509_cert::Certificate;
use x509_cert::der::Decode;

use crate::settings::Settings;

/// The one version of HTTP that is spoken here, as a handshake names it.
const HTTP_1_1: &[u8] = b"http/1.1";

/// The setting that names the file of the certificates.
const CERT: &str = "ENTENTE_TLS_CERT";

/// The setting that names the file of the key.
const KEY: &str = "ENTENTE_TLS_KEY";

/// Reason why TLS cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// Only one of the two files is named.
    #[error("{given} is set and {missing} is not: TLS needs both, plain HTTP neither")]
    Half {
        /// The setting that has a value.
        given: &'static str,
        /// The setting that has none.
        missing: &'static str,
    },
    /// A file cannot be read.
    #[error("{setting} = {}: {source}", path.display())]
    Unreadable {
        /// The setting that names it.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// A file has nothing of what it is for.
    #[error("{setting} = {}: no {what} in PEM form ({reason}); it belongs between -----BEGIN and -----END lines", path.display())]
    NotPem {
        /// The setting that names it.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// The kind of item that was expected.
        what: &'static str,
        /// The problem with it, without its text.
        reason: String,
    },
    /// The certificate is not one.
    #[error("{CERT} = {}: the certificate cannot be read: {reason}", path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        reason: String,
    },
    /// The key is of no kind that is known.
    #[error("{KEY} = {}: the key cannot be used: {reason}", path.display())]
    Key {
        /// The file.
        path: PathBuf,
        /// The problem with it.
        reason: String,
    },
    /// The two files do not belong together.
    #[error(
        "{KEY} = {}: this key is not that of the first certificate in {CERT} = {}: \
         the server's own comes first, then those that vouch for it",
        key.display(),
        certificate.display()
    )]
    Mismatch {
        /// The file of the key.
        key: PathBuf,
        /// The file of the certificates.
        certificate: PathBuf,
    },
    /// The library refuses its own settings.
    #[error("TLS cannot be set up: {0}")]
    Library(RustlsError),
}

/// The server's certificates and key; a clone shares them.
#[derive(Clone, Debug)]
pub struct Certificates(Arc<CertificateFiles>);

#[derive(Debug)]
struct CertificateFiles {
    certificate: PathBuf,
    key: PathBuf,
    served: RwLock<Arc<CertifiedKey>>,
}

impl Certificates {
    /// Reads the files that the settings name; none without any.
    pub fn of(settings: &Settings) -> Result<Option<Self>, TlsError> {
        let half = |given, missing| Err(TlsError::Half { given, missing });
        match (&settings.tls_cert, &settings.tls_key) {
            (None, None) => Ok(None),
            (Some(_), None) => half(CERT, KEY),
            (None, Some(_)) => half(KEY, CERT),
            (Some(certificate), Some(key)) => {
                let served = RwLock::new(Arc::new(read(certificate, key)?));
                let (certificate, key) = (certificate.clone(), key.clone());
                Ok(Some(Self(Arc::new(CertificateFiles { certificate, key, served }))))
            }
        }
    }

    /// Reads the files again, for connections from now on; if they cannot be used, everything stays
    /// as it is.
    pub fn reload(&self) -> Result<(), TlsError> {
        let new = Arc::new(read(&self.0.certificate, &self.0.key)?);
        *self.0.served.write() = new;
        Ok(())
    }

    /// Returns a warning if the certificate is not valid by the clock: clients will refuse it.
    pub fn warning(&self) -> Option<String> {
        let served = self.0.served();
        let certificate = Certificate::from_der(served.cert.first()?).ok()?;
        let validity = certificate.tbs_certificate.validity;
        let (from, until) = (validity.not_before, validity.not_after);
        let path = self.0.certificate.display();
        let now = SystemTime::now();
        if until.to_system_time() < now {
            return Some(format!(
                "{path}: the certificate expired at {until}, and clients refuse it: renew it"
            ));
        }
        (from.to_system_time() > now).then(|| {
            format!(
                "{path}: the certificate is valid only from {from} on; is this machine's clock right?"
            )
        })
    }

    /// Returns the end of the certificate's validity, in seconds since 1970.
    pub fn ends(&self) -> Option<u64> {
        let served = self.0.served();
        let certificate = Certificate::from_der(served.cert.first()?).ok()?;
        Some(certificate.tbs_certificate.validity.not_after.to_unix_duration().as_secs())
    }

    /// Returns an acceptor that does the handshakes with it.
    pub fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        let mut config = ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Library)?
            .with_no_client_auth()
            .with_cert_resolver(self.0.clone());
        config.alpn_protocols = vec![HTTP_1_1.to_vec()];
        Ok(TlsAcceptor::from(Arc::new(config)))
    }
}

impl CertificateFiles {
    fn served(&self) -> Arc<CertifiedKey> {
        self.served.read().clone()
    }
}

impl ResolvesServerCert for CertificateFiles {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.served())
    }
}

/// The cryptography: ring, which the clients' libraries bring along and which needs a C compiler
/// only, as SQLite does.
pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// The certificates and the key of two files, if they belong together.
fn read(certificate: &Path, key: &Path) -> Result<CertifiedKey, TlsError> {
    let chain = bytes(CERT, certificate)?;
    let pem = |setting, path: &Path, what| {
        let path = path.to_owned();
        move |error: PemError| TlsError::NotPem { setting, path, what, reason: reason(&error) }
    };
    let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&chain)
        .collect::<Result<_, _>>()
        .map_err(pem(CERT, certificate, "certificate"))?;
    let Some(own) = chain.first() else {
        return Err(pem(CERT, certificate, "certificate")(PemError::NoItemsFound));
    };
    let unreadable =
        |reason: String| TlsError::Certificate { path: certificate.to_owned(), reason };
    Certificate::from_der(own).map_err(|error| unreadable(error.to_string()))?;
    let secret =
        PrivateKeyDer::from_pem_slice(&bytes(KEY, key)?).map_err(pem(KEY, key, "private key"))?;
    let unusable =
        |error: RustlsError| TlsError::Key { path: key.to_owned(), reason: error.to_string() };
    let signing = provider().key_provider.load_private_key(secret).map_err(unusable)?;
    let served = CertifiedKey::new(chain, signing);
    match served.keys_match() {
        // A key of unknown kind is found out by the first handshake.
        Ok(()) | Err(RustlsError::InconsistentKeys(InconsistentKeys::Unknown)) => Ok(served),
        Err(RustlsError::InconsistentKeys(_)) => {
            let (key, certificate) = (key.to_owned(), certificate.to_owned());
            Err(TlsError::Mismatch { key, certificate })
        }
        Err(error) => Err(unreadable(error.to_string())),
    }
}

fn bytes(setting: &'static str, path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|source| TlsError::Unreadable { setting, path: path.to_owned(), source })
}

/// Describes the problem with a PEM file, without a line of it: the wrong file may hold a key.
fn reason(error: &PemError) -> String {
    match error {
        PemError::NoItemsFound => "there is none".to_owned(),
        PemError::Base64Decode(_) => "its base64 is damaged".to_owned(),
        PemError::MissingSectionEnd { .. } => "its -----END line is missing".to_owned(),
        PemError::IllegalSectionStart { .. } | PemError::SectionTooLarge | PemError::Io(_) | _ => {
            "its form is damaged".to_owned()
        }
    }
}
