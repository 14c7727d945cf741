//! Mails: to an address that a stranger named, once its owner has agreed.
//!
//! The first mail asks; its link leads to a page where the owner agrees or refuses, and every later
//! mail has the same link to stop them. No word in a mail is a player's.

use lettre::address::AddressError;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use parking_lot::Mutex;
use tokio_rustls::rustls::pki_types::CertificateDer;

use super::allowance::Allowance;
use super::relay::Privacy;
use super::{Delivery, Denied, Notice, NoticeKind};
use crate::payer::Payer;
use crate::settings::Settings;
use crate::time::millis;

/// The longest address, in bytes.
pub const EMAIL_BYTES: usize = 254;

/// Reason why no mail can be sent with these settings.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// One setting needs another.
    #[error("{set} needs {missing}")]
    Missing {
        /// The setting that has a value.
        set: &'static str,
        /// The setting that has none.
        missing: &'static str,
    },
    /// TLS cannot be set up.
    #[error("{0}")]
    Tls(#[from] lettre::transport::smtp::Error),
}

/// Sends mails.
#[derive(derive_more::Debug)]
#[debug("Mails {{ .. }}")]
pub(super) struct Mails {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    public_url: String,
    allowance: Mutex<Allowance>,
}

impl Mails {
    /// Nothing if the operator names no mail server, which may be certified by these authorities
    /// too.
    pub(super) fn new(
        settings: &Settings,
        authorities: &[CertificateDer<'_>],
    ) -> Result<Option<Self>, MailError> {
        let url = "ENTENTE_SMTP_URL";
        let Some(relay) = &settings.smtp_url else {
            // Without the mail server these settings would do nothing, and nobody would notice.
            let others = [
                ("ENTENTE_SMTP_USER", settings.smtp_user.is_some()),
                ("ENTENTE_SMTP_PASSWORD", settings.smtp_password.is_some()),
                ("ENTENTE_SMTP_FROM", settings.smtp_from.is_some()),
            ];
            let alone = others.iter().find(|(_, set)| *set);
            return alone
                .map_or(Ok(None), |(set, _)| Err(MailError::Missing { set, missing: url }));
        };
        let missing = |missing| MailError::Missing { set: url, missing };
        let from = settings.smtp_from.clone().ok_or_else(|| missing("ENTENTE_SMTP_FROM"))?;
        let public_url = settings.public_url.clone();
        let public_url = public_url.ok_or_else(|| missing("ENTENTE_PUBLIC_URL"))?;
        let tls = || {
            let mut tls = TlsParameters::builder(relay.host.clone());
            for authority in authorities {
                tls = tls.add_root_certificate(Certificate::from_der(authority.to_vec())?);
            }
            tls.build()
        };
        let tls = match relay.privacy {
            Privacy::Tls => Tls::Wrapper(tls()?),
            Privacy::StartTls => Tls::Required(tls()?),
            Privacy::Plain => Tls::None,
        };
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&relay.host)
            .port(relay.port)
            .tls(tls)
            .hello_name(ClientId::Domain(from.email.domain().to_owned()));
        let (user, password) = ("ENTENTE_SMTP_USER", "ENTENTE_SMTP_PASSWORD");
        match (&settings.smtp_user, &settings.smtp_password) {
            (Some(name), Some(secret)) => {
                let credentials = Credentials::new(name.clone(), secret.reveal().to_owned());
                transport = transport.credentials(credentials);
            }
            (None, None) => {}
            (Some(_), None) => return Err(MailError::Missing { set: user, missing: password }),
            (None, Some(_)) => return Err(MailError::Missing { set: password, missing: user }),
        }
        let allowance = Mutex::default();
        Ok(Some(Self { transport: transport.build(), from, public_url, allowance }))
    }

    /// An address whose owner may be asked for this asker, and will be.
    pub(super) fn admit(&self, given: &str, asker: Payer) -> Result<String, Denied> {
        let invalid = || Denied::Invalid("this is not a mail address".to_owned());
        if given.len() > EMAIL_BYTES {
            return Err(invalid());
        }
        let address: Result<Address, AddressError> = given.parse();
        let address = address.map_err(|_| invalid())?.to_string();
        let mut allowance = self.allowance.lock();
        allowance.ask(&address, asker).map_err(|wait| Denied::Later {
            detail:
                "its owner, or too many owners for this client or for all, have been asked recently"
                    .to_owned(),
            retry_after_ms: millis(wait),
        })?;
        Ok(address)
    }

    /// Sends once.
    pub(super) async fn send(&self, notice: &Notice, to: &str, key: &str) -> Delivery {
        let Ok(message) = self.message(notice, to, key) else { return Delivery::Refused };
        let some_left = {
            let mut allowance = self.allowance.lock();
            allowance.send()
        };
        if !some_left {
            return Delivery::Busy;
        }
        match self.transport.send(message).await {
            Ok(_) => Delivery::Delivered,
            Err(error) if error.is_permanent() => Delivery::Refused,
            Err(_) => Delivery::Failed,
        }
    }

