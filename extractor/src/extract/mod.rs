//! The walk over a module.
//!
//! The walk first numbers everything that is referred to by id: globals, and the arguments, blocks
//! and results of all functions. The contents follow in module order. Types, constants, attributes
//! and metadata are numbered when a reference to them is first encountered.

mod attributes;
mod calls;
mod constants;
mod fields;
mod floats;
mod functions;
mod globals;
mod instructions;
mod memory;
mod metadata;
mod types;
mod values;

use facts_schema::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Phase;
use crate::llvm::{self, Scratch};

/// Longer symbols are abbreviated, because a symbol appears in every row that refers to it.
const LONGEST_SYMBOL: usize = 100;

/// The relations of `module`.
pub fn extract(module: llvm::Module, on_phase: &mut dyn FnMut(Phase)) -> Facts {
    let mut extractor = Extractor::new(module);
    extractor.module_row();
    extractor.number_globals();
    extractor.number_locals();
    extractor.variables();
    extractor.aliases_and_ifuncs();
    extractor.named_metadata();
    extractor.functions(on_phase);
    extractor.resolve_scopes();
    extractor.facts
}

/// The state of the walk.
struct Extractor<'m> {
    module: llvm::Module<'m>,
    layout: llvm::DataLayout<'m>,
    scratch: Scratch<'m>,
    facts: Facts,
    types: FxHashMap<llvm::Type<'m>, TypeId>,
    /// Types whose size must not be queried.
    without_layout: FxHashSet<TypeId>,
    packed_structs: FxHashSet<TypeId>,
    unnamed_structs: u32,
    /// Globals and constants, by address.
    values: FxHashMap<usize, ValueId>,
    function_ids: FxHashMap<usize, FunctionId>,
    /// The locals of each function.
    local_keys: Vec<values::LocalKeys>,
    /// The locals of the current function.
    locals: values::Locals,
    /// The locals of other functions, computed on demand.
    foreign_locals: FxHashMap<FunctionId, values::Locals>,
    /// Symbols of types and constants that are already in use.
    type_symbols: FxHashSet<Box<[u8]>>,
    constant_symbols: FxHashSet<Box<[u8]>>,
    attributes: FxHashMap<usize, AttributeId>,
    calling_conventions: FxHashSet<u32>,
    comdats: FxHashMap<usize, Text>,
    metadata: metadata::Known,
    metadata_kinds: FxHashMap<u32, Text>,
    synchronization_scopes: FxHashMap<u32, Text>,
    /// A buffer for symbols.
    buffer: Vec<u8>,
}

impl<'m> Extractor<'m> {
    fn new(module: llvm::Module<'m>) -> Self {
        Self {
            module,
            layout: module.data_layout(),
            scratch: Scratch::new(module),
            facts: Facts::default(),
            types: FxHashMap::default(),
            without_layout: FxHashSet::default(),
            packed_structs: FxHashSet::default(),
            unnamed_structs: 0,
            values: FxHashMap::default(),
            function_ids: FxHashMap::default(),
            local_keys: Vec::new(),
            locals: values::Locals::default(),
            foreign_locals: FxHashMap::default(),
            type_symbols: FxHashSet::default(),
            constant_symbols: FxHashSet::default(),
            attributes: FxHashMap::default(),
            calling_conventions: FxHashSet::default(),
            comdats: FxHashMap::default(),
            metadata: metadata::Known::default(),
            metadata_kinds: FxHashMap::default(),
            synchronization_scopes: FxHashMap::default(),
            buffer: Vec::new(),
        }
    }

    fn module_row(&mut self) {
        let row = Module {
            source_file: self.text(self.module.source_file()),
            target_triple: self.text(self.module.target_triple()),
            data_layout: self.text(self.module.data_layout_text()),
        };
        self.facts.module.push(row);
        let assembly = self.module.assembly();
        let lines = assembly.strip_suffix(b"\n").unwrap_or(assembly);
        if !assembly.is_empty() {
            for (position, line) in lines.split(|&byte| byte == b'\n').enumerate() {
                let assembly = self.text(line);
                self.facts
                    .module_assembly
                    .push(ModuleAssembly { position: position as u32, assembly });
            }
        }
    }

    fn text(&mut self, text: &[u8]) -> Text {
        self.facts.texts.intern(text)
    }

    /// The symbol of an entity, appended to `text`.
    fn push_symbol<I: EntityId>(&self, id: I, text: &mut Vec<u8>) {
        let (prefix, suffix) = self.facts.symbols.table(I::ENTITY).parts(id.number());
        text.extend_from_slice(prefix);
        text.extend_from_slice(suffix);
    }
}

/// Returns `symbol` if it is short enough and unused. Otherwise returns ` #number` preceded by the
/// text of `abbreviation`.
fn unique_symbol(
    symbol: Vec<u8>,
    taken: &mut FxHashSet<Box<[u8]>>,
    abbreviation: impl FnOnce() -> Vec<u8>,
) -> Vec<u8> {
    let symbol = if symbol.len() <= LONGEST_SYMBOL && !taken.contains(symbol.as_slice()) {
        symbol
    } else {
        let mut symbol = abbreviation();
        symbol.extend_from_slice(format!(" #{}", taken.len()).as_bytes());
        symbol
    };
    taken.insert(symbol.as_slice().into());
    symbol
}
