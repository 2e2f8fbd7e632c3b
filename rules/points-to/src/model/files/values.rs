//! Values of a model file that have more than one notation.

use std::fmt;
use std::num::NonZeroU32;

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::model::{FreshSize, Operand};

/// An operand or a list of operands. The effect applies to each of them.
#[derive(Default)]
pub struct Operands(pub Vec<Operand>);

impl<'de> Deserialize<'de> for Operands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OperandsVisitor)
    }
}

struct OperandsVisitor;

impl<'de> Visitor<'de> for OperandsVisitor {
    type Value = Operands;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "an operand, such as `0`, \"0+8\", \"[0+?]\" or \"static\", or a list of operands",
        )
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Operands, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Operands, E> {
        text.parse().map(|it| Operands(vec![it])).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Operands, A::Error> {
        let lists = Vec::<Operands>::deserialize(SeqAccessDeserializer::new(list))?;
        Ok(Operands(lists.into_iter().flat_map(|it| it.0).collect()))
    }
}

/// The value of `allocates`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allocation {
    #[serde(default, deserialize_with = "size")]
    pub size: FreshSize,
    /// A power of two, if it is known.
    pub alignment: Option<NonZeroU32>,
    #[serde(default)]
    pub text: bool,
    pub into: Option<Operands>,
}

/// Reads the value of `allocates`.
pub fn allocation<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Allocation>, D::Error> {
    from.deserialize_any(AllocationVisitor)
}

struct AllocationVisitor;

impl<'de> Visitor<'de> for AllocationVisitor {
    type Value = Option<Allocation>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("`true` or a table with `size`, `alignment`, `text` and `into`")
    }

    fn visit_bool<E: Error>(self, allocates: bool) -> Result<Self::Value, E> {
        Ok(allocates.then(Allocation::default))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Allocation::deserialize(MapAccessDeserializer::new(map)).map(Some)
    }
}

/// Reads the size of an allocation.
pub fn size<'de, D: Deserializer<'de>>(from: D) -> Result<FreshSize, D::Error> {
    from.deserialize_any(SizeVisitor)
}

struct SizeVisitor;

impl<'de> Visitor<'de> for SizeVisitor {
    type Value = FreshSize;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(
            "an argument number, or a list of two argument numbers whose product is the size",
        )
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<FreshSize, E> {
        let position = u32::try_from(number).ok();
        position.map(FreshSize::Argument).ok_or_else(|| {
            E::custom(format_args!("{number} is not an argument number; arguments count from 0"))
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FreshSize, A::Error> {
        let factors = (list.next_element()?, list.next_element()?, list.next_element::<u32>()?);
        match factors {
            (Some(one), Some(other), None) => Ok(FreshSize::Product(one, other)),
            _ => Err(A::Error::custom(
                "`size` is an argument number or a list of two argument numbers",
            )),
        }
    }
}
