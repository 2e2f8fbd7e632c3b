//! Sets of locations.

use roaring::RoaringBitmap;

use super::ids::LocationId;

/// The maximum number of locations that a set holds without memory of its own.
const FEW: usize = 3;

/// A set of locations. Most sets have at most three; larger ones are compressed bitmaps.
#[derive(Clone, Debug)]
pub enum Locations {
    /// This number of locations, in order, at the start of the array.
    Few(u8, [LocationId; FEW]),
    /// More locations.
    Many(Box<RoaringBitmap>),
}

impl Default for Locations {
    fn default() -> Self {
        Self::Few(0, [0; FEW])
    }
}

impl Locations {
    /// The set of these locations, which are in order and without duplicates.
    pub fn from_sorted(locations: &[LocationId]) -> Self {
        if locations.len() <= FEW {
            let mut few = [0; FEW];
            few[..locations.len()].copy_from_slice(locations);
            return Self::Few(locations.len() as u8, few);
        }
        let bitmap = RoaringBitmap::from_sorted_iter(locations.iter().copied());
        Self::Many(Box::new(bitmap.unwrap_or_default()))
    }

    fn from_bitmap(bitmap: RoaringBitmap) -> Self {
        if bitmap.len() > FEW as u64 {
            return Self::Many(Box::new(bitmap));
        }
        let few: Vec<LocationId> = bitmap.iter().collect();
        Self::from_sorted(&few)
    }

    /// The locations, in order.
    pub fn iter(&self) -> impl Iterator<Item = LocationId> + '_ {
        let (few, many) = match self {
            Self::Few(count, few) => (&few[..usize::from(*count)], None),
            Self::Many(bitmap) => (&[][..], Some(bitmap.iter())),
        };
        few.iter().copied().chain(many.into_iter().flatten())
    }

    /// The number of locations.
    pub fn len(&self) -> u64 {
        match self {
            Self::Few(count, _) => u64::from(*count),
            Self::Many(bitmap) => bitmap.len(),
        }
    }

    /// Whether there are no locations.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Few(0, _))
    }

    /// Whether the location is in the set.
    pub fn contains(&self, location: LocationId) -> bool {
        match self {
            Self::Few(count, few) => few[..usize::from(*count)].contains(&location),
            Self::Many(bitmap) => bitmap.contains(location),
        }
    }

    /// Whether all locations are in the other set.
    pub fn is_subset(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Many(one), Self::Many(other)) => one.is_subset(other),
            (Self::Many(_), Self::Few(..)) => false,
            (Self::Few(..), _) => self.iter().all(|it| other.contains(it)),
        }
    }

    /// Adds a location; false if it is already in the set.
    pub fn insert(&mut self, location: LocationId) -> bool {
        let (count, few) = match self {
            Self::Few(count, few) => (count, few),
            Self::Many(bitmap) => return bitmap.insert(location),
        };
        let length = usize::from(*count);
        let Err(position) = few[..length].binary_search(&location) else { return false };
        if length < FEW {
            few.copy_within(position..length, position + 1);
            few[position] = location;
            *count += 1;
        } else {
            let mut bitmap: RoaringBitmap = few.iter().copied().collect();
            bitmap.insert(location);
            *self = Self::Many(Box::new(bitmap));
        }
        true
    }

    /// Adds all locations of the other set.
    pub fn extend(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Many(one), Self::Many(other)) => **one |= &**other,
            (Self::Few(0, _), _) => *self = other.clone(),
            (Self::Few(count, few), Self::Many(other)) => {
                let mut all = other.clone();
                all.extend(&few[..usize::from(*count)]);
                *self = Self::Many(all);
            }
            (_, Self::Few(count, few)) => {
                for location in &few[..usize::from(*count)] {
                    self.insert(*location);
                }
            }
        }
    }

    /// The locations that are not in the other set.
    pub fn without(&self, other: &Self) -> Self {
        match (self, other) {
            (_, Self::Few(0, _)) => self.clone(),
            (Self::Many(one), Self::Many(other)) => Self::from_bitmap(&**one - &**other),
            (Self::Many(one), Self::Few(..)) => {
                let mut rest = RoaringBitmap::clone(one);
                other.iter().for_each(|it| _ = rest.remove(it));
                Self::from_bitmap(rest)
            }
            (Self::Few(..), _) => self.filtered(|it| !other.contains(it)),
        }
    }

    /// The locations that are also in the other set.
    pub fn common(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Many(one), Self::Many(other)) => Self::from_bitmap(&**one & &**other),
            (Self::Many(_), Self::Few(..)) => other.filtered(|it| self.contains(it)),
            (Self::Few(..), _) => self.filtered(|it| other.contains(it)),
        }
    }

    /// The locations of a small set that fulfil a condition.
    fn filtered(&self, is_in: impl Fn(LocationId) -> bool) -> Self {
        let mut found = Self::default();
        self.iter().filter(|it| is_in(*it)).for_each(|it| _ = found.insert(it));
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::*;

    fn set(locations: &BTreeSet<LocationId>) -> Locations {
        Locations::from_sorted(&locations.iter().copied().collect::<Vec<_>>())
    }

    /// The locations, after a check that the set has the form that belongs to its size.
    fn locations(set: &Locations) -> BTreeSet<LocationId> {
        assert_eq!(matches!(set, Locations::Few(..)), set.len() <= FEW as u64);
        assert!(set.iter().is_sorted());
        let locations: BTreeSet<LocationId> = set.iter().collect();
        assert_eq!(set.len(), locations.len() as u64);
        assert_eq!(set.is_empty(), locations.is_empty());
        locations
    }

    proptest! {
        #[test]
        fn small_and_large_sets_are_sets(
            one in btree_set(0..12_u32, 0..9), other in btree_set(0..12_u32, 0..9), location in 0..12_u32,
        ) {
            let (first, second) = (set(&one), set(&other));
            prop_assert_eq!(&locations(&first), &one);
            prop_assert_eq!(first.contains(location), one.contains(&location));
            prop_assert_eq!(first.is_subset(&second), one.is_subset(&other));
            prop_assert_eq!(locations(&first.without(&second)), &one - &other);
            prop_assert_eq!(locations(&first.common(&second)), &one & &other);
            let mut both = first.clone();
            both.extend(&second);
            prop_assert_eq!(locations(&both), &one | &other);
            let mut more = first.clone();
            prop_assert_eq!(more.insert(location), !one.contains(&location));
            prop_assert_eq!(locations(&more), &one | &BTreeSet::from([location]));
        }
    }
}
