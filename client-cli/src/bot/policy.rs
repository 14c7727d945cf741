//! The bot's choice among its offers.
//!
//! Uniformly among the types of commands, then among the offers of that type, so that a type with
//! many offers does not drown the others; small numbers mostly. Where a question stays open after an
//! answer, as in real time, it acts a few times and then says that it is ready, or waits. Pure but
//! for the random numbers. It must not know the rules of any game.

use std::collections::{BTreeMap, BTreeSet};

use protocol::{Offer, Placeholder};
use rand::{Rng, rngs::StdRng};
use serde_json::{Map, Value};

/// The most acts within one question before the bot says that it is ready.
const MOST_ACTS: u32 = 6;

/// Of four amounts, how many are small.
const SMALL_OF_FOUR: u32 = 3;

/// Distance that a small amount may have from the smallest possible one.
const SMALL: u64 = 2;

/// The bot's decision.
#[derive(Debug, PartialEq)]
pub enum Pick {
    /// Answer with this command, from the offer at this index.
    Act(usize, Value),
    /// Nothing, until something changes.
    Wait,
    /// Every offer was tried and refused.
    Stuck,
}

/// Memory of the open question.
#[derive(Debug)]
struct OpenQuestion {
    decision: u64,
    /// Acts since it was opened, or since this seat was last made to think again.
    acts: u32,
    /// Number of acts after which this seat is done.
    enough: u32,
    /// `true` if "ready" was ever offered in it.
    has_switch: bool,
    /// The last accepted command.
    last: Option<Value>,
}

impl OpenQuestion {
    fn new(decision: u64, rng: &mut StdRng) -> Self {
        let enough = rng.random_range(0..=MOST_ACTS);
        Self { decision, acts: 0, enough, has_switch: false, last: None }
    }
}

/// The bot's way of choosing.
#[derive(Debug, Default)]
pub struct Policy {
    question: Option<OpenQuestion>,
}

impl Policy {
    /// Picks one of the offers. `refused` are indices of loose offers that the game refused; `timed`
    /// says whether a clock runs, so that waiting comes to an end.
    pub fn pick(
        &mut self,
        decision: u64,
        offers: &[Offer],
        refused: &BTreeSet<usize>,
        timed: bool,
        rng: &mut StdRng,
    ) -> Pick {
        let question = match self.question.take().filter(|old| old.decision == decision) {
            Some(same) => self.question.insert(same),
            None => self.question.insert(OpenQuestion::new(decision, rng)),
        };
        if let Some(last) = &question.last {
            if offers.iter().any(|offer| negates(last, &offer.command)) {
                return Pick::Wait;
            }
            if is_switch(last) {
                // What this seat had said no longer holds: it may act again.
                *question = OpenQuestion::new(decision, rng);
            }
        }
        let switch = offers.iter().position(|one| {
            is_switch(&one.command) && !offers.iter().any(|o| negates(&one.command, &o.command))
        });
        question.has_switch |= switch.is_some();
        let enough = question.acts >= question.enough;
        if let Some(at) = switch.filter(|at| enough && !refused.contains(at)) {
            return Pick::Act(at, offers[at].command.clone());
        }
        if enough && question.acts > 0 && timed && !question.has_switch {
            return Pick::Wait;
        }
        let open = |at: &usize| !refused.contains(at) && Some(*at) != switch;
        match by_type(offers, open, rng).or(switch.filter(|at| !refused.contains(at))) {
            Some(at) => Pick::Act(at, fill(&offers[at].command, rng)),
            None => Pick::Stuck,
        }
    }

    /// Remembers an accepted command of this seat.
    pub fn accepted(&mut self, decision: u64, command: &Value) {
        if let Some(question) = self.question.as_mut().filter(|one| one.decision == decision) {
            question.acts += 1;
            question.last = Some(command.clone());
        }
    }
}

