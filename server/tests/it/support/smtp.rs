//! A mail server of a few lines, on a port of its own: it answers as it is asked to, and keeps what came.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, mpsc};
use tokio_rustls::TlsAcceptor;

/// A mail as it came.
#[derive(Debug, Default)]
pub(crate) struct Mail {
    /// The sender's login.
    pub(crate) login: Option<String>,
    pub(crate) from: String,
    pub(crate) to: String,
    /// Headers and text, with long lines made whole.
    pub(crate) text: String,
}

impl Mail {
    /// The link in it whose path begins like this.
    pub(crate) fn link(&self, path: &str) -> String {
        let from = self.text.rfind(&format!("https://p.example{path}")).expect(&self.text);
        self.text[from..].split_whitespace().next().unwrap().to_owned()
    }

    /// The line of a header.
    pub(crate) fn header(&self, name: &str) -> &str {
        let line = self.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.expect(&self.text)
    }
}

/// Protection of the connection.
#[derive(Clone)]
pub(crate) enum Way {
    Plain,
    Tls(TlsAcceptor),
    StartTls(TlsAcceptor),
}

/// The answers to the mails, and where the mails go.
#[derive(Clone)]
struct Mailboxes {
    came: mpsc::Sender<Mail>,
    verdicts: Arc<Mutex<mpsc::Receiver<&'static str>>>,
}

pub(crate) struct MailServer {
    pub(crate) at: SocketAddr,
    came: mpsc::Receiver<Mail>,
    verdicts: mpsc::Sender<&'static str>,
}

impl MailServer {
    pub(crate) async fn start() -> Self {
        Self::by(Way::Plain).await
    }

    pub(crate) async fn by(way: Way) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (sender, came) = mpsc::channel(100);
        let (verdicts, judging) = mpsc::channel(100);
        let mailboxes = Mailboxes { came: sender, verdicts: Arc::new(Mutex::new(judging)) };
        tokio::spawn(async move {
            loop {
                let (tcp, _) = listener.accept().await.unwrap();
                tokio::spawn(receive(tcp, way.clone(), mailboxes.clone()));
            }
        });
        Self { at, came, verdicts }
    }

    /// Sets the answers to the next mails, in their order.
    pub(crate) async fn answers(&self, verdicts: impl IntoIterator<Item = &'static str>) {
        for verdict in verdicts {
            self.verdicts.send(verdict).await.unwrap();
        }
    }

    /// The next mail, whatever was said to it.
    pub(crate) async fn next(&mut self) -> Mail {
        self.came.recv().await.unwrap()
    }

    /// Checks that nothing has come that was not looked at.
    pub(crate) fn nothing_more(&mut self) -> bool {
        self.came.try_recv().is_err()
    }
}

const GREETING: &str = "220 mail.example\r\n";

/// One connection; one that does not come to terms about TLS is dropped.
async fn receive(tcp: TcpStream, way: Way, mailboxes: Mailboxes) {
    match way {
        Way::Plain => converse(tcp, GREETING, mailboxes).await,
        Way::Tls(acceptor) => {
            let Ok(tls) = acceptor.accept(tcp).await else { return };
            converse(tls, GREETING, mailboxes).await;
        }
        Way::StartTls(acceptor) => {
            let mut peer = BufReader::new(tcp);
            let mut line = String::new();
            peer.write_all(GREETING.as_bytes()).await.unwrap();
            peer.read_line(&mut line).await.unwrap();
            peer.write_all(b"250-mail.example\r\n250 STARTTLS\r\n").await.unwrap();
            line.clear();
            peer.read_line(&mut line).await.unwrap();
            assert_eq!(line, "STARTTLS\r\n", "nothing else is said before");
            peer.write_all(b"220 go on\r\n").await.unwrap();
            let Ok(tls) = acceptor.accept(peer.into_inner()).await else { return };
            converse(tls, "", mailboxes).await;
        }
    }
}

/// Carries on the conversation of one connection.
async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    greeting: &str,
    mailboxes: Mailboxes,
) {
    let Mailboxes { came, verdicts } = mailboxes;
    let mut peer = BufReader::new(stream);
    let mut mail = Mail::default();
    peer.write_all(greeting.as_bytes()).await.unwrap();
    peer.flush().await.unwrap();
    let mut line = String::new();
    while peer.read_line(&mut line).await.is_ok_and(|read| read > 0) {
        let (word, rest) = line.trim_end().split_once([' ', ':']).unwrap_or((line.trim_end(), ""));
        let said = match word {
            "EHLO" => "250-mail.example\r\n250 AUTH PLAIN",
            "AUTH" => {
                mail.login = Some(rest.to_owned());
                "235 welcome"
            }
            "MAIL" => {
                rest.clone_into(&mut mail.from);
                "250 go on"
            }
            "RCPT" => {
                rest.clone_into(&mut mail.to);
                "250 go on"
            }
            "DATA" => {
                peer.write_all(b"354 go on\r\n").await.unwrap();
                peer.flush().await.unwrap();
                let mut text = String::new();
                while !text.ends_with("\r\n.\r\n") {
                    peer.read_line(&mut text).await.unwrap();
                }
                mail.text = text.replace("=\r\n", "").replace("\r\n ", " ");
                came.send(std::mem::take(&mut mail)).await.unwrap();
                verdicts.lock().await.recv().await.unwrap()
            }
            "QUIT" => "221 goodbye",
            _ => "502 what?",
        };
        peer.write_all(format!("{said}\r\n").as_bytes()).await.unwrap();
        peer.flush().await.unwrap();
        line.clear();
    }
}
