//! The mail server that an operator names, and how the way to it is kept private.

use std::fmt;
use std::str::FromStr;

use url::Url;

/// Protection of the connection to the mail server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// TLS from the first byte on.
    Tls,
    /// TLS once the server was asked for it; without, no mail.
    StartTls,
    /// Not at all: for a server on this machine.
    Plain,
}

impl Privacy {
    fn scheme(self) -> &'static str {
        match self {
            Self::Tls => "smtps",
            Self::StartTls => "smtp",
            Self::Plain => "smtp+plain",
        }
    }

    fn port(self) -> u16 {
        match self {
            Self::Tls => 465,
            Self::StartTls => 587,
            Self::Plain => 25,
        }
    }
}

/// Checks whether an address has a user name or a password in it.
pub(crate) fn has_login(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// The server that takes our mails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relay {
    /// Its name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Protection of the connection.
    pub privacy: Privacy,
}

impl FromStr for Relay {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WANTED: &str =
            "it looks like smtps://mail.example.org or smtp://mail.example.org:587";
        let url = Url::parse(text).map_err(|_| WANTED)?;
        let all = [Privacy::Tls, Privacy::StartTls, Privacy::Plain];
        let privacy = all.into_iter().find(|one| one.scheme() == url.scheme()).ok_or(WANTED)?;
        if has_login(&url) {
            return Err("name and password have settings of their own");
        }
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(WANTED)?;
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            return Err(WANTED);
        }
        let host = host.trim_matches(['[', ']']).to_owned();
        Ok(Self { host, port: url.port().unwrap_or(privacy.port()), privacy })
    }
}

impl fmt::Display for Relay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, privacy } = self;
        let brackets = if host.contains(':') { ["[", "]"] } else { ["", ""] };
        write!(f, "{}://{}{host}{}", privacy.scheme(), brackets[0], brackets[1])?;
        if *port == privacy.port() { Ok(()) } else { write!(f, ":{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relay_is_read_and_written() {
        for (text, host, port, privacy) in [
            ("smtps://mail.example", "mail.example", 465, Privacy::Tls),
            ("smtp://mail.example", "mail.example", 587, Privacy::StartTls),
            ("smtp://mail.example:2525", "mail.example", 2525, Privacy::StartTls),
            ("smtp+plain://127.0.0.1", "127.0.0.1", 25, Privacy::Plain),
            ("smtp+plain://[::1]:26", "::1", 26, Privacy::Plain),
        ] {
            let relay: Relay = text.parse().unwrap();
            assert_eq!(relay, Relay { host: host.to_owned(), port, privacy });
            assert_eq!(relay.to_string(), text);
        }
    }
}
