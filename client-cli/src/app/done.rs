//! The ends of what the program had asked for: of files, and of requests over HTTP.

use super::say;
use super::{App, Done, Effect, Exit, Tone};
use crate::record::RecordCheck;

impl App {
    pub(super) fn done(&mut self, done: Done) -> Vec<Effect> {
        match done {
            Done::Kept(Ok(heads)) => {
                self.session.keep_heads(heads);
                return self.reveal();
            }
            Done::Kept(Err(why)) => {
                self.report(Tone::Alert, format!("Not saved: {why}"));
                return self.reveal();
            }
            Done::Data(digest, data) => {
                if let Err(why) = &data {
                    let text = format!("No names and texts of the components: {why}");
                    self.report(Tone::Alert, text);
                }
                self.catalogue = Some((digest, data.ok()));
            }
            Done::Rules(rules) => self.rules_came(rules),
            Done::Record(record) => self.recorded(record),
            Done::Bot(Err(why)) => {
                self.stays_ready = false;
                self.report(Tone::Alert, format!("No bot: {why}"));
            }
            Done::Freed(seat, Ok(())) if self.session.seat() == Some(seat) => {
                let mut effects = self.forget();
                // It opens nothing any more.
                self.config.token = None;
                self.report(Tone::Plain, "Your seat is free again.");
                effects.push(Effect::Leave(Exit::Home));
                return effects;
            }
            Done::Bot(Ok(())) => self.room_owed = true,
            Done::Programs(Ok(programs)) => {
                for line in say::programs(&programs, self.face()) {
                    self.report(Tone::Plain, line);
                }
                self.programs = programs;
            }
            Done::Programs(Err(why)) => self.report(Tone::Alert, format!("No programs: {why}")),
            Done::Freed(_, Ok(())) => {}
            Done::Freed(_, Err(why)) => self.report(Tone::Alert, format!("Not left: {why}")),
            Done::Coach(Ok(token)) => {
                let link = format!("{}#coach={token}", self.config.link);
                let text = format!("Whoever has this link sees what you see, and points: {link}");
                self.report(Tone::Plain, text);
                return vec![Effect::Copy(link)];
            }
            Done::Coach(Err(why)) => self.report(Tone::Alert, format!("No coach: {why}")),
            Done::Rematch(Ok(seated)) => return vec![Effect::Leave(Exit::Rematch(seated))],
            Done::Rematch(Err(why)) => {
                (self.rematching, self.notice) = (false, None);
                self.report(Tone::Alert, format!("No rematch: {why}"));
            }
            Done::Notices(set, Ok(known)) => self.noticed(set, known),
            Done::Notices(_, Err(why)) => self.warn(format!("No notices: {why}")),
        }
        Vec::new()
    }

    /// Reports whether the deal was as promised. A check that is impossible ends nothing.
    fn recorded(&mut self, record: Result<RecordCheck, String>) {
        match record {
            Ok(check) => {
                let tone = if check.holds { Tone::Plain } else { Tone::Alert };
                self.say(tone, check.verdict.clone());
                self.report(Tone::Plain, check.location.clone());
                self.checked = Some(check);
            }
            Err(why) => self.report(Tone::Plain, format!("No record to check: {why}")),
        }
        let link = &self.config.link;
        let mut text = format!("Look back: entente replay {link}");
        if self.room().and_then(|room| self.info(&room.game)).is_some_and(|info| info.hints) {
            text = format!("{text}; what each choice cost: entente analysis {link}");
        }
        self.report(Tone::Plain, text);
        let (again, quit) = (self.face().typed("rematch"), self.face().typed("q"));
        self.say(Tone::Ask, format!("Type {again} to play again, or {quit} to quit."));
    }
}
