//! Requirements on the rows of the 60 small cards: sides, colours, spaces that armies may enter,
//! and numbers that keep every sum small.

use std::collections::BTreeSet;

use protocol::games::europe_divided::data::{
    ActionRow, AdvantageRow, AdvantageTime, Group, Part, SeaRow, Special, SymbolKind, When, Window,
    WindowKind,
};
use protocol::games::europe_divided::{ActionCard, AdvantageCard, Power, Region, Sea, Side, Space};

use super::super::board::{Board, DOMINANCE};
use super::{MOST_ON_A_CARD, twice, unique_numbers};
use crate::catalogue::DataFault;

/// Number of small cards.
const SMALL_CARDS: u8 = 60;

pub(in super::super) fn actions(actions: &[ActionRow], board: &Board) -> Result<(), DataFault> {
    for row in actions {
        let fault = |reason: &str| {
            Err(DataFault::new("cards", format!("action {:?}", row.id.as_str()), reason))
        };
        let (side, contested) = printed_group(row.id);
        if row.side != side {
            return fault("belongs to the other side");
        }
        if (row.group == Group::Contested) != contested.is_some() {
            return fault("is in the wrong group");
        }
        if contested.is_some_and(|region| row.region != Some(region.space())) {
            return fault("a contested card's region is the one it is named after");
        }
        if row.text.is_some() != row.text_source.is_some() {
            return fault("text and text_source go together");
        }
        if !(1..=MOST_ON_A_CARD).contains(&row.initiative) {
            return fault(&format!("initiative is 1 to {MOST_ON_A_CARD}"));
        }
        if row.special.is_some_and(|special| special_of(special) != row.side) {
            return fault("has the other side's special action");
        }
        symbols(row, board).or_else(|reason| fault(&reason))?;
        windows(row, board)?;
    }
    home_regions(actions, board)
}

/// Checks that a home card's money tokens lie at home, and that each of Europe's regions has one
/// card that the EU fracture marker can be meant for.
fn home_regions(actions: &[ActionRow], board: &Board) -> Result<(), DataFault> {
    let mut seen = BTreeSet::new();
    for row in actions.iter().filter(|row| row.group == Group::Home) {
        let at_home = row.region.is_none_or(|at| board.tokens_at_home[row.side].contains(at));
        let named = row.side == Side::Russia || row.region.is_some();
        let reason = if !at_home || !named {
            "a home card's region is one of its side's own"
        } else if row.region.is_some_and(|at| !seen.insert(at)) {
            "another card has this region"
        } else {
            continue;
        };
        return Err(DataFault::new("cards", format!("action {:?}", row.id.as_str()), reason));
    }
    Ok(())
}

const fn special_of(special: Special) -> Side {
    match special {
        Special::Propaganda => Side::Russia,
        Special::VisegradGroup => Side::Europe,
    }
}

fn symbols(row: &ActionRow, board: &Board) -> Result<(), String> {
    if row.actions.is_empty() && row.special.is_none() {
        return Err("has no action".to_owned());
    }
    if row.actions.iter().any(|symbol| symbol.power.side() != row.side) {
        return Err("has an action in the other side's colour".to_owned());
    }
    let has = |kind: SymbolKind| row.actions.iter().any(|symbol| symbol.action == kind);
    if has(SymbolKind::BuildArmy) != row.build_in.is_some() {
        return Err("build_in goes with a build_army action".to_owned());
    }
    if row.build_in.is_some_and(|space| !board.enter[row.side].contains(space)) {
        return Err("build_in is a space where the side's armies may stand".to_owned());
    }
    for (index, symbol) in row.actions.iter().enumerate() {
        // An army is NATO's, money is the EU's: a command does not name their colour.
        let power = match symbol.action {
            SymbolKind::BuildArmy | SymbolKind::MoveArmy if row.side == Side::Europe => Power::Nato,
            SymbolKind::GainMoney if row.side == Side::Europe => Power::Eu,
            SymbolKind::PlaceInfluence
            | SymbolKind::IncreaseInfluence
            | SymbolKind::GainMoney
            | SymbolKind::BuildArmy
            | SymbolKind::MoveArmy => symbol.power,
        };
        if symbol.power != power {
            return Err("armies are NATO's, and money is the EU's".to_owned());
        }
        let kind = (symbol.action, symbol.power);
        if row.actions[..index].iter().any(|other| (other.action, other.power) == kind) {
            return Err("has two actions of one kind and colour".to_owned());
        }
        let counted =
            matches!(symbol.action, SymbolKind::IncreaseInfluence | SymbolKind::GainMoney);
        if counted != (symbol.amount > 0) {
            return Err("amount goes with increase_influence and gain_money".to_owned());
        }
        if symbol.amount > MOST_ON_A_CARD {
            return Err(format!("amount is at most {MOST_ON_A_CARD}"));
        }
    }
    Ok(())
}

