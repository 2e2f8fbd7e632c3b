//! Global variables that keep the content of their initializer, although they are not declared constant.

use facts_schema::view::View;
use facts_schema::{GlobalFlag, Instruction, Linkage, Opcode, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of rounds over the instructions of the module.
const MAX_ROUNDS: usize = 4;

/// The intrinsics that copy memory. Their second argument is the source.
const COPIES: [&str; 3] = ["llvm.memcpy", "llvm.memcpy.inline", "llvm.memmove"];

/// The global variables of a module that nothing writes to: they are not visible outside of the module, and each use of
/// their address is a load, a comparison, the source of a copy, or computes an address that is only used in these ways.
#[derive(Clone, Debug, Default)]
pub struct Unwritten(FxHashSet<ValueId>);

/// The use of an address.
enum Use {
    /// It does not write, and the address does not escape.
    Harmless,
    /// It computes another address.
    Address(ValueId),
    Other,
}

impl Unwritten {
    /// The unwritten global variables of a module.
    pub fn of(view: &View) -> Self {
        let facts = view.facts();
        let is_candidate = |global: &ValueId| {
            let has = |flag| view.has_flag(*global, flag);
            view.kind_of(*global) == Some(ValueKind::GlobalVariable)
                && !has(GlobalFlag::Constant)
                && !has(GlobalFlag::ExternallyInitialized)
                && !has(GlobalFlag::Declaration)
        };
        let is_local = |linkage| matches!(linkage, Linkage::Internal | Linkage::Private);
        let local = facts.global.iter().filter(|it| is_local(it.linkage)).map(|it| it.global);
        let mut unwritten: FxHashSet<ValueId> = local.filter(is_candidate).collect();
        if unwritten.is_empty() {
            return Self::default();
        }
        // Constants that contain an address, except for addresses computed from it.
        let elements = facts.constant_element.iter().map(|it| it.element);
        let initializers = facts.global_initializer.iter().map(|it| it.initializer);
        let aliasees = facts.alias.iter().map(|it| it.aliasee);
        let signed = facts.ptrauth.iter().map(|it| it.pointer);
        let contained: FxHashSet<ValueId> =
            elements.chain(initializers).chain(aliasees).chain(signed).collect();
        unwritten.retain(|it| !contained.contains(it));
        let mut addresses: FxHashMap<ValueId, ValueId> =
            unwritten.iter().map(|it| (*it, *it)).collect();
        for row in &facts.constant_operand {
            let Some(global) = addresses.get(&row.operand).copied() else { continue };
            let is_base = row.position == 0
                && view.constant_getelementptr.first(row.constant).is_some()
                && !contained.contains(&row.constant);
            match is_base {
                true => _ = addresses.insert(row.constant, global),
                false => _ = unwritten.remove(&global),
            }
        }
        // A constant that contains other constants may come before them.
        for row in &facts.constant_operand {
            if let (Some(global), None) =
                (addresses.get(&row.operand), addresses.get(&row.constant))
            {
                unwritten.remove(global);
            }
        }
        for _ in 0..MAX_ROUNDS {
            let count = addresses.len();
            for row in &facts.instruction_operand {
                let Some(&global) = addresses.get(&row.operand) else { continue };
                let Some(user) = view.instruction.first(row.instruction) else { continue };
                match use_of(view, &user, row.position, row.operand) {
                    Use::Harmless => {}
                    Use::Address(result) => _ = addresses.insert(result, global),
                    Use::Other => _ = unwritten.remove(&global),
                }
            }
            if addresses.len() == count {
                return Self(unwritten);
            }
        }
        Self::default()
    }

    /// Whether nothing writes to a global.
    pub fn contains(&self, global: ValueId) -> bool {
        self.0.contains(&global)
    }
}

fn use_of(view: &View, user: &Instruction, position: u32, address: ValueId) -> Use {
    let instruction = user.instruction;
    match user.opcode {
        Opcode::Load | Opcode::ICmp => Use::Harmless,
        Opcode::GetElementPtr => {
            let row = view.getelementptr_instruction.first(instruction);
            let is_base = row.is_some_and(|it| it.base == address);
            let result = view.result_of(instruction).filter(|_| is_base);
            result.map_or(Use::Other, Use::Address)
        }
        Opcode::Call => {
            let is_copy = view.called_intrinsic(instruction).is_some_and(|it| COPIES.contains(&it));
            if is_copy && position == 1 { Use::Harmless } else { Use::Other }
        }
        _ => Use::Other,
    }
}
