//! Functions that do not read virtual tables: they make no calls through pointers, do not query the type of an
//! object, and do not wait for other threads.

use std::sync::OnceLock;

use facts_schema::view::View;
use facts_schema::{EntityId, FunctionId, InstructionId, Opcode};
use rustc_hash::FxHashSet;

use super::function_of;
use super::object::{reads_table, waits};
use crate::model::Effect;
use crate::model::files::built_in_entries;

/// The prefixes of the names of functions of the C++ library that do not run functions of the program.
const LIBRARY: [&str; 15] = [
    "_Zdl",
    "_Zda",
    "_Znw",
    "_Zna",
    "_ZNSaI",
    "_ZNKSaI",
    "_ZNSt7__cxx11",
    "_ZNKSt7__cxx11",
    "_ZNSt8__detail",
    "_ZNKSt8__detail",
    "_ZSt18_Rb_tree_",
    "_ZSt28_Rb_tree_",
    "_ZSt29_Rb_tree_",
    "_ZNKSt9exception",
    "_ZSt9terminatev",
];

/// The prefixes of the names of methods of the library's exceptions, which do not run functions of the program.
const EXCEPTIONS: [&str; 12] = [
    "_ZNSt9exception",
    "_ZNSt9bad_alloc",
    "_ZNSt8bad_cast",
    "_ZNSt11logic_error",
    "_ZNSt12domain_error",
    "_ZNSt12length_error",
    "_ZNSt12out_of_range",
    "_ZNSt16invalid_argument",
    "_ZNSt13runtime_error",
    "_ZNSt11range_error",
    "_ZNSt14overflow_error",
    "_ZNSt15underflow_error",
];

/// The names of functions that do not run functions of the program. `__cxa_end_catch` only runs the destructor of
/// the caught exception.
const FUNCTIONS: [&str; 7] = [
    "__cxa_allocate_exception",
    "__cxa_free_exception",
    "__cxa_throw",
    "__cxa_rethrow",
    "__cxa_begin_catch",
    END_CATCH,
    "__cxa_atexit",
];

/// The prefixes of the names of functions that write to a stream. They only run functions of the program if it has
/// classes derived from those of streams, or manipulators.
const OUTPUT: [&str; 10] = [
    "_ZStls",
    "_ZNSols",
    "_ZNSo3put",
    "_ZNSo5write",
    "_ZNSo5flush",
    "_ZNSo9_M_insert",
    "_ZSt4endl",
    "_ZSt4ends",
    "_ZSt5flush",
    "_ZSt16__ostream_insert",
];

/// The prefix of the names of the stream operators that run their argument, a manipulator.
const APPLIES_MANIPULATOR: &str = "_ZNSolsEPF";

/// The prefixes of the names of the library's streams: of their functions and type infos.
const STREAMS: [&str; 6] = ["_ZNSo", "_ZNSi", "_ZNSd", "_ZTISo", "_ZTISi", "_ZTISd"];

/// The prefixes of the names of other functions and type infos of the library.
const OF_LIBRARY: [&str; 4] = ["_ZNSt", "_ZNKSt", "_ZTISt", "_ZTINSt"];

/// Parts of the names of the library's classes of streams, buffers and locales, whose virtual functions streams call.
const STREAM_CLASSES: [&str; 11] = [
    "stringbuf",
    "filebuf",
    "syncbuf",
    "stream",
    "ios_base",
    "locale",
    "ctype",
    "codecvt",
    "numpunct",
    "num_put",
    "facet",
];

/// The model files whose functions neither wait for other threads nor run functions of the program, except as
/// their models say.
const FILES: [&str; 3] = ["libc.toml", "stdio.toml", "math.toml"];

/// The functions in these files that wait, run handlers, or do not return to their caller.
const EXCEPTIONS_IN_FILES: [&str; 17] = [
    "system",
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "raise",
    "setjmp",
    "_setjmp",
    "__sigsetjmp",
    "sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "nanosleep",
    "clock_nanosleep",
];

/// Functions by which a program installs its own functions, which the functions in these files call.
const HOOKS: [&str; 6] = [
    "fopencookie",
    "funopen",
    "register_printf_function",
    "register_printf_specifier",
    "register_printf_modifier",
    "register_printf_type",
];

const END_CATCH: &str = "__cxa_end_catch";

/// Functions by which a program installs its own functions as handlers that the library calls.
const HANDLERS: [&str; 2] = ["_ZSt13set_terminatePFvvE", "_ZSt15set_new_handlerPFvvE"];

/// The functions that are quiet.
pub struct Quiet {
    /// By function.
    is_quiet: Vec<bool>,
}

