//! The boards of the terminal client in matches of an honest server: whatever the width, they fit.
//!
//! No target, since nothing is damaged; here, because the targets have the matches.

use client_cli::app::{App, AppConfig, AppMessage, Done};
use client_cli::connection::Signal;
use client_cli::wire::Frame;
use engine::REGISTRY;
use laws::rotation::rotated;
use ratatui::layout::Size;

use crate::honest::{Conversation, conversations};

/// Sizes of a board, from the narrowest screen on; low, and high enough for boxes. A run has one of each.
const SIZES: [(u16, u16); 6] = [(60, 10), (60, 40), (70, 10), (80, 40), (100, 10), (120, 40)];

/// Plays a match with every set of options, and checks that no line of any page is wider than its screen.
///
/// # Panics
/// If one is.
pub fn boards() {
    let sizes = rotated("boards", SIZES.len() / 2, SIZES);
    for game in REGISTRY {
        for (options, seed) in game.trials().iter().zip(1..) {
            for conversation in conversations(game.id, options, seed) {
                fits(&conversation, &sizes);
            }
        }
    }
}

fn fits(conversation: &Conversation, sizes: &[(u16, u16)]) {
    let config = AppConfig { token: Some("token".to_owned()), ..AppConfig::default() };
    let mut app = App::new(config, Vec::new(), Size::new(80, 24));
    let receive = |app: &mut App, message: &serde_json::Value| {
        let frame = Frame::read(message.to_string()).expect("a frame");
        app.update(AppMessage::Signal(Signal::Frame(Box::new(frame))));
    };
    receive(&mut app, &conversation.welcome);
    let data = conversation.catalogue.clone();
    app.update(AppMessage::Done(Done::Data(String::new(), Ok(data))));
    for update in &conversation.updates {
        receive(&mut app, update);
        for &(width, height) in sizes {
            for page in app.pages(Size::new(width, height)) {
                for line in &page.lines {
                    let name = page.name;
                    assert!(line.width() <= usize::from(width), "{name} at {width}: {line}");
                }
            }
        }
    }
}
