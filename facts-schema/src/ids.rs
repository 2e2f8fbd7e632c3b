//! The entities of a module, and the numbers that stand for them.
//!
//! An id is dense: the ids of one entity are `0..n`, in the order in which the module lists them.
//! The same module always gets the same ids.

/// An entity's id, a number with a type of its own.
pub trait EntityId: Copy + Eq {
    /// Which entity this id names.
    const ENTITY: Entity;

    /// The id with this number.
    fn new(number: u32) -> Self;

    /// The number of this id.
    fn number(self) -> u32;

    /// The number of this id, to index a slice with.
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

        /// The kinds of things that have ids.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Entity {
            $($(#[$doc])* $variant,)*
            $($(#[$derived_doc])* $derived,)*
        }

        impl Entity {
            /// The entities of a module, in the order of their declaration.
            pub const ALL: &[Entity] = &[$(Entity::$variant,)*];

            /// The entities that derived relations speak of besides.
            pub const DERIVED: &[Entity] = &[$(Entity::$derived,)*];

            /// The relation that gives each of the entity's numbers its readable id, where ids are
            /// written as numbers.
            pub fn symbol_relation(self) -> String {
                format!("{}_symbol", self.name())
            }

            /// The entity's name. The relation of the same name lists its members: one row each,
            /// the id in the first column.
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
    /// A type, written as in textual IR: `i32`, `%struct.S`.
    TypeId Type "type"
    /// A value: argument, instruction result, block, global, constant, inline assembly or metadata
    /// used as an operand. `@main:%x` (local), `@global`, `i32 7` (constant).
    ValueId Value "value"
    /// A function, defined or declared: `@main`. As an operand it is a value of the same name.
    FunctionId Function "function"
    /// A basic block: `@main:%entry`. As an operand it is a value of the same name.
    BlockId Block "block"
    /// An instruction: `@main:#17` is the 18th of `@main`.
    InstructionId Instruction "instruction"
    /// A metadata node, string or wrapped value: `!12`.
    MetadataId Metadata "metadata"
    /// An attribute with its argument: `nounwind`, `align 8`, `"frame-pointer"="all"`.
    AttributeId Attribute "attribute"
    @derived
    /// Memory or a function that pointers point to: `@main:%x` (what an `alloca` reserves),
    /// `@global`, `@main:#17 @malloc` (what a call allocates).
    ObjectId Object "object"
    /// Where pointers point: `@global` (an object's beginning), `@global+8` (8 bytes behind it),
    /// `@global+8..80/16` (each 16 bytes from there, before 80), `@main:#17 @malloc+0../8` (to an
    /// end that is not known).
    MemoryLocationId MemoryLocation "memory_location"
    /// A structure that has bit fields: `S`, `%struct.S`, `@main:%x` (what a pointer points to).
    StructureId Structure "structure"
    /// A bit field: `S.a`, or `%struct.S[3..8]` (its bits) where no debug information names it.
    BitFieldId BitField "bit_field"
    /// A rule of LLVM IR that the module breaks, by its name: `binary-operands-differ`.
    BrokenRuleId BrokenRule "broken_rule"
}

impl Entity {
    /// How many entities there are, derived ones counted.
    pub(crate) const COUNT: usize = Self::ALL.len() + Self::DERIVED.len();

    /// All entities, also the derived ones.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.iter().chain(Self::DERIVED).copied()
    }
}

/// A piece of text, interned in [`Texts`](crate::Texts): any bytes, also none, also bytes that are
/// not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub u32);
