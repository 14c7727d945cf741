//! The form of commands: impossible amounts, and why a command could not be read at all.
//!
//! Order of checks (rules page 4b.4): phase and clock, form, preconditions.

use protocol::games::europe::data::Count;
use protocol::games::europe::{Citizen, Command, Country, Cubes, Good, Goods, Phase, Resource};
use protocol::{Code, Rejection};
use serde_json::Value;

use super::state::{Europe, UNTIMED_ACTS};
use super::why::Why;
use crate::game::{MatchMillis, Seat};

impl Europe {
    /// Checks whether a command of this phase may be given now.
    pub(super) fn check_phase(&self, now: MatchMillis, wanted: Phase) -> Result<(), Why> {
        if self.phase == Phase::Over {
            return Err(Why::Over);
        }
        if self.phase != wanted {
            return Err(Why::WrongPhase);
        }
        let ended = self.phase_ends().is_some_and(|end| now >= end);
        match (ended, wanted) {
            (false, _) => Ok(()),
            (true, Phase::Play) => Err(Why::RoundOver),
            (true, _) => Err(Why::WrongPhase),
        }
    }

    /// Checks whether the seats and amounts of a command are possible.
    // Rules page 4b.4 and 4b.8.
    pub(super) fn check_form(&self, command: &Command) -> Result<(), Why> {
        if let Command::OfferCreate { to, .. } = command {
            self.check_seats(to)?;
        }
        let fine = match command {
            Command::OfferCreate { give, want, .. } | Command::OfferCounter { give, want, .. } => {
                self.exists(give) && self.exists(want)
            }
            Command::BankBuy { cubes } => !cubes.is_empty() && self.cubes_exist(cubes),
            Command::SettleCrisis { cubes, coin, .. } => {
                let something = !cubes.is_empty() || *coin > 0;
                something && self.cubes_exist(cubes) && *coin <= self.most_of(Good::Coin)
            }
            Command::Country { .. }
            | Command::Choose { .. }
            | Command::OfferAccept { .. }
            | Command::OfferDecline { .. }
            | Command::OfferCancel { .. }
            | Command::RevealResource {}
            | Command::RevealCitizen { .. }
            | Command::DrawCitizens {}
            | Command::ChooseDrawn { .. }
            | Command::Develop { .. }
            | Command::DevelopBlind {}
            | Command::Ready { .. } => true,
            Command::Allocate { cards } => cards.iter().all(|card| self.cubes_exist(&card.cubes)),
        };
        if fine { Ok(()) } else { Err(Why::BadAmount) }
    }

    /// Checks whether a list names seats of this match, each once.
    fn check_seats(&self, list: &[u8]) -> Result<(), Why> {
        if list.is_empty() {
            return Err(Why::NobodyAddressed);
        }
        for (at, number) in list.iter().enumerate() {
            if *number >= self.options().players {
                return Err(Why::NoSuchSeat(*number));
            }
            if list[..at].contains(number) {
                return Err(Why::Twice);
            }
        }
        Ok(())
    }

    /// Returns the most of a good that exists.
    pub(super) fn most_of(&self, good: Good) -> u8 {
        let count = if good == Good::Coin { Count::CoinTotal } else { Count::CubesEach };
        self.tables().counts[count]
    }

    /// Checks whether this much exists in the match.
    pub(super) fn exists(&self, goods: &Goods) -> bool {
        goods.iter().all(|(good, n)| n <= self.most_of(good))
    }

    fn cubes_exist(&self, cubes: &Cubes) -> bool {
        cubes.iter().all(|(_, n)| n <= self.tables().counts[Count::CubesEach])
    }

    /// Finds a better reason than "malformed" for a command that could not be read.
    pub(super) fn why_misread(&self, now: MatchMillis, command: &Value) -> Option<Rejection> {
        let name = command.get("type")?.as_str()?;
        if let Err(why) = self.check_phase(now, phase_of(name)?) {
            return Some(why.reject(self));
        }
        let of = |code, detail: String| Some(Rejection::new(code, detail));
        if let Some(code) = command.get("code").and_then(Value::as_str)
            && Country::parse(code).is_none()
        {
            return of(Code::CountryUnknown, format!("there is no country {code:?} here"));
        }
        if let Some(several) = command.get("hidden").and_then(Value::as_array)
            && several.len() > 1
            && several.iter().all(|card| card.as_str().and_then(Citizen::parse).is_some())
        {
            return Some(Why::HiddenLimit.reject(self));
        }
        let allotted = command.get("cards").and_then(Value::as_array).into_iter().flatten();
        let bags = ["give", "want", "cubes"].map(|key| command.get(key)).into_iter().flatten();
        let bags = bags.chain(allotted.filter_map(|card| card.get("cubes")));
        let coin_allowed = matches!(name, "offer_create" | "offer_counter");
        let mut faults: Vec<Code> = bags.filter_map(|bag| misread_bag(bag, coin_allowed)).collect();
        faults.extend(command.get("coin").filter(|coin| !fits(coin)).map(|_| Code::BadAmount));
        // Of several faults an unknown resource is reported first (rules page 2.6).
        if faults.contains(&Code::UnknownResource) {
            return of(Code::UnknownResource, "there is no such resource".to_owned());
        }
        (!faults.is_empty()).then(|| Why::BadAmount.reject(self))
    }
}