/// Picks an offer's index: each type of command is as likely as any other.
fn by_type(offers: &[Offer], open: impl Fn(&usize) -> bool, rng: &mut StdRng) -> Option<usize> {
    let mut types: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for at in (0..offers.len()).filter(open) {
        let kind = offers[at].command.get("type").and_then(Value::as_str).unwrap_or_default();
        types.entry(kind).or_default().push(at);
    }
    let of_type = types.values().nth(rng.random_range(0..types.len().max(1)))?;
    Some(of_type[rng.random_range(0..of_type.len())])
}

/// Checks whether a command only switches something on, like `{"type":"ready","ready":true}`.
fn is_switch(command: &Value) -> bool {
    let Some(parts) = command.as_object().filter(|parts| parts.len() == 2) else { return false };
    parts.iter().all(|(key, part)| key == "type" || *part == Value::Bool(true))
}

/// Checks whether two commands differ in one truth value and in nothing else.
fn negates(one: &Value, other: &Value) -> bool {
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else { return false };
    if one.len() != other.len() || !one.keys().eq(other.keys()) {
        return false;
    }
    let mut differing = one.iter().filter(|(key, part)| other.get(*key) != Some(part));
    let negated = differing.next().is_some_and(|(key, part)| {
        part.is_boolean() && other.get(key).is_some_and(Value::is_boolean)
    });
    negated && differing.next().is_none()
}

