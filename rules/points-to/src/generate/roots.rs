//! Where the program starts, with what, and what external code knows from the start.
//!
//! **Scope: module.**

use facts_schema::{FunctionId, GlobalFlag, Linkage, ValueId};
use rules_macros::datalog;

use super::Roots;
use super::source::Source;

/// What the operating system gives to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Given {
    /// The arguments of the command line.
    CommandLine,
    /// The name of the program, which is in the command line.
    ProgramName,
    /// The environment.
    Environment,
}

/// The variables that tell the linker something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// The functions that run before `main`, which get the same arguments.
    Constructors,
    /// The functions that run after `main`.
    Destructors,
    /// What is used by code that is not visible.
    Used,
}

datalog! { module;
    @context source: &'a Source<'a>;
    @context roots: &'a Roots;

    @output
    /// The program starts at `function`, or that is where it is taken to start.
    struct Starts(FunctionId);

    @output
    /// `function` runs without being called.
    struct Runs(FunctionId);

    @output
    /// External code knows the function or variable `value`.
    struct Captured(ValueId);

    @output
    /// Another file may put its own global of the same name in place of `global`.
    struct Overridable(ValueId);

    @output
    /// The argument `value` of `function`, which starts the program, is what is given.
    struct Gets(Given, FunctionId, ValueId);

    @output
    /// `variable`, which other files define, holds what is given.
    struct Holds(Given, ValueId);

    /// The names that the first function of a program has, and whether it gets the command line, and the
    /// environment after it.
    const ENTRIES(&str, bool) = [
        ("main", true),
        ("wmain", true),
        ("__main_argc_argv", true),
        ("__main_void", false),
        ("__original_main", true),
        ("WinMain", false),
        ("wWinMain", false),
    ];

    const PARAMETERS(u32, Given) = [(1, Given::CommandLine), (2, Given::Environment)];

    /// Variables of C libraries.
    const VARIABLES(&str, Given) = [
        ("environ", Given::Environment),
        ("__environ", Given::Environment),
        ("_environ", Given::Environment),
        ("program_invocation_name", Given::ProgramName),
        ("program_invocation_short_name", Given::ProgramName),
        ("__progname", Given::ProgramName),
        ("__progname_full", Given::ProgramName),
    ];

    const TABLES(&str, Table) = [
        ("llvm.global_ctors", Table::Constructors),
        ("llvm.global_dtors", Table::Destructors),
        ("llvm.used", Table::Used),
    ];

    /// Linkages of what is defined elsewhere, or not a definition of its own.
    const ELSEWHERE(Linkage) = [Linkage::AvailableExternally, Linkage::Appending];

    /// Linkages of what is merged into one with the same content, or only declared here.
    const NOT_OVERRIDABLE(Linkage) = [Linkage::Common, Linkage::ExternWeak];

    /// `function` has a body.
    struct Defined(FunctionId);

    Defined(function) <- function { function }, (module.whole().has_body(function));

    /// Other files see the function or variable `global`, which is defined here.
    struct Visible(ValueId);

    Visible(global) <-
        global { global, linkage },
        !ELSEWHERE(linkage),
        !local_global { global },
        !global_flag { global, flag: GlobalFlag::Declaration };

    /// `function`, which is `value`, is the first function of a program; it may get the command line.
    struct Entry(FunctionId, ValueId, bool);

    Entry(function, value, gets_arguments) <-
        function { function, value },
        Visible(value),
        value_name { value, name },
        let text = module.text(name),
        ENTRIES(text, gets_arguments);

    // A program runs from its first function.
    Starts(function) <- let Roots::Program = roots, Entry(function, _, _);

    Runs(function) <- Starts(function), Defined(function);

    Captured(value) <- let Roots::Program = roots, Entry(_, value, false);

    // A library has none: others call its functions and use its variables.
    Captured(value) <- let Roots::Program = roots, !Entry(_, _, _), Visible(value);

    // What was asked for runs, called from anywhere.
    Starts(function) <- let Roots::Functions(functions) = roots, for &function in functions;

    Captured(value) <-
        let Roots::Functions(functions) = roots,
        for &function in functions,
        !Entry(function, _, _),
        function { function, value };

    // Everything runs; only what others see is called by them.
    Runs(function) <- let Roots::All = roots, Defined(function);

    Captured(value) <- let Roots::All = roots, Visible(value);

    /// The global variable with the content `list` is `table`.
    struct Lists(Table, ValueId);

    Lists(table, list) <-
        global_initializer { global, initializer: list },
        value_name { value: global, name },
        let text = module.text(name),
        TABLES(text, table);

    /// `function`, which has a body, is in `table`.
    struct Listed(Table, FunctionId);

    Listed(table, function) <-
        Lists(table, list),
        (table != Table::Used),
        constant_element { constant: list, element: entry },
        constant_element { constant: entry, position: 1, element: value },
        value_function { value, function },
        Defined(function);

    // Constructors and destructors of globals run in any case,
    Runs(function) <- Listed(_, function);

    // and so do the resolvers of ifuncs.
    Runs(function) <- ifunc { resolver }, value_function { value: resolver, function }, Defined(function);

    // What is used by code that is not visible is known to that code.
    Captured(value) <- Lists(Table::Used, list), constant_element { constant: list, element: value };

    /// `function` gets the command line and the environment.
    struct GetsArguments(FunctionId);

    // C libraries pass the command line to `main` and to constructors.
    GetsArguments(function) <- Runs(function), Entry(function, _, true);

    GetsArguments(function) <- Listed(Table::Constructors, function);

    Gets(given, function, argument) <-
        GetsArguments(function),
        function_argument { function, position, value: argument },
        (source.holds(argument)),
        PARAMETERS(position, given);

    Holds(given, variable) <-
        global_variable { global: variable },
        global_flag { global: variable, flag: GlobalFlag::Declaration },
        value_name { value: variable, name },
        let text = module.text(name),
        VARIABLES(text, given);

    Overridable(global) <-
        interposable_global { global },
        global { global, linkage },
        !NOT_OVERRIDABLE(linkage);
}
