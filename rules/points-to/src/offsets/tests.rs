//! Checks operations on offsets against their meaning as sets.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// The largest offset of the tests.
const HIGHEST: u32 = 400;

fn copy_lengths() -> impl Strategy<Value = CopyLength> {
    prop_oneof![
        (0..2 * LONG).prop_map(CopyLength::Bytes),
        (1..6_u32).prop_map(|words| CopyLength::Elements(8 * words)),
        Just(CopyLength::Unknown),
    ]
}

/// Objects of a known type, with or without an array of arrays, and memory without a type.
fn layouts() -> impl Strategy<Value = ObjectLayout> {
    let arrays = (0..8_u32, 1..6_u32, 2..10_u32, any::<bool>(), any::<bool>());
    let arrays = arrays.prop_map(|(start, stride, count, is_folded, has_inner)| {
        let (start, stride) = (8 * start, 8 * stride);
        let outer = Array { start, end: start + stride * count, stride, is_folded };
        let inner = Array { start, end: start + stride, stride: 4, is_folded: false };
        let inner = has_inner.then_some(inner);
        [outer].into_iter().chain(inner).collect::<Vec<_>>()
    });
    let members = proptest::collection::btree_set(0..64_u32, 0..10);
    let members = members.prop_map(|members| members.into_iter().collect::<Vec<_>>());
    let members = prop_oneof![Just(Vec::new()), members];
    let arrays = prop_oneof![Just(Vec::new()), arrays];
    (arrays, members, 0..64_u32, any::<bool>()).prop_map(|(arrays, members, rest, is_known)| {
        let size = arrays.first().map_or(0, |it| it.end) + rest + 1;
        let size = (is_known || !arrays.is_empty()).then_some(size);
        ObjectLayout { size, alignment: 8, arrays, members, ..ObjectLayout::default() }
    })
}

/// Any offsets in an object that ends at `end`.
fn any_offsets(end: u32) -> impl Strategy<Value = Offsets> {
    let every = (0..end, 1..=end, 1..24_u32, 0..24_u32);
    let every = every.prop_filter_map("empty", |(start, end, stride, first)| {
        Offsets::every(start, end, stride, first)
    });
    prop_oneof![(0..end).prop_map(Offsets::At), every]
}

fn steps() -> impl Strategy<Value = Step> {
    let distances = || prop_oneof![-64..64_i64, (-8..8_i64).prop_map(|words| 8 * words)];
    let strides = prop_oneof![1..40_u32, (1..5_u32).prop_map(|words| 8 * words)];
    prop_oneof![
        distances().prop_map(Step::By),
        distances().prop_map(Step::Along),
        distances().prop_map(Step::Inside),
        distances().prop_map(Step::InValue),
        Just(Step::ToOrigin),
        (strides, proptest::option::of(0..6_u32))
            .prop_map(|(stride, count)| Step::Over { stride, count }),
        (1..12_u32).prop_map(|stride| Step::Back { stride }),
        Just(Step::Anywhere),
        (0..4_u32).prop_map(|bits| Step::And(!((1 << bits) - 1))),
        (0..8_u64).prop_map(Step::Or),
        (0..8_u64).prop_map(Step::Xor),
        (0..16_u64, 0..16_u64).prop_map(|(mask, bits)| Step::Tagged { mask, bits }),
    ]
}

fn each_of(offsets: Offsets) -> impl Iterator<Item = u32> {
    (0..HIGHEST).filter(move |offset| offsets.contains(*offset))
}

/// Whether a pointer that moves from `offsets` to `to` leaves their array.
fn is_outside(offsets: Offsets, to: u32) -> bool {
    match offsets {
        Offsets::At(_) => false,
        Offsets::Every { start, end, .. } => to < start || end <= to,
    }
}

/// Whether a step by elements of size `stride` from `offsets` to `to` leaves the innermost array with such elements.
fn leaves_array(layout: &ObjectLayout, offsets: Offsets, stride: u32, to: u32) -> bool {
    let Offsets::At(from) = offsets else { return is_outside(offsets, to) };
    let is_walked = |array: &&Array| {
        let is_around = array.start <= from && from < array.end;
        is_around && stride.is_multiple_of(array.stride) && stride < array.end - array.start
    };
    let array = layout.arrays.iter().rev().find(is_walked);
    array.is_some_and(|array| to < array.start || array.end <= to)
}

