//! Global variables, aliases and ifuncs, and the properties that they share with functions.

use facts_schema::*;

use super::Extractor;
use crate::llvm::{self, GlobalParts};

impl<'m> Extractor<'m> {
    /// The global variables.
    pub(super) fn variables(&mut self) {
        for value in self.module.global_variables() {
            let variable = self.value(value);
            let parts = value.global_parts();
            self.global(variable, &parts);
            let address_space = match value.r#type().parts() {
                llvm::TypeParts::Pointer(space) => space,
                _ => 0,
            };
            self.facts.global_variable.push(GlobalVariable { global: variable, address_space });
            if let Some(initializer) = parts.definition {
                let initializer = self.value(initializer);
                self.facts
                    .global_initializer
                    .push(GlobalInitializer { global: variable, initializer });
            }
        }
    }

    /// The aliases and ifuncs.
    pub(super) fn aliases_and_ifuncs(&mut self) {
        for value in self.module.aliases() {
            let alias = self.value(value);
            let parts = value.global_parts();
            self.global(alias, &parts);
            if let Some(aliasee) = parts.definition {
                let aliasee = self.value(aliasee);
                self.facts.alias.push(Alias { alias, aliasee });
            }
        }
        for value in self.module.ifuncs() {
            let ifunc = self.value(value);
            let parts = value.global_parts();
            self.global(ifunc, &parts);
            if let Some(resolver) = parts.definition {
                let resolver = self.value(resolver);
                self.facts.ifunc.push(IFunc { ifunc, resolver });
            }
        }
    }

    /// The properties of all globals.
    pub(super) fn global(&mut self, global: ValueId, parts: &GlobalParts<'m>) {
        let value_type = self.r#type(parts.value_type);
        self.facts.global.push(Global {
            global,
            value_type,
            linkage: parts.linkage,
            visibility: parts.visibility,
            dll_storage: parts.dll_storage,
            unnamed_address: parts.unnamed_address,
        });
        self.facts
            .global_flag
            .extend(parts.flags.iter().map(|&flag| GlobalFlagRow { global, flag }));
        if let Some(mode) = parts.thread_local {
            self.facts.thread_local.push(ThreadLocal { global, mode });
        }
        if !parts.section.is_empty() {
            let section = self.text(parts.section);
            self.facts.global_section.push(GlobalSection { global, section });
        }
        if parts.alignment != 0 {
            self.facts
                .global_alignment
                .push(GlobalAlignment { global, alignment: parts.alignment });
        }
        if let Some(comdat) = parts.comdat {
            let comdat = self.comdat(comdat);
            self.facts.global_comdat.push(GlobalComdat { global, comdat });
        }
        for &(kind, metadata) in &parts.metadata {
            let kind = self.metadata_kind(kind);
            let metadata = self.metadata(metadata);
            self.facts.global_metadata.push(GlobalMetadata {
                global,
                attachment_kind: kind,
                metadata,
            });
        }
    }

    fn comdat(&mut self, comdat: llvm::Comdat<'m>) -> Text {
        if let Some(&known) = self.comdats.get(&comdat.key()) {
            return known;
        }
        let name = self.scratch.comdat_name(comdat);
        let name = self.text(&name);
        self.facts.comdat.push(Comdat { name, selection: comdat.selection() });
        self.comdats.insert(comdat.key(), name);
        name
    }
}
