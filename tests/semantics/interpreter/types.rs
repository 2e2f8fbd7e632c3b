//! Types as lanes, and the layout of the lanes in memory.

use facts_schema::view::Index;
use facts_schema::{Facts, InstructionFlag, InstructionId, TypeId, TypeKind};

use super::Error;
use super::values::Scalar;

/// The maximum width of an integer in LLVM, in bits.
const WIDEST: u32 = 64;
/// The maximum number of lanes of a value.
const LANES: usize = 64;

/// A type: its lanes in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Type {
    /// The scalar types of the lanes. `void` has no lanes.
    pub scalars: Vec<Scalar>,
    /// The offset of each lane in memory, in bits.
    pub places: Vec<u64>,
    /// Whether the lane belongs to an integer or vector whose width is not a multiple of 8. LangRef defines the result
    /// of a load of such a value only if a store of the same type wrote it.
    pub is_loose: Vec<bool>,
    /// The number of bits that a store writes.
    pub size: u64,
}

/// The flags that the interpreter supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "one field for each flag")]
pub struct Flags {
    /// No unsigned wrap.
    pub nuw: bool,
    /// No signed wrap.
    pub nsw: bool,
    /// Exact: nothing is lost.
    pub exact: bool,
    /// Disjoint: no common bits.
    pub disjoint: bool,
    /// Not negative.
    pub nneg: bool,
    /// Operands of the same sign.
    pub samesign: bool,
    /// Within the object.
    pub inbounds: bool,
    /// No wrap of an unsigned address and signed offsets.
    pub nusw: bool,
}

/// The types and flags of a module.
pub struct Types<'f> {
    /// The facts of the module.
    pub facts: &'f Facts,
    /// The facts, indexed.
    pub index: Index<'f>,
}

impl<'f> Types<'f> {
    /// The types in `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        Self { facts, index: Index::new(facts) }
    }

    /// The lanes of a type.
    ///
    /// # Errors
    ///
    /// When the interpreter does not support values of this type.
    pub fn of(&self, r#type: TypeId) -> Result<Type, Error> {
        let mut lanes = Type::default();
        self.add(r#type, 0, &mut lanes)?;
        let layout = self.index.type_layout.first(r#type);
        lanes.size = layout.map_or(0, |row| row.store_size * 8);
        if lanes.scalars.len() > LANES {
            return Err(Error::unsupported("values with this number of lanes"));
        }
        Ok(lanes)
    }

    fn add(&self, r#type: TypeId, place: u64, lanes: &mut Type) -> Result<(), Error> {
        let index = &self.index;
        let start = lanes.scalars.len();
        match self.kind(r#type)? {
            TypeKind::Void => return Ok(()),
            TypeKind::Integer => {
                let row = index.integer_type.first(r#type).ok_or_else(|| self.broken("type"))?;
                if row.width > WIDEST {
                    return Err(Error::unsupported("integers of this width"));
                }
                self.add_lane(Scalar::Integer(row.width), place, lanes);
            }
            TypeKind::Pointer => self.add_lane(Scalar::Pointer, place, lanes),
            TypeKind::Vector => {
                let row = index.vector_type.first(r#type).ok_or_else(|| self.broken("type"))?;
                for position in 0..row.length {
                    let width = lanes.scalars.get(start).map_or(0, |it| u64::from(it.width()));
                    self.add(row.element_type, place + u64::from(position) * width, lanes)?;
                    if lanes.scalars.len() > LANES {
                        break;
                    }
                }
                let bits: u64 = lanes.scalars[start..].iter().map(|it| u64::from(it.width())).sum();
                lanes.is_loose[start..].fill(!bits.is_multiple_of(8));
            }
            TypeKind::Array => {
                let row = index.array_type.first(r#type).ok_or_else(|| self.broken("type"))?;
                let step = self.allocation_size(row.element_type)? * 8;
                for position in 0..row.length {
                    self.add(row.element_type, place + position * step, lanes)?;
                    if lanes.scalars.len() > LANES {
                        break;
                    }
                }
            }
            TypeKind::Struct => {
                let offsets = index.struct_field_offset.all(r#type);
                for field in index.struct_field.all(r#type) {
                    let offset = offsets.iter().find(|row| row.position == field.position);
                    let offset = offset.ok_or_else(|| self.broken("structure"))?.offset;
                    self.add(field.field_type, place + offset * 8, lanes)?;
                }
            }
            other => return Err(Error::unsupported(format!("type {other:?}"))),
        }
        Ok(())
    }

    fn add_lane(&self, scalar: Scalar, place: u64, lanes: &mut Type) {
        lanes.scalars.push(scalar);
        lanes.places.push(place);
        lanes.is_loose.push(!scalar.width().is_multiple_of(8));
    }

    /// The kind of a type.
    ///
    /// # Errors
    ///
    /// When there is no such type.
    pub fn kind(&self, r#type: TypeId) -> Result<TypeKind, Error> {
        let row = self.index.r#type.first(r#type).ok_or_else(|| self.broken("type"))?;
        Ok(row.kind)
    }

    /// The distance between array elements of a type, in bytes.
    ///
    /// # Errors
    ///
    /// When it is not constant.
    pub fn allocation_size(&self, r#type: TypeId) -> Result<u64, Error> {
        let row = self.index.type_layout.first(r#type).ok_or_else(|| self.broken("layout"))?;
        Ok(row.allocation_size)
    }

    /// The member at `position` of an aggregate type or vector, and its offset in bytes.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn member(&self, r#type: TypeId, position: u64) -> Result<(TypeId, u64), Error> {
        let index = &self.index;
        match self.kind(r#type)? {
            TypeKind::Struct => {
                let fields = index.struct_field.all(r#type);
                let field = fields.iter().find(|row| u64::from(row.position) == position);
                let offsets = index.struct_field_offset.all(r#type);
                let offset = offsets.iter().find(|row| u64::from(row.position) == position);
                let (field, offset) = field.zip(offset).ok_or_else(|| self.broken("structure"))?;
                Ok((field.field_type, offset.offset))
            }
            TypeKind::Array => {
                let row = index.array_type.first(r#type).ok_or_else(|| self.broken("type"))?;
                let size = self.allocation_size(row.element_type)?;
                Ok((row.element_type, position.wrapping_mul(size)))
            }
            TypeKind::Vector => {
                let row = index.vector_type.first(r#type).ok_or_else(|| self.broken("type"))?;
                let size = self.allocation_size(row.element_type)?;
                Ok((row.element_type, position.wrapping_mul(size)))
            }
            other => Err(Error::unsupported(format!("members of type {other:?}"))),
        }
    }

    /// The flags of an instruction.
    pub fn flags(&self, instruction: InstructionId) -> Flags {
        let rows = self.index.instruction_flag.all(instruction);
        let has = |flag| rows.iter().any(|row| row.flag == flag);
        Flags {
            nuw: has(InstructionFlag::Nuw),
            nsw: has(InstructionFlag::Nsw),
            exact: has(InstructionFlag::Exact),
            disjoint: has(InstructionFlag::Disjoint),
            nneg: has(InstructionFlag::NNeg),
            samesign: has(InstructionFlag::SameSign),
            inbounds: has(InstructionFlag::InBounds),
            nusw: has(InstructionFlag::Nusw),
        }
    }

    /// The error for facts that are inconsistent or incomplete.
    pub fn broken(&self, what: &str) -> Error {
        Error::unsupported(format!("facts without a {what}"))
    }
}
