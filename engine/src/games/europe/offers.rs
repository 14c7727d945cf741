//! Choices as offers: JSON template, text with the price, and the rule.

use std::collections::BTreeMap;

use protocol::games::europe::{Citizen, Crisis, Goods, Owed, Reward};
use protocol::offer::{Item, Placeholder};
use serde::Serialize;
use serde_json::json;

use super::commands::{BagBounds, Choice, Family, Giving, goods_of, single};
use super::goods::least;
use super::state::{DEALT, Europe, Trade};
use super::text::{cubes_text, owed_text, plural};
use crate::game::Seat;
use crate::offer::{Template, WrittenOffer};

const TRADE: &str = "Actions: trade with another player";
const CHOOSE: &str = "Round order";

type Described = (Template, String, &'static str);

impl Europe {
    /// Describes a choice as an offer.
    pub(super) fn offer_of(&self, choice: Choice) -> WrittenOffer {
        let Choice { seat, family } = choice;
        let (command, text, rule) = match family {
            Family::Country => self.offer_country(),
            Family::Choose { of, hide } => self.offer_choose(seat, of, hide),
            Family::KeepDrawn { of, hide } => self.offer_keep(seat, of, hide),
            Family::Create(giving) => self.offer_create(seat, giving),
            Family::Counter(giving) => self.offer_counter(seat, giving),
            Family::Accept => {
                let from = self.acceptable(seat).map(|trade| self.trade_item(trade)).collect();
                (by_id("offer_accept", from), "Accept an offer".to_owned(), TRADE)
            }
            Family::Decline => {
                let from = self.offers_to(seat).map(|trade| self.trade_item(trade)).collect();
                (by_id("offer_decline", from), "Decline an offer".to_owned(), TRADE)
            }
            Family::Cancel => {
                let from = self.own_offers(seat).map(|trade| self.trade_item(trade)).collect();
                (by_id("offer_cancel", from), "Take an own offer back".to_owned(), TRADE)
            }
            Family::BankBuy => {
                let cubes = bag(&self.bank_bounds(seat));
                let price = self.options().bank_price;
                let text = format!("Buy cubes of the bank, {price} coin each");
                let command = Template::new("bank_buy").with("cubes", &cubes);
                (command, text, "Actions: trade with the bank")
            }
            Family::Settle { crisis, owed, in_coin } => {
                self.offer_settle(seat, crisis, (owed, in_coin))
            }
            Family::AllocateDefault => self.offer_default(seat),
            Family::AllocateFreely => self.offer_freely(seat),
            Family::RevealResource
            | Family::RevealCitizen(_)
            | Family::DrawCitizens
            | Family::Develop { .. }
            | Family::DevelopBlind
            | Family::Ready(_) => {
                let (text, rule) = self.describe(seat, family);
                (Template::of(&single(family)), text, rule)
            }
        };
        let loose = self.is_loose(choice);
        // Against the clock nobody is asked twice.
        WrittenOffer { command, text, rule, loose, is_final: false }
    }

    /// Describes a single command in words, with its rule.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other families are not single commands"
    )]
    fn describe(&self, seat: Seat, family: Family) -> (String, &'static str) {
        match family {
            Family::RevealResource => {
                let card = self.player(seat).hidden_resource;
                let card = card.map(|card| self.card_text(card)).unwrap_or_default();
                (format!("Reveal {card}"), "Actions: reveal a face down card")
            }
            Family::RevealCitizen(card) => {
                let text = format!("Reveal {}", self.citizen_text(card));
                (text, "Actions: reveal a face down card")
            }
            Family::DrawCitizens => {
                let text = "Draw three citizens and keep at least one".to_owned();
                (text, "Actions: take citizen targets")
            }
            Family::Develop { slot, card } => {
                let price = self.tables().resources[card].price();
                let row = self.tables().resources[card];
                let text = format!(
                    "Buy {} of slot {} of the market for {price} coin ({} now, {} later)",
                    self.card_text(card),
                    slot + 1,
                    row.first,
                    row.later
                );
                (text, "Actions: Rapid Development")
            }
            Family::DevelopBlind => {
                let most = self.tables().dearest_blind;
                let text = format!("Buy the top resource card of the deck for 0 to {most} coin");
                (text, "Actions: Rapid Development")
            }
            Family::Ready(true) if self.options().untimed => {
                ("Be ready: play goes on when all are".to_owned(), "Round order")
            }
            Family::Ready(true) => {
                ("Be ready: the clock jumps when all are".to_owned(), "Round order")
            }
            _ => ("Stop being ready".to_owned(), "Round order"),
        }
    }

    fn offer_country(&self) -> Described {
        let name = |country| self.tables().countries[country].clone();
        let free = self.free_countries();
        let from = free.iter().map(|country| Item::new(country.as_str(), name(country)));
        let code = Placeholder::One { from: from.collect() };
        let command = Template::new("country").with("code", &code);
        (command, "Take a country".to_owned(), "Setup")
    }

    fn citizen_items(&self, three: Option<[Citizen; DEALT]>, of: u8) -> Vec<Item> {
        let cards = three.into_iter().flatten().enumerate();
        let cards = cards.filter(|(at, _)| of & 1 << at != 0);
        cards.map(|(_, card)| Item::new(card.as_str(), self.citizen_text(card))).collect()
    }

    fn offer_choose(&self, seat: Seat, of: u8, hide: bool) -> Described {
        let own = self.player(seat);
        let items = self.citizen_items(own.dealt, of);
        let range = (self.fewest_kept(seat), items.len());
        let (keep, hidden, text) = keep_and_hide(items, range, hide);
        let command = with_hidden(Template::new("choose").with("keep", &keep), hidden);
        let command = match own.hidden_resource {
            Some(card) => {
                let text = format!("Reveal {}", self.card_text(card));
                let from = vec![Item::new(true, text), Item::new(false, "Keep it face down")];
                command.with("reveal_resource", &Placeholder::One { from })
            }
            None => command.with("reveal_resource", &false),
        };
        (command, text, CHOOSE)
    }

    fn offer_keep(&self, seat: Seat, of: u8, hide: bool) -> Described {
        let items = self.citizen_items(self.player(seat).drawn, of);
        let range = (1, self.most_kept(seat));
        let (keep, hidden, text) = keep_and_hide(items, range, hide);
        let command = Template::new("choose_drawn").with("keep", &keep);
        (with_hidden(command, hidden), text, "Actions: take citizen targets")
    }

    fn offer_create(&self, seat: Seat, giving: Giving) -> Described {
        let from: Vec<Item> =
            self.partners(seat).iter().map(|other| Item::new(other.0, self.name(other))).collect();
        let max = from.len();
        let to = Placeholder::Pick { from, min: 1, max };
        let command = Template::new("offer_create").with("to", &to);
        let (command, what) = self.with_sides(command, seat, giving);
        (command, format!("Offer {what}"), TRADE)
    }

    fn offer_counter(&self, seat: Seat, giving: Giving) -> Described {
        let item = |trade: &Trade| {
            Item::new(trade.id, format!("offer {} of {}", trade.id, self.name(trade.from)))
        };
        let from = self.offers_to(seat).map(item).collect();
        let command = Template::new("offer_counter").with("offer_id", &Placeholder::One { from });
        let (command, what) = self.with_sides(command, seat, giving);
        (command, format!("Answer an offer with {what}"), TRADE)
    }

    /// Adds both sides of an offer, and returns the giving side in words.
    fn with_sides(&self, command: Template, seat: Seat, giving: Giving) -> (Template, String) {
        let bounds = self.give_bounds(seat, giving);
        let (command, what) = match giving {
            Giving::Only(good) => {
                let most = bounds.most[good];
                let count = Placeholder::Int { min: 1, max: i64::from(most) };
                let what = format!("{good} (you have {most}) for something else");
                (command.with("give", &BTreeMap::from([(good, count)])), what)
            }
            Giving::Mixed => {
                (command.with("give", &bag(&bounds)), "several goods for others".to_owned())
            }
            Giving::Nothing => {
                let what = "nothing, and ask for something".to_owned();
                (command.with("give", &Goods::default()), what)
            }
        };
        (command.with("want", &bag(&self.want_bounds(giving))), what)
    }

    /// Describes an open offer as an item of a list.
    fn trade_item(&self, trade: &Trade) -> Item {
        let terms = Self::terms(&trade.give, &trade.want);
        Item::new(trade.id, format!("{} gives {terms}", self.name(trade.from)))
    }

    fn offer_settle(&self, seat: Seat, crisis: Crisis, (owed, in_coin): (Owed, bool)) -> Described {
        let bounds = self.payment_bounds(seat, &owed, in_coin);
        let command = Template::new("settle_crisis").with("crisis_id", &crisis);
        let nothing = Goods::default();
        let command = match (&owed, in_coin) {
            (Owed::CubesOrCoin { cubes, .. }, false) => {
                command.with("cubes", cubes).with("coin", &0)
            }
            (Owed::CubesOrCoin { coin, .. }, true) => {
                command.with("cubes", &nothing).with("coin", coin)
            }
            (_, false) => command.with("cubes", &bag(&bounds)).with("coin", &0),
            (_, true) => {
                let coin = Placeholder::Int { min: 1, max: i64::from(bounds.total) };
                command.with("cubes", &nothing).with("coin", &coin)
            }
        };
        let text = format!("Pay for {}: you owe {}", self.crisis_name(crisis), owed_text(&owed));
        (command, text, "Crisis cards")
    }

    fn offer_default(&self, seat: Seat) -> Described {
        let usual = self.default_allocation(seat);
        let hand = self.player(seat).citizens;
        let cards = hand.iter().zip(usual.cubes).map(|(id, cubes)| CardTemplate {
            id,
            cubes,
            reward: self.reward(id),
        });
        let met = hand.iter().zip(usual.cubes).filter(|(id, cubes)| self.needs(*id) == *cubes);
        let met = plural(met.count(), "citizen");
        let command = Template::new("allocate").with("cards", &cards.collect::<Vec<_>>());
        (command, format!("Allocate as proposed: {met} met"), "Clean up")
    }

    fn offer_freely(&self, seat: Seat) -> Described {
        let own = self.player(seat);
        let card = |id| {
            let most = goods_of(&least(&self.needs(id), &own.cubes));
            let cubes = bag(&BagBounds { most, fewest: 0, total: most.total() });
            CardTemplate { id, cubes, reward: self.reward(id) }
        };
        let cards: Vec<_> = own.citizens.iter().map(card).collect();
        let text = format!("Allocate your cubes: {}", cubes_text(&own.cubes));
        (Template::new("allocate").with("cards", &cards), text, "Clean up")
    }

    fn reward(&self, id: Citizen) -> Placeholder {
        let coin = format!("{} coin", self.tables().citizen(id).coin);
        let item = |reward: Reward, text| Item::new(json!(reward), text);
        let from =
            vec![item(Reward::Happiness, "one happiness".to_owned()), item(Reward::Coin, coin)];
        Placeholder::One { from }
    }
}

