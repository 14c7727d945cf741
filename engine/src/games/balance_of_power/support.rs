//! Combat support: bought from the own chart at the start of a turn (Command Room).

use protocol::Rejection;
use protocol::games::balance_of_power::{Event, Owner, Support, Territory};

use super::state::BalanceOfPower;
use crate::game::EventSink;

/// The rule cited in refusals.
const RULE: &str = "Combat support";

/// The inputs of a purchase besides its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inputs {
    pub(super) from: Option<Territory>,
    pub(super) to: Option<Territory>,
    pub(super) troops: Option<u16>,
    pub(super) stop_at: Option<u16>,
}

impl BalanceOfPower {
    /// Checks whether a kind can be paid and was not bought yet this turn (ruling 8).
    pub(super) fn can_pay(&self, kind: Support) -> bool {
        !self.bought(kind) && self.charts[self.active.owner()] >= self.rules.support[kind].price
    }

    /// Checks whether anything can be bought that can be carried out.
    pub(super) fn can_buy_anything(&self) -> bool {
        Support::ALL.iter().copied().any(|kind| {
            self.can_pay(kind)
                && match kind {
                    Support::Reconnaissance | Support::SpecialUnit => true,
                    Support::StartManoeuvre => self.manoeuvres().next().is_some(),
                    Support::NeutralAttack => self.neutral_attacks().next().is_some(),
                }
        })
    }

    /// Returns neutral territories with at least two troops, each with a neighbour of the
    /// opponent's (ruling 10).
    pub(super) fn neutral_attacks(&self) -> impl Iterator<Item = (Territory, Territory)> {
        self.pairs(self.lands[Owner::Neutral], self.own(self.active.opponent()))
    }

    /// Buys support. The price leaves the chart for the pile; manoeuvre and neutral attack are
    /// carried out at once.
    pub(super) fn buy(
        &mut self,
        kind: Support,
        inputs: Inputs,
        ev: &mut impl EventSink<Event>,
    ) -> Result<(), Rejection> {
        self.check_price(kind)?;
        match kind {
            Support::Reconnaissance | Support::SpecialUnit => {
                if inputs != Inputs::default() {
                    return Err(wrong_inputs(kind, "takes no further inputs"));
                }
                self.pay(kind, ev);
            }
            Support::StartManoeuvre => {
                let Inputs { from: Some(from), to: Some(to), troops: Some(troops), stop_at: None } =
                    inputs
                else {
                    return Err(wrong_inputs(kind, "takes from, to and troops"));
                };
                self.check_manoeuvre(from, to, troops)?;
                self.pay(kind, ev);
                self.march(from, to, troops, ev);
            }
            Support::NeutralAttack => {
                let Inputs { from: Some(from), to: Some(to), troops: None, stop_at: Some(stop_at) } =
                    inputs
                else {
                    return Err(wrong_inputs(kind, "takes from, to and stop_at"));
                };
                self.check_neutral_attack(from, to)?;
                self.check_stop(from, stop_at)?;
                self.pay(kind, ev);
                self.campaign(Owner::Neutral, (from, to), stop_at, ev);
            }
        }
        Ok(())
    }

    fn check_price(&self, kind: Support) -> Result<(), Rejection> {
        let support = &self.rules.support[kind];
        let (name, price) = (&support.name, support.price);
        if self.bought(kind) {
            let detail = format!("{name} was bought this turn already");
            return Err(Rejection::illegal(detail, RULE));
        }
        let chart = self.charts[self.active.owner()];
        if chart < price {
            let detail = format!("{name} costs {price} troops; {chart} are on your chart");
            return Err(Rejection::illegal(detail, RULE));
        }
        Ok(())
    }

    fn check_neutral_attack(&self, from: Territory, to: Territory) -> Result<(), Rejection> {
        if !self.lands[Owner::Neutral].contains(from) {
            let detail = format!("{} is not neutral", self.name(from));
            return Err(Rejection::illegal(detail, RULE));
        }
        if !self.own(self.active.opponent()).contains(to) {
            let detail = format!("{} is not your opponent's", self.name(to));
            return Err(Rejection::illegal(detail, RULE));
        }
        self.check_border(from, to)
    }

    pub(super) fn pay(&mut self, kind: Support, ev: &mut impl EventSink<Event>) {
        let colour = self.active;
        let price = self.rules.support[kind].price;
        self.charts[colour.owner()] -= price;
        self.this_turn.bought.insert(kind);
        ev.all(Event::SupportBought { colour, kind, price });
    }
}

fn wrong_inputs(kind: Support, takes: &str) -> Rejection {
    Rejection::illegal(format!("{kind} {takes}"), RULE)
}
