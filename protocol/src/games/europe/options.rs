//! What a room of Europe may choose: reading is strict, and a refusal names the option.

use std::fmt::Display;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The most crisis points of a round.
const MOST_CRISES: usize = 4;

/// What a room of Europe may choose.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub struct Options {
    /// How many seats the room has.
    #[schemars(title = "Players", range(min = 2, max = 4), extend("default" = 2))]
    pub players: u8,
    /// How long a round is played, in milliseconds.
    #[schemars(title = "Round", range(min = 60_000, max = 900_000), extend("default" = 300_000))]
    pub round_ms: u32,
    /// When crises appear, in milliseconds of play since the round began; rising, below the round's
    /// length, at most four.
    #[schemars(title = "Crises at", length(max = 4), extend("default" = [180_000]))]
    pub crisis_at_ms: Vec<u32>,
    /// How long citizens (and before the first round countries) may be chosen, in milliseconds.
    #[schemars(title = "Time to choose", range(min = 10_000, max = 300_000), extend("default" = 45_000))]
    pub choose_ms: u32,
    /// How long cubes may be allocated, in milliseconds.
    #[schemars(title = "Time to allocate", range(min = 10_000, max = 300_000), extend("default" = 60_000))]
    pub allocate_ms: u32,
    /// Coin each player starts with.
    #[schemars(title = "Coin at the start", range(min = 0, max = 10), extend("default" = 4))]
    pub start_coin: u8,
    /// Happiness each player starts with; below that which ends the game.
    #[schemars(title = "Happiness at the start", range(min = 0, max = 8), extend("default" = 1))]
    pub start_happiness: u8,
    /// The happiness that ends the game.
    #[schemars(title = "Happiness to win", range(min = 2, max = 9), extend("default" = 8))]
    pub win_happiness: u8,
    /// Happiness never falls below this; not above that of the start.
    #[schemars(title = "Lowest happiness", range(min = 0, max = 1), extend("default" = 0))]
    pub happiness_floor: u8,
    /// What two dice must reach, plus the cubes missing, to placate citizens.
    #[schemars(title = "Placating", range(min = 2, max = 11), extend("default" = 7))]
    pub placate_base: u8,
    /// Coin for a cube of the bank.
    #[schemars(title = "Price of the bank", range(min = 1, max = 5), extend("default" = 2))]
    pub bank_price: u8,
    /// Which cubes stay with their players between rounds.
    #[schemars(title = "Unspent cubes", extend("default" = "none"))]
    pub carry_over: CarryOver,
    /// Who earns the bonus of a crisis.
    #[schemars(title = "Bonus of a crisis", extend("default" = "citizens_and_crisis"))]
    pub crisis_bonus: CrisisBonus,
    /// What it costs to leave a debt of a crisis unpaid.
    #[schemars(title = "Failed crisis", extend("default" = "no_bonus"))]
    pub crisis_failure: CrisisFailure,
    /// Which citizens are in play.
    #[schemars(title = "Citizens", extend("default" = "standard"))]
    pub citizen_deck: CitizenDeck,
    /// Which crises are in play.
    #[schemars(title = "Crises", extend("default" = "full"))]
    pub crisis_deck: CrisisDeck,
    /// What becomes of the market when a round begins.
    #[schemars(title = "Market", extend("default" = "refresh"))]
    pub market: MarketRule,
    /// Whether resource cards that will never give another cube go back to the discards.
    #[schemars(title = "Recycle spent cards", extend("default" = true))]
    pub recycle_spent: bool,
    /// How long an offer stands, in milliseconds of play.
    #[schemars(title = "Life of an offer", range(min = 5_000, max = 300_000), extend("default" = 30_000))]
    pub offer_ttl_ms: u32,
    /// Open offers a player may have.
    #[schemars(title = "Open offers", range(min = 1, max = 10), extend("default" = 5))]
    pub offer_limit: u8,
    /// Citizens a player may hold.
    #[schemars(title = "Most citizens", range(min = 3, max = 8), extend("default" = 8))]
    pub max_citizens: u8,
    /// The match ends after this many rounds.
    #[schemars(title = "Most rounds", range(min = 1, max = 50), extend("default" = 20))]
    pub max_rounds: u8,
    /// Whether the clock jumps ahead when all players are ready.
    #[schemars(title = "Jump when all are ready", extend("default" = true))]
    pub end_early_when_ready: bool,
    /// Whether an offer may have an empty side.
    #[schemars(title = "Gifts", extend("default" = false))]
    pub allow_gifts: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            players: 2,
            round_ms: 300_000,
            crisis_at_ms: vec![180_000],
            choose_ms: 45_000,
            allocate_ms: 60_000,
            start_coin: 4,
            start_happiness: 1,
            win_happiness: 8,
            happiness_floor: 0,
            placate_base: 7,
            bank_price: 2,
            carry_over: CarryOver::default(),
            crisis_bonus: CrisisBonus::default(),
            crisis_failure: CrisisFailure::default(),
            citizen_deck: CitizenDeck::default(),
            crisis_deck: CrisisDeck::default(),
            market: MarketRule::default(),
            recycle_spent: true,
            offer_ttl_ms: 30_000,
            offer_limit: 5,
            max_citizens: 8,
            max_rounds: 20,
            end_early_when_ready: true,
            allow_gifts: false,
        }
    }
}

macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
            JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$vmeta])* $variant),+
        }
    };
}

choice! {
    /// Which cubes stay with their players between rounds.
    CarryOver {
        /// None but the locked stockpile.
        #[default]
        None,
        /// All.
        All,
    }
}

choice! {
    /// Who earns the bonus of a crisis.
    CrisisBonus {
        /// Who met all citizens and paid all debts of crises.
        #[default]
        CitizensAndCrisis,
        /// Who met all citizens.
        CitizensOnly,
    }
}

choice! {
    /// What an unpaid debt of a crisis costs.
    CrisisFailure {
        /// The bonus.
        #[default]
        NoBonus,
        /// The bonus and one happiness.
        LoseOneHappiness,
    }
}

choice! {
    /// Which citizens are in play.
    CitizenDeck {
        /// 38 cards, 4.1 cubes each on average.
        #[default]
        Standard,
        /// 37 cards, more of the small ones.
        Gentle,
        /// The two types of the published text only, 38 cards in all.
        SeedOnly,
    }
}

choice! {
    /// Which crises are in play.
    CrisisDeck {
        /// All 14.
        #[default]
        Full,
        /// The four of the published text, as this project reads them.
        SeedOnly,
    }
}

choice! {
    /// What becomes of the market when a round begins.
    MarketRule {
        /// It is discarded and turned up anew.
        #[default]
        Refresh,
        /// Only empty slots are filled.
        Persist,
    }
}

/// What a room gave; each option is taken out once.
struct Given(Map<String, Value>);

impl Given {
    fn take<T: DeserializeOwned, E: Error>(&mut self, name: &str, default: T) -> Result<T, E> {
        match self.0.remove(name) {
            None => Ok(default),
            Some(value) => serde_json::from_value(value)
                .map_err(|error| E::custom(format_args!("{name}: {error}"))),
        }
    }

    fn number<T, E: Error>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
        default: T,
    ) -> Result<T, E>
    where
        T: DeserializeOwned + TryFrom<u64> + PartialOrd + Display,
    {
        let Some(value) = self.0.remove(name) else { return Ok(default) };
        let number = value.as_u64().and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            E::custom(format_args!("{name}: a whole number from {low} to {high}, not {value}"))
        })
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut given = Given(Map::deserialize(deserializer)?);
        let usual = Self::default();
        let options = Self {
            players: given.number("players", 2..=4, usual.players)?,
            round_ms: given.number("round_ms", 60_000..=900_000, usual.round_ms)?,
            crisis_at_ms: given.take("crisis_at_ms", usual.crisis_at_ms)?,
            choose_ms: given.number("choose_ms", 10_000..=300_000, usual.choose_ms)?,
            allocate_ms: given.number("allocate_ms", 10_000..=300_000, usual.allocate_ms)?,
            start_coin: given.number("start_coin", 0..=10, usual.start_coin)?,
            start_happiness: given.number("start_happiness", 0..=8, usual.start_happiness)?,
            win_happiness: given.number("win_happiness", 2..=9, usual.win_happiness)?,
            happiness_floor: given.number("happiness_floor", 0..=1, usual.happiness_floor)?,
            placate_base: given.number("placate_base", 2..=11, usual.placate_base)?,
            bank_price: given.number("bank_price", 1..=5, usual.bank_price)?,
            carry_over: given.take("carry_over", usual.carry_over)?,
            crisis_bonus: given.take("crisis_bonus", usual.crisis_bonus)?,
            crisis_failure: given.take("crisis_failure", usual.crisis_failure)?,
            citizen_deck: given.take("citizen_deck", usual.citizen_deck)?,
            crisis_deck: given.take("crisis_deck", usual.crisis_deck)?,
            market: given.take("market", usual.market)?,
            recycle_spent: given.take("recycle_spent", usual.recycle_spent)?,
            offer_ttl_ms: given.number("offer_ttl_ms", 5_000..=300_000, usual.offer_ttl_ms)?,
            offer_limit: given.number("offer_limit", 1..=10, usual.offer_limit)?,
            max_citizens: given.number("max_citizens", 3..=8, usual.max_citizens)?,
            max_rounds: given.number("max_rounds", 1..=50, usual.max_rounds)?,
            end_early_when_ready: given.take("end_early_when_ready", usual.end_early_when_ready)?,
            allow_gifts: given.take("allow_gifts", usual.allow_gifts)?,
        };
        match given.0.keys().next() {
            Some(unknown) => Err(D::Error::custom(format_args!("unknown option {unknown:?}"))),
            None => options.checked().map_err(D::Error::custom),
        }
    }
}