/// Returns what is wrong with a bag of goods, if it is one.
fn misread_bag(bag: &Value, coin_allowed: bool) -> Option<Code> {
    let bag = bag.as_object()?;
    let known = |name: &str| {
        let kind = Resource::parse(name).is_some();
        kind || (coin_allowed && Good::parse(name).is_some())
    };
    if bag.keys().any(|name| !known(name)) {
        return Some(Code::UnknownResource);
    }
    let good = |count: &Value| fits(count) && count.as_u64() != Some(0);
    if bag.values().all(good) { None } else { Some(Code::BadAmount) }
}

/// Checks whether a number can be an amount.
fn fits(count: &Value) -> bool {
    count.as_u64().is_some_and(|n| u8::try_from(n).is_ok())
}

/// Returns the phase that a command belongs to, by its name on the wire.
fn phase_of(name: &str) -> Option<Phase> {
    match name {
        "country" => Some(Phase::Country),
        "choose" => Some(Phase::Choose),
        "allocate" => Some(Phase::Allocate),
        "offer_create" | "offer_counter" | "offer_accept" | "offer_decline" | "offer_cancel"
        | "bank_buy" | "reveal_resource" | "reveal_citizen" | "draw_citizens" | "choose_drawn"
        | "develop" | "develop_blind" | "settle_crisis" | "ready" => Some(Phase::Play),
        _ => None,
    }
}

/// Returns the phase that a command belongs to.
pub(super) const fn phase_of_command(command: &Command) -> Phase {
    match command {
        Command::Country { .. } => Phase::Country,
        Command::Choose { .. } => Phase::Choose,
        Command::Allocate { .. } => Phase::Allocate,
        Command::OfferCreate { .. }
        | Command::OfferCounter { .. }
        | Command::OfferAccept { .. }
        | Command::OfferDecline { .. }
        | Command::OfferCancel { .. }
        | Command::BankBuy { .. }
        | Command::RevealResource {}
        | Command::RevealCitizen { .. }
        | Command::DrawCitizens {}
        | Command::ChooseDrawn { .. }
        | Command::Develop { .. }
        | Command::DevelopBlind {}
        | Command::SettleCrisis { .. }
        | Command::Ready { .. } => Phase::Play,
    }
}

impl Europe {
    /// Checks that nothing falls due before the command: a crisis changes what everybody may do, an
    /// expired offer is closed, even if neither was carried out yet.
    // Rules page 2.5: what is due at an instant comes before any command of that instant.
    fn check_due(&self, now: MatchMillis, command: &Command) -> Result<(), Why> {
        let played = self.played(now);
        if self.phase == Phase::Play && self.next_crisis().is_some_and(|at| at <= played) {
            return Err(Why::CrisisFirst);
        }
        let late = |id| self.offers.iter().any(|trade| trade.id == id && trade.expires <= played);
        if let Command::OfferCounter { offer_id, .. }
        | Command::OfferAccept { offer_id }
        | Command::OfferDecline { offer_id }
        | Command::OfferCancel { offer_id } = command
            && late(*offer_id)
        {
            return Err(Why::OfferClosed);
        }
        Ok(())
    }

    /// Makes the checks of a decoded command, in their order.
    pub(super) fn check(&self, now: MatchMillis, seat: Seat, command: &Command) -> Result<(), Why> {
        self.check_phase(now, phase_of_command(command))?;
        self.check_due(now, command)?;
        if !self.awaited().contains(seat) {
            let enough = self.phase == Phase::Play && self.has_done_enough(seat);
            return Err(if enough { Why::DoneEnough } else { Why::NotAsked });
        }
        if self.player(seat).acts >= UNTIMED_ACTS && !matches!(command, Command::ChooseDrawn { .. })
        {
            return Err(Why::DrawPending);
        }
        self.check_form(command)
    }
}
