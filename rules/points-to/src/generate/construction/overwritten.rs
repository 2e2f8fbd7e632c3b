//! Stores of pointers to virtual tables that the same block overwrites, or whose object the same block frees, with no
//! access to the pointer in between. Such stores remain where constructors and destructors have been inlined.

use facts_schema::view::View;
use facts_schema::{EntityId, InstructionId, Opcode, StoreInstruction, ValueId};

use super::quiet::callee_of;

/// The maximum number of instructions that are searched for the next access.
const MAX_LENGTH: usize = 200;

/// The maximum number of steps from an address to its base.
const MAX_STEPS: usize = 8;

/// The prefixes of the names of functions that end the lifetime of the object that an argument points to.
const ENDS: [&str; 3] = ["_ZdlPv", "__cxa_free_exception", "llvm.lifetime.end"];

/// The prefixes of the names of intrinsics that do not access memory.
const HARMLESS: [&str; 6] = [
    "llvm.assume",
    "llvm.dbg.",
    "llvm.experimental.noalias.scope.decl",
    "llvm.invariant.",
    "llvm.launder.",
    "llvm.lifetime.start",
];

/// The effect of an instruction on the content of memory.
enum Effect {
    /// It overwrites it, or ends the lifetime of the object.
    Ends,
    /// It may read it.
    MayRead,
    None,
}

/// Whether the pointer that a store writes is overwritten.
pub fn is_overwritten(view: &View, store: &StoreInstruction) -> bool {
    let Some(row) = view.instruction.first(store.instruction) else { return false };
    let Some(place) = Place::of(view, store.address) else { return false };
    let later = view.facts().instruction.iter().skip(store.instruction.index() + 1);
    let later = later.take_while(|it| it.block == row.block).take(MAX_LENGTH);
    let mut effects = later.map(|it| effect(view, it.instruction, it.opcode, place));
    view.is_simple_access(store.instruction)
        && matches!(effects.find(|it| !matches!(it, Effect::None)), Some(Effect::Ends))
}

/// A pointer in memory, at a constant distance from a value, in bytes.
#[derive(Clone, Copy)]
struct Place {
    base: ValueId,
    offset: i64,
}

impl Place {
    fn of(view: &View, address: ValueId) -> Option<Self> {
        let mut place = Self { base: address, offset: 0 };
        for _ in 0..MAX_STEPS {
            let (base, offset) = view.base_with_offset(place.base)?;
            if base == place.base {
                break;
            }
            place = Self { base, offset: place.offset.checked_add(offset)? };
        }
        Some(place)
    }
}

fn effect(view: &View, instruction: InstructionId, opcode: Opcode, place: Place) -> Effect {
    let width = i64::from(view.types().pointer_size());
    match opcode {
        Opcode::Store => {
            let Some(row) = view.store_instruction.first(instruction) else {
                return Effect::MayRead;
            };
            if !view.is_simple_access(instruction) {
                return Effect::MayRead;
            }
            let size = view.type_of(row.value).and_then(|it| view.types().size(it));
            let size = size.and_then(|it| i64::try_from(it).ok()).unwrap_or(0);
            let covers = Place::of(view, row.address).is_some_and(|it| {
                it.base == place.base
                    && it.offset <= place.offset
                    && place.offset + width <= it.offset.saturating_add(size)
            });
            if covers { Effect::Ends } else { Effect::None }
        }
        Opcode::Load => {
            let Some(row) = view.load_instruction.first(instruction) else {
                return Effect::MayRead;
            };
            let size = view.types().size(row.r#type).and_then(|it| i64::try_from(it).ok());
            let is_elsewhere = Place::of(view, row.address).zip(size).is_some_and(|(it, size)| {
                if it.base == place.base {
                    it.offset.saturating_add(size) <= place.offset
                        || place.offset + width <= it.offset
                } else {
                    view.is_object(it.base) && view.is_object(place.base)
                }
            });
            match is_elsewhere && view.is_simple_access(instruction) {
                true => Effect::None,
                false => Effect::MayRead,
            }
        }
        Opcode::Call => of_call(view, instruction, place),
        Opcode::Fence | Opcode::AtomicRmw | Opcode::CmpXchg | Opcode::VAArg => Effect::MayRead,
        _ => Effect::None,
    }
}

fn of_call(view: &View, call: InstructionId, place: Place) -> Effect {
    let Some(callee) = callee_of(view, call) else { return Effect::MayRead };
    let name = view.name_of_function(callee);
    if ENDS.iter().any(|it| name.starts_with(it)) {
        let mut arguments = view.call_argument.all(call).iter();
        let is_object = arguments
            .any(|it| Place::of(view, it.argument).is_some_and(|it| it.base == place.base));
        return if is_object { Effect::Ends } else { Effect::None };
    }
    if HARMLESS.iter().any(|it| name.starts_with(it)) { Effect::None } else { Effect::MayRead }
}
