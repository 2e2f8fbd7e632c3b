//! The rules. An `owner` is the function whose body a constraint is in; none says the body of the
//! module.

use facts_schema::FunctionId;
use rules_macros::datalog;

use super::module::ModuleRef;
use crate::constraints::{Length, Object, Site, Variable};
use crate::context::Context;
use crate::place::{Distance, Place, Step};
use crate::solution::{Instance, Location, Node};

datalog! { rows;
    // Constraints.

    @input
    /// `module` knows layouts, owners, call sites, and which memory is opaque: what that holds is not
    /// followed.
    struct Module<'a>(ModuleRef<'a>);

    @input
    /// `function` runs without being called.
    struct Root(FunctionId);

    @input
    /// `object` is `function`.
    struct FunctionObject(Object, FunctionId);

    @input
    /// In the body of `owner`, `variable` holds a pointer to `place` of `object`.
    struct Address(Option<FunctionId>, Variable, Object, Place);

    @input
    /// In the body of `owner`, `to` holds what `from` holds.
    struct Assign(Option<FunctionId>, Variable, Variable);

    @input
    /// In the body of `owner`, `to` holds what `step` makes of what `from` holds.
    struct Shift(Option<FunctionId>, Variable, Variable, Step);

    @input
    /// In the body of `owner`, `to` holds what lies `offset` bytes behind where `address` points.
    struct Load(Option<FunctionId>, Variable, Variable, u32);

    @input
    /// In the body of `owner`, what lies `offset` bytes behind where `address` points is what `from`
    /// holds.
    struct Store(Option<FunctionId>, Variable, u32, Variable);

    @input
    /// In the body of `owner`, what lies in the `length` bytes behind where `from` points also lies
    /// behind where `to` points, at the same distance.
    struct Transfer(Option<FunctionId>, Variable, Variable, Length);

    @input
    /// In the body of `owner`, what `callee` points to is called at `site`.
    struct Call(Option<FunctionId>, Site, Variable);

    @input
    /// At `site`, byte `part` and following of the argument at `position` are what `variable` holds.
    struct Argument(Site, u32, u32, Variable);

    @input
    /// At `site`, what `variable` holds is also passed as variable arguments.
    struct VariableArguments(Site, Variable);

    @input
    /// At `site`, `variable` holds byte `part` and following of what the call returns.
    struct CallResult(Site, u32, Variable);

    @input
    /// `variable` gets byte `part` and following of the argument at `position` of `function`.
    struct Parameter(FunctionId, u32, u32, Variable);

    @input
    /// `variable` gets the arguments of `function` behind the first `parameter_count`.
    struct Variadic(FunctionId, u32, Variable);

    @input
    /// `variable` holds byte `part` and following of what `function` returns.
    struct Returns(FunctionId, u32, Variable);

    // What runs.

    @output
    /// `function` may run in `context`.
    struct Reachable(FunctionId, Context);

    // Root: a root runs without a call.
    Reachable(function, Context::EMPTY) <- Root(function);

    // Called: what is called runs.
    Reachable(function, callee_context) <- Calls(_, _, function, callee_context);

    // CalledByExternal: external code may call each function that it knows.
    Reachable(function, Context::EMPTY) <- CalledByExternal(function);

    // The constraints in the body of `owner` hold in `context`.
    struct Holds(Option<FunctionId>, Context);

    // The body of the module holds once.
    Holds(None, Context::EMPTY);

    // The body of a function holds in each context in which it runs.
    Holds(Some(function), context) <- Reachable(function, context);

    // What variables point to.

    @output
    /// `node` may hold a pointer to `location`.
    struct PointsTo(Node, Location);

    // Address: who takes the address of an object points to it.
    PointsTo(node, Location { instance, place }) <-
        Holds(owner, context),
        Address(owner, variable, object, place),
        Module(module),
        let node = module.node(variable, context),
        let instance = module.instance(object, context);

    // What flows somewhere is there.
    PointsTo(to, location) <-
        Flow(from, to),
        PointsTo(from, location);

    // Shift: a step moves a pointer within its object. A pointer that would leave the object is dropped, and so is one to an
    // object or an address that the step excludes.
    PointsTo(to, moved) <-
        ShiftIn(from, to, step),
        PointsTo(from, location),
        Module(module),
        let Some(moved) = module.step(location, step);

    // Load: what is loaded has been stored where it is loaded from, or at a place that overlaps.
    PointsTo(to, target) <-
        Reads(to, instance, place),
        Stored(instance, content, target),
        (place.overlaps(content));

    // ExternalPointer: external code has pointers to what it owns.
    PointsTo(Node::EXTERNAL, Location::EXTERNAL);

    // All that `from` may hold, `to` may hold.
    struct Flow(Node, Node);

    // Assign: what is assigned flows.
    Flow(from, to) <-
        Holds(owner, context),
        Assign(owner, to_variable, from_variable),
        Module(module),
        let from = module.node(from_variable, context),
        let to = module.node(to_variable, context);

    // `to` may hold what `step` makes of what `from` may hold.
    struct ShiftIn(Node, Node, Step);

    ShiftIn(from, to, step) <-
        Holds(owner, context),
        Shift(owner, to_variable, from_variable, step),
        Module(module),
        let from = module.node(from_variable, context),
        let to = module.node(to_variable, context);

    // What memory holds.

    @output
    /// At `place` of `instance` a pointer to `target` may have been stored.
    struct Stored(Instance, Place, Location);

    // What is written behind a pointer lies behind each location that it points to.
    Stored(location.instance, location.place, target) <-
        WrittenAt(location, target),
        (location.instance != Instance::EXTERNAL);

    // ExternalContent: what external code owns holds pointers to what it owns and knows.
    Stored(Instance::EXTERNAL, Place::At(0), Location::EXTERNAL);

    // ExternalWrite: external code writes pointers to what it knows into all memory that it knows.
    Stored(instance, place, Location::EXTERNAL) <-
        Escaped(instance),
        Module(module),
        (module.is_writable(instance.object)),
        (!module.is_opaque(instance)),
        let place = module.anywhere(instance);

    // A pointer to `target` may be written at `location`.
    struct WrittenAt(Location, Location);

    // Constants keep what their initializers say. What is written to opaque memory is written to what
    // external code owns.
    WrittenAt(there, target) <-
        Written(owner, address, distance, target),
        PointsTo(address, location),
        Module(module),
        (module.may_write(owner, location.instance.object)),
        let Some(there) = module.behind(location, distance);

    // The body of `owner` may write a pointer to `target` `distance` bytes behind where `address`
    // points.
    struct Written(Option<FunctionId>, Node, Distance, Location);

    // Store: a store writes what the stored variable points to.
    Written(owner, address, distance, target) <-
        StoreIn(owner, address, distance, from),
        PointsTo(from, target);

    // Transfer: a copy of memory writes what has been stored within its length, as far behind the
    // destination as it was behind the source.
    Written(owner, to, distance, target) <-
        CopiesFrom(owner, to, location, length),
        Stored(location.instance, content, target),
        Module(module),
        for distance in module.distances(location, content, length);

    // In the body of `owner`, what `from` may hold is written `distance` bytes behind where
    // `address` points.
    struct StoreIn(Option<FunctionId>, Node, Distance, Node);

    StoreIn(owner, address, Distance::of(offset), from) <-
        Holds(owner, context),
        Store(owner, address_variable, offset, from_variable),
        Module(module),
        let address = module.node(address_variable, context),
        let from = module.node(from_variable, context);

    // What lies at `place` of `instance` is read into `to`.
    struct Reads(Node, Instance, Place);

    Reads(to, instance, place) <-
        LoadIn(to, address, offset),
        PointsTo(address, location),
        Module(module),
        let Some(Location { instance, place }) = module.behind(location, Distance::of(offset));

    // `to` may hold what lies `offset` bytes behind where `address` points.
    struct LoadIn(Node, Node, u32);

    LoadIn(to, address, offset) <-
        Holds(owner, context),
        Load(owner, to_variable, address_variable, offset),
        Module(module),
        let to = module.node(to_variable, context),
        let address = module.node(address_variable, context);

    // In the body of `owner`, `length` bytes from `location` on, as many as there are if that is not
    // known, are copied to where `to` points.
    struct CopiesFrom(Option<FunctionId>, Node, Location, Option<u32>);

    CopiesFrom(owner, to, touched, length) <-
        TransferIn(owner, to, from, length),
        PointsTo(from, location),
        Module(module),
        let touched = module.touched(location);

    // In the body of `owner`, `length` bytes are copied from where `from` points to where `to`
    // points.
    struct TransferIn(Option<FunctionId>, Node, Node, Option<u32>);

    TransferIn(owner, to, from, length) <-
        Holds(owner, context),
        Transfer(owner, to_variable, from_variable, written_length),
        Module(module),
        let to = module.node(to_variable, context),
        let from = module.node(from_variable, context),
        let length = module.length(written_length, context);

    // Calls.

    @output
    /// In `context`, the call at `site` may run `function` in `callee_context`.
    struct Calls(Site, Context, FunctionId, Context);

    // Call: a call runs each function that the callee points to and whose parameters fit what is
    // passed.
    Calls(site, context, function, callee_context) <-
        CallIn(site, context, callee),
        PointsTo(callee, location),
        FunctionObject(location.instance.object, function),
        Module(module),
        (module.accepts(site, function)),
        let callee_context = module.enter(context, site, function);

    // Argument: arguments flow to parameters, part by part.
    Flow(argument, parameter) <-
        Calls(site, context, function, callee_context),
        Argument(site, position, part, argument_variable),
        Parameter(function, position, part, parameter_variable),
        Module(module),
        let argument = module.node(argument_variable, context),
        let parameter = module.node(parameter_variable, callee_context);

    // FurtherArgument: arguments behind the parameters are variable arguments, all parts of them.
    Flow(argument, variadic) <-
        Calls(site, context, function, callee_context),
        Variadic(function, parameter_count, variadic_variable),
        Argument(site, position, _, argument_variable),
        (position >= parameter_count),
        Module(module),
        let argument = module.node(argument_variable, context),
        let variadic = module.node(variadic_variable, callee_context);

    // PassedOn: a caller may pass on its own variable arguments.
    Flow(arguments, variadic) <-
        Calls(site, context, function, callee_context),
        Variadic(function, _, variadic_variable),
        VariableArguments(site, arguments_variable),
        Module(module),
        let arguments = module.node(arguments_variable, context),
        let variadic = module.node(variadic_variable, callee_context);

    // Result: what a function returns flows to the result of its call, part by part.
    Flow(returned, result) <-
        Calls(site, context, function, callee_context),
        Returns(function, part, returned_variable),
        CallResult(site, part, result_variable),
        Module(module),
        let returned = module.node(returned_variable, callee_context),
        let result = module.node(result_variable, context);

    // In `context`, what `callee` points to is called at `site`.
    struct CallIn(Site, Context, Node);

    CallIn(site, context, callee) <-
        Holds(owner, context),
        Call(owner, site, callee_variable),
        Module(module),
        let callee = module.node(callee_variable, context);

    // External code.

    @output
    /// External code may know `instance`: read and write it, keep it, call it.
    struct Escaped(Instance);

    // ExternalObject: external code knows what it owns.
    Escaped(Instance::EXTERNAL);

    // Captured: external code knows what it is given.
    Escaped(location.instance) <-
        PointsTo(node, location),
        (node == Node::CAPTURED);

    // GivenAway: external code knows what is written to its memory, or to memory that is not followed.
    Escaped(target.instance) <-
        WrittenAt(location, target),
        (location.instance == Instance::EXTERNAL);

    // ReadByExternal: external code knows what is stored in what it knows.
    Escaped(target.instance) <-
        Escaped(instance),
        Stored(instance, _, target);

    // In `context`, the call at `site` may call a function of external code.
    struct CallsExternal(Site, Context);

    CallsExternal(site, context) <-
        CallIn(site, context, callee),
        PointsTo(callee, location),
        (location.instance == Instance::EXTERNAL);

    // ExternalArgument: external code gets the arguments of calls of its functions.
    Flow(argument, Node::CAPTURED) <-
        CallsExternal(site, context),
        Argument(site, _, _, argument_variable),
        Module(module),
        let argument = module.node(argument_variable, context);

    // ExternalPassedOn: external code gets the variable arguments that are passed on to its functions.
    Flow(arguments, Node::CAPTURED) <-
        CallsExternal(site, context),
        VariableArguments(site, arguments_variable),
        Module(module),
        let arguments = module.node(arguments_variable, context);

    // ExternalResult: external code returns what it knows.
    Flow(Node::EXTERNAL, result) <-
        CallsExternal(site, context),
        CallResult(site, _, result_variable),
        Module(module),
        let result = module.node(result_variable, context);

    // External code may call `function`.
    struct CalledByExternal(FunctionId);

    CalledByExternal(function) <-
        Escaped(instance),
        FunctionObject(instance.object, function);

    // ExternalCallArgument: external code passes what it knows to the functions that it calls.
    Flow(Node::EXTERNAL, parameter) <-
        CalledByExternal(function),
        Parameter(function, _, _, parameter_variable),
        Module(module),
        let parameter = module.node(parameter_variable, Context::EMPTY);

    // ExternalCallFurtherArgument: external code passes what it knows as variable arguments too.
    Flow(Node::EXTERNAL, variadic) <-
        CalledByExternal(function),
        Variadic(function, _, variadic_variable),
        Module(module),
        let variadic = module.node(variadic_variable, Context::EMPTY);

    // ExternalCallResult: external code gets what the functions that it calls return.
    Flow(returned, Node::CAPTURED) <-
        CalledByExternal(function),
        Returns(function, _, returned_variable),
        Module(module),
        let returned = module.node(returned_variable, Context::EMPTY);
}