fn printed_group(card: ActionCard) -> (Side, Option<Region>) {
    let region = |first: ActionCard| Region::ALL.get(card.index() - first.index()).copied();
    if card >= ActionCard::RussiaArmenia {
        (Side::Russia, region(ActionCard::RussiaArmenia))
    } else if card >= ActionCard::EuropeArmenia {
        (Side::Europe, region(ActionCard::EuropeArmenia))
    } else if card >= ActionCard::EnergySector {
        (Side::Russia, None)
    } else {
        (Side::Europe, None)
    }
}

fn windows(row: &ActionRow, board: &Board) -> Result<(), DataFault> {
    let mut effect = false;
    for window in &row.window {
        let fault = |reason: &str| {
            Err(DataFault::new("cards", format!("window of action {:?}", row.id.as_str()), reason))
        };
        if window.parts.is_empty() {
            return fault("has no parts");
        }
        if window.when == When::EffectUsed && !(effect && window.kind == WindowKind::Reaction) {
            return fault("effect_used belongs to a reaction that follows an effect");
        }
        if window.when == When::BuildHere && row.build_in.is_none() {
            return fault("build_here on a card that builds nothing");
        }
        if window.when == When::NatoAction && row.side == Side::Russia {
            return fault("nato_action on a card of Russia's");
        }
        if !window.six.is_empty() && row.region.and_then(Space::region).is_none() {
            return fault("six on a card without a contested region");
        }
        if twice(&window.six) {
            return fault("six names a power twice");
        }
        for part in &window.parts {
            part_of(row, window, part, board).or_else(|reason| fault(&reason))?;
        }
        effect |= window.kind == WindowKind::Effect;
    }
    Ok(())
}

fn part_of(row: &ActionRow, window: &Window, part: &Part, board: &Board) -> Result<(), String> {
    let actor = match window.kind {
        WindowKind::Effect => row.side,
        WindowKind::Reaction => row.side.opponent(),
    };
    match part {
        Part::Influence { powers, regions, add, cap, .. } => {
            if powers.iter().any(|power| power.side() != actor) {
                return Err("gives dice to the side that does not decide".to_owned());
            }
            let numbers = (1..=MOST_ON_A_CARD).contains(add) && (1..=DOMINANCE).contains(cap);
            if powers.is_empty() || regions.is_empty() || !numbers {
                return Err(format!(
                    "needs powers, regions, add of 1 to {MOST_ON_A_CARD} and cap of 1 to {DOMINANCE}"
                ));
            }
            if twice(powers) || twice(regions) {
                return Err("names a power or a region twice".to_owned());
            }
        }
        Part::Build { space } | Part::MoveTo { space } => {
            if !board.enter[actor].contains(*space) {
                return Err("leads to a space where that side's armies may not stand".to_owned());
            }
        }
        Part::GainMoney { amount } => {
            if !(1..=MOST_ON_A_CARD).contains(amount) {
                return Err(format!("amount is 1 to {MOST_ON_A_CARD}"));
            }
        }
    }
    Ok(())
}

