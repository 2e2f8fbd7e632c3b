//! Instructions that take values apart and put them together: their parts move.
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

/// Which element an index means.
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
    /// Which element of `vector` an instruction means.
    fn element(self, instruction: InstructionId, vector: ValueId, index: ValueId) -> Element {
        let r#type = self.module.type_of(vector);
        let length = self.module.index.vector_type.first(r#type).map_or(0, |row| row.length);
        let is_split = self.module.parts.is_split(r#type);
        let ranges = self.ranges_at(index, self.place(instruction));
        match self.integer(index).or_else(|| ranges.and_then(|it| it.only())) {
            Some(number) if number >= length.into() && is_split => Element::Outside,
            // A scalable vector may be longer than what is written.
            Some(number) if number >= length.into() => Element::Unknown,
            Some(number) if is_split && number >= 0 => Element::Known(number as u16),
            _ if ranges.is_some_and(|it| it.unsigned.high < length.into()) => Element::Inside,
            _ => Element::Unknown,
        }
    }

    /// Which part is the element `number` of two vectors, one behind the other, of `length` elements each.
    fn lane(self, vectors: [ValueId; 2], length: u32, number: u32) -> Part {
        let [first, second] = vectors;
        let (vector, element) = match number.checked_sub(length) {
            Some(element) => (second, element),
            None => (first, number),
        };
        Part::new(vector, if self.is_split(vector) { element as u16 } else { 0 })
    }

    /// Which parts of `aggregate` an instruction means: the first, and how many.
    fn member(self, instruction: InstructionId, aggregate: ValueId) -> Option<(u16, u16)> {
        let index = &self.module.index;
        let path = index.aggregate_index.all(instruction).iter().map(|row| row.member_index);
        let path: Vec<u32> = path.collect();
        self.module.parts.member(index, self.module.type_of(aggregate), &path)
    }

    /// Whether the parts of `value` are told apart.
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

    /// `instruction` takes or replaces the element of `vector` that `index` means.
    struct Indexes(InstructionId, ValueId, ValueId);

    Indexes(instruction, vector, index) <-
        extractelement_instruction { instruction, vector, index };

    Indexes(instruction, vector, index) <-
        insertelement_instruction { instruction, vector, index };

    /// The element of `vector` that `instruction` takes or replaces.
    struct Chooses(InstructionId, ValueId, Element);

    Chooses(instruction, vector, known.element(instruction, vector, index)) <-
        Indexes(instruction, vector, index);

    Passes(instruction, index, known.place(instruction), How::Strict) <-
        Indexes(instruction, _, index);

    /// Whether there is no such element.
    const OUTSIDE(Element, Possible) = [
        (Element::Outside, Possible::Surely),
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

    /// How a lane depends on what it is taken from, if the elements of the vectors are told apart, and
    /// those of the result.
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

    /// Of the lanes of `result`, which `instruction` computes, the one at the position is not taken from
    /// anywhere: it is poison.
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

    /// `Member(instruction, first, count)`: `instruction` takes or replaces `count` parts of its aggregate,
    /// from the part `first` on.
    struct Member(InstructionId, u16, u16);

    Member(instruction, first, count) <-
        extractvalue_instruction { instruction, aggregate },
        let Some((first, count)) = known.member(instruction, aggregate);

    Member(instruction, first, count) <-
        insertvalue_instruction { instruction, aggregate },
        let Some((first, count)) = known.member(instruction, aggregate);

    /// Which parts of the aggregate `instruction` takes as `result` is not known.
    struct Blurs(InstructionId, ValueId);

    Blurs(instruction, result) <-
        extractvalue_instruction { instruction },
        !Member(instruction, _, _),
        instruction_result { instruction, result };

    // A structure without members has no part that matters.
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
