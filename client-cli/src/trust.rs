//! The authorities that the client trusts about who a server is: those of the web, and one of the
//! user's own.
//!
//! Here because HTTP and the socket must believe the same. It is the process's as a whole, as the
//! environment is: every server of a run is looked at alike, also one that a link names.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

use crate::error::Error;

/// Certificates trusted in addition to the web's authorities.
static OWN: OnceLock<Vec<CertificateDer<'static>>> = OnceLock::new();

/// Believes the certificates in a PEM file too, from now on; what was believed once stays.
pub(crate) fn believe(file: &Path) -> Result<(), Error> {
    let usage = |why: String| Error::Usage(format!("--ca {}: {why}", file.display()));
    let certificates: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect)
        .map_err(|error| usage(format!("no certificate in PEM form: {error}")))?;
    if certificates.is_empty() {
        return Err(usage("there is no certificate in it".to_owned()));
    }
    let mut tried = RootCertStore::empty();
    for certificate in &certificates {
        tried.add(certificate.clone()).map_err(|error| usage(error.to_string()))?;
    }
    OWN.get_or_init(|| certificates);
    Ok(())
}

/// Returns how connections are secured.
pub(crate) fn config() -> Result<Arc<ClientConfig>, Error> {
    let mut roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    // Each was tried when it was read.
    roots.add_parsable_certificates(OWN.get().into_iter().flatten().cloned());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Failed(format!("no TLS: {error}")))?;
    Ok(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
}

/// Returns advice about a connection's error, if the user can do something.
pub(crate) fn advice(error: &str) -> &'static str {
    let advices = [
        (
            "UnknownIssuer",
            "; if its certificate comes from an authority of your own, name that with --ca FILE",
        ),
        (
            "CaUsedAsEndEntity",
            "; the server shows the certificate of the authority itself: it needs one of its own that the \
             authority has signed, or one that is no authority's (basicConstraints CA:FALSE)",
        ),
    ];
    advices.iter().find(|(kind, _)| error.contains(kind)).map_or("", |(_, advice)| advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_certificates_is_wrong_usage() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        for text in [None, Some("dear diary"), Some("-----BEGIN CERTIFICATE-----\nAAAA\n")] {
            if let Some(text) = text {
                std::fs::write(&file, text).unwrap();
            }
            let error = believe(&file).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{error}");
            assert!(error.to_string().contains("ca.pem: "), "{error}");
        }
    }
}
