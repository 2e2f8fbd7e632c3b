//! Global variables, aliases, ifuncs, and the headers of functions.

use super::{GAP, Writer, commas, name, words};
use crate::*;

impl Writer<'_, '_> {
    /// The header of a function, followed by `{` if the function has a body.
    pub fn signature(&self, function: &Function) -> String {
        let value = function.value;
        let Some(global) = self.one(self.index.global.all(value)) else { return GAP.into() };
        let is_definition = !self.global_has(value, GlobalFlag::Declaration);
        self.expect(global.value_type == function.function_type, "a function of two types");
        let result = self.one(self.index.function_type.all(function.function_type));
        let attachments = self.global_attachments(value).join(" ");
        let results = self.index.return_attribute.all(function.function);
        let attributes = self.index.function_attribute.all(function.function);
        let name = self.spelling.value(value, None);
        words(&[
            if is_definition { "define" } else { "declare" },
            if is_definition { "" } else { &attachments },
            &self.symbol_words(&global),
            &self.calling_convention(function.calling_convention),
            &self.attributes(results.iter().map(|row| row.attribute)),
            &result.map_or(GAP.into(), |row| self.type_text(row.return_type)),
            &format!("{name}({})", self.parameters(function, is_definition)),
            self.unnamed_address(&global),
            &self.address_space(value),
            &self.attributes(attributes.iter().map(|row| row.attribute)),
            &self.function_parts(function.function, value),
            if is_definition { &attachments } else { "" },
            if is_definition { "{" } else { "" },
        ])
    }

