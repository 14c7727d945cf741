//! Total maps over the closed sets of identifiers.

use protocol::games::balance_of_power::{Colour, Owner, Region, Territory};

use crate::by_id::ById;

pub(super) type ByTerritory<V> = ById<Territory, V, { Territory::COUNT }>;
pub(super) type ByRegion<V> = ById<Region, V, { Region::COUNT }>;
pub(super) type ByColour<V> = ById<Colour, V, { Colour::COUNT }>;
pub(super) type ByOwner<V> = ById<Owner, V, { Owner::COUNT }>;
