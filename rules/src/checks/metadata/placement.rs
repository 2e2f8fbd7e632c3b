//! Which instructions may carry metadata of which kind.
//!
//! **Scope: attachments**, told apart by kind, opcode and type.

use facts_schema::Opcode;
use rustc_hash::FxBuildHasher;

use super::attachments::{AttachmentId, Attachments, Part};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, is_float};
use crate::violation::{Detail, Violation};
use program::{Attached, Broken, Concerns, Crepe, Traits};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// Metadata of a kind that speaks of memory accesses, calls or casts stands on such an
    /// instruction.
    ///
    /// Each of these kinds makes a promise about what a certain instruction does: which values a
    /// load brings, what a call allocates. Elsewhere nobody would read it, so that it must be an
    /// error of whoever put it there. What calls say of their results is said by attributes.
    deny MISPLACED: "MET001" "attachment-misplaced" {
        message: "`{opcode}` cannot carry `!{detail}`",
        reference: "LangRef, Metadata",
        checks: [
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or invokes",
            "visitMMRAMetadata: !mmra metadata attached to unexpected instruction kind",
            "visitMemProfMetadata: !memprof metadata should only exist on calls",
            "visitCallsiteMetadata: !callsite metadata should only exist on calls",
            "visitInstruction: Ranges are only for loads, calls and invokes!",
            "visitInstruction: invariant.group metadata is only for loads and stores",
            "visitInstruction: nonnull applies only to load instructions, use attributes for calls or invokes",
            "visitInstruction: align applies only to load instructions, use attributes for calls or invokes",
            "visitTBAAMetadata: This instruction shall not have a TBAA access tag!",
        ],
    }

    /// Metadata that makes a promise about a pointer or a floating-point number stands on an
    /// instruction that deals with one.
    ///
    /// `!fpmath` says how exact a floating-point result has to be; `!nonnull`, `!align`,
    /// `!dereferenceable`, `!dereferenceable_or_null` and `!nofree` speak of the one pointer that is
    /// computed, `!captures` of the one that is stored.
    deny WRONG_TYPE: "MET002" "attachment-of-wrong-type" {
        message: "`!{detail}` on `{opcode}` does not fit the type of the value",
        reference: "LangRef, Metadata",
        checks: [
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null apply only to pointer types",
            "visitInstruction: fpmath requires a floating point result!",
            "visitInstruction: nonnull applies only to pointer types",
            "visitInstruction: align applies only to pointer types",
        ],
    }
}

const KINDS: &[&str] = &[
    "align",
    "alloc_token",
    "callee_type",
    "callsite",
    "captures",
    "dereferenceable",
    "dereferenceable_or_null",
    "fpmath",
    "invariant.group",
    "memprof",
    "mmra",
    "noalias.addrspace",
    "nofree",
    "nonnull",
    "range",
    "tbaa",
];

fn violations(context: &Context) -> Vec<Violation> {
    let attachments = Attachments::of(context, KINDS, &[Part::Opcode, Part::Type]);
    if attachments.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    for (id, attachment) in attachments.iter() {
        program.extend(attachment.opcode.map(|opcode| Attached(id, attachment.kind, opcode)));
        program.extend(attachment.r#type.map(|r#type| Concerns(id, r#type)));
    }
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    attachments.everywhere(broken.into_iter().map(|Broken(rule, id, detail)| (rule, id, detail)))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;
    use facts_schema::{TypeId, TypeKind};

    crepe! {
        @input
        /// The attachment is of kind `kind`, on an instruction that applies `opcode`.
        pub struct Attached(pub AttachmentId, pub &'static str, pub Opcode);

        @input
        /// The instruction computes or stores a value of `type`.
        pub struct Concerns(pub AttachmentId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub AttachmentId, pub Detail);

        // An instruction that applies `opcode` may carry metadata of kind `kind`.
        struct MayCarry(&'static str, Opcode);

        MayCarry("range", opcode) <- Opcodes(opcode), (matches!(opcode, Opcode::Load | Opcode::Call | Opcode::Invoke));

        MayCarry("tbaa", opcode) <- Opcodes(opcode), (accesses_memory(opcode));
        MayCarry("tbaa", Opcode::VAArg);

        MayCarry("noalias.addrspace", opcode) <- Opcodes(opcode), (accesses_memory(opcode));

        MayCarry("invariant.group", Opcode::Load);
        MayCarry("invariant.group", Opcode::Store);

        MayCarry("nonnull", Opcode::Load);
        MayCarry("align", Opcode::Load);
        MayCarry("dereferenceable", Opcode::Load);
        MayCarry("dereferenceable", Opcode::IntToPtr);
        MayCarry("dereferenceable_or_null", Opcode::Load);
        MayCarry("dereferenceable_or_null", Opcode::IntToPtr);
        MayCarry("nofree", Opcode::IntToPtr);
        MayCarry("captures", Opcode::Store);

        MayCarry("mmra", opcode) <- Opcodes(opcode), (accesses_memory(opcode) || is_call(opcode));
        MayCarry("mmra", Opcode::Fence);

        MayCarry("callsite", opcode) <- Opcodes(opcode), (is_call(opcode));
        MayCarry("memprof", opcode) <- Opcodes(opcode), (is_call(opcode));
        MayCarry("alloc_token", opcode) <- Opcodes(opcode), (is_call(opcode));
        MayCarry("callee_type", opcode) <- Opcodes(opcode), (is_call(opcode));

        // What is right depends on the type alone.
        MayCarry("fpmath", opcode) <- Opcodes(opcode);

        // `opcode` is among those that carry metadata.
        struct Opcodes(Opcode);

        Opcodes(opcode) <- Attached(_, _, opcode);

        Broken(MISPLACED, attachment, Detail::Word(kind)) <-
            Attached(attachment, kind, opcode),
            !MayCarry(kind, opcode);

        // What is attached to an instruction speaks of a value of `type`.
        struct Speaks(AttachmentId, &'static str, TypeId);

        Speaks(attachment, kind, r#type) <-
            Attached(attachment, kind, opcode),
            ((opcode == Opcode::Store) == (kind == "captures")),
            Concerns(attachment, r#type);

        struct Fits(AttachmentId);

        Fits(attachment) <-
            Speaks(attachment, "fpmath", r#type),
            Traits(r#type, _, kind, _, _),
            (is_float(kind));

        Fits(attachment) <-
            Speaks(attachment, kind, r#type),
            (speaks_of_pointer(kind)),
            Traits(r#type, _, TypeKind::Pointer, _, Lanes::Scalar);

        Broken(WRONG_TYPE, attachment, Detail::Word(kind)) <-
            Attached(attachment, kind, opcode),
            (kind == "fpmath" || speaks_of_pointer(kind)),
            MayCarry(kind, opcode),
            !Fits(attachment);
    }
}

fn is_call(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
}

/// Whether the instruction may read or write memory in the course of the block.
fn accesses_memory(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, Load | Store | Call | AtomicRmw | CmpXchg)
}

fn speaks_of_pointer(kind: &str) -> bool {
    matches!(
        kind,
        "nonnull" | "align" | "dereferenceable" | "dereferenceable_or_null" | "nofree" | "captures"
    )
}

input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
