//! Webhooks: a request to an address that a stranger chose.
//!
//! A stranger must not reach through the server what is out of his own reach: names are looked up
//! once, every address that they resolve to is checked, and the connection is made to one of those.
//! No redirect is followed, no proxy of the environment used, and of an answer nothing is read but
//! its status. The stranger learns nothing of it, so that an attempt finds nothing out.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use clap::ValueEnum;
use protocol::notice::Notice as Body;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, StatusCode};
use tokio::net::lookup_host;
use tokio_rustls::rustls::pki_types::CertificateDer;
use url::{Host, Url};

use super::addresses::public;
use super::{Delivery, Denied};

/// The longest address, in bytes.
pub const WEBHOOK_BYTES: usize = 1_000;

/// Time limit for making a connection; the whole attempt has a limit of its own.
const CONNECT: Duration = Duration::from_secs(5);

/// Webhooks that are called.
#[derive(Clone, Copy, Debug, Default, derive_more::Display, PartialEq, Eq, ValueEnum)]
#[display(rename_all = "lowercase")]
pub enum Reach {
    /// None.
    Off,
    /// Those at public addresses, by https.
    #[default]
    Public,
    /// All, in private networks and on this machine too, by https or http.
    Any,
}

/// Calls webhooks.
pub(super) struct Webhooks {
    any: bool,
    client: Client,
}

impl Webhooks {
    /// Nothing if none are to be called. Receivers may be certified by these authorities too.
    pub(super) fn new(
        reach: Reach,
        authorities: &[CertificateDer<'_>],
    ) -> Result<Option<Self>, reqwest::Error> {
        if reach == Reach::Off {
            return Ok(None);
        }
        let any = reach == Reach::Any;
        let mut client = Client::builder()
            .user_agent(concat!("entente-server/", env!("CARGO_PKG_VERSION")))
            .dns_resolver(std::sync::Arc::new(Checked { any }))
            .redirect(Policy::none())
            .referer(false)
            .no_proxy()
            .https_only(!any)
            // A connection that is kept would be to an address that was checked long ago.
            .pool_max_idle_per_host(0)
            .connect_timeout(CONNECT);
        for authority in authorities {
            client = client.add_root_certificate(Certificate::from_der(authority)?);
        }
        Ok(Some(Self { any, client: client.build()? }))
    }

    /// An address as it is called, if it may be.
    pub(super) fn admit(&self, given: &str) -> Result<Url, Denied> {
        let denied = |detail: &str| Err(Denied::Invalid(detail.to_owned()));
        if given.len() > WEBHOOK_BYTES {
            return Err(Denied::Invalid(format!(
                "a webhook's address has at most {WEBHOOK_BYTES} bytes"
            )));
        }
        let wanted = if self.any { "https:// or http://" } else { "https://" };
        let Ok(mut url) = Url::parse(given) else {
            return Err(Denied::Invalid(format!("a webhook's address begins with {wanted}")));
        };
        url.set_fragment(None);
        let scheme = url.scheme() == "https" || (self.any && url.scheme() == "http");
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(ip.into()),
            Some(Host::Ipv6(ip)) => Some(ip.into()),
            Some(Host::Domain(_)) => None,
            None => return denied("a webhook's address needs a host"),
        };
        if !scheme {
            return Err(Denied::Invalid(format!("a webhook's address begins with {wanted}")));
        }
        if !self.any && literal.is_some_and(|ip| !public(ip)) {
            return denied("this server calls no private addresses");
        }
        Ok(url)
    }

    /// Calls once.
    pub(super) async fn call(&self, url: Url, body: &Body) -> Delivery {
        match self.client.post(url).json(body).send().await {
            Ok(answer) => verdict(answer.status()),
            Err(error) if forbidden(&error) => Delivery::Refused,
            Err(_) => Delivery::Failed,
        }
    }
}

/// Returns the outcome that an answer means.
fn verdict(status: StatusCode) -> Delivery {
    match status {
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS => {
            Delivery::Failed
        }
        status if status.is_success() => Delivery::Delivered,
        status if status.is_server_error() => Delivery::Failed,
        _ => Delivery::Refused,
    }
}

/// Looks names up, and gives out no address that may not be called.
struct Checked {
    any: bool,
}

/// A name resolves to an address that may not be called.
#[derive(Debug, thiserror::Error)]
#[error("a private address")]
struct Forbidden;

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let any = self.any;
        Box::pin(async move {
            let found: Vec<SocketAddr> = lookup_host((name.as_str(), 0)).await?.collect();
            // One is enough: a name that resolves to both is refused for the private one.
            if !any && found.iter().any(|address| !public(address.ip())) {
                return Err(Forbidden.into());
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

fn forbidden(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(inner) = cause {
        if inner.is::<Forbidden>() {
            return true;
        }
        cause = inner.source();
    }
    false
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

    #[test]
    fn only_some_answers_are_worth_another_attempt() {
        let verdict = |status| verdict(StatusCode::from_u16(status).unwrap());
        assert_eq!([200, 204, 299].map(verdict), [Delivery::Delivered; 3]);
        assert_eq!([408, 425, 429, 500, 503].map(verdict), [Delivery::Failed; 5]);
        assert_eq!([301, 302, 307, 400, 401, 404, 410].map(verdict), [Delivery::Refused; 7]);
    }

    #[tokio::test]
    async fn a_name_of_this_machine_is_not_given_out() {
        let looked_up = async |any: bool| {
            let name: Name = "localhost".parse().unwrap();
            Checked { any }.resolve(name).await.map(Iterator::count)
        };
        assert!(looked_up(false).await.is_err_and(|error| error.is::<Forbidden>()));
        assert!(looked_up(true).await.is_ok_and(|count| count > 0));
    }
}
