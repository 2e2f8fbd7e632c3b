//! `gc.result` and `gc.relocate`, which return the result of the wrapped call and the new addresses
//! of objects.

use facts_schema::view::Lanes;
use facts_schema::{BlockId, InstructionId, Opcode, TypeId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Statepoints "statepoints";
    /// A function with statepoints or related intrinsics has a garbage collector.
    ///
    /// The collector defines how statepoints are lowered.
    deny NO_COLLECTOR: "GCS012" "statepoint-without-collector" {
        message: "`{function}` calls `{callee}`, but does not have a garbage collector",
        reference: "LangRef, Garbage Collector Strategy Names",
        checks: ["visitIntrinsicCall: Enclosing function does not use GC."],
    }

    /// The argument of `gc.result` is the token of a statepoint.
    ///
    /// The result is the return value of the statepoint's callee.
    deny RESULT_OF: "GCS013" "gc-result-without-statepoint" {
        message: "{operand} is not the token of a statepoint",
        reference: "Garbage Collection Safepoints in LLVM, gc.result",
        checks: ["visitIntrinsicCall: gc.result operand #1 must be from a statepoint"],
    }

    /// The type of `gc.result` is the return type of the statepoint's callee.
    ///
    /// It is the same value.
    deny RESULT_TYPE: "GCS014" "gc-result-type-differs" {
        message: "this `gc.result` has type `{result.type}`, but the callee returns `{detail}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.result",
        checks: ["visitIntrinsicCall: gc.result result type does not match wrapped callee"],
    }

    /// The result of `gc.relocate` is a pointer or a vector of pointers.
    ///
    /// It is the address of an object after the statepoint.
    deny NOT_POINTER: "GCS015" "gc-relocate-not-pointer" {
        message: "this `gc.relocate` has type `{result.type}`, not a pointer type",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: ["visitIntrinsicCall: gc.relocate must return a pointer or a vector of pointers"],
    }

    /// The first argument of `gc.relocate` is the token of a statepoint, or the landing pad of an
    /// invoked statepoint.
    ///
    /// Objects only move at statepoints.
    deny RELOCATE_OF: "GCS016" "gc-relocate-without-statepoint" {
        message: "{operand} is neither the token of a statepoint nor a landing pad",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: ["visitIntrinsicCall: gc relocate is incorrectly tied to the statepoint"],
    }

    /// A landing pad that represents a statepoint has only that statepoint as its predecessor.
    ///
    /// Otherwise it would be unknown which objects have moved.
    deny LANDING_PAD: "GCS017" "gc-relocate-landing-pad" {
        message: "{operand} is not the landing pad of exactly one statepoint",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: [
            "visitIntrinsicCall: safepoints should have unique landingpads",
            "visitIntrinsicCall: gc relocate should be linked to a statepoint",
        ],
    }

    /// The second and third argument of `gc.relocate` are indices into the operand bundle
    /// `"gc-live"` of its statepoint.
    ///
    /// The bundle lists the pointers that the collector tracks.
    deny INDEX: "GCS018" "gc-relocate-position" {
        message: "the index {operand} is out of range for the operand bundle `\"gc-live\"` of the statepoint",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: [
            "visitIntrinsicCall: gc.relocate: statepoint base index out of bounds",
            "visitIntrinsicCall: gc.relocate: statepoint derived index out of bounds",
        ],
    }

    /// The base and derived values of a `gc.relocate` are pointers.
    ///
    /// Only pointers refer to objects that move.
    deny RELOCATED: "GCS019" "gc-relocate-of-non-pointer" {
        message: "the relocated value `{detail}` has type `{detail.type}`, not a pointer type",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: ["visitIntrinsicCall: gc.relocate: relocated value must be a pointer"],
    }

    /// A `gc.relocate` preserves the address space of the pointer, and relocates a vector as a
    /// vector.
    ///
    /// The result is the same pointer after the object has moved.
    deny CHANGED: "GCS020" "gc-relocate-changes-type" {
        message: "`{detail}` of type `{detail.type}` is relocated as a `{result.type}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: [
            "visitIntrinsicCall: gc.relocate: vector relocates to vector and pointer to pointer",
            "visitIntrinsicCall: gc.relocate: relocating a pointer shouldn't change its address space",
        ],
    }

    /// With the collectors `statepoint-example` and `coreclr`, `gc.relocate` relocates pointers
    /// into address space 1.
    ///
    /// These collectors only manage objects in that address space.
    deny UNMANAGED: "GCS021" "gc-relocate-unmanaged" {
        message: "the collector of `{function}` manages pointers into address space 1, but this is a `{detail}`",
        reference: "Garbage Collection Safepoints in LLVM, Supported Architectures and Collectors",
        checks: [
            "visitIntrinsicCall: gc.relocate: must return gc pointer",
            "visitIntrinsicCall: gc.relocate: relocated value must be a gc pointer",
        ],
    }
}

