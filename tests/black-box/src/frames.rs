//! A client that writes and reads the frames of a socket itself: what no client library would send, and what
//! it would not show.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// The first byte of a text in one frame.
pub const TEXT: u8 = 0x81;
/// The first byte of a compressed text in one frame.
pub const COMPRESSED: u8 = 0xc1;
/// The first byte of the first of several frames with a compressed text.
pub const BEGINS_COMPRESSED: u8 = 0x41;
/// The first byte of a frame that goes on with a text.
pub const GOES_ON: u8 = 0x00;
/// The bit that marks the last frame of a text.
pub const ENDS: u8 = 0x80;
/// The first byte of a ping.
pub const PING: u8 = 0x89;
/// The first byte of a pong.
pub const PONG: u8 = 0x8a;
/// The first byte of a close.
pub const CLOSE: u8 = 0x88;

/// The end of what a flush writes, which messages leave out.
const FLUSHED: [u8; 4] = [0, 0, 0xff, 0xff];

/// The mask of every frame: the protocol asks for one, and a test for one that is known.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// The most bytes of a message that is inflated.
const INFLATED_MOST: usize = 1 << 20;

/// A socket, as frames.
#[derive(Debug)]
pub struct FrameClient {
    tcp: TcpStream,
    window: Decompress,
    /// The extension that the server agreed to, as it named it.
    pub extension: Option<String>,
    /// The bytes of all frames that came, but for the lengths of longer ones.
    pub received: usize,
}

impl FrameClient {
    /// Opens a socket with these headers, such as the extensions that it asks for.
    pub async fn open(url: &str, headers: &[(&'static str, &str)]) -> Self {
        let mut request = url.into_client_request().expect("an address");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let uri = request.uri();
        let (host, port) = (uri.host().expect("a host"), uri.port().expect("a port"));
        let tcp = TcpStream::connect(format!("{host}:{port}")).await.expect("a server");
        let (socket, answer) = client_async(request, tcp).await.expect("a socket");
        let extension = answer.headers().get("Sec-WebSocket-Extensions");
        let extension = extension.map(|name| name.to_str().expect("a text").to_owned());
        // Nothing is sent to a client that has said nothing, so nothing is lost between.
        Self { tcp: socket.into_inner(), window: Decompress::new(false), extension, received: 0 }
    }

    /// Sends a frame of at most 65,535 bytes.
    pub async fn frame(&mut self, first: u8, content: &[u8]) {
        let mut frame = vec![first];
        match u16::try_from(content.len()).expect("a frame that this client can write") {
            bytes @ 0..126 => frame.push(0x80 | bytes as u8),
            bytes => {
                frame.push(0xfe);
                frame.extend(bytes.to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(content.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.tcp.write_all(&frame).await.expect("a connection");
    }

    /// Sends a message, compressed in one frame.
    pub async fn say(&mut self, message: &Value) {
        self.frame(COMPRESSED, &compressed(message.to_string().as_bytes())).await;
    }

    /// Receives the next frame: its first byte, and its content as it came.
    pub async fn next(&mut self) -> (u8, Vec<u8>) {
        let mut header = [0; 2];
        self.tcp.read_exact(&mut header).await.expect("a frame");
        let length = match header[1] {
            126 => self.tcp.read_u16().await.expect("a length").into(),
            127 => self.tcp.read_u64().await.expect("a length"),
            short => u64::from(short),
        };
        let mut content = vec![0; usize::try_from(length).expect("a frame that memory holds")];
        self.tcp.read_exact(&mut content).await.expect("a content");
        self.received += header.len() + content.len();
        (header[0], content)
    }

    /// Receives the next text, inflated in the one window of all that came if it is compressed, and the first
    /// byte of its frame.
    pub async fn text(&mut self) -> (u8, String) {
        let (first, content) = self.next().await;
        let text = match first {
            TEXT => content,
            COMPRESSED => {
                let mut text = Vec::with_capacity(INFLATED_MOST);
                let message = [&content[..], &FLUSHED].concat();
                let inflated =
                    self.window.decompress_vec(&message, &mut text, FlushDecompress::Sync);
                inflated.expect("a message that is compressed");
                text
            }
            other => panic!("no text: {other:02x}, {content:02x?}"),
        };
        (first, String::from_utf8(text).expect("UTF-8"))
    }

    /// Receives the next message, with its text, and checks that it is compressed if it is an update, and only
    /// then.
    pub async fn message(&mut self) -> (Value, String) {
        let (first, text) = self.text().await;
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let is_update = message["type"] == "update";
        assert_eq!(first == COMPRESSED, is_update, "updates are compressed, nothing else: {text}");
        (message, text)
    }

    /// Receives messages up to one of this type.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let (message, _) = self.message().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Reads on up to the close; returns the code of the last error, if there is one, and that of the close.
    pub async fn end(&mut self) -> (Option<Value>, u16) {
        let mut error = None;
        loop {
            let (first, content) = self.next().await;
            match first {
                CLOSE => return (error, u16::from_be_bytes([content[0], content[1]])),
                TEXT => {
                    let mut message: Value = serde_json::from_slice(&content).expect("JSON");
                    error = (message["type"] == "error").then(|| message["code"].take());
                }
                _ => {}
            }
        }
    }
}

/// Returns a message compressed so that it stands for itself.
pub fn compressed(content: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::with_capacity(content.len() + 64);
    let mut deflater = Compress::new(Compression::best(), false);
    let written = deflater.compress_vec(content, &mut compressed, FlushCompress::Sync);
    written.expect("memory is written to");
    assert!(compressed.ends_with(&FLUSHED), "there was place for all of it");
    compressed.truncate(compressed.len() - FLUSHED.len());
    compressed
}
