//! Changes that somebody might make to a record, and who must notice each.
//!
//! A forger has everything that is published, all secrets among it: so a forgery may also compute the
//! chain and the draws again. What then remains is for the rules to refuse, or for whoever kept heads.

mod changes;

use fairness::hex;
use fairness::vd1::server_commitment;
use rand::Rng as _;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use self::changes::{
    change, commands, deck, double, draw, entry, exchange, insert_entry, leave_out, member,
    never_undone, one, rechain, redraw, seat, take_out, undone_to, voided,
};
use super::play::Made;

/// The least number of cards that a shuffle does not leave in the same order by chance.
const LARGE_DECK: u64 = 10;

/// The verifiers that must refuse a forged record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// Everyone, without rules and without having kept anything.
    Anyone,
    /// Only the rules can.
    Rules,
    /// Only somebody who kept heads can.
    Heads,
    /// The rules can, unless another legal match came of it; then only kept heads can.
    RulesOrHeads,
}

/// One kind of forgery.
#[derive(Debug)]
pub(super) struct Forgery {
    pub(super) name: &'static str,
    pub(super) who: Who,
    apply: fn(&mut Value, &mut StdRng) -> Option<()>,
}

impl Forgery {
    /// Forges a record; `None` if it does not have what is to be changed.
    pub(super) fn of(&self, made: &Made, rng: &mut StdRng) -> Option<Made> {
        let mut json = made.json.clone();
        (self.apply)(&mut json, rng)?;
        (json != made.json).then(|| Made { json, ..made.clone() })
    }
}

const fn anyone(name: &'static str, apply: fn(&mut Value, &mut StdRng) -> Option<()>) -> Forgery {
    Forgery { name, who: Who::Anyone, apply }
}

const fn rules(name: &'static str, apply: fn(&mut Value, &mut StdRng) -> Option<()>) -> Forgery {
    Forgery { name, who: Who::Rules, apply }
}

const fn heads(name: &'static str, apply: fn(&mut Value, &mut StdRng) -> Option<()>) -> Forgery {
    Forgery { name, who: Who::Heads, apply }
}

const fn either(name: &'static str, apply: fn(&mut Value, &mut StdRng) -> Option<()>) -> Forgery {
    Forgery { name, who: Who::RulesOrHeads, apply }
}

