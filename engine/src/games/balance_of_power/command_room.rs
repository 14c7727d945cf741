//! The Command Room's beginning: one seat places the map, the other chooses.

use protocol::Rejection;
use protocol::games::balance_of_power::{
    Capitals, Colour, Event, Garrison, Owner, Placement, Site, Territory,
};

use super::check::{NEUTRAL_TROOPS, PLAYER_TROOPS};
use super::setup::AUTO;
use super::state::{BalanceOfPower, Frame};
use super::tables::Board;
use crate::by_id::IdSet;
use crate::game::EventSink;

/// Troops of a player in a map that the deal places, in the order drawn (ruling 11).
const AUTO_PLAYER: [u8; 7] = [5, 5, 4, 4, 4, 3, 2];
/// Neutral troops in such a map, in the order drawn.
const AUTO_NEUTRAL: [u8; 12] = [5, 5, 4, 4, 2, 2, 2, 2, 2, 2, 2, 2];
/// Neutral troops in Denmark and Switzerland, and at each Satellite Centre.
const AUTO_SITE: [u8; 2] = [8, 5];
/// The rule cited in refusals.
const RULE: &str = "Command Room: set-up";

/// Builds a map with the amounts of `auto`: the first seven territories Red's, the next seven
/// Blue's, each with the capital on its first one. `order` holds the territories without a site.
pub(super) fn balanced(board: &Board, order: &[Territory]) -> (Placement, Capitals) {
    let neutral = |troops| Garrison { owner: Owner::Neutral, troops };
    let mut map = Placement::from_fn(|territory| match board.site[territory] {
        Some(Site::SatelliteCentre) => neutral(AUTO_SITE[1]),
        Some(Site::SwissVault | Site::NavalBase) | None => neutral(AUTO_SITE[0]),
    });
    let armies = [Owner::Red, Owner::Blue].map(|owner| AUTO_PLAYER.map(|troops| (owner, troops)));
    let neutrals = AUTO_NEUTRAL.map(|troops| (Owner::Neutral, troops));
    let garrisons = armies.into_iter().flatten().chain(neutrals);
    for (territory, (owner, troops)) in order.iter().zip(garrisons) {
        map[*territory] = Garrison { owner, troops };
    }
    let first = |colour: Colour| {
        let at = order.get(colour.index() * AUTO_PLAYER.len()).copied();
        at.unwrap_or(Territory::ALL[0])
    };
    (map, Capitals { red: first(Colour::Red), blue: first(Colour::Blue) })
}

/// Returns the territories without a site, in canonical order.
pub(super) fn without_site(board: &Board) -> Vec<Territory> {
    Territory::ALL.iter().copied().filter(|at| !board.sites.contains(*at)).collect()
}

impl BalanceOfPower {
    /// Places a map as a seat sent it.
    pub(super) fn place_map(
        &mut self,
        map: &Placement,
        capitals: Capitals,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        self.check_placement(map, capitals)?;
        self.put_map(map, capitals, false, ev);
        Ok(())
    }

    /// Makes the deal place a map.
    pub(super) fn auto(&mut self, ev: &mut impl EventSink<Event>) {
        let mut order = without_site(&self.rules.board);
        self.dealer.shuffle(AUTO, &mut order);
        let (map, capitals) = balanced(&self.rules.board, &order);
        self.put_map(&map, capitals, true, ev);
    }

    /// Makes the checks of ruling 11 in their order; the first that fails is reported with its numbers.
    fn check_placement(&self, map: &Placement, capitals: Capitals) -> Result<(), Rejection> {
        let refuse = |detail: String| Err(Rejection::illegal(detail, RULE));
        if let Some((territory, _)) = map.iter().find(|(_, garrison)| garrison.troops == 0) {
            let name = self.name(territory);
            return refuse(format!("{name} has 0 troops; every territory has at least 1"));
        }
        let armies = [
            (Owner::Red, PLAYER_TROOPS),
            (Owner::Blue, PLAYER_TROOPS),
            (Owner::Neutral, NEUTRAL_TROOPS),
        ];
        for (owner, wanted) in armies {
            let own = map.iter().filter(|(_, garrison)| garrison.owner == owner);
            let placed: u32 = own.map(|(_, garrison)| u32::from(garrison.troops)).sum();
            if placed != wanted {
                return refuse(format!("{owner} has {placed} troops; it must have {wanted}"));
            }
        }
        let taken = |at: &Territory| map[*at].owner != Owner::Neutral;
        if let Some(territory) = self.rules.board.sites.iter().find(taken) {
            let (name, owner) = (self.name(territory), map[territory].owner);
            return refuse(format!("{name} has a site and must be neutral, not {owner}"));
        }
        for (colour, at) in [(Colour::Red, capitals.red), (Colour::Blue, capitals.blue)] {
            let owner = map[at].owner;
            if owner != colour.owner() {
                let name = self.name(at);
                return refuse(format!(
                    "the capital of {colour} must stand on a {colour} territory; {name} is {owner}"
                ));
            }
        }
        Ok(())
    }

    fn put_map(
        &mut self,
        map: &Placement,
        capitals: Capitals,
        auto: bool,
        ev: &mut impl EventSink<Event>,
    ) {
        for owner in Owner::ALL.iter().copied() {
            let own = map.iter().filter(|(_, garrison)| garrison.owner == owner);
            self.lands[owner] = own.map(|(territory, _)| territory).collect::<IdSet<_>>();
        }
        for (territory, garrison) in map.iter() {
            self.troops[territory] = u16::from(garrison.troops);
        }
        self.capitals[Colour::Red] = Some(capitals.red);
        self.capitals[Colour::Blue] = Some(capitals.blue);
        let seat = self.placer;
        ev.all(Event::MapPlaced { seat, auto, territories: *map, capitals });
        self.stack.replace(Frame::Choose);
    }

    /// Lets the other seat choose its colour and the first player (ruling 1).
    pub(super) fn choose(
        &mut self,
        seat: u8,
        colour: Colour,
        first: Colour,
        ev: &mut impl EventSink<Event>,
    ) {
        self.colours[usize::from(seat)] = Some(colour);
        self.colours[usize::from(1 - seat)] = Some(colour.opponent());
        self.active = first;
        ev.all(Event::ColourChosen { seat, colour, first });
        self.give_handicap(ev);
        self.stack.finish();
    }
}
