//! Requirements on the component data: counts, borders, and a turn track that can be played.

mod cards;

use std::collections::BTreeMap;

use protocol::games::europe_divided::data::{
    Condition, ConditionRow, EdgeRow, EditionRow, EndStep, HeadlineRow, HeadlineStep, SpaceKind,
    SpaceRow, TurnRow,
};
use protocol::games::europe_divided::{Edition, Headline, Side, Space};

pub(super) use cards::{actions, advantages, numbers, seas};

use crate::catalogue::DataFault;
use crate::graph::Graph;

/// Number of turns of a match.
pub(super) const TURNS: usize = 20;
/// Headlines each side is dealt at the start.
pub(super) const HEADLINES_DEALT: u8 = 3;
/// Headlines of a banner that leave period 1 and period 2 unseen.
pub(super) const HEADLINES_UNSEEN: [usize; 2] = [4, 3];
/// Headlines of a banner in period 1 (one lies open) and period 2.
const HEADLINES_OF_A_BANNER: [usize; 2] = [11, 9];
/// The largest number on a card: a byte holds every sum of a match.
const MOST_ON_A_CARD: u8 = 12;
/// The most money of a side at the start.
const MOST_START_MONEY: u16 = 100;
/// Number of times that Advantage Cards can be redrawn: seven cards suffice for two draws of three,
/// not for another.
const MOST_RESETS: usize = 1;
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

pub(super) fn edges(edges: &[EdgeRow]) -> Result<Graph<Space>, DataFault> {
    let mut graph = Graph::default();
    for EdgeRow { a, b, .. } in edges {
        let row = format!("edge {a} - {b}");
        if a == b {
            return Err(DataFault::new("map", row, "a space does not border itself"));
        }
        if graph.neighbours(*a).contains(*b) {
            return Err(DataFault::new("map", row, "is listed twice"));
        }
        graph.join(*a, *b);
    }
    Ok(graph)
}

