//! The closed sets of components. The order is the canonical order of the data: shuffles rest on it.

use crate::ids;

ids! {
    /// A resource. The order is the fixed kind order of the rules.
    pub enum Resource {
        Cloth = "cloth",
        Dyes = "dyes",
        Grain = "grain",
        Livestock = "livestock",
        Fuel = "fuel",
        Water = "water",
        Materials = "materials",
    }
}

ids! {
    /// A tradable good: a resource or coin. The resources come first, in their order.
    pub enum Good {
        Cloth = "cloth",
        Dyes = "dyes",
        Grain = "grain",
        Livestock = "livestock",
        Fuel = "fuel",
        Water = "water",
        Materials = "materials",
        Coin = "coin",
    }
}

impl Resource {
    /// Returns the resource as a good.
    pub const fn good(self) -> Good {
        Good::ALL[self as usize]
    }
}

impl Good {
    /// Returns the resource that this good is; `None` for coin.
    pub const fn resource(self) -> Option<Resource> {
        if (self as usize) < Resource::COUNT { Some(Resource::ALL[self as usize]) } else { None }
    }
}

ids! {
    /// A member state of the European Union, by its two letters.
    pub enum Country {
        At = "AT",
        Be = "BE",
        Bg = "BG",
        Hr = "HR",
        Cy = "CY",
        Cz = "CZ",
        Dk = "DK",
        Ee = "EE",
        Fi = "FI",
        Fr = "FR",
        De = "DE",
        Gr = "GR",
        Hu = "HU",
        Ie = "IE",
        It = "IT",
        Lv = "LV",
        Lt = "LT",
        Lu = "LU",
        Mt = "MT",
        Nl = "NL",
        Pl = "PL",
        Pt = "PT",
        Ro = "RO",
        Sk = "SK",
        Si = "SI",
        Es = "ES",
        Se = "SE",
    }
}

ids! {
    /// A resource card: resource, the cubes it gives at first and later, and the number of the
    /// copy.
    pub enum ResourceCard {
        Grain44A = "grain-4-4-a",
        Grain44B = "grain-4-4-b",
        Grain32A = "grain-3-2-a",
        Grain32B = "grain-3-2-b",
        Grain31A = "grain-3-1-a",
        Grain31B = "grain-3-1-b",
        Grain21A = "grain-2-1-a",
        Grain21B = "grain-2-1-b",
        Grain10A = "grain-1-0-a",
        Grain10B = "grain-1-0-b",
        Materials44A = "materials-4-4-a",
        Materials44B = "materials-4-4-b",
        Materials32A = "materials-3-2-a",
        Materials32B = "materials-3-2-b",
        Materials31A = "materials-3-1-a",
        Materials31B = "materials-3-1-b",
        Materials21A = "materials-2-1-a",
        Materials21B = "materials-2-1-b",
        Materials10A = "materials-1-0-a",
        Materials10B = "materials-1-0-b",
        Water44A = "water-4-4-a",
        Water44B = "water-4-4-b",
        Water32A = "water-3-2-a",
        Water32B = "water-3-2-b",
        Water31A = "water-3-1-a",
        Water31B = "water-3-1-b",
        Water21A = "water-2-1-a",
        Water21B = "water-2-1-b",
        Water10A = "water-1-0-a",
        Water10B = "water-1-0-b",
        Livestock44A = "livestock-4-4-a",
        Livestock44B = "livestock-4-4-b",
        Livestock32A = "livestock-3-2-a",
        Livestock32B = "livestock-3-2-b",
        Livestock31A = "livestock-3-1-a",
        Livestock31B = "livestock-3-1-b",
        Livestock21A = "livestock-2-1-a",
        Livestock21B = "livestock-2-1-b",
        Livestock10A = "livestock-1-0-a",
        Livestock10B = "livestock-1-0-b",
        Fuel21A = "fuel-2-1-a",
        Fuel21B = "fuel-2-1-b",
        Fuel21C = "fuel-2-1-c",
        Fuel10A = "fuel-1-0-a",
        Fuel10B = "fuel-1-0-b",
        Fuel10C = "fuel-1-0-c",
        Dyes21A = "dyes-2-1-a",
        Dyes21B = "dyes-2-1-b",
        Dyes21C = "dyes-2-1-c",
        Dyes10A = "dyes-1-0-a",
        Dyes10B = "dyes-1-0-b",
        Dyes10C = "dyes-1-0-c",
        Cloth21A = "cloth-2-1-a",
        Cloth21B = "cloth-2-1-b",
        Cloth21C = "cloth-2-1-c",
        Cloth10A = "cloth-1-0-a",
        Cloth10B = "cloth-1-0-b",
        Cloth10C = "cloth-1-0-c",
    }
}

ids! {
    /// A type of citizen card.
    pub enum CitizenKind {
        C1 = "c1",
        C2 = "c2",
        C3 = "c3",
        C4 = "c4",
        C5 = "c5",
        C6 = "c6",
        C7 = "c7",
        C8 = "c8",
        C9 = "c9",
        C10 = "c10",
        C11 = "c11",
        C12 = "c12",
        C13 = "c13",
        C14 = "c14",
        C15 = "c15",
        C16 = "c16",
        C17 = "c17",
        C18 = "c18",
        C19 = "c19",
        C20 = "c20",
        C21 = "c21",
        C22 = "c22",
    }
}

