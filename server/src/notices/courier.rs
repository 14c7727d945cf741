//! The server's notifier: chooses the way, and bounds how much is under way.
//!
//! There is no queue. Rooms that find no permit free come again, so nothing waits here that could be
//! lost, and a receiver that is slow takes its own permits only.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use protocol::notice::{Notice as Body, NoticeType, Way};
use tokio::time::timeout;
use url::Url;

use super::authorities::{self, AuthoritiesError};
use super::mail::{MailError, Mails};
use super::webhook::Webhooks;
use super::{Delivery, Denied, Email, Notice, NoticeKind, Notifier, Target, TargetRequest};
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
    /// Webhooks.
    #[error("no webhooks can be called: {0}")]
    Webhooks(#[from] reqwest::Error),
    /// Mails.
    #[error("no mails can be sent: {0}")]
    Mails(#[from] MailError),
}

/// Delivers notices to the world.
pub struct Courier {
    webhooks: Option<Webhooks>,
    mails: Option<Mails>,
    /// URL of this server for people, without a slash at the end.
    public_url: Option<String>,
    permits: Permits,
}

impl fmt::Debug for Courier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Courier({:?})", self.ways())
    }
}

impl Courier {
    /// Calls webhooks and sends mails as far as these settings let it.
    pub fn new(settings: &Settings) -> Result<Self, CourierError> {
        let authorities = authorities::read(settings.notify_ca.as_deref())?;
        Ok(Self {
            webhooks: Webhooks::new(settings.webhooks, &authorities)?,
            mails: Mails::new(settings, &authorities)?,
            public_url: settings.public_url.clone(),
            permits: Permits::default(),
        })
    }

    /// Returns the link to a room.
    fn link(&self, code: &str) -> Option<String> {
        self.public_url.as_ref().map(|url| format!("{url}/r/{code}"))
    }

    /// Returns the webhook's body; `None` if the notice does not concern one.
    fn body(&self, notice: &Notice) -> Option<Body> {
        let Notice { code, game, title, seat, kind, .. } = notice;
        let link = self.link(code);
        let (notice_type, said) = match kind {
            NoticeKind::Confirm => return None,
            NoticeKind::YourTurn(_) => (NoticeType::YourTurn, "It is your turn"),
            NoticeKind::MatchOver => (NoticeType::MatchOver, "The match is over"),
        };
        let at = link.as_ref().map(|link| format!(": {link}")).unwrap_or_default();
        let text = format!("{said} in {title}, room {code}{at}");
        Some(Body {
            kind: notice_type,
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

    async fn call(&self, url: &str, notice: &Notice) -> Delivery {
        // It was admitted once; the operator may think otherwise by now.
        let Some(webhooks) = &self.webhooks else { return Delivery::Refused };
        let Ok(url) = webhooks.admit(url) else { return Delivery::Refused };
        let Some(_permit) = self.permits.take(receiver(&url)) else { return Delivery::Busy };
        let Some(body) = self.body(notice) else { return Delivery::Refused };
        timeout(ATTEMPT, webhooks.call(url, &body)).await.unwrap_or(Delivery::Failed)
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

    fn admit(&self, request: TargetRequest<'_>) -> Result<String, Denied> {
        let none = |what: &str| Denied::Invalid(format!("this server {what}"));
        match request {
            TargetRequest::Webhook(url) => {
                let webhooks = self.webhooks.as_ref().ok_or_else(|| none("calls no webhooks"))?;
                webhooks.admit(url).map(String::from)
            }
            TargetRequest::Email(address) => {
                let mails = self.mails.as_ref().ok_or_else(|| none("sends no mail"))?;
                mails.admit(address)
            }
        }
    }

    async fn deliver(&self, notice: &Notice) -> Delivery {
        match &notice.target {
            Target::Webhook(url) => self.call(url, notice).await,
            Target::Email(email) => self.write(email, notice).await,
        }
    }
}

/// Returns the receiver that an address belongs to, roughly: slowness is a receiver's, not an address's.
fn receiver(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

/// Counts what is under way, by receiver.
#[derive(Clone, Default)]
struct Permits(Arc<Mutex<HashMap<String, usize>>>);

/// Permit for one delivery; dropping it gives it back.
struct Permit {
    permits: Permits,
    receiver: String,
}

impl Permits {
    /// Returns a permit, if one is free.
    fn take(&self, receiver: String) -> Option<Permit> {
        let mut taken = self.lock();
        if taken.values().sum::<usize>() >= UNDER_WAY_MAX {
            return None;
        }
        let own = taken.entry(receiver.clone()).or_default();
        if *own >= RECEIVER_MAX {
            return None;
        }
        *own += 1;
        Some(Permit { permits: self.clone(), receiver })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.permits.lock();
        if let Some(own) = taken.get_mut(&self.receiver) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.receiver);
            }
        }
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
        let mut held: Vec<Option<Permit>> = (0..RECEIVER_MAX).map(|_| take(0)).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(take(0).is_none(), "the receiver is busy");
        held.extend((RECEIVER_MAX..UNDER_WAY_MAX).map(take));
        assert!(held.iter().all(Option::is_some), "the others are not");
        assert!(take(1_000).is_none(), "everything is");
        held.truncate(1);
        assert!(take(0).is_some() && take(1_000).is_some());
        held.clear();
        assert_eq!(permits.lock().len(), 0, "receivers without a delivery are forgotten");
    }

    #[test]
    fn a_notice_says_what_waits_and_where() {
        let public_url = Some("https://p.example".to_owned());
        let courier = Courier::new(&Settings { public_url, ..Settings::default() }).unwrap();
        let turn = notice(NoticeKind::YourTurn(8));
        let text = "It is your turn in Toy, room K7P2XR: https://p.example/r/K7P2XR";
        let expected = json!({
            "type": "your_turn", "id": turn.id(), "room": "K7P2XR", "game": "toy", "seat": 1,
            "decision": 8, "link": "https://p.example/r/K7P2XR", "text": text, "content": text,
        });
        assert_eq!(json!(courier.body(&turn)), expected);
        let courier = Courier::new(&Settings::default()).unwrap();
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
        let courier = Courier::new(&settings).unwrap();
        assert_eq!(courier.ways(), []);
        assert!(courier.admit(TargetRequest::Webhook("https://a.example/")).is_err());
        assert_eq!(courier.deliver(&notice(NoticeKind::MatchOver)).await, Delivery::Refused);
    }
}