pub(super) fn spaces(spaces: &[SpaceRow], graph: &Graph<Space>) -> Result<(), DataFault> {
    for (kind, count) in SPACES {
        let found = spaces.iter().filter(|row| row.kind == kind).count();
        if found != count {
            let reason = format!("there are {found} spaces of kind {kind:?}, not {count}");
            return Err(DataFault::new("map", "[[space]]", reason));
        }
    }
    for (kind, count) in START_ARMIES {
        let starts = |row: &&SpaceRow| row.kind == kind && row.start_army == Some(true);
        let found = spaces.iter().filter(starts).count();
        if found != count {
            let reason = format!("{found} {kind:?} spaces have a start army, not {count}");
            return Err(DataFault::new("map", "start_army", reason));
        }
    }
    let russia: Vec<Space> =
        spaces.iter().filter(|row| row.kind == SpaceKind::Russia).map(|row| row.id).collect();
    for row in spaces {
        let home = matches!(row.kind, SpaceKind::Europe | SpaceKind::Russia);
        let contested = row.kind == SpaceKind::Contested;
        let fault = |reason| Err(DataFault::new("map", space(row.id), reason));
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

/// Checks whether a list names something twice.
fn twice<T: PartialEq>(list: &[T]) -> bool {
    (1..list.len()).any(|at| list[..at].contains(&list[at]))
}

/// Checks that the numbers go from 1 to `most`, each at most once.
fn unique_numbers(file: &str, mut numbers: Vec<u8>, most: u8) -> Result<(), DataFault> {
    if let Some(no) = numbers.iter().find(|no| !(1..=most).contains(*no)) {
        return Err(DataFault::new(file, format!("no = {no}"), format!("numbers are 1 to {most}")));
    }
    numbers.sort_unstable();
    match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(DataFault::new(file, format!("no = {}", pair[0]), "is listed twice")),
        None => Ok(()),
    }
}

/// Reads the text of each condition.
pub(super) fn conditions(
    rows: Vec<ConditionRow>,
) -> Result<BTreeMap<Condition, String>, DataFault> {
    let mut texts = BTreeMap::new();
    for ConditionRow { id, text, .. } in rows {
        if texts.insert(id, text).is_some() {
            return Err(DataFault::new("headlines", format!("condition {id:?}"), "twice"));
        }
    }
    if texts.len() == 11 {
        Ok(texts)
    } else {
        let reason = format!("there are {} conditions, not 11", texts.len());
        Err(DataFault::new("headlines", "[[condition]]", reason))
    }
}

pub(super) fn headlines(headlines: &[HeadlineRow]) -> Result<(), DataFault> {
    unique_numbers(
        "headlines",
        headlines.iter().map(|row| row.no).collect(),
        Headline::COUNT as u8,
    )?;
    for row in headlines {
        let reason = if !matches!(row.period, 1 | 2) {
            "period is 1 or 2"
        } else if row.regions.is_empty() {
            "affects no region"
        } else if twice(&row.regions) || twice(&row.money_tokens) {
            "names a region or a space twice"
        } else if !(1..=MOST_ON_A_CARD).contains(&row.prestige) {
            "prestige is 1 to 12"
        } else {
            continue;
        };
        return Err(DataFault::new("headlines", format!("headline {:?}", row.id.as_str()), reason));
    }
    for (index, count) in HEADLINES_OF_A_BANNER.into_iter().enumerate() {
        for side in Side::ALL {
            let of =
                |row: &&HeadlineRow| usize::from(row.period) == index + 1 && row.banner == *side;
            let found = headlines.iter().filter(of).count();
            if found != count {
                let reason = format!("{found} headlines have this banner, not {count}");
                let row = format!("period {}, banner {side}", index + 1);
                return Err(DataFault::new("headlines", row, reason));
            }
        }
    }
    Ok(())
}

/// Checks that the track is playable: hands and decks suffice, and a discard is always the whole hand.
pub(super) fn turns(turns: &[TurnRow]) -> Result<(), DataFault> {
    if turns.len() != TURNS {
        return Err(DataFault::new(
            "turns",
            "[[turn]]",
            format!("{} turns, not {TURNS}", turns.len()),
        ));
    }
    let dealt = 2 * usize::from(HEADLINES_DEALT);
    let mut deck = Headline::COUNT - 2 - 2 * HEADLINES_UNSEEN.iter().sum::<usize>() - dealt;
    let mut hand = HEADLINES_DEALT;
    // Whether headlines lie in Current and in Forthcoming.
    let (mut current, mut forthcoming) = (false, true);
    for (index, row) in turns.iter().enumerate() {
        let fault = |reason: &str| {
            Err(DataFault::new("turns", format!("turn number {}", row.turn), reason))
        };
        if usize::from(row.turn) != index + 1 || row.period != 1 + u8::from(index >= TURNS / 2) {
            return fault("turns run from 1 to 20, the first ten in period 1");
        }
        if row.steps.windows(2).any(|pair| pair[0] >= pair[1]) {
            return fault("steps come in the order resolve, shift, place, discard, new");
        }
        let has = |step| row.steps.contains(&step);
        current &= !has(HeadlineStep::Resolve);
        if has(HeadlineStep::Shift) {
            if current {
                return fault("current headlines are resolved before others become current");
            }
            (current, forthcoming) = (forthcoming, false);
        }
        if has(HeadlineStep::Place) {
            if !has(HeadlineStep::Shift) {
                return fault("headlines are placed only after a shift");
            }
            let Some(left) = hand.checked_sub(1) else {
                return fault("no headline is left to place");
            };
            hand = left;
            forthcoming = true;
        }
        if has(HeadlineStep::Discard) {
            if row.discard_each != hand || hand == 0 {
                return fault("discard_each must be exactly the headlines left in hand");
            }
            hand = 0;
        } else if row.discard_each > 0 {
            return fault("discard_each goes with the step discard");
        }
        if has(HeadlineStep::New) != (row.draw_each > 0) {
            return fault("draw_each goes with the step new");
        }
        hand = hand.saturating_add(row.draw_each);
        let Some(left) = deck.checked_sub(2 * usize::from(row.draw_each)) else {
            return fault("the headline deck has too few cards for this draw");
        };
        deck = left;
    }
    ends_of_turns(turns)
}

/// Checks that the match ends with turn 20 and not before, and that there are Advantage Cards for
/// every reset.
fn ends_of_turns(turns: &[TurnRow]) -> Result<(), DataFault> {
    let mut resets = 0;
    for row in turns {
        let fault = |reason: &str| {
            Err(DataFault::new("turns", format!("turn number {}", row.turn), reason))
        };
        let last = usize::from(row.turn) == TURNS;
        let end = row.end_of_turn.iter().position(|step| *step == EndStep::GameEnd);
        if last != end.is_some() || end.is_some_and(|at| at + 1 != row.end_of_turn.len()) {
            return fault("game_end is the last step of turn 20, and of no other turn");
        }
        if twice(&row.end_of_turn) {
            return fault("end_of_turn names a step twice");
        }
        resets += row.end_of_turn.iter().filter(|step| **step == EndStep::AdvantageReset).count();
        if resets > MOST_RESETS {
            return fault("advantage_reset stands at one turn: there are no cards for another");
        }
    }
    Ok(())
}

pub(super) fn editions(rows: Vec<EditionRow>) -> Result<[EditionRow; 2], DataFault> {
    let fault = || DataFault::new("editions", "[[edition]]", "there are two: first, then revised");
    let rows: [EditionRow; 2] = rows.try_into().map_err(|_| fault())?;
    if [rows[0].id, rows[1].id] != [Edition::First, Edition::Revised] {
        return Err(fault());
    }
    for row in &rows {
        if row.start_money.len() != 2 {
            let name = format!("edition {:?}", row.id);
            return Err(DataFault::new("editions", name, "start_money is given for both sides"));
        }
        if row.start_money.values().any(|money| *money > MOST_START_MONEY) {
            let name = format!("edition {:?}", row.id);
            let reason = format!("start_money is at most {MOST_START_MONEY}");
            return Err(DataFault::new("editions", name, reason));
        }
    }
    Ok(rows)
}
