//! What `std::call_once` of libstdc++ leaves for the function that it runs.
//!
//! It leaves the address of a callable object in one variable of the thread, and beside it, in another, a function
//! that calls such an object. That function finds the object in the variable. As both are always set together, it
//! finds what was left beside itself, never a callable object of another type.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{FunctionId, InstructionId, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use program::{Finds, Leaves};

/// The variable of the thread with the address of what is called.
pub const CALLABLE: &str = "_ZSt15__once_callable";

/// The variable of the thread with what calls it.
pub const CALL: &str = "_ZSt11__once_call";

datalog! { module;
    @output
    /// The store leaves a callable object for `function`.
    struct Leaves(InstructionId, FunctionId);

    @output
    /// `function` finds the callable object by `load`.
    struct Finds(InstructionId, FunctionId);

    @output
    /// The store leaves something for a function that is not known.
    struct LeavesForAny(InstructionId);

    /// `address` is that of a variable of this name.
    struct Is(ValueId, &'static str);

    Is(variable, name) <-
        global_variable { global: variable },
        value_name { value: variable, name: text },
        for name in [CALL, CALLABLE],
        (module.text(text) == name);

    // Each thread has its own.
    Is(result, name) <-
        Is(variable, name),
        call_argument { instruction, argument: variable },
        call_instruction { instruction, callee },
        function { function, value: callee },
        intrinsic { function, intrinsic },
        (module.text(intrinsic) == "llvm.threadlocal.address"),
        instruction_result { instruction, result };

    /// In `function`, the store writes `value` to the variable of this name.
    struct Sets(FunctionId, &'static str, InstructionId, ValueId);

    Sets(function, name, instruction, value) <-
        Is(address, name),
        store_instruction { instruction, value, address },
        (module.whole().kind_of(value) != Some(ValueKind::NullPointer)),
        instruction { instruction, function };

    Leaves(instruction, called) <-
        Sets(function, name, instruction, _),
        (name == CALLABLE),
        Sets(function, other, _, call),
        (other == CALL),
        function { function: called, value: call };

    // A function that is not known finds what has been left for any.
    LeavesForAny(instruction) <-
        Sets(_, name, instruction, _),
        (name == CALLABLE),
        !Leaves(instruction, _);

    LeavesForAny(instruction) <-
        Sets(_, name, instruction, call),
        (name == CALL),
        !function { value: call };

    /// Something is left for `function`.
    struct Runs(FunctionId);

    Runs(function) <- Leaves(_, function);

    Finds(instruction, function) <-
        Is(address, name),
        (name == CALLABLE),
        load_instruction { instruction, address },
        instruction { instruction, function },
        Runs(function);
}

/// What is left for functions that run once.
#[derive(Debug, Default)]
pub struct Once {
    left: FxHashMap<InstructionId, Vec<FunctionId>>,
    found: FxHashMap<InstructionId, FunctionId>,
}

impl Once {
    /// What the code of a module leaves.
    pub fn of(view: &View) -> Self {
        let mut once = Self::default();
        let module = Scope::module(view);
        if module.find(CALLABLE).is_none() {
            return once;
        }
        let (leaves, finds, for_any) = program::run(module);
        if !for_any.is_empty() {
            return once;
        }
        for Leaves(store, function) in leaves {
            once.left.entry(store).or_default().push(function);
        }
        once.found = finds.into_iter().map(|Finds(load, function)| (load, function)).collect();
        once
    }

    /// The functions that a store leaves something for.
    pub fn left(&self, store: InstructionId) -> &[FunctionId] {
        self.left.get(&store).map_or(&[], Vec::as_slice)
    }

    /// The function that finds by a load what was left for it.
    pub fn found(&self, load: InstructionId) -> Option<FunctionId> {
        self.found.get(&load).copied()
    }
}
