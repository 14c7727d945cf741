//! Choices as offers: JSON template, text with the price, and the rule.

use protocol::games::europe_divided::data::{Special, SymbolKind, SymbolRow};
use protocol::games::europe_divided::{
    ActionCard, AdvantageCard, Command, Headline, Power, Region, Sea, Side, Space,
};
use protocol::offer::{Item, Placeholder};

use super::commands::Choice;
use super::military::March;
use super::names::{a_die, list, of_power, side_name};
use super::prices::{money, price};
use super::state::{EuropeDivided, Frame, PRICE};
use crate::offer::{Template, WrittenOffer};

impl EuropeDivided {
    /// Describes a choice as an offer.
    pub(super) fn offer_of(&self, side: Side, choice: &Choice) -> WrittenOffer {
        let (command, text, rule) = match choice {
            Choice::One(command) => {
                let (text, rule) = self.describe(side, command);
                (Template::of(command), text, rule)
            }
            Choice::Move { from, to, march } => self.offer_move(side, *from, (*to, *march)),
            Choice::IncreaseUpTo { power, region, most } => {
                let amount = Placeholder::Int { min: 1, max: i64::from(*most) };
                let at = self.at(*region);
                let text = format!("Increase the {} die in {at} by 1 to {most}", of_power(*power));
                let command = Template::new("increase_influence")
                    .with("power", power)
                    .with("region", region)
                    .with("amount", &amount);
                (command, text, "Increase influence")
            }
            Choice::KeepTwo(of) => (
                Template::new("keep_advantages")
                    .with("keep", &pick(2, of.iter().map(|card| self.advantage_item(card)))),
                "Keep two of the three Advantage Cards".to_owned(),
                "Advantage Cards",
            ),
            Choice::LockTwo(of) => (
                Template::new("lock_initiative").with("cards", &self.pick_cards(of.iter())),
                "Lock two Action Cards for this turn".to_owned(),
                "Initiative",
            ),
            Choice::DiscardTwo(of) => (
                Template::new("council_meeting").with("discard", &self.pick_cards(of.iter())),
                "Use Council Meeting: discard two cards face down, then take two from deck and discards"
                    .to_owned(),
                "Advantage Cards: Council Meeting",
            ),
            Choice::TakeTwo(of) => (
                Template::new("take_cards").with("take", &self.pick_cards(of.iter())),
                "Take two cards from deck and discards".to_owned(),
                "Advantage Cards: Council Meeting",
            ),
            Choice::PlaceHeadline(of) => {
                let from = of.iter().map(|headline| self.headline_item(headline)).collect();
                let command =
                    Template::new("place_headline").with("headline", &Placeholder::One { from });
                (command, "Place a headline".to_owned(), "Place new headlines")
            }
        };
        WrittenOffer { command, text, rule, loose: false, is_final: self.is_final(choice) }
    }

    fn offer_move(
        &self,
        side: Side,
        from: Space,
        (reach, march): (crate::by_id::IdSet<Space>, March),
    ) -> (Template, String, &'static str) {
        let prices = self.prices(side, from, march);
        let text = format!("Move an army from {}", self.space_name(from));
        // For every end of every march: what is built here for each of them shows in a profile.
        let command = Template::new("move_army").with("from", &from).one_of("to", |ends| {
            for to in reach.iter() {
                ends.add(&self.rules.board.ends[to][usize::from(prices[to])]);
            }
        });
        (command, text, "Move army")
    }

