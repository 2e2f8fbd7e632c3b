//! The stores that a load certainly reads from: all stores that reach it, if each writes exactly the bytes that it
//! reads.

use facts_schema::{InstructionFlag, InstructionId, Opcode, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Access, Variable, What};
use crate::control::{Control, ProgramPoint};
use crate::module::Module;

/// The maximum number of blocks that are visited backwards from a load.
const MAX_BLOCKS: usize = 64;

/// The contents that reach a load: on each path to it, it reads one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reaching {
    /// This value was stored there last.
    Stored(ValueId),
    /// Nothing was stored there.
    Uninitialised,
}

/// The effect of an instruction on the bytes in question.
#[derive(Clone, Copy)]
enum Effect {
    Reaches(Reaching),
    /// They hold something else.
    Loses,
}

/// The paths backwards from the loads of a function.
pub(super) struct BackwardPaths<'a, 'f> {
    module: &'a Module<'f>,
    control: &'a Control<'f>,
    /// By block, counted from the entry: its predecessors.
    predecessors: Vec<Vec<usize>>,
    /// Whether a call may return again, with the content that was stored after it.
    returns_twice: bool,
}

impl<'a, 'f> BackwardPaths<'a, 'f> {
    pub fn of(module: &'a Module<'f>, control: &'a Control<'f>) -> Self {
        let mut predecessors = vec![Vec::new(); control.successors().len()];
        for (block, successors) in control.successors().iter().enumerate() {
            if !control.is_reachable(control.nth_block(block)) {
                continue;
            }
            for &successor in successors {
                if let Some(of) = predecessors.get_mut(successor) {
                    of.push(block);
                }
            }
        }
        let returns_twice = control.rows().iter().any(|row| {
            matches!(row.opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
                && module.may_return_twice(row.instruction)
        });
        Self { module, control, predecessors, returns_twice }
    }

    /// The contents that always reach each load of `variable`, where they are known. Without `has_deferred`, no
    /// value is undef or poison, and without `has_division`, integers are not relevant either.
    pub fn reaching(
        &self,
        variable: &Variable,
        has_deferred: bool,
        has_division: bool,
    ) -> Vec<(InstructionId, Vec<Reaching>)> {
        let mut events = FxHashMap::default();
        let mut found = Vec::new();
        if self.returns_twice {
            return found;
        }
        for load in &variable.accesses {
            let What::Load(instruction) = load.what else { continue };
            let loads = &self.module.index.load_instruction;
            let r#type = loads.first(instruction).map(|row| row.r#type);
            let is_pointer =
                r#type.is_some_and(|it| self.module.type_kind(it) == TypeKind::Pointer);
            if !(is_pointer || has_division) || self.is_special(instruction) {
                continue;
            }
            let events = events
                .entry((load.start, load.size, r#type))
                .or_insert_with(|| self.events(variable, load, r#type, has_deferred));
            if let Some(reaching) = self.walk(events, load.place) {
                found.push((instruction, reaching));
            }
        }
        found
    }

    /// Goes back from `place` to the last effects; none if they may be anything.
    fn walk(
        &self,
        events: &[(ProgramPoint, Effect)],
        place: ProgramPoint,
    ) -> Option<Vec<Reaching>> {
        let mut found: Vec<Reaching> = Vec::new();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let start = self.control.number(self.control.block(place)?)?;
        // The block of the load is visited again, from its end, if control may return to it.
        let mut todo = vec![(start, place)];
        while let Some((block, end)) = todo.pop() {
            let (first, _) = self.control.positions(self.control.nth_block(block));
            let before = events.partition_point(|(at, _)| *at < end);
            let last = before.checked_sub(1).and_then(|last| events.get(last));
            match last.filter(|(at, _)| *at >= ProgramPoint::at(first)) {
                Some((_, Effect::Loses)) => return None,
                Some((_, Effect::Reaches(reaching))) => {
                    if !found.contains(reaching) {
                        found.push(*reaching);
                    }
                }
                // Nothing reserved the variable before: its content is not known.
                None if block == 0 => return None,
                None => {
                    for &from in self.predecessors.get(block)? {
                        if seen.insert(from) {
                            todo.push((from, self.control.end_of(self.control.nth_block(from))?));
                        }
                    }
                }
            }
            if seen.len() > MAX_BLOCKS {
                return None;
            }
        }
        found.sort_unstable();
        (!found.is_empty()).then_some(found)
    }

    /// The effects on the bytes that `load` reads, in the order of the places.
    fn events(
        &self,
        variable: &Variable,
        load: &Access,
        loaded: Option<TypeId>,
        has_deferred: bool,
    ) -> Vec<(ProgramPoint, Effect)> {
        let is_exact = |access: &Access, value: ValueId| {
            load.start.is_some()
                && load.size.is_some()
                && access.start == load.start
                && access.size == load.size
                && loaded == Some(self.module.type_of(value))
                && self
                    .control
                    .instruction(access.place)
                    .is_some_and(|instruction| !self.is_special(instruction))
        };
        let accesses = variable.accesses.iter().filter(|access| access.may_overlap(load));
        let mut events: Vec<(ProgramPoint, Effect)> = accesses
            .filter_map(|access| {
                let effect = match access.what {
                    What::Load(_) => return None,
                    What::Forget => Effect::Reaches(Reaching::Uninitialised),
                    What::Store(value)
                        if may_be_certain(self.module, value, has_deferred)
                            && is_exact(access, value) =>
                    {
                        Effect::Reaches(Reaching::Stored(value))
                    }
                    What::Store(_) | What::Fill | What::Overwrite => Effect::Loses,
                };
                Some((access.place, effect))
            })
            .collect();
        events.sort_by_key(|(place, _)| *place);
        events
    }

    /// Whether an access is volatile or atomic: other threads may see it, and the value that it reads is not
    /// known.
    fn is_special(&self, instruction: InstructionId) -> bool {
        self.module.index.has_instruction_flag(instruction, InstructionFlag::Volatile)
            || self.module.index.atomic_ordering.first(instruction).is_some()
    }
}

/// Whether a value may be undef, poison or zero in every execution. Values that are computed other than by copies
/// and conversions only may if the function has undef or poison (`has_deferred`).
pub(crate) fn may_be_certain(module: &Module, value: ValueId, has_deferred: bool) -> bool {
    match module.kind(value) {
        ValueKind::Instruction => module.definition(value).is_some_and(|row| match row.opcode {
            Opcode::Load
            | Opcode::Phi
            | Opcode::Select
            | Opcode::BitCast
            | Opcode::ZExt
            | Opcode::SExt
            | Opcode::Trunc
            | Opcode::GetElementPtr => true,
            Opcode::Alloca
            | Opcode::Call
            | Opcode::Invoke
            | Opcode::CallBr
            | Opcode::CmpXchg
            | Opcode::AtomicRmw
            | Opcode::LandingPad
            | Opcode::Freeze => false,
            _ => has_deferred,
        }),
        ValueKind::ConstantInteger => {
            crate::ranges::of(module, value).and_then(|it| it.only()) == Some(0)
        }
        ValueKind::Argument | ValueKind::GlobalVariable | ValueKind::Function => false,
        ValueKind::ConstantFloat => false,
        _ => true,
    }
}
