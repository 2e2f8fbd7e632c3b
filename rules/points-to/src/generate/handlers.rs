//! The types of the exceptions that each handler of C++ receives.
//!
//! A `try` block with several handlers has one landing pad, which receives the exceptions of all of them. It compares
//! the selector with the type of one handler after the other. Where the comparison with a type has succeeded, the
//! exception has that type or a type derived from it, and no earlier clause of the landing pad catches it.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{
    BlockId, FunctionId, InstructionId, Opcode, Predicate, ValueId, ValueKind,
};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use super::casts::CATCHES;
use super::flow::Flow;
use program::{Else, Enters, Holds, Selects};

/// The intrinsic that gives the selector of a type.
const SELECTOR_OF: &str = "llvm.eh.typeid.for";

/// The position of the exception in the result of a landing pad.
const EXCEPTION: u32 = 0;

/// The position of the selector.
const SELECTOR: u32 = 1;

/// Stands for the whole result.
const WHOLE: u32 = 2;

datalog! { module;
    @output
    /// `value` may be the part at this position of the result of a landing pad.
    struct Holds(ValueId, u32, InstructionId);

    @output
    /// `value` may also be something else.
    struct Else(ValueId);

    @output
    /// Control only goes from a comparison to `block` if the selector is that of `type`.
    struct Selects(BlockId, ValueId, ValueId);

    @output
    /// The call enters a handler with an exception.
    struct Enters(InstructionId, ValueId);

    Enters(instruction, exception) <-
        call_instruction { instruction, callee },
        (CATCHES.contains(&module.whole().name_of(callee))),
        call_argument { instruction, position: 0, argument: exception };

    /// The value is the selector of the type.
    struct SelectorOf(ValueId, ValueId);

    SelectorOf(result, r#type) <-
        call_instruction { instruction },
        (module.whole().called_intrinsic(instruction).is_some_and(|it| it.starts_with(SELECTOR_OF))),
        call_argument { instruction, position: 0, argument: r#type },
        instruction_result { instruction, result };

    Selects(block, selector, r#type) <-
        conditional_branch { condition, true_target: block },
        Compares(condition, Predicate::Eq, selector, r#type);

    Selects(block, selector, r#type) <-
        conditional_branch { condition, false_target: block },
        Compares(condition, Predicate::Ne, selector, r#type);

    /// The condition compares a selector with that of a type.
    struct Compares(ValueId, Predicate, ValueId, ValueId);

    Compares(result, predicate, selector, r#type) <-
        SelectorOf(other, r#type),
        comparison_instruction { instruction, predicate, first_operand: selector, second_operand: other },
        instruction_result { instruction, result };

    Compares(result, predicate, selector, r#type) <-
        SelectorOf(other, r#type),
        comparison_instruction { instruction, predicate, first_operand: other, second_operand: selector },
        instruction_result { instruction, result };

    Holds(result, WHOLE, instruction) <-
        instruction { instruction, opcode: Opcode::LandingPad },
        instruction_result { instruction, result };

    Holds(result, member_index, pad) <-
        Holds(aggregate, part, pad),
        (part == WHOLE),
        extractvalue_instruction { instruction, aggregate },
        aggregate_index { instruction, member_index },
        instruction_result { instruction, result };

    // A phi.
    Holds(result, part, pad) <-
        Holds(value, part, pad),
        phi_incoming { instruction, value },
        instruction_result { instruction, result };

    // A stack variable.
    Holds(result, part, pad) <-
        Holds(value, part, pad),
        store_instruction { value, address },
        StackVariable(address),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    struct StackVariable(ValueId);

    StackVariable(address) <-
        Holds(value, _, _),
        store_instruction { value, address },
        instruction_result { instruction, result: address },
        alloca_instruction { instruction };

    struct IsHeld(ValueId);

    IsHeld(value) <- Holds(value, _, _);

    Else(result) <-
        IsHeld(result),
        instruction_result { instruction, result },
        phi_incoming { instruction, value },
        IsElse(value);

    Else(result) <-
        StackVariable(address),
        store_instruction { value, address },
        IsElse(value),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    Else(result) <-
        StackVariable(address),
        instruction_operand { instruction: user, operand: address },
        !Accesses(user, address),
        load_instruction { instruction, address },
        instruction_result { instruction, result };

    /// The instruction loads or stores the content of the stack variable.
    struct Accesses(InstructionId, ValueId);

    Accesses(instruction, address) <- StackVariable(address), load_instruction { instruction, address };

    Accesses(instruction, address) <-
        StackVariable(address),
        store_instruction { instruction, value, address },
        (value != address);

    /// A value that is stored or flows into a phi may be something else than a part of a landing pad.
    struct IsElse(ValueId);

    IsElse(value) <- phi_incoming { value }, !IsHeld(value), (!is_undefined(module.whole(), value));

    IsElse(value) <-
        StackVariable(address),
        store_instruction { value, address },
        !IsHeld(value),
        (!is_undefined(module.whole(), value));

    IsElse(value) <- Else(value);
}

fn is_undefined(view: &View, value: ValueId) -> bool {
    matches!(view.kind_of(value), Some(ValueKind::Undef | ValueKind::Poison))
}

/// The clauses of landing pads whose exceptions reach each call that enters a handler, if these are known: landing pads
/// and types.
#[derive(Debug, Default)]
pub struct Handlers(FxHashMap<InstructionId, Vec<(InstructionId, ValueId)>>);

impl Handlers {
    /// The handlers in a module.
    pub fn of(view: &View) -> Self {
        if !CATCHES.iter().any(|it| Scope::module(view).find(it).is_some()) {
            return Self::default();
        }
        let (holds, others, selects, enters) = program::run(Scope::module(view));
        let mut parts = Parts::default();
        for Holds(value, part, pad) in holds {
            parts.pads.entry((value, part)).or_default().push(pad);
        }
        parts.pads.values_mut().for_each(|pads| pads.sort_unstable());
        for Else(value) in others {
            parts.pads.retain(|(it, _), _| *it != value);
        }
        let mut by_function: FxHashMap<FunctionId, Vec<Selects>> = FxHashMap::default();
        for selects in selects {
            let function = view.block.first(selects.0).map(|row| row.function);
            function.map(|it| by_function.entry(it).or_default().push(selects));
        }
        let mut flows: FxHashMap<FunctionId, Flow> = FxHashMap::default();
        let mut handlers = Self::default();
        for Enters(call, exception) in enters {
            let Some(row) = view.instruction.first(call) else { continue };
            let Some(selects) = by_function.get(&row.function) else { continue };
            let flow = flows
                .entry(row.function)
                .or_insert_with(|| Flow::of(Scope::function(view, row.function)));
            let is_inside = |block| flow.has_one_way_into(block) && flow.dominates(block, row.block);
            let Some(pads) = parts.pads_of(exception, EXCEPTION) else { continue };
            let selected = selects.iter().find(|Selects(block, selector, _)| {
                is_inside(*block) && parts.pads_of(*selector, SELECTOR) == Some(pads)
            });
            let Some(&Selects(_, _, caught)) = selected else { continue };
            let clauses: Vec<_> =
                pads.iter().filter(|it| catches(view, **it, caught)).map(|it| (*it, caught)).collect();
            if !clauses.is_empty() {
                handlers.0.insert(call, clauses);
            }
        }
        handlers
    }

    /// The clauses whose exceptions reach the handler that this call enters, if they are known.
    pub fn clauses(&self, call: InstructionId) -> Option<&[(InstructionId, ValueId)]> {
        self.0.get(&call).map(Vec::as_slice)
    }
}

/// By value and position: the landing pads, in order, whose results the value may be a part of. Values that may be
/// something else are left out.
#[derive(Default)]
struct Parts {
    pads: FxHashMap<(ValueId, u32), Vec<InstructionId>>,
}

impl Parts {
    fn pads_of(&self, value: ValueId, part: u32) -> Option<&[InstructionId]> {
        self.pads.get(&(value, part)).map(Vec::as_slice)
    }
}

/// Whether a clause of a landing pad catches exceptions of this type.
fn catches(view: &View, pad: InstructionId, r#type: ValueId) -> bool {
    view.landingpad_clause.all(pad).iter().any(|row| row.value == r#type)
}

/// The types of the clauses of a landing pad before the one for `type`.
pub fn clauses_before(view: &View, pad: InstructionId, r#type: ValueId) -> Vec<ValueId> {
    let clauses = view.landingpad_clause.all(pad).iter();
    clauses.map(|row| row.value).take_while(|it| *it != r#type).collect()
}
