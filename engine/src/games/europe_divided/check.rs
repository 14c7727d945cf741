//! Requirements on the component data: counts, borders, and a turn track that can be played.

mod cards;

use std::collections::BTreeMap;

use protocol::games::europe_divided::data::{
    Condition, ConditionRow, EditionRow, EndStep, HeadlineRow, HeadlineStep, SpaceKind, SpaceRow,
    TurnRow,
};
use protocol::games::europe_divided::{Edition, Headline, Side, Space};

pub(super) use cards::{actions, advantages, numbers, seas};

use crate::catalogue::{DataFault, RowCheck};
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

pub(super) fn spaces(spaces: &[SpaceRow], graph: &Graph<Space>) -> Result<(), DataFault> {
    for (kind, count) in SPACES {
        let found = spaces.iter().filter(|row| row.kind == kind).count();
        let reason = format_args!("there are {found} spaces of kind {kind:?}, not {count}");
        RowCheck::at("map", "[[space]]").needs(found == count, reason)?;
    }
    for (kind, count) in START_ARMIES {
        let starts = |row: &&SpaceRow| row.kind == kind && row.start_army == Some(true);
        let found = spaces.iter().filter(starts).count();
        let reason = format_args!("{found} {kind:?} spaces have a start army, not {count}");
        RowCheck::at("map", "start_army").needs(found == count, reason)?;
    }
    let russia: Vec<Space> =
        spaces.iter().filter(|row| row.kind == SpaceKind::Russia).map(|row| row.id).collect();
    for row in spaces {
        let home = matches!(row.kind, SpaceKind::Europe | SpaceKind::Russia);
        let contested = row.kind == SpaceKind::Contested;
        let check = RowCheck::of("map", "space", row.id);
        let has_dice = row.id.region().is_some();
        check
            .needs(contested == has_dice, "the twelve regions with dice are the contested ones")?;
        let (army, source) = (row.start_army.is_some(), row.start_army_source.is_some());
        let said = !home || (army && source);
        check.needs(said, "a home space says start_army and start_army_source")?;
        let silent = home || !(army || source);
        check.needs(silent, "only home spaces have start armies")?;
        let said = [row.borders_russia.is_some(), row.borders_russia_source.is_some()];
        let reason = "a contested region says borders_russia and borders_russia_source";
        check.needs(said == [contested; 2], reason)?;
        let near = graph.neighbours(row.id);
        let touches = russia.iter().any(|home| near.contains(*home));
        let reason = "borders_russia, but no edge leads to a space of Russia's";
        check.needs(row.borders_russia != Some(true) || touches, reason)?;
        let reason = "every space but the one for money tokens has a neighbour";
        check.needs((row.kind == SpaceKind::MoneyOnly) == near.is_empty(), reason)?;
    }
    Ok(())
}

/// Checks whether a list names something twice.
fn twice<T: PartialEq>(list: &[T]) -> bool {
    (1..list.len()).any(|at| list[..at].contains(&list[at]))
}

/// Checks that the numbers go from 1 to `most`, each at most once.
fn unique_numbers(file: &'static str, mut numbers: Vec<u8>, most: u8) -> Result<(), DataFault> {
    let check = |no: u8| RowCheck::at(file, format_args!("no = {no}"));
    for no in numbers.iter().copied() {
        let reason = format_args!("numbers are 1 to {most}");
        check(no).needs((1..=most).contains(&no), reason)?;
    }
    numbers.sort_unstable();
    for pair in numbers.windows(2) {
        check(pair[0]).needs(pair[0] != pair[1], "is listed twice")?;
    }
    Ok(())
}

/// Reads the text of each condition.
pub(super) fn conditions(
    rows: Vec<ConditionRow>,
) -> Result<BTreeMap<Condition, String>, DataFault> {
    let mut texts = BTreeMap::new();
    for ConditionRow { id, text, .. } in rows {
        let first = texts.insert(id, text).is_none();
        RowCheck::at("headlines", format_args!("condition {id:?}")).needs(first, "twice")?;
    }
    let reason = format_args!("there are {} conditions, not 11", texts.len());
    RowCheck::at("headlines", "[[condition]]").needs(texts.len() == 11, reason)?;
    Ok(texts)
}

