//! The echo that the conformance suite talks to does what the suite takes for granted.

use campaigns::conformance::echo;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::{WebSocketStream, client_async};

type Socket = WebSocketStream<TcpStream>;

async fn socket() -> Socket {
    let (at, _) = echo().await.expect("it listens");
    let tcp = TcpStream::connect(at).await.expect("it is there");
    client_async(format!("ws://{at}/"), tcp).await.expect("a socket").0
}

async fn next(socket: &mut Socket) -> Message {
    socket.next().await.expect("a frame").expect("a sound one")
}

#[tokio::test]
async fn it_echoes_messages_and_answers_pings() {
    let mut socket = socket().await;
    for message in [
        Message::text(""),
        Message::text("\u{1f409}".repeat(20_000)),
        Message::binary(vec![0xff; 65_536]),
    ] {
        socket.send(message.clone()).await.expect("it is taken");
        assert!(next(&mut socket).await == message);
    }
    socket.send(Message::Ping(vec![1, 2].into())).await.expect("it is taken");
    assert_eq!(next(&mut socket).await, Message::Pong(vec![1, 2].into()));
    socket.close(None).await.expect("it is taken");
    assert!(next(&mut socket).await.is_close());
    assert!(socket.next().await.is_none(), "the server ends the connection");
}

#[tokio::test]
async fn it_closes_as_a_session_does() {
    let frame =
        |payload: Vec<u8>, code| Message::Frame(Frame::message(payload, OpCode::Data(code), true));
    for (broken, code) in
        [(frame(vec![0xff], Data::Text), 1007), (frame(vec![], Data::Continue), 1002)]
    {
        let mut socket = socket().await;
        socket.send(broken).await.expect("it is taken");
        let Message::Close(Some(close)) = next(&mut socket).await else { panic!("no close") };
        assert_eq!(u16::from(close.code), code);
    }
}
