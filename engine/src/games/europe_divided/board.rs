//! The map, and total maps over the closed sets of identifiers.

use protocol::games::europe_divided::{Power, Region, Sea, Side, Space};

use crate::by_id::{ById, IdSet};
use crate::graph::Graph;
use crate::json::Json;

/// The value of a die that dominates.
pub(super) const DOMINANCE: u8 = 6;

pub(super) type ByRegion<V> = ById<Region, V, { Region::COUNT }>;
pub(super) type BySpace<V> = ById<Space, V, { Space::COUNT }>;
pub(super) type BySide<V> = ById<Side, V, { Side::COUNT }>;
pub(super) type ByPower<V> = ById<Power, V, { Power::COUNT }>;
pub(super) type BySea<V> = ById<Sea, V, { Sea::COUNT }>;

/// The map.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) graph: Graph<Space>,
    pub(super) names: BySpace<String>,
    /// Each space as the end of a march, by the price, as offers say it.
    pub(super) ends: BySpace<[Json; Space::COUNT]>,
    /// Each side's home spaces.
    pub(super) home: BySide<IdSet<Space>>,
    pub(super) start_armies: BySide<IdSet<Space>>,
    pub(super) borders_russia: IdSet<Region>,
    /// Spaces whose money tokens count for each side's home cards.
    pub(super) tokens_at_home: BySide<IdSet<Space>>,
    /// Spaces that each side's armies may enter at all.
    pub(super) enter: BySide<IdSet<Space>>,
}
