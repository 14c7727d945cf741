//! The two lines above everything: who plays, how the line is; where the match is, the clock.
//!
//! It must not know what can be chosen.

use protocol::room::Room;
use ratatui::buffer::Buffer;
use ratatui::layout::Alignment;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{App, Areas};
use crate::clock;
use crate::paper::clean;
use crate::play::say;
use crate::render;
use crate::render::generic::words;
use crate::render::page::{ALERT, ASK, FAINT, HEAD};
use crate::screen::app::Link;

/// From this width on it is said what the clock will bring, in cells.
const ROOMY: u16 = 100;

pub(super) fn draw(app: &App, areas: &Areas, buffer: &mut Buffer) {
    let (text, style) = match &app.link {
        Link::Up if app.is_replay() => (" replay".to_owned(), FAINT),
        Link::Up => (" online".to_owned(), FAINT),
        Link::Connecting => (" connecting ...".to_owned(), ALERT),
        Link::Lost(_) => (" LINE LOST, coming back".to_owned(), ALERT),
    };
    let state = Line::styled(text, style);
    let mut left = areas.head;
    left.width = left.width.saturating_sub(state.width() as u16);
    let game = app.room().map_or_else(|| app.place.code.clone(), |room| words(&room.game));
    let mut parts = vec![Span::styled(format!(" {game}  "), HEAD)];
    if let Some(room) = app.room() {
        let width = |spans: &[Span<'_>]| spans.iter().map(Span::width).sum::<usize>();
        let full = seats(app, room, false);
        let fits = width(&parts) + width(&full) <= usize::from(left.width);
        parts.extend(if fits { full } else { seats(app, room, true) });
    }
    Line::from(parts).render(left, buffer);
    state.alignment(Alignment::Right).render(areas.head, buffer);
    stage(app, areas, buffer);
}

/// The seats: `>` is awaited, `+` is connected, `-` is not.
fn seats(app: &App, room: &Room, short: bool) -> Vec<Span<'static>> {
    let names = app.names();
    let awaiting = app.session.update().map(|update| update.awaiting.clone()).unwrap_or_default();
    let mut parts = Vec::new();
    for seat in &room.seats {
        let awaited = if awaiting.contains(&seat.seat) { ">" } else { " " };
        let (sign, style) = match (&seat.name, seat.connected) {
            (None, _) => ("free", FAINT),
            (Some(_), true) => ("+", Style::new()),
            (Some(_), false) => ("- away", FAINT),
        };
        let name = match &seat.name {
            Some(_) if short => names.short(seat.seat),
            Some(_) => names.of(seat.seat),
            None => format!("seat {}", seat.seat),
        };
        let you = if app.session.seat() == Some(seat.seat) { "*" } else { "" };
        parts.push(Span::styled(format!("{awaited}{}{you} {sign}  ", clean(&name)), style));
    }
    if room.spectators > 0 {
        parts.push(Span::styled(format!("{} watching", room.spectators), FAINT));
    }
    parts
}

/// Where the match is and whose turn it is, and how much time is left.
fn stage(app: &App, areas: &Areas, buffer: &mut Buffer) {
    let now = app.now_ms;
    let paused = app.session.update().is_some_and(|update| update.paused);
    let mut time: Vec<String> = app
        .dues()
        .iter()
        .map(|due| {
            let left = clock::span(due.at_ms.saturating_sub(now));
            if areas.stage.width < ROOMY { left } else { format!("{left} to {}", due.what) }
        })
        .collect();
    if paused && !time.is_empty() && !app.is_replay() {
        time.insert(0, "PAUSED".to_owned());
    }
    let hurry = app.dues().first().is_some_and(|due| due.at_ms.saturating_sub(now) <= 30_000);
    let clock = Line::styled(format!(" {}", time.join(", ")), if hurry { ALERT } else { HEAD });
    let mut left = areas.stage;
    left.width = left.width.saturating_sub(clock.width() as u16);
    let mut parts = vec![Span::raw(" ")];
    if let (Some(room), Some(scene)) = (app.room(), app.scene())
        && let Some(stage) = render::of(&room.game).stage(&scene)
    {
        parts.push(Span::styled(format!("{stage}  "), HEAD));
    }
    if let Link::Lost(why) = &app.link {
        parts.push(Span::styled(clean(why).into_owned(), ALERT));
    } else if let Some(update) = app.session.update() {
        let own = app.session.seat();
        let mine = own.is_some_and(|own| update.awaiting.contains(&own));
        let text = match &update.outcome {
            Some(outcome) => say::outcome(outcome, own, &app.names()).into_iter().next(),
            // Whose turn it is beside that, the signs above say.
            None if mine => Some("It is your turn.".to_owned()),
            None => Some(say::turn(update, own, &app.names())),
        };
        let text = text.unwrap_or_default();
        parts.push(Span::styled(clean(&text).into_owned(), if mine { ASK } else { Style::new() }));
        if update.outcome.is_none()
            && let Some(text) = say::take_back(update)
        {
            parts.push(Span::styled(format!(" {text}"), FAINT));
        }
    } else if let Some(room) = app.room() {
        parts.push(Span::raw(say::state(room.state)));
    }
    Line::from(parts).render(left, buffer);
    clock.alignment(Alignment::Right).render(areas.stage, buffer);
}
