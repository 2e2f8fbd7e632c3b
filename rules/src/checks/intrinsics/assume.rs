//! Assumptions with operand bundles.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Text, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The condition of an assumption with operand bundles is `true`.
    ///
    /// The bundles contain what is assumed. A condition would be a second assumption.
    deny CONDITION: "INT010" "assume-condition" {
        message: "the assumption has operand bundles, but its condition is `{operand:0}`",
        reference: "LangRef, Assume Operand Bundles",
        checks: [],
    }

    /// The tag of an operand bundle of `llvm.assume` is an attribute, `ignore` or
    /// `separate_storage`.
    ///
    /// The bundle assumes that its first input has the attribute.
    deny TAG: "INT011" "assume-unknown-tag" {
        message: "`\"{detail}\"` is not an attribute that can be assumed",
        reference: "LangRef, Assume Operand Bundles",
        checks: ["visitIntrinsicCall: tags must be valid attribute names"],
    }

    /// An operand bundle of `llvm.assume` has the number of inputs that its attribute requires.
    ///
    /// A parameter attribute with an integer argument takes a value and the integer, any other
    /// parameter attribute takes a value, and a function attribute takes no input. `align` may take
    /// an offset as a third input.
    deny COUNT: "INT012" "assume-input-count" {
        message: "the assumption `\"{detail}\"` has the wrong number of inputs",
        reference: "LangRef, Assume Operand Bundles",
        checks: [
            "visitIntrinsicCall: separate_storage assumptions should have 2 arguments",
            "visitIntrinsicCall: alignment assumptions should have 2 or 3 arguments",
            "visitIntrinsicCall: too many arguments",
            "visitIntrinsicCall: this attribute should have 2 arguments",
            "visitIntrinsicCall: this attribute should have one argument",
            "visitIntrinsicCall: this attribute has no argument",
        ],
    }

    /// The inputs of an operand bundle of `llvm.assume` have the types that its attribute requires.
    ///
    /// Alignment, dereferenceability and separate storage are properties of pointers. Alignments
    /// and sizes are integers.
    deny TYPES: "INT013" "assume-input-type" {
        message: "an input of the assumption `\"{detail}\"` has the wrong type",
        reference: "LangRef, Assume Operand Bundles",
        checks: [
            "visitIntrinsicCall: arguments to separate_storage assumptions should be pointers",
            "visitIntrinsicCall: first argument should be a pointer",
            "visitIntrinsicCall: second argument should be an integer",
            "visitIntrinsicCall: third argument should be an integer if present",
        ],
    }

    /// The argument of an assumed attribute is a constant.
    ///
    /// Attributes have constant arguments. Only alignment and dereferenceability may be assumed
    /// with computed numbers.
    deny CONSTANT: "INT014" "assume-not-constant" {
        message: "the second input of the assumption `\"{detail}\"` is not a constant integer",
        reference: "LangRef, Assume Operand Bundles",
        checks: ["visitIntrinsicCall: the second argument should be a constant integral value"],
    }
}

/// The inputs of an operand bundle of an assumption, depending on its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Inputs {
    /// No inputs.
    None,
    /// The value that has the attribute.
    Value,
    /// The value that has the attribute, and a constant.
    ValueAndConstant,
    /// A pointer, an integer and optionally an offset.
    Alignment,
    /// A pointer and an integer.
    Size,
    /// Two pointers.
    Pointers,
    /// Up to two values of any type. LLVM does not check the bundles that follow.
    Anything,
}

