//! Where the program starts, and what external code knows from the start.
//!
//! **Scope: module.**

use facts_schema::{FunctionId, GlobalFlag, Linkage, ValueId};
use rules::bridge::{input_from, sorted};
use rustc_hash::FxHashSet;

use super::Roots;
use super::source::Source;
use program::{
    Asked, Constructors, Defined, Element, Entry, Function, IFunc, Initializer, Program, Starts,
    Table, TakesArguments, Used, Visible,
};

/// The names that the first function of a program has.
const ENTRIES: &[&str] =
    &["main", "wmain", "__main_argc_argv", "__main_void", "__original_main", "WinMain", "wWinMain"];

/// Those of them that get the command line, and the environment after it.
const WITH_ARGUMENTS: &[&str] = &["main", "wmain", "__main_argc_argv", "__original_main"];

/// Where the program starts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The functions that run without being called, in order.
    pub runs: Vec<FunctionId>,
    /// Those of them that get the command line, and the environment after it.
    pub with_arguments: Vec<FunctionId>,
    /// The functions and global variables that external code knows.
    pub captured: Vec<ValueId>,
}

/// How the program starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Mode {
    Program,
    Functions,
    All,
}

/// Derives where the program starts.
pub fn derive(source: &Source, roots: &Roots) -> Start {
    let facts = source.facts();
    let mut program = Program::new();
    let mode = match roots {
        Roots::Program => Mode::Program,
        Roots::Functions(_) => Mode::Functions,
        Roots::All => Mode::All,
    };
    program.extend([Starts(mode)]);
    if let Roots::Functions(functions) = roots {
        program.extend(functions.iter().copied().map(Asked));
    }

    let visible = facts.global.iter().filter(|row| {
        let is_elsewhere = matches!(row.linkage, Linkage::AvailableExternally | Linkage::Appending);
        let is_hidden = row.linkage.is_local() || is_elsewhere;
        !is_hidden && !source.view.has_flag(row.global, GlobalFlag::Declaration)
    });
    let visible: FxHashSet<_> = visible.map(|row| row.global).collect();
    program.extend(facts.function.iter().map(Function::from));
    let defined = facts.function.iter().filter(|row| source.view.has_body(row.function));
    program.extend(defined.map(Defined::from));
    program.extend(facts.ifunc.iter().map(IFunc::from));

    let names = facts.value_name.iter().filter(|row| visible.contains(&row.value));
    let of_names = |wanted: &[&str]| -> FxHashSet<ValueId> {
        let named = names.clone().filter(|row| wanted.contains(&source.view.text(row.name)));
        named.map(|row| row.value).collect()
    };
    let (entries, with_arguments) = (of_names(ENTRIES), of_names(WITH_ARGUMENTS));
    let entries = facts.function.iter().filter(|row| entries.contains(&row.value));
    program.extend(entries.map(Entry::from));
    let taking = facts.function.iter().filter(|row| with_arguments.contains(&row.value));
    program.extend(taking.map(TakesArguments::from));
    program.extend(visible.iter().copied().map(Visible));
    add_tables(source, &mut program);

    let (runs, with_arguments, captured) = program.run();
    Start {
        runs: sorted(runs.into_iter().map(|row| row.0)),
        with_arguments: sorted(with_arguments.into_iter().map(|row| row.0)),
        captured: sorted(captured.into_iter().map(|row| row.0)),
    }
}

/// Adds the tables that say which functions run before and after `main`, and what is used by code
/// that nobody sees.
fn add_tables(source: &Source, program: &mut Program) {
    let facts = source.facts();
    let mut tables = FxHashSet::default();
    for row in &facts.value_name {
        match source.view.text(row.name) {
            "llvm.global_ctors" => {
                tables.insert(row.value);
                program.extend([Table(row.value)]);
                program.extend([Constructors(row.value)]);
            }
            "llvm.global_dtors" => {
                tables.insert(row.value);
                program.extend([Table(row.value)]);
            }
            "llvm.used" => {
                tables.insert(row.value);
                program.extend([Used(row.value)]);
            }
            _ => {}
        }
    }
    let initializers = facts.global_initializer.iter();
    let initializers: Vec<_> = initializers.filter(|row| tables.contains(&row.global)).collect();
    let mut constants: FxHashSet<_> = initializers.iter().map(|row| row.initializer).collect();
    program.extend(initializers.into_iter().map(Initializer::from));
    let elements = &source.view.constant_element;
    let entries: Vec<_> = constants.iter().flat_map(|it| elements.all(*it)).collect();
    constants.extend(entries.iter().map(|row| row.element));
    program.extend(constants.iter().flat_map(|it| elements.all(*it)).map(Element::from));
}