/// Whether `offset` is one of these distances.
fn is_among(distances: &[Distance], offset: u32) -> bool {
    distances.iter().any(|it| matches!(it, Distance::By(it) if it.contains(offset)))
}

fn with_offsets() -> impl Strategy<Value = (ObjectLayout, Offsets)> {
    layouts().prop_flat_map(|layout| {
        let end = layout.size.unwrap_or(200);
        (Just(layout), any_offsets(end))
    })
}

proptest! {
    #[test]
    fn offsets_with_a_common_member_overlap(one in any_offsets(200), other in any_offsets(200)) {
        let is_common = each_of(one).any(|offset| other.contains(offset));
        prop_assert!(!is_common || one.overlaps(other));
        prop_assert_eq!(one.overlaps(other), other.overlaps(one));
        prop_assert!(one.overlaps(one));
    }

    #[test]
    fn a_step_by_a_distance_leads_to_that_offset(
        (layout, offsets) in with_offsets(),
        distance in -300..300_i64,
        kind in 0..3_usize,
    ) {
        let extent = Extent { size: layout.size, layout: &layout };
        let kinds = [Step::By, Step::Along, Step::Inside];
        let step = kinds[kind](distance);
        let moved = extent.step(offsets, step);
        for offset in each_of(offsets) {
            let Ok(to) = u32::try_from(i64::from(offset) + distance) else { continue };
            if to < extent.end() && !is_outside(offsets, to) {
                prop_assert!(moved.is_some_and(|it| it.contains(to)), "{} in {:?}", to, moved);
            }
        }
    }

    #[test]
    fn pointers_with_the_tested_bits_stay(
        (layout, offsets) in with_offsets(),
        mask in 0..16_u64,
        base in 0..8_u64,
    ) {
        let extent = Extent { size: layout.size, layout: &layout };
        for offset in each_of(offsets) {
            let address = base * u64::from(layout.alignment) + u64::from(offset);
            let moved = extent.step(offsets, Step::Tagged { mask, bits: address & mask });
            prop_assert!(moved.is_some_and(|it| it.contains(offset)), "{offset} in {moved:?}");
        }
    }

    #[test]
    fn a_step_over_an_array_leads_to_each_element(
        (layout, offsets) in with_offsets(),
        stride in 1..40_u32,
        count in 2..8_u32,
    ) {
        let extent = Extent { size: layout.size, layout: &layout };
        let moved = extent.step(offsets, Step::Over { stride, count: Some(count) });
        for offset in each_of(offsets) {
            for to in (0..count).map(|element| offset + element * stride) {
                if to < extent.end() && !leaves_array(&layout, offsets, stride, to) {
                    prop_assert!(moved.is_some_and(|it| it.contains(to)), "{} in {:?}", to, moved);
                }
            }
        }
    }

    #[test]
    fn memory_after_a_pointer_is_found(
        (layout, offsets) in with_offsets(),
        distance in any_offsets(200),
    ) {
        let extent = Extent { size: layout.size, layout: &layout };
        let behind = extent.behind(offsets, Distance::By(distance));
        for offset in each_of(offsets) {
            for to in each_of(distance).map(|distance| offset + distance) {
                if to < extent.end() && !is_outside(offsets, to) {
                    prop_assert!(behind.is_some_and(|it| it.contains(to)), "{} in {:?}", to, behind);
                }
            }
        }
    }

    #[test]
    fn distances_to_contents_are_found(
        offsets in any_offsets(200),
        content in any_offsets(200),
        length in proptest::option::of(0..100_u32),
    ) {
        let distance = offsets.distance_to(content, length);
        for from in each_of(offsets) {
            for apart in each_of(content).filter_map(|to| to.checked_sub(from)) {
                if length.is_none_or(|length| apart < length) {
                    let is_found = distance.is_some_and(|it| it.contains(apart));
                    prop_assert!(is_found, "{} in {:?}", apart, distance);
                }
            }
        }
    }

    #[test]
    fn copied_pointers_are_not_lost(
        (source, from) in with_offsets(),
        content in any_offsets(200),
        (destination, to) in with_offsets(),
        length in copy_lengths(),
    ) {
        let source = Extent { size: source.size, layout: &source };
        let destination = Extent { size: destination.size, layout: &destination };
        let bytes = length.bytes();
        let is_short = bytes.is_some_and(|bytes| bytes <= SHORT);
        let array = source.copied_array(from, length);
        let distances = source.distances(from, content, length);
        let copied: Vec<_> = distances.filter_map(|it| destination.behind(to, it)).collect();
        for (from, content) in
            each_of(from).flat_map(|from| each_of(content).map(move |content| (from, content)))
        {
            let Some(apart) = content.checked_sub(from) else { continue };
            let leaves_array = array.as_ref().is_some_and(|it| !it.contains(Offsets::At(content)));
            if leaves_array || bytes.is_some_and(|bytes| apart >= bytes) {
                continue;
            }
            for start in each_of(to) {
                let to_byte = start + apart;
                // Pointers keep their alignment in all but short copies.
                let keeps_alignment = to_byte % KEPT_ALIGNMENT == content % KEPT_ALIGNMENT;
                if to_byte < destination.end()
                    && (is_short || keeps_alignment)
                    && !is_outside(to, to_byte)
                {
                    let is_found = copied.iter().any(|it| it.contains(to_byte));
                    prop_assert!(is_found, "{} in {:?}", to_byte, copied);
                }
            }
        }
    }

    #[test]
    fn steps_lead_to_finitely_many_offsets(
        (layout, offsets) in with_offsets(),
        steps in vec(steps(), 1..6),
    ) {
        let extent = Extent { size: layout.size, layout: &layout };
        let mut met = BTreeSet::from([offsets, Offsets::At(0)]);
        let mut rest: Vec<_> = met.iter().copied().collect();
        while let Some(offsets) = rest.pop() {
            for moved in steps.iter().filter_map(|step| extent.step(offsets, *step)) {
                if met.insert(moved) {
                    rest.push(moved);
                }
            }
            prop_assert!(met.len() < 2_000, "{:?}", steps);
        }
    }

    #[test]
    fn an_object_of_no_bytes_has_one_offset(steps in vec(steps(), 1..4), distance in any_offsets(200)) {
        let layout = ObjectLayout { size: Some(0), ..ObjectLayout::default() };
        let extent = Extent { size: Some(0), layout: &layout };
        for step in steps {
            prop_assert_eq!(extent.step(Offsets::At(0), step), Some(Offsets::At(0)));
        }
        let behind = extent.behind(Offsets::At(0), Distance::By(distance));
        prop_assert_eq!(behind, Some(Offsets::At(0)));
        prop_assert_eq!(extent.anywhere(), Offsets::At(0));
        let all: Vec<_> = extent.distances(Offsets::At(0), Offsets::At(0), CopyLength::Bytes(16)).collect();
        prop_assert!((0..16).all(|it| is_among(&all, it)));
    }
}

