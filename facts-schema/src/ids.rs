//! The entities of a module, and the numbers that identify them.
//!
//! Ids are dense: the ids of one entity are `0..n`, in the order in which the module lists them.
//! The same module always has the same ids.

/// The id of an entity, a number with its own type.
pub trait EntityId: Copy + Eq {
    /// The entity that this id identifies.
    const ENTITY: Entity;

    /// The id with this number.
    fn new(number: u32) -> Self;

    /// The number of this id.
    fn number(self) -> u32;

    /// The number of this id as a slice index.
    fn index(self) -> usize {
        self.number() as usize
    }
}

macro_rules! entities {
    (
        $($(#[$doc:meta])* $id:ident $variant:ident $name:literal)*
        @derived
        $($(#[$derived_doc:meta])* $derived_id:ident $derived:ident $derived_name:literal)*
    ) => {
        entities! { @ids
            $($(#[$doc])* $id $variant)*
            $($(#[$derived_doc])* $derived_id $derived)*
        }

        /// The kinds of entities that have ids.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Entity {
            $($(#[$doc])* $variant,)*
            $($(#[$derived_doc])* $derived,)*
        }

        impl Entity {
            /// The entities of a module, in the order of their declaration.
            pub const ALL: &[Entity] = &[$(Entity::$variant,)*];

            /// The additional entities of derived relations.
            pub const DERIVED: &[Entity] = &[$(Entity::$derived,)*];

            /// The relation that maps each number of the entity to its readable id, used if ids are
            /// written as numbers.
            pub fn symbol_relation(self) -> String {
                format!("{}_symbol", self.name())
            }

            /// The entity's name. The relation with the same name lists its members: one row each,
            /// with the id in the first column.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Entity::$variant => $name,)*
                    $(Entity::$derived => $derived_name,)*
                }
            }
        }
    };
    (@ids $($(#[$doc:meta])* $id:ident $variant:ident)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $id(pub u32);

            impl EntityId for $id {
                const ENTITY: Entity = Entity::$variant;

                fn new(number: u32) -> Self {
                    Self(number)
                }

                fn number(self) -> u32 {
                    self.0
                }
            }
        )*
    };
}

entities! {
    /// A type in the syntax of textual IR: `i32`, `%struct.S`.
    TypeId Type "type"
    /// A value: argument, instruction result, block, global, constant, inline assembly or metadata
    /// used as an operand. `@main:%x` (local), `@global`, `i32 7` (constant).
    ValueId Value "value"
    /// A function, defined or declared: `@main`. As an operand it is a value with the same name.
    FunctionId Function "function"
    /// A basic block: `@main:%entry`. As an operand it is a value with the same name.
    BlockId Block "block"
    /// An instruction: `@main:#17` is the 18th instruction of `@main`.
    InstructionId Instruction "instruction"
    /// A metadata node, string or wrapped value: `!12`.
    MetadataId Metadata "metadata"
    /// An attribute with its argument: `nounwind`, `align 8`, `"frame-pointer"="all"`.
    AttributeId Attribute "attribute"
    @derived
    /// Memory or a function to which pointers point: `@main:%x` (the memory of an `alloca`),
    /// `@global`, `@main:#17 @malloc` (the memory that a call allocates).
    ObjectId Object "object"
    /// A target of pointers: `@global` (the start of an object), `@global+8` (8 bytes after it),
    /// `@global+8..80/16` (every 16 bytes from there, before 80), `@main:#17 @malloc+0../8` (with
    /// an unknown end).
    MemoryLocationId MemoryLocation "memory_location"
    /// A structure with bit fields: `S`, `%struct.S`, `@main:%x` (the pointee of a pointer).
    StructureId Structure "structure"
    /// A bit field: `S.a`, or `%struct.S[3..8]` (its bits) if debug information does not name it.
    BitFieldId BitField "bit_field"
    /// A rule of LLVM IR that the module violates, identified by its name:
    /// `binary-operands-differ`.
    BrokenRuleId BrokenRule "broken_rule"
}

impl Entity {
    /// The number of entities, including the derived ones.
    pub(crate) const COUNT: usize = Self::ALL.len() + Self::DERIVED.len();

    /// All entities, including the derived ones.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.iter().chain(Self::DERIVED).copied()
    }
}

/// A text, interned in [`Texts`](crate::Texts). It may contain any bytes, including invalid UTF-8,
/// and may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub u32);