/// Returns a command that fits a template, mostly with small amounts: nobody agrees to large ones.
fn fill(template: &Value, rng: &mut StdRng) -> Value {
    if let Some(placeholder) = Placeholder::read(template) {
        let placeholder =
            if rng.random_ratio(SMALL_OF_FOUR, 4) { small(placeholder) } else { placeholder };
        return placeholder.fill(&mut |n| rng.random_range(0..n.max(1)));
    }
    match template {
        Value::Object(parts) => Value::Object(
            parts.iter().map(|(key, part)| (key.clone(), fill(part, rng))).collect::<Map<_, _>>(),
        ),
        Value::Array(parts) => Value::Array(parts.iter().map(|part| fill(part, rng)).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => template.clone(),
    }
}

/// Returns the choice without its large amounts.
fn small(placeholder: Placeholder) -> Placeholder {
    match placeholder {
        Placeholder::Int { min, max } => {
            Placeholder::Int { min, max: max.min(min.saturating_add_unsigned(SMALL)) }
        }
        Placeholder::Bag { max, min_total, max_total } => Placeholder::Bag {
            max,
            min_total,
            max_total: max_total.min(min_total.saturating_add(SMALL)),
        },
        Placeholder::One { .. } | Placeholder::Pick { .. } => placeholder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::offer;
    use rand::SeedableRng;
    use serde_json::json;

    fn offers(commands: &[Value]) -> Vec<Offer> {
        let one = |command: &Value| Offer {
            command: command.clone(),
            text: String::new(),
            rule: String::new(),
            loose: false,
            is_final: false,
        };
        commands.iter().map(one).collect()
    }

    fn ready(ready: bool) -> Value {
        json!({"type": "ready", "ready": ready})
    }

    /// Lets a policy act on offers that do not change, until it says something else.
    fn acts(
        policy: &mut Policy,
        decision: u64,
        offers: &[Offer],
        timed: bool,
        rng: &mut StdRng,
    ) -> (u32, Pick) {
        for done in 0..100 {
            match policy.pick(decision, offers, &BTreeSet::new(), timed, rng) {
                Pick::Act(_, command) if !is_switch(&command) => {
                    policy.accepted(decision, &command);
                }
                other @ (Pick::Act(..) | Pick::Wait | Pick::Stuck) => return (done, other),
            }
        }
        (100, Pick::Stuck)
    }

    #[test]
    fn a_type_with_many_offers_does_not_drown_the_others() {
        let mut commands: Vec<Value> =
            (0..60).map(|n| json!({"type": "decline", "offer": n})).collect();
        commands.push(json!({"type": "pass"}));
        let offers = offers(&commands);
        let mut rng = StdRng::seed_from_u64(1);
        let passes = (0..1_000)
            .filter(|n| {
                let pick = Policy::default().pick(*n, &offers, &BTreeSet::new(), false, &mut rng);
                matches!(pick, Pick::Act(60, _))
            })
            .count();
        assert!((400..600).contains(&passes), "{passes}");
    }

    #[test]
    fn after_some_acts_it_is_ready_and_silent_until_its_flag_is_cleared() {
        let (mut rng, mut policy) = (StdRng::seed_from_u64(2), Policy::default());
        let open = offers(&[json!({"type": "draw"}), ready(true)]);
        let waiting = offers(&[json!({"type": "draw"}), ready(false)]);
        let mut counts = BTreeSet::new();
        for _ in 0..100 {
            let (count, pick) = acts(&mut policy, 7, &open, true, &mut rng);
            assert_eq!(pick, Pick::Act(1, ready(true)));
            counts.insert(count);
            policy.accepted(7, &ready(true));
            let silent = policy.pick(7, &waiting, &BTreeSet::new(), true, &mut rng);
            assert_eq!(silent, Pick::Wait);
        }
        assert_eq!(counts, (0..=MOST_ACTS).collect());
    }

    #[test]
    fn without_a_way_to_be_ready_it_waits_where_a_clock_runs_and_only_there() {
        let (mut rng, mut policy) = (StdRng::seed_from_u64(3), Policy::default());
        let offers = offers(&[json!({"type": "draw"})]);
        for decision in 0..50 {
            let (count, pick) = acts(&mut policy, decision, &offers, true, &mut rng);
            assert_eq!(pick, Pick::Wait);
            assert!((1..=MOST_ACTS).contains(&count), "{count}");
        }
        assert_eq!(acts(&mut policy, 99, &offers, false, &mut rng).0, 100);
    }

    #[test]
    fn it_acts_on_while_readiness_is_withheld() {
        let (mut rng, mut policy) = (StdRng::seed_from_u64(4), Policy::default());
        let open = offers(&[json!({"type": "draw"}), ready(true)]);
        let pending = offers(&[json!({"type": "choose_drawn"})]);
        acts(&mut policy, 7, &open, true, &mut rng);
        assert_eq!(acts(&mut policy, 7, &pending, true, &mut rng).0, 100);
    }

    #[test]
    fn a_choice_of_yes_and_no_is_an_ordinary_one() {
        let both = offers(&[
            json!({"type": "effect", "use": true}),
            json!({"type": "effect", "use": false}),
        ]);
        let mut rng = StdRng::seed_from_u64(5);
        let yes = (0..1_000)
            .filter(|n| {
                let pick = Policy::default().pick(*n, &both, &BTreeSet::new(), false, &mut rng);
                matches!(pick, Pick::Act(0, _))
            })
            .count();
        assert!((400..600).contains(&yes), "{yes}");
        // In another question the opposite of the last answer is no taking back.
        let mut policy = Policy::default();
        policy.pick(1, &both, &BTreeSet::new(), false, &mut rng);
        policy.accepted(1, &both[0].command);
        let next = policy.pick(2, &both[1..], &BTreeSet::new(), false, &mut rng);
        assert_eq!(next, Pick::Act(0, both[1].command.clone()));
    }

    #[test]
    fn amounts_are_small_mostly_and_always_fit() {
        let bag = Placeholder::Bag {
            max: BTreeMap::from([("grain".to_owned(), 25), ("fuel".to_owned(), 25)]),
            min_total: 1,
            max_total: 25,
        };
        let template = json!({
            "type": "trade",
            "give": bag.to_value(),
            "count": Placeholder::Int { min: -3, max: 90 }.to_value(),
        });
        let mut rng = StdRng::seed_from_u64(6);
        let mut small = 0;
        for _ in 0..1_000 {
            let command = fill(&template, &mut rng);
            assert!(offer::admits(&template, &command), "{command}");
            let total: u64 =
                command["give"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
            small += u32::from(total <= 1 + SMALL);
        }
        assert!((700..950).contains(&small), "{small}");
    }

    #[test]
    fn when_all_was_refused_it_is_stuck() {
        let offers = offers(&[json!({"type": "gamble"})]);
        let refused = BTreeSet::from([0]);
        let mut rng = StdRng::seed_from_u64(7);
        assert_eq!(Policy::default().pick(1, &offers, &refused, false, &mut rng), Pick::Stuck);
    }
}
