//! What a module consists of outside its functions.

use facts_schema::*;

use super::{Renderer, metadata_name, name, quoted};

impl Renderer<'_> {
    /// Source file, target and module-level assembly.
    pub fn header(&self) -> Vec<String> {
        let &[module] = self.facts.module.as_slice() else { panic!("one module expected") };
        let mut lines = Vec::new();
        let texts = [
            ("source_filename", module.source_file),
            ("target datalayout", module.data_layout),
            ("target triple", module.target_triple),
        ];
        for (what, text) in texts {
            if !self.facts.text(text).is_empty() {
                lines.push(format!("{what} = {}", self.quoted(text)));
            }
        }
        let mut assembly = self.facts.module_assembly.clone();
        assembly.sort_by_key(|row| row.position);
        for (expected, row) in assembly.iter().enumerate() {
            assert_eq!(row.position as usize, expected);
            lines.push(format!("module asm {}", self.quoted(row.assembly)));
        }
        lines
    }

    pub fn comdats(&self) -> Vec<String> {
        let row =
            |row: &Comdat| format!("${} = comdat {}", self.name(row.name), row.selection.as_str());
        self.facts.comdat.iter().map(row).collect()
    }

    /// Variables, aliases and ifuncs.
    pub fn variables(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for global in self.globals_of_kind(ValueKind::GlobalVariable) {
            lines.push(self.variable(&global));
        }
        for global in self.globals_of_kind(ValueKind::Alias) {
            let target = self.index.alias.get(global.global).aliasee;
            lines.push(self.indirection(&global, "alias", target));
        }
        for global in self.globals_of_kind(ValueKind::IFunc) {
            let target = self.index.ifunc.get(global.global).resolver;
            lines.push(self.indirection(&global, "ifunc", target));
        }
        lines
    }

    fn global_has(&self, global: ValueId, flag: GlobalFlag) -> bool {
        self.index.global_flag.all(global).iter().any(|row| row.flag == flag)
    }

    /// Linkage, visibility and what else is written before the type.
    pub fn symbol_words(&self, global: &Global) -> String {
        let mut words = Vec::new();
        if global.linkage != Linkage::External {
            words.push(global.linkage.as_str().to_owned());
        }
        if global.visibility != Visibility::Default {
            words.push(global.visibility.as_str().to_owned());
        }
        if global.dll_storage != DllStorage::Default {
            words.push(global.dll_storage.as_str().to_owned());
        }
        if let Some(row) = self.index.thread_local.find(global.global) {
            words.push(match row.mode {
                ThreadLocalMode::GeneralDynamic => "thread_local".to_owned(),
                mode => format!("thread_local({})", mode.as_str()),
            });
        }
        words.join(" ")
    }

    /// Whether the address matters.
    pub fn unnamed_address(&self, global: &Global) -> &'static str {
        match global.unnamed_address {
            UnnamedAddress::None => "",
            other => other.as_str(),
        }
    }

    fn variable(&self, global: &Global) -> String {
        let value = global.global;
        let initializer = self.index.global_initializer.find(value);
        assert_eq!(
            initializer.is_none(),
            self.global_has(value, GlobalFlag::Declaration),
            "a variable is declared when it has no initializer"
        );
        let external = initializer.is_none() && global.linkage == Linkage::External;
        let space = match self.index.global_variable.get(value).address_space {
            0 => String::new(),
            space => format!("addrspace({space})"),
        };
        let initialized = self.global_has(value, GlobalFlag::ExternallyInitialized);
        let constant = self.global_has(value, GlobalFlag::Constant);
        let words = [
            self.globals[&value].as_str(),
            "=",
            if external { "external" } else { "" },
            &self.symbol_words(global),
            self.unnamed_address(global),
            &space,
            if initialized { "externally_initialized" } else { "" },
            if constant { "constant" } else { "global" },
            &self.type_text(global.value_type),
            &initializer.map_or(String::new(), |row| self.value_text(row.initializer)),
        ];
        let mut text = words.join(" ");
        if let Some(row) = self.index.global_section.find(value) {
            text += &format!(", section {}", self.quoted(row.section));
        }
        if let Some(comdat) = self.comdat_reference(value) {
            text += &format!(", {comdat}");
        }
        if let Some(row) = self.index.global_alignment.find(value) {
            text += &format!(", align {}", row.alignment);
        }
        for attachment in self.global_attachments(value) {
            text += &format!(", {attachment}");
        }
        text
    }

    /// The comdat that a global is in; LLVM leaves out its name when it is the global's own.
    pub fn comdat_reference(&self, global: ValueId) -> Option<String> {
        let comdat = self.facts.text(self.index.global_comdat.find(global)?.comdat);
        let own_name = self.index.value_name.find(global).map(|row| self.facts.text(row.name));
        match own_name == Some(comdat) {
            true => Some("comdat".to_owned()),
            false => Some(format!("comdat(${})", name(comdat))),
        }
    }

    /// Metadata on a global.
    pub fn global_attachments(&self, global: ValueId) -> Vec<String> {
        let rows = self.index.global_metadata.all(global);
        rows.iter().map(|row| self.attachment(row.kind, row.metadata)).collect()
    }

    /// An alias or ifunc.
    fn indirection(&self, global: &Global, what: &str, target: ValueId) -> String {
        let is_expression = self.index.value.get(target).kind == ValueKind::ConstantExpression;
        // LLVM does not write the type of an expression here.
        let target = if is_expression { self.value_text(target) } else { self.typed(target) };
        let words = [
            self.globals[&global.global].as_str(),
            "=",
            &self.symbol_words(global),
            self.unnamed_address(global),
            what,
            &format!("{}, {target}", self.type_text(global.value_type)),
        ];
        let mut text = words.join(" ");
        for attachment in self.global_attachments(global.global) {
            text += &format!(", {attachment}");
        }
        text
    }

    /// The named metadata of the module.
    pub fn named_metadata(&self) -> Vec<String> {
        let mut rows = self.facts.named_metadata.clone();
        rows.sort_by_key(|row| row.position);
        rows.iter()
            .enumerate()
            .map(|(expected, row)| {
                assert_eq!(row.position as usize, expected);
                let operands = self.index.named_metadata_operand.list(row.name, |row| row.position);
                assert_eq!(operands.len(), row.operand_count as usize);
                let operands = operands.iter().map(|row| self.metadata(row.operand));
                let name = metadata_name(self.facts.text(row.name));
                format!("!{name} = !{{{}}}", super::commas(operands))
            })
            .collect()
    }

    /// What belongs to a function and stands behind its parameters.
    pub fn function_parts(&self, function: FunctionId, value: ValueId) -> String {
        let mut text = String::new();
        if let Some(row) = self.index.global_section.find(value) {
            text += &format!(" section {}", self.quoted(row.section));
        }
        if let Some(comdat) = self.comdat_reference(value) {
            text += &format!(" {comdat}");
        }
        if let Some(row) = self.index.global_alignment.find(value) {
            text += &format!(" align {}", row.alignment);
        }
        if let Some(row) = self.index.garbage_collector.find(function) {
            // LLVM writes the name in quotes, but escapes nothing in it.
            text += &format!(" gc \"{}\"", self.facts.display(row.collector));
        }
        if let Some(row) = self.index.prefix_data.find(function) {
            text += &format!(" prefix {}", self.typed(row.data));
        }
        if let Some(row) = self.index.prologue_data.find(function) {
            text += &format!(" prologue {}", self.typed(row.data));
        }
        if let Some(row) = self.index.personality.find(function) {
            text += &format!(" personality {}", self.typed(row.personality));
        }
        text
    }

    /// The module flags: which operand of `!llvm.module.flags`, behavior, name, value.
    pub fn module_flags(&self) -> Vec<String> {
        let mut rows = self.facts.module_flag.clone();
        rows.sort_by_key(|row| row.position);
        rows.iter()
            .map(|row| {
                let name = quoted(self.facts.text(row.name));
                let (position, behavior) = (row.position, row.behavior.as_str());
                format!("{position} {behavior} {name} {}", self.metadata(row.value))
            })
            .collect()
    }
}
