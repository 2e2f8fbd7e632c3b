//! Numbers variables, objects and sites while constraints are generated.

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use crate::constraints::{
    CallSite, CallSiteInfo, Constraints, FunctionInfo, Object, ObjectInfo, Origin, Size, Variable,
    VariableInfo, VariableOf,
};
use crate::offsets::{Group, ObjectLayout};
use crate::solution::Instance;

/// Constraints under construction.
#[derive(Debug)]
pub struct Builder {
    constraints: Constraints,
    variables: FxHashMap<VariableOf, Variable>,
    objects: FxHashMap<Origin, Object>,
    layouts: FxHashMap<ObjectLayout, u32>,
}

impl Builder {
    /// Starts without constraints, for a module with these functions. The variables and objects that every module has
    /// are already numbered.
    pub fn new(functions: Vec<FunctionInfo>) -> Self {
        let mut builder = Self {
            constraints: Constraints { functions, ..Constraints::default() },
            variables: FxHashMap::default(),
            objects: FxHashMap::default(),
            layouts: FxHashMap::default(),
        };
        let fixed = VariableInfo { owner: None, of: VariableOf::Fixed };
        builder.constraints.variables = vec![fixed; Variable::FIXED.len()];
        let layout = builder.layout(ObjectLayout { size: Some(0), ..ObjectLayout::default() });
        for (origin, is_writable) in [(Origin::External, true), (Origin::Library, false)] {
            let size = Size::OfLayout;
            builder.object(ObjectInfo { owner: None, origin, layout, size, is_writable });
        }
        builder
    }

    /// Continues with existing constraints.
    pub fn resume(constraints: Constraints) -> Self {
        let variables = (0..).map(Variable).zip(&constraints.variables);
        let named = variables
            .filter(|(_, info)| !matches!(info.of, VariableOf::Temporary | VariableOf::Fixed));
        let objects = (0..).map(Object).zip(&constraints.objects);
        let layouts = (0..).zip(&constraints.layouts);
        Self {
            variables: named.map(|(variable, info)| (info.of, variable)).collect(),
            objects: objects.map(|(object, info)| (info.origin, object)).collect(),
            layouts: layouts.map(|(number, layout)| (layout.clone(), number)).collect(),
            constraints,
        }
    }

    /// The variable that stands for `of`, if it has been requested.
    pub fn known_variable(&self, of: VariableOf) -> Option<Variable> {
        self.variables.get(&of).copied()
    }

    /// The variable that stands for `of`. The first request determines its owner.
    pub fn variable(&mut self, owner: Option<FunctionId>, of: VariableOf) -> Variable {
        if let Some(&known) = self.variables.get(&of) {
            return known;
        }
        let new = self.push_variable(owner, of);
        self.variables.insert(of, new);
        new
    }

    /// A new variable for an intermediate result.
    pub fn temporary(&mut self, owner: Option<FunctionId>) -> Variable {
        self.push_variable(owner, VariableOf::Temporary)
    }

    fn push_variable(&mut self, owner: Option<FunctionId>, of: VariableOf) -> Variable {
        let new = Variable(self.constraints.variables.len() as u32);
        self.constraints.variables.push(VariableInfo { owner, of });
        new
    }

    /// The object of this origin. The first request determines its other properties.
    pub fn object(&mut self, info: ObjectInfo) -> Object {
        if let Some(&known) = self.objects.get(&info.origin) {
            return known;
        }
        let new = Object(self.constraints.objects.len() as u32);
        self.constraints.objects.push(info);
        self.objects.insert(info.origin, new);
        new
    }

    /// The object of this origin, if it has been requested.
    pub fn known_object(&self, origin: Origin) -> Option<Object> {
        self.objects.get(&origin).copied()
    }

    /// The number of a layout.
    pub fn layout(&mut self, layout: ObjectLayout) -> u32 {
        let layouts = &mut self.constraints.layouts;
        *self.layouts.entry(layout).or_insert_with_key(|layout| {
            layouts.push(layout.clone());
            layouts.len() as u32 - 1
        })
    }

    /// A new site.
    pub fn site(&mut self, info: CallSiteInfo) -> CallSite {
        let new = CallSite(self.constraints.sites.len() as u32);
        self.constraints.sites.push(info);
        new
    }

    /// A new group of instances, which must be in order.
    pub fn group(&mut self, instances: Vec<Instance>) -> Group {
        let new = Group(self.constraints.groups.len() as u32);
        self.constraints.groups.push(instances);
        new
    }

    /// A function, to be completed.
    pub fn function(&mut self, function: FunctionId) -> Option<&mut FunctionInfo> {
        self.constraints.functions.get_mut(function.0 as usize)
    }

    /// The constraints so far.
    pub fn constraints(&mut self) -> &mut Constraints {
        &mut self.constraints
    }

    /// The constraints of the module, complete.
    pub fn finish(mut self) -> Constraints {
        let parts = self.variables.iter().filter_map(|(of, variable)| match of {
            VariableOf::Value { value, part } => Some((*value, *part, *variable)),
            _ => None,
        });
        self.constraints.values = parts.collect();
        self.constraints.values.sort_unstable();
        self.constraints
    }
}
