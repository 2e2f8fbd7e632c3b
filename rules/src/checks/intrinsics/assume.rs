//! Assumptions with operand bundles.
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, Text};
use rustc_hash::FxBuildHasher;

use super::{Calls, feed, is_integer, is_pointer, number, traits};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::TypeTraits;
use crate::violation::Violation;
use program::{Broken, Bundle, Call, ConstantInput, Crepe, Input, Number, Takes};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// An assumption with operand bundles has the condition `true`.
    ///
    /// The bundles say what is assumed; a condition beside them would be a second assumption.
    deny CONDITION: "INT010" "assume-condition" {
        message: "this assumption has operand bundles, and the condition `{operand:0}`",
        reference: "LangRef, Assume Operand Bundles",
        checks: [],
    }

    /// The tag of an assumption is an attribute, `ignore` or `separate_storage`.
    ///
    /// The bundle says that the attribute holds of its first input; other tags would say nothing.
    deny TAG: "INT011" "assume-unknown-tag" {
        message: "`\"{detail}\"` is no attribute that can be assumed",
        reference: "LangRef, Assume Operand Bundles",
        checks: ["visitIntrinsicCall: tags must be valid attribute names"],
    }

    /// An assumption has as many inputs as the attribute needs.
    ///
    /// An attribute with a number takes what it holds of, and the number; another attribute of
    /// parameters takes what it holds of; an attribute of functions takes nothing. An alignment
    /// may have an offset as well.
    deny COUNT: "INT012" "assume-input-count" {
        message: "the assumption `\"{detail}\"` has too many or too few inputs",
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

    /// The inputs of an assumption are of the types that the attribute needs.
    ///
    /// Alignment, dereferenceability and separate storage are told of pointers, and alignments and
    /// sizes are integers.
    deny TYPES: "INT013" "assume-input-type" {
        message: "the inputs of the assumption `\"{detail}\"` have wrong types",
        reference: "LangRef, Assume Operand Bundles",
        checks: [
            "visitIntrinsicCall: arguments to separate_storage assumptions should be pointers",
            "visitIntrinsicCall: first argument should be a pointer",
            "visitIntrinsicCall: second argument should be an integer",
            "visitIntrinsicCall: third argument should be an integer if present",
        ],
    }

    /// The number of an assumed attribute is a constant.
    ///
    /// Attributes have constant arguments. Only alignment and dereferenceability may also be
    /// assumed with numbers that are computed.
    deny CONSTANT: "INT014" "assume-not-constant" {
        message: "the second input of the assumption `\"{detail}\"` is no constant integer",
        reference: "LangRef, Assume Operand Bundles",
        checks: ["visitIntrinsicCall: the second argument should be a constant integral value"],
    }
}

/// What an assumption takes, by its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Inputs {
    /// Nothing.
    None,
    /// What the attribute holds of.
    Value,
    /// The same and a constant.
    ValueAndConstant,
    /// A pointer, an integer and perhaps an offset.
    Alignment,
    /// A pointer and an integer.
    Size,
    /// Two pointers.
    Pointers,
    /// Up to two values of any kind. LLVM does not look at the bundles that follow.
    Anything,
}