    /// The parameters of a function with their attributes and, in definitions, names.
    fn parameters(&self, function: &Function, is_definition: bool) -> String {
        let r#type = function.function_type;
        let types = self.index.function_type_parameter.all(r#type);
        let all = self.index.parameter_attribute.all(function.function);
        let arguments = self.arguments_of(function.function);
        self.expect(arguments.len() == types.len(), "arguments of no type");
        let parameter = |row: FunctionTypeParameter| {
            let attributes = all.iter().filter(|other| other.position == row.position);
            let argument = arguments.iter().find(|other| other.position == row.position);
            let r#type = argument.and_then(|argument| self.type_of(argument.value));
            self.expect(r#type == Some(row.parameter_type), "an argument of another type");
            let name = argument
                .filter(|_| is_definition)
                .map(|argument| self.spelling.value(argument.value, Some(function.function)));
            words(&[
                &self.type_text(row.parameter_type),
                &self.attributes(attributes.map(|row| row.attribute)),
                &name.unwrap_or_default(),
            ])
        };
        let types = self.list(types, |row| row.position);
        let variable = self.type_has(r#type, TypeFlag::VarArg).then(|| "...".to_owned());
        commas(types.into_iter().map(parameter).chain(variable))
    }

    /// The arguments of a function, whose rows are adjacent.
    fn arguments_of(&self, function: FunctionId) -> Vec<Argument> {
        let rows = &self.facts.argument;
        let start = rows.partition_point(|row| row.function < function);
        rows[start..].iter().take_while(|row| row.function == function).copied().collect()
    }

    /// The calling convention, unless it is the C calling convention.
    pub(super) fn calling_convention(&self, number: u32) -> String {
        match self.one(self.index.calling_convention.all(number)) {
            // LLVM omits it.
            Some(row) if number == 0 => {
                self.expect(self.facts.text(row.name) == b"ccc", "0 is C's calling convention");
                String::new()
            }
            Some(row) => self.facts.display(row.name).into_owned(),
            None => format!("cc{number}"),
        }
    }

    /// LLVM prints the address space of a function if it is not 0, or if the data layout gives
    /// functions another address space.
    pub(super) fn address_space(&self, function: ValueId) -> String {
        let pointer = self.type_of(function);
        let pointer = pointer.and_then(|it| self.one(self.index.pointer_type.all(it)));
        match pointer.map(|row| row.address_space) {
            Some(space) if space != 0 || self.program_address_space() != 0 => {
                format!("addrspace({space})")
            }
            _ => String::new(),
        }
    }

    /// The address space of functions according to the data layout, which specifies it as
    /// `P<number>`.
    fn program_address_space(&self) -> u32 {
        let Some(module) = self.facts.module.first() else { return 0 };
        let layout = self.facts.display(module.data_layout);
        let part = layout.split('-').find_map(|part| part.strip_prefix('P'));
        part.and_then(|number| number.parse().ok()).unwrap_or_default()
    }

    /// The parts of a function that follow its parameters.
    fn function_parts(&self, function: FunctionId, value: ValueId) -> String {
        let index = self.index;
        let section = self.at_most_one(index.global_section.all(value));
        let alignment = self.at_most_one(index.global_alignment.all(value));
        let collector = self.at_most_one(index.garbage_collector.all(function));
        let prefix = self.at_most_one(index.prefix_data.all(function));
        let prologue = self.at_most_one(index.prologue_data.all(function));
        let personality = self.at_most_one(index.personality.all(function));
        // LLVM prints the name of a collector in quotes, but does not escape it.
        let collector_name = |row: GarbageCollector| self.facts.display(row.collector);
        let parts = [
            section.map(|row| format!("section {}", self.quoted(row.section))),
            self.comdat_reference(value),
            alignment.map(|row| format!("align {}", row.alignment)),
            collector.map(|row| format!("gc \"{}\"", collector_name(row))),
            prefix.map(|row| format!("prefix {}", self.typed(row.data))),
            prologue.map(|row| format!("prologue {}", self.typed(row.data))),
            personality.map(|row| format!("personality {}", self.typed(row.personality))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// A global variable.
    pub fn variable(&self, global: &Global) -> String {
        let value = global.global;
        let initializer = self.at_most_one(self.index.global_initializer.all(value));
        let is_declaration = self.global_has(value, GlobalFlag::Declaration);
        self.expect(initializer.is_none() == is_declaration, "a declaration has no initializer");
        let external = initializer.is_none() && global.linkage == Linkage::External;
        let space = match self.one(self.index.global_variable.all(value)) {
            Some(row) if row.address_space != 0 => format!("addrspace({})", row.address_space),
            _ => String::new(),
        };
        let initialised = self.global_has(value, GlobalFlag::ExternallyInitialized);
        let constant = self.global_has(value, GlobalFlag::Constant);
        let initializer = initializer.map(|row| self.spelling.value(row.initializer, None));
        let mut text = words(&[
            &self.spelling.value(value, None),
            "=",
            if external { "external" } else { "" },
            &self.symbol_words(global),
            self.unnamed_address(global),
            &space,
            if initialised { "externally_initialized" } else { "" },
            if constant { "constant" } else { "global" },
            &self.type_text(global.value_type),
            &initializer.unwrap_or_default(),
        ]);
        if let Some(row) = self.at_most_one(self.index.global_section.all(value)) {
            text += &format!(", section {}", self.quoted(row.section));
        }
        if let Some(comdat) = self.comdat_reference(value) {
            text += &format!(", {comdat}");
        }
        if let Some(row) = self.at_most_one(self.index.global_alignment.all(value)) {
            text += &format!(", align {}", row.alignment);
        }
        self.with_attachments(text, value)
    }

    /// An alias or ifunc.
    pub fn indirection(&self, global: &Global) -> String {
        let value = global.global;
        let is_alias = !self.index.alias.all(value).is_empty();
        let target = if is_alias {
            self.one(self.index.alias.all(value)).map(|row| row.aliasee)
        } else {
            self.one(self.index.ifunc.all(value)).map(|row| row.resolver)
        };
        let target = target.map_or(GAP.into(), |target| self.indirection_target(target));
        let text = words(&[
            &self.spelling.value(value, None),
            "=",
            &self.symbol_words(global),
            self.unnamed_address(global),
            if is_alias { "alias" } else { "ifunc" },
            &format!("{}, {target}", self.type_text(global.value_type)),
        ]);
        self.with_attachments(text, value)
    }

    /// LLVM does not print the type of an expression here.
    fn indirection_target(&self, target: ValueId) -> String {
        let kind = self.facts.value.get(target.index()).map(|row| row.kind);
        match kind {
            Some(ValueKind::ConstantExpression) => self.spelling.value(target, None),
            _ => self.typed(target),
        }
    }

    fn with_attachments(&self, mut text: String, global: ValueId) -> String {
        for attachment in self.global_attachments(global) {
            text += &format!(", {attachment}");
        }
        text
    }

    fn global_has(&self, global: ValueId, flag: GlobalFlag) -> bool {
        self.index.global_flag.all(global).iter().any(|row| row.flag == flag)
    }

    /// Linkage, visibility and the other words before the type.
    fn symbol_words(&self, global: &Global) -> String {
        let mut parts = Vec::new();
        if global.linkage != Linkage::External {
            parts.push(global.linkage.as_str().to_owned());
        }
        if global.visibility != Visibility::Default {
            parts.push(global.visibility.as_str().to_owned());
        }
        if global.dll_storage != DllStorage::Default {
            parts.push(global.dll_storage.as_str().to_owned());
        }
        if let Some(row) = self.at_most_one(self.index.thread_local.all(global.global)) {
            parts.push(match row.mode {
                ThreadLocalMode::GeneralDynamic => "thread_local".to_owned(),
                mode => format!("thread_local({})", mode.as_str()),
            });
        }
        parts.join(" ")
    }

    /// Whether the address is significant.
    fn unnamed_address(&self, global: &Global) -> &'static str {
        match global.unnamed_address {
            UnnamedAddress::None => "",
            other => other.as_str(),
        }
    }

    /// The comdat of a global. LLVM omits its name if it equals the global's name.
    fn comdat_reference(&self, global: ValueId) -> Option<String> {
        let row = self.at_most_one(self.index.global_comdat.all(global))?;
        let comdat = self.facts.text(row.comdat);
        let own_name = self.at_most_one(self.index.value_name.all(global));
        let own_name = own_name.map(|row| self.facts.text(row.name));
        match own_name == Some(comdat) {
            true => Some("comdat".to_owned()),
            false => Some(format!("comdat(${})", name(comdat))),
        }
    }

    /// Metadata on a global.
    fn global_attachments(&self, global: ValueId) -> Vec<String> {
        let rows = self.index.global_metadata.all(global);
        rows.iter().map(|row| self.attachment(row.attachment_kind, row.metadata)).collect()
    }
}
