//! Properties of a module that programs need in addition to its relations: parts of values, layouts and numbers.

use facts_schema::view::{Scope, View};
use facts_schema::{EntityId, Facts, FunctionId, TypeId, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::allocated_pointers::AllocatedPointers;
use super::callees::{self, Callee, program::Special};
use super::cases::{self, Cases};
use super::casts::Casts;
use super::catch_unwind::Unions;
use super::classes::Receivers;
use super::construction::Construction;
use super::handlers::Handlers;
use super::hash_tables::HashTables;
use super::member_pointers::MemberPointers;
use super::once::Once;
use super::parameters::Parameters;
use super::text::TextCopies;
use super::trait_methods::TraitMethods;
use super::trait_offsets::TraitOffsets;
use super::type_infos::program::{Catches, Selective, TypeInfo};
use super::type_infos::{self, throwers, type_of_thrown};
use super::unoptimized::Unoptimized;
use super::unwinding::Arriving;
use super::{floating_point, integers};
use crate::parts::{Parts, PartsOfTypes};
use crate::typed_pointers::TypedPointers;

/// A module and the parts of its values.
pub struct Source<'f> {
    /// The module.
    pub view: View<'f>,
    parts: PartsOfTypes,
    no_parts: Parts,
    /// Values that are not pointers, though their type does not show it.
    numbers: FxHashSet<ValueId>,
    /// The instructions that copy text.
    pub text_copies: TextCopies,
    callees: FxHashMap<ValueId, Callee>,
    throwers: FxHashSet<ValueId>,
    /// The functions whose landing pads only receive the exceptions that their clauses catch.
    selective: FxHashSet<FunctionId>,
    /// Pairs of types, in order: an exception of the second type may be caught as the first type.
    pub catches: Vec<(ValueId, ValueId)>,
    /// The types of possible exceptions.
    pub type_infos: Vec<ValueId>,
    /// The stores of pointers to virtual tables.
    pub construction: Construction,
    /// The exceptions that arrive at landing pads.
    pub arriving: Arriving,
    /// The clauses of landing pads that lead to each handler.
    pub handlers: Handlers,
    /// The callables that are left for functions that run once.
    pub once: Once,
    /// The unions of `catch_unwind`.
    pub unions: Unions,
    /// The targets of `dynamic_cast`.
    pub casts: Casts,
    /// The numbers that pointers to members add to addresses.
    pub member_pointers: MemberPointers,
    /// The addresses in the middle of hash tables.
    pub hash_tables: HashTables,
    /// The offsets that depend on the alignment of trait objects.
    pub trait_offsets: TraitOffsets,
    /// The functions of Rust that debug information describes exactly.
    pub unoptimized: Unoptimized,
    /// The pointers to allocated memory in Rust.
    pub allocated_pointers: AllocatedPointers,
    /// The methods that calls find in virtual tables of traits.
    pub trait_methods: TraitMethods,
    /// The parameters, including those that are stored in stack variables.
    pub parameters: Parameters,
    /// The classes of `this` in member functions, and of `self` in methods of trait objects.
    pub receivers: Receivers,
    /// The cases of functions that depend on a number; in some functions, only blocks that never run.
    pub cases: FxHashMap<FunctionId, Cases>,
}

