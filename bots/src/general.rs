//! The choice where nothing is known but the offers: any command that fits one.
//!
//! First the strict offers, evenly among the types of commands, so that a type with many offers
//! does not drown the others; then the loose ones. Where a clock runs, a command that only switches
//! something on, like `{"type": "ready", "ready": true}`, comes first, so that nobody waits for a
//! bot without a plan.

use std::collections::BTreeMap;

use protocol::Offer;
use protocol::offer::fill;
use rand::Rng;
use rand::rngs::StdRng;
use serde_json::Value;

use crate::{Choice, Sight};

/// Number of times that an offer is filled again if the result has been refused before.
const FILLS: usize = 4;

/// Chooses a command that fits an offer and was not refused.
pub(crate) fn choose(sight: &Sight<'_>, random: &mut StdRng) -> Choice {
    let offers = sight.offers();
    if sight.timed() {
        let mut switches = offers.iter().filter(|offer| is_switch(&offer.command, true));
        if let Some(switch) = switches.find(|offer| sight.open(&offer.command)) {
            return Choice::Act(switch.command.clone());
        }
        if offers.iter().any(|offer| is_switch(&offer.command, false)) {
            return Choice::Wait;
        }
    }
    for loose in [false, true] {
        let mut left: Vec<&Offer> = offers.iter().filter(|one| one.loose == loose).collect();
        while let Some(offer) = draw(&mut left, random) {
            for _ in 0..FILLS {
                let command = fill(&offer.command, &mut |n| random.random_range(0..n.max(1)));
                if sight.open(&command) {
                    return Choice::Act(command);
                }
            }
        }
    }
    Choice::Wait
}

/// Removes one of the offers: each type of command is as likely as any other.
fn draw<'a>(offers: &mut Vec<&'a Offer>, random: &mut StdRng) -> Option<&'a Offer> {
    let mut types: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, offer) in offers.iter().enumerate() {
        let kind = offer.command.get("type").and_then(Value::as_str).unwrap_or_default();
        types.entry(kind).or_default().push(at);
    }
    let of_type = types.values().nth(random.random_range(0..types.len().max(1)))?;
    let at = of_type[random.random_range(0..of_type.len())];
    Some(offers.swap_remove(at))
}

/// Checks whether a command only switches something on, or only off.
fn is_switch(command: &Value, on: bool) -> bool {
    let Some(parts) = command.as_object().filter(|parts| parts.len() == 2) else { return false };
    parts.iter().all(|(key, part)| key == "type" || *part == Value::Bool(on))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::Update;
    use rand::SeedableRng;
    use serde_json::json;

    /// Builds an update with these offers, in which a clock runs or not.
    fn asked(offers: &Value, timed: bool) -> Update {
        let deadline = if timed { json!(9) } else { Value::Null };
        let update = json!({
            "seq": 1, "head": "", "events": [], "public": {}, "private": {}, "decision": 1,
            "offers": offers, "awaiting": [0], "now_ms": 0, "deadline_ms": deadline, "outcome": null,
        });
        serde_json::from_value(update).unwrap()
    }

    fn offer(command: &Value, loose: bool) -> Value {
        json!({"command": command, "text": "", "rule": "", "loose": loose})
    }

    #[test]
    fn strict_offers_come_before_loose_ones_and_nothing_refused_comes_again() {
        let one = json!({"type": "a"});
        let two = json!({"type": "b", "n": {"$int": {"min": 1, "max": 2}}});
        let update = asked(&json!([offer(&two, true), offer(&one, false)]), false);
        let mut random = StdRng::seed_from_u64(1);
        let mut refused = Vec::new();
        while let Choice::Act(command) =
            choose(&Sight { update: &update, refused: &refused }, &mut random)
        {
            assert!(!refused.contains(&command), "{command}");
            refused.push(command);
        }
        assert_eq!(refused[0], one);
        assert!(refused.len() > 1, "then the loose one: {refused:?}");
    }

    #[test]
    fn where_a_clock_runs_it_holds_nobody_up() {
        let act = offer(&json!({"type": "draw"}), false);
        let ready = |ready: bool| offer(&json!({"type": "ready", "ready": ready}), false);
        let mut random = StdRng::seed_from_u64(2);
        let mut on = |offers: Value| {
            let update = asked(&offers, true);
            choose(&Sight { update: &update, refused: &[] }, &mut random)
        };
        assert_eq!(
            on(json!([act, ready(true)])),
            Choice::Act(json!({"type": "ready", "ready": true}))
        );
        assert_eq!(on(json!([act, ready(false)])), Choice::Wait);
        assert_eq!(on(json!([act])), Choice::Act(json!({"type": "draw"})));
    }
}