mod program {
    use facts_schema::{FunctionId, ValueId};
    use rules_macros::datalog;

    use super::Mode;

    datalog! { rows;
        @input
        /// The program starts as `mode` says.
        struct Starts(Mode);

        @input
        /// The program is to start at `function`.
        struct Asked(FunctionId);

        @input
        /// `function`, as a value, is `value`.
        struct Function(FunctionId, ValueId);

        @input
        /// `function` has a body.
        struct Defined(FunctionId);

        @input
        /// `function` is the first function of a program.
        struct Entry(FunctionId);

        @input
        /// `function` gets the command line.
        struct TakesArguments(FunctionId);

        @input
        /// Other files see the function or variable `global`, which is defined here.
        struct Visible(ValueId);

        @input
        /// The variable `table` lists functions that run before or after `main`.
        struct Table(ValueId);

        @input
        /// The functions in `table` run before `main`, and get the same arguments.
        struct Constructors(ValueId);

        @input
        /// What is in `table` is used by code that nobody sees.
        struct Used(ValueId);

        @input
        /// `variable` starts out as `initializer`.
        struct Initializer(ValueId, ValueId);

        @input
        /// The element at `position` of `constant` is `element`.
        struct Element(ValueId, u32, ValueId);

        @input
        /// `ifunc` is what `resolver` returns.
        struct IFunc(ValueId, ValueId);

        @output
        /// `Runs(function)`: it runs without being called.
        struct Runs(FunctionId);

        @output
        /// `GetsArguments(function)`: it runs so, and gets the command line and the environment.
        struct GetsArguments(FunctionId);

        @output
        /// `Captured(value)`: external code knows the function or variable.
        struct Captured(ValueId);

        // A program runs from its first function.
        Runs(function) <- Starts(Mode::Program), Entry(function), Defined(function);

        Captured(value) <-
            Starts(Mode::Program),
            Entry(function),
            !TakesArguments(function),
            Function(function, value);

        // A library has none: others call its functions and use its variables.
        Captured(value) <- Starts(Mode::Program), !Entry(_), Visible(value);

        // What was asked for runs, called by nobody knows whom.
        Runs(function) <- Starts(Mode::Functions), Asked(function), Defined(function);

        Captured(value) <-
            Starts(Mode::Functions),
            Asked(function),
            !Entry(function),
            Function(function, value);

        // Everything runs; only what others see is called by them.
        Runs(function) <- Starts(Mode::All), Defined(function);

        Captured(value) <- Starts(Mode::All), Visible(value);

        // Constructors and destructors of globals run in any case:
        Runs(function) <- Listed(_, function);

        struct Listed(ValueId, FunctionId);

        Listed(table, function) <-
            Table(table),
            Initializer(table, list),
            Element(list, _, entry),
            Element(entry, 1, value),
            Function(function, value),
            Defined(function);

        // and so do the resolvers of ifuncs.
        Runs(function) <- IFunc(_, resolver), Function(function, resolver), Defined(function);

        // C libraries pass the command line to `main` and to constructors.
        GetsArguments(function) <- Runs(function), TakesArguments(function);

        GetsArguments(function) <- Constructors(table), Listed(table, function);

        // What is used in a way that nobody sees is known to whoever uses it.
        Captured(value) <- Used(table), Initializer(table, list), Element(list, _, value);
    }
}

input_from! { Function(function, value) from Function }
input_from! { Defined(function) from Function }
input_from! { Entry(function) from Function }
input_from! { TakesArguments(function) from Function }
input_from! { IFunc(ifunc, resolver) from IFunc }
input_from! { Initializer(global, initializer) from GlobalInitializer }
input_from! { Element(constant, position, element) from ConstantElement }