/// All tags (LLVM 22).
const TAGS: &[(Inputs, &str)] = &[
    (Inputs::Alignment, "align"),
    (Inputs::Size, "dereferenceable"),
    (Inputs::Pointers, "separate_storage"),
    (
        Inputs::ValueAndConstant,
        "alignstack allockind allocsize captures dereferenceable_or_null memory nofpclass uwtable \
         vscale_range",
    ),
    (
        Inputs::Value,
        "allocalign allocptr byref byval dead_on_return dead_on_unwind elementtype immarg inalloca \
         initializes inreg nest noalias noext nofree nonnull noundef preallocated range readnone \
         readonly returned signext sret swiftasync swifterror swiftself writable writeonly zeroext",
    ),
    (
        Inputs::None,
        "alwaysinline builtin cold convergent coro_elide_safe coro_only_destroy_when_complete \
         disable_sanitizer_instrumentation fn_ret_thunk_extern hot hybrid_patchable inlinehint \
         jumptable minsize mustprogress naked nobuiltin nocallback nocf_check \
         nocreateundeforpoison nodivergencesource noduplicate noimplicitfloat noinline nomerge \
         nonlazybind noprofile norecurse noredzone noreturn nosanitize_bounds nosanitize_coverage \
         nosync nounwind null_pointer_is_valid optdebug optforfuzzing optnone optsize \
         presplitcoroutine returns_twice safestack sanitize_address sanitize_alloc_token \
         sanitize_hwaddress sanitize_memory sanitize_memtag sanitize_numerical_stability \
         sanitize_realtime sanitize_realtime_blocking sanitize_thread sanitize_type \
         shadowcallstack skipprofile speculatable speculative_load_hardening ssp sspreq sspstrong \
         strictfp willreturn",
    ),
    (
        Inputs::Anything,
        "ignore allow_direct_access_in_hot_patch_function denormal-fp-math denormal-fp-math-f32 \
         less-precise-fpmad loader-replaceable marked_for_windows_hot_patching no-infs-fp-math \
         no-inline-line-tables no-jump-tables no-nans-fp-math no-signed-zeros-fp-math \
         profile-sample-accurate use-sample-profile",
    ),
];

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, |name| name == "llvm.assume") else {
        return Vec::new();
    };
    let bundles = bundles(context, &calls);
    if bundles.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    feed!(program from calls: Call, Number);
    program.extend(bundles);
    program.extend(
        inputs(context, &calls)
            .map(|(call, bundle, position, _, r#type)| Input(call, bundle, position, r#type)),
    );
    let constants = inputs(context, &calls).filter(|input| input.3);
    program.extend(
        constants.map(|(call, bundle, position, ..)| ConstantInput(call, bundle, position)),
    );
    for (takes, tags) in TAGS {
        program.extend(tags.split_whitespace().map(|tag| Takes(tag, *takes)));
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn bundles<'a>(context: &Context<'a>, calls: &Calls) -> Vec<Bundle<'a>> {
    let rows = context.sample.facts.operand_bundle.iter();
    let bundle = |row: &facts_schema::OperandBundle| {
        let tag = context.text(row.tag);
        Bundle(row.instruction, row.position, tag, row.tag, row.input_count)
    };
    rows.filter(|row| calls.contains(row.instruction)).map(bundle).collect()
}

/// The call, the bundle, the position in it, whether it is a constant integer, and its type.
fn inputs<'s>(
    context: &'s Context,
    calls: &'s Calls,
) -> impl Iterator<Item = (InstructionId, u32, u32, bool, TypeTraits)> + 's {
    let rows = context.sample.facts.operand_bundle_input.iter();
    rows.filter(|row| calls.contains(row.instruction)).filter_map(|row| {
        let r#type = traits(context, super::value(context, row.value)?.r#type)?;
        let is_constant = number(context, row.value).is_some();
        Some((row.instruction, row.bundle, row.position, is_constant, r#type))
    })
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        /// The operand bundle at `position` of `instruction` has `tag`, twice, and `input_count`.
        pub struct Bundle<'a>(pub InstructionId, pub u32, pub &'a str, pub Text, pub u32);

        @input
        /// The input at `position` of the bundle at `bundle` of `instruction` has `type`.
        pub struct Input(pub InstructionId, pub u32, pub u32, pub TypeTraits);

        @input
        pub struct ConstantInput(pub InstructionId, pub u32, pub u32);

        @input
        pub struct Takes<'a>(pub &'a str, pub Inputs);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(CONDITION, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, _),
            Bundle(instruction, _, _, _, _),
            !Number(instruction, 0, -1, 1);

        // LLVM looks at the bundles of `instruction` up to and not beyond the one at `position`.
        struct End(InstructionId, u32);

        End(instruction, position) <-
            Bundle(instruction, position, tag, _, _),
            Takes(tag, Inputs::Anything);

        struct Unseen(InstructionId, u32);

        Unseen(instruction, position) <-
            End(instruction, end),
            Bundle(instruction, position, _, _, _),
            (end < position);

        // The bundle at `position` of `instruction` has `tag` and `count` inputs and takes `inputs`.
        struct Judged(InstructionId, u32, Text, u32, Inputs);

        Judged(instruction, position, text, count, inputs) <-
            Bundle(instruction, position, tag, text, count),
            !Unseen(instruction, position),
            Takes(tag, inputs);

        Broken(TAG, Subject::Instruction(instruction), Detail::Text(text)) <-
            Bundle(instruction, position, tag, text, _),
            !Unseen(instruction, position),
            !Takes(tag, _);

        Broken(COUNT, Subject::Instruction(instruction), Detail::Text(text)) <-
            Judged(instruction, _, text, count, inputs),
            (!fits(count, inputs));

        Broken(TYPES, Subject::Instruction(instruction), Detail::Text(text)) <-
            Judged(instruction, bundle, text, _, inputs),
            Input(instruction, bundle, position, r#type),
            (wants_pointer(inputs, position)),
            (!is_pointer(r#type));

        Broken(TYPES, Subject::Instruction(instruction), Detail::Text(text)) <-
            Judged(instruction, bundle, text, _, inputs),
            Input(instruction, bundle, position, r#type),
            (wants_integer(inputs, position)),
            (!is_integer(r#type));

        Broken(CONSTANT, Subject::Instruction(instruction), Detail::Text(text)) <-
            Judged(instruction, bundle, text, 2, Inputs::ValueAndConstant),
            !ConstantInput(instruction, bundle, 1);
    }

    fn fits(count: u32, inputs: Inputs) -> bool {
        match inputs {
            Inputs::None => count == 0,
            Inputs::Value => count == 1,
            Inputs::ValueAndConstant | Inputs::Size | Inputs::Pointers => count == 2,
            Inputs::Alignment => count == 2 || count == 3,
            Inputs::Anything => count <= 2,
        }
    }

    fn wants_pointer(inputs: Inputs, position: u32) -> bool {
        match inputs {
            Inputs::Alignment | Inputs::Size => position == 0,
            Inputs::Pointers => position < 2,
            _ => false,
        }
    }

    fn wants_integer(inputs: Inputs, position: u32) -> bool {
        matches!(inputs, Inputs::Alignment | Inputs::Size) && position > 0
    }
}

violation_from! { Broken }