/// The role of a call in a statepoint sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Role {
    Statepoint,
    Result,
    Relocate,
}

datalog! { module;
    const INTRINSICS(&'static str, Role) = [
        ("llvm.experimental.gc.statepoint", Role::Statepoint),
        ("llvm.experimental.gc.result", Role::Result),
        ("llvm.experimental.gc.relocate", Role::Relocate),
    ];

    const UNDEFINED(ValueKind) = [ValueKind::Undef, ValueKind::Poison];

    /// The garbage collectors that manage only pointers in address space 1.
    const ADDRESS_SPACE_COLLECTORS(&'static str) = ["statepoint-example", "coreclr"];

    /// `call` calls the intrinsic for `role`, and its result has type `type`.
    struct Call(InstructionId, Role, TypeId);

    // If the function type differs from the intrinsic's own, LLVM treats the call as indirect.
    Call(call, role, return_type) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name, role),
        function { function, value: callee, function_type },
        value_use { value: callee, instruction: call },
        call_instruction { instruction: call, callee, function_type },
        function_type { type: function_type, return_type };

    violation(NO_COLLECTOR, call) <-
        Call(call, _, _),
        instruction { instruction: call, function },
        !garbage_collector { function };

    /// The first argument of `call` is `token`.
    struct Token(InstructionId, ValueId);

    Token(call, token) <-
        Call(call, _, _),
        call_argument { instruction: call, position: 0, argument: token };

    /// `token` is the result of `statepoint`.
    struct TokenOf(ValueId, InstructionId);

    TokenOf(token, statepoint) <-
        Token(_, token),
        definition { value: token, instruction: statepoint },
        Call(statepoint, Role::Statepoint, _);

    /// `token` is undef or poison.
    struct Undefined(ValueId);

    Undefined(token) <-
        Token(_, token),
        value { value: token, kind },
        UNDEFINED(kind);

    /// `token` is the result of the landing pad of `block`.
    struct LandingPad(ValueId, BlockId);

    LandingPad(token, block) <-
        Token(_, token),
        definition { value: token, instruction: pad },
        instruction { instruction: pad, block, opcode: Opcode::LandingPad };

    violation(RESULT_OF, Subject::Operand(result, 0)) <-
        Call(result, Role::Result, _),
        Token(result, token),
        !TokenOf(token, _),
        !Undefined(token);

    violation(RESULT_TYPE, result, wrapped) <-
        Call(result, Role::Result, type),
        Token(result, token),
        TokenOf(token, statepoint),
        call_argument_attribute { instruction: statepoint, position: 2, attribute },
        attribute_type { attribute, type: function },
        function_type { type: function, return_type: wrapped },
        (wrapped != type);

    violation(NOT_POINTER, relocate) <-
        Call(relocate, Role::Relocate, type),
        type_traits { type, kind },
        (kind != TypeKind::Pointer);

    violation(RELOCATE_OF, Subject::Operand(relocate, 0)) <-
        Call(relocate, Role::Relocate, _),
        Token(relocate, token),
        !TokenOf(token, _),
        !LandingPad(token, _),
        !Undefined(token);

    /// `statepoint` may unwind to `block`.
    struct UnwindsTo(InstructionId, BlockId);

    UnwindsTo(statepoint, block) <-
        LandingPad(_, block),
        block_predecessor { block, predecessor },
        block_terminator { block: predecessor, instruction: statepoint },
        Call(statepoint, Role::Statepoint, _);

    violation(LANDING_PAD, Subject::Operand(relocate, 0)) <-
        Call(relocate, Role::Relocate, _),
        Token(relocate, token),
        LandingPad(token, block),
        !UnwindsTo(_, block);

    violation(LANDING_PAD, Subject::Operand(relocate, 0)) <-
        Call(relocate, Role::Relocate, _),
        Token(relocate, token),
        LandingPad(token, block),
        block_predecessor { block, predecessor },
        block_predecessor { block, predecessor: other },
        (other != predecessor);

    /// `relocate` refers to `statepoint`, directly or through a landing pad.
    struct RelocateOf(InstructionId, InstructionId);

    RelocateOf(relocate, statepoint) <-
        Call(relocate, Role::Relocate, _),
        Token(relocate, token),
        TokenOf(token, statepoint);

    RelocateOf(relocate, statepoint) <-
        Call(relocate, Role::Relocate, _),
        Token(relocate, token),
        LandingPad(token, block),
        UnwindsTo(statepoint, block);

    /// The argument at `position` of `relocate` is `index`.
    struct Index(InstructionId, u32, u32);

    Index(relocate, position, index) <-
        Call(relocate, Role::Relocate, _),
        call_argument { instruction: relocate, position, argument },
        (position > 0),
        constant_integer { constant: argument, unsigned },
        let Ok(index) = module.text(unsigned).parse::<u32>();

    /// `value` is the input at `position` of the bundle `"gc-live"` of `statepoint`.
    struct Live(InstructionId, u32, ValueId);

    Live(statepoint, position, value) <-
        Call(statepoint, Role::Statepoint, _),
        operand_bundle { instruction: statepoint, position: bundle, tag: "gc-live" },
        operand_bundle_input { instruction: statepoint, bundle, position, value };

    violation(INDEX, Subject::Operand(relocate, position)) <-
        RelocateOf(relocate, statepoint),
        operand_bundle { instruction: statepoint, tag: "gc-live" },
        Index(relocate, position, index),
        !Live(statepoint, index, _);

    /// The argument at `position` of `relocate` is the index of `value`, of type `type`.
    struct Means(InstructionId, u32, ValueId, TypeId);

    Means(relocate, position, value, type) <-
        RelocateOf(relocate, statepoint),
        Index(relocate, position, index),
        Live(statepoint, index, value),
        value { value, type };

    // Without the bundle, an index is the position of an argument.
    Means(relocate, position, value, type) <-
        RelocateOf(relocate, statepoint),
        !operand_bundle { instruction: statepoint, tag: "gc-live" },
        Index(relocate, position, index),
        call_argument { instruction: statepoint, position: index, argument: value },
        value { value, type };

    violation(RELOCATED, Subject::Operand(relocate, position), value) <-
        Means(relocate, position, value, type),
        type_traits { type, kind },
        (kind != TypeKind::Pointer);

    violation(CHANGED, relocate, derived) <-
        Means(relocate, 2, derived, type),
        type_traits { type, kind: TypeKind::Pointer, measure: space, lanes },
        Call(relocate, _, return_type),
        type_traits {
            type: return_type, kind: TypeKind::Pointer, measure: new_space, lanes: new_lanes
        },
        ((lanes == Lanes::Scalar) != (new_lanes == Lanes::Scalar) || space != new_space);

    /// `relocate` is for one of the collectors in `ADDRESS_SPACE_COLLECTORS`.
    struct RequiresAddressSpace(InstructionId);

    RequiresAddressSpace(relocate) <-
        RelocateOf(relocate, _),
        instruction { instruction: relocate, function },
        garbage_collector { function, collector },
        let name = module.text(collector),
        ADDRESS_SPACE_COLLECTORS(name);

    violation(UNMANAGED, relocate, type) <-
        RequiresAddressSpace(relocate),
        Call(relocate, _, type),
        type_traits { type, kind: TypeKind::Pointer, measure: space },
        (space != 1);

    violation(UNMANAGED, Subject::Operand(relocate, position), type) <-
        RequiresAddressSpace(relocate),
        Means(relocate, position, _, type),
        type_traits { type, kind: TypeKind::Pointer, measure: space },
        (space != 1);
}
