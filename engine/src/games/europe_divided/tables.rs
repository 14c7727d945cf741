//! The validated component data: total maps over the closed sets of identifiers.
//!
//! Whatever an owner corrects in the data files passes through here; a fault names file and row.

use std::collections::BTreeMap;

use protocol::games::europe_divided::data::{
    ActionRow, AdvantageRow, Condition, ConditionRow, EdgeRow, EditionRow, HeadlineRow, SeaRow,
    SpaceKind, SpaceRow, TurnRow,
};
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Edition, Headline, Power, Region, Side, Space,
};
use serde_json::Value;

use super::board::{Board, BySea, BySpace};
use super::check;
use super::prices::price;
use crate::by_id::{ById, IdSet};
use crate::catalogue::{DataFault, borders, rows, total};
use crate::offer::Items;

/// Everything that is printed on the components.
#[derive(Debug)]
pub struct Tables {
    pub(super) board: Board,
    pub(super) actions: ById<ActionCard, ActionRow, { ActionCard::COUNT }>,
    pub(super) advantages: ById<AdvantageCard, AdvantageRow, { AdvantageCard::COUNT }>,
    pub(super) seas: BySea<SeaCard>,
    pub(super) headlines: ById<Headline, HeadlineCard, { Headline::COUNT }>,
    /// The text of each headline condition.
    pub(super) conditions: BTreeMap<Condition, String>,
    pub(super) turns: Vec<TurnRow>,
    pub(super) editions: [EditionRow; 2],
}

/// A Sea Card.
#[derive(Debug)]
pub(super) struct SeaCard {
    pub(super) name: String,
    pub(super) regions: IdSet<Region>,
    pub(super) minimum: u8,
    pub(super) ties: [Power; 3],
    pub(super) russia_from: Option<Space>,
    pub(super) russia_to: IdSet<Space>,
    pub(super) nato_from: IdSet<Space>,
    pub(super) russia_build: Option<(Space, u8)>,
    pub(super) nato_build_in: Option<Space>,
    pub(super) eu_money: u8,
}

/// A headline.
#[derive(Debug)]
pub(super) struct HeadlineCard {
    pub(super) name: String,
    pub(super) period: u8,
    pub(super) banner: Side,
    pub(super) regions: IdSet<Region>,
    pub(super) condition: Condition,
    pub(super) prestige: u8,
    pub(super) money_tokens: IdSet<Space>,
}

impl Tables {
    /// Reads and checks all files.
    pub(super) fn load(files: &Value) -> Result<Self, DataFault> {
        let board = Board::load(rows(files, "map", "space")?, &rows(files, "map", "edge")?)?;
        let conditions: Vec<ConditionRow> = rows(files, "headlines", "condition")?;
        let conditions = check::conditions(conditions)?;
        let turns: Vec<TurnRow> = rows(files, "turns", "turn")?;
        check::turns(&turns)?;
        let headlines: Vec<HeadlineRow> = rows(files, "headlines", "headline")?;
        check::headlines(&headlines)?;
        let actions: Vec<ActionRow> = rows(files, "cards", "action")?;
        check::actions(&actions, &board)?;
        let advantages: Vec<AdvantageRow> = rows(files, "cards", "advantage")?;
        check::advantages(&advantages)?;
        let seas: Vec<SeaRow> = rows(files, "cards", "sea")?;
        check::seas(&seas, &board)?;
        check::numbers(&actions, &advantages, &seas)?;
        let editions: Vec<EditionRow> = rows(files, "editions", "edition")?;
        Ok(Self {
            board,
            actions: total("cards", "action", actions, |row| row.id, |row| row)?,
            advantages: total("cards", "advantage", advantages, |row| row.id, |row| row)?,
            seas: total("cards", "sea", seas, |row| row.id, SeaCard::from)?,
            headlines: total("headlines", "headline", headlines, |row| row.id, HeadlineCard::from)?,
            conditions,
            turns,
            editions: check::editions(editions)?,
        })
    }

    pub(super) fn edition(&self, edition: Edition) -> &EditionRow {
        &self.editions[edition as usize]
    }

    /// Returns the contested Action Card of a region and a side.
    pub(super) fn contested_card(region: Region, side: Side) -> ActionCard {
        let first = match side {
            Side::Europe => ActionCard::EuropeArmenia,
            Side::Russia => ActionCard::RussiaArmenia,
        };
        ActionCard::ALL[first.index() + region.index()]
    }
}

impl Board {
    fn load(spaces: Vec<SpaceRow>, edges: &[EdgeRow]) -> Result<Self, DataFault> {
        let graph = borders(edges.iter().map(|row| (row.a, row.b)), "a space")?;
        check::spaces(&spaces, &graph)?;
        let of = |kind: SpaceKind| -> IdSet<Space> {
            spaces.iter().filter(|row| row.kind == kind).map(|row| row.id).collect()
        };
        let (europe, russia) = (of(SpaceKind::Europe), of(SpaceKind::Russia));
        let open = of(SpaceKind::Contested).union(of(SpaceKind::Sea));
        let tokens = russia.union(of(SpaceKind::MoneyOnly));
        let armies: IdSet<Space> =
            spaces.iter().filter(|row| row.start_army == Some(true)).map(|row| row.id).collect();
        let borders_russia = spaces.iter().filter(|row| row.borders_russia == Some(true));
        let borders_russia = borders_russia.filter_map(|row| row.id.region()).collect();
        let home = ById::from_fn(|side| if side == Side::Europe { europe } else { russia });
        let names: BySpace<String> = total("map", "space", spaces, |row| row.id, |row| row.name)?;
        let end =
            |to: Space, cost| Items::written(&to, &format!("{} ({})", names[to], price(cost)));
        Ok(Self {
            graph,
            borders_russia,
            start_armies: ById::from_fn(|side| armies.intersection(home[side])),
            tokens_at_home: ById::from_fn(|side| match side {
                Side::Europe => europe,
                Side::Russia => tokens,
            }),
            enter: ById::from_fn(|side| open.union(home[side])),
            home,
            // No march passes a space twice, so there are fewer prices than spaces.
            ends: ById::from_fn(|to| std::array::from_fn(|cost| end(to, cost as u8))),
            names,
        })
    }
}

impl From<SeaRow> for SeaCard {
    fn from(row: SeaRow) -> Self {
        Self {
            name: row.name,
            regions: row.regions.into_iter().collect(),
            minimum: row.minimum,
            ties: row.ties,
            russia_from: row.russia_from,
            russia_to: row.russia_to.into_iter().collect(),
            nato_from: row.nato_from.into_iter().collect(),
            russia_build: row.russia_build_in.map(|space| (space, row.russia_build_cost)),
            nato_build_in: row.nato_build_in,
            eu_money: row.eu_money,
        }
    }
}

impl From<HeadlineRow> for HeadlineCard {
    fn from(row: HeadlineRow) -> Self {
        Self {
            name: row.name,
            period: row.period,
            banner: row.banner,
            regions: row.regions.into_iter().collect(),
            condition: row.condition,
            prestige: row.prestige,
            money_tokens: row.money_tokens.into_iter().collect(),
        }
    }
}