pub(super) fn headlines(headlines: &[HeadlineRow]) -> Result<(), DataFault> {
    unique_numbers(
        "headlines",
        headlines.iter().map(|row| row.no).collect(),
        Headline::COUNT as u8,
    )?;
    for row in headlines {
        let check = RowCheck::of("headlines", "headline", row.id);
        check.needs(matches!(row.period, 1 | 2), "period is 1 or 2")?;
        check.needs(!row.regions.is_empty(), "affects no region")?;
        let again = twice(&row.regions) || twice(&row.money_tokens);
        check.needs(!again, "names a region or a space twice")?;
        check.needs((1..=MOST_ON_A_CARD).contains(&row.prestige), "prestige is 1 to 12")?;
    }
    for (count, period) in HEADLINES_OF_A_BANNER.into_iter().zip(1..) {
        for side in Side::ALL {
            let of = |row: &&HeadlineRow| row.period == period && row.banner == *side;
            let found = headlines.iter().filter(of).count();
            let reason = format_args!("{found} headlines have this banner, not {count}");
            RowCheck::at("headlines", format_args!("period {period}, banner {side}"))
                .needs(found == count, reason)?;
        }
    }
    Ok(())
}

/// Checks that the track is playable: hands and decks suffice, and a discard is always the whole hand.
pub(super) fn turns(turns: &[TurnRow]) -> Result<(), DataFault> {
    let reason = format_args!("{} turns, not {TURNS}", turns.len());
    RowCheck::at("turns", "[[turn]]").needs(turns.len() == TURNS, reason)?;
    let dealt = 2 * usize::from(HEADLINES_DEALT);
    let mut deck = Headline::COUNT - 2 - 2 * HEADLINES_UNSEEN.iter().sum::<usize>() - dealt;
    let mut hand = HEADLINES_DEALT;
    // Whether headlines lie in Current and in Forthcoming.
    let (mut current, mut forthcoming) = (false, true);
    for (index, row) in turns.iter().enumerate() {
        let check = RowCheck::at("turns", format_args!("turn number {}", row.turn));
        let period = 1 + u8::from(index >= TURNS / 2);
        let numbered = usize::from(row.turn) == index + 1 && row.period == period;
        check.needs(numbered, "turns run from 1 to 20, the first ten in period 1")?;
        let ordered = row.steps.windows(2).all(|pair| pair[0] < pair[1]);
        check.needs(ordered, "steps come in the order resolve, shift, place, discard, new")?;
        let has = |step| row.steps.contains(&step);
        current &= !has(HeadlineStep::Resolve);
        if has(HeadlineStep::Shift) {
            check.needs(!current, "current headlines are resolved before others become current")?;
            (current, forthcoming) = (forthcoming, false);
        }
        if has(HeadlineStep::Place) {
            check.needs(has(HeadlineStep::Shift), "headlines are placed only after a shift")?;
            check.needs(hand > 0, "no headline is left to place")?;
            hand -= 1;
            forthcoming = true;
        }
        if has(HeadlineStep::Discard) {
            let all = row.discard_each == hand && hand > 0;
            check.needs(all, "discard_each must be exactly the headlines left in hand")?;
            hand = 0;
        }
        let none = has(HeadlineStep::Discard) || row.discard_each == 0;
        check.needs(none, "discard_each goes with the step discard")?;
        let new = has(HeadlineStep::New) == (row.draw_each > 0);
        check.needs(new, "draw_each goes with the step new")?;
        hand = hand.saturating_add(row.draw_each);
        let drawn = 2 * usize::from(row.draw_each);
        check.needs(drawn <= deck, "the headline deck has too few cards for this draw")?;
        deck -= drawn;
    }
    ends_of_turns(turns)
}

/// Checks that the match ends with turn 20 and not before, and that there are Advantage Cards for
/// every reset.
fn ends_of_turns(turns: &[TurnRow]) -> Result<(), DataFault> {
    let mut resets = 0;
    for row in turns {
        let check = RowCheck::at("turns", format_args!("turn number {}", row.turn));
        let last = usize::from(row.turn) == TURNS;
        let end = row.end_of_turn.iter().position(|step| *step == EndStep::GameEnd);
        let fits = last == end.is_some() && end.is_none_or(|at| at + 1 == row.end_of_turn.len());
        check.needs(fits, "game_end is the last step of turn 20, and of no other turn")?;
        check.needs(!twice(&row.end_of_turn), "end_of_turn names a step twice")?;
        resets += row.end_of_turn.iter().filter(|step| **step == EndStep::AdvantageReset).count();
        let reason = "advantage_reset stands at one turn: there are no cards for another";
        check.needs(resets <= MOST_RESETS, reason)?;
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
        let check = RowCheck::at("editions", format_args!("edition {:?}", row.id));
        check.needs(row.start_money.len() == 2, "start_money is given for both sides")?;
        let fits = row.start_money.values().all(|money| *money <= MOST_START_MONEY);
        check.needs(fits, format_args!("start_money is at most {MOST_START_MONEY}"))?;
    }
    Ok(rows)
}
