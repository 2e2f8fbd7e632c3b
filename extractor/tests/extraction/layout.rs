//! Sizes and offsets according to the data layout, for types whose layout can be computed by hand.

use facts_schema::view::Index;
use facts_schema::*;

use crate::index::Strict;
use crate::llvm::Sample;
use crate::render::Renderer;

/// The layout of x86-64; globals of the types in question.
const MODULE: &str = r#"
target datalayout = "e-m:e-p1:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%padded = type { i8, i32, i16 }
%packed = type <{ i8, i32 }>
%nested = type { i16, %padded, [3 x i8], double }
%opaque = type opaque
@1 = external global { i1, i24, i64, i128, ptr, ptr addrspace(1), half, x86_fp80 }
@2 = external global { [3 x i24], <3 x i32>, <8 x i1>, %padded, %packed, %nested, {} }
@3 = external global %opaque
declare void @f(<vscale x 4 x i32>)
"#;

/// Bits of a value, bytes of a store, bytes in an array, bytes of alignment.
///
/// An integer occupies the bytes that its bits need, and in an array is padded to its alignment,
/// which is the alignment of the next wider integer in the layout. A vector is packed, and aligned
/// to its size rounded up to a power of two. A structure has the alignment of its most aligned
/// field, and is padded to it.
const LAYOUTS: &[(&str, u64, u64, u64, u32)] = &[
    ("i1", 1, 1, 1, 1),
    ("i8", 8, 1, 1, 1),
    ("i24", 24, 3, 4, 4),
    ("i64", 64, 8, 8, 8),
    ("i128", 128, 16, 16, 16),
    ("ptr", 64, 8, 8, 8),
    ("ptr addrspace(1)", 32, 4, 4, 4),
    ("half", 16, 2, 2, 2),
    ("x86_fp80", 80, 10, 16, 16),
    ("[3 x i24]", 96, 12, 12, 4),
    ("[3 x i8]", 24, 3, 3, 1),
    ("<3 x i32>", 96, 12, 16, 16),
    ("<8 x i1>", 8, 1, 1, 1),
    ("{}", 0, 0, 0, 1),
    ("%padded", 96, 12, 12, 4),
    ("%packed", 40, 5, 5, 1),
    ("%nested", 256, 32, 32, 8),
];

const OFFSETS: &[(&str, &[u64])] =
    &[("%padded", &[0, 4, 8]), ("%packed", &[0, 1]), ("%nested", &[0, 4, 16, 24]), ("{}", &[])];

fn by_name<'f>(facts: &'f Facts, name: &str) -> &'f Type {
    let found = facts.r#type.iter().find(|row| facts.symbol(row.r#type) == name);
    found.unwrap_or_else(|| panic!("{name} is not there"))
}

#[test]
fn sizes_and_alignments() {
    let facts = Sample::new("layout", MODULE.as_bytes()).facts;
    let index = Index::new(&facts);
    for &(name, size, store_size, allocation_size, alignment) in LAYOUTS {
        let row = index.type_layout.get(by_name(&facts, name).r#type);
        let layout = (row.bit_size, row.store_size, row.allocation_size, row.abi_alignment);
        assert_eq!(layout, (size, store_size, allocation_size, alignment), "{name}");
        assert!(row.preferred_alignment >= row.abi_alignment, "{name}");
    }
}

#[test]
fn offsets_of_fields() {
    let facts = Sample::new("layout", MODULE.as_bytes()).facts;
    let index = Index::new(&facts);
    for &(name, expected) in OFFSETS {
        let rows = index.struct_field_offset.list(by_name(&facts, name).r#type, |row| row.position);
        let offsets: Vec<_> = rows.iter().map(|row| row.offset).collect();
        assert_eq!(offsets, expected, "{name}");
    }
}

#[test]
fn only_sized_types_of_fixed_size_have_a_layout() {
    let facts = Sample::new("layout", MODULE.as_bytes()).facts;
    let renderer = Renderer::new(&facts);
    let sized = |r#type| renderer.type_has(r#type, TypeFlag::Sized);
    for row in &facts.r#type {
        let name = facts.symbol(row.r#type);
        let has_layout = renderer.index.type_layout.find(row.r#type).is_some();
        match name.as_str() {
            "void" | "%opaque" | "void (<vscale x 4 x i32>)" => {
                assert!(!sized(row.r#type) && !has_layout, "{name}");
            }
            "<vscale x 4 x i32>" => assert!(sized(row.r#type) && !has_layout, "{name}"),
            _ => assert!(sized(row.r#type) && has_layout, "{name}"),
        }
    }
}
