//! The rules. The `owner` of a constraint is the function that contains it, or `None` for
//! initializers and constants of the module.

use facts_schema::FunctionId;
use rules_macros::datalog;

use super::module::ModuleRef;
use crate::constraints::{CallSite, Length, Object, Variable};
use crate::context::Context;
use crate::offsets::{CopyLength, Distance, Offsets, Step};
use crate::solution::{Instance, Location, Node};

datalog! { rows;
    // Constraints.

    @input
    /// `module` provides layouts, owners and call sites, and determines which memory is opaque (not tracked).
    struct Module<'a>(ModuleRef<'a>);

    @input
    /// `function` runs without being called.
    struct Root(FunctionId);

    @input
    /// `object` is `function`.
    struct FunctionObject(Object, FunctionId);

    @input
    /// In the body of `owner`, `variable` holds a pointer to `offsets` in `object`.
    struct Address(Option<FunctionId>, Variable, Object, Offsets);

    @input
    /// In the body of `owner`, `from` is copied to `to`.
    struct Assign(Option<FunctionId>, Variable, Variable);

    @input
    /// In the body of `owner`, `to` is `from` moved by `step`.
    struct Shift(Option<FunctionId>, Variable, Variable, Step);

    @input
    /// In the body of `owner`, `to` is loaded from `offset` bytes after `address`.
    struct Load(Option<FunctionId>, Variable, Variable, u32);

    @input
    /// In the body of `owner`, `from` is stored `offset` bytes after `address`.
    struct Store(Option<FunctionId>, Variable, u32, Variable);

    @input
    /// In the body of `owner`, `length` bytes are copied from the memory at `from` to the memory at `to`.
    struct Transfer(Option<FunctionId>, Variable, Variable, Length);

    @input
    /// In the body of `owner`, `site` calls the function that `callee` points to.
    struct Call(Option<FunctionId>, CallSite, Variable);

    @input
    /// At `site`, the argument at `position` has the value of `variable` from byte `part` on.
    struct Argument(CallSite, u32, u32, Variable);

    @input
    /// At `site`, the pointers of `variable` are also passed as variable arguments.
    struct VariableArguments(CallSite, Variable);

    @input
    /// At `site`, `variable` holds the result of the call from byte `part` on.
    struct CallResult(CallSite, u32, Variable);

    @input
    /// `variable` receives the argument at `position` of `function` from byte `part` on.
    struct Parameter(FunctionId, u32, u32, Variable);

    @input
    /// `variable` receives the arguments of `function` after the first `parameter_count`.
    struct Variadic(FunctionId, u32, Variable);

    @input
    /// `variable` holds the return value of `function` from byte `part` on.
    struct Returns(FunctionId, u32, Variable);

    // What runs.

    @output
    /// `function` may run in `context`.
    struct Reachable(FunctionId, Context);

    // Root: root functions run without being called.
    Reachable(function, Context::EMPTY) <- Root(function);

    // Called: a function is reachable if a call may run it.
    Reachable(function, callee_context) <- Calls(_, _, function, callee_context);

    // CalledByExternal: external code may call every function that has escaped.
    Reachable(function, Context::EMPTY) <- CalledByExternal(function);

    // The constraints in the body of `owner` apply in `context`.
    struct Holds(Option<FunctionId>, Context);

    // Constraints without an owner apply once, in the empty context.
    Holds(None, Context::EMPTY);

    // The constraints of a function apply in each context in which it runs.
    Holds(Some(function), context) <- Reachable(function, context);

    // What variables point to.

    @output
    /// `node` may hold a pointer to `location`.
    struct PointsTo(Node, Location);

    // Address: the address of an object points to the object.
    PointsTo(node, Location { instance, offsets }) <-
        Holds(owner, context),
        Address(owner, variable, object, offsets),
        Module(module),
        let node = module.node(variable, context),
        let instance = module.instance(object, context);

    // Pointers follow flows.
    PointsTo(to, location) <-
        Flow(from, to),
        PointsTo(from, location);

    // Shift: a step moves a pointer within its object. Pointers that would leave the object are dropped, as are
    // pointers to an object or address that the step excludes.
    PointsTo(to, moved) <-
        ShiftIn(from, to, step),
        PointsTo(from, location),
        Module(module),
        for moved in module.step(location, step);

    // Load: a load reads pointers that were stored at the same or overlapping offsets.
    PointsTo(to, target) <-
        Reads(to, instance, offsets),
        Stored(instance, content, target),
        (offsets.overlaps(content));

    // ExternalPointer: external code has pointers to external memory.
    PointsTo(Node::EXTERNAL, Location::EXTERNAL);

    // `to` may hold every pointer that `from` may hold.
    struct Flow(Node, Node);

    // Assign: an assignment copies pointers.
    Flow(from, to) <-
        Holds(owner, context),
        Assign(owner, to_variable, from_variable),
        Module(module),
        let from = module.node(from_variable, context),
        let to = module.node(to_variable, context);

    // `to` may hold every pointer that `from` may hold, moved by `step`.
    struct ShiftIn(Node, Node, Step);

    ShiftIn(from, to, step) <-
        Holds(owner, context),
        Shift(owner, to_variable, from_variable, step),
        Module(module),
        (module.applies(step, context)),
        let from = module.node(from_variable, context),
        let to = module.node(to_variable, context);

    // What memory holds.

    @output
    /// A pointer to `target` may have been stored at `offsets` in `instance`.
    struct Stored(Instance, Offsets, Location);

    // Writes through a pointer change every location that it points to.
    Stored(location.instance, location.offsets, target) <-
        WrittenAt(location, target),
        (location.instance != Instance::EXTERNAL);

    // ExternalContent: external memory holds pointers to external memory and to escaped objects.
    Stored(Instance::EXTERNAL, Offsets::At(0), Location::EXTERNAL);

    // ExternalWrite: external code writes external pointers into all escaped memory.
    Stored(instance, offsets, Location::EXTERNAL) <-
        Escaped(instance),
        Module(module),
        (module.is_writable(instance.object)),
        (!module.is_opaque(instance)),
        let offsets = module.anywhere(instance);

    // A pointer to `target` may be written at `location`.
    struct WrittenAt(Location, Location);

    // Constants keep their initial values. Writes to opaque memory go to external memory.
    WrittenAt(there, target) <-
        Written(owner, address, distance, target),
        PointsTo(address, location),
        Module(module),
        (module.may_write(owner, location.instance.object)),
        let Some(there) = module.behind(location, distance);

    // The body of `owner` may write a pointer to `target` `distance` bytes after `address`.
    struct Written(Option<FunctionId>, Node, Distance, Location);

    // Store: a store writes the pointers of the stored variable.
    Written(owner, address, distance, target) <-
        StoreIn(owner, address, distance, from),
        PointsTo(from, target);

    // Transfer: a memory copy writes the pointers stored within its length, at the same distance from the destination
    // as from the source.
    Written(owner, to, distance, target) <-
        CopiesFrom(owner, to, location, length),
        Stored(location.instance, content, target),
        Module(module),
        for distance in module.distances(location, content, length);

    // In the body of `owner`, the pointers of `from` are written `distance` bytes after `address`.
    struct StoreIn(Option<FunctionId>, Node, Distance, Node);

    StoreIn(owner, address, Distance::of(offset), from) <-
        Holds(owner, context),
        Store(owner, address_variable, offset, from_variable),
        Module(module),
        let address = module.node(address_variable, context),
        let from = module.node(from_variable, context);

    // `to` is read from `offsets` in `instance`.
    struct Reads(Node, Instance, Offsets);

    Reads(to, instance, offsets) <-
        LoadIn(to, address, offset),
        PointsTo(address, location),
        Module(module),
        let Some(Location { instance, offsets }) = module.behind(location, Distance::of(offset));

    // `to` is loaded from `offset` bytes after `address`.
    struct LoadIn(Node, Node, u32);

    LoadIn(to, address, offset) <-
        Holds(owner, context),
        Load(owner, to_variable, address_variable, offset),
        Module(module),
        let to = module.node(to_variable, context),
        let address = module.node(address_variable, context);

    // In the body of `owner`, `length` bytes at `location` are copied to the memory at `to`. An unknown length means
    // the rest of the object.
    struct CopiesFrom(Option<FunctionId>, Node, Location, CopyLength);

    CopiesFrom(owner, to, touched, length) <-
        TransferIn(owner, to, from, length),
        PointsTo(from, location),
        Module(module),
        let touched = module.touched(location);

    // In the body of `owner`, `length` bytes are copied from the memory at `from` to the memory at `to`.
    struct TransferIn(Option<FunctionId>, Node, Node, CopyLength);

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
    struct Calls(CallSite, Context, FunctionId, Context);

    // Call: a call runs each function that the callee operand points to and whose parameters fit the arguments.
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

    // VariableArgument: all parts of the arguments after the last parameter are variable arguments.
    Flow(argument, variadic) <-
        Calls(site, context, function, callee_context),
        Variadic(function, parameter_count, variadic_variable),
        Argument(site, position, _, argument_variable),
        (position >= parameter_count),
        Module(module),
        let argument = module.node(argument_variable, context),
        let variadic = module.node(variadic_variable, callee_context);

    // ForwardedArguments: a caller may pass on its own variable arguments.
    Flow(arguments, variadic) <-
        Calls(site, context, function, callee_context),
        Variadic(function, _, variadic_variable),
        VariableArguments(site, arguments_variable),
        Module(module),
        let arguments = module.node(arguments_variable, context),
        let variadic = module.node(variadic_variable, callee_context);

    // Result: the return value of a function flows to the result of the call, part by part.
    Flow(returned, result) <-
        Calls(site, context, function, callee_context),
        Returns(function, part, returned_variable),
        CallResult(site, part, result_variable),
        Module(module),
        let returned = module.node(returned_variable, callee_context),
        let result = module.node(result_variable, context);

    // In `context`, `site` calls the function that `callee` points to.
    struct CallIn(CallSite, Context, Node);

    CallIn(site, context, callee) <-
        Holds(owner, context),
        Call(owner, site, callee_variable),
        Module(module),
        let callee = module.node(callee_variable, context);

    // External code.

    @output
    /// `instance` may escape to external code, which may then read, write, keep or call it.
    struct Escaped(Instance);

    // ExternalObject: external memory has always escaped.
    Escaped(Instance::EXTERNAL);

    // Captured: an object escapes if a pointer to it flows to external code.
    Escaped(location.instance) <-
        PointsTo(node, location),
        (node == Node::CAPTURED);

    // WrittenToExternal: an object escapes if a pointer to it is written to external or opaque memory.
    Escaped(target.instance) <-
        WrittenAt(location, target),
        (location.instance == Instance::EXTERNAL);

    // ReadByExternal: an object escapes if a pointer to it is stored in an escaped object.
    Escaped(target.instance) <-
        Escaped(instance),
        Stored(instance, _, target);

    // In `context`, `site` may call an external function.
    struct CallsExternal(CallSite, Context);

    CallsExternal(site, context) <-
        CallIn(site, context, callee),
        PointsTo(callee, location),
        (location.instance == Instance::EXTERNAL);

    // ExternalArgument: external functions receive the arguments of their calls.
    Flow(argument, Node::CAPTURED) <-
        CallsExternal(site, context),
        Argument(site, _, _, argument_variable),
        Module(module),
        let argument = module.node(argument_variable, context);

    // ExternalForwardedArguments: external functions receive the variable arguments that are passed on to them.
    Flow(arguments, Node::CAPTURED) <-
        CallsExternal(site, context),
        VariableArguments(site, arguments_variable),
        Module(module),
        let arguments = module.node(arguments_variable, context);

    // ExternalResult: external functions return external pointers.
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

    // ExternalCallArgument: external code passes external pointers to the functions that it calls.
    Flow(Node::EXTERNAL, parameter) <-
        CalledByExternal(function),
        Parameter(function, _, _, parameter_variable),
        Module(module),
        let parameter = module.node(parameter_variable, Context::EMPTY);

    // ExternalCallVariableArgument: external code also passes external pointers as variable arguments.
    Flow(Node::EXTERNAL, variadic) <-
        CalledByExternal(function),
        Variadic(function, _, variadic_variable),
        Module(module),
        let variadic = module.node(variadic_variable, Context::EMPTY);

    // ExternalCallResult: external code receives the return values of the functions that it calls.
    Flow(returned, Node::CAPTURED) <-
        CalledByExternal(function),
        Returns(function, _, returned_variable),
        Module(module),
        let returned = module.node(returned_variable, Context::EMPTY);
}
