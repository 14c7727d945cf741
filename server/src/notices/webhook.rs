//! Webhooks: a request to an address that a stranger chose.

use protocol::notice::Notice as Body;
use tokio_rustls::rustls::pki_types::CertificateDer;
use url::Url;

use super::calls::{self, Caller, Reach};
use super::{Delivery, Denied};

/// The longest address, in bytes.
pub const WEBHOOK_BYTES: usize = 1_000;

/// Calls webhooks.
pub(super) struct Webhooks(Caller);

impl Webhooks {
    /// Nothing if none are to be called. Receivers may be certified by these authorities too.
    pub(super) fn new(
        reach: Reach,
        authorities: &[CertificateDer<'_>],
    ) -> Result<Option<Self>, reqwest::Error> {
        let caller = Caller::new("a webhook's address", WEBHOOK_BYTES, reach, authorities)?;
        Ok(caller.map(Self))
    }

    /// An address as it is called, if it may be.
    pub(super) fn admit(&self, given: &str) -> Result<Url, Denied> {
        self.0.admit(given)
    }

    /// Calls once.
    pub(super) async fn call(&self, url: Url, body: &Body) -> Delivery {
        calls::send(self.0.post(url).json(body), &[]).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admitted(reach: Reach, given: &str) -> Result<String, Denied> {
        Webhooks::new(reach, &[]).unwrap().unwrap().admit(given).map(String::from)
    }

    #[test]
    fn addresses_are_admitted_as_the_operator_says() {
        for good in ["https://a.example/x?y=z", "https://a.example:8443/", "https://1.1.1.1/"] {
            assert_eq!(admitted(Reach::Public, good).as_deref(), Ok(good));
        }
        let fragment = admitted(Reach::Public, "HTTPS://A.Example/x#y");
        assert_eq!(fragment.as_deref(), Ok("https://a.example/x"));
        for private in [
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://192.168.1.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://0/",
        ] {
            assert!(admitted(Reach::Public, private).is_err(), "{private}");
            assert!(admitted(Reach::Any, private).is_ok(), "{private}");
        }
        assert!(admitted(Reach::Public, "http://a.example/").is_err());
        assert!(admitted(Reach::Any, "http://a.example/").is_ok());
        for bad in ["", "a.example", "ftp://a.example/", "file:///etc/passwd", "https://", "//a/"] {
            assert!(admitted(Reach::Any, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_address_has_a_length() {
        let long = |bytes: usize| format!("https://a.example/{}", "x".repeat(bytes - 18));
        assert!(admitted(Reach::Public, &long(WEBHOOK_BYTES)).is_ok());
        assert!(admitted(Reach::Public, &long(WEBHOOK_BYTES + 1)).is_err());
    }
}