    fn message(
        &self,
        notice: &Notice,
        to: &str,
        key: &str,
    ) -> Result<Message, lettre::error::Error> {
        let Notice { code, title, seat, kind, .. } = notice;
        let (url, domain) = (&self.public_url, self.from.email.domain());
        let answer = format!("{url}/mail/{code}/{seat}/{key}");
        let play = format!("{url}/r/{code}");
        let (subject, said) = match kind {
            NoticeKind::Confirm => (
                format!("May this server notify you of your turns? (room {code})"),
                format!(
                    "Somebody who plays {title} at {url} wants to be notified by mail, at this \
                     address, when it is their turn.\n\nIf that is you, agree here:\n{answer}\n\n\
                     If not, ignore this mail: you will receive no more."
                ),
            ),
            NoticeKind::YourTurn(_) => (
                format!("Your turn in {title} (room {code})"),
                format!("It is your turn in {title}, room {code}:\n{play}{}", stop(&answer)),
            ),
            NoticeKind::MatchOver => (
                format!("{title} is over (room {code})"),
                format!("The match of {title} in room {code} is over:\n{play}{}", stop(&answer)),
            ),
        };
        let address: Address = to.parse().map_err(|_| lettre::error::Error::MissingTo)?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, address))
            .subject(subject)
            .message_id(Some(format!("<{}@{domain}>", notice.id())))
            .header(ContentType::TEXT_PLAIN)
            .body(said)?;
        let headers = message.headers_mut();
        for (name, value) in [
            // Keeps absence notices from being sent in reply.
            ("Auto-Submitted", "auto-generated".to_owned()),
            // By these mail programs find the way to stop, and that one request does it (RFC 8058).
            ("List-Unsubscribe", format!("<{answer}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
        ] {
            headers.insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
        Ok(message)
    }
}

fn stop(answer: &str) -> String {
    format!("\n\nYou agreed to receive these mails. To stop them:\n{answer}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::notice;
    use super::*;

    fn settings() -> Settings {
        Settings {
            public_url: Some("https://p.example".to_owned()),
            smtp_url: Some("smtps://mail.example".parse().unwrap()),
            smtp_from: Some("Entente <entente@p.example>".parse().unwrap()),
            ..Settings::default()
        }
    }

    #[tokio::test]
    async fn settings_of_mail_need_each_other() {
        assert!(Mails::new(&Settings::default(), &[]).unwrap().is_none());
        assert!(Mails::new(&settings(), &[]).unwrap().is_some());
        let user = Some("entente".to_owned());
        for (settings, said) in [
            (Settings { public_url: None, ..settings() }, "_URL needs ENTENTE_PUBLIC_URL"),
            (Settings { smtp_from: None, ..settings() }, "_URL needs ENTENTE_SMTP_FROM"),
            (Settings { smtp_url: None, ..settings() }, "SMTP_FROM needs ENTENTE_SMTP_URL"),
            (Settings { smtp_user: user, ..settings() }, "SMTP_USER needs ENTENTE_SMTP_PASSWORD"),
        ] {
            let error = Mails::new(&settings, &[]).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    const ASKER: Payer = Payer { own: 1, site: 1 };

    #[tokio::test]
    async fn addresses_are_those_of_mailboxes() {
        let mails = Mails::new(&settings(), &[]).unwrap().unwrap();
        assert_eq!(mails.admit("ada@b.example", ASKER).as_deref(), Ok("ada@b.example"));
        let long = |bytes: usize| format!("{}@{}.example", "x".repeat(60), "y.".repeat(bytes));
        for wrong in [
            "",
            "ada",
            "@b.example",
            "ada@",
            "Ada <ada@b.example>",
            "a@b.example, c@d.example",
            "ada@b.example\r\nBcc: c@d.example",
            &long(100),
        ] {
            assert!(matches!(mails.admit(wrong, ASKER), Err(Denied::Invalid(_))), "{wrong:?}");
        }
        let limit = format!("x@{}example", "y.".repeat((EMAIL_BYTES - 9) / 2));
        assert!(mails.admit(&limit, ASKER).is_ok());
        assert!(mails.admit(&format!("xyz{limit}"), ASKER).is_err());
    }

    #[tokio::test]
    async fn a_mail_has_the_way_to_stop() {
        let mails = Mails::new(&settings(), &[]).unwrap().unwrap();
        let answer = "https://p.example/mail/K7P2XR/1/5ecret";
        for kind in [NoticeKind::Confirm, NoticeKind::YourTurn(8), NoticeKind::MatchOver] {
            let message = mails.message(&notice(kind), "ada@b.example", "5ecret").unwrap();
            let text = String::from_utf8(message.formatted()).unwrap();
            let whole = text.replace("=\r\n", "").replace("\r\n ", " ");
            for part in [
                "To: ada@b.example\r\n",
                "From: Entente <entente@p.example>\r\n",
                "Auto-Submitted: auto-generated\r\n",
                &format!("List-Unsubscribe: <{answer}>\r\n"),
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
                &format!("\r\n{answer}"),
            ] {
                assert!(whole.contains(part), "{part} in\n{text}");
            }
        }
    }
}
