//! The closed sets of components. The order is the canonical order of the data: shuffles rest on it.

use crate::ids;

ids! {
    /// A side of the table; its index is the seat.
    pub enum Side { Europe = "europe", Russia = "russia" }
}

ids! {
    /// A power: the owner of dice, and the colour of an action. Europe plays the EU and NATO.
    pub enum Power { Eu = "eu", Nato = "nato", Russia = "russia" }
}

impl Power {
    /// Returns the side that plays this power.
    pub const fn side(self) -> Side {
        match self {
            Self::Eu | Self::Nato => Side::Europe,
            Self::Russia => Side::Russia,
        }
    }
}

impl Side {
    /// Returns the other side.
    pub const fn opponent(self) -> Self {
        match self {
            Self::Europe => Self::Russia,
            Self::Russia => Self::Europe,
        }
    }
}

ids! {
    /// A contested region, with influence dice.
    pub enum Region {
        Armenia = "armenia",
        Azerbaijan = "azerbaijan",
        Belarus = "belarus",
        CzechiaSlovakia = "czechia_slovakia",
        EasternBalkans = "eastern_balkans",
        Georgia = "georgia",
        Hungary = "hungary",
        Moldova = "moldova",
        Poland = "poland",
        Baltics = "baltics",
        Ukraine = "ukraine",
        WesternBalkans = "western_balkans",
    }
}

ids! {
    /// A space of the board. The contested regions come first, in the order of the regions.
    pub enum Space {
        Armenia = "armenia",
        Azerbaijan = "azerbaijan",
        Belarus = "belarus",
        CzechiaSlovakia = "czechia_slovakia",
        EasternBalkans = "eastern_balkans",
        Georgia = "georgia",
        Hungary = "hungary",
        Moldova = "moldova",
        Poland = "poland",
        Baltics = "baltics",
        Ukraine = "ukraine",
        WesternBalkans = "western_balkans",
        Austria = "austria",
        Benelux = "benelux",
        Denmark = "denmark",
        Finland = "finland",
        France = "france",
        Germany = "germany",
        Greece = "greece",
        Italy = "italy",
        Norway = "norway",
        SpainPortugal = "spain_portugal",
        Sweden = "sweden",
        Turkey = "turkey",
        UkIreland = "uk_ireland",
        Moscow = "moscow",
        CentralFd = "central_fd",
        WesternFd = "western_fd",
        SouthernFd = "southern_fd",
        NorthCaucasianFd = "north_caucasian_fd",
        VolgaFd = "volga_fd",
        Kaliningrad = "kaliningrad",
        BalticSea = "baltic_sea",
        BlackSea = "black_sea",
        NorthSea = "north_sea",
        EnergySector = "energy_sector",
    }
}

impl Region {
    /// Returns the region as a space of the board.
    pub const fn space(self) -> Space {
        Space::ALL[self as usize]
    }
}

impl Space {
    /// Returns the contested region that this space is; `None` for other spaces.
    pub const fn region(self) -> Option<Region> {
        if (self as usize) < Region::COUNT { Some(Region::ALL[self as usize]) } else { None }
    }
}

ids! {
    /// A sea that has a Sea Card.
    pub enum Sea { Baltic = "baltic_sea", Black = "black_sea" }
}

ids! {
    /// An Action Card. Cards of contested regions exist once for each side.
    pub enum ActionCard {
        Austria = "europe-austria",
        Benelux = "europe-benelux",
        Denmark = "europe-denmark",
        Finland = "europe-finland",
        France = "europe-france",
        Germany = "europe-germany",
        Greece = "europe-greece",
        Italy = "europe-italy",
        Norway = "europe-norway",
        SpainAndPortugal = "europe-spain-and-portugal",
        Sweden = "europe-sweden",
        Turkey = "europe-turkey",
        UkAndIreland = "europe-uk-and-ireland",
        EnergySector = "russia-energy-sector",
        Kaliningrad = "russia-kaliningrad",
        NewsMedia = "russia-news-media",
        NorthCaucasianFederalDistrict = "russia-north-caucasian-federal-district",
        SouthernFederalDistrict = "russia-southern-federal-district",
        ThePresident = "russia-the-president",
        WesternFederalDistrict = "russia-western-federal-district",
        EuropeArmenia = "europe-armenia",
        EuropeAzerbaijan = "europe-azerbaijan",
        EuropeBelarus = "europe-belarus",
        EuropeCzechiaAndSlovakia = "europe-czechia-and-slovakia",
        EuropeEasternBalkans = "europe-eastern-balkans",
        EuropeGeorgia = "europe-georgia",
        EuropeHungary = "europe-hungary",
        EuropeMoldova = "europe-moldova",
        EuropePoland = "europe-poland",
        EuropeBaltics = "europe-baltics",
        EuropeUkraine = "europe-ukraine",
        EuropeWesternBalkans = "europe-western-balkans",
        RussiaArmenia = "russia-armenia",
        RussiaAzerbaijan = "russia-azerbaijan",
        RussiaBelarus = "russia-belarus",
        RussiaCzechiaAndSlovakia = "russia-czechia-and-slovakia",
        RussiaEasternBalkans = "russia-eastern-balkans",
        RussiaGeorgia = "russia-georgia",
        RussiaHungary = "russia-hungary",
        RussiaMoldova = "russia-moldova",
        RussiaPoland = "russia-poland",
        RussiaBaltics = "russia-baltics",
        RussiaUkraine = "russia-ukraine",
        RussiaWesternBalkans = "russia-western-balkans",
    }
}

