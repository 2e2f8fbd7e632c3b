//! Instructions that split and assemble values: their parts move.
//!
//! **Scope: function.**

use facts_schema::{DeferredReason, InstructionId, ValueId};
use rules_macros::datalog;

use super::body::{Body, Possible};
use super::results::{Creates, Lacks, Moves, Passes};
use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::rows::How;
use crate::semantics::Deferred;

/// The element that an index selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Element {
    /// The part with this number.
    Known(u16),
    /// None.
    Outside,
    /// One of the vector's.
    Inside,
    /// Any, or none.
    Unknown,
}

impl Body<'_> {
    /// The element of `vector` that an instruction selects.
    fn element(self, instruction: InstructionId, vector: ValueId, index: ValueId) -> Element {
        let r#type = self.module.type_of(vector);
        let length = self.module.index.vector_type.first(r#type).map_or(0, |row| row.length);
        let is_split = self.module.parts.is_split(r#type);
        let ranges = self.ranges_at(index, self.place(instruction));
        match self.integer(index).or_else(|| ranges.and_then(|it| it.only())) {
            Some(number) if number >= length.into() && is_split => Element::Outside,
            // A scalable vector may be longer than its written length.
            Some(number) if number >= length.into() => Element::Unknown,
            Some(number) if is_split && number >= 0 => Element::Known(number as u16),
            _ if ranges.is_some_and(|it| it.unsigned.high < length.into()) => Element::Inside,
            _ => Element::Unknown,
        }
    }

    /// The part for element `number` of the concatenation of two vectors of `length` elements each.
    fn lane(self, vectors: [ValueId; 2], length: u32, number: u32) -> Part {
        let [first, second] = vectors;
        let (vector, element) = match number.checked_sub(length) {
            Some(element) => (second, element),
            None => (first, number),
        };
        Part::new(vector, if self.is_split(vector) { element as u16 } else { 0 })
    }

    /// The parts of `aggregate` that an instruction selects: the first part, and their number.
    fn member(self, instruction: InstructionId, aggregate: ValueId) -> Option<(u16, u16)> {
        let index = &self.module.index;
        let path = index.aggregate_index.all(instruction).iter().map(|row| row.member_index);
        let path: Vec<u32> = path.collect();
        self.module.parts.member(index, self.module.type_of(aggregate), &path)
    }

    /// Whether the parts of `value` are distinguished.
    fn is_split(self, value: ValueId) -> bool {
        self.module.parts.is_split(self.module.type_of(value))
    }
}

datalog! { functions;
    @context known: Body<'a>;

    @output Passes(InstructionId, ValueId, ProgramPoint, How);

    @output Moves(InstructionId, Part, Part, ProgramPoint, How);

    @output Creates(InstructionId, Deferred, DeferredReason, Possible);

    @output Lacks(InstructionId, u16, DeferredReason);

    // Elements of vectors.

    /// `instruction` extracts or replaces the element of `vector` that `index` selects.
    struct Indexes(InstructionId, ValueId, ValueId);

    Indexes(instruction, vector, index) <-
        extractelement_instruction { instruction, vector, index };

    Indexes(instruction, vector, index) <-
        insertelement_instruction { instruction, vector, index };

    /// The element of `vector` that `instruction` extracts or replaces.
    struct Chooses(InstructionId, ValueId, Element);

    Chooses(instruction, vector, known.element(instruction, vector, index)) <-
        Indexes(instruction, vector, index);

    Passes(instruction, index, known.place(instruction), How::Strict) <-
        Indexes(instruction, _, index);

    /// Whether the index is out of bounds.
    const OUTSIDE(Element, Possible) = [
        (Element::Outside, Possible::Always),
        (Element::Unknown, Possible::Maybe),
    ];

    /// It may be any element.
    const OPEN(Element) = [Element::Inside, Element::Unknown];

    Creates(instruction, Deferred::Poison, DeferredReason::ElementIndex, possible) <-
        Chooses(instruction, _, element),
        OUTSIDE(element, possible);

    Moves(instruction, Part::new(vector, number), Part::new(result, 0), at, How::Moves) <-
        extractelement_instruction { instruction },
        Chooses(instruction, vector, element),
        let Element::Known(number) = element,
        instruction_result { instruction, result },
        let at = known.place(instruction);

    Moves(instruction, part, Part::new(result, 0), at, How::Chosen) <-
        extractelement_instruction { instruction },
        Chooses(instruction, vector, element),
        OPEN(element),
        instruction_result { instruction, result },
        let at = known.place(instruction),
        for part in known.parts_of(vector);

    Moves(instruction, part, Part::new(result, part.number), at, How::Moves) <-
        insertelement_instruction { instruction },
        Chooses(instruction, vector, element),
        let Element::Known(number) = element,
        instruction_result { instruction, result },
        let at = known.place(instruction),
        for part in known.parts_of(vector),
        (part.number != number);

    Moves(instruction, Part::new(inserted, 0), Part::new(result, number), at, How::Moves) <-
        insertelement_instruction { instruction, element: inserted },
        Chooses(instruction, _, element),
        let Element::Known(number) = element,
        instruction_result { instruction, result },
        let at = known.place(instruction);

    Moves(instruction, from, Part::new(result, part.number), at, How::Chosen) <-
        insertelement_instruction { instruction, element: inserted },
        Chooses(instruction, vector, element),
        OPEN(element),
        instruction_result { instruction, result },
        let at = known.place(instruction),
        for part in known.parts_of(vector),
        for from in [part, Part::new(inserted, 0)];

    // Lanes.

    /// The dependence of a lane on its source, by whether the elements of the vectors and those of the result are
    /// distinguished.
    const LANES(bool, bool, How) = [
        (true, true, How::Moves),
        (true, false, How::Chosen),
        (false, true, How::Chosen),
        (false, false, How::Chosen),
    ];

    Moves(instruction, known.lane([first, second], length, element_index), to, at, how) <-
        shufflevector_instruction { instruction, first_vector: first, second_vector: second },
        value { value: first, type },
        vector_type { type, length },
        instruction_result { instruction, result },
        let (from_is_split, to_is_split) = (known.is_split(first), known.is_split(result)),
        LANES(from_is_split, to_is_split, how),
        let at = known.place(instruction),
        shuffle_mask { instruction, position, element_index },
        let to = Part::new(result, if to_is_split { position as u16 } else { 0 });

    /// The lane at the position of `result`, which `instruction` computes, has no source: it is poison.
    struct Missing(InstructionId, ValueId, u32);

    Missing(instruction, result, position) <-
        shufflevector_instruction { instruction },
        instruction_result { instruction, result },
        value { value: result, type },
        vector_type { type, length },
        for position in 0..length,
        !shuffle_mask { instruction, position };

    Lacks(instruction, position as u16, DeferredReason::ShuffleMask) <-
        Missing(instruction, result, position),
        (known.is_split(result));

    Creates(instruction, Deferred::Poison, DeferredReason::ShuffleMask, Possible::Maybe) <-
        Missing(instruction, result, _),
        (!known.is_split(result));

    // The mask of a scalable vector has no rows.
    Moves(instruction, part, Part::new(result, 0), known.place(instruction), How::Chosen) <-
        Missing(instruction, result, _),
        (!known.is_split(result)),
        shufflevector_instruction { instruction, first_vector, second_vector },
        for vector in [first_vector, second_vector],
        for part in known.parts_of(vector);

    // Members of aggregates.

    /// `Member(instruction, first, count)`: `instruction` extracts or replaces `count` parts of its aggregate,
    /// starting with the part `first`.
    struct Member(InstructionId, u16, u16);

    Member(instruction, first, count) <-
        extractvalue_instruction { instruction, aggregate },
        let Some((first, count)) = known.member(instruction, aggregate);

    Member(instruction, first, count) <-
        insertvalue_instruction { instruction, aggregate },
        let Some((first, count)) = known.member(instruction, aggregate);

    /// The parts of the aggregate that `instruction` extracts as `result` are not known.
    struct Blurs(InstructionId, ValueId);

    Blurs(instruction, result) <-
        extractvalue_instruction { instruction },
        !Member(instruction, _, _),
        instruction_result { instruction, result };

    // A structure without members has no relevant part.
    Blurs(instruction, result) <-
        extractvalue_instruction { instruction },
        Member(instruction, _, count),
        (count != 0),
        instruction_result { instruction, result },
        (count != known.part_count(result));

    Moves(instruction, part, to, known.place(instruction), How::Chosen) <-
        Blurs(instruction, result),
        extractvalue_instruction { instruction, aggregate },
        for part in known.parts_of(aggregate),
        for to in known.parts_of(result);

    Moves(instruction, from, Part::new(result, number), known.place(instruction), How::Moves) <-
        extractvalue_instruction { instruction, aggregate },
        Member(instruction, first, count),
        instruction_result { instruction, result },
        (count == known.part_count(result)),
        for number in 0..count,
        let from = Part::new(aggregate, first + number);

    Moves(instruction, part, Part::new(result, part.number), known.place(instruction), How::Moves) <-
        insertvalue_instruction { instruction, aggregate },
        Member(instruction, first, count),
        instruction_result { instruction, result },
        for part in known.parts_of(aggregate),
        (part.number < first || part.number >= first + count);

    Moves(instruction, Part::new(value, number), to, known.place(instruction), How::Moves) <-
        insertvalue_instruction { instruction, value },
        Member(instruction, first, count),
        instruction_result { instruction, result },
        for number in 0..count,
        let to = Part::new(result, first + number);

    Passes(instruction, operand, known.place(instruction), How::Chosen) <-
        insertvalue_instruction { instruction, aggregate, value },
        !Member(instruction, _, _),
        for operand in [aggregate, value];
}
