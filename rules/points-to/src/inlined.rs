//! The functions of the program whose code the compiler has inlined into library functions, according to debug
//! information. For example, a lambda without any other caller is inlined into the function that `std::function` calls.

use std::cell::RefCell;

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId};
use rustc_hash::FxHashMap;

use crate::libraries::is_standard_subprogram;

/// A function of the program that runs inside a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Inside {
    /// A function of the module.
    Function(FunctionId),
    /// A function without a body of its own in the module: its code was inlined everywhere.
    Inlined(MetadataId),
}

/// The inlined functions of a module.
pub struct InlinedFunctions<'v, 'f> {
    view: &'v View<'f>,
    /// By subprogram: the function that it describes, if the module has it.
    functions: FxHashMap<MetadataId, FunctionId>,
    /// By location: the answers that are known.
    known: RefCell<FxHashMap<MetadataId, Option<Inside>>>,
}

impl<'v, 'f> InlinedFunctions<'v, 'f> {
    pub fn of(view: &'v View<'f>) -> Self {
        let nodes = view.debug_nodes();
        let described = view.facts().function.iter();
        let functions =
            described.filter_map(|row| Some((nodes.attachment(row.value)?, row.function)));
        Self { view, functions: functions.collect(), known: RefCell::default() }
    }

    /// The outermost function of the program whose inlined code an instruction belongs to.
    pub fn around(&self, instruction: InstructionId) -> Option<Inside> {
        let location = self.view.instruction_location.first(instruction)?.location;
        if let Some(known) = self.known.borrow().get(&location) {
            return *known;
        }
        let found = self.outermost(location);
        self.known.borrow_mut().insert(location, found);
        found
    }

    /// The functions of the program that were inlined into a function.
    pub fn inside(&self, function: FunctionId) -> Vec<Inside> {
        let instructions = self.view.instructions_of(function);
        let numbers = instructions.start.0..instructions.end.0;
        let around = numbers.filter_map(|number| self.around(InstructionId(number)));
        let mut found: Vec<_> = around.collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn outermost(&self, location: MetadataId) -> Option<Inside> {
        let nodes = self.view.debug_nodes();
        let mut locations: Vec<_> = nodes.locations(location).collect();
        // The outermost location is in the function that the others are inlined into.
        locations.pop();
        let mut subprograms = locations.into_iter().rev().filter_map(|it| nodes.subprogram_at(it));
        let subprogram = subprograms.find(|it| !is_standard_subprogram(self.view, *it))?;
        let function = self.functions.get(&subprogram).copied();
        Some(function.map_or(Inside::Inlined(subprogram), Inside::Function))
    }
}
