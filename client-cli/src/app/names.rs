//! The names of a room's seats: of who holds them, and of the roles that they play.
//!
//! Here, apart from the sentences, because every sentence names somebody. It must not know what is said.

use protocol::Event;
use protocol::room::Room;
use serde_json::Value;

use crate::render::{self, Render, Scene};

/// Names of the seats of one room.
#[derive(Clone, Debug, Default)]
pub struct Names {
    seats: Vec<SeatName>,
}

/// Names of one seat.
#[derive(Clone, Debug)]
struct SeatName {
    seat: u8,
    /// The holder's name.
    name: Option<String>,
    /// Name and role.
    full: String,
    /// The role, or the name where there is none.
    short: String,
}

impl Names {
    /// Collects name and role of each seat; `roles` as the server lists them for the game, else as the
    /// table shows them, or before there is one as the options fix them.
    pub fn new(room: &Room, roles: &[String], scene: Option<&Scene<'_>>) -> Self {
        let renderer = render::of(&room.game);
        let lobby = Scene { options: Some(&room.options), ..Scene::new(&Value::Null) };
        let scene = Some(scene.unwrap_or(&lobby));
        let seats = room
            .seats
            .iter()
            .map(|seat| {
                let name = seat.name.clone().unwrap_or_else(|| format!("seat {}", seat.seat));
                let role = role(seat.seat, renderer, roles, scene);
                let full = match &role {
                    Some(role) => format!("{name} ({role})"),
                    None => name.clone(),
                };
                let short = role.unwrap_or(name);
                SeatName { seat: seat.seat, name: seat.name.clone(), full, short }
            })
            .collect();
        Self { seats }
    }

    /// Returns the name of a seat.
    pub fn of(&self, seat: u8) -> String {
        self.called(seat, |called| &called.full)
    }

    /// Returns the short name of a seat, where there is little room.
    pub fn short(&self, seat: u8) -> String {
        self.called(seat, |called| &called.short)
    }

    /// Returns the text of an event, with the holder's name for a seat that the game has no name for
    /// yet.
    pub(super) fn event_text(&self, event: &Event) -> String {
        let seat = event.fields.get("seat").and_then(Value::as_u64);
        let called = self.seats.iter().find(|called| Some(u64::from(called.seat)) == seat);
        called
            .and_then(|called| Some((called.seat, called.name.as_ref()?)))
            .and_then(|(seat, name)| {
                let rest = event.text.strip_prefix(&format!("Seat {seat}"))?;
                rest.starts_with(' ').then(|| format!("{name}{rest}"))
            })
            .unwrap_or_else(|| event.text.clone())
    }

    fn called(&self, seat: u8, how: impl Fn(&SeatName) -> &String) -> String {
        let found = self.seats.iter().find(|called| called.seat == seat);
        found.map_or_else(|| format!("seat {seat}"), |called| how(called).clone())
    }

    /// Returns the names of several seats.
    pub fn all(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.of(*seat)).collect();
        match names.split_last() {
            None => "nobody".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }
}

/// Returns the role of a seat, as the server lists it, or else as the table shows it.
pub(super) fn role(
    seat: u8,
    renderer: &dyn Render,
    roles: &[String],
    scene: Option<&Scene<'_>>,
) -> Option<String> {
    roles.get(usize::from(seat)).cloned().or_else(|| renderer.role(seat, scene))
}
