//! Choices as offers: JSON template, text with the price, and the rule.

use protocol::Offer;
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Command, Headline, Power, Sea, Side, Space,
};
use protocol::offer::{Item, Placeholder};
use serde_json::{Value, json};

use super::commands::Choice;
use super::military::March;
use super::rows::SymbolKind;
use super::state::{EuropeDivided, Frame, PRICE};
use super::text::{a_power, money, power_name};

impl EuropeDivided {
    /// A choice as an offer.
    pub(super) fn offer_of(&self, side: Side, choice: &Choice) -> Offer {
        let (command, text, rule) = match choice {
            Choice::One(command) => {
                let (text, rule) = self.describe(side, command);
                (json!(command), text, rule)
            }
            Choice::Move { from, to, march } => self.offer_move(side, *from, (*to, *march)),
            Choice::IncreaseUpTo { power, region, most } => {
                let amount = Placeholder::Int { min: 1, max: i64::from(*most) }.to_value();
                let at = self.space(region.space());
                let text =
                    format!("Increase the {} die in {at} by 1 to {most}", power_name(*power));
                let command = json!({
                    "type": "increase_influence", "power": power, "region": region, "amount": amount,
                });
                (command, text, "Increase influence")
            }
            Choice::KeepTwo(of) => (
                json!({"type": "keep_advantages", "keep": pick(2, of.iter().map(|c| self.advantage_item(c)))}),
                "Keep two of the three Advantage Cards".to_owned(),
                "Advantage Cards",
            ),
            Choice::LockTwo(of) => (
                json!({"type": "lock_initiative", "cards": self.pick_cards(of.iter())}),
                "Lock two Action Cards for this turn (final)".to_owned(),
                "Initiative",
            ),
            Choice::DiscardTwo(of) => (
                json!({"type": "council_meeting", "discard": self.pick_cards(of.iter())}),
                "Use Council Meeting: discard two cards face down, then take two from deck and discards"
                    .to_owned(),
                "Advantage Cards: Council Meeting",
            ),
            Choice::TakeTwo(of) => (
                json!({"type": "take_cards", "take": self.pick_cards(of.iter())}),
                "Take two cards from deck and discards".to_owned(),
                "Advantage Cards: Council Meeting",
            ),
            Choice::PlaceHeadline(of) => {
                let from = of.iter().map(|headline| self.headline_item(headline)).collect();
                let headline = Placeholder::One { from }.to_value();
                let text = "Place a headline".to_owned();
                (json!({"type": "place_headline", "headline": headline}), text, "Place new headlines")
            }
        };
        Offer { command, text, rule: rule.to_owned(), loose: false }
    }

    fn offer_move(
        &self,
        side: Side,
        from: Space,
        (reach, march): (crate::by_id::IdSet<Space>, March),
    ) -> (Value, String, &'static str) {
        let mut from_items = Vec::with_capacity(reach.len());
        for to in reach.iter() {
            let cost = self.check_move(side, from, to, march).map_or(0, |(_, cost)| cost);
            let price = if cost == 0 { "free".to_owned() } else { money(cost) };
            from_items.push(Item::new(to.as_str(), format!("{} ({price})", self.space(to))));
        }
        let to = Placeholder::One { from: from_items }.to_value();
        let text = format!("Move an army from {}", self.space(from));
        (json!({"type": "move_army", "from": from, "to": to}), text, "Move army")
    }

    pub(super) fn space(&self, space: Space) -> &str {
        &self.rules.board.names[space]
    }

    fn pick_cards(&self, cards: impl Iterator<Item = ActionCard>) -> Value {
        pick(
            2,
            cards.map(|card| {
                let row = &self.rules.actions[card];
                Item::new(card.as_str(), format!("{} (initiative {})", row.name, row.initiative))
            }),
        )
    }

    fn advantage_item(&self, card: AdvantageCard) -> Item {
        let row = &self.rules.advantages[card];
        Item::new(card.as_str(), format!("{}: {}", row.name, row.text))
    }

    fn headline_item(&self, headline: Headline) -> Item {
        let card = &self.rules.headlines[headline];
        let regions: Vec<&str> = card.regions.iter().map(|at| self.space(at.space())).collect();
        let side = super::text::side_name(card.banner);
        let text = format!("{} ({side} {}, {})", card.name, card.prestige, regions.join(", "));
        Item::new(headline.as_str(), text)
    }

    /// A single command in words, and its rule.
    fn describe(&self, side: Side, command: &Command) -> (String, &'static str) {
        match *command {
            Command::Play { card } => (self.describe_play(card), "Actions"),
            Command::Pass {} => ("Use the card for no action".into(), "Actions"),
            Command::EndSegment {} => ("End your segment".into(), "Actions"),
            Command::PlaceInfluence { power, region } => {
                let at = self.space(region.space());
                let price = self.price_of_placing();
                (format!("Place {} die in {at} ({price})", a_power(power)), "Place influence")
            }
            Command::IncreaseInfluence { power, region, amount } => {
                let (at, from) = (self.space(region.space()), self.die(power, region));
                let to = from + amount;
                let text =
                    format!("Increase the {} die in {at} from {from} to {to}", power_name(power));
                (text, "Increase influence")
            }
            Command::LowerInfluence { power, region } => {
                let at = self.space(region.space());
                (
                    format!("Lower the {} die in {at} from 6 to 5", power_name(power)),
                    "Advantage Cards",
                )
            }
            Command::GainMoney {} => (self.describe_money(side), "Gain money"),
            Command::BuildArmy { space } => {
                let free = matches!(self.stack.top(), Some(Frame::Advantage(..)));
                let price = if free { "free".to_owned() } else { money(PRICE) };
                (format!("Build an army in {} ({price})", self.space(space)), "Build army")
            }
            Command::MoveArmy { from, to } => {
                let cost = self.check_move(side, from, to, March::Paid).map_or(0, |(_, cost)| cost);
                let price = if cost == 0 { "free".to_owned() } else { money(cost) };
                let text = format!(
                    "Move an army from {} to {} ({price})",
                    self.space(from),
                    self.space(to)
                );
                (text, "Move army")
            }
            _ => self.describe_cards(command),
        }
    }

