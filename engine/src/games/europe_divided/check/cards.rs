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
use crate::catalogue::{DataFault, RowCheck};

/// Number of small cards.
const SMALL_CARDS: u8 = 60;

pub(in super::super) fn actions(actions: &[ActionRow], board: &Board) -> Result<(), DataFault> {
    for row in actions {
        let check = RowCheck::of("cards", "action", row.id);
        let (side, contested) = printed_group(row.id);
        check.needs(row.side == side, "belongs to the other side")?;
        let grouped = (row.group == Group::Contested) == contested.is_some();
        check.needs(grouped, "is in the wrong group")?;
        let named = contested.is_none_or(|region| row.region == Some(region.space()));
        check.needs(named, "a contested card's region is the one it is named after")?;
        let both = row.text.is_some() == row.text_source.is_some();
        check.needs(both, "text and text_source go together")?;
        let reason = format_args!("initiative is 1 to {MOST_ON_A_CARD}");
        check.needs((1..=MOST_ON_A_CARD).contains(&row.initiative), reason)?;
        let own = row.special.is_none_or(|special| special_of(special) == row.side);
        check.needs(own, "has the other side's special action")?;
        symbols(row, board, &check)?;
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
        let check = RowCheck::of("cards", "action", row.id);
        check.needs(at_home && named, "a home card's region is one of its side's own")?;
        let first = row.region.is_none_or(|at| seen.insert(at));
        check.needs(first, "another card has this region")?;
    }
    Ok(())
}

const fn special_of(special: Special) -> Side {
    match special {
        Special::Propaganda => Side::Russia,
        Special::VisegradGroup => Side::Europe,
    }
}

fn symbols(row: &ActionRow, board: &Board, check: &RowCheck) -> Result<(), DataFault> {
    check.needs(!row.actions.is_empty() || row.special.is_some(), "has no action")?;
    let own = row.actions.iter().all(|symbol| symbol.power.side() == row.side);
    check.needs(own, "has an action in the other side's colour")?;
    let builds = row.actions.iter().any(|symbol| symbol.action == SymbolKind::BuildArmy);
    check.needs(builds == row.build_in.is_some(), "build_in goes with a build_army action")?;
    let open = row.build_in.is_none_or(|space| board.enter[row.side].contains(space));
    check.needs(open, "build_in is a space where the side's armies may stand")?;
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
        check.needs(symbol.power == power, "armies are NATO's, and money is the EU's")?;
        let kind = (symbol.action, symbol.power);
        let first = row.actions[..index].iter().all(|other| (other.action, other.power) != kind);
        check.needs(first, "has two actions of one kind and colour")?;
        let counted =
            matches!(symbol.action, SymbolKind::IncreaseInfluence | SymbolKind::GainMoney);
        let reason = "amount goes with increase_influence and gain_money";
        check.needs(counted == (symbol.amount > 0), reason)?;
        let reason = format_args!("amount is at most {MOST_ON_A_CARD}");
        check.needs(symbol.amount <= MOST_ON_A_CARD, reason)?;
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
    let check = RowCheck::of("cards", "window of action", row.id);
    for window in &row.window {
        check.needs(!window.parts.is_empty(), "has no parts")?;
        let follows = effect && window.kind == WindowKind::Reaction;
        let reason = "effect_used belongs to a reaction that follows an effect";
        check.needs(window.when != When::EffectUsed || follows, reason)?;
        let builds = row.build_in.is_some();
        let reason = "build_here on a card that builds nothing";
        check.needs(window.when != When::BuildHere || builds, reason)?;
        let nato = row.side == Side::Europe;
        let reason = "nato_action on a card of Russia's";
        check.needs(window.when != When::NatoAction || nato, reason)?;
        let contested = row.region.and_then(Space::region).is_some();
        let reason = "six on a card without a contested region";
        check.needs(window.six.is_empty() || contested, reason)?;
        check.needs(!twice(&window.six), "six names a power twice")?;
        for part in &window.parts {
            part_of(row, window, part, board, &check)?;
        }
        effect |= window.kind == WindowKind::Effect;
    }
    Ok(())
}

