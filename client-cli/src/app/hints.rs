//! Hints: asking for one, showing it, and doing what it says.
//!
//! What a hint advises is the server's business; here it is text, and commands that can be sent. It
//! must not know a rule of any game.

use protocol::ClientMessage;
use protocol::hint::{Advice, Hint, percent};
use protocol::room::{Hints, Room, SeatKind};

use super::names::Names;
use super::{App, Tone};
use crate::face::Face;

impl App {
    /// Returns the reason why there is no hint now, as far as it is known here.
    pub(super) fn no_hint(&self) -> Option<&'static str> {
        let (room, own) = (self.room()?, self.session.seat());
        let mut others = room.seats.iter().filter(|seat| Some(seat.seat) != own);
        let people = others.any(|seat| seat.kind != SeatKind::Bot && seat.name.is_some());
        match room.hints {
            Hints::Off => Some("this room gives no hints"),
            Hints::Alone if people => Some("no hints between people in this room"),
            Hints::Alone | Hints::All => {
                self.session.decision().is_none().then_some("nothing is asked of you")
            }
        }
    }

    /// Makes the message that asks for a hint, or with a number the command that the last one has there.
    pub(super) fn hint_message(&mut self, number: Option<usize>) -> Option<ClientMessage> {
        if let Some(number) = number {
            return self.hinted_command(number);
        }
        let Some(decision) = self.session.decision() else {
            self.note("Nothing is asked of you now.");
            return None;
        };
        self.note("The server is thinking ...");
        Some(self.session.register("hint", |id| ClientMessage::Hint { id, decision }))
    }

    fn hinted_command(&mut self, number: usize) -> Option<ClientMessage> {
        let open = self.session.decision();
        let hint = self.hint.as_ref().filter(|hint| Some(hint.decision) == open);
        let advice = hint.and_then(|hint| hint.advice.get(number.checked_sub(1)?)).cloned();
        let (Some(Advice { command, text, .. }), Some(decision)) = (advice, open) else {
            let hint = self.face().typed("hint");
            self.note(format!("There is no such hint for this question: type {hint}."));
            return None;
        };
        if self.session.answer_pending() {
            self.note("Your last answer is still on its way.");
            return None;
        }
        self.walking = None;
        Some(self.session.command(text, decision, command))
    }

    /// Shows a hint.
    pub(super) fn hinted(&mut self, hint: Hint) {
        // The server no longer thinks.
        self.notice = None;
        if Some(hint.decision) != self.session.decision() {
            return self.report(Tone::Plain, "A hint came too late: the question is another one.");
        }
        for line in lines(&hint, self.face()) {
            self.report(Tone::Plain, line);
        }
        // A low screen has no room for what happened: the best of it must be seen there too.
        self.notice = hint.advice.first().map(|Advice { text, chance, .. }| {
            let (chance, take) = (percent((*chance).into()), self.face().typed("hint 1"));
            (
                Tone::Plain,
                format!("Hint: {text}, {chance} to win; {take} does it, the log says why."),
            )
        });
        self.hint = Some(hint);
    }
}

/// Returns who has had a hint since the room was last shown.
pub(super) fn news(before: &Room, room: &Room, names: &Names) -> Vec<String> {
    let more = room.seats.iter().filter(|seat| {
        let known = before.seats.iter().find(|one| one.seat == seat.seat);
        known.is_some_and(|known| known.hints < seat.hints)
    });
    more.map(|seat| match seat.hints {
        1 => format!("{} has had a hint.", names.of(seat.seat)),
        hints => format!("{} has had {hints} hints.", names.of(seat.seat)),
    })
    .collect()
}

/// Returns a hint as lines of text, the best advice last: where there is little room, that is what stays.
fn lines(hint: &Hint, face: Face) -> Vec<String> {
    if hint.advice.is_empty() {
        return vec!["Hint: nothing comes to mind.".to_owned()];
    }
    let first = face.typed("hint 1");
    let mut lines = vec![format!("Hint, the best last ({first} does the first of them):")];
    for (at, advice) in hint.advice.iter().enumerate().rev() {
        let number = at + 1;
        let chance = percent(advice.chance.into());
        let tried = advice.tried;
        lines.push(format!("  {number}. {}: {chance} to win (tried {tried} times)", advice.text));
        lines.extend(advice.then.iter().map(|then| format!("     then: {then}")));
        for reason in &advice.reasons {
            let often = reason.chance.map(|often| format!(" (about {} in 10)", tenths(often)));
            let often = often.unwrap_or_default();
            lines.push(format!("     {}{often} [{}]", reason.text, reason.rule));
        }
    }
    lines
}

/// Returns the chance of a reason in tenths. It was counted in a few guesses: a percentage would
/// contradict the exact one beside it.
pub(crate) fn tenths(units: u16) -> u16 {
    ((units + 500) / 1_000).clamp(1, 9)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_chance_of_a_reason_is_in_tenths() {
        assert_eq!([1_000, 6_944, 7_083, 9_722].map(tenths), [1, 7, 7, 9]);
    }

    #[test]
    fn the_best_advice_comes_last() {
        let advice = |text: &str| Advice {
            command: Value::Null,
            text: text.to_owned(),
            rule: String::new(),
            chance: 5_000,
            tried: 9,
            then: Vec::new(),
            reasons: Vec::new(),
        };
        let advice = vec![advice("Best"), advice("Good")];
        let shown = lines(&Hint { id: Uuid::nil(), decision: 1, advice }, Face::LINES);
        assert!(
            shown[1].starts_with("  2. Good") && shown[2].starts_with("  1. Best"),
            "{shown:?}"
        );
    }
}