    /// A command that concerns cards, in words, and its rule.
    fn describe_cards(&self, command: &Command) -> (String, &'static str) {
        match *command {
            Command::Propaganda {} => {
                ("Propaganda: one to three +1 increases".into(), "Special actions")
            }
            Command::VisegradGroup { czechia_slovakia, poland } => {
                let (first, second) = (power_name(czechia_slovakia), power_name(poland));
                let text = format!(
                    "Visegrad Group: +2 {first} in Czechia and Slovakia, +2 {second} in Poland"
                );
                (text, "Special actions")
            }
            Command::Done {} => ("No further step".into(), "Special actions"),
            Command::Decline {} => ("Do not use it".into(), "Effects and Reactions"),
            Command::CyberAttack {} => (
                "Use Cyber Attack: see Europe's four Action Cards".into(),
                "Advantage Cards: Cyber Attack",
            ),
            Command::UseAdvantage { card } => {
                let row = &self.rules.advantages[card];
                (format!("Use {}: {}", row.name, row.text), "Advantage Cards")
            }
            Command::SellAdvantage { card } => {
                let row = &self.rules.advantages[card];
                let gain = money(row.money(self.edition));
                (format!("Discard {} for {gain}", row.name), "Advantage Cards")
            }
            Command::Fracture { space } => (
                format!("Put the EU fracture marker on {}", self.space(space)),
                "Advantage Cards: Fracture in the EU",
            ),
            Command::SeaMove { from, to } => (
                format!(
                    "Baltic Sea Card: move an army from {} to {} (free)",
                    self.space(from),
                    self.space(to)
                ),
                "Sea Cards",
            ),
            Command::SeaBuild {} => {
                let cost = self.rules.seas[Sea::Black].russia_build.map_or(0, |(_, cost)| cost);
                (
                    format!("Black Sea Card: build an army in the Black Sea ({})", money(cost)),
                    "Sea Cards",
                )
            }
            Command::KeepAdvantages { .. } => {
                ("Keep these Advantage Cards".into(), "Advantage Cards")
            }
            Command::LockInitiative { .. } => ("Lock these cards".into(), "Initiative"),
            Command::CouncilMeeting { .. } | Command::TakeCards { .. } => {
                ("Council Meeting".into(), "Advantage Cards: Council Meeting")
            }
            Command::PlaceHeadline { .. } => ("Place this headline".into(), "Place new headlines"),
            _ => ("Do it".into(), "Game turn"),
        }
    }

    /// What placing a die costs in the question that stands.
    fn price_of_placing(&self) -> String {
        let free = match self.stack.top() {
            Some(Frame::Advantage(..)) => true,
            Some(Frame::Aftermath(at)) => self.places_free(at),
            _ => false,
        };
        if free { "free".to_owned() } else { money(PRICE) }
    }

    fn describe_money(&self, side: Side) -> String {
        let amount = match self.stack.top() {
            Some(Frame::Action(_, card)) => {
                let row = &self.rules.actions[*card];
                let tokens = row.space.map_or(0, |space| self.tokens[space]);
                let symbol = row.symbols.iter().find(|one| one.action == SymbolKind::GainMoney);
                symbol.map_or(0, |symbol| symbol.amount) + tokens
            }
            Some(Frame::Aftermath(at)) => self.effect_money(at),
            _ => 0,
        };
        let sea = match self.stack.top() {
            Some(Frame::Action(_, card)) if side == Side::Europe => self.eu_sea_money(*card),
            _ => 0,
        };
        let bonus = if sea > 0 { format!(" and {sea} by the Sea Card") } else { String::new() };
        format!("Gain {}{bonus}", money(amount))
    }

    /// A card with the kinds of action it has.
    fn describe_play(&self, card: ActionCard) -> String {
        let row = &self.rules.actions[card];
        let symbol = |one: &super::rows::SymbolRow| {
            let colour = match one.power {
                Power::Eu => " EU",
                Power::Nato => " NATO",
                Power::Russia => "",
            };
            match one.action {
                SymbolKind::PlaceInfluence => format!("place{colour}"),
                SymbolKind::IncreaseInfluence => format!("+{}{colour}", one.amount),
                SymbolKind::GainMoney => format!("{} money", one.amount),
                SymbolKind::BuildArmy => "build".to_owned(),
                SymbolKind::MoveArmy => "move".to_owned(),
            }
        };
        let mut symbols: Vec<String> = row.symbols.iter().map(symbol).collect();
        if row.special.is_some() {
            symbols.push("special".to_owned());
        }
        format!("Play {}: {}", row.name, symbols.join(", "))
    }
}

fn pick(count: usize, from: impl Iterator<Item = Item>) -> Value {
    Placeholder::Pick { from: from.collect(), min: count, max: count }.to_value()
}
