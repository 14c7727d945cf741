//! Requests to addresses that strangers chose, for webhooks and push services.
//!
//! A stranger must not reach through the server what is out of his own reach: names are looked up
//! once, every address that they resolve to is checked, and the connection is made to one of those.
//! No redirect is followed, no proxy of the environment used, and of an answer nothing is read but
//! its status. The stranger learns nothing of it, so that an attempt finds nothing out.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use clap::ValueEnum;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Certificate, Client, RequestBuilder, StatusCode};
use tokio::net::lookup_host;
use tokio_rustls::rustls::pki_types::CertificateDer;
use url::{Host, Url};

use super::addresses::public;
use super::{Delivery, Denied};

/// Time limit for making a connection; the whole attempt has a limit of its own.
const CONNECT: Duration = Duration::from_secs(5);

/// Addresses that are called.
#[derive(Clone, Copy, Debug, Default, derive_more::Display, PartialEq, Eq, ValueEnum)]
#[display(rename_all = "lowercase")]
pub enum Reach {
    /// None.
    Off,
    /// Public ones, by https.
    #[default]
    Public,
    /// All, in private networks and on this machine too, by https or http.
    Any,
}

/// Calls addresses of one kind.
pub(super) struct Caller {
    /// The addresses in words.
    kind: &'static str,
    /// The longest one, in bytes.
    bytes: usize,
    any: bool,
    client: Client,
}

impl Caller {
    /// Nothing if none are to be called. Receivers may be certified by these authorities too.
    pub(super) fn new(
        kind: &'static str,
        bytes: usize,
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
        Ok(Some(Self { kind, bytes, any, client: client.build()? }))
    }

    /// An address as it is called, if it may be.
    pub(super) fn admit(&self, given: &str) -> Result<Url, Denied> {
        let Self { kind, bytes, any, .. } = self;
        let denied = |detail: String| Err(Denied::Invalid(detail));
        if given.len() > *bytes {
            return denied(format!("{kind} has at most {bytes} bytes"));
        }
        let wanted = if *any { "https:// or http://" } else { "https://" };
        let Ok(mut url) = Url::parse(given) else {
            return denied(format!("{kind} begins with {wanted}"));
        };
        url.set_fragment(None);
        let scheme = url.scheme() == "https" || (*any && url.scheme() == "http");
        let literal = match url.host() {
            Some(Host::Ipv4(ip)) => Some(ip.into()),
            Some(Host::Ipv6(ip)) => Some(ip.into()),
            Some(Host::Domain(_)) => None,
            None => return denied(format!("{kind} needs a host")),
        };
        if !scheme {
            return denied(format!("{kind} begins with {wanted}"));
        }
        if !any && literal.is_some_and(|ip| !public(ip)) {
            return denied("this server calls no private addresses".to_owned());
        }
        Ok(url)
    }

    /// A request to an address that was admitted.
    pub(super) fn post(&self, url: Url) -> RequestBuilder {
        self.client.post(url)
    }
}

/// Sends once. Some of the statuses mean that the address will never be there again.
pub(super) async fn send(request: RequestBuilder, gone: &[StatusCode]) -> Delivery {
    match request.send().await {
        Ok(answer) if gone.contains(&answer.status()) => Delivery::Gone,
        Ok(answer) => verdict(answer.status()),
        Err(error) if forbidden(&error) => Delivery::Refused,
        Err(_) => Delivery::Failed,
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