ids! {
    /// A citizen card: its type and the number of the copy. The deck says which copies are in play;
    /// each type has as many as any deck uses.
    pub enum Citizen {
        C1x1 = "c1-1",
        C1x2 = "c1-2",
        C1x3 = "c1-3",
        C1x4 = "c1-4",
        C1x5 = "c1-5",
        C1x6 = "c1-6",
        C1x7 = "c1-7",
        C1x8 = "c1-8",
        C1x9 = "c1-9",
        C1x10 = "c1-10",
        C1x11 = "c1-11",
        C1x12 = "c1-12",
        C1x13 = "c1-13",
        C1x14 = "c1-14",
        C1x15 = "c1-15",
        C1x16 = "c1-16",
        C1x17 = "c1-17",
        C1x18 = "c1-18",
        C1x19 = "c1-19",
        C1x20 = "c1-20",
        C2x1 = "c2-1",
        C2x2 = "c2-2",
        C2x3 = "c2-3",
        C3x1 = "c3-1",
        C3x2 = "c3-2",
        C3x3 = "c3-3",
        C4x1 = "c4-1",
        C4x2 = "c4-2",
        C4x3 = "c4-3",
        C5x1 = "c5-1",
        C5x2 = "c5-2",
        C5x3 = "c5-3",
        C6x1 = "c6-1",
        C6x2 = "c6-2",
        C6x3 = "c6-3",
        C7x1 = "c7-1",
        C7x2 = "c7-2",
        C8x1 = "c8-1",
        C8x2 = "c8-2",
        C9x1 = "c9-1",
        C9x2 = "c9-2",
        C10x1 = "c10-1",
        C10x2 = "c10-2",
        C10x3 = "c10-3",
        C10x4 = "c10-4",
        C10x5 = "c10-5",
        C10x6 = "c10-6",
        C10x7 = "c10-7",
        C10x8 = "c10-8",
        C10x9 = "c10-9",
        C10x10 = "c10-10",
        C10x11 = "c10-11",
        C10x12 = "c10-12",
        C10x13 = "c10-13",
        C10x14 = "c10-14",
        C10x15 = "c10-15",
        C10x16 = "c10-16",
        C10x17 = "c10-17",
        C10x18 = "c10-18",
        C11x1 = "c11-1",
        C11x2 = "c11-2",
        C12x1 = "c12-1",
        C12x2 = "c12-2",
        C13x1 = "c13-1",
        C13x2 = "c13-2",
        C14x1 = "c14-1",
        C14x2 = "c14-2",
        C15x1 = "c15-1",
        C15x2 = "c15-2",
        C16x1 = "c16-1",
        C16x2 = "c16-2",
        C17x1 = "c17-1",
        C17x2 = "c17-2",
        C18x1 = "c18-1",
        C18x2 = "c18-2",
        C19x1 = "c19-1",
        C19x2 = "c19-2",
        C20x1 = "c20-1",
        C20x2 = "c20-2",
        C21x1 = "c21-1",
        C21x2 = "c21-2",
        C22x1 = "c22-1",
        C22x2 = "c22-2",
    }
}

/// Number of copies of each type.
const COPIES: [u8; CitizenKind::COUNT] =
    [20, 3, 3, 3, 3, 3, 2, 2, 2, 18, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2];

/// Type and copy of each citizen card.
const CITIZENS: [(CitizenKind, u8); Citizen::COUNT] = {
    let mut cards = [(CitizenKind::C1, 0); Citizen::COUNT];
    let (mut at, mut kind) = (0, 0);
    while kind < CitizenKind::COUNT {
        let mut copy = 0;
        while copy < COPIES[kind] {
            copy += 1;
            cards[at] = (CitizenKind::ALL[kind], copy);
            at += 1;
        }
        kind += 1;
    }
    assert!(at == Citizen::COUNT, "every card is a copy of one type");
    cards
};

impl Citizen {
    /// Returns the type of the card.
    pub const fn kind(self) -> CitizenKind {
        CITIZENS[self as usize].0
    }

    /// Returns the number of the copy, from 1.
    pub const fn copy(self) -> u8 {
        CITIZENS[self as usize].1
    }
}

impl CitizenKind {
    /// Returns the number of copies of this type.
    pub const fn copies(self) -> u8 {
        COPIES[self as usize]
    }
}

ids! {
    /// A crisis card.
    pub enum Crisis {
        Stockpile = "stockpile",
        Earthquake = "earthquake",
        Tsunami = "tsunami",
        Emigration = "emigration",
        WaterFramework = "water_framework",
        SolidarityFund = "solidarity_fund",
        WorkingConditions = "working_conditions",
        OpenBorders = "open_borders",
        Drought = "drought",
        StormDamage = "storm_damage",
        FuelShortage = "fuel_shortage",
        LivestockPlague = "livestock_plague",
        Influx = "influx",
        CurrencyCrisis = "currency_crisis",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citizens_id_is_its_type_and_copy() {
        for card in Citizen::ALL {
            assert_eq!(card.as_str(), format!("{}-{}", card.kind(), card.copy()));
            assert!((1..=card.kind().copies()).contains(&card.copy()));
        }
    }

    #[test]
    fn goods_begin_with_the_resources() {
        for resource in Resource::ALL {
            assert_eq!(resource.good().as_str(), resource.as_str());
            assert_eq!(resource.good().resource(), Some(*resource));
        }
        assert_eq!(Good::Coin.resource(), None);
    }
}