pub(in super::super) fn advantages(advantages: &[AdvantageRow]) -> Result<(), DataFault> {
    for row in advantages {
        let fault = |reason: &str| {
            Err(DataFault::new("cards", format!("advantage {:?}", row.id.as_str()), reason))
        };
        let side = if row.id < AdvantageCard::CyberAttack { Side::Europe } else { Side::Russia };
        if row.side != side {
            return fault("belongs to the other side");
        }
        if row.money.len() != 2 || row.money_source.len() != 2 {
            return fault("money and money_source are given for both editions");
        }
        if row.money.values().any(|money| *money > MOST_ON_A_CARD) {
            return fault(&format!("money is at most {MOST_ON_A_CARD}"));
        }
        // Only these two cards are used in the initiative step.
        let before = matches!(row.id, AdvantageCard::CouncilMeeting | AdvantageCard::CyberAttack);
        let when = if before { AdvantageTime::BeforeInitiative } else { AdvantageTime::OwnTurn };
        if row.when != when {
            return fault("only Council Meeting and Cyber Attack are used before_initiative");
        }
    }
    Ok(())
}

pub(in super::super) fn seas(seas: &[SeaRow], board: &Board) -> Result<(), DataFault> {
    for (index, row) in seas.iter().enumerate() {
        let fault = |reason: &str| {
            Err(DataFault::new("cards", format!("sea {:?}", row.id.as_str()), reason))
        };
        if seas[..index].iter().any(|other| other.id == row.id) {
            return fault("is listed twice");
        }
        let mut ties = row.ties;
        ties.sort_unstable();
        if ties != [Power::Eu, Power::Nato, Power::Russia] {
            return fault("ties names each power once");
        }
        if row.regions.is_empty() {
            return fault("has no regions");
        }
        if row.russia_from.is_none() != row.russia_to.is_empty() {
            return fault("russia_from and russia_to go together");
        }
        if twice(&row.regions) || twice(&row.russia_to) || twice(&row.nato_from) {
            return fault("names a region or a space twice");
        }
        let moves = row.russia_from.is_some() && !row.nato_from.is_empty();
        let builds = row.russia_build_in.is_some() && row.nato_build_in.is_some();
        let any_move = row.russia_from.is_some() || !row.nato_from.is_empty();
        let any_build = row.russia_build_in.is_some()
            || row.nato_build_in.is_some()
            || row.russia_build_cost > 0;
        let fits = match row.id {
            Sea::Baltic => moves && !any_build,
            Sea::Black => builds && !any_move,
        };
        if !fits {
            return fault("the Baltic Sea Card moves armies, the Black Sea Card builds them");
        }
        let russia = row.russia_from.iter().chain(&row.russia_to).chain(&row.russia_build_in);
        let nato = row.nato_from.iter().chain(&row.nato_build_in);
        let mut spaces = russia.map(|at| (Side::Russia, *at));
        let mut of_nato = nato.map(|at| (Side::Europe, *at));
        let foreign = |(side, at): (Side, Space)| !board.enter[side].contains(at);
        if spaces.any(foreign) || of_nato.any(foreign) {
            return fault("names a space where that side's armies may not stand");
        }
        let most = row.regions.len() as u8 * DOMINANCE;
        if !(1..=most).contains(&row.minimum) {
            return fault(&format!("minimum is 1 to {most}, the most that dice can come to there"));
        }
        if row.eu_money.max(row.russia_build_cost) > MOST_ON_A_CARD {
            return fault(&format!("money is at most {MOST_ON_A_CARD}"));
        }
    }
    Ok(())
}

/// Checks that the 60 small cards are numbered 1 to 60.
pub(in super::super) fn numbers(
    actions: &[ActionRow],
    advantages: &[AdvantageRow],
    seas: &[SeaRow],
) -> Result<(), DataFault> {
    let mut numbers: Vec<u8> = actions.iter().map(|row| row.no).collect();
    numbers.extend(advantages.iter().map(|row| row.no));
    numbers.extend(seas.iter().map(|row| row.no));
    unique_numbers("cards", numbers, SMALL_CARDS)
}
