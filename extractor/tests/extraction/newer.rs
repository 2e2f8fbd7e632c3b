//! What LLVM 19 does not have, or does otherwise: the one list of exceptions, each with the LLVM that
//! brought it.

/// Sets of words, and words in them.
const WORDS: &[(u32, &str, &[&str])] = &[
    (20, "AtomicOperation", &["usub_cond", "usub_sat"]),
    (20, "InstructionFlag", &["samesign"]),
    (21, "AtomicOperation", &["fmaximum", "fminimum"]),
    (21, "MetadataKind", &["DISubrangeType", "DIFixedPointType"]),
    (22, "Opcode", &["ptrtoaddr"]),
];

/// Relations.
const RELATIONS: &[(u32, &[&str])] = &[
    // In LLVM 19, debug records are turned into the calls of intrinsics that they stand for.
    (
        20,
        &["debug_record", "debug_record_variable", "debug_record_operand", "debug_record_location"],
    ),
    (22, &["ptrauth_deactivation"]),
];

/// Attributes.
const ATTRIBUTES: &[(u32, &[&str])] = &[
    (
        20,
        &[
            "captures",
            "coro_elide_safe",
            "nodivergencesource",
            "noext",
            "sanitize_realtime",
            "sanitize_realtime_blocking",
            "sanitize_type",
        ],
    ),
    (22, &["dead_on_return", "nocreateundeforpoison", "sanitize_alloc_token"]),
];

/// Attributes that this version no longer has: it reads `nocapture` as `captures(none)`.
const FORMER_ATTRIBUTES: &[(u32, &[&str])] = &[(21, &["nocapture"])];

/// Whether LLVM has the word.
pub fn has_word(set: &str, word: &str) -> bool {
    WORDS
        .iter()
        .all(|&(version, of, words)| is_here(version) || of != set || !words.contains(&word))
}

/// Whether LLVM has what the relation is about.
pub fn has_relation(relation: &str) -> bool {
    has(RELATIONS, relation)
}

/// Whether LLVM has the attribute.
pub fn has_attribute(attribute: &str) -> bool {
    let mut former = FORMER_ATTRIBUTES.iter();
    has(ATTRIBUTES, attribute)
        && !former.any(|(version, names)| is_here(*version) && names.contains(&attribute))
}

/// Whether LLVM writes vectors that repeat a number as `splat (…)`.
pub fn writes_splats() -> bool {
    is_here(20)
}

/// Whether LLVM-C tells the name of a synchronization scope.
pub fn tells_scopes() -> bool {
    is_here(20)
}

/// Whether the values of the cases of a `switch` are none of its operands.
pub fn keeps_cases_apart() -> bool {
    is_here(22)
}

fn has(list: &[(u32, &[&str])], name: &str) -> bool {
    list.iter().all(|(version, names)| is_here(*version) || !names.contains(&name))
}

/// Whether the LLVM of this build is of this version or later.
fn is_here(version: u32) -> bool {
    extractor::llvm_version().0 >= version
}

/// LLVM 20 has no type `x86_mmx` any more and reads it as `<1 x i64>`. So it is told with LLVM 19 too.
#[cfg(feature = "llvm19-1")]
#[test]
fn a_former_type_is_what_later_llvms_make_of_it() {
    let module = "define <1 x i64> @f(x86_mmx %x) {
        %1 = bitcast x86_mmx %x to <1 x i64>
        ret <1 x i64> %1
    }";
    let facts = crate::llvm::Sample::new("mmx", module.as_bytes()).facts;
    let [row] = facts.conversion_instruction.as_slice() else { panic!("one conversion expected") };
    assert_eq!(facts.symbol(row.to_type), "<1 x i64>");
    let operand = facts.value.iter().find(|value| value.value == row.operand);
    assert_eq!(operand.map(|value| value.r#type), Some(row.to_type));
}
