//! An index of the constraints, by the variable or call site that they affect.

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use crate::{
    Address, Argument, Assign, Body, Call, CallResult, CallSite, Constraints, Load, Shift, Store,
    Variable, VariableArguments,
};

/// The owner of a body, and a constraint in it.
pub type Row<T> = (Option<FunctionId>, T);

/// An index of the constraints, by the variable or call site that they affect.
#[derive(Default)]
pub struct Index {
    /// By the variable that receives the pointers.
    pub addresses: FxHashMap<Variable, Vec<Row<Address>>>,
    pub assigns: FxHashMap<Variable, Vec<Row<Assign>>>,
    pub shifts: FxHashMap<Variable, Vec<Row<Shift>>>,
    pub loads: FxHashMap<Variable, Vec<Row<Load>>>,
    pub results: FxHashMap<Variable, Vec<Row<CallResult>>>,
    /// The functions that have the variable as a parameter or as their variable arguments.
    pub taken_by: FxHashMap<Variable, Vec<FunctionId>>,
    /// The functions that return the variable.
    pub returned_by: FxHashMap<Variable, Vec<FunctionId>>,
    /// By the variable that is stored.
    pub stores: FxHashMap<Variable, Vec<Row<Store>>>,
    /// The calls that the variable is passed to.
    pub passed: FxHashMap<Variable, Vec<CallSite>>,
    pub calls: FxHashMap<CallSite, Row<Call>>,
    pub arguments: FxHashMap<CallSite, Vec<Argument>>,
    pub variable_arguments: FxHashMap<CallSite, Vec<VariableArguments>>,
}

impl Index {
    /// Indexes all constraints of a module.
    pub fn new(constraints: &Constraints) -> Self {
        let mut index = Self::default();
        index.add(None, &constraints.module);
        for (function, info) in constraints.functions.iter().enumerate() {
            let function = FunctionId(function as u32);
            index.add(Some(function), &info.body);
            let parameters = info.parameters.iter().map(|(.., parameter)| *parameter);
            for parameter in parameters.chain(info.variadic) {
                index.taken_by.entry(parameter).or_default().push(function);
            }
            for (_, returned) in &info.returns {
                index.returned_by.entry(*returned).or_default().push(function);
            }
        }
        for functions in index.taken_by.values_mut() {
            functions.dedup();
        }
        index
    }

    fn add(&mut self, owner: Option<FunctionId>, body: &Body) {
        for row in &body.addresses {
            self.addresses.entry(row.variable).or_default().push((owner, *row));
        }
        for row in &body.assigns {
            self.assigns.entry(row.to).or_default().push((owner, *row));
        }
        for row in &body.shifts {
            self.shifts.entry(row.to).or_default().push((owner, *row));
        }
        for row in &body.loads {
            self.loads.entry(row.to).or_default().push((owner, *row));
        }
        for row in &body.results {
            self.results.entry(row.variable).or_default().push((owner, *row));
        }
        for row in &body.stores {
            self.stores.entry(row.from).or_default().push((owner, *row));
        }
        self.calls.extend(body.calls.iter().map(|row| (row.site, (owner, *row))));
        for row in &body.arguments {
            self.arguments.entry(row.site).or_default().push(*row);
            self.passed.entry(row.variable).or_default().push(row.site);
        }
        for row in &body.variable_arguments {
            self.variable_arguments.entry(row.site).or_default().push(*row);
            self.passed.entry(row.variable).or_default().push(row.site);
        }
    }

    /// The function whose body calls at the site.
    pub fn owner_of(&self, site: CallSite) -> Option<FunctionId> {
        self.calls.get(&site).and_then(|(owner, _)| *owner)
    }
}

/// The rows with this key.
pub fn rows<'a, K: std::hash::Hash + Eq, T>(map: &'a FxHashMap<K, Vec<T>>, key: &K) -> &'a [T] {
    map.get(key).map_or(&[], |rows| rows)
}