/// All kinds.
pub(super) static FORGERIES: &[Forgery] = &[
    anyone("scheme", |r, g| change(r.pointer_mut("/scheme")?, g)),
    anyone("header v", |r, g| change(r.pointer_mut("/header/v")?, g)),
    anyone("header scheme", |r, g| change(r.pointer_mut("/header/scheme")?, g)),
    anyone("header rules", |r, g| change(r.pointer_mut("/header/rules")?, g)),
    anyone("header game", |r, g| change(r.pointer_mut("/header/game")?, g)),
    anyone("header room", |r, g| change(r.pointer_mut("/header/room")?, g)),
    anyone("header attempt", |r, g| change(r.pointer_mut("/header/attempt")?, g)),
    anyone("header commitment", |r, g| change(r.pointer_mut("/header/commitment")?, g)),
    anyone("header data", |r, g| change(r.pointer_mut("/header/data")?, g)),
    anyone("header options", |r, g| change(member(r.pointer_mut("/header/options")?, g)?, g)),
    anyone("header option left out", |r, g| leave_out(r.pointer_mut("/header/options")?, g)),
    anyone("header field left out", |r, g| leave_out(r.pointer_mut("/header")?, g)),
    anyone("seat name", |r, g| change(seat(r, g)?.get_mut("name")?, g)),
    anyone("seat commitment", |r, g| change(seat(r, g)?.get_mut("commitment")?, g)),
    anyone("seat entropy", |r, g| change(seat(r, g)?.get_mut("entropy")?, g)),
    anyone("seat entropy left out", |r, g| {
        seat(r, g)?.as_object_mut()?.remove("entropy").map(drop)
    }),
    anyone("seats exchanged", |r, g| exchange(r.pointer_mut("/header/seats")?, g)),
    anyone("seat left out", |r, g| take_out(r.pointer_mut("/header/seats")?, g)),
    anyone("server secret", |r, g| change(r.pointer_mut("/server_secret")?, g)),
    anyone("voided attempt", |r, g| change(voided(r, g)?.get_mut("attempt")?, g)),
    anyone("voided commitment", |r, g| change(voided(r, g)?.get_mut("commitment")?, g)),
    anyone("voided secret", |r, g| change(voided(r, g)?.get_mut("server_secret")?, g)),
    anyone("voided seat revealed", |r, g| {
        change(member(voided(r, g)?.get_mut("seats")?, g)?.get_mut("entropy")?, g)
    }),
    anyone("voided seats left out", |r, g| take_out(voided(r, g)?.get_mut("seats")?, g)),
    anyone("voided missing", |r, g| change(member(voided(r, g)?.get_mut("missing")?, g)?, g)),
    anyone("voided missing nobody", |r, g| {
        voided(r, g)?.get_mut("missing")?.as_array_mut()?.clear();
        Some(())
    }),
    anyone("voided left out", |r, g| take_out(r.get_mut("voided")?, g)),
    anyone("entry at", |r, g| change(entry(r, g)?.get_mut("at")?, g)),
    anyone("entry seq", |r, g| change(entry(r, g)?.get_mut("seq")?, g)),
    anyone("entry input", |r, g| change(member(entry(r, g)?.get_mut("input")?, g)?, g)),
    anyone("entry command", |r, g| {
        change(member(entry(r, g)?.pointer_mut("/input/command")?, g)?, g)
    }),
    anyone("entry field left out", |r, g| leave_out(entry(r, g)?, g)),
    anyone("entry left out", |r, g| take_out(r.get_mut("entries")?, g)),
    anyone("entry twice", |r, g| double(r.get_mut("entries")?, g)),
    anyone("entry inserted", insert_entry),
    anyone("entries exchanged", |r, g| exchange(r.get_mut("entries")?, g)),
    // A small deck or a die could come out the same by chance.
    anyone("draw label of a deck", |r, g| {
        let deck = draw(r, g, |draw| draw["n"].as_u64() >= Some(LARGE_DECK))?;
        change(deck.get_mut("label")?, g)
    }),
    anyone("draw label of no kind", |r, g| {
        draw(r, g, |_| true)?["label"] = json!("luck");
        Some(())
    }),
    anyone("draw kind", |r, g| {
        let draw = draw(r, g, |_| true)?;
        let other = if draw["kind"] == "below" { "shuffle" } else { "below" };
        draw["kind"] = json!(other);
        Some(())
    }),
    anyone("draw n", |r, g| change(draw(r, g, |draw| draw["kind"] == "shuffle")?.get_mut("n")?, g)),
    anyone("draw m zero", |r, g| {
        draw(r, g, |draw| draw["kind"] == "below")?["m"] = json!(0);
        Some(())
    }),
    anyone("draw result of a die", |r, g| {
        change(draw(r, g, |draw| draw["kind"] == "below")?.get_mut("result")?, g)
    }),
    anyone("draw result of a deck", |r, g| {
        exchange(draw(r, g, |draw| draw["result"].is_array())?.get_mut("result")?, g)
    }),
    anyone("draw seq beyond the log", |r, _| {
        let entries = r["entries"].as_array()?.len();
        r["draws"].as_array_mut()?.last_mut()?["seq"] = json!(entries + 1);
        Some(())
    }),
    anyone("draw left out before another of its deck", |r, g| {
        never_undone(r)?;
        let draws = r["draws"].as_array_mut()?;
        let again = |at: usize| {
            let deck = deck(&draws[at])?;
            draws[at + 1..].iter().any(|later| self::deck(later) == Some(deck)).then_some(at)
        };
        let fitting: Vec<usize> = (0..draws.len()).filter_map(again).collect();
        draws.remove(*one(&fitting, g)?);
        Some(())
    }),
    anyone("draw twice", |r, g| {
        let draws = r["draws"].as_array_mut()?;
        let decks: Vec<usize> = (0..draws.len()).filter(|at| deck(&draws[*at]).is_some()).collect();
        let at = *one(&decks, g)?;
        draws.insert(at, draws[at].clone());
        Some(())
    }),
    anyone("draws of one deck exchanged", |r, _| {
        let draws = r["draws"].as_array_mut()?;
        let same = |at: &usize| deck(&draws[*at]).is_some_and(|d| deck(&draws[at + 1]) == Some(d));
        let at = (0..draws.len().checked_sub(1)?).find(same)?;
        draws.swap(at, at + 1);
        Some(())
    }),
    anyone("draw field left out", |r, g| leave_out(draw(r, g, |_| true)?, g)),
    anyone("head", |r, g| change(r.get_mut("head")?, g)),
    anyone("result of another form", |r, g| leave_out(r.get_mut("result")?, g)),
    anyone("winner without a seat", |r, _| {
        r["result"]["winners"] = json!([200]);
        Some(())
    }),
    anyone("field left out", leave_out),
    anyone("field added", |r, g| {
        let pointers =
            ["", "/header", "/header/seats/0", "/draws/0", "/result", "/voided/0", "/entries/0"];
        let pointer = one(&pointers, g)?;
        r.pointer_mut(pointer)?.as_object_mut()?.insert("note".to_owned(), json!(1));
        Some(())
    }),
    anyone("null", |r, g| {
        *member(r.get_mut("header")?, g)? = Value::Null;
        Some(())
    }),
    rules("the last draw left out", |r, _| r["draws"].as_array_mut()?.pop().map(drop)),
    rules("a die drawn once more", |r, _| {
        let seq = r["entries"].as_array()?.len();
        let m = 6;
        let more = json!({"seq": seq, "label": "die/more", "kind": "below", "m": m, "result": 0});
        r["draws"].as_array_mut()?.push(more);
        redraw(r)
    }),
    rules("a deck shuffled once more", |r, g| {
        let last = draw(r, g, |draw| draw["kind"] == "shuffle")?.clone();
        let seq = r["entries"].as_array()?.len();
        let more = json!({
            "seq": seq, "label": "deck/more/0", "kind": "shuffle", "n": last["n"],
            "result": last["result"],
        });
        r["draws"].as_array_mut()?.push(more);
        redraw(r)
    }),
    rules("a die with more sides", |r, g| {
        let die = draw(r, g, |draw| draw["kind"] == "below")?;
        die["m"] = json!(die["m"].as_u64()? + 1);
        redraw(r)
    }),
    rules("a smaller deck", |r, g| {
        let deck = draw(r, g, |draw| draw["n"].as_u64() > Some(0))?;
        deck["n"] = json!(deck["n"].as_u64()? - 1);
        redraw(r)
    }),
    rules("another label for all draws of a die", |r, g| {
        let label = draw(r, g, |draw| draw["kind"] == "below")?["label"].clone();
        for die in r["draws"].as_array_mut()?.iter_mut().filter(|die| die["label"] == label) {
            die["label"] = json!("die/other");
        }
        redraw(r)
    }),
    rules("draws of two decks exchanged", |r, g| {
        let draws = r["draws"].as_array_mut()?;
        let apart = |at: &usize| {
            let (one, next) = (&draws[*at], &draws[at + 1]);
            one["seq"] == next["seq"]
                && deck(one).is_some()
                && deck(next).is_some()
                && deck(one) != deck(next)
        };
        let fitting: Vec<usize> = (0..draws.len().checked_sub(1)?).filter(apart).collect();
        let at = *one(&fitting, g)?;
        draws.swap(at, at + 1);
        Some(())
    }),
    rules("a draw of another entry", |r, _| {
        let entries = r["entries"].as_array()?;
        let last = r["draws"].as_array()?.last()?["seq"].as_u64()?;
        let later = entries.get(usize::try_from(last).ok()?..).filter(|later| !later.is_empty())?;
        // Behind an undo it would be another draw of its stream, as anyone can tell.
        later.iter().all(|entry| undone_to(entry).is_none()).then_some(())?;
        let moved = json!(entries.len());
        r["draws"].as_array_mut()?.last_mut()?["seq"] = moved;
        Some(())
    }),
    rules("result winners", |r, _| {
        let winners = r["result"]["winners"].as_array()?.clone();
        r["result"]["winners"] = if winners.is_empty() { json!([0]) } else { json!([]) };
        Some(())
    }),
    rules("result scores", |r, g| change(member(r.pointer_mut("/result/scores")?, g)?, g)),
    rules("result reason", |r, g| change(r.pointer_mut("/result/reason")?, g)),
    rules("an undo that was none, new head", |r, g| {
        let decks: Vec<&Value> =
            r["draws"].as_array()?.iter().filter(|draw| deck(draw).is_some()).collect();
        // A shuffle that was taken back and made again would have another number.
        let again =
            |at: &usize| decks[..*at].iter().any(|other| other["label"] == decks[*at]["label"]);
        (0..decks.len()).find(again).is_none().then_some(())?;
        let entries = r["entries"].as_array()?;
        let undos: Vec<usize> = (0..entries.len())
            .filter(|at| undone_to(&entries[*at]).is_some_and(|to| to < *at as u64))
            .collect();
        let at = *one(&undos, g)?;
        r["entries"][at]["input"]["to"] = json!(at);
        redraw(r)?;
        rechain(r)
    }),
    rules("the last entry left out, new head", |r, _| {
        let last = r["entries"].as_array_mut()?.pop()?;
        let draws = r["draws"].as_array_mut()?;
        draws.retain(|draw| draw["seq"] != last["seq"]);
        rechain(r)
    }),
    // A market offer that nobody took is missed by nothing else.
    either("an entry left out, new head", |r, g| {
        never_undone(r)?;
        let commands = commands(r);
        let at = *one(&commands, g)?;
        let entries = r["entries"].as_array_mut()?;
        entries.remove(at);
        for (seq, entry) in (1..).zip(entries.iter_mut()) {
            entry["seq"] = json!(seq);
        }
        for draw in r["draws"].as_array_mut()? {
            let seq = draw["seq"].as_u64()?;
            draw["seq"] = json!(seq - u64::from(seq > at as u64));
        }
        rechain(r)
    }),
    rules("a command that nobody was offered, new head", |r, g| {
        let commands = commands(r);
        let at = *one(&commands, g)?;
        r["entries"][at]["input"]["command"] = json!({"type": "win"});
        rechain(r)
    }),
    rules("a deadline that nobody set, new head", |r, _| {
        let last = r["entries"].as_array_mut()?.last_mut()?;
        let kind = &last["input"]["type"];
        (kind != "deadline").then_some(())?;
        last["input"] = json!({"type": "deadline"});
        rechain(r)
    }),
    rules("an option of no game, new head", |r, _| {
        r.pointer_mut("/header/options")?.as_object_mut()?.insert("luck".to_owned(), json!(1));
        rechain(r)
    }),
    rules("other component data, new head", |r, g| {
        let data: [u8; 32] = g.random();
        r["header"]["data"] = json!(hex::encode(&data));
        rechain(r)
    }),
    heads("a name, new head", |r, g| {
        seat(r, g)?["name"] = json!("Somebody else");
        rechain(r)
    }),
    heads("the time of the end, new head", |r, _| {
        let last = r["entries"].as_array_mut()?.last_mut()?;
        // A command at another time can be another command, a deadline is not free.
        let free = ["resign", "claim", "abandon"].iter().any(|kind| last["input"]["type"] == *kind);
        free.then_some(())?;
        last["at"] = json!(last["at"].as_u64()? + 1);
        rechain(r)
    }),
    heads("the id of a command, new head", |r, g| {
        let commands = commands(r);
        let at = *one(&commands, g)?;
        r["entries"][at]["input"]["id"] = json!("00000000-0000-4000-8000-000000000000");
        rechain(r)
    }),
    heads("another secret, all computed again", |r, g| {
        let secret: [u8; 32] = g.random();
        let room = r["header"]["room"].as_str()?.replace('-', "") + &"0".repeat(32);
        let room: [u8; 16] = hex::decode_32(&room)?[..16].try_into().ok()?;
        let attempt = u32::try_from(r["header"]["attempt"].as_u64()?).ok()?;
        let commitment = server_commitment(&room, r["header"]["rules"].as_str()?, attempt, &secret);
        r["header"]["commitment"] = json!(hex::encode(&commitment));
        r["server_secret"] = json!(hex::encode(&secret));
        redraw(r)?;
        rechain(r)
    }),
    heads("entropy taken away, all computed again", |r, g| {
        let seat = seat(r, g)?.as_object_mut()?;
        seat.remove("entropy")?;
        seat.remove("commitment")?;
        redraw(r)?;
        rechain(r)
    }),
    heads("what a silent seat was bound to", |r, g| {
        let voided = voided(r, g)?;
        let silent = voided["missing"].as_array()?.first()?.as_u64()? as usize;
        let bytes: [u8; 32] = g.random();
        voided["seats"][silent]["commitment"] = json!(hex::encode(&bytes));
        Some(())
    }),
];
