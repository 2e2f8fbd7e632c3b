//! Attributes of functions, of their results and of their parameters.
//!
//! **Scope: module.**

use facts_schema::{AttributeId, FunctionId, InstructionId};
use rules_macros::datalog;

/// The promise of an attribute, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Promise(u16);

impl Promise {
    /// Neither undef nor poison; otherwise the behaviour is undefined.
    pub const NOUNDEF: Self = Self(1);
    /// A pointer to dereferenceable memory, which is neither undef nor poison.
    pub const DEREFERENCEABLE: Self = Self(2);
    /// `nonnull`, `align`, `range`, `nofpclass`: the value is poison if the property does not hold.
    pub const CHECKED: Self = Self(4);
    /// A call returns.
    pub const WILLRETURN: Self = Self(8);
    /// A call does not unwind.
    pub const NOUNWIND: Self = Self(16);
    /// The pointer is the address of a copy made for the call.
    pub const BYVAL: Self = Self(32);
    /// Address 0 may be a valid address.
    pub const NULL_IS_VALID: Self = Self(64);
    /// The function returns this argument.
    pub const RETURNED: Self = Self(128);
    /// A call may return twice.
    pub const RETURNS_TWICE: Self = Self(256);

    /// Whether all promises of `other` are included.
    pub fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the value is well defined, as otherwise there is undefined behaviour.
    pub fn is_well_defined(self) -> bool {
        self.0 & (Self::NOUNDEF.0 | Self::DEREFERENCEABLE.0) != 0
    }

    /// The promises of both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

datalog! { module;
    const ATTRIBUTES(&'static str, Promise) = [
        ("noundef", Promise::NOUNDEF),
        ("dereferenceable", Promise::DEREFERENCEABLE),
        ("dereferenceable_or_null", Promise::DEREFERENCEABLE),
        ("nonnull", Promise::CHECKED),
        ("align", Promise::CHECKED),
        ("range", Promise::CHECKED),
        ("nofpclass", Promise::CHECKED),
        ("willreturn", Promise::WILLRETURN),
        ("nounwind", Promise::NOUNWIND),
        ("byval", Promise::BYVAL),
        ("returned", Promise::RETURNED),
        ("returns_twice", Promise::RETURNS_TWICE),
        ("null_pointer_is_valid", Promise::NULL_IS_VALID),
    ];

    @output
    /// `attribute` has this promise.
    struct Says(AttributeId, Promise);

    Says(attribute, promise) <-
        attribute { attribute, name: text },
        let name = module.text(text),
        ATTRIBUTES(name, promise);

    @output
    /// `function` has this promise for its calls.
    struct OfFunction(FunctionId, Promise);

    OfFunction(function, promise) <-
        function_attribute { function, attribute },
        Says(attribute, promise);

    @output
    /// `function` has this promise for its result.
    struct OfReturn(FunctionId, Promise);

    OfReturn(function, promise) <-
        return_attribute { function, attribute },
        Says(attribute, promise);

    @output
    /// The parameter of `function` at the position has this promise.
    struct OfParameter(FunctionId, u32, Promise);

    OfParameter(function, position, promise) <-
        parameter_attribute { function, position, attribute },
        Says(attribute, promise);

    /// `call` checks its argument at the position, the parameter of `function`. The argument may be poison
    /// afterwards, unless another promise excludes it.
    struct Checks(InstructionId, u32, FunctionId);

    Checks(call, position, function) <-
        call_argument_attribute { instruction: call, position, attribute },
        Says(attribute, Promise::CHECKED),
        call_instruction { instruction: call, callee },
        value_function { value: callee, function };

    /// The argument of `call` at the position is well defined.
    struct Defined(InstructionId, u32);

    Defined(call, position) <-
        Checks(call, position, _),
        call_argument_attribute { instruction: call, position, attribute },
        Says(attribute, promise),
        (promise.is_well_defined());

    Defined(call, position) <-
        Checks(call, position, function),
        parameter_attribute { function, position, attribute },
        Says(attribute, promise),
        (promise.is_well_defined());

    // A check by a caller has the same effect as one by the function itself.
    OfParameter(function, position, Promise::CHECKED) <-
        Checks(call, position, function),
        !Defined(call, position);
}