fn every(start: u32, end: u32, stride: u32) -> Offsets {
    Offsets::every(start, end, stride, 0).expect("it has elements")
}

/// A list of elements behind a header: no element is in the header, even if it is as large as an element.
#[test]
fn elements_behind_a_header_are_distinguished_from_it() {
    let layout = ObjectLayout { size: Some(200), alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: layout.size, layout: &layout };
    let over = Step::Over { stride: 24, count: None };
    let behind = extent.step(Offsets::At(8), over).expect("it is in the object");
    let member = extent.step(behind, Step::Inside(16)).expect("it is in the object");
    assert!(member.contains(24) && member.contains(48) && !member.contains(0));
    let elements = extent.step(Offsets::At(0), over).expect("it is in the object");
    assert_eq!(extent.step(elements, Step::Inside(24)), Some(every(24, 200, 24)));
    // The pointer may have been before the object.
    assert_eq!(extent.step(elements, Step::By(24)), Some(elements));
}

/// A hash table with elements of 40 bytes before the control bytes.
#[test]
fn elements_before_the_middle_of_memory_are_distinguished_by_members() {
    let layout = ObjectLayout { alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: None, layout: &layout };
    let step = |offsets, step| extent.step(offsets, step).expect("it is in the object");
    let middle = step(Offsets::At(0), Step::ToOrigin);
    assert_ne!(middle, Offsets::At(0));
    let elements = step(middle, Step::Back { stride: 40 });
    assert_eq!(step(elements, Step::Along(-40)), elements);
    assert_eq!(step(middle, Step::Along(-40)), elements);
    let member = step(elements, Step::By(24));
    assert_eq!(step(elements, Step::By(-16)), member);
    assert!(!member.overlaps(elements));
    // Control bytes are copied without elements.
    let bytes = step(middle, OVER_BYTES);
    assert!(!bytes.overlaps(elements) && !bytes.overlaps(member));
    for start in [middle, bytes, step(middle, Step::By(16))] {
        assert_eq!(extent.distances(start, member, CopyLength::Unknown).count(), 0);
    }
    // A copy of an element to another element keeps its members.
    let distances: Vec<_> = extent.distances(elements, member, CopyLength::Bytes(40)).collect();
    assert!(!distances.is_empty());
    for distance in distances {
        assert_eq!(extent.behind(elements, distance), Some(member));
    }
    // Memory of known size has no middle.
    let layout = ObjectLayout { size: Some(200), ..layout };
    let extent = Extent { size: layout.size, layout: &layout };
    let somewhere = extent.step(Offsets::At(0), Step::ToOrigin).expect("it is in the object");
    assert!((0..200).all(|it| somewhere.contains(it)));
}