ids! {
    /// An Advantage Card.
    pub enum AdvantageCard {
        CouncilMeeting = "council-meeting",
        DiplomaticMission = "diplomatic-mission",
        EconomicAid = "economic-aid",
        NatoSummit = "nato-summit",
        RapidReactionForce = "rapid-reaction-force",
        UsSanctions = "us-sanctions",
        WesternIntelligence = "western-intelligence",
        CyberAttack = "cyber-attack",
        FractureInTheEu = "fracture-in-the-eu",
        HybridWarfare = "hybrid-warfare",
        IntelligenceService = "intelligence-service",
        LittleGreenMen = "little-green-men",
        OilPriceBoom = "oil-price-boom",
        SnapExercise = "snap-exercise",
    }
}

ids! {
    /// A headline.
    pub enum Headline {
        MilitaryBase102 = "102nd-military-base",
        BalticAirPolicing = "baltic-air-policing",
        BosnianWar = "bosnian-war",
        BakuTbilisiCeyhanPipeline = "baku-tbilisi-ceyhan-pipeline",
        CaspianAgreement = "caspian-agreement",
        CyberwarfareWagedOnEstonia = "cyberwarfare-waged-on-estonia",
        DynasticSuccession = "dynastic-succession",
        GeorgianCivilWar = "georgian-civil-war",
        JeansRevolution = "jeans-revolution",
        KosovoWar = "kosovo-war",
        KosovosIndependence = "kosovos-independence",
        NagornoKarabakhWar = "nagorno-karabakh-war",
        NatoUkraineCommission = "nato-ukraine-commission",
        OrangeRevolution = "orange-revolution",
        RoseRevolution = "rose-revolution",
        RussiaUkraineGasDisputes = "russia-ukraine-gas-disputes",
        RussoGeorgianWar = "russo-georgian-war",
        SouthEastEuropeanCooperationProcess = "south-east-european-cooperation-process",
        TransnistriaWar = "transnistria-war",
        UnionStateOfRussiaAndBelarus = "union-state-of-russia-and-belarus",
        VelvetDivorce = "velvet-divorce",
        VisegradGroup = "visegrad-group",
        AccessionOfCrimeaIntoRussia = "accession-of-crimea-into-russia",
        DodonsElection = "dodons-election",
        EurasianEconomicUnion = "eurasian-economic-union",
        GrapeRevolution = "grape-revolution",
        MontenegrinCoupAttempt = "montenegrin-coup-attempt",
        NabuccoPipeline = "nabucco-pipeline",
        NatoForceIntegrationUnit = "nato-force-integration-unit",
        NatoMissileDefenseShield = "nato-missile-defense-shield",
        NewNatoCommandPosts = "new-nato-command-posts",
        NordStream = "nord-stream",
        PapaAirBase = "papa-air-base",
        RegionalForcesGroupOfBelarusAndRussia = "regional-forces-group-of-belarus-and-russia",
        ReinforceTheBalticStates = "reinforce-the-baltic-states",
        RosatomNuclearReactors = "rosatom-nuclear-reactors",
        SouthStream = "south-stream",
        UkrainianRevolution = "ukrainian-revolution",
        WarInTheDonbass = "war-in-the-donbass",
        EuropeanMigrantCrisis = "european-migrant-crisis",
    }
}