impl Quiet {
    pub fn of(view: &View) -> Self {
        let facts = view.facts();
        let name_of = |it| view.name_of_function(it);
        let functions = || facts.function.iter().map(|row| row.function);
        let has_handlers = functions().any(|it| HANDLERS.contains(&name_of(it)));
        let has_hooks = functions().any(|it| HOOKS.contains(&name_of(it)));
        let has_own_streams = has_own_streams(view);
        let is_output = |name: &str| OUTPUT.iter().any(|it| name.starts_with(it));
        let is_known = |it| match name_of(it) {
            name if name.starts_with("llvm.") => true,
            name if is_output(name) => !has_own_streams,
            name => !has_handlers && is_library(name) || !has_hooks && modelled().contains(name),
        };
        let loud = functions().filter(|it| !view.has_body(*it) && !is_known(*it));
        let mut loud: Vec<FunctionId> = loud.collect();
        for row in &facts.instruction {
            let asks = row.opcode == Opcode::Load && reads_table(view, row.instruction);
            loud.extend((asks || waits(view, row.instruction)).then_some(row.function));
        }
        let end_catch = functions().find(|it| name_of(*it) == END_CATCH);
        let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); facts.function.len()];
        for row in &facts.call_instruction {
            let Some(caller) = view.function_of(row.instruction) else { continue };
            let Some(callee) = function_of(view, row.callee) else {
                loud.push(caller);
                continue;
            };
            callers[callee.index()].push(caller);
            if name_of(callee).starts_with(APPLIES_MANIPULATOR) {
                match applied_manipulator(view, row.instruction) {
                    Some(manipulator) => callers[manipulator.index()].push(caller),
                    None => loud.push(caller),
                }
            }
            if let Some(destructor) = destructor_of_thrown(view, row.instruction, name_of(callee)) {
                callers[destructor.index()].extend(end_catch);
            }
        }
        let mut is_quiet = vec![true; facts.function.len()];
        while let Some(function) = loud.pop() {
            if std::mem::replace(&mut is_quiet[function.index()], false) {
                loud.append(&mut callers[function.index()]);
            }
        }
        Self { is_quiet }
    }

    /// Whether the callee of a call is quiet.
    pub fn has(&self, view: &View, call: InstructionId) -> bool {
        callee_of(view, call).is_some_and(|it| self.is_quiet[it.index()])
    }
}

/// Whether the function with this name belongs to the library and does not run functions of the program.
fn is_library(name: &str) -> bool {
    let is_thrower = || {
        let rest = name
            .strip_prefix("_ZSt")
            .map(|it| it.trim_start_matches(|it: char| it.is_ascii_digit()));
        rest.is_some_and(|it| it.starts_with("__throw_"))
    };
    let mut beginnings = LIBRARY.iter().chain(&EXCEPTIONS);
    FUNCTIONS.contains(&name) || beginnings.any(|it| name.starts_with(it)) || is_thrower()
}

/// Whether the function with this name is the constructor of an exception of the library: the only relevant
/// pointer that it stores is the one to the virtual table.
pub fn is_exception_constructor(name: &str) -> bool {
    let methods = EXCEPTIONS.iter().filter_map(|it| name.strip_prefix(it));
    methods.into_iter().any(|it| it.starts_with("C1E") || it.starts_with("C2E"))
}

/// The functions with a model that neither wait for other threads nor run functions of the program.
fn modelled() -> &'static FxHashSet<&'static str> {
    static NAMES: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let files = built_in_entries().iter().filter(|(file, _)| FILES.contains(file));
        let calls = |it: &Effect| matches!(it, Effect::Call(_));
        let entries = files.flat_map(|(_, entries)| entries);
        let entries = entries.filter(|it| !it.model.effects.iter().any(calls));
        let names = entries.flat_map(|it| &it.names).map(String::as_str);
        names.filter(|it| !EXCEPTIONS_IN_FILES.contains(it)).collect()
    })
}

/// Whether the module has classes derived from the library's classes of streams: a virtual table or a type info
/// refers to a function or class of these.
fn has_own_streams(view: &View) -> bool {
    let facts = view.facts();
    let begins = |name: &str, all: &[&str]| all.iter().any(|it| name.starts_with(it));
    let is_of_streams = |name: &str| {
        begins(name, &STREAMS)
            || begins(name, &OF_LIBRARY) && STREAM_CLASSES.iter().any(|it| name.contains(it))
    };
    facts.constant_element.iter().any(|row| is_of_streams(view.name_of(row.element)))
}

/// The function that a stream operator runs.
fn applied_manipulator(view: &View, call: InstructionId) -> Option<FunctionId> {
    function_of(view, view.argument_of_call(call, 1)?)
}

/// The destructor that a call of the function with this name passes for the exception that it throws.
fn destructor_of_thrown(view: &View, call: InstructionId, callee: &str) -> Option<FunctionId> {
    let mut arguments = view.call_argument.all(call).iter();
    let destructor = arguments.find(|it| it.position == 2).filter(|_| callee == "__cxa_throw")?;
    function_of(view, destructor.argument)
}

/// The callee of a direct call.
pub fn callee_of(view: &View, call: InstructionId) -> Option<FunctionId> {
    function_of(view, view.call_instruction.first(call)?.callee)
}
