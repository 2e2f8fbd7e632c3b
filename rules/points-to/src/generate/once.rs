//! The callables that `std::call_once` of libstdc++ runs.
//!
//! `std::call_once` stores the address of a callable object in one thread-local variable and a function that calls
//! such an object, the *invoker*, in another. Then it passes `__once_proxy` to `pthread_once`, directly or through a
//! function. `__once_proxy` calls the invoker, which finds the callable in the first variable. The stores are in a
//! constructor that `std::call_once` calls, until it is inlined.
//!
//! This is what the constraints say:
//!
//! - The call that passes `__once_proxy` calls the invoker, with the callable as an additional argument, the *cell*.
//! - The constructor returns the callable in the cell.
//! - Invokers load the callable from the cell, and pass the cell to the functions of the same template that they
//!   call. If external code may call them, the cell is external.
//!
//! So callables are distinguished by call, like other arguments. If some use of these names has another form, none
//! are distinguished: the model of `__once_proxy` calls everything that is ever stored in the variables.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, EntityId, FunctionId, InstructionId, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use program::{Finds, Local, Mentions, Sets};

/// The thread-local variable that holds the address of the callable.
pub const CALLABLE: &str = "_ZSt15__once_callable";

/// The thread-local variable that holds the invoker.
pub const CALL: &str = "_ZSt11__once_call";

/// The number of the cell, which is larger than those of cells of memory.
pub const CELL: u32 = (1 << 24) - 1;

/// The function that calls the invoker.
const PROXY: &str = "__once_proxy";

/// The beginnings of the symbols of functions local to `std::call_once`, or to the constructor that it calls.
const LOCAL: [&str; 2] = ["_ZZSt9call_once", "_ZZNSt9once_flag18_Prepare_execution"];

/// The beginning of the symbols of the constructor.
const CONSTRUCTOR: &str = "_ZNSt9once_flag18_Prepare_executionC";

