//! The server's notifier: chooses the way, and bounds how much is under way.
//!
//! There is no queue. Rooms that find no permit free come again, so nothing waits here that could be
//! lost, and a receiver that is slow takes its own permits only.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parking_lot::Mutex;
use protocol::notice::{AddDevice, Notice as Body, NoticeType, Way};
use tokio::time::timeout;
use url::Url;

use super::authorities::{self, AuthoritiesError};
use super::mail::{MailError, Mails};
use super::push::Pushes;
use super::push::key::PushKey;
use super::webhook::Webhooks;
use super::{Delivery, Denied, Device, Email, Notice, NoticeKind, Notifier, Target};
use crate::payer::Payer;
use crate::settings::Settings;

/// The most deliveries at a time.
pub const UNDER_WAY_MAX: usize = 64;

/// The most deliveries at a time to one receiver.
pub const RECEIVER_MAX: usize = 4;

/// Time limit of an attempt.
pub const ATTEMPT: Duration = Duration::from_secs(10);

/// The one receiver of all mails; no webhook's is written without a port.
const MAIL_SERVER: &str = "mail";

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
        let Some(_permit) = self.permits.take(receiver(&url)) else { return Delivery::Busy };
        let Some(body) = self.body(notice) else { return Delivery::Refused };
        timeout(ATTEMPT, webhooks.call(url, &body)).await.unwrap_or(Delivery::Failed)
    }

    async fn push(&self, device: &Device, notice: &Notice) -> Delivery {
        let Some(pushes) = &self.pushes else { return Delivery::Refused };
        let Some(url) = pushes.endpoint(device) else { return Delivery::Refused };
        let Some(_permit) = self.permits.take(receiver(&url)) else { return Delivery::Busy };
        // The browser knows where it has the page from.
        let Some(body) = body(notice, None) else { return Delivery::Refused };
        let sending = pushes.send(url, device, notice, &body);
        timeout(ATTEMPT, sending).await.unwrap_or(Delivery::Failed)
    }

    async fn write(&self, email: &Email, notice: &Notice) -> Delivery {
        let Some(mails) = &self.mails else { return Delivery::Refused };
        let Some(_permit) = self.permits.take(MAIL_SERVER.to_owned()) else {
            return Delivery::Busy;
        };
        let sending = mails.send(notice, &email.address, &email.key);
        timeout(ATTEMPT, sending).await.unwrap_or(Delivery::Failed)
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

/// Returns the receiver that an address belongs to, roughly: slowness is a receiver's, not an address's.
fn receiver(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

/// Attempts under way, by their receivers: each has a share of its receiver's permit.
#[derive(Default)]
struct Permits(Mutex<HashMap<String, Arc<()>>>);

impl Permits {
    /// Takes a permit, which ends when it is dropped; `None` if there are too many already.
    fn take(&self, receiver: String) -> Option<Arc<()>> {
        let mut taken = self.0.lock();
        let under_way = |permit: &Arc<()>| Arc::strong_count(permit) - 1;
        taken.retain(|_, permit| under_way(permit) > 0);
        if taken.values().map(under_way).sum::<usize>() >= UNDER_WAY_MAX {
            return None;
        }
        let own = taken.entry(receiver).or_default();
        (under_way(own) < RECEIVER_MAX).then(|| own.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::notice;
    use super::*;
    use crate::notices::Reach;
    use serde_json::json;

    #[test]
    fn permits_are_bounded_for_a_receiver_and_altogether() {
        let permits = Permits::default();
        let take = |n: usize| permits.take(format!("{n}.example:443"));
        let mut held: Vec<Option<Arc<()>>> = (0..RECEIVER_MAX).map(|_| take(0)).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(take(0).is_none(), "the receiver is busy");
        held.extend((RECEIVER_MAX..UNDER_WAY_MAX).map(take));
        assert!(held.iter().all(Option::is_some), "the others are not");
        assert!(take(1_000).is_none(), "everything is");
        held.truncate(1);
        assert!(take(0).is_some() && take(1_000).is_some());
        held.clear();
        drop(take(1));
        assert_eq!(permits.0.lock().len(), 1, "receivers without a delivery are forgotten");
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