    fn pick_cards(&self, cards: impl Iterator<Item = ActionCard>) -> Placeholder {
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

    /// Describes a headline with everything that decides whether to place it.
    fn headline_item(&self, headline: Headline) -> Item {
        let card = &self.rules.headlines[headline];
        let regions: Vec<String> = card.regions.iter().map(|at| self.at(at)).collect();
        let condition = self.rules.conditions.get(&card.condition).map_or("", String::as_str);
        let condition = condition.strip_suffix(" in each region").unwrap_or(condition);
        // Only names begin with a capital inside a sentence.
        let condition = match condition.strip_prefix("The ") {
            Some(rest) => format!("the {rest}"),
            None => condition.to_owned(),
        };
        let each = if regions.len() > 1 { "each of " } else { "" };
        let regions = list(regions);
        let tokens: Vec<String> = card.money_tokens.iter().map(|at| self.space_name(at)).collect();
        let tokens = if tokens.is_empty() {
            String::new()
        } else {
            format!(" (money tokens: {})", list(tokens))
        };
        let (prestige, side) = (card.prestige, side_name(card.banner));
        let text = format!(
            "{}: {prestige} prestige for {side} if {condition} in {each}{regions}{tokens}",
            card.name
        );
        Item::new(headline.as_str(), text)
    }

    /// Describes a single command in words, with its rule.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the commands that concern cards have their words in `describe_cards`"
    )]
    fn describe(&self, side: Side, command: &Command) -> (String, &'static str) {
        match *command {
            Command::Play { card } => (self.describe_play(side, card), "Actions"),
            Command::Pass {} => (self.describe_pass(), "Actions"),
            Command::EndSegment {} => ("End your segment".into(), "Actions"),
            Command::PlaceInfluence { power, region } => {
                let (at, price) = (self.at(region), self.price_of_placing());
                (format!("Place {} in {at} ({price})", a_die(power)), "Place influence")
            }
            Command::IncreaseInfluence { power, region, amount } => {
                let (at, from) = (self.at(region), self.die(power, region));
                let to = from + amount;
                let text =
                    format!("Increase the {} die in {at} from {from} to {to}", of_power(power));
                (text, "Increase influence")
            }
            Command::LowerInfluence { power, region } => {
                let (whose, at) = (of_power(power), self.at(region));
                (format!("Lower the {whose} die in {at} from 6 to 5"), "Advantage Cards")
            }
            Command::GainMoney {} => (self.describe_money(side), "Gain money"),
            Command::BuildArmy { space } => {
                let free = matches!(self.stack.top(), Some(Frame::Advantage(..)));
                let price = price(if free { 0 } else { PRICE });
                (format!("Build an army in {} ({price})", self.space_name(space)), "Build army")
            }
            Command::MoveArmy { from, to } => {
                let cost = self.check_move(side, from, to, March::Paid).map_or(0, |(_, cost)| cost);
                let (from, to) = (self.space_name(from), self.space_name(to));
                let text = format!("Move an army from {from} to {to} ({})", price(cost));
                (text, "Move army")
            }
            _ => self.describe_cards(command),
        }
    }

    /// Describes a command that concerns cards in words, with its rule.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other commands have their words in `describe`"
    )]
    fn describe_cards(&self, command: &Command) -> (String, &'static str) {
        match *command {
            Command::Propaganda {} => {
                let text = "Propaganda: increase Russian dice by 1, one to three times";
                (text.into(), "Special actions")
            }
            Command::VisegradGroup { czechia_slovakia, poland } => {
                let [first, second] =
                    self.check_visegrad(czechia_slovakia, poland).unwrap_or_default();
                let first = self.raise_words(czechia_slovakia, Region::CzechiaSlovakia, first);
                let second = self.raise_words(poland, Region::Poland, second);
                (format!("Visegrad Group: {first}, {second}"), "Special actions")
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
                let gain = money(row.money[&self.edition]);
                (format!("Discard {} for {gain}", row.name), "Advantage Cards")
            }
            Command::Fracture { space } => (
                format!("Put the EU fracture marker on {}", self.space_name(space)),
                "Advantage Cards: Fracture in the EU",
            ),
            Command::SeaMove { from, to } => {
                let (from, to) = (self.space_name(from), self.space_name(to));
                let card = self.sea_card(Sea::Baltic);
                (format!("{card}: move an army from {from} to {to} (free)"), "Sea Cards")
            }
            Command::SeaBuild {} => {
                let build = self.rules.seas[Sea::Black].russia_build;
                let (space, cost) = build.unwrap_or((Space::BlackSea, 0));
                let (card, at) = (self.sea_card(Sea::Black), self.space_name(space));
                (format!("{card}: build an army in {at} ({})", price(cost)), "Sea Cards")
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

    /// Words the price of placing a die in the open question.
    fn price_of_placing(&self) -> String {
        let free = match self.stack.top() {
            Some(Frame::Advantage(..)) => true,
            Some(Frame::Aftermath(at)) => self.places_free(at),
            _ => false,
        };
        price(if free { 0 } else { PRICE })
    }

    fn describe_money(&self, side: Side) -> String {
        let amount = match self.stack.top() {
            Some(Frame::Action(_, card)) => {
                let symbols = &self.rules.actions[*card].actions;
                let symbol = symbols.iter().find(|one| one.action == SymbolKind::GainMoney);
                self.money_of(*card, symbol.map_or(0, |symbol| symbol.amount))
            }
            Some(Frame::Aftermath(at)) => self.effect_money(at),
            _ => 0,
        };
        let sea: u8 = match self.stack.top() {
            Some(Frame::Action(_, card)) if side == Side::Europe => {
                self.eu_sea_money(*card).map(|(_, amount)| amount).sum()
            }
            _ => 0,
        };
        let bonus = if sea > 0 { format!(" and {sea} by the Sea Card") } else { String::new() };
        format!("Gain {}{bonus}", money(amount))
    }

    /// Words by how much a die rises, which the limit may make less than a card says.
    fn raise_words(&self, power: Power, region: Region, by: u8) -> String {
        let (of, at, from) = (of_power(power), self.at(region), self.die(power, region));
        match by {
            0 => format!("{of} die in {at} stays at {from}"),
            _ => format!("{of} die in {at} from {from} to {}", from + by),
        }
    }

    fn describe_pass(&self) -> String {
        match self.stack.top() {
            Some(Frame::Action(_, card)) => {
                format!("Pass with {}: take no action", self.action_card(*card))
            }
            _ => "Pass: take no action".to_owned(),
        }
    }

    /// Describes a card with the kinds of action that can be taken with it now.
    fn describe_play(&self, side: Side, card: ActionCard) -> String {
        let row = &self.rules.actions[card];
        let mut choices = Vec::new();
        let mut kinds = Vec::new();
        for symbol in &row.actions {
            choices.clear();
            self.symbol_choices(side, card, symbol, &mut choices);
            if !choices.is_empty() {
                kinds.push(self.symbol_words(card, symbol));
            }
        }
        if let Some(special) = row.special {
            choices.clear();
            self.special_choices(special, &mut choices);
            let name = match special {
                Special::Propaganda => "Propaganda",
                Special::VisegradGroup => "Visegrad Group",
            };
            kinds.extend((!choices.is_empty()).then(|| name.to_owned()));
        }
        if kinds.is_empty() {
            return format!("Play {}: no action is possible now, only a pass", row.name);
        }
        format!("Play {}: {}", row.name, kinds.join(", "))
    }

    fn symbol_words(&self, card: ActionCard, symbol: &SymbolRow) -> String {
        let colour = match symbol.power {
            Power::Eu => " EU",
            Power::Nato => " NATO",
            Power::Russia => "",
        };
        match symbol.action {
            SymbolKind::PlaceInfluence => format!("place{colour}"),
            SymbolKind::IncreaseInfluence => format!("+{}{colour}", symbol.amount),
            SymbolKind::GainMoney => money(self.money_of(card, symbol.amount)),
            SymbolKind::BuildArmy => "build".to_owned(),
            SymbolKind::MoveArmy => "move".to_owned(),
        }
    }
}

fn pick(count: usize, from: impl Iterator<Item = Item>) -> Placeholder {
    Placeholder::Pick { from: from.collect(), min: count, max: count }
}