/// Long copies between arrays keep the members of elements apart.
#[test]
fn copied_members_stay_members() {
    let layout = ObjectLayout { size: Some(400), alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: layout.size, layout: &layout };
    let member = Offsets::every(176, 400, 16, 8).expect("it has elements");
    let copied = |from, content, to| {
        let distances = extent.distances(from, content, CopyLength::Unknown);
        distances.filter_map(|it| extent.behind(to, it)).collect::<Vec<_>>()
    };
    let elements = every(176, 400, 16);
    assert_eq!(copied(elements, member, elements), [member]);
    assert_eq!(copied(elements, Offsets::At(200), elements), [member]);
    // To an array that begins elsewhere, with elements of the same size or of another one.
    let shifted = Offsets::every(24, 400, 16, 8).expect("it has elements");
    assert_eq!(copied(elements, member, every(24, 400, 16)), [shifted]);
    assert_eq!(copied(elements, member, every(24, 400, 24)), [every(24, 400, 8)]);
}

/// `ptr [2][3]`
#[test]
fn rows_of_a_matrix_are_distinguished() {
    let array = |end, stride| Array { start: 0, end, stride, is_folded: false };
    let arrays = vec![array(48, 24), array(24, 8)];
    let layout = ObjectLayout {
        size: Some(48),
        alignment: 8,
        arrays,
        members: vec![0],
        ..ObjectLayout::default()
    };
    let extent = Extent { size: layout.size, layout: &layout };
    let over = Step::Over { stride: 8, count: Some(3) };
    assert_eq!(extent.step(Offsets::At(0), over), Some(every(0, 24, 8)));
    assert_eq!(extent.step(Offsets::At(24), over), Some(every(24, 48, 8)));
    // The step starts within a row and crosses into the next, which is not an array.
    assert_eq!(extent.step(Offsets::At(8), over), Some(every(0, 24, 8)));
}