datalog! { module;
    @output
    /// The store in `block` writes `value`, which is not null, to the variable of this name.
    struct Sets(BlockId, InstructionId, &'static str, ValueId);

    @output
    /// The load reads the address of a callable.
    struct Finds(InstructionId);

    @output
    /// `function` is local to `std::call_once`.
    struct Local(FunctionId);

    @output
    /// `instruction` has `proxy` as an operand.
    struct Mentions(InstructionId, ValueId);

    /// `address` is the address of a variable of this name.
    struct Is(ValueId, &'static str);

    Is(variable, name) <-
        global_variable { global: variable },
        value_name { value: variable, name: text },
        for name in [CALL, CALLABLE],
        (module.text(text) == name);

    // Each thread has its own copy.
    Is(result, name) <-
        Is(variable, name),
        call_argument { instruction, argument: variable },
        call_instruction { instruction, callee },
        function { function, value: callee },
        intrinsic { function, intrinsic },
        (module.text(intrinsic) == "llvm.threadlocal.address"),
        instruction_result { instruction, result };

    Sets(block, instruction, name, value) <-
        Is(address, name),
        store_instruction { instruction, value, address },
        (module.whole().kind_of(value) != Some(ValueKind::NullPointer)),
        instruction { instruction, block };

    Finds(instruction) <-
        Is(address, name),
        (name == CALLABLE),
        load_instruction { instruction, address };

    Local(function) <-
        function { function },
        let name = module.whole().name_of_function(function),
        (LOCAL.iter().any(|it| name.starts_with(it)));

    Mentions(instruction, proxy) <-
        value_name { value: proxy, name },
        (module.text(name) == PROXY),
        instruction_operand { instruction, operand: proxy };
}

/// A call of an invoker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The invoker.
    pub invoker: ValueId,
    /// The instruction that leaves the callable: a store, or a call of the constructor.
    pub left_by: InstructionId,
}

/// What `std::call_once` runs. It is empty if its use in the module has another form.
#[derive(Debug, Default)]
pub struct Once {
    /// By call that passes `__once_proxy`.
    runs: FxHashMap<InstructionId, Run>,
    proxy: Option<ValueId>,
    /// The stores of addresses of callables.
    stores: FxHashSet<InstructionId>,
    /// The loads of these addresses.
    loads: FxHashSet<InstructionId>,
    /// The constructors, with the invokers that they store.
    constructors: FxHashMap<FunctionId, ValueId>,
    /// The invokers, and the functions that they call to find the callable.
    local: FxHashSet<FunctionId>,
}

impl Once {
    /// The uses of `std::call_once` in a module.
    pub fn of(view: &View) -> Self {
        let module = Scope::module(view);
        if module.find(CALLABLE).is_none() {
            return Self::default();
        }
        let (sets, finds, local, mentions) = program::run(module);
        let local: FxHashSet<FunctionId> = local.into_iter().map(|Local(it)| it).collect();
        let is_local =
            |it: &InstructionId| view.function_of(*it).is_some_and(|it| local.contains(&it));
        if !finds.iter().all(|Finds(load)| is_local(load)) {
            return Self::default();
        }
        let loads = finds.into_iter().map(|Finds(load)| load).collect();
        let mut once = Self { local, loads, ..Self::default() };
        once.add_all(view, &sets, &mentions).map_or_else(Self::default, |()| once)
    }

    /// Adds the calls that pass `__once_proxy`. None if there is one of another form.
    fn add_all(&mut self, view: &View, sets: &[Sets], mentions: &[Mentions]) -> Option<()> {
        let mut left = FxHashMap::default();
        for set in sets.iter().filter(|it| it.2 == CALLABLE) {
            let invoker = invoker(view, sets, set)?;
            self.local.contains(&view.as_function(invoker)?).then_some(())?;
            self.stores.insert(set.1);
            left.insert(set.1, invoker);
            let function = view.function_of(set.1)?;
            if view.name_of_function(function).starts_with(CONSTRUCTOR) {
                self.constructors.insert(function, invoker);
            }
        }
        // The instructions that leave a callable for a call in the same function.
        let in_constructor = |it: &InstructionId| {
            view.function_of(*it).is_some_and(|it| self.constructors.contains_key(&it))
        };
        left.retain(|store, _| !in_constructor(store));
        for row in &view.facts().call_instruction {
            let callee = view.as_function(row.callee);
            if let Some(invoker) = callee.and_then(|it| self.constructors.get(&it)) {
                left.insert(row.instruction, *invoker);
            }
        }
        let mut unused: FxHashSet<InstructionId> = left.keys().copied().collect();
        for &Mentions(call, proxy) in mentions {
            let is_passed = |it: &InstructionId| {
                let arguments = view.call_argument.all(*it).iter();
                arguments.filter(|it| it.argument == proxy).count() == 1
            };
            Some(call).filter(is_passed)?;
            let block = view.instruction.first(call)?.block;
            let before = left.iter().filter(|(it, _)| {
                **it < call && view.instruction.first(**it).is_some_and(|it| it.block == block)
            });
            let (&left_by, &invoker) = before.max_by_key(|(it, _)| it.index())?;
            unused.remove(&left_by);
            self.runs.insert(call, Run { invoker, left_by });
            self.proxy = Some(proxy);
        }
        unused.is_empty().then_some(())
    }

    /// What a call runs in addition to its callee.
    pub fn run(&self, call: InstructionId) -> Option<Run> {
        self.runs.get(&call).copied()
    }

    /// Whether a call passes `__once_proxy` as this argument.
    pub fn is_proxy(&self, call: InstructionId, argument: ValueId) -> bool {
        self.proxy == Some(argument) && self.runs.contains_key(&call)
    }

    /// Whether an instruction stores the address of a callable.
    pub fn is_store(&self, instruction: InstructionId) -> bool {
        self.stores.contains(&instruction)
    }

    /// Whether an instruction loads the address of a callable.
    pub fn is_load(&self, instruction: InstructionId) -> bool {
        self.loads.contains(&instruction)
    }

    /// Whether a function leaves a callable for its caller.
    pub fn is_constructor(&self, function: FunctionId) -> bool {
        self.constructors.contains_key(&function)
    }

    /// Whether a function receives the address of a callable in the cell.
    pub fn receives(&self, function: FunctionId) -> bool {
        self.local.contains(&function)
    }
}

/// The invoker that is stored after the address of a callable.
fn invoker(view: &View, sets: &[Sets], callable: &Sets) -> Option<ValueId> {
    let later = sets.iter().filter(|it| it.0 == callable.0 && it.1 > callable.1);
    let next = later.min_by_key(|it| it.1.index()).filter(|it| it.2 == CALL)?;
    if view.as_function(next.3).is_some() {
        return Some(next.3);
    }
    // A lambda is converted to a pointer by a function that returns the invoker.
    let call = view.call_instruction.first(view.definition_of(next.3)?)?;
    let conversion = view.as_function(call.callee)?;
    let instructions = view.instructions_of(conversion);
    let mut returned = view.return_value.within(Some(instructions)).iter().map(|row| row.value);
    returned.next().filter(|it| view.as_function(*it).is_some() && returned.next().is_none())
}
