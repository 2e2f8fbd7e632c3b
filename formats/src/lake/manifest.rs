//! `manifest.json`: the contents of a lake.

use std::collections::BTreeMap;

use serde::Serialize;

use super::journal::{Record, Settings, State};

/// The contents of a lake.
#[derive(Serialize)]
pub(super) struct LakeManifest<'l> {
    #[serde(flatten)]
    settings: &'l Settings,
    modules: Vec<ModuleRows<'l>>,
    lost: Vec<UnreadableModule<'l>>,
    /// The number of rows of each relation.
    relations: BTreeMap<&'l str, u64>,
}

impl<'l> LakeManifest<'l> {
    /// Creates the manifest of a lake with these relations from the records of its modules.
    pub(super) fn new(
        settings: &'l Settings,
        relations: &'l [String],
        records: impl Iterator<Item = &'l Record>,
    ) -> Self {
        let mut manifest = Self {
            settings,
            modules: Vec::new(),
            lost: Vec::new(),
            relations: relations.iter().map(|name| (name.as_str(), 0)).collect(),
        };
        for record in records {
            let (module, input) = (record.module.as_str(), record.input.as_str());
            match &record.state {
                State::Begun => {}
                State::Lost(reason) => {
                    manifest.lost.push(UnreadableModule { module, input, reason })
                }
                State::Complete(relations) => {
                    let rows = relations.values().sum();
                    manifest.modules.push(ModuleRows { module, input, rows });
                    for (name, rows) in relations {
                        *manifest.relations.entry(name).or_default() += rows;
                    }
                }
            }
        }
        manifest
    }
}

#[derive(Serialize)]
struct ModuleRows<'l> {
    module: &'l str,
    input: &'l str,
    rows: u64,
}

#[derive(Serialize)]
struct UnreadableModule<'l> {
    module: &'l str,
    input: &'l str,
    reason: &'l str,
}
