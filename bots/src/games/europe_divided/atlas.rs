//! The component data that a bot rests on: borders, the actions of cards, conditions of headlines.

use std::collections::{BTreeMap, VecDeque};

use protocol::games::europe_divided::{ActionCard, Headline, Power, Region, Side, Space};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[derive(Deserialize)]
struct EdgeRow {
    a: Space,
    b: Space,
}

/// An Action Card.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct CardRow {
    id: ActionCard,
    /// Whose.
    pub(super) side: Side,
    group: Group,
    /// Its space, if it has one.
    #[serde(default)]
    pub(super) region: Option<Space>,
    /// Where it builds, if not in its space.
    #[serde(default)]
    pub(super) build_in: Option<Space>,
    pub(super) initiative: u8,
    /// Of which one may be taken.
    #[serde(default)]
    pub(super) actions: Vec<Symbol>,
    #[serde(default)]
    pub(super) special: Option<String>,
}

impl CardRow {
    /// The contested region in which Europe needs a strong die to use the card.
    pub(super) fn contested(&self) -> Option<Region> {
        if self.group == Group::Contested { self.region?.region() } else { None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Group {
    Home,
    Contested,
}

/// A printed action.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Symbol {
    pub(super) action: Action,
    pub(super) power: Power,
    #[serde(default)]
    pub(super) amount: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Action {
    PlaceInfluence,
    IncreaseInfluence,
    GainMoney,
    BuildArmy,
    MoveArmy,
}

/// A headline.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct HeadlineRow {
    id: Headline,
    pub(super) banner: Side,
    pub(super) regions: Vec<Region>,
    pub(super) condition: Condition,
    pub(super) prestige: u8,
}

/// What must hold in each region of a headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Condition {
    RussiaOneArmy,
    RussiaTwoArmies,
    RussiaOverEu,
    RussiaOverEuAndNato,
    RussiaOverNatoWithArmy,
    RussiaDominance,
    NatoOverRussiaWithArmy,
    NatoOverRussia,
    EuOverRussia,
    NatoDominance,
    EuDominance,
}

/// The rows of one kind in one file of the data.
fn rows<T: DeserializeOwned>(data: &Value, file: &str, kind: &str) -> Option<Vec<T>> {
    Vec::<T>::deserialize(data.get(file)?.get(kind)?).ok()
}

/// What never changes.
#[derive(Debug)]
pub(super) struct Atlas {
    borders: BTreeMap<Space, Vec<Space>>,
    cards: BTreeMap<ActionCard, CardRow>,
    headlines: BTreeMap<Headline, HeadlineRow>,
}

impl Atlas {
    /// Reads the component data; nothing if they are not as expected.
    pub(super) fn read(data: &Value) -> Option<Self> {
        let mut borders: BTreeMap<Space, Vec<Space>> = BTreeMap::new();
        for EdgeRow { a, b } in rows(data, "map", "edge")? {
            borders.entry(a).or_default().push(b);
            borders.entry(b).or_default().push(a);
        }
        let cards: Vec<CardRow> = rows(data, "cards", "action")?;
        let headlines: Vec<HeadlineRow> = rows(data, "headlines", "headline")?;
        Some(Self {
            borders,
            cards: cards.into_iter().map(|row| (row.id, row)).collect(),
            headlines: headlines.into_iter().map(|row| (row.id, row)).collect(),
        })
    }

    /// The neighbours of a space.
    pub(super) fn near(&self, space: Space) -> &[Space] {
        self.borders.get(&space).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn card(&self, card: ActionCard) -> Option<&CardRow> {
        self.cards.get(&card)
    }

    pub(super) fn headline(&self, headline: Headline) -> Option<&HeadlineRow> {
        self.headlines.get(&headline)
    }

    /// Steps from one space to another, by land and sea, whoever is in the way; at least 1.
    pub(super) fn steps(&self, from: Space, to: Space) -> u16 {
        let mut seen = vec![from];
        let mut next = VecDeque::from([(from, 0)]);
        while let Some((space, steps)) = next.pop_front() {
            if space == to {
                return steps.max(1);
            }
            for near in self.near(space) {
                if !seen.contains(near) {
                    seen.push(*near);
                    next.push_back((*near, steps + 1));
                }
            }
        }
        1
    }
}
