//! The script of a case, for both worlds: made from the rules alone, before any room is asked.
//!
//! The viewer sends what is refused in its own world, in every way that a client can be wrong;
//! others do what is legal in both worlds; and the match goes on until a step *reveals*, which ends
//! the comparison. A step reveals if somebody learns something hidden or chance is drawn by it (the
//! knowledge epoch rises), if it closes a secret simultaneous choice, or if it ends the match.
//!
//! While such a choice is open others choose differently in the two worlds, as far as they are then
//! awaited in both or in neither, which everybody may know; and what leaves them awaited is mostly
//! not done at all in the other world. The logs then have different numbers of entries, which nothing
//! shows until the choice is closed: not even what the viewer does in it itself.

use std::collections::BTreeMap;

use engine::{Game, MatchMillis, Seat, Viewer};
use serde_json::{Value, json};

use super::chance::Chance;
use super::course::Course;
use super::play::{Step, next, sample, then, viewers, written};

/// The most steps of the match after the state that a case begins in.
const MOST_STEPS: usize = 4;
/// Refused acts of the viewer in one case.
const PROBES: usize = 6;

/// The number of attempts at a step for the other world, or at a command of another type.
const SAMPLES: usize = 8;

/// A step of the script.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// A viewer connects, and has entries up to here.
    Join(Viewer, Option<u64>),
    /// A viewer sends something, in the true and in the other world; nothing, if it is empty.
    Say(Viewer, [String; 2]),
    /// Match time passes.
    Advance(u64),
}

/// The script of a case.
#[derive(Debug)]
pub(super) struct Script<G> {
    /// The acts, in order.
    pub(super) acts: Vec<Act>,
    /// The number of acts that are carried out in both worlds.
    pub(super) compared: usize,
    /// States that both worlds are in with nothing revealed between them.
    pub(super) states: u64,
    /// The state in the true world after the last act.
    pub(super) last: G,
    /// `true` if the last act revealed something.
    pub(super) revealed: bool,
}

/// The viewer of a case, and the match around it, before and after.
#[derive(Debug)]
pub(super) struct Setting<'a, G> {
    pub(super) viewer: Viewer,
    pub(super) course: &'a Course<G>,
    pub(super) at: usize,
}

struct Writer<'a, G> {
    setting: &'a Setting<'a, G>,
    acts: Vec<Act>,
    /// The true and the other world.
    worlds: [G; 2],
    now: MatchMillis,
}

/// Writes the script of a case that begins in these two worlds.
pub(super) fn write<G: Game>(
    setting: &Setting<'_, G>,
    worlds: [G; 2],
    chance: &mut Chance,
) -> Script<G> {
    let now = setting.course.moments[setting.at].since;
    let mut writer = Writer { setting, acts: Vec::new(), worlds, now };
    writer.join(chance);
    for _ in 0..PROBES {
        writer.probe(chance);
    }
    writer.others_are_refused(chance);
    writer.chat(chance);
    let mut states = 1;
    let mut revealed = None;
    for number in 0..MOST_STEPS {
        let planned = &setting.course.moments[setting.at];
        let step = (number == 0).then(|| (planned.at, planned.step.clone()));
        let going = step.or_else(|| next(&writer.worlds[0], writer.now, chance));
        let Some((at, step)) = going else { break };
        let before = writer.acts.len();
        match writer.go_on(at, &step, chance) {
            Went::Alike => states += 1,
            Went::Revealed => {
                revealed = Some(before);
                break;
            }
            Went::Nowhere => break,
        }
        writer.probe(chance);
        writer.probe(chance);
    }
    let compared = revealed.unwrap_or(writer.acts.len());
    let Writer { acts, worlds: [last, _], .. } = writer;
    Script { compared, acts, states, last, revealed: revealed.is_some() }
}

enum Went {
    /// The viewer must see the same.
    Alike,
    /// The worlds may look different from now on.
    Revealed,
    /// It is not legal in both worlds.
    Nowhere,
}