datalog! { representatives;
    /// The inputs of operand bundles, and the tags in LLVM 22 that have them, separated by spaces.
    const TAGS(Inputs, &'static str) = [
        (Inputs::Alignment, "align"),
        (Inputs::Size, "dereferenceable"),
        (Inputs::Pointers, "separate_storage"),
        (
            Inputs::ValueAndConstant,
            "alignstack allockind allocsize captures dereferenceable_or_null memory nofpclass \
             uwtable vscale_range",
        ),
        (
            Inputs::Value,
            "allocalign allocptr byref byval dead_on_return dead_on_unwind elementtype immarg \
             inalloca initializes inreg nest noalias noext nofree nonnull noundef preallocated \
             range readnone readonly returned signext sret swiftasync swifterror swiftself \
             writable writeonly zeroext",
        ),
        (
            Inputs::None,
            "alwaysinline builtin cold convergent coro_elide_safe \
             coro_only_destroy_when_complete disable_sanitizer_instrumentation \
             fn_ret_thunk_extern hot hybrid_patchable inlinehint jumptable minsize mustprogress \
             naked nobuiltin nocallback nocf_check nocreateundeforpoison nodivergencesource \
             noduplicate noimplicitfloat noinline nomerge nonlazybind noprofile norecurse \
             noredzone noreturn nosanitize_bounds nosanitize_coverage nosync nounwind \
             null_pointer_is_valid optdebug optforfuzzing optnone optsize presplitcoroutine \
             returns_twice safestack sanitize_address sanitize_alloc_token sanitize_hwaddress \
             sanitize_memory sanitize_memtag sanitize_numerical_stability sanitize_realtime \
             sanitize_realtime_blocking sanitize_thread sanitize_type shadowcallstack \
             skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong strictfp \
             willreturn",
        ),
        (
            Inputs::Anything,
            "ignore allow_direct_access_in_hot_patch_function denormal-fp-math \
             denormal-fp-math-f32 less-precise-fpmad loader-replaceable \
             marked_for_windows_hot_patching no-infs-fp-math no-inline-line-tables \
             no-jump-tables no-nans-fp-math no-signed-zeros-fp-math profile-sample-accurate \
             use-sample-profile",
        ),
    ];

    /// The minimum and maximum number of inputs.
    const COUNTS(Inputs, u32, u32) = [
        (Inputs::None, 0, 0),
        (Inputs::Value, 1, 1),
        (Inputs::ValueAndConstant, 2, 2),
        (Inputs::Alignment, 2, 3),
        (Inputs::Size, 2, 2),
        (Inputs::Pointers, 2, 2),
        (Inputs::Anything, 0, 2),
    ];

    /// The kind of the input at a position. Inputs after the third must have the same kind as the
    /// third.
    const KINDS(Inputs, u32, TypeKind) = [
        (Inputs::Alignment, 0, TypeKind::Pointer),
        (Inputs::Alignment, 1, TypeKind::Integer),
        (Inputs::Alignment, 2, TypeKind::Integer),
        (Inputs::Size, 0, TypeKind::Pointer),
        (Inputs::Size, 1, TypeKind::Integer),
        (Inputs::Size, 2, TypeKind::Integer),
        (Inputs::Pointers, 0, TypeKind::Pointer),
        (Inputs::Pointers, 1, TypeKind::Pointer),
    ];

    /// The bundle at `position` of the assumption `instruction` has the tag `tag` and `count`
    /// inputs.
    struct Bundle(InstructionId, u32, Text, u32);

    Bundle(instruction, position, tag, count) <-
        operand_bundle { instruction, position, tag, input_count: count },
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic: "llvm.assume" };

    /// The condition of `instruction` is `true`.
    struct IsTrue(InstructionId);

    IsTrue(instruction) <-
        Bundle(instruction, _, _, _),
        call_argument { instruction, position: 0, argument },
        constant_integer { constant: argument, signed: "-1", unsigned: "1" };

    violation(CONDITION, Subject::Operand(instruction, 0)) <-
        Bundle(instruction, _, _, _),
        !IsTrue(instruction);

    /// Bundles with the tag `tag` have the inputs `inputs`.
    struct Takes(Text, Inputs);

    Takes(tag, inputs) <-
        Bundle(_, _, tag, _),
        TAGS(inputs, tags),
        (tags.split_whitespace().any(|it| it == module.text(tag)));

    /// LLVM does not check the bundle at `position` of `instruction`.
    struct Unchecked(InstructionId, u32);

    Unchecked(instruction, position) <-
        Bundle(instruction, end, tag, _),
        Takes(tag, Inputs::Anything),
        Bundle(instruction, position, _, _),
        (end < position);

    /// LLVM checks the bundle at `position` of `instruction`, which has the tag `tag` and `count`
    /// inputs, and must have the inputs `inputs`.
    struct Checked(InstructionId, u32, Text, u32, Inputs);

    Checked(instruction, position, tag, count, inputs) <-
        Bundle(instruction, position, tag, count),
        !Unchecked(instruction, position),
        Takes(tag, inputs);

    violation(TAG, instruction, tag) <-
        Bundle(instruction, position, tag, _),
        !Unchecked(instruction, position),
        !Takes(tag, _);

    violation(COUNT, instruction, tag) <-
        Checked(instruction, _, tag, count, inputs),
        COUNTS(inputs, least, most),
        (count < least || count > most);

    violation(TYPES, instruction, tag) <-
        Checked(instruction, bundle, tag, _, inputs),
        operand_bundle_input { instruction, bundle, position, value },
        KINDS(inputs, position.min(2), wanted),
        value { value, type },
        type_traits { type, kind, lanes },
        (kind != wanted || lanes != Lanes::Scalar);

    /// The second input of the bundle at `bundle` of `instruction` is a constant integer.
    struct IsConstant(InstructionId, u32);

    IsConstant(instruction, bundle) <-
        Bundle(instruction, bundle, _, 2),
        operand_bundle_input { instruction, bundle, position: 1, value },
        constant_integer { constant: value };

    violation(CONSTANT, instruction, tag) <-
        Checked(instruction, bundle, tag, 2, Inputs::ValueAndConstant),
        !IsConstant(instruction, bundle);
}
