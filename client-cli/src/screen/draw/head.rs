//! The two lines at the top: the players and the connection; the stage of the match and the clock. It
//! must not know what can be chosen.
//!
//! It must not know what can be chosen.

use protocol::room::Room;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::{App, Areas};
use crate::app::ConnectionState;
use crate::app::say;
use crate::clock::Deadline;
use crate::duration::as_clock;
use crate::paper::clean;
use crate::render;
use crate::render::page::{ALERT, ASK, FAINT, HEAD};
use crate::render::text::words;

/// Time left from which on the clock is highlighted, in milliseconds.
const HURRY_MS: u64 = 30_000;

/// A way to describe the time left to a deadline.
type Clock = fn(&Deadline, String) -> String;

/// The ways, the one that needs least room last.
const CLOCKS: [Clock; 3] = [
    |due, left| format!("{left} to {}", due.what),
    |due, left| format!("{} {left}", due.name),
    |_, left| left,
];

pub(super) fn draw(app: &App, areas: &Areas, buffer: &mut Buffer) {
    let (text, style) = match &app.connection {
        ConnectionState::Up if app.is_replay() => (" replay".to_owned(), FAINT),
        ConnectionState::Up => (" online".to_owned(), FAINT),
        ConnectionState::Connecting => (" connecting ...".to_owned(), ALERT),
        ConnectionState::Lost(_) => (" OFFLINE, reconnecting".to_owned(), ALERT),
    };
    let state = Line::styled(text, style);
    let mut left = areas.head;
    left.width = left.width.saturating_sub(state.width() as u16);
    let game = app.room().map_or_else(|| app.config.code.clone(), |room| words(&room.game));
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

/// Returns the seats: `>` is awaited, `+` is connected, `-` is not.
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

/// Draws the stage of the match, whose turn it is, and the time left.
fn stage(app: &App, areas: &Areas, buffer: &mut Buffer) {
    let room = usize::from(areas.stage.width);
    let mut parts = situation(app);
    let used: usize = parts.iter().map(Span::width).sum();
    let clocks = CLOCKS.map(|clock| time(app, clock));
    let clock = clocks.iter().find(|clock| used + clock.len() < room).or(clocks.last());
    let clock = clock.cloned().unwrap_or_default();
    let now = app.now_ms;
    let hurry =
        app.deadlines().first().is_some_and(|due| due.at_ms.saturating_sub(now) <= HURRY_MS);
    let clock = Line::styled(clock, if hurry { ALERT } else { HEAD });
    let left = room.saturating_sub(clock.width());
    let offered = app.session.update().filter(|update| update.outcome.is_none());
    let undo = offered.and_then(|update| say::take_back(update, app.face()));
    if let Some(text) = undo.filter(|text| used + text.len() < left) {
        parts.push(Span::styled(format!(" {text}"), FAINT));
    }
    Line::from(parts).render(Rect { width: left as u16, ..areas.stage }, buffer);
    clock.alignment(Alignment::Right).render(areas.stage, buffer);
}

/// Returns the stage of the match and whose turn it is.
fn situation(app: &App) -> Vec<Span<'static>> {
    let mut parts = vec![Span::raw(" ")];
    if let (Some(room), Some(scene)) = (app.room(), app.scene())
        && let Some(stage) = render::of(&room.game).stage(&scene)
    {
        parts.push(Span::styled(format!("{stage}  "), HEAD));
    }
    if let ConnectionState::Lost(why) = &app.connection {
        parts.push(Span::styled(clean(why).into_owned(), ALERT));
    } else if let Some(update) = app.session.update() {
        let own = app.session.seat();
        let mine = own.is_some_and(|own| update.awaiting.contains(&own));
        let text = match &update.outcome {
            // How it ended stands with what can be done next.
            Some(_) => String::new(),
            // Whose turn it is beside that, the signs above say.
            None if mine => "It is your turn.".to_owned(),
            None => say::turn(update, own, &app.names()),
        };
        parts.push(Span::styled(clean(&text).into_owned(), if mine { ASK } else { Style::new() }));
    } else if let Some(room) = app.room() {
        parts.push(Span::raw(say::state(room.state)));
    }
    parts
}

/// Returns the time left, each deadline described by this function.
fn time(app: &App, describe: Clock) -> String {
    let deadlines = app.deadlines();
    let left = |due: &Deadline| describe(due, as_clock(due.at_ms.saturating_sub(app.now_ms)));
    let mut time: Vec<String> = deadlines.iter().map(left).collect();
    let paused = app.session.update().is_some_and(|update| update.paused);
    if paused && !time.is_empty() && !app.is_replay() {
        time.insert(0, "PAUSED".to_owned());
    }
    format!(" {}", time.join(", "))
}