/// `struct { long; long; long; struct { long; long } inner[2] }`
#[test]
fn a_step_back_from_an_array_leads_to_the_structure_around_it() {
    let arrays = vec![Array { start: 24, end: 56, stride: 16, is_folded: false }];
    let members = vec![0, 8, 16, 24, 32];
    let layout =
        ObjectLayout { size: Some(56), alignment: 8, arrays, members, ..ObjectLayout::default() };
    let extent = Extent { size: layout.size, layout: &layout };
    let second = Offsets::every(24, 56, 16, 8).expect("it has elements");
    // The start is offset 32 or 48; only one of them has a target after the start of the object.
    assert_eq!(extent.step(second, Step::By(-48)), Some(Offsets::At(0)));
    // The target may be another element, or the start of the object.
    let reached = extent.step(second, Step::By(-32)).expect("it stays in the object");
    assert!(reached.contains(0));
    assert_eq!(extent.step(second, Step::By(-16)), Some(second));
}

#[test]
fn pointers_without_the_tested_bits_are_dropped() {
    let layout = ObjectLayout { size: Some(32), alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: layout.size, layout: &layout };
    let is_odd = Step::Tagged { mask: 1, bits: 1 };
    assert_eq!(extent.step(Offsets::At(16), is_odd), None);
    assert_eq!(
        extent.step(Offsets::At(4), Step::Tagged { mask: 7, bits: 4 }),
        Some(Offsets::At(4))
    );
    let elements = Offsets::Every { start: 0, end: 32, stride: 16, first: 0 };
    assert_eq!(extent.step(elements, is_odd), None);
    assert_eq!(extent.step(extent.anywhere(), is_odd), Some(extent.anywhere()));
}

const OVER_BYTES: Step = Step::Over { stride: 1, count: None };
const BACK_OVER_BYTES: Step = Step::Back { stride: 1 };
const OF_UNKNOWN_LENGTH: Distance = Distance::Anywhere { grid: 8, residue: 0 };

/// Memory without a type.
#[test]
fn a_step_by_a_variable_number_of_bytes_moves_forward() {
    let layout = ObjectLayout { size: Some(48), alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: layout.size, layout: &layout };
    let text = every(24, 48, 1);
    assert_eq!(extent.step(Offsets::At(24), OVER_BYTES), Some(text));
    assert_eq!(extent.step(Offsets::At(28), OVER_BYTES), Some(text));
    assert_eq!(extent.step(Offsets::At(24), Step::Along(3)), Some(text));
    assert_eq!(extent.step(text, OVER_BYTES), Some(text));
    assert_eq!(extent.step(text, Step::By(-1)), Some(text));
    assert_eq!(extent.step(text, Step::By(-8)), Some(every(16, 48, 1)));
    assert_eq!(extent.step(text, Step::By(-24)), Some(extent.anywhere()));
    for offsets in [Offsets::At(24), text] {
        assert_eq!(extent.step(offsets, BACK_OVER_BYTES), Some(extent.anywhere()));
    }
    assert_eq!(extent.step(Offsets::At(0), OVER_BYTES), Some(extent.anywhere()));
}

/// `struct { ptr; long; ptr; long; char [16]; ptr; long }`
fn with_text() -> ObjectLayout {
    let members = vec![0, 8, 16, 24, 32, 36, 40, 44, 48, 56];
    let pointers = vec![0, 16, 48];
    ObjectLayout { size: Some(64), alignment: 8, members, pointers, ..ObjectLayout::default() }
}

#[test]
fn a_step_by_a_variable_number_of_bytes_stays_between_pointers() {
    let layout = with_text();
    let extent = Extent { size: layout.size, layout: &layout };
    let text = every(32, 48, 1);
    assert_eq!(extent.step(Offsets::At(32), OVER_BYTES), Some(text));
    assert_eq!(extent.step(Offsets::At(24), OVER_BYTES), Some(every(24, 48, 1)));
    assert_eq!(extent.step(Offsets::At(56), OVER_BYTES), Some(every(56, 64, 1)));
    // A pointer is not text, and a walk from the start of the object reaches all of it.
    assert_eq!(extent.step(Offsets::At(16), OVER_BYTES), Some(every(16, 64, 1)));
    assert_eq!(extent.step(Offsets::At(0), OVER_BYTES), Some(extent.anywhere()));
    // A step by a constant leaves the run.
    assert_eq!(extent.step(text, Step::By(16)), Some(every(48, 64, 1)));
    assert_eq!(extent.step(text, Step::By(-8)), Some(every(24, 64, 1)));
    assert_eq!(extent.step(text, BACK_OVER_BYTES), Some(extent.anywhere()));
}

