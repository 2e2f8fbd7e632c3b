//! The virtual tables of Rust's traits.
//!
//! A table has the address of the function that drops the object, its size and its alignment, and then the methods of the
//! trait. If a trait has one base, the table of the base is the beginning of its own: after an upcast, the same table
//! is one of the base. Debug information does not list bases, but a derived trait begins with methods of the same names.
//!
//! Optimisers unite functions with the same instructions, and tables with the same content. A function is known by its
//! own name only if it is used in nothing but one slot of the tables of one trait. A united table has several descriptions.

use std::collections::BTreeMap;

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{FunctionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{key, trait_of_table, without_arguments};
use crate::generate::virtual_tables::{function_in, is_table_of_rust};
use crate::offsets::{POINTER, Trait};

/// The position of the first method in a virtual table, in words.
const FIRST_METHOD: u32 = 3;

/// The virtual tables of a module.
pub struct Tables {
    all: Vec<Table>,
    /// By name, in order: the traits that have tables.
    traits: BTreeMap<String, Trait>,
}

/// A virtual table.
struct Table {
    variable: ValueId,
    /// The names of its traits.
    traits: Vec<String>,
    /// The methods in its slots; none in a slot without a function.
    methods: Vec<Option<ValueId>>,
}

/// Where a function is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Only in this slot of the tables of a trait.
    Slot(usize, Trait),
    Several,
}

impl Tables {
    pub fn of(view: &View) -> Self {
        let variables = view.facts().global_initializer.iter().map(|row| row.global);
        let tables = variables.filter(|it| is_table_of_rust(view, *it));
        let all: Vec<Table> = tables.map(|it| Table::of(view, it)).collect();
        let mut names: Vec<&String> = all.iter().flat_map(|it| &it.traits).collect();
        names.sort_unstable();
        names.dedup();
        let traits = names.into_iter().cloned().zip((0..).map(Trait)).collect();
        Self { all, traits }
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The functions in the tables.
    pub fn methods(&self, view: &View) -> impl Iterator<Item = FunctionId> {
        let methods = self.all.iter().flat_map(|table| &table.methods).flatten();
        methods.filter_map(|it| view.as_function(*it))
    }

    /// The trait with this name, if there are tables of it.
    pub fn trait_named(&self, name: &str) -> Option<Trait> {
        self.traits.get(name).copied()
    }

    /// By variable: the traits that it may be a table of, in order, if the trait of the table is known.
    pub fn traits(&self, view: &View) -> FxHashMap<ValueId, Vec<Trait>> {
        let names = self.names_of_methods(view);
        let may_be = |own: Trait, base: Trait| {
            let [own_names, base_names] = [own, base].map(|it| &names[it.0 as usize]);
            let mut both = own_names.iter().zip(base_names);
            let fits = |(one, other): (&Option<String>, &Option<String>)| {
                one.is_none() || other.is_none() || one == other
            };
            own == base || own_names.len() >= base_names.len() && both.all(fits)
        };
        let mut bases: FxHashMap<Trait, Vec<Trait>> = FxHashMap::default();
        for own in self.traits.values() {
            let of_own = self.traits.values().filter(|base| may_be(*own, **base));
            bases.insert(*own, of_own.copied().collect());
        }
        let known = self.all.iter().filter(|table| !table.traits.is_empty());
        let traits = known.map(|table| {
            let own = table.traits.iter().map(|name| self.traits[name]);
            let mut all: Vec<Trait> = own.flat_map(|it| bases[&it].iter().copied()).collect();
            all.sort_unstable();
            all.dedup();
            (table.variable, all)
        });
        traits.collect()
    }

    /// By trait: the names of the methods in its slots, as far as they are known.
    fn names_of_methods(&self, view: &View) -> Vec<Vec<Option<String>>> {
        let uses = self.uses(view);
        let nodes = view.debug_nodes();
        let name = |function: ValueId| {
            let name = nodes.text(nodes.attachment(function)?, Field::Name);
            // Each closure has a name of its own.
            let is_method = |it: &String| !it.is_empty() && !it.starts_with('{');
            Some(without_arguments(&name).to_owned()).filter(is_method)
        };
        let mut names: Vec<Option<Vec<Option<String>>>> = vec![None; self.traits.len()];
        for (table, of_table) in self.with_traits() {
            let entry = &mut names[of_table.0 as usize];
            let known = entry.get_or_insert_with(|| vec![None; table.methods.len()]);
            known.truncate(table.methods.len());
            for ((slot, method), known) in (0..).zip(&table.methods).zip(known) {
                let is_known = |it: &ValueId| uses.get(it) == Some(&Use::Slot(slot, of_table));
                if let Some(function) = method.filter(is_known) {
                    *known = known.take().or_else(|| name(function));
                }
            }
        }
        names.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// By function in a table: where it is used.
    fn uses(&self, view: &View) -> FxHashMap<ValueId, Use> {
        let mut uses: FxHashMap<ValueId, Use> = FxHashMap::default();
        let mut in_tables: FxHashMap<ValueId, usize> = FxHashMap::default();
        for table in &self.all {
            for function in table.methods.iter().flatten() {
                *in_tables.entry(*function).or_default() += 1;
            }
        }
        for (table, of_table) in self.with_traits() {
            for (slot, method) in table.methods.iter().enumerate() {
                let Some(function) = method else { continue };
                let own = Use::Slot(slot, of_table);
                let known = uses.entry(*function).or_insert(own);
                if *known != own {
                    *known = Use::Several;
                }
            }
        }
        let facts = view.facts();
        let mut in_constants: FxHashMap<ValueId, usize> = FxHashMap::default();
        for row in facts.constant_element.iter().filter(|row| in_tables.contains_key(&row.element))
        {
            *in_constants.entry(row.element).or_default() += 1;
        }
        let operands = facts.constant_operand.iter().map(|row| row.operand);
        let elsewhere = operands
            .chain(facts.alias.iter().map(|row| row.aliasee))
            .chain(facts.global_initializer.iter().map(|row| row.initializer));
        let elsewhere: FxHashSet<ValueId> = elsewhere.collect();
        for (function, known) in &mut uses {
            let is_elsewhere = elsewhere.contains(function)
                || in_constants.get(function) != in_tables.get(function)
                || !view.value_use().all(*function).is_empty();
            if is_elsewhere {
                *known = Use::Several;
            }
        }
        uses
    }

    /// The tables with their traits.
    fn with_traits(&self) -> impl Iterator<Item = (&Table, Trait)> {
        let traits = |table: &Table| table.traits.iter().map(|name| self.traits[name]).collect();
        self.all.iter().flat_map(move |table| {
            let traits: Vec<Trait> = traits(table);
            traits.into_iter().map(move |it| (table, it))
        })
    }
}

impl Table {
    fn of(view: &View, variable: ValueId) -> Self {
        let nodes = view.debug_nodes();
        let descriptions = nodes.attachments_of(variable);
        let descriptions = descriptions.filter_map(|it| nodes.reference(it, Field::Variable));
        let names: Vec<String> = descriptions.map(|it| nodes.text(it, Field::Name)).collect();
        let traits: Option<Vec<String>> =
            names.iter().map(|name| trait_of_table(name).map(key)).collect();
        let slots =
            (FIRST_METHOD..).map(|word| function_in(view, variable, (word * POINTER).into()));
        Self {
            variable,
            traits: traits.unwrap_or_default(),
            methods: slots.map_while(|it| it).collect(),
        }
    }
}
