//! What component data must fulfil: counts, borders, and a turn track that can be played.

use std::collections::BTreeSet;

use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, Headline, Power, Region, Side, Space,
};

use super::rows::{
    ActionRow, AdvantageRow, ConditionRow, EdgeRow, EditionRow, Group, HeadlineRow, HeadlineStep,
    Part, SeaRow, SpaceKind, SpaceRow, SymbolKind, TurnRow, When, WindowKind,
};
use crate::catalogue::Fault;
use crate::graph::Graph;

/// Turns of a match.
pub(super) const TURNS: usize = 20;
/// Headlines each side is dealt at the start.
pub(super) const HEADLINES_DEALT: u8 = 3;
/// Headlines of a banner that leave period 1 and period 2 unseen.
pub(super) const HEADLINES_UNSEEN: [usize; 2] = [4, 3];
/// Headlines of a banner in period 1 (one lies open) and period 2.
const HEADLINES_OF_A_BANNER: [usize; 2] = [11, 9];
/// Armies on the board at the start.
const START_ARMIES: [(SpaceKind, usize); 2] = [(SpaceKind::Europe, 9), (SpaceKind::Russia, 5)];
/// Spaces of each kind.
const SPACES: [(SpaceKind, usize); 5] = [
    (SpaceKind::Contested, 12),
    (SpaceKind::Europe, 13),
    (SpaceKind::Russia, 7),
    (SpaceKind::Sea, 3),
    (SpaceKind::MoneyOnly, 1),
];

fn space(id: Space) -> String {
    format!("space {:?}", id.as_str())
}

pub(super) fn edges(edges: &[EdgeRow]) -> Result<Graph<Space>, Fault> {
    let mut graph = Graph::default();
    for EdgeRow { a, b, .. } in edges {
        let row = format!("edge {a} - {b}");
        if a == b {
            return Err(Fault::new("map", row, "a space does not border itself"));
        }
        if graph.neighbours(*a).contains(*b) {
            return Err(Fault::new("map", row, "stands here twice"));
        }
        graph.join(*a, *b);
    }
    Ok(graph)
}

pub(super) fn spaces(spaces: &[SpaceRow], graph: &Graph<Space>) -> Result<(), Fault> {
    for (kind, count) in SPACES {
        let found = spaces.iter().filter(|row| row.kind == kind).count();
        if found != count {
            let reason = format!("there are {found} spaces of kind {kind:?}, not {count}");
            return Err(Fault::new("map", "[[space]]", reason));
        }
    }
    for (kind, count) in START_ARMIES {
        let starts = |row: &&SpaceRow| row.kind == kind && row.start_army == Some(true);
        let found = spaces.iter().filter(starts).count();
        if found != count {
            let reason = format!("{found} {kind:?} spaces have a start army, not {count}");
            return Err(Fault::new("map", "start_army", reason));
        }
    }
    let russia: Vec<Space> =
        spaces.iter().filter(|row| row.kind == SpaceKind::Russia).map(|row| row.id).collect();
    for row in spaces {
        let home = matches!(row.kind, SpaceKind::Europe | SpaceKind::Russia);
        let contested = row.kind == SpaceKind::Contested;
        let fault = |reason| Err(Fault::new("map", space(row.id), reason));
        if contested != row.id.region().is_some() {
            return fault("the twelve regions with dice are the contested ones");
        }
        if home && (row.start_army.is_none() || row.start_army_source.is_none()) {
            return fault("a home space says start_army and start_army_source");
        }
        if !home && (row.start_army.is_some() || row.start_army_source.is_some()) {
            return fault("only home spaces have start armies");
        }
        if contested != row.borders_russia.is_some()
            || contested != row.borders_russia_source.is_some()
        {
            return fault("a contested region says borders_russia and borders_russia_source");
        }
        let touches = russia.iter().any(|home| graph.neighbours(row.id).contains(*home));
        if row.borders_russia == Some(true) && !touches {
            return fault("borders_russia, but no edge leads to a space of Russia's");
        }
        if (row.kind == SpaceKind::MoneyOnly) != graph.neighbours(row.id).is_empty() {
            return fault("every space but the one for money tokens has a neighbour");
        }
    }
    Ok(())
}

