//! Offers as numbered lines.
//!
//! Numbers stay with their offers when a filter hides others, so that a number once read is never
//! another move. It must not know a session.

use protocol::Offer;

use super::walk::Walk;

/// How many offers are shown at once without being asked for all.
pub const SHOWN: usize = 40;

/// The lines for the offers whose text, rule or items contain every word of `filter`.
pub fn lines(offers: &[Offer], filter: &str, all: bool) -> Vec<String> {
    let fitting: Vec<(usize, &Offer)> =
        offers.iter().enumerate().filter(|(_, offer)| fits(offer, filter)).collect();
    let limit = if all { fitting.len() } else { SHOWN };
    let mut lines: Vec<String> =
        fitting.iter().take(limit).map(|(at, offer)| line(at + 1, offer)).collect();
    if fitting.is_empty() {
        lines.push(format!("No offer contains {filter:?}; a shows all."));
    } else if fitting.len() > limit {
        let more = fitting.len() - limit;
        lines.push(format!("... and {more} more: type a part of the text, or a for all."));
    } else if fitting.len() < offers.len() {
        lines.push(format!(
            "{} of {} offers contain {filter:?}; a shows all.",
            fitting.len(),
            offers.len()
        ));
    }
    lines
}

/// One offer: its number, its text with the price, what is still to be chosen, and its rule.
fn line(number: usize, offer: &Offer) -> String {
    let mut line = format!("{number:>4}  {}", offer.text);
    if !Walk::new(&offer.command).is_complete() {
        line.push_str(" ...");
    }
    if !offer.rule.is_empty() {
        line = format!("{line} [{}]", offer.rule);
    }
    if offer.loose {
        line.push_str(" (the game may still refuse it)");
    }
    line
}

fn fits(offer: &Offer, filter: &str) -> bool {
    let text = format!("{} {}", offer.text, offer.rule).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::offer;
    use serde_json::json;

    #[test]
    fn numbers_stay_when_a_filter_hides_others() {
        let offers = [offer("Place an EU die in Poland"), offer("Pass"), offer("Move to Poland")];
        assert_eq!(
            lines(&offers, "poland MOVE", false),
            [
                "   3  Move to Poland [Actions]",
                "1 of 3 offers contain \"poland MOVE\"; a shows all."
            ]
        );
        assert_eq!(lines(&offers, "x", false), ["No offer contains \"x\"; a shows all."]);
        assert_eq!(lines(&offers, "", false).len(), 3);
    }

    #[test]
    fn many_offers_are_cut_and_can_be_asked_for() {
        let offers: Vec<Offer> = (0..100).map(|n| offer(&format!("Move {n}"))).collect();
        let cut = lines(&offers, "", false);
        assert_eq!(cut.len(), SHOWN + 1);
        assert!(cut[SHOWN].contains("60 more"), "{}", cut[SHOWN]);
        assert_eq!(lines(&offers, "", true).len(), 100);
    }

    #[test]
    fn choices_and_looseness_show() {
        let mut one = offer("Trade");
        one.command = json!({"n": {"$int": {"min": 0, "max": 2}}});
        one.loose = true;
        assert_eq!(
            lines(&[one], "", false),
            ["   1  Trade ... [Actions] (the game may still refuse it)"]
        );
    }
}
