//! Certificate authorities by which receivers of notices are verified: those of the web, and those
//! that the operator names.

use std::path::{Path, PathBuf};

use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// Reason why the operator's authorities cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("ENTENTE_NOTIFY_CA = {}: {reason}", path.display())]
pub struct AuthoritiesError {
    path: PathBuf,
    reason: String,
}

/// The certificates of a PEM file, each of which can vouch for others; none without a file.
pub(super) fn read(file: Option<&Path>) -> Result<Vec<CertificateDer<'static>>, AuthoritiesError> {
    let Some(path) = file else { return Ok(Vec::new()) };
    let fault = |reason: String| AuthoritiesError { path: path.to_owned(), reason };
    let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect)
        .map_err(|error| fault(format!("no certificate in PEM form: {error}")))?;
    if certificates.is_empty() {
        return Err(fault("there is no certificate in it".to_owned()));
    }
    // Tried here, so that a certificate that cannot vouch for others ends the start, not a delivery.
    let mut tried = RootCertStore::empty();
    for certificate in &certificates {
        tried.add(certificate.clone()).map_err(|error| fault(error.to_string()))?;
    }
    Ok(certificates)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_authorities_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        assert_eq!(read(None).unwrap(), []);
        let missing = read(Some(&file)).unwrap_err().to_string();
        assert!(missing.starts_with("ENTENTE_NOTIFY_CA = ") && missing.contains("ca.pem: "));
        let none = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        for (text, said) in [("dear diary", "no certificate in it"), (none, "ca.pem: ")] {
            std::fs::write(&file, text).unwrap();
            let refused = read(Some(&file)).unwrap_err().to_string();
            assert!(refused.contains(said), "{refused}");
        }
        let own = rcgen::generate_simple_self_signed(["a.example".to_owned()]).unwrap();
        std::fs::write(&file, own.cert.pem().repeat(2)).unwrap();
        assert_eq!(read(Some(&file)).unwrap().len(), 2);
    }
}
