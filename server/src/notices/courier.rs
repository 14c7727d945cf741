//! The server's notifier: chooses the way, and bounds how much is under way.
//!
//! There is no queue. Rooms that find no permit free come again, so nothing waits here that could be
//! lost, and a receiver that is slow takes few permits only.

use async_trait::async_trait;
use protocol::notice::{AddDevice, Notice as Body, NoticeType, Way};
use url::Url;

use super::authorities::{self, AuthoritiesError};
use super::mail::{MailError, Mails};
use super::permits::Permits;
use super::push::Pushes;
use super::push::key::PushKey;
use super::webhook::Webhooks;
use super::{Delivery, Denied, Device, Email, Notice, NoticeKind, Notifier, Target};
use crate::payer::Payer;
use crate::settings::Settings;

/// The one receiver of all mails; no host is written with a space.
const MAIL_SERVER: &str = "mail server";

/// Reason why notices cannot be sent with these settings.
#[derive(Debug, thiserror::Error)]
pub enum CourierError {
    /// The operator's own authorities.
    #[error(transparent)]
    Authorities(#[from] AuthoritiesError),
    /// Webhooks and push services.
    #[error("no webhooks and push services can be called: {0}")]
    Calls(#[from] reqwest::Error),
    /// Mails.
    #[error("no mails can be sent: {0}")]
    Mails(#[from] MailError),
}

/// Delivers notices to the world.
#[derive(derive_more::Debug)]
#[debug("Courier({:?})", self.ways())]
pub struct Courier {
    webhooks: Option<Webhooks>,
    mails: Option<Mails>,
    pushes: Option<Pushes>,
    /// URL of this server for people, without a slash at the end.
    public_url: Option<String>,
    permits: Permits,
}

impl Courier {
    /// Calls webhooks, sends mails and reaches devices as far as these settings let it; devices only
    /// with the server's own key.
    pub fn new(settings: &Settings, key: Option<PushKey>) -> Result<Self, CourierError> {
        let authorities = authorities::read(settings.notify_ca.as_deref())?;
        Ok(Self {
            webhooks: Webhooks::new(settings.webhooks, &authorities)?,
            mails: Mails::new(settings, &authorities)?,
            pushes: Pushes::new(settings, key, &authorities)?,
            public_url: settings.public_url.clone(),
            permits: Permits::default(),
        })
    }

    /// Returns what a webhook is sent; `None` if the notice does not concern one.
    fn body(&self, notice: &Notice) -> Option<Body> {
        let link = self.public_url.as_ref().map(|url| format!("{url}/r/{}", notice.code));
        body(notice, link)
    }

    async fn call(&self, url: &str, notice: &Notice) -> Delivery {
        // It was admitted once; the operator may think otherwise by now.
        let Some(webhooks) = &self.webhooks else { return Delivery::Refused };
        let Ok(url) = webhooks.admit(url) else { return Delivery::Refused };
        let Some(permit) = self.permits.take(receiver(&url), notice) else {
            return Delivery::Busy;
        };
        let Some(body) = self.body(notice) else { return Delivery::Refused };
        permit.deliver(webhooks.call(url, &body)).await
    }

    async fn push(&self, device: &Device, notice: &Notice) -> Delivery {
        let Some(pushes) = &self.pushes else { return Delivery::Refused };
        let Some(url) = pushes.endpoint(device) else { return Delivery::Refused };
        let Some(permit) = self.permits.take(receiver(&url), notice) else {
            return Delivery::Busy;
        };
        // The browser knows where it has the page from.
        let Some(body) = body(notice, None) else { return Delivery::Refused };
        permit.deliver(pushes.send(url, device, notice, &body)).await
    }

    async fn write(&self, email: &Email, notice: &Notice) -> Delivery {
        let Some(mails) = &self.mails else { return Delivery::Refused };
        let Some(permit) = self.permits.take(MAIL_SERVER, notice) else {
            return Delivery::Busy;
        };
        permit.deliver(mails.send(notice, &email.address, &email.key)).await
    }
}

#[async_trait]
impl Notifier for Courier {
    fn ways(&self) -> Vec<Way> {
        let webhook = self.webhooks.iter().map(|_| Way::Webhook);
        webhook.chain(self.mails.iter().map(|_| Way::Email)).collect()
    }

    fn admit(&self, way: Way, given: &str, asker: Payer) -> Result<String, Denied> {
        let none = |what: &str| Denied::Invalid(format!("this server {what}"));
        match way {
            Way::Webhook => {
                let webhooks = self.webhooks.as_ref().ok_or_else(|| none("calls no webhooks"))?;
                webhooks.admit(given).map(String::from)
            }
            Way::Email => {
                let mails = self.mails.as_ref().ok_or_else(|| none("sends no mail"))?;
                mails.admit(given, asker)
            }
        }
    }

    fn push_key(&self) -> Option<String> {
        self.pushes.as_ref().map(Pushes::public_key)
    }

    fn admit_device(&self, given: &AddDevice) -> Result<Device, Denied> {
        let none = || Denied::Invalid("this server sends no Web Push".to_owned());
        self.pushes.as_ref().ok_or_else(none)?.admit(given)
    }

    async fn deliver(&self, notice: &Notice) -> Delivery {
        match &notice.target {
            Target::Webhook(url) => self.call(url, notice).await,
            Target::Email(email) => self.write(email, notice).await,
            Target::Device(device) => self.push(device, notice).await,
        }
    }
}

/// Returns a notice in words and numbers, with the link to go on playing; `None` if it is a question
/// for the owner of a mail address.
fn body(notice: &Notice, link: Option<String>) -> Option<Body> {
    let Notice { code, game, title, seat, kind, .. } = notice;
    let (notice_type, said) = match kind {
        NoticeKind::Confirm => return None,
        NoticeKind::YourTurn(_) => (NoticeType::YourTurn, "It is your turn"),
        NoticeKind::MatchOver => (NoticeType::MatchOver, "The match is over"),
    };
    let at = link.as_ref().map(|link| format!(": {link}")).unwrap_or_default();
    let text = format!("{said} in {title}, room {code}{at}");
    Some(Body {
        kind: notice_type.into(),
        id: notice.id(),
        room: code.clone(),
        game: game.clone(),
        seat: *seat,
        decision: match kind {
            NoticeKind::YourTurn(decision) => Some(*decision),
            NoticeKind::Confirm | NoticeKind::MatchOver => None,
        },
        link,
        content: text.clone(),
        text,
    })
}

/// Returns the receiver that an address belongs to, roughly: slowness is a receiver's, not an address's, and
/// all ports of a host are one.
fn receiver(url: &Url) -> &str {
    url.host_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::tests::notice;
    use super::*;
    use crate::notices::Reach;
    use serde_json::json;

    #[test]
    fn a_receiver_is_one_whatever_its_port() {
        let of = |url: &str| receiver(&url.parse().unwrap()).to_owned();
        assert_eq!(of("https://A.example/x"), of("https://a.example:8443/y"));
        assert_ne!(of("https://a.example/"), of("https://b.example/"));
        assert_ne!(of("http://mail/"), MAIL_SERVER);
    }

    #[test]
    fn a_notice_says_what_waits_and_where() {
        let public_url = Some("https://p.example".to_owned());
        let courier = Courier::new(&Settings { public_url, ..Settings::default() }, None).unwrap();
        let turn = notice(NoticeKind::YourTurn(8));
        let text = "It is your turn in Toy, room K7P2XR: https://p.example/r/K7P2XR";
        let expected = json!({
            "type": "your_turn", "id": turn.id(), "room": "K7P2XR", "game": "toy", "seat": 1,
            "decision": 8, "link": "https://p.example/r/K7P2XR", "text": text, "content": text,
        });
        assert_eq!(json!(courier.body(&turn)), expected);
        let courier = Courier::new(&Settings::default(), None).unwrap();
        let over = notice(NoticeKind::MatchOver);
        let text = "The match is over in Toy, room K7P2XR";
        let expected = json!({
            "type": "match_over", "id": over.id(), "room": "K7P2XR", "game": "toy", "seat": 1,
            "text": text, "content": text,
        });
        assert_eq!(json!(courier.body(&over)), expected);
    }

    #[tokio::test]
    async fn what_is_not_offered_any_more_is_refused() {
        let settings = Settings { webhooks: Reach::Off, ..Settings::default() };
        let courier = Courier::new(&settings, None).unwrap();
        assert_eq!(courier.ways(), []);
        let asker = Payer { own: 1, site: 1 };
        assert!(courier.admit(Way::Webhook, "https://a.example/", asker).is_err());
        assert_eq!(courier.deliver(&notice(NoticeKind::MatchOver)).await, Delivery::Refused);
    }
}