pub(super) fn actions(actions: &[ActionRow]) -> Result<(), Fault> {
    for row in actions {
        let fault = |reason: &str| {
            Err(Fault::new("cards", format!("action {:?}", row.id.as_str()), reason))
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
        if row.actions.iter().any(|symbol| symbol.power.side() != row.side) {
            return fault("has an action in the other side's colour");
        }
        let has = |kind: SymbolKind| row.actions.iter().any(|symbol| symbol.action == kind);
        if has(SymbolKind::BuildArmy) != row.build_in.is_some() {
            return fault("build_in goes with a build_army action");
        }
        let amounts = row.actions.iter().all(|symbol| {
            let counted =
                matches!(symbol.action, SymbolKind::IncreaseInfluence | SymbolKind::GainMoney);
            counted == (symbol.amount > 0)
        });
        if !amounts {
            return fault("amount goes with increase_influence and gain_money");
        }
        windows(row)?;
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

fn windows(row: &ActionRow) -> Result<(), Fault> {
    let mut effect = false;
    for window in &row.window {
        let fault = |reason: &str| {
            Err(Fault::new("cards", format!("window of action {:?}", row.id.as_str()), reason))
        };
        let actor = match window.kind {
            WindowKind::Effect => row.side,
            WindowKind::Reaction => row.side.opponent(),
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
        if !window.six.is_empty() && row.region.and_then(Space::region).is_none() {
            return fault("six on a card without a contested region");
        }
        for part in &window.parts {
            if let Part::Influence { powers, regions, add, cap, .. } = part {
                if powers.iter().any(|power| power.side() != actor) {
                    return fault("gives dice to the side that does not decide");
                }
                if powers.is_empty() || regions.is_empty() || *add == 0 || *cap > 6 {
                    return fault("needs powers, regions, add of 1 or more and cap up to 6");
                }
            }
        }
        effect |= window.kind == WindowKind::Effect;
    }
    Ok(())
}

pub(super) fn advantages(advantages: &[AdvantageRow]) -> Result<(), Fault> {
    for row in advantages {
        let fault = |reason: &str| {
            Err(Fault::new("cards", format!("advantage {:?}", row.id.as_str()), reason))
        };
        let side = if row.id < AdvantageCard::CyberAttack { Side::Europe } else { Side::Russia };
        if row.side != side {
            return fault("belongs to the other side");
        }
        if row.money.len() != 2 || row.money_source.len() != 2 {
            return fault("money and money_source are given for both editions");
        }
    }
    Ok(())
}

pub(super) fn seas(seas: &[SeaRow]) -> Result<(), Fault> {
    for row in seas {
        let fault =
            |reason: &str| Err(Fault::new("cards", format!("sea {:?}", row.id.as_str()), reason));
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
    }
    Ok(())
}

/// The 60 small cards are numbered 1 to 60.
pub(super) fn numbers(
    actions: &[ActionRow],
    advantages: &[AdvantageRow],
    seas: &[SeaRow],
) -> Result<(), Fault> {
    let mut numbers: Vec<u8> = actions.iter().map(|row| row.no).collect();
    numbers.extend(advantages.iter().map(|row| row.no));
    numbers.extend(seas.iter().map(|row| row.no));
    unique_numbers("cards", numbers)
}

fn unique_numbers(file: &str, mut numbers: Vec<u8>) -> Result<(), Fault> {
    numbers.sort_unstable();
    match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Fault::new(file, format!("no = {}", pair[0]), "stands here twice")),
        None => Ok(()),
    }
}

pub(super) fn conditions(rows: &[ConditionRow]) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for row in rows {
        if !seen.insert(row.id) {
            return Err(Fault::new("headlines", format!("condition {:?}", row.id), "twice"));
        }
    }
    if seen.len() == 11 {
        Ok(())
    } else {
        let reason = format!("there are {} conditions, not 11", seen.len());
        Err(Fault::new("headlines", "[[condition]]", reason))
    }
}

pub(super) fn headlines(headlines: &[HeadlineRow]) -> Result<(), Fault> {
    unique_numbers("headlines", headlines.iter().map(|row| row.no).collect())?;
    for row in headlines {
        let reason = if !matches!(row.period, 1 | 2) {
            "period is 1 or 2"
        } else if row.regions.is_empty() {
            "affects no region"
        } else {
            continue;
        };
        return Err(Fault::new("headlines", format!("headline {:?}", row.id.as_str()), reason));
    }
    for (index, count) in HEADLINES_OF_A_BANNER.into_iter().enumerate() {
        for side in Side::ALL {
            let of =
                |row: &&HeadlineRow| usize::from(row.period) == index + 1 && row.banner == *side;
            let found = headlines.iter().filter(of).count();
            if found != count {
                let reason = format!("{found} headlines have this banner, not {count}");
                let row = format!("period {}, banner {side}", index + 1);
                return Err(Fault::new("headlines", row, reason));
            }
        }
    }
    Ok(())
}

/// The track must be playable: hands and decks suffice, and a discard is always the whole hand.
pub(super) fn turns(turns: &[TurnRow]) -> Result<(), Fault> {
    if turns.len() != TURNS {
        return Err(Fault::new("turns", "[[turn]]", format!("{} turns, not {TURNS}", turns.len())));
    }
    let dealt = 2 * usize::from(HEADLINES_DEALT);
    let mut deck = Headline::COUNT - 2 - 2 * HEADLINES_UNSEEN.iter().sum::<usize>() - dealt;
    let mut hand = HEADLINES_DEALT;
    for (index, row) in turns.iter().enumerate() {
        let fault =
            |reason: &str| Err(Fault::new("turns", format!("turn number {}", row.turn), reason));
        if usize::from(row.turn) != index + 1 || row.period != 1 + u8::from(index >= TURNS / 2) {
            return fault("turns run from 1 to 20, the first ten in period 1");
        }
        if row.steps.windows(2).any(|pair| pair[0] >= pair[1]) {
            return fault("steps come in the order resolve, shift, place, discard, new");
        }
        let has = |step| row.steps.contains(&step);
        if has(HeadlineStep::Place) {
            if !has(HeadlineStep::Shift) {
                return fault("headlines are placed only after a shift");
            }
            let Some(left) = hand.checked_sub(1) else {
                return fault("no headline is left to place");
            };
            hand = left;
        }
        if has(HeadlineStep::Discard) {
            if row.discard_each != hand {
                return fault("discard_each must be exactly the headlines left in hand");
            }
            hand = 0;
        }
        if has(HeadlineStep::New) {
            hand += row.draw_each;
            let Some(left) = deck.checked_sub(2 * usize::from(row.draw_each)) else {
                return fault("the headline deck has too few cards for this draw");
            };
            deck = left;
        }
    }
    Ok(())
}

pub(super) fn editions(rows: Vec<EditionRow>) -> Result<[EditionRow; 2], Fault> {
    let fault = || Fault::new("editions", "[[edition]]", "there are two: first, then revised");
    let rows: [EditionRow; 2] = rows.try_into().map_err(|_| fault())?;
    if [rows[0].id, rows[1].id] != [Edition::First, Edition::Revised] {
        return Err(fault());
    }
    for row in &rows {
        if row.start_money.len() != 2 {
            let name = format!("edition {:?}", row.id);
            return Err(Fault::new("editions", name, "start_money is given for both sides"));
        }
    }
    Ok(rows)
}
