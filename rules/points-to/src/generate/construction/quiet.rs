//! Functions that make no call through a pointer, so that no virtual table is read while they run.

use facts_schema::view::View;
use facts_schema::{EntityId, FunctionId, InstructionId};

use super::{function_of, name};

/// How the names of functions begin of which the C++ library has the body, and which call nothing of the program.
const LIBRARY: [&str; 10] =
    ["_ZNSt", "_ZNKSt", "_ZSt", "_Zdl", "_Zda", "_Znw", "_Zna", "__cxa_", "__clang_", "llvm."];

/// Which functions are quiet.
pub struct Quiet {
    /// By function.
    is_quiet: Vec<bool>,
}

impl Quiet {
    pub fn of(view: &View) -> Self {
        let facts = view.facts();
        let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); facts.function.len()];
        let mut loud: Vec<FunctionId> = Vec::new();
        for row in &facts.function {
            let is_library = || LIBRARY.iter().any(|it| name(view, row.value).starts_with(it));
            if !view.has_body(row.function) && !is_library() {
                loud.push(row.function);
            }
        }
        for row in &facts.call_instruction {
            let Some(caller) = view.function_of(row.instruction) else { continue };
            match function_of(view, row.callee) {
                Some(callee) => callers[callee.index()].push(caller),
                None => loud.push(caller),
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

    /// Whether what a call runs is quiet.
    pub fn has(&self, view: &View, call: InstructionId) -> bool {
        let callee =
            view.call_instruction.first(call).and_then(|row| function_of(view, row.callee));
        callee.is_some_and(|it| self.is_quiet[it.index()])
    }
}
