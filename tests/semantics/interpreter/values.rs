//! Values: the sets of values that a use may see.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

use super::Error;

/// The maximum width of an integer whose values are listed, in bits.
pub const LISTED_WIDTH: u32 = 8;
/// The maximum width of an integer whose values are all tried, in bits.
const TRIED_WIDTH: u32 = 16;
/// The maximum number of alternatives of a value.
const ALTERNATIVES: usize = 1 << 12;
/// The maximum number of tuples of lanes that are enumerated.
const TUPLES: usize = 1 << 16;

/// The number of bits of an offset. A pointer contains the object's number, from 1, in its upper 16 bits, and the
/// offset in bytes in two's complement below. The null pointer is 0.
pub const OFFSET_BITS: u32 = 48;

/// The type of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// An integer of this number of bits, at most 64.
    Integer(u32),
    /// A pointer.
    Pointer,
}

impl Scalar {
    /// The width in bits.
    pub fn width(self) -> u32 {
        match self {
            Self::Integer(width) => width,
            Self::Pointer => 64,
        }
    }
}

/// The values that a use of an integer or pointer may see.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Poison. A set that contains poison is equivalent to poison.
    Poison,
    /// This value.
    One(u64),
    /// Any of these values: at least two, sorted.
    Many(Arc<[u64]>),
    /// Any value of a pointer, or of an integer that is too wide to list its values.
    Any,
}

impl Lane {
    /// Undef: any value of `scalar`.
    pub fn undef(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Integer(width) if width <= LISTED_WIDTH => {
                Self::Many((0..1 << width).collect())
            }
            _ => Self::Any,
        }
    }

    /// Any of `values`, at least one.
    pub fn of(values: BTreeSet<u64>, width: u32) -> Self {
        match values.len() {
            1 => Self::One(values.first().copied().unwrap_or_default()),
            count if width > LISTED_WIDTH && width < 64 && count as u64 == 1 << width => Self::Any,
            _ => Self::Many(values.into_iter().collect()),
        }
    }

    /// All values that a use may see; empty for poison.
    ///
    /// # Errors
    ///
    /// When there are too many.
    pub fn values(&self, scalar: Scalar) -> Result<Arc<[u64]>, Error> {
        match self {
            Self::Poison => Ok(Arc::new([])),
            Self::One(value) => Ok(Arc::new([*value])),
            Self::Many(values) => Ok(values.clone()),
            Self::Any => match scalar {
                Scalar::Integer(width) if width <= TRIED_WIDTH => Ok((0..1 << width).collect()),
                _ => Err(Error::Budget("the values of a wide undef")),
            },
        }
    }

    /// Whether every use sees the same value.
    pub fn is_well_defined(&self) -> bool {
        matches!(self, Self::One(_))
    }

    /// Whether different uses may see different values that are not poison.
    pub fn is_undef(&self) -> bool {
        matches!(self, Self::Many(_) | Self::Any)
    }

    /// Whether this lane allows all values of `other`.
    pub fn allows(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Poison, _) => true,
            (_, Self::Poison) => false,
            (Self::Any, _) => true,
            (Self::One(one), Self::One(other)) => one == other,
            (Self::Many(values), Self::One(other)) => values.binary_search(other).is_ok(),
            (Self::Many(values), Self::Many(others)) => {
                others.iter().all(|other| values.binary_search(other).is_ok())
            }
            (Self::One(_), Self::Many(_)) | (Self::One(_) | Self::Many(_), Self::Any) => false,
        }
    }

    /// The union of two lanes.
    fn or(&self, other: &Self, scalar: Scalar) -> Self {
        if self.allows(other) {
            return self.clone();
        }
        if other.allows(self) {
            return other.clone();
        }
        let listed = |lane: &Self| match lane {
            Self::One(value) => vec![*value],
            Self::Many(values) => values.to_vec(),
            Self::Poison | Self::Any => Vec::new(),
        };
        let values = listed(self).into_iter().chain(listed(other)).collect();
        Self::of(values, scalar.width())
    }

    fn display(&self, scalar: Scalar) -> String {
        match self {
            Self::Poison => "poison".to_owned(),
            Self::One(0) if scalar == Scalar::Pointer => "null".to_owned(),
            Self::One(value) if scalar == Scalar::Pointer => {
                let (object, offset) = (value >> OFFSET_BITS, value & ((1 << OFFSET_BITS) - 1));
                format!("object {object} + {offset}")
            }
            Self::One(value) => value.to_string(),
            _ if *self == Self::undef(scalar) => "undef".to_owned(),
            Self::Many(values) => format!("any of {values:?}"),
            Self::Any => "undef".to_owned(),
        }
    }
}

/// The lanes of a value in order. Each use sees any combination of the possible values of the lanes.
pub type Tuple = Box<[Lane]>;

/// The values that a use may see: any combination of one of these tuples. Most values have one tuple; if lanes depend
/// on each other, there are several.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    tuples: Vec<Tuple>,
}

impl Value {
    /// The value of these lanes.
    pub fn new(lanes: impl IntoIterator<Item = Lane>) -> Self {
        Self { tuples: vec![lanes.into_iter().collect()] }
    }

    /// The alternatives.
    pub fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// The possible values of the lane at `position`.
    pub fn lane(&self, position: usize, scalar: Scalar) -> Lane {
        let mut lane = self.tuples[0][position].clone();
        for tuple in &self.tuples[1..] {
            lane = lane.or(&tuple[position], scalar);
        }
        lane
    }

    /// The `count` lanes from `start`.
    ///
    /// # Errors
    ///
    /// When there are too many alternatives.
    pub fn slice(&self, start: usize, count: usize, scalars: &[Scalar]) -> Result<Self, Error> {
        let part = |tuple: &Tuple| tuple[start..start + count].iter().cloned().collect();
        Self::any_of(self.tuples.iter().map(part), &scalars[start..start + count])
    }

