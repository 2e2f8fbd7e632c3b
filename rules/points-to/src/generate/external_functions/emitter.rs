//! Builds the body of one function.

use std::num::NonZeroU32;

use facts_schema::FunctionId;

use crate::constraints::{
    Address, Argument, Assign, Body, Call, CallResult, CallSite, CallSiteInfo, FunctionInfo,
    Length, Load, Object, ObjectInfo, Origin, Shift, Size, Store, Transfer, Variable,
    VariableArguments,
};
use crate::generate::builder::Builder;
use crate::layout;
use crate::offsets::{ObjectLayout, OfClass, Offsets, Step};

/// The body of a function, under construction.
pub struct Emitter<'b> {
    pub builder: &'b mut Builder,
    pub function: FunctionId,
    /// The parameters that can hold pointers, each with its position.
    pub parameters: Vec<(u32, Variable)>,
    pub parameter_count: u32,
    pub variadic: Option<Variable>,
    /// Its result, if it can hold pointers.
    pub returned: Option<Variable>,
    body: Body,
}

impl<'b> Emitter<'b> {
    /// Creates an empty body.
    pub fn new(builder: &'b mut Builder, function: FunctionId, info: &FunctionInfo) -> Self {
        let mut parameters: Vec<(u32, Variable)> =
            info.parameters.iter().map(|&(position, _, variable)| (position, variable)).collect();
        parameters.dedup();
        Self {
            builder,
            function,
            parameters,
            parameter_count: info.parameter_count,
            variadic: info.variadic,
            returned: info.returns.first().map(|(_, variable)| *variable),
            body: Body::default(),
        }
    }

    /// Restricts the argument at this position to pointers to objects of a class.
    pub fn restrict(&mut self, position: u32, object: OfClass) {
        let restricted = self.temporary();
        for (_, variable) in self.parameters.iter_mut().filter(|(it, _)| *it == position) {
            let from = std::mem::replace(variable, restricted);
            self.body.shifts.push(Shift { to: restricted, from, step: Step::OfClass(object) });
        }
    }

    /// The constraints.
    pub fn finish(self) -> Body {
        self.body
    }

    /// The variable of the argument at this position. A function without prototype receives all its arguments as
    /// variable arguments.
    pub fn argument(&self, position: u32) -> Option<Variable> {
        if position >= self.parameter_count {
            return self.variadic;
        }
        self.parameters.iter().find(|(it, _)| *it == position).map(|(_, variable)| *variable)
    }

    /// A new variable.
    pub fn temporary(&mut self) -> Variable {
        self.builder.temporary(Some(self.function))
    }

    /// A variable that holds the address of `object`.
    pub fn address(&mut self, object: Object) -> Variable {
        let variable = self.temporary();
        self.body.addresses.push(Address { variable, object, offsets: Offsets::At(0) });
        variable
    }

    /// `to` holds everything that `from` holds.
    pub fn assign(&mut self, to: Variable, from: Variable) {
        self.body.assigns.push(Assign { to, from });
    }

    /// The function returns everything that `from` holds.
    pub fn give(&mut self, from: Variable) {
        if let Some(to) = self.returned {
            self.assign(to, from);
        }
    }

    /// `to` holds everything that `from` holds, moved.
    pub fn shift(&mut self, to: Variable, from: Variable, step: Step) {
        self.body.shifts.push(Shift { to, from, step });
    }

    /// A variable that holds everything that `from` holds, moved.
    pub fn shifted(&mut self, from: Variable, step: Step) -> Variable {
        let to = self.temporary();
        self.shift(to, from, step);
        to
    }

    /// `to` holds the content of the memory that `address` points to.
    pub fn load(&mut self, to: Variable, address: Variable) {
        self.body.loads.push(Load { to, address, offset: 0 });
    }

    /// A variable that holds the content of the memory that `address` points to.
    pub fn loaded(&mut self, address: Variable) -> Variable {
        let to = self.temporary();
        self.load(to, address);
        to
    }

    /// The memory that `address` points to holds everything that `from` holds.
    pub fn store(&mut self, address: Variable, from: Variable) {
        self.body.stores.push(Store { address, offset: 0, from });
    }

    /// Copies memory.
    pub fn transfer(&mut self, to: Variable, from: Variable, length: Length) {
        self.body.transfers.push(Transfer { to, from, length });
    }

    /// A call of everything that `callee` holds. The argument at each position may be any of the given variables.
    pub fn call(&mut self, callee: Variable, arguments: &[Vec<Variable>]) -> CallSite {
        let site = self.builder.site(CallSiteInfo {
            argument_count: arguments.len() as u32,
            // The code that passes the function ensures that its type is right, so its parameters are not checked.
            is_unprototyped: true,
            ..CallSiteInfo::plain(self.function, None)
        });
        self.body.calls.push(Call { site, callee });
        for (position, variables) in (0..).zip(arguments) {
            let rows =
                variables.iter().map(|&variable| Argument { site, position, part: 0, variable });
            self.body.arguments.extend(rows);
        }
        site
    }

    /// Marks the call at `site` as a call of everything that the function's body names.
    pub fn set_independent(&mut self, site: CallSite) {
        self.builder.constraints().sites[site.0 as usize].is_apart = true;
    }

    /// At `site`, everything that `variable` holds is passed as variable arguments.
    pub fn variable_arguments(&mut self, site: CallSite, variable: Variable) {
        self.body.variable_arguments.push(VariableArguments { site, variable });
    }

    /// `variable` holds the result of the call at `site`: a pointer, or one of two in a structure.
    pub fn result(&mut self, site: CallSite, variable: Variable) {
        let parts = [0, 4, 8].into_iter();
        self.body.results.extend(parts.map(|part| CallResult { site, part, variable }));
    }

    /// The memory that a call of the function allocates. Its address is a multiple of `alignment` bytes.
    pub fn fresh(&mut self, size: Size, alignment: Option<NonZeroU32>) -> Object {
        let alignment = alignment.map_or(1, NonZeroU32::get);
        let layout = ObjectLayout { alignment, ..layout::raw() };
        self.memory(Origin::Heap(self.function), Some(self.function), size, layout)
    }

    /// The memory that a call of the function allocates for the text of a string.
    pub fn text(&mut self) -> Object {
        let origin = Origin::Heap(self.function);
        self.memory(origin, Some(self.function), Size::OfLayout, layout::text())
    }

    /// Memory that belongs to the function.
    pub fn static_memory(&mut self) -> Object {
        self.memory(Origin::Static(self.function), None, Size::OfLayout, layout::raw())
    }

    /// A variable that holds the address of the environment: an array of strings.
    pub fn environment(&mut self) -> Variable {
        let array = self.memory(Origin::Environment, None, Size::OfLayout, layout::raw());
        let strings =
            self.memory(Origin::EnvironmentStrings, None, Size::OfLayout, layout::empty());
        let (array, strings) = (self.address(array), self.address(strings));
        let each = self.shifted(array, Step::Anywhere);
        self.store(each, strings);
        array
    }

    fn memory(
        &mut self,
        origin: Origin,
        owner: Option<FunctionId>,
        size: Size,
        layout: ObjectLayout,
    ) -> Object {
        let layout = self.builder.layout(layout);
        self.builder.object(ObjectInfo { owner, origin, layout, size, is_writable: true })
    }
}
