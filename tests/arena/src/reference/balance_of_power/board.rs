//! The map as a bot reads it: its fixed parts, from the component data, and the current position.

use std::collections::BTreeMap;

use protocol::games::balance_of_power::data::{Condition, Data, EdgeKind, EdgeRow};
use protocol::games::balance_of_power::{
    Card, Colour, Objective, Owner, Public, Region, Territory, TerritoryView,
};

/// The parts of the map that never change.
#[derive(Debug)]
pub(super) struct Atlas {
    /// The neighbours of each territory, sea-lines included.
    borders: BTreeMap<Territory, Vec<Territory>>,
    /// The territories that a sea-line touches.
    coast: Vec<Territory>,
    bonuses: BTreeMap<Region, u8>,
    objectives: BTreeMap<Objective, Condition>,
    stars: BTreeMap<Card, u8>,
    troops_for_stars: BTreeMap<u8, u8>,
}

impl Atlas {
    pub(super) fn new(data: Data) -> Self {
        let mut borders: BTreeMap<Territory, Vec<Territory>> = BTreeMap::new();
        let mut coast = Vec::new();
        for EdgeRow { a, b, kind, .. } in data.map.edge {
            borders.entry(a).or_default().push(b);
            borders.entry(b).or_default().push(a);
            if kind == EdgeKind::Sea {
                coast.extend([a, b]);
            }
        }
        coast.sort_unstable();
        coast.dedup();
        let objectives = data.objectives.objective.into_iter();
        Self {
            borders,
            coast,
            bonuses: data.map.region.into_iter().map(|row| (row.id, row.bonus)).collect(),
            objectives: objectives.map(|row| (row.id, row.condition)).collect(),
            stars: data.cards.card.into_iter().map(|row| (row.id, row.stars)).collect(),
            troops_for_stars: data
                .cards
                .stars
                .into_iter()
                .map(|row| (row.stars, row.troops))
                .collect(),
        }
    }

    /// Returns the neighbours of a territory.
    pub(super) fn near(&self, at: Territory) -> &[Territory] {
        self.borders.get(&at).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the stars of a card.
    pub(super) fn stars(&self, card: Card) -> u8 {
        self.stars.get(&card).copied().unwrap_or_default()
    }

    /// Returns the troops that this many stars earn; `None` for a sum that is not a set.
    pub(super) fn troops(&self, stars: u8) -> Option<u8> {
        self.troops_for_stars.get(&stars).copied()
    }

    /// Returns the troops that a region earns.
    pub(super) fn bonus(&self, region: Region) -> f64 {
        self.bonuses.get(&region).copied().unwrap_or_default().into()
    }
}

/// The map as it stands, seen by one colour.
#[derive(Debug)]
pub(super) struct BoardView<'a> {
    pub(super) atlas: &'a Atlas,
    pub(super) public: &'a Public,
    pub(super) own: Colour,
}

impl BoardView<'_> {
    /// Returns a territory; every one is in the view.
    pub(super) fn at(&self, territory: Territory) -> Option<&TerritoryView> {
        self.public.territories.get(&territory)
    }

    /// Returns the number of troops in a territory.
    pub(super) fn troops(&self, territory: Territory) -> u32 {
        self.at(territory).map_or(0, |view| view.troops.into())
    }

    /// Returns the owner of a territory.
    pub(super) fn owner(&self, territory: Territory) -> Owner {
        self.at(territory).map_or(Owner::Neutral, |view| view.owner)
    }

    /// Checks whether a territory is the bot's own.
    pub(super) fn mine(&self, territory: Territory) -> bool {
        self.owner(territory) == self.own.owner()
    }

    /// Checks whether a territory is the opponent's.
    pub(super) fn theirs(&self, territory: Territory) -> bool {
        self.owner(territory) == self.own.opponent().owner()
    }

    /// Lists the bot's territories.
    pub(super) fn own_land(&self) -> impl Iterator<Item = Territory> {
        Territory::ALL.iter().copied().filter(|at| self.mine(*at))
    }

    /// Returns the territory with the capital of a colour.
    pub(super) fn capital(&self, of: Colour) -> Option<Territory> {
        let mut all = self.public.territories.iter();
        all.find(|(_, view)| view.capital == Some(of)).map(|(at, _)| *at)
    }

    /// Returns the most troops with which the opponent can attack a territory from one neighbour.
    pub(super) fn menace(&self, at: Territory) -> u32 {
        let near = self.atlas.near(at).iter().filter(|near| self.theirs(**near));
        near.map(|near| self.troops(*near).saturating_sub(1)).max().unwrap_or_default()
    }

    /// Checks whether anything that is not the bot's own borders a territory.
    pub(super) fn frontier(&self, at: Territory) -> bool {
        self.atlas.near(at).iter().any(|near| !self.mine(*near))
    }

    /// Lists the territories that a colour still lacks for an objective, by the cheapest way there.
    pub(super) fn missing(&self, objective: Objective, colour: Colour) -> Vec<Territory> {
        let Some(condition) = self.atlas.objectives.get(&objective) else { return Vec::new() };
        let held = |at: &Territory| self.owner(*at) == colour.owner();
        let of = |wanted: &dyn Fn(&Territory, &TerritoryView) -> bool| -> Vec<Territory> {
            let all = self.public.territories.iter().filter(|(at, view)| wanted(at, view));
            all.map(|(at, _)| *at).collect()
        };
        let lacking = |all: Vec<Territory>| -> Vec<Territory> {
            all.into_iter().filter(|at| !held(at)).collect()
        };
        let cheapest = |all: Vec<Territory>, count: u8| {
            let held_now = all.iter().filter(|at| held(at)).count();
            let mut rest = lacking(all);
            rest.sort_by_key(|at| self.troops(*at));
            rest.truncate(usize::from(count).saturating_sub(held_now));
            rest
        };
        match *condition {
            Condition::Region { region } => lacking(of(&|_, view| view.region == region)),
            Condition::Regions { count } => {
                let regions = Region::ALL.iter();
                let mut all: Vec<Vec<Territory>> =
                    regions.map(|region| lacking(of(&|_, view| view.region == *region))).collect();
                all.sort_by_key(|rest| self.effort(rest));
                all.into_iter().take(count.into()).flatten().collect()
            }
            Condition::SeaLines {} => lacking(self.atlas.coast.clone()),
            Condition::Rough { count } => cheapest(of(&|_, view| view.rough), count),
            Condition::Cities { count } => cheapest(of(&|_, view| view.city), count),
            Condition::Site { site } => lacking(of(&|_, view| view.site == Some(site))),
            Condition::NoNeutral {} => of(&|_, view| view.owner == Owner::Neutral),
        }
    }

    /// Returns the number of troops in the way.
    pub(super) fn effort(&self, of: &[Territory]) -> u32 {
        of.iter().map(|at| self.troops(*at) + 1).sum()
    }
}