/// A citizen in the template of an allocation.
#[derive(Serialize)]
struct CardTemplate<Cubes> {
    id: Citizen,
    cubes: Cubes,
    reward: Placeholder,
}

fn by_id(name: &str, from: Vec<Item>) -> Template {
    Template::new(name).with("offer_id", &Placeholder::One { from })
}

/// Adds the face-down citizen, where there is one.
fn with_hidden(command: Template, hidden: Option<Placeholder>) -> Template {
    match hidden {
        Some(hidden) => command.with("hidden", &hidden),
        None => command,
    }
}

/// Describes the kept citizens and the face-down one, as templates and in words.
fn keep_and_hide(
    items: Vec<Item>,
    (fewest, most): (usize, usize),
    hide: bool,
) -> (Placeholder, Option<Placeholder>, String) {
    let count = items.len();
    let (min, max) = if hide { (count, count) } else { (fewest, most.min(count)) };
    let (hidden, text) = if hide {
        let hidden = Placeholder::One { from: items.clone() };
        let names: Vec<&str> = items.iter().map(|item| short(&item.text)).collect();
        (Some(hidden), format!("Keep {}, one face down", names.join(" and ")))
    } else if count == 0 {
        (None, "Reveal your resource card or not".to_owned())
    } else {
        (None, format!("Keep {min} to {max} citizens, all face up"))
    };
    (Placeholder::Pick { from: items, min, max }, hidden, text)
}

/// Returns the name at the head of a citizen's text.
fn short(text: &str) -> &str {
    text.split_once(" (").map_or(text, |(name, _)| name)
}

fn bag(bounds: &BagBounds) -> Placeholder {
    let most = |goods: &Goods| {
        goods.iter().map(|(good, n)| (good.as_str().to_owned(), u64::from(n))).collect()
    };
    Placeholder::Bag {
        max: most(&bounds.most),
        min_total: u64::from(bounds.fewest),
        max_total: u64::from(bounds.total),
    }
}
