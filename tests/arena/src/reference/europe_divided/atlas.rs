//! The component data that a bot uses: borders, the actions of cards, conditions of headlines.

use std::collections::{BTreeMap, VecDeque};

use protocol::games::europe_divided::data::{ActionRow, Data, EdgeRow, HeadlineRow};
use protocol::games::europe_divided::{ActionCard, Headline, Space};

/// The parts of the game that never change.
#[derive(Debug)]
pub(super) struct Atlas {
    borders: BTreeMap<Space, Vec<Space>>,
    cards: BTreeMap<ActionCard, ActionRow>,
    headlines: BTreeMap<Headline, HeadlineRow>,
}

impl Atlas {
    pub(super) fn new(data: Data) -> Self {
        let mut borders: BTreeMap<Space, Vec<Space>> = BTreeMap::new();
        for EdgeRow { a, b, .. } in data.map.edge {
            borders.entry(a).or_default().push(b);
            borders.entry(b).or_default().push(a);
        }
        Self {
            borders,
            cards: data.cards.action.into_iter().map(|row| (row.id, row)).collect(),
            headlines: data.headlines.headline.into_iter().map(|row| (row.id, row)).collect(),
        }
    }

    /// Returns the neighbours of a space.
    pub(super) fn near(&self, space: Space) -> &[Space] {
        self.borders.get(&space).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn card(&self, card: ActionCard) -> Option<&ActionRow> {
        self.cards.get(&card)
    }

    pub(super) fn headline(&self, headline: Headline) -> Option<&HeadlineRow> {
        self.headlines.get(&headline)
    }

    /// Counts the steps from one space to another, by land and sea, regardless of what is in the
    /// way; at least 1.
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
