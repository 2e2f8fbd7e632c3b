//! Assigns ids to globals and locals, and finds the id of a value.

use facts_schema::*;
use rustc_hash::FxHashMap;

use super::Extractor;
use crate::llvm;
use crate::spelling::push_name;

/// The local values and blocks of a function, by address.
#[derive(Default)]
pub(super) struct Locals {
    values: FxHashMap<usize, ValueId>,
    /// Keyed by the address of the block's value.
    blocks: FxHashMap<usize, BlockId>,
}

/// The locals of one function in the order of their ids, by address. [`Locals`] is built from it.
pub(super) struct LocalKeys {
    first_value: ValueId,
    values: Vec<usize>,
    pub(super) first_block: BlockId,
    blocks: Vec<usize>,
}

impl Locals {
    fn new(keys: &LocalKeys) -> Self {
        Self {
            values: keys.values.iter().copied().zip((keys.first_value.0..).map(ValueId)).collect(),
            blocks: keys.blocks.iter().copied().zip((keys.first_block.0..).map(BlockId)).collect(),
        }
    }
}

impl<'m> Extractor<'m> {
    /// Numbers variables, aliases, ifuncs and functions. Unnamed globals receive numbers in this
    /// order, as in LLVM.
    pub(super) fn number_globals(&mut self) {
        let mut unnamed = 0;
        for variable in self.module.global_variables() {
            self.number_global(variable, ValueKind::GlobalVariable, &mut unnamed);
            // LLVM numbers unnamed structures in this order.
            if let Some(value_type) = variable.global_type() {
                self.r#type(value_type);
            }
        }
        for alias in self.module.aliases() {
            self.number_global(alias, ValueKind::Alias, &mut unnamed);
        }
        for ifunc in self.module.ifuncs() {
            self.number_global(ifunc, ValueKind::IFunc, &mut unnamed);
        }
        for function in self.module.functions() {
            let value = function.value();
            let id = self.number_global(value, ValueKind::Function, &mut unnamed);
            let function_id = FunctionId(self.facts.function.len() as u32);
            let symbol = self.facts.symbols.table(Entity::Value).get(id.0);
            self.facts.symbols.table_mut(Entity::Function).push(symbol.as_bytes());
            self.function_ids.insert(value.key(), function_id);
            let function_type = self.r#type(function.function_type());
            self.facts.function.push(Function {
                function: function_id,
                value: id,
                function_type,
                calling_convention: function.calling_convention(),
            });
        }
    }

    fn number_global(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        unnamed: &mut u32,
    ) -> ValueId {
        let mut symbol = std::mem::take(&mut self.buffer);
        symbol.clear();
        push_local(&mut symbol, b'@', value.name(), unnamed);
        let r#type = self.r#type(value.r#type());
        let id = self.new_value(kind, r#type);
        self.facts.symbols.table_mut(Entity::Value).push(&symbol);
        self.buffer = symbol;
        self.name(id, value.name());
        self.values.insert(value.key(), id);
        id
    }

    /// Numbers the arguments, blocks and results of all functions. Unnamed locals receive numbers,
    /// counted per function, as in LLVM.
    pub(super) fn number_locals(&mut self) {
        for (function, number) in self.module.functions().zip(0..) {
            let id = FunctionId(number);
            self.number_locals_of(function, id);
        }
    }

    fn number_locals_of(&mut self, function: llvm::Function<'m>, id: FunctionId) {
        let mut keys = LocalKeys {
            first_value: ValueId(self.facts.value.len() as u32),
            values: Vec::new(),
            first_block: BlockId(self.facts.block.len() as u32),
            blocks: Vec::new(),
        };
        let mut prefix = Vec::new();
        self.push_symbol(id, &mut prefix);
        prefix.push(b':');
        let value_prefix = self.facts.symbols.table_mut(Entity::Value).prefix(&prefix);
        let block_prefix = self.facts.symbols.table_mut(Entity::Block).prefix(&prefix);

        let mut unnamed = 0;
        for (parameter, position) in function.parameters().zip(0..) {
            let value = self.local(parameter, ValueKind::Argument, value_prefix, &mut unnamed);
            keys.values.push(parameter.key());
            self.facts.argument.push(Argument { value, function: id, position });
        }
        for (block, position) in function.blocks().zip(0..) {
            let value = self.local(block.value(), ValueKind::Block, value_prefix, &mut unnamed);
            keys.values.push(block.value().key());
            keys.blocks.push(block.value().key());
            let block_id = BlockId(self.facts.block.len() as u32);
            self.facts.symbols.table_mut(Entity::Block).push_with(block_prefix, &self.buffer);
            self.facts.block.push(Block { block: block_id, function: id, position, value });
            for instruction in block.instructions() {
                let value = instruction.value();
                if value.r#type().kind() != TypeKind::Void {
                    self.local(value, ValueKind::Instruction, value_prefix, &mut unnamed);
                    keys.values.push(value.key());
                }
            }
        }
        self.local_keys.push(keys);
    }

