//! Features that LLVM 19 does not have, or implements differently: the only list of exceptions,
//! each with the version of LLVM that introduced it.

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
    // In LLVM 19, debug records are converted to the corresponding calls of intrinsics.
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

/// Whether LLVM supports the feature that the relation describes.
pub fn has_relation(relation: &str) -> bool {
    has(RELATIONS, relation)
}

/// Whether LLVM has the attribute.
pub fn has_attribute(attribute: &str) -> bool {
    let mut former = FORMER_ATTRIBUTES.iter();
    has(ATTRIBUTES, attribute)
        && !former.any(|(version, names)| is_here(*version) && names.contains(&attribute))
}

/// Whether LLVM prints vectors that repeat a number as `splat (…)`.
pub fn writes_splats() -> bool {
    is_here(20)
}

/// Whether LLVM-C exposes the names of synchronisation scopes.
pub fn tells_scopes() -> bool {
    is_here(20)
}

/// Whether the case values of a `switch` are not operands.
pub fn keeps_cases_apart() -> bool {
    is_here(22)
}

fn has(list: &[(u32, &[&str])], name: &str) -> bool {
    list.iter().all(|(version, names)| is_here(*version) || !names.contains(&name))
}

/// Whether this build uses this version of LLVM or a later one.
fn is_here(version: u32) -> bool {
    extractor::llvm_version().0 >= version
}

/// LLVM 20 removed the type `x86_mmx` and reads it as `<1 x i64>`; with LLVM 19 it is reported in
/// the same way.
#[cfg(feature = "llvm19-1")]
#[test]
fn old_types_are_upgraded_as_by_later_versions_of_llvm() {
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
