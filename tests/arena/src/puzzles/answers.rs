//! Commands that are the same answer to a question: what they have in common, and what to allow.
//!
//! A search considers a few commands that stand for all others; a person may place one troop more.

use serde_json::{Value, json};

/// Commands that decide too much at once for a question, or nothing.
const NO_QUESTION: [&str; 8] = [
    "auto",
    "choose_drawn",
    "country",
    "offer_create",
    "offer_counter",
    "place_map",
    "return_troops",
    "take_cards",
];

/// Returns the type of a command.
pub fn kind(command: &Value) -> &str {
    command["type"].as_str().unwrap_or_default()
}

/// Checks whether commands like this answer a question that can be asked.
pub fn can_be_asked(command: &Value) -> bool {
    !NO_QUESTION.contains(&kind(command))
}

/// Returns what commands that are the same answer have in common.
pub fn answer(command: &Value) -> Value {
    match kind(command) {
        "attack" | "attack_until" => json!(["attack", command["from"], command["to"]]),
        "manoeuvre" => json!(["manoeuvre", command["from"], command["to"]]),
        "support" => json!(["support", command["kind"], command["from"], command["to"]]),
        "place" => json!(["place", territory(command)]),
        _ => command.clone(),
    }
}

/// Returns the territory that most of the placed troops go to.
fn territory(command: &Value) -> Option<&str> {
    let troops = command["troops"].as_object()?;
    let most = troops.iter().max_by_key(|(_, count)| count.as_u64());
    most.map(|(territory, _)| territory.as_str())
}

/// Checks whether a command places more troops on one territory than another does on the same.
fn more(one: &Value, other: &Value) -> bool {
    let count = |command: &Value, at: &str| command["troops"][at].as_u64();
    territory(other).is_some_and(|at| count(one, at) > count(other, at))
}

/// Returns the parts of commands that are the same answer as the best one, that itself first; `None` if
/// no line can be drawn between it and the others.
pub fn allowed(best: &Value, all: &[&Value]) -> Option<Vec<Value>> {
    let mut allow = vec![best.clone()];
    match kind(best) {
        "attack" | "attack_until" => {
            for kind in ["attack_until", "attack"] {
                allow.push(json!({"type": kind, "from": best["from"], "to": best["to"]}));
            }
        }
        "manoeuvre" => {
            allow.push(json!({"type": "manoeuvre", "from": best["from"], "to": best["to"]}));
        }
        "support" => {
            let mut part = best.clone();
            let inputs = part.as_object_mut()?;
            inputs.retain(|key, _| !["troops", "stop_at"].contains(&key.as_str()));
            allow.push(part);
        }
        // Half of them are rarely as good: the question is where all of them go.
        "place" if all.iter().any(|other| more(other, best)) => return None,
        "occupy" => {
            let mut counts: Vec<u64> =
                all.iter().filter_map(|other| other["troops"].as_u64()).collect();
            counts.sort_unstable();
            let (own, least, most) = (best["troops"].as_u64()?, *counts.first()?, *counts.last()?);
            let half = u64::midpoint(least, most);
            let near = match own {
                _ if most < least + 4 => return None,
                own if own == least => least..=u64::midpoint(least, half),
                own if own == most => u64::midpoint(half, most)..=most,
                _ => return None,
            };
            let parts = near.map(|count| json!({"type": "occupy", "troops": count}));
            allow.extend(parts.filter(|part| part != best));
        }
        _ => {}
    }
    Some(allow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_would_call_the_same_answer_is_allowed() {
        let all = json!([
            {"type": "place", "troops": {"poland": 4}}, {"type": "place", "troops": {"poland": 2}},
            {"type": "place", "troops": {"italy": 4}},
        ]);
        let all: Vec<&Value> = all.as_array().expect("a list").iter().collect();
        assert_eq!(answer(all[0]), answer(all[1]));
        assert_ne!(answer(all[0]), answer(all[2]));
        assert_eq!(allowed(all[0], &all), Some(vec![all[0].clone()]));
        assert_eq!(allowed(all[1], &all), None, "half of them are no whole answer");
    }

    #[test]
    fn few_and_many_are_answers_but_not_what_lies_between() {
        let all: Vec<Value> =
            [3, 7, 11].iter().map(|n| json!({"type": "occupy", "troops": n})).collect();
        let all: Vec<&Value> = all.iter().collect();
        let counts = |at: usize| {
            let allow = allowed(all[at], &all)?;
            Some(allow.iter().map(|part| part["troops"].clone()).collect::<Value>())
        };
        assert_eq!(counts(0), Some(json!([3, 4, 5])));
        assert_eq!(counts(1), None);
        assert_eq!(counts(2), Some(json!([11, 9, 10])));
    }
}
