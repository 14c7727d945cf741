//! The closed sets of components. The order is the canonical order of the data: shuffles rest on it.

use crate::ids;

ids! {
    /// A player's colour.
    pub enum Colour { Red = "red", Blue = "blue" }
}

ids! {
    /// The owner of troops; every territory has one.
    pub enum Owner { Red = "red", Blue = "blue", Neutral = "neutral" }
}

ids! {
    /// A territory of the board.
    pub enum Territory {
        SouthernFrance = "southern_france",
        NorthernFrance = "northern_france",
        Belgium = "belgium",
        Netherlands = "netherlands",
        Germany = "germany",
        Ireland = "ireland",
        UnitedKingdom = "united_kingdom",
        Norway = "norway",
        Sweden = "sweden",
        Finland = "finland",
        Denmark = "denmark",
        Switzerland = "switzerland",
        Italy = "italy",
        Austria = "austria",
        Slovenia = "slovenia",
        Prussia = "prussia",
        Lithuania = "lithuania",
        Latvia = "latvia",
        Estonia = "estonia",
        Poland = "poland",
        CzechRepublic = "czech_republic",
        Slovakia = "slovakia",
        Hungary = "hungary",
        Romania = "romania",
        Moldova = "moldova",
        Belarus = "belarus",
        WesternUkraine = "western_ukraine",
        EasternUkraine = "eastern_ukraine",
        NorthernRussia = "northern_russia",
        SouthernRussia = "southern_russia",
    }
}

ids! {
    /// A region: territories that earn a bonus together.
    pub enum Region {
        Green = "green",
        Purple = "purple",
        Yellow = "yellow",
        Blue = "blue",
        Brown = "brown",
        Orange = "orange",
    }
}

ids! {
    /// A site; objectives ask for them.
    pub enum Site {
        SwissVault = "swiss_vault",
        NavalBase = "naval_base",
        SatelliteCentre = "satellite_centre",
    }
}

ids! {
    /// An objective.
    pub enum Objective {
        YellowRegion = "yellow_region",
        OrangeRegion = "orange_region",
        PurpleRegion = "purple_region",
        GreenRegion = "green_region",
        TwoRegions = "two_regions",
        SeaLineSix = "sea_line_6",
        RoughSix = "rough_6",
        CitiesSix = "cities_6",
        NavalBase = "naval_base",
        Satellites = "satellites",
        SwissVault = "swiss_vault",
        EliminateNeutral = "eliminate_neutral",
    }
}

ids! {
    /// A card. Those with a territory come first, in the order of the territories.
    pub enum Card {
        SouthernFrance = "card-southern-france",
        NorthernFrance = "card-northern-france",
        Belgium = "card-belgium",
        Netherlands = "card-netherlands",
        Germany = "card-germany",
        Ireland = "card-ireland",
        UnitedKingdom = "card-united-kingdom",
        Norway = "card-norway",
        Sweden = "card-sweden",
        Finland = "card-finland",
        Denmark = "card-denmark",
        Switzerland = "card-switzerland",
        Italy = "card-italy",
        Austria = "card-austria",
        Slovenia = "card-slovenia",
        Prussia = "card-prussia",
        Lithuania = "card-lithuania",
        Latvia = "card-latvia",
        Estonia = "card-estonia",
        Poland = "card-poland",
        CzechRepublic = "card-czech-republic",
        Slovakia = "card-slovakia",
        Hungary = "card-hungary",
        Romania = "card-romania",
        Moldova = "card-moldova",
        Belarus = "card-belarus",
        WesternUkraine = "card-western-ukraine",
        EasternUkraine = "card-eastern-ukraine",
        NorthernRussia = "card-northern-russia",
        SouthernRussia = "card-southern-russia",
        PlainOne = "plain-1",
        PlainTwo = "plain-2",
    }
}

ids! {
    /// A kind of combat support (Command Room).
    pub enum Support {
        Reconnaissance = "reconnaissance",
        StartManoeuvre = "start_manoeuvre",
        NeutralAttack = "neutral_attack",
        SpecialUnit = "special_unit",
    }
}

impl Colour {
    /// Returns the other colour.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }

    /// Returns the colour as an owner of territories.
    #[inline]
    pub const fn owner(self) -> Owner {
        match self {
            Self::Red => Owner::Red,
            Self::Blue => Owner::Blue,
        }
    }
}

impl Owner {
    /// Returns the player's colour; `None` for the neutral army, which has no player.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Self::Red => Some(Colour::Red),
            Self::Blue => Some(Colour::Blue),
            Self::Neutral => None,
        }
    }
}

impl Card {
    /// Returns the territory on the card; `None` for the two cards without one.
    pub const fn territory(self) -> Option<Territory> {
        if (self as usize) < Territory::COUNT { Some(Territory::ALL[self as usize]) } else { None }
    }
}
