//! The rules. An `owner` is the function whose body a constraint is in; none says the body of the
//! module.

use crepe::crepe;
use facts_schema::FunctionId;

use super::module::ModuleRef;
use crate::constraints::{Length, Object, Site, Variable};
use crate::context::Context;
use crate::place::{Distance, Place, Step};
use crate::solution::{Instance, Location, Node};

crepe! {
    // Constraints.

    @input
    /// `module` knows layouts, owners, call sites, and which memory is opaque: what that holds is not
    /// followed.
    pub struct Module<'a>(pub ModuleRef<'a>);

    @input
    /// `function` runs without being called.
    pub struct Root(pub FunctionId);

    @input
    /// `object` is `function`.
    pub struct FunctionObject(pub Object, pub FunctionId);

    @input
    /// In the body of `owner`, `variable` holds a pointer to `place` of `object`.
    pub struct Address(pub Option<FunctionId>, pub Variable, pub Object, pub Place);

    @input
    /// In the body of `owner`, `to` holds what `from` holds.
    pub struct Assign(pub Option<FunctionId>, pub Variable, pub Variable);

    @input
    /// In the body of `owner`, `to` holds what `from` holds, moved by `step`.
    pub struct Shift(pub Option<FunctionId>, pub Variable, pub Variable, pub Step);

    @input
    /// In the body of `owner`, `to` holds what lies `offset` bytes behind where `address` points.
    pub struct Load(pub Option<FunctionId>, pub Variable, pub Variable, pub u32);

    @input
    /// In the body of `owner`, what lies `offset` bytes behind where `address` points is what `from`
    /// holds.
    pub struct Store(pub Option<FunctionId>, pub Variable, pub u32, pub Variable);

    @input
    /// In the body of `owner`, what lies in the `length` bytes behind where `from` points also lies
    /// behind where `to` points, at the same distance.
    pub struct Transfer(pub Option<FunctionId>, pub Variable, pub Variable, pub Length);

    @input
    /// In the body of `owner`, what `callee` points to is called at `site`.
    pub struct Call(pub Option<FunctionId>, pub Site, pub Variable);

    @input
    /// At `site`, byte `part` and following of the argument at `position` are what `variable` holds.
    pub struct Argument(pub Site, pub u32, pub u32, pub Variable);

    @input
    /// At `site`, what `variable` holds is also passed as variable arguments.
    pub struct VariableArguments(pub Site, pub Variable);

    @input
    /// At `site`, `variable` holds byte `part` and following of what the call returns.
    pub struct CallResult(pub Site, pub u32, pub Variable);

    @input
    /// `variable` gets byte `part` and following of the argument at `position` of `function`.
    pub struct Parameter(pub FunctionId, pub u32, pub u32, pub Variable);

    @input
    /// `variable` gets the arguments of `function` behind the first `parameter_count`.
    pub struct Variadic(pub FunctionId, pub u32, pub Variable);

    @input
    /// `variable` holds byte `part` and following of what `function` returns.
    pub struct Returns(pub FunctionId, pub u32, pub Variable);

    // What runs.

    @output
    /// `function` may run in `context`.
    pub struct Reachable(pub FunctionId, pub Context);

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
    pub struct PointsTo(pub Node, pub Location);

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

    // Shift: a pointer that is moved points to another place of the same object, unless it leaves it.
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
        Assign(owner, to, from),
        Module(module),
        let from = module.node(from, context),
        let to = module.node(to, context);

    // `to` may hold what `from` may hold, moved by `step`.
    struct ShiftIn(Node, Node, Step);

    ShiftIn(from, to, step) <-
        Holds(owner, context),
        Shift(owner, to, from, step),
        Module(module),
        let from = module.node(from, context),
        let to = module.node(to, context);

    // What memory holds.

    @output
    /// At `place` of `instance` a pointer to `target` may have been stored.
    pub struct Stored(pub Instance, pub Place, pub Location);

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
        Store(owner, address, offset, from),
        Module(module),
        let address = module.node(address, context),
        let from = module.node(from, context);

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
        Load(owner, to, address, offset),
        Module(module),
        let to = module.node(to, context),
        let address = module.node(address, context);

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
        Transfer(owner, to, from, length),
        Module(module),
        let to = module.node(to, context),
        let from = module.node(from, context),
        let length = module.length(length, context);

    // Calls.

    @output
    /// In `context`, the call at `site` may run `function` in `callee_context`.
    pub struct Calls(pub Site, pub Context, pub FunctionId, pub Context);

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
        Argument(site, position, part, argument),
        Parameter(function, position, part, parameter),
        Module(module),
        let argument = module.node(argument, context),
        let parameter = module.node(parameter, callee_context);

    // FurtherArgument: arguments behind the parameters are variable arguments, all parts of them.
    Flow(argument, variadic) <-
        Calls(site, context, function, callee_context),
        Variadic(function, parameter_count, variadic),
        Argument(site, position, _, argument),
        (position >= parameter_count),
        Module(module),
        let argument = module.node(argument, context),
        let variadic = module.node(variadic, callee_context);

    // PassedOn: a caller may pass on its own variable arguments.
    Flow(arguments, variadic) <-
        Calls(site, context, function, callee_context),
        Variadic(function, _, variadic),
        VariableArguments(site, arguments),
        Module(module),
        let arguments = module.node(arguments, context),
        let variadic = module.node(variadic, callee_context);

    // Result: what a function returns flows to the result of its call, part by part.
    Flow(returned, result) <-
        Calls(site, context, function, callee_context),
        Returns(function, part, returned),
        CallResult(site, part, result),
        Module(module),
        let returned = module.node(returned, callee_context),
        let result = module.node(result, context);

    // In `context`, what `callee` points to is called at `site`.
    struct CallIn(Site, Context, Node);

    CallIn(site, context, callee) <-
        Holds(owner, context),
        Call(owner, site, callee),
        Module(module),
        let callee = module.node(callee, context);

    // External code.

    @output
    /// External code may know `instance`: read and write it, keep it, call it.
    pub struct Escaped(pub Instance);

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
        Argument(site, _, _, argument),
        Module(module),
        let argument = module.node(argument, context);

    // ExternalPassedOn: external code gets the variable arguments that are passed on to its functions.
    Flow(arguments, Node::CAPTURED) <-
        CallsExternal(site, context),
        VariableArguments(site, arguments),
        Module(module),
        let arguments = module.node(arguments, context);

    // ExternalResult: external code returns what it knows.
    Flow(Node::EXTERNAL, result) <-
        CallsExternal(site, context),
        CallResult(site, _, result),
        Module(module),
        let result = module.node(result, context);

    // External code may call `function`.
    struct CalledByExternal(FunctionId);

    CalledByExternal(function) <-
        Escaped(instance),
        FunctionObject(instance.object, function);

    // ExternalCallArgument: external code passes what it knows to the functions that it calls.
    Flow(Node::EXTERNAL, parameter) <-
        CalledByExternal(function),
        Parameter(function, _, _, parameter),
        Module(module),
        let parameter = module.node(parameter, Context::EMPTY);

    // ExternalCallFurtherArgument: external code passes what it knows as variable arguments too.
    Flow(Node::EXTERNAL, variadic) <-
        CalledByExternal(function),
        Variadic(function, _, variadic),
        Module(module),
        let variadic = module.node(variadic, Context::EMPTY);

    // ExternalCallResult: external code gets what the functions that it calls return.
    Flow(returned, Node::CAPTURED) <-
        CalledByExternal(function),
        Returns(function, _, returned),
        Module(module),
        let returned = module.node(returned, Context::EMPTY);
}
