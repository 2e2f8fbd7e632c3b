//! Functions and blocks.

use facts_schema::*;

use super::Renderer;

impl Renderer<'_> {
    /// All functions, line by line.
    pub fn functions(&self) -> Vec<String> {
        self.facts.function.iter().flat_map(|function| self.function(function)).collect()
    }

    fn function(&self, function: &Function) -> Vec<String> {
        let blocks = self.blocks.list(function.function, |row| row.position);
        let mut lines = vec![self.signature(function, !blocks.is_empty())];
        for block in &blocks {
            self.block(block, &mut lines);
        }
        if !blocks.is_empty() {
            lines.push("}".to_owned());
        }
        lines
    }

    fn signature(&self, function: &Function, is_definition: bool) -> String {
        let global = self.index.global.get(function.value);
        let is_declared = self.index.global_flag.all(function.value);
        let is_declared = is_declared.iter().any(|row| row.flag == GlobalFlag::Declaration);
        assert_eq!(is_declared, !is_definition, "a function is declared when it has no block");
        assert_eq!(global.value_type, function.function_type);
        let result = self.index.function_type.get(function.function_type).return_type;
        let attachments = self.global_attachments(function.value).join(" ");
        let attributes = self.index.return_attribute.all(function.function);
        let words = [
            if is_definition { "define" } else { "declare" },
            if is_definition { "" } else { &attachments },
            &self.symbol_words(&global),
            &self.calling_convention(function.calling_convention),
            &self.attributes(attributes.iter().map(|row| row.attribute)),
            &self.type_text(result),
            &self.globals[&function.value],
            &format!("({})", self.parameters(function, is_definition)),
            self.unnamed_address(&global),
            &self.function_address_space(function),
            &self.function_attributes(function.function),
            &self.function_parts(function.function, function.value),
            if is_definition { &attachments } else { "" },
            if is_definition { "{" } else { "" },
        ];
        words.join(" ")
    }

    fn function_attributes(&self, function: FunctionId) -> String {
        let rows = self.index.function_attribute.all(function);
        self.attributes(rows.iter().map(|row| row.attribute))
    }

    /// The calling convention, if it is not C's.
    pub fn calling_convention(&self, number: u32) -> String {
        let name = self.index.calling_convention.get(number).name;
        match self.facts.display(name).into_owned() {
            // LLVM leaves it out.
            name if number == 0 => {
                assert_eq!(name, "ccc");
                String::new()
            }
            name => name,
        }
    }

    /// LLVM writes the address space of a function when it is not 0, or when the data layout puts
    /// functions elsewhere.
    fn function_address_space(&self, function: &Function) -> String {
        let pointer = self.index.pointer_type.get(self.type_of(function.value));
        if pointer.address_space != 0 || self.program_address_space() != 0 {
            format!("addrspace({})", pointer.address_space)
        } else {
            String::new()
        }
    }

    /// The address space of functions by the data layout: its part `P<number>`.
    pub fn program_address_space(&self) -> u32 {
        let layout = self.facts.display(self.facts.module[0].data_layout);
        let part = layout.split('-').find_map(|part| part.strip_prefix('P'));
        part.map_or(0, |number| number.parse().expect("a number"))
    }

    fn block(&self, block: &Block, lines: &mut Vec<String>) {
        let is_named = self.index.value_name.find(block.value).is_some();
        // LLVM leaves out the number of the entry block.
        if is_named || block.position > 0 {
            let label = &self.locals[&block.value];
            lines.push(format!("{}:", label.strip_prefix('%').expect("a local name")));
        }
        for instruction in self.block_instructions(block.block) {
            self.debug_records(instruction.instruction, lines);
            let text = self.instruction(&instruction);
            lines.extend(text.lines().map(str::to_owned));
        }
    }
}