impl<G: Game> Writer<'_, G> {
    fn say(&mut self, who: Viewer, text: &Value) {
        let text = text.to_string();
        self.acts.push(Act::Say(who, [text.clone(), text]));
    }

    /// Connects everybody, the viewer last; a spectator not always.
    fn join(&mut self, chance: &mut Chance) {
        let viewer = self.setting.viewer;
        let mut joining = viewers(&self.worlds[0]);
        joining.retain(|other| *other != viewer && (*other != Viewer::Public || chance.once_in(3)));
        self.acts.extend(joining.into_iter().map(|other| Act::Join(other, Some(u64::MAX >> 11))));
        let after = match chance.below(4) {
            0 => None,
            1 => Some(u64::MAX >> 11),
            _ => Some(chance.below(10)),
        };
        self.acts.push(Act::Join(viewer, after));
    }

    /// Picks a command that somebody gave earlier in this match, or will give.
    fn given(&self, chance: &mut Chance) -> Option<Value> {
        self.setting.course.command(self.setting.at, chance)
    }

    fn command(&mut self, seat: Seat, decision: Option<u64>, command: &Value, chance: &mut Chance) {
        let id = chance.id();
        let decision = decision.map_or(json!("@"), |decision| json!(decision));
        let message =
            json!({"type": "command", "id": id, "decision": decision, "command": command});
        self.say(Viewer::Seat(seat), &message);
    }

    /// Has the viewer send something that is refused.
    fn probe(&mut self, chance: &mut Chance) {
        let Viewer::Seat(seat) = self.setting.viewer else { return self.watcher_acts(chance) };
        let kind = chance.below(18);
        match kind {
            14..=15 => return self.other_acts(seat, chance),
            16.. => return self.look_ahead(seat, chance),
            _ => {}
        }
        let Some(command) = self.given(chance) else { return };
        match kind {
            // What the rules refuse; mostly cards and prices of others.
            0..=4 => self.near_miss(seat, command, chance),
            // What would be legal, if the viewer held what others hold in one of the worlds.
            5..=9 => {
                let own = self.own_command(seat, chance).filter(|_| chance.once_in(2));
                let asking = self.asking(seat, own.unwrap_or(command), chance);
                self.near_miss(seat, asking, chance);
            }
            // An answer to a question that is not open.
            10..=11 => {
                let closed = chance.below(30) * 1_000_003;
                self.command(seat, Some(closed + 1_000), &command, chance);
            }
            12 => {
                let mut forged = command;
                forged["seat"] = json!(1 - seat.0.min(1));
                self.command(seat, None, &forged, chance);
            }
            _ => {
                let mut unknown = command;
                unknown["type"] = json!("show_hand");
                self.command(seat, None, &unknown, chance);
                // The same id with another content, and with the same.
                if let Some(Act::Say(who, texts)) = self.acts.last().cloned() {
                    let reused = texts.clone().map(|text| text.replace("show_hand", "show_deck"));
                    self.acts.push(Act::Say(who, reused));
                    self.acts.push(Act::Say(who, texts));
                }
            }
        }
    }

    /// Asks what a command would change: one that may be given, or one that names what others hold.
    fn look_ahead(&mut self, seat: Seat, chance: &mut Chance) {
        let own = self.own_command(seat, chance).filter(|_| !chance.once_in(3));
        let Some(command) = own.or_else(|| {
            let given = self.given(chance)?;
            Some(self.asking(seat, given, chance))
        }) else {
            return;
        };
        let id = chance.id();
        let message = json!({"type": "preview", "id": id, "decision": "@", "command": command});
        self.say(Viewer::Seat(seat), &message);
    }

    /// Sends a command that the rules refuse in the true world.
    fn near_miss(&mut self, seat: Seat, command: Value, chance: &mut Chance) {
        let step = Step::Command(seat, command);
        if then(&self.worlds[0], self.now, &step).is_none()
            && let Step::Command(_, command) = step
        {
            self.command(seat, None, &command, chance);
        }
    }

    /// Draws a command that the viewer may give, of any type as likely as of any other.
    fn own_command(&self, seat: Seat, chance: &mut Chance) -> Option<Value> {
        let mut by_type: BTreeMap<String, Value> = BTreeMap::new();
        for _ in 0..SAMPLES {
            let Some(Step::Command(_, command)) = sample(&self.worlds[0], seat, chance) else {
                break;
            };
            by_type.insert(command["type"].to_string(), command);
        }
        let at = chance.index(by_type.len());
        by_type.into_values().nth(at)
    }

    /// Returns the command with one of its texts replaced by one from what others hold in either
    /// world: as if to ask who has that card.
    fn asking(&self, seat: Seat, mut command: Value, chance: &mut Chance) -> Value {
        let mut held = Vec::new();
        for viewer in viewers(&self.worlds[0]) {
            if let Viewer::Seat(other) = viewer
                && other != seat
            {
                let world = &self.worlds[chance.index(2)];
                leaves(&written(&world.private(other)), &mut held);
            }
        }
        let mut slots = Vec::new();
        if let Value::Object(fields) = &mut command {
            let named = fields.iter_mut().filter(|(key, _)| *key != "type");
            named.for_each(|(_, value)| texts(value, &mut slots));
        }
        let at = chance.index(slots.len());
        if let (Some(slot), Some(name)) = (slots.get_mut(at), held.get(chance.index(held.len()))) {
            (*slot).clone_from(name);
        }
        command
    }

    fn other_acts(&mut self, seat: Seat, chance: &mut Chance) {
        let (id, who) = (chance.id(), Viewer::Seat(seat));
        let act = match chance.below(7) {
            0 => json!("{"),
            6 => json!({"type": "claim", "id": id, "outcome": "win"}),
            1 => json!({"type": "claim", "id": id, "outcome": "abandoned"}),
            2 => json!({"type": "ready"}),
            3 => json!({"type": "hello"}),
            4 => json!({"type": "command", "id": id, "decision": 0}),
            _ => json!({"type": "reveal", "entropy": "00"}),
        };
        self.say(who, &act);
    }

    fn watcher_acts(&mut self, chance: &mut Chance) {
        let id = chance.id();
        let act = match (chance.below(4), self.given(chance)) {
            (0 | 1, Some(command)) => {
                json!({"type": "command", "id": id, "decision": 1, "command": command})
            }
            (2, _) => json!({"type": "ready"}),
            (_, _) => json!({"type": "resign", "id": id}),
        };
        self.say(Viewer::Public, &act);
    }

    /// Has somebody else refused in both worlds: the viewer learns nothing of it.
    fn others_are_refused(&mut self, chance: &mut Chance) {
        let seats: Vec<Viewer> = self.connected(|other| other != Viewer::Public);
        let Some(Viewer::Seat(seat)) = seats.get(chance.index(seats.len())).copied() else {
            return;
        };
        let Some(command) = self.given(chance) else { return };
        let step = Step::Command(seat, command);
        if self.worlds.iter().all(|world| then(world, self.now, &step).is_none())
            && let Step::Command(_, command) = step
        {
            self.command(seat, None, &command, chance);
        }
    }

    /// Returns the other viewers that are connected.
    fn connected(&self, want: impl Fn(Viewer) -> bool) -> Vec<Viewer> {
        let joined = self.acts.iter().filter_map(|act| match act {
            Act::Join(who, _) => Some(*who),
            Act::Say(..) | Act::Advance(_) => None,
        });
        joined.filter(|who| *who != self.setting.viewer && want(*who)).collect()
    }

    /// Has people chat; what spectators say differs between the worlds, for seats must not receive
    /// it.
    fn chat(&mut self, chance: &mut Chance) {
        let chat = |text: &str| json!({"type": "chat", "text": text}).to_string();
        if let Some(seat) = self.connected(|other| other != Viewer::Public).first() {
            self.acts.push(Act::Say(*seat, [chat("Good luck!"), chat("Good luck!")]));
        }
        for spectator in self.connected(|other| other == Viewer::Public) {
            let texts = ["Europe holds two of them", "Russia holds all three of them, I swear"];
            self.acts.push(Act::Say(spectator, texts.map(chat)));
        }
        if chance.once_in(2) {
            self.say(self.setting.viewer, &json!({"type": "chat", "text": "Well…"}));
        }
    }

    /// Chooses what somebody does in the other world behind the veil: mostly nothing, if that
    /// leaves it awaited; else something after which it is awaited as in the true world.
    fn instead(
        &self,
        at: MatchMillis,
        after: &G,
        step: &Step,
        chance: &mut Chance,
    ) -> Option<Step> {
        let [truth, other] = &self.worlds;
        let Step::Command(seat, _) = step else { return None };
        if after.awaiting() == truth.awaiting() && !chance.once_in(3) {
            return None;
        }
        let fits = |step: &Step| {
            then(other, at, step).is_some_and(|(then, _)| then.awaiting() == after.awaiting())
        };
        (0..SAMPLES).find_map(|_| sample(other, *seat, chance).filter(fits))
    }

    /// Takes the match on by one step.
    fn go_on(&mut self, at: MatchMillis, step: &Step, chance: &mut Chance) -> Went {
        let own =
            matches!(step, Step::Command(seat, _) if self.setting.viewer == Viewer::Seat(*seat));
        let [truth, other] = &self.worlds;
        let veiled = truth.veiled();
        let Some((after, _)) = then(truth, at, step) else { return Went::Nowhere };
        let instead = match step {
            Step::Command(..) if veiled && !own => self.instead(at, &after, step, chance),
            Step::Command(..) | Step::Deadline => Some(step.clone()),
        };
        let idle = instead.is_none();
        if idle && (after.awaiting() != truth.awaiting() || own || !veiled) {
            return Went::Nowhere;
        }
        let other_after = match &instead {
            Some(step) => then(other, at, step).map(|(after, _)| after),
            None => Some(other.clone()),
        };
        // What the viewer itself may do does not depend on what it cannot know: it is sent all the
        // same, and the answers show it.
        if other_after.is_none() && !own {
            return Went::Nowhere;
        }
        let other_after = other_after.unwrap_or_else(|| other.clone());
        let drawn = after.epoch() != truth.epoch() || other_after.epoch() != other.epoch();
        let goes_on =
            !matches!(step, Step::Deadline) && still(truth, &after) && still(other, &other_after);
        // After the end nothing is kept from anybody.
        let over = after.outcome().is_some() || other_after.outcome().is_some();
        let reveals = over || if veiled { !goes_on || (own && drawn) } else { drawn };
        self.acts.push(Act::Advance(at - self.now));
        if let Step::Command(seat, one) = step {
            let id = chance.id();
            let texts = [Some(one), instead.as_ref().and_then(Step::command)].map(|command| {
                let Some(command) = command else { return String::new() };
                json!({"type": "command", "id": id, "decision": "@", "command": command})
                    .to_string()
            });
            self.acts.push(Act::Say(Viewer::Seat(*seat), texts));
        }
        self.now = at;
        self.worlds = [after, other_after];
        if reveals { Went::Revealed } else { Went::Alike }
    }
}

/// Checks whether the same secret choice is open before and after: nobody new is asked.
fn still<G: Game>(before: &G, after: &G) -> bool {
    after.veiled() && after.awaiting().iter().all(|seat| before.awaiting().contains(seat))
}

/// Collects every text within a value, to be changed.
fn texts<'a>(value: &'a mut Value, into: &mut Vec<&'a mut String>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(all) => all.iter_mut().for_each(|inner| texts(inner, into)),
        Value::Object(fields) => fields.values_mut().for_each(|inner| texts(inner, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Collects every text within a value.
pub(super) fn leaves(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|inner| leaves(inner, into)),
        Value::Object(fields) => fields.values().for_each(|inner| leaves(inner, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