#[test]
fn copies_of_unknown_length_go_forward() {
    let layout = with_text();
    let extent = Extent { size: layout.size, layout: &layout };
    let text = every(32, 48, 1);
    assert_eq!(extent.behind(text, OF_UNKNOWN_LENGTH), Some(text));
    assert_eq!(extent.behind(Offsets::At(24), OF_UNKNOWN_LENGTH), Some(every(24, 64, 1)));
    let copied = |content, length| extent.distances(text, content, length).count() > 0;
    assert!(copied(Offsets::At(40), CopyLength::Unknown));
    assert!(!copied(Offsets::At(48), CopyLength::Unknown));
    assert!(copied(Offsets::At(48), CopyLength::Bytes(100)));
    assert!(!copied(Offsets::At(24), CopyLength::Unknown));
    let raw = ObjectLayout { size: Some(64), alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: raw.size, layout: &raw };
    assert_eq!(extent.behind(Offsets::At(24), OF_UNKNOWN_LENGTH), Some(every(24, 64, 8)));
    let from_middle = Distance::FromInside { grid: 8, residue: 4 };
    assert_eq!(extent.behind(Offsets::At(28), from_middle), Some(every(24, 64, 4)));
}

/// `struct { long; struct { ptr; char [8] } [4] }`
#[test]
fn a_step_by_a_variable_number_of_bytes_in_an_array_leads_to_all_elements() {
    let arrays = vec![Array { start: 8, end: 72, stride: 16, is_folded: false }];
    let members = vec![0, 8, 16, 20];
    let layout = ObjectLayout {
        size: Some(72),
        alignment: 8,
        arrays,
        members,
        pointers: vec![8],
        ..ObjectLayout::default()
    };
    let extent = Extent { size: layout.size, layout: &layout };
    let text = Offsets::every(8, 72, 16, 8).expect("it has elements");
    for offsets in [text, Offsets::At(32)] {
        let reached = extent.step(offsets, OVER_BYTES).expect("it stays in the object");
        assert!((8..72).all(|offset| reached.contains(offset)));
    }
    assert_eq!(extent.behind(Offsets::At(32), OF_UNKNOWN_LENGTH), Some(every(8, 72, 1)));
}

/// `{ [5 x ptr], [3 x ptr] }`, the virtual tables of two classes in one variable. Pointers to each point to its
/// third word.
#[test]
fn pointers_to_virtual_tables_move_by_known_distances() {
    let arrays = [(0, 40), (40, 64)];
    let arrays = arrays.map(|(start, end)| Array { start, end, stride: 8, is_folded: false });
    let members = vec![0, 40];
    let layout = ObjectLayout {
        size: Some(64),
        alignment: 8,
        arrays: arrays.to_vec(),
        members,
        is_virtual_table: true,
        ..ObjectLayout::default()
    };
    let extent = Extent { size: layout.size, layout: &layout };
    let start = Offsets::At(16);
    let entries = every(0, 40, 8);
    assert_eq!(extent.step(start, Step::By(16)), Some(Offsets::At(32)));
    assert_eq!(extent.step(start, Step::By(12)), None);
    assert_eq!(extent.step(start, Step::By(64)), None);
    for step in [OVER_BYTES, BACK_OVER_BYTES, Step::And(!7)] {
        assert_eq!(extent.step(start, step), Some(start));
    }
    assert_eq!(extent.step(start, Step::Computed), None);
    assert_eq!(extent.step(start, Step::InValue(8)), None);
    let to_pointer = Step::ToPointer { is_backward: false };
    assert_eq!(extent.step(start, to_pointer), Some(entries));
    assert_eq!(extent.step(start, Step::Anywhere), Some(entries));
    // The number in a pointer to a member is one more than the distance of the entry.
    let behind = extent.step(start, Step::By(17)).expect("it is in the table");
    assert_eq!(extent.step(behind, Step::By(-1)), Some(Offsets::At(32)));
    let behind = extent.step(entries, Step::By(-1));
    assert_eq!(behind, Some(entries));
    assert_eq!(extent.distances(start, Offsets::At(24), CopyLength::Unknown).count(), 0);
}

