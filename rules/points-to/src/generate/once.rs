//! The callables that `std::call_once` of libstdc++ leaves for the function that it runs.
//!
//! It stores the address of a callable object in one thread-local variable, and in another a function that calls
//! such an object: a lambda in the constructor of `std::once_flag::_Prepare_execution`, which is a template. That
//! function finds the object in the first variable. Both are always set together, so it finds the object that the
//! constructor of the same instance stored, never a callable object of another type.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{BlockId, EntityId, FunctionId, InstructionId, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::FxHashMap;

use program::{Finds, Sets};

/// The thread-local variable that holds the address of the callable.
pub const CALLABLE: &str = "_ZSt15__once_callable";

/// The thread-local variable that holds the function that calls it.
pub const CALL: &str = "_ZSt11__once_call";

datalog! { module;
    @output
    /// The store in `block` writes `value` to the variable of this name.
    struct Sets(BlockId, InstructionId, &'static str, ValueId);

    @output
    /// The load reads the address of a callable object.
    struct Finds(InstructionId);

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
}

/// The callables left for functions that run once. An instance of the template is identified by its first
/// function.
#[derive(Debug, Default)]
pub struct Once {
    /// By store, the instance that it leaves a callable for.
    left: FxHashMap<InstructionId, FunctionId>,
    /// By load, the instance that it belongs to.
    found: FxHashMap<InstructionId, FunctionId>,
}

impl Once {
    /// The callables that the code of a module leaves. If the instance of a callable is not known, none are
    /// distinguished.
    pub fn of(view: &View) -> Self {
        let module = Scope::module(view);
        if module.find(CALLABLE).is_none() {
            return Self::default();
        }
        let (sets, finds) = program::run(module);
        let mut instances = Instances { view, by_name: FxHashMap::default() };
        let found = finds
            .into_iter()
            .filter_map(|Finds(load)| Some((load, instances.of(view.function_of(load)?)?)));
        let found = found.collect();
        let mut left = FxHashMap::default();
        for Sets(block, store, name, _) in &sets {
            if *name != CALLABLE {
                continue;
            }
            let own = view.function_of(*store).and_then(|it| instances.of(it));
            // If the constructor has been inlined, the next store sets the function.
            let next = sets.iter().filter(|it| it.0 == *block && it.1 > *store);
            let next = next.min_by_key(|it| it.1.index()).filter(|it| it.2 == CALL);
            let next = next.and_then(|it| instances.of(view.as_function(it.3)?));
            match own.or(next) {
                Some(instance) => left.insert(*store, instance),
                None => return Self::default(),
            };
        }
        Self { left, found }
    }

    /// The instance that a store leaves a callable object for.
    pub fn left(&self, store: InstructionId) -> Option<FunctionId> {
        self.left.get(&store).copied()
    }

    /// The instance whose callable a load finds.
    pub fn found(&self, load: InstructionId) -> Option<FunctionId> {
        self.found.get(&load).copied()
    }
}

/// The instances of the template.
struct Instances<'a> {
    view: &'a View<'a>,
    by_name: FxHashMap<&'a str, FunctionId>,
}

impl Instances<'_> {
    /// The instance that a constructor, or a function in it, belongs to.
    fn of(&mut self, function: FunctionId) -> Option<FunctionId> {
        let name = instance(self.view.name_of_function(function))?;
        Some(*self.by_name.entry(name).or_insert(function))
    }
}

/// The template arguments in the symbol of the constructor, or of a function in it. Constructors of complete
/// objects and of bases have the same arguments.
fn instance(symbol: &str) -> Option<&str> {
    let (_, name) = symbol.split_once("9once_flag18_Prepare_executionC")?;
    let name = name.get(1..)?;
    let lambda = ["ENKUlvE", "ENUlvE"].iter().filter_map(|it| name.rfind(it)).max();
    // The arguments may also contain lambdas; only symbols of functions local to the constructor begin with its
    // own symbol.
    let is_inside = symbol.starts_with("_ZZNSt9once_flag");
    Some(lambda.filter(|_| is_inside).map_or(name, |end| &name[..end]))
}

#[cfg(test)]
mod tests {
    use super::instance;

    #[test]
    fn constructors_and_functions_in_them_belong_together() {
        let constructor = "_ZNSt9once_flag18_Prepare_executionC2IZSt9call_onceIZ4mainEUlvE_JEEvRS_OT_DpOT0_EUlvE_EERS5_";
        let inside = "_ZZNSt9once_flag18_Prepare_executionC1IZSt9call_onceIZ4mainEUlvE_JEEvRS_OT_DpOT0_EUlvE_EERS5_";
        let arguments = "IZSt9call_onceIZ4mainEUlvE_JEEvRS_OT_DpOT0_EUlvE_EERS5_";
        assert_eq!(instance(constructor), Some(arguments));
        for function in
            ["ENKUlvE_clEv", "ENUlvE_8__invokeEv", "ENUlvE_4_FUNEv", "ENKUlvE_cvPFvvEEv"]
        {
            assert_eq!(instance(&format!("{inside}{function}")), Some(arguments));
        }
        assert_eq!(instance("_ZSt9call_onceIRFvvEJEEvRSt9once_flagOT_DpOT0_"), None);
    }
}
