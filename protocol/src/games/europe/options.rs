//! The options of a room of Europe: reading is strict, and a refusal names the option.

use std::fmt::Display;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::handicap;

/// The most crisis points of a round.
const MOST_CRISES: usize = 4;

/// Declares the options: each is given once, with title, default and, if it is a number, its range.
macro_rules! options {
    (
        $(#[$above:meta])*
        pub struct $options:ident {
            $($(#[$about:meta])* $name:ident: $type:ty = $default:expr $(, $low:literal..=$high:literal)?;)*
        }
    ) => {
        $(#[$above])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
        #[schemars(default, deny_unknown_fields)]
        pub struct $options {
            $(
                $(#[$about])*
                #[schemars($(range(min = $low, max = $high),)? extend("default" = $default))]
                pub $name: $type,
            )*
        }

        impl Default for $options {
            fn default() -> Self {
                Self { $($name: $default),* }
            }
        }

        impl Given {
            /// Every option, that which is not given with its default.
            fn options<E: Error>(&mut self) -> Result<$options, E> {
                Ok($options {
                    $($name: options!(read self, $name, $default $(, $low..=$high)?)?,)*
                })
            }
        }
    };
    (read $given:ident, $name:ident, $default:expr) => {
        $given.take(stringify!($name), $default)
    };
    (read $given:ident, $name:ident, $default:expr, $low:literal..=$high:literal) => {
        $given.number(stringify!($name), $low..=$high, $default)
    };
}

options! {
    /// The options of a room of Europe.
    pub struct Options {
        /// You and the others, people or bots.
        #[schemars(title = "Players")]
        players: u8 = 2, 2..=4;
        /// The time in which all trade at once, in milliseconds.
        #[schemars(title = "Length of a round")]
        round_ms: u32 = 300_000, 60_000..=900_000;
        /// Times after the beginning of a round, in milliseconds of play: rising, below the round's length,
        /// at most four.
        #[schemars(title = "When crises come")]
        #[schemars(length(max = MOST_CRISES))]
        crisis_at_ms: Vec<u32> = vec![180_000];
        /// Before a round, and for the country before the first one, in milliseconds.
        #[schemars(title = "Time to choose citizens")]
        choose_ms: u32 = 45_000, 10_000..=300_000;
        /// After a round, to say which goods go to whom, in milliseconds.
        #[schemars(title = "Time to serve citizens")]
        allocate_ms: u32 = 60_000, 10_000..=300_000;
        /// For each player.
        #[schemars(title = "Coins at the start")]
        start_coin: u8 = 4, 0..=10;
        /// For each player; less than it takes to win.
        #[schemars(title = "Happiness at the start")]
        start_happiness: u8 = 1, 0..=8;
        /// The match ends when somebody reaches it.
        #[schemars(title = "Happiness to win")]
        win_happiness: u8 = 8, 2..=9;
        /// It never falls below this; not above that of the start.
        #[schemars(title = "Lowest happiness")]
        happiness_floor: u8 = 0, 0..=1;
        /// The sum that two dice have to reach, plus one for each missing good.
        #[schemars(title = "Placating unhappy citizens")]
        placate_base: u8 = 7, 2..=11;
        /// Coins for one good.
        #[schemars(title = "Price at the bank")]
        bank_price: u8 = 2, 1..=5;
        /// Those that a player keeps for the next round.
        #[schemars(title = "Goods that are left over")]
        carry_over: CarryOver = CarryOver::default();
        /// The bonus stands on the card of the crisis.
        #[schemars(title = "Who earns the bonus of a crisis")]
        crisis_bonus: CrisisBonus = CrisisBonus::default();
        /// For whoever leaves a debt of it unpaid.
        #[schemars(title = "Price of failing a crisis")]
        crisis_failure: CrisisFailure = CrisisFailure::default();
        /// The number of goods that they ask for decides how hard the match is.
        #[schemars(title = "Citizens in the deck")]
        citizen_deck: CitizenDeck = CitizenDeck::default();
        /// The events that may befall all of you in a round.
        #[schemars(title = "Crises in the deck")]
        crisis_deck: CrisisDeck = CrisisDeck::default();
        /// The change to them when a round begins.
        #[schemars(title = "Cards for sale")]
        market: MarketRule = MarketRule::default();
        /// Cards that will never give another good return to the deck.
        #[schemars(title = "Used-up cards come back")]
        recycle_spent: bool = true;
        /// Then it is gone by itself; in milliseconds of play.
        #[schemars(title = "How long an offer stands")]
        offer_ttl_ms: u32 = 30_000, 5_000..=300_000;
        /// As many a player may have open.
        #[schemars(title = "Offers at a time")]
        offer_limit: u8 = 5, 1..=10;
        /// Nobody holds more at a time.
        #[schemars(title = "Most citizens of a player")]
        max_citizens: u8 = 8, 3..=8;
        /// Then the happiest country wins.
        #[schemars(title = "Most rounds")]
        max_rounds: u8 = 20, 1..=50;
        /// The clock jumps ahead when nobody wants anything more.
        #[schemars(title = "Go on as soon as all are ready")]
        end_early_when_ready: bool = true;
        /// An offer may ask for nothing, or give nothing.
        #[schemars(title = "Gifts")]
        allow_gifts: bool = false;
        /// Phases, crises and rounds end when all are ready, however long that takes; offers stand until then.
        #[serde(skip_serializing_if = "handicap::is_default")]
        #[schemars(title = "No clock")]
        untimed: bool = false;
        /// Coins that one player has more at the beginning, two for each step. A house rule for players of
        /// unequal strength.
        #[serde(skip_serializing_if = "handicap::is_default")]
        #[schemars(title = "Head start")]
        handicap: u8 = 0, 0..=3;
        /// It changes nothing without a head start.
        #[serde(skip_serializing_if = "handicap::is_default")]
        #[schemars(title = "Who has the head start")]
        handicap_for: FavouredPlayer = FavouredPlayer::default();
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
    /// Cubes that stay with their players between rounds.
    CarryOver {
        /// The others go back.
        #[default]
        #[schemars(title = "Nothing but the stockpile")]
        None,
        /// Nothing goes back.
        #[schemars(title = "Everything")]
        All,
    }
}

choice! {
    /// Players who earn the bonus of a crisis.
    CrisisBonus {
        /// And paid all its debts.
        #[default]
        #[schemars(title = "Who met all citizens and the crisis")]
        CitizensAndCrisis,
        /// Whatever is left unpaid.
        #[schemars(title = "Who met all citizens")]
        CitizensOnly,
    }
}

choice! {
    /// Price of leaving a debt of a crisis unpaid.
    CrisisFailure {
        /// Nothing beyond it.
        #[default]
        #[schemars(title = "Its bonus")]
        NoBonus,
        /// A harder game.
        #[schemars(title = "Its bonus and one happiness")]
        LoseOneHappiness,
    }
}

choice! {
    /// Citizens in play.
    CitizenDeck {
        /// 38 cards, about four goods each.
        #[default]
        #[schemars(title = "All kinds")]
        Standard,
        /// 37 cards that ask for fewer goods: good for a first match.
        #[schemars(title = "Modest ones")]
        Gentle,
        /// Those of the published text, 38 cards in all.
        #[schemars(title = "Two kinds only")]
        SeedOnly,
    }
}

choice! {
    /// Crises in play.
    CrisisDeck {
        /// All that there are.
        #[default]
        #[schemars(title = "All fourteen")]
        Full,
        /// Those of the published text, as this project reads them.
        #[schemars(title = "Four")]
        SeedOnly,
    }
}

choice! {
    /// Change to the market when a round begins.
    MarketRule {
        /// They are discarded and dealt again.
        #[default]
        #[schemars(title = "All are replaced")]
        Refresh,
        /// The others stay.
        #[schemars(title = "Only sold ones are replaced")]
        Persist,
    }
}

choice! {
    /// The seat that a handicap favours.
    FavouredPlayer {
        /// In the room's list of players.
        #[default]
        #[schemars(title = "The player listed first")]
        FirstSeat,
        /// In the room's list of players.
        #[schemars(title = "The player listed second")]
        SecondSeat,
        /// With three or four players.
        #[schemars(title = "The player listed third")]
        ThirdSeat,
        /// With four players.
        #[schemars(title = "The player listed fourth")]
        FourthSeat,
    }
}

impl FavouredPlayer {
    /// Returns the number of the seat.
    pub const fn number(self) -> u8 {
        match self {
            Self::FirstSeat => 0,
            Self::SecondSeat => 1,
            Self::ThirdSeat => 2,
            Self::FourthSeat => 3,
        }
    }
}

/// The options that a room gave; each is taken out once.
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
        // Read by hand, because serde's error for a number out of range names the type, not the range.
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
        let options: Self = given.options()?;
        match given.0.keys().next() {
            Some(unknown) => Err(D::Error::custom(format_args!("unknown option {unknown:?}"))),
            None => options.checked().map_err(D::Error::custom),
        }
    }
}

impl Options {
    /// Checks the conditions that hold between options.
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
        if self.untimed && !self.end_early_when_ready {
            return Err("untimed: needs end_early_when_ready");
        }
        if self.handicap > 0 && self.handicap_for.number() >= self.players {
            return Err("handicap_for: a seat of the room");
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
        let mut defaults = json!(Options::default());
        // A room stores what it stored before there were these options, unless it uses them.
        assert!(defaults.get("handicap").is_none() && defaults.get("untimed").is_none());
        defaults["untimed"] = json!(false);
        defaults["handicap"] = json!(0);
        defaults["handicap_for"] = json!("first_seat");
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
            ("untimed", json!(1)),
            ("handicap", json!(4)),
            ("handicap_for", json!("fifth_seat")),
            ("colour", json!(1)),
        ] {
            let refusal = read(json!({ name: value })).expect_err(name);
            assert!(refusal.contains(name), "{name}: {refusal}");
        }
    }
}