#[test]
fn objects_of_classes_are_only_where_the_type_has_them() {
    let (one, other) = (Class(0), Class(1));
    let of =
        |class, least_size| Step::OfClass(OfClass { class, least_size, is_copied_as_bytes: false });
    let classes = Classes {
        starts: vec![(0, one), (16, other), (40, other)],
        anything: vec![(64, 96)],
        text: vec![(96, 128)],
        stride: 0,
    };
    let layout = ObjectLayout {
        size: Some(128),
        alignment: 8,
        classes: Some(classes),
        ..ObjectLayout::default()
    };
    let extent = Extent { size: layout.size, layout: &layout };
    let at = |offset, step| extent.step(Offsets::At(offset), step).is_some();
    assert!(at(0, of(one, 16)) && at(16, of(other, 24)) && at(40, of(other, 24)));
    assert!(!at(0, of(other, 16)) && !at(16, of(one, 16)) && !at(8, of(one, 8)));
    // Any object may be in a part like a union, if there is room for it.
    assert!(at(64, of(one, 16)) && at(80, of(other, 16)));
    assert!(!at(80, of(other, 24)) && !at(96, of(one, 8)));
    // Objects that are copied as bytes may be in text.
    let copied = Step::OfClass(OfClass { class: one, least_size: 16, is_copied_as_bytes: true });
    assert!(at(96, copied) && at(112, copied) && !at(8, copied) && !at(120, copied));
    // One of the offsets is enough.
    let elements = Offsets::every(0, 96, 24, 16).expect("there are some");
    assert_eq!(extent.step(elements, of(other, 24)), Some(elements));
    assert_eq!(extent.step(elements, of(one, 24)), Some(elements), "it may be at 64");
    assert_eq!(
        extent.step(Offsets::every(8, 64, 8, 0).expect("there are some"), of(one, 16)),
        None
    );
    // Memory of unknown type may have any object that fits.
    let unknown = ObjectLayout { size: Some(24), ..ObjectLayout::default() };
    let unknown = Extent { size: unknown.size, layout: &unknown };
    assert!(unknown.step(Offsets::At(0), of(one, 24)).is_some());
    assert!(unknown.step(Offsets::At(0), of(one, 25)).is_none());
}

#[test]
fn every_element_of_an_array_has_the_classes_of_the_first() {
    let class = Class(0);
    let of = Step::OfClass(OfClass { class, least_size: 8, is_copied_as_bytes: false });
    let classes = Classes { starts: vec![(8, class)], stride: 24, ..Classes::default() };
    let layout = ObjectLayout { alignment: 8, classes: Some(classes), ..ObjectLayout::default() };
    let extent = Extent { size: None, layout: &layout };
    let keeps = |offsets| extent.step(offsets, of) == Some(offsets);
    assert!(keeps(Offsets::At(8)) && keeps(Offsets::At(32)));
    assert!(!keeps(Offsets::At(0)) && !keeps(Offsets::At(16)));
    let every = |stride, first| Offsets::every(0, u32::MAX, stride, first).expect("elements");
    assert!(keeps(every(24, 8)) && keeps(every(16, 0)));
    assert!(!keeps(every(24, 16)) && !keeps(every(12, 4)));
}

#[test]
fn a_part_of_an_object_has_the_words_there() {
    let layout = ObjectLayout { size: Some(64), alignment: 8, ..ObjectLayout::default() };
    let extent = Extent { size: layout.size, layout: &layout };
    let within = Step::Within { start: 8, end: 24 };
    assert_eq!(extent.step(Offsets::At(16), within), Offsets::every(24, 40, 8, 0));
    assert_eq!(extent.step(Offsets::At(48), within), Some(Offsets::At(56)));
    assert_eq!(extent.step(Offsets::At(56), within), None);
}
