//! The effects of a function and its parameters according to LLVM's attributes (LangRef, "Parameter Attributes"
//! and "Function Attributes").

use facts_schema::{AttributeId, EntityId, FunctionId};

use super::ExternalFunctions;

/// The possible effects of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionTraits {
    /// It may read memory that its arguments point to.
    pub reads_arguments: bool,
    /// It may write memory that its arguments point to.
    pub writes_arguments: bool,
    /// It may write memory that other code can read later.
    pub writes_others: bool,
    /// It may throw.
    pub may_throw: bool,
    /// It allocates memory, and otherwise only fills, frees or copies it.
    pub is_allocator: bool,
    /// Its result is a new object, to which no other pointer exists.
    pub is_result_fresh: bool,
    /// The arguments that give the size of the allocated memory.
    pub size: Option<(u32, Option<u32>)>,
}

/// The possible uses of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterTraits {
    /// It may be kept.
    pub is_captured: bool,
    /// It may be returned, as the result or a part of it.
    pub may_be_returned: bool,
    /// It is the result.
    pub is_returned: bool,
    /// Memory reachable from it may be read.
    pub is_read: bool,
    /// Memory reachable from it may be written.
    pub is_written: bool,
    /// The function receives the address of a copy.
    pub is_copy: bool,
    /// It is memory to be freed or reallocated.
    pub is_allocated: bool,
}

/// Bits of the argument of `allockind`: the function allocates, reallocates or frees.
const ALLOCATES: u64 = 1;
const REALLOCATES: u64 = 2;
const FREES: u64 = 4;

/// The argument of `memory`: two bits for each kind of location, the lower one for reading. The lowest bits are
/// for memory that arguments point to, the next for memory that the module cannot access.
const READS: u64 = 0x5555_5555_5555_5555;
const WRITES: u64 = READS << 1;
const OF_ARGUMENTS: u64 = 0b11;

/// The argument of `captures`: four bits for captures through the result, and four above them for all other
/// captures; two each for the address and two for its provenance.
const PROVENANCE: u64 = 0b1100;
const OTHER_CAPTURES: u32 = 4;

impl ExternalFunctions<'_> {
    /// The possible effects of the function.
    pub(super) fn traits(&self, function: FunctionId) -> FunctionTraits {
        let mut traits = FunctionTraits {
            reads_arguments: true,
            writes_arguments: true,
            writes_others: true,
            may_throw: true,
            ..FunctionTraits::default()
        };
        for row in self.source.view.function_attribute.all(function) {
            let argument = self.argument_of(row.attribute);
            match self.name_of(row.attribute) {
                "nounwind" => traits.may_throw = false,
                "memory" => {
                    let effects = argument.unwrap_or(u64::MAX);
                    traits.reads_arguments = effects & READS & OF_ARGUMENTS != 0;
                    traits.writes_arguments = effects & WRITES & OF_ARGUMENTS != 0;
                    traits.writes_others = effects & WRITES & !OF_ARGUMENTS != 0;
                }
                "allockind" => {
                    let kind = argument.unwrap_or(0);
                    traits.is_allocator = kind & (ALLOCATES | REALLOCATES | FREES) != 0;
                    traits.is_result_fresh |= kind & (ALLOCATES | REALLOCATES) != 0;
                }
                "allocsize" => {
                    let packed = argument.unwrap_or(u64::MAX);
                    let count = packed as u32;
                    let size = (packed >> 32) as u32;
                    traits.is_result_fresh = true;
                    traits.size = Some((size, (count != u32::MAX).then_some(count)));
                }
                _ => {}
            }
        }
        let result = self.source.view.return_attribute.all(function);
        traits.is_result_fresh |= result.iter().any(|it| self.name_of(it.attribute) == "noalias");
        traits
    }

    /// The possible uses of the function's argument at `position`.
    pub(super) fn parameter(
        &self,
        function: FunctionId,
        traits: &FunctionTraits,
        position: u32,
    ) -> ParameterTraits {
        let mut parameter = ParameterTraits {
            is_captured: traits.writes_others || traits.writes_arguments,
            may_be_returned: true,
            is_returned: false,
            is_read: traits.reads_arguments,
            is_written: traits.writes_arguments,
            is_copy: false,
            is_allocated: false,
        };
        let attributes = self.source.view.parameter_attribute.all(function);
        for row in attributes.iter().filter(|it| it.position == position) {
            match self.name_of(row.attribute) {
                "nocapture" => {
                    parameter.is_captured = false;
                    parameter.may_be_returned = false;
                }
                "captures" => {
                    let ways = self.argument_of(row.attribute).unwrap_or(u64::MAX);
                    parameter.is_captured &= (ways >> OTHER_CAPTURES) & PROVENANCE != 0;
                    parameter.may_be_returned = ways & PROVENANCE != 0;
                }
                "returned" => parameter.is_returned = true,
                "readnone" => {
                    parameter.is_read = false;
                    parameter.is_written = false;
                }
                "readonly" => parameter.is_written = false,
                "writeonly" => parameter.is_read = false,
                "byval" => parameter.is_copy = true,
                "allocptr" => parameter.is_allocated = true,
                _ => {}
            }
        }
        parameter
    }

    fn name_of(&self, attribute: AttributeId) -> &str {
        self.facts.attribute.get(attribute.index()).map_or("", |it| self.source.view.text(it.name))
    }

    fn argument_of(&self, attribute: AttributeId) -> Option<u64> {
        self.source.view.attribute_integer.first(attribute).map(|it| it.integer)
    }
}
