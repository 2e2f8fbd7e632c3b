//! The entry points of the program, their arguments, and everything that has escaped from the start.
//!
//! **Scope: module.**

use facts_schema::{FunctionId, GlobalFlag, Linkage, ValueId};
use rules_macros::datalog;

use super::Roots;
use super::source::Source;

/// The data that the operating system passes to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProcessInput {
    /// The arguments of the command line.
    CommandLine,
    /// The name of the program, which is part of the command line.
    ProgramName,
    /// The environment.
    Environment,
}

/// The variables that are instructions to the linker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Table {
    /// The functions that run before `main`, which get the same arguments.
    Constructors,
    /// The functions that run after `main`.
    Destructors,
    /// Globals that code outside of the module uses.
    Used,
}

datalog! { module;
    @context source: &'a Source<'a>;
    @context roots: &'a Roots;

    @output
    /// The program starts at `function`, or is assumed to start there.
    struct Starts(FunctionId);

    @output
    /// `function` runs without being called.
    struct Runs(FunctionId);

    @output
    /// The function or variable `value` escapes to external code.
    struct Captured(ValueId);

    @output
    /// Another file may replace `global` by its own global of the same name.
    struct Overridable(ValueId);

    @output
    /// The argument `value` of `function`, which starts the program, is the given data.
    struct Gets(ProcessInput, FunctionId, ValueId);

    @output
    /// `variable`, which other files define, holds the given data.
    struct Holds(ProcessInput, ValueId);

    /// The names of the first function of a program, and whether it gets the command line, followed by the
    /// environment.
    const ENTRIES(&str, bool) = [
        ("main", true),
        ("wmain", true),
        ("__main_argc_argv", true),
        ("__main_void", false),
        ("__original_main", true),
        ("WinMain", false),
        ("wWinMain", false),
    ];

    const PARAMETERS(u32, ProcessInput) = [(1, ProcessInput::CommandLine), (2, ProcessInput::Environment)];

    /// Variables of C libraries.
    const VARIABLES(&str, ProcessInput) = [
        ("environ", ProcessInput::Environment),
        ("__environ", ProcessInput::Environment),
        ("_environ", ProcessInput::Environment),
        ("program_invocation_name", ProcessInput::ProgramName),
        ("program_invocation_short_name", ProcessInput::ProgramName),
        ("__progname", ProcessInput::ProgramName),
        ("__progname_full", ProcessInput::ProgramName),
    ];

    const TABLES(&str, Table) = [
        ("llvm.global_ctors", Table::Constructors),
        ("llvm.global_dtors", Table::Destructors),
        ("llvm.used", Table::Used),
    ];

    /// Linkages of globals that are defined elsewhere, or are not definitions of their own.
    const ELSEWHERE(Linkage) = [Linkage::AvailableExternally, Linkage::Appending];

    /// Linkages of globals that are merged into one with the same content, or only declared here.
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

    /// `function`, whose value is `value`, is the first function of a program; the flag says whether it gets the
    /// command line.
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

    // A library has no first function: other code calls its functions and uses its variables.
    Captured(value) <- let Roots::Program = roots, !Entry(_, _, _), Visible(value);

    // The requested functions run, called from anywhere.
    Starts(function) <- let Roots::Functions(functions) = roots, for &function in functions;

    Captured(value) <-
        let Roots::Functions(functions) = roots,
        for &function in functions,
        !Entry(function, _, _),
        function { function, value };

    // Everything runs; other files only call what is visible to them.
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

    // Constructors and destructors of globals always run.
    Runs(function) <- Listed(_, function);

    // Resolvers of ifuncs always run.
    Runs(function) <- ifunc { resolver }, value_function { value: resolver, function }, Defined(function);

    // Globals that code outside of the module uses are known to that code.
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