impl Options {
    /// What holds between options.
    fn checked(self) -> Result<Self, &'static str> {
        let crises = &self.crisis_at_ms;
        if crises.len() > MOST_CRISES {
            return Err("crisis_at_ms: at most four points");
        }
        if crises.windows(2).any(|two| two[0] >= two[1]) {
            return Err("crisis_at_ms: strictly increasing");
        }
        if crises.last().is_some_and(|last| *last >= self.round_ms) {
            return Err("crisis_at_ms: each point lies below round_ms");
        }
        if self.start_happiness >= self.win_happiness {
            return Err("start_happiness: below win_happiness");
        }
        if self.happiness_floor > self.start_happiness {
            return Err("happiness_floor: not above start_happiness");
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(options: Value) -> Result<Options, String> {
        serde_json::from_value(options).map_err(|error| error.to_string())
    }

    #[test]
    fn absent_options_have_their_defaults() {
        assert_eq!(read(json!({})), Ok(Options::default()));
        let given = json!({"players": 4, "citizen_deck": "gentle", "crisis_at_ms": [1, 2]});
        let read = read(given).expect("valid");
        assert_eq!((read.players, read.citizen_deck), (4, CitizenDeck::Gentle));
        assert_eq!(serde_json::from_value::<Options>(json!(read)).expect("valid"), read);
    }

    #[test]
    fn the_schema_names_the_defaults() {
        let schema = crate::schema::of::<Options>();
        let defaults = json!(Options::default());
        let properties = schema["properties"].as_object().expect("an object");
        assert_eq!(properties.len(), defaults.as_object().expect("an object").len());
        for (name, property) in properties {
            assert_eq!(property["default"], defaults[name], "{name}");
            assert!(property["title"].is_string(), "{name}");
            assert!(property["description"].is_string(), "{name}");
        }
        assert_eq!(schema["required"], Value::Null);
        assert_eq!(schema["additionalProperties"], json!(false));
    }

    #[test]
    fn a_refusal_names_the_option() {
        for (name, value) in [
            ("players", json!(1)),
            ("players", json!(5)),
            ("players", json!("2")),
            ("round_ms", json!(59_999)),
            ("round_ms", json!(900_001)),
            ("round_ms", json!(-1)),
            ("round_ms", json!(60_000.5)),
            ("choose_ms", json!(0)),
            ("allocate_ms", json!(300_001)),
            ("crisis_at_ms", json!([2, 2])),
            ("crisis_at_ms", json!([300_000])),
            ("crisis_at_ms", json!([1, 2, 3, 4, 5])),
            ("crisis_at_ms", json!(180_000)),
            ("start_coin", json!(11)),
            ("start_happiness", json!(8)),
            ("win_happiness", json!(1)),
            ("win_happiness", json!(10)),
            ("happiness_floor", json!(2)),
            ("placate_base", json!(12)),
            ("bank_price", json!(0)),
            ("offer_ttl_ms", json!(4_999)),
            ("offer_limit", json!(11)),
            ("max_citizens", json!(9)),
            ("max_rounds", json!(51)),
            ("carry_over", json!("some")),
            ("market", json!(true)),
            ("recycle_spent", json!("yes")),
            ("colour", json!(1)),
        ] {
            let refusal = read(json!({ name: value })).expect_err(name);
            assert!(refusal.contains(name), "{name}: {refusal}");
        }
    }
}