    /// The value whose lanes from `start` are replaced by those of `part`.
    ///
    /// # Errors
    ///
    /// When there are too many alternatives.
    pub fn replace(&self, start: usize, part: &Self, scalars: &[Scalar]) -> Result<Self, Error> {
        let mut tuples = Vec::with_capacity(self.tuples.len() * part.tuples.len());
        for tuple in &self.tuples {
            for part in &part.tuples {
                let mut tuple = tuple.clone();
                tuple[start..start + part.len()].clone_from_slice(part);
                tuples.push(tuple);
            }
        }
        Self::any_of(tuples, scalars)
    }

    /// The lanes of this value followed by those of `other`.
    pub fn then(&self, other: &Self) -> Self {
        let join = |first: &Tuple, second: &Tuple| first.iter().chain(second).cloned().collect();
        let tuples = self.tuples.iter();
        let tuples =
            tuples.flat_map(|first| other.tuples.iter().map(move |second| join(first, second)));
        Self { tuples: tuples.collect() }
    }

    /// Any of `tuples`, at least one.
    ///
    /// # Errors
    ///
    /// When there are too many alternatives.
    pub fn any_of(
        tuples: impl IntoIterator<Item = Tuple>,
        scalars: &[Scalar],
    ) -> Result<Self, Error> {
        let mut value = Self { tuples: Vec::new() };
        for tuple in tuples {
            value.insert(tuple, scalars);
            if value.tuples.len() > ALTERNATIVES {
                return Err(Error::Budget("the alternatives of a value"));
            }
        }
        Ok(value)
    }

    /// The union of this value and `other`.
    ///
    /// # Errors
    ///
    /// When there are too many alternatives.
    pub fn or(&self, other: &Self, scalars: &[Scalar]) -> Result<Self, Error> {
        Self::any_of(self.tuples.iter().chain(&other.tuples).cloned(), scalars)
    }

    /// Adds an alternative, and merges tuples that differ in only one lane.
    fn insert(&mut self, mut tuple: Tuple, scalars: &[Scalar]) {
        loop {
            let differing = |other: &Tuple| {
                let mut positions = (0..tuple.len()).filter(|&at| tuple[at] != other[at]);
                (positions.next(), positions.next())
            };
            let covers = |first: &Tuple, second: &Tuple| {
                first.iter().zip(second).all(|(first, second)| first.allows(second))
            };
            if self.tuples.iter().any(|other| covers(other, &tuple)) {
                return;
            }
            self.tuples.retain(|other| !covers(&tuple, other));
            let similar = self.tuples.iter().position(|other| differing(other).1.is_none());
            let Some(similar) = similar else { break };
            let other = self.tuples.swap_remove(similar);
            let Some(at) = (0..tuple.len()).find(|&at| tuple[at] != other[at]) else { return };
            tuple[at] = tuple[at].or(&other[at], scalars[at]);
        }
        self.tuples.push(tuple);
    }

    /// Whether every use sees the same value in each lane.
    pub fn is_well_defined(&self) -> bool {
        self.tuples.len() == 1 && self.tuples[0].iter().all(Lane::is_well_defined)
    }

    /// Whether this value allows all values of `other`.
    ///
    /// # Errors
    ///
    /// When there is too much to compare.
    pub fn allows(&self, other: &Self, scalars: &[Scalar]) -> Result<bool, Error> {
        for tuple in &other.tuples {
            let covers = |own: &Tuple| own.iter().zip(tuple).all(|(own, it)| own.allows(it));
            if self.tuples.iter().any(covers) {
                continue;
            }
            if self.tuples.len() == 1 {
                return Ok(false);
            }
            // Only several of the tuples together may cover it.
            for single in singles(tuple, scalars)? {
                let covers = |own: &Tuple| own.iter().zip(&single).all(|(own, it)| own.allows(it));
                if !self.tuples.iter().any(covers) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The value as text.
    pub fn display(&self, scalars: &[Scalar]) -> String {
        let mut text = String::new();
        for (position, tuple) in self.tuples.iter().enumerate() {
            if position > 0 {
                text += " or ";
            }
            let lanes = tuple.iter().zip(scalars).map(|(lane, &scalar)| lane.display(scalar));
            let lanes: Vec<_> = lanes.collect();
            match lanes.as_slice() {
                [lane] => text += lane,
                lanes => write!(text, "({})", lanes.join(", ")).expect("a string takes it"),
            }
        }
        text
    }
}

/// Each tuple of single values, or poison, in `tuple`.
///
/// # Errors
///
/// When there are too many.
pub fn singles(tuple: &Tuple, scalars: &[Scalar]) -> Result<Vec<Tuple>, Error> {
    let mut singles = vec![Vec::with_capacity(tuple.len())];
    for (lane, &scalar) in tuple.iter().zip(scalars) {
        let options: Vec<Lane> = match lane {
            Lane::Poison => vec![Lane::Poison],
            lane => lane.values(scalar)?.iter().map(|&value| Lane::One(value)).collect(),
        };
        if singles.len() * options.len() > TUPLES {
            return Err(Error::Budget("the combinations of undef lanes"));
        }
        let extend = |single: Vec<Lane>| {
            let with = move |option: &Lane| {
                single.iter().cloned().chain([option.clone()]).collect::<Vec<_>>()
            };
            options.iter().map(with).collect::<Vec<_>>()
        };
        singles = singles.into_iter().flat_map(extend).collect();
    }
    Ok(singles.into_iter().map(Vec::into_boxed_slice).collect())
}