    /// Numbers a local value, and leaves the last part of its symbol in the buffer.
    fn local(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        prefix: Prefix,
        unnamed: &mut u32,
    ) -> ValueId {
        let name = value.name();
        self.buffer.clear();
        push_local(&mut self.buffer, b'%', name, unnamed);
        let r#type = self.r#type(value.r#type());
        let id = self.new_value(kind, r#type);
        self.facts.symbols.table_mut(Entity::Value).push_with(prefix, &self.buffer);
        self.name(id, name);
        id
    }

    pub(super) fn new_value(&mut self, kind: ValueKind, r#type: TypeId) -> ValueId {
        let value = ValueId(self.facts.value.len() as u32);
        self.facts.value.push(Value { value, kind, r#type });
        value
    }

    fn name(&mut self, value: ValueId, name: &[u8]) {
        if !name.is_empty() {
            let name = self.text(name);
            self.facts.value_name.push(ValueName { value, name });
        }
    }

    /// Makes this function the current function.
    pub(super) fn enter(&mut self, function: FunctionId) {
        self.locals = Locals::new(&self.local_keys[function.index()]);
    }

    /// The id of any value.
    pub(super) fn value(&mut self, value: llvm::Value<'m>) -> ValueId {
        let key = value.key();
        if let Some(&known) = self.locals.values.get(&key).or_else(|| self.values.get(&key)) {
            return known;
        }
        match value.kind() {
            ValueKind::Argument | ValueKind::Block | ValueKind::Instruction => {
                self.foreign_value(value)
            }
            _ => self.constant(value),
        }
    }

    /// The id of a local of another function: a block whose address is taken, or any value in a
    /// module that is not well-formed.
    fn foreign_value(&mut self, value: llvm::Value<'m>) -> ValueId {
        let function = value.function().and_then(|it| self.foreign_locals(it));
        match function.and_then(|locals| locals.values.get(&value.key())) {
            Some(&known) => known,
            // A value that was removed from its function, or has type void.
            None => self.constant(value),
        }
    }

    /// The id of a function.
    pub(super) fn function_id(&self, function: llvm::Function<'m>) -> Option<FunctionId> {
        self.function_ids.get(&function.value().key()).copied()
    }

    /// The id of a block.
    pub(super) fn block(&mut self, block: llvm::Block<'m>) -> Option<BlockId> {
        let key = block.value().key();
        if let Some(&known) = self.locals.blocks.get(&key) {
            return Some(known);
        }
        self.foreign_locals(block.function()?)?.blocks.get(&key).copied()
    }

    fn foreign_locals(&mut self, function: llvm::Function<'m>) -> Option<&Locals> {
        let id = self.function_id(function)?;
        let keys = &self.local_keys[id.index()];
        Some(self.foreign_locals.entry(id).or_insert_with(|| Locals::new(keys)))
    }
}

/// Appends the name of a value, or the next number if it has none.
fn push_local(text: &mut Vec<u8>, sigil: u8, name: &[u8], unnamed: &mut u32) {
    if name.is_empty() {
        text.push(sigil);
        text.extend_from_slice(unnamed.to_string().as_bytes());
        *unnamed += 1;
    } else {
        push_name(text, sigil, name);
    }
}