impl<'f> Source<'f> {
    /// The values of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        let view = View::new(facts);
        let (special,) = callees::program::run(Scope::module(&view));
        let callees = special.into_iter().map(|Special(value, callee)| (value, callee)).collect();
        let throwers = throwers(&view);
        let thrown = facts.call_instruction.iter().filter(|row| throwers.contains(&row.callee));
        let thrown = thrown.filter_map(|row| type_of_thrown(&view, row.instruction));
        let (selective, catches, type_infos) =
            type_infos::program::run(Scope::module(&view), thrown);
        let catches = catches.into_iter().map(|Catches(caught, thrown)| (caught, thrown));
        let parameters = Parameters::of(&view);
        let unoptimized = Unoptimized::of(&view);
        let mut pointers = (!unoptimized.is_empty()).then(|| TypedPointers::new(&view));
        let allocated_pointers = AllocatedPointers::of(&view, &unoptimized, pointers.as_mut());
        let trait_methods = TraitMethods::of(&view, &unoptimized, pointers.as_mut());
        let text_copies = TextCopies::of(&view);
        let mut catches: Vec<_> = catches.collect();
        catches.sort_unstable();
        Self {
            parts: PartsOfTypes::new(view.types()),
            no_parts: Parts::default(),
            numbers: text_copies
                .text(&view)
                .chain(floating_point::numbers(&view))
                .chain(integers::numbers(&view))
                .collect(),
            text_copies,
            callees,
            throwers,
            selective: selective.into_iter().map(|Selective(function)| function).collect(),
            catches,
            arriving: Arriving::default(),
            handlers: Handlers::of(&view),
            type_infos: type_infos.into_iter().map(|TypeInfo(it)| it).collect(),
            construction: Construction::of(&view),
            once: Once::of(&view),
            unions: Unions::of(&view),
            casts: Casts::default(),
            member_pointers: MemberPointers::default(),
            hash_tables: HashTables::of(&view),
            trait_offsets: TraitOffsets::of(&view),
            allocated_pointers,
            receivers: Receivers::of(&view, &parameters, &trait_methods, &unoptimized),
            trait_methods,
            unoptimized,
            parameters,
            cases: FxHashMap::default(),
            view,
        }
    }

    /// Adds the facts that follow from the callers of functions and, in a whole program, from its classes.
    pub fn in_program(self, is_whole: bool) -> Self {
        let cases = cases::of(&self, is_whole);
        if !is_whole {
            return Self { cases, ..self };
        }
        let (casts, member_pointers) = (Casts::of(&self.view), MemberPointers::of(&self.view));
        Self { casts, member_pointers, cases, ..self }
    }

    /// All facts of the module.
    pub fn facts(&self) -> &'f Facts {
        self.view.facts()
    }

    /// The parts of values of a type.
    pub fn parts_of_type(&self, r#type: TypeId) -> &Parts {
        self.parts.of(r#type)
    }

    /// The parts of a value. A constant without addresses and a number have none.
    pub fn parts(&self, value: ValueId) -> &Parts {
        match self.facts().value.get(value.index()) {
            Some(row) if may_hold(row.kind) && !self.numbers.contains(&value) => {
                self.parts.of(row.r#type)
            }
            _ => &self.no_parts,
        }
    }

    /// The first bytes of the parts of a value.
    pub fn parts_of(&self, value: ValueId) -> impl Iterator<Item = u32> {
        self.parts(value).offsets.iter().copied()
    }

    /// Whether a value has too many parts to distinguish them.
    pub fn is_folded(&self, value: ValueId) -> bool {
        self.parts(value).is_folded
    }

    /// Whether a value can hold a pointer.
    pub fn holds(&self, value: ValueId) -> bool {
        !self.parts(value).offsets.is_empty()
    }

    /// Whether a value that is added to an address is one of a few known numbers.
    pub fn has_numbers(&self, index: ValueId) -> bool {
        self.member_pointers.numbers(index).is_some() || self.trait_offsets.numbers(index).is_some()
    }

    /// The kind of callee that this value is.
    pub fn callee(&self, value: ValueId) -> Callee {
        self.callees.get(&value).copied().unwrap_or(Callee::Function)
    }

    /// Whether each call of this value throws its first argument with its second one as the type.
    pub fn is_thrower(&self, value: ValueId) -> bool {
        self.throwers.contains(&value)
    }

    /// Whether a type info belongs to a class that the C++ standard library does not know, so that it never throws
    /// exceptions of this type.
    pub fn is_of_program(&self, type_info: ValueId) -> bool {
        type_infos::is_of_program(self.view.name_of(type_info))
    }

    /// The types of the exceptions that may be caught as this type.
    pub fn caught_as(&self, caught: ValueId) -> impl Iterator<Item = ValueId> {
        let start = self.catches.partition_point(|(it, _)| *it < caught);
        let rows = self.catches[start..].iter().take_while(move |(it, _)| *it == caught);
        rows.map(|(_, thrown)| *thrown)
    }

    /// Whether landing pads of the function only receive the exceptions that their clauses catch.
    pub fn is_selective(&self, function: FunctionId) -> bool {
        self.selective.contains(&function)
    }

    /// Whether a value is a global variable.
    pub fn is_variable(&self, value: ValueId) -> bool {
        self.view.kind_of(value) == Some(ValueKind::GlobalVariable)
    }

    /// Whether a value is a constant that consists of elements.
    pub fn is_aggregate(&self, value: ValueId) -> bool {
        use ValueKind::{ConstantArray, ConstantStruct, ConstantVector};
        let kind = self.view.kind_of(value);
        matches!(kind, Some(ConstantArray | ConstantStruct | ConstantVector))
    }

    /// Whether a value is a vector.
    pub fn is_vector(&self, value: ValueId) -> bool {
        self.view.type_of(value).is_some_and(|it| self.view.types().elements(it).is_some())
    }

    /// Whether the value is one bit.
    pub fn is_bit(&self, value: ValueId) -> bool {
        self.view.type_of(value).is_some_and(|it| self.view.types().width(it) == 1)
    }

    /// An integer constant in two's complement, if 64 bits can hold it.
    pub fn signed(&self, constant: ValueId) -> Option<i64> {
        i64::try_from(self.view.signed(constant)?).ok()
    }

    /// An integer constant as an unsigned number, if 64 bits can hold it.
    pub fn unsigned(&self, constant: ValueId) -> Option<u64> {
        u64::try_from(self.view.unsigned(constant)?).ok()
    }

    /// An index into a type, if it is constant. A vector of equal constants is one.
    pub fn index(&self, index: ValueId) -> Option<i64> {
        match self.view.kind_of(index)? {
            ValueKind::ConstantInteger => self.signed(index),
            ValueKind::ZeroInitializer => Some(0),
            ValueKind::ConstantVector | ValueKind::DataVector => {
                let elements = self.view.constant_element.all(index);
                let first = self.signed(elements.first()?.element)?;
                let are_equal = elements.iter().all(|it| self.signed(it.element) == Some(first));
                are_equal.then_some(first)
            }
            _ => None,
        }
    }

    /// The parts of a value, each with its first byte and the number of less significant bytes in the value as an
    /// integer.
    pub fn ranks_of(&self, value: ValueId) -> impl Iterator<Item = (u32, u32)> {
        let types = self.view.types();
        let width = match types.is_big_endian() {
            true => self.view.type_of(value).map_or(0, |it| types.width(it) / 8),
            false => 0,
        };
        self.parts_of(value).map(move |part| match types.is_big_endian() {
            true => (part, width.checked_sub(part + types.pointer_size()).unwrap_or(part)),
            false => (part, part),
        })
    }

    /// The size of a pointer in bytes.
    pub fn pointer_size(&self) -> u32 {
        self.view.types().pointer_size()
    }

    /// The distance between consecutive values of a type in bytes; 0 if the type has no fixed size.
    pub fn size(&self, r#type: TypeId) -> i64 {
        self.view.types().size(r#type).and_then(|it| i64::try_from(it).ok()).unwrap_or(0)
    }

    /// The element type of an array or vector, the distance between its elements in bytes, and their number.
    pub fn elements(&self, r#type: TypeId) -> Option<(TypeId, i64, u32)> {
        let (element, count) = self.view.types().elements(r#type)?;
        let stride = self.view.types().stride(r#type)?;
        Some((element, stride.try_into().ok()?, count.try_into().unwrap_or(u32::MAX)))
    }

    /// The type of the member at `index` of a type, and its offset in bytes. Indices into arrays and vectors may
    /// be out of bounds.
    pub fn member(&self, r#type: TypeId, index: i64) -> Option<(TypeId, i64)> {
        if let Some((element, stride, _)) = self.elements(r#type) {
            return Some((element, index.saturating_mul(stride)));
        }
        let (field, offset) = self.view.types().member(r#type, index.try_into().ok()?)?;
        Some((field, offset.try_into().ok()?))
    }

    /// The offset in bytes of a constant's element at `position`.
    pub fn offset(&self, constant: ValueId, position: u32) -> Option<u32> {
        let (_, offset) = self.view.types().member(self.view.type_of(constant)?, position)?;
        offset.try_into().ok()
    }
}

/// Whether values of this kind can hold a pointer, if their type can.
fn may_hold(kind: ValueKind) -> bool {
    use ValueKind as Kind;
    matches!(
        kind,
        Kind::Argument
            | Kind::Instruction
            | Kind::Function
            | Kind::GlobalVariable
            | Kind::Alias
            | Kind::IFunc
            | Kind::ConstantArray
            | Kind::ConstantStruct
            | Kind::ConstantVector
            | Kind::ConstantExpression
            | Kind::BlockAddress
            | Kind::DsoLocalEquivalent
            | Kind::NoCfi
            | Kind::PtrAuth
    )
}