fn part_of(
    row: &ActionRow,
    window: &Window,
    part: &Part,
    board: &Board,
    check: &RowCheck,
) -> Result<(), DataFault> {
    let actor = match window.kind {
        WindowKind::Effect => row.side,
        WindowKind::Reaction => row.side.opponent(),
    };
    match part {
        Part::Influence { powers, regions, add, cap, .. } => {
            let own = powers.iter().all(|power| power.side() == actor);
            check.needs(own, "gives dice to the side that does not decide")?;
            let numbers = (1..=MOST_ON_A_CARD).contains(add) && (1..=DOMINANCE).contains(cap);
            let reason = format_args!(
                "needs powers, regions, add of 1 to {MOST_ON_A_CARD} and cap of 1 to {DOMINANCE}"
            );
            check.needs(!powers.is_empty() && !regions.is_empty() && numbers, reason)?;
            check.needs(!twice(powers) && !twice(regions), "names a power or a region twice")
        }
        Part::Build { space } | Part::MoveTo { space } => {
            let reason = "leads to a space where that side's armies may not stand";
            check.needs(board.enter[actor].contains(*space), reason)
        }
        Part::GainMoney { amount } => {
            let reason = format_args!("amount is 1 to {MOST_ON_A_CARD}");
            check.needs((1..=MOST_ON_A_CARD).contains(amount), reason)
        }
    }
}

pub(in super::super) fn advantages(advantages: &[AdvantageRow]) -> Result<(), DataFault> {
    for row in advantages {
        let check = RowCheck::of("cards", "advantage", row.id);
        let side = if row.id < AdvantageCard::CyberAttack { Side::Europe } else { Side::Russia };
        check.needs(row.side == side, "belongs to the other side")?;
        let both = row.money.len() == 2 && row.money_source.len() == 2;
        check.needs(both, "money and money_source are given for both editions")?;
        let fits = row.money.values().all(|money| *money <= MOST_ON_A_CARD);
        check.needs(fits, format_args!("money is at most {MOST_ON_A_CARD}"))?;
        // Only these two cards are used in the initiative step.
        let before = matches!(row.id, AdvantageCard::CouncilMeeting | AdvantageCard::CyberAttack);
        let when = if before { AdvantageTime::BeforeInitiative } else { AdvantageTime::OwnTurn };
        let reason = "only Council Meeting and Cyber Attack are used before_initiative";
        check.needs(row.when == when, reason)?;
    }
    Ok(())
}

pub(in super::super) fn seas(seas: &[SeaRow], board: &Board) -> Result<(), DataFault> {
    for (index, row) in seas.iter().enumerate() {
        let check = RowCheck::of("cards", "sea", row.id);
        let first = seas[..index].iter().all(|other| other.id != row.id);
        check.needs(first, "is listed twice")?;
        let mut ties = row.ties;
        ties.sort_unstable();
        let each = ties == [Power::Eu, Power::Nato, Power::Russia];
        check.needs(each, "ties names each power once")?;
        check.needs(!row.regions.is_empty(), "has no regions")?;
        let both = row.russia_from.is_none() == row.russia_to.is_empty();
        check.needs(both, "russia_from and russia_to go together")?;
        let again = twice(&row.regions) || twice(&row.russia_to) || twice(&row.nato_from);
        check.needs(!again, "names a region or a space twice")?;
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
        check.needs(fits, "the Baltic Sea Card moves armies, the Black Sea Card builds them")?;
        let russia = row.russia_from.iter().chain(&row.russia_to).chain(&row.russia_build_in);
        let nato = row.nato_from.iter().chain(&row.nato_build_in);
        let of_russia = russia.map(|at| (Side::Russia, *at));
        let of_nato = nato.map(|at| (Side::Europe, *at));
        let open = of_russia.chain(of_nato).all(|(side, at)| board.enter[side].contains(at));
        check.needs(open, "names a space where that side's armies may not stand")?;
        let most = row.regions.len() as u8 * DOMINANCE;
        let reason = format_args!("minimum is 1 to {most}, the most that dice can come to there");
        check.needs((1..=most).contains(&row.minimum), reason)?;
        let fits = row.eu_money.max(row.russia_build_cost) <= MOST_ON_A_CARD;
        check.needs(fits, format_args!("money is at most {MOST_ON_A_CARD}"))?;
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
