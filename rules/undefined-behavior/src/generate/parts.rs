//! Instructions that take values apart and put them together: their parts move.

use facts_schema::{DeferredReason, Instruction, InstructionId, Opcode, ValueId};

use super::Builder;
use crate::control::Place;
use crate::parts::Part;
use crate::rows::How;
use crate::semantics::Deferred;

impl Builder<'_, '_> {
    /// What the parts of `result` are.
    pub(super) fn rearrange(&mut self, row: &Instruction, result: ValueId, at: Place) {
        let instruction = row.instruction;
        match row.opcode {
            Opcode::ExtractElement => self.extract_element(instruction, result, at),
            Opcode::InsertElement => self.insert_element(instruction, result, at),
            Opcode::ShuffleVector => self.shuffle(instruction, result, at),
            Opcode::ExtractValue => self.extract_value(instruction, result, at),
            _ => self.insert_value(instruction, result, at),
        }
    }

    fn extract_element(&mut self, instruction: InstructionId, result: ValueId, at: Place) {
        let index = &self.module.index;
        let Some(row) = index.extractelement_instruction.first(instruction) else { return };
        self.pass(row.index, result, at, How::Strict);
        match self.element(row.vector, row.index, at) {
            Element::Known(number) => {
                self.pass_part(Part::new(row.vector, number), Part::new(result, 0), at, How::Moves);
            }
            Element::Outside => self.out_of_range(result),
            Element::Unknown { may_be_outside } => {
                for from in self.module.parts_of(row.vector) {
                    self.pass_part(from, Part::new(result, 0), at, How::Chosen);
                }
                if may_be_outside {
                    self.all_parts(result, Deferred::Poison, DeferredReason::ElementIndex);
                }
            }
        }
    }

    fn insert_element(&mut self, instruction: InstructionId, result: ValueId, at: Place) {
        let index = &self.module.index;
        let Some(row) = index.insertelement_instruction.first(instruction) else { return };
        self.pass(row.index, result, at, How::Strict);
        let element = Part::new(row.element, 0);
        match self.element(row.vector, row.index, at) {
            Element::Known(number) => {
                for from in self.module.parts_of(row.vector) {
                    let to = Part::new(result, from.number);
                    let from = if from.number == number { element } else { from };
                    self.pass_part(from, to, at, How::Moves);
                }
            }
            Element::Outside => self.out_of_range(result),
            Element::Unknown { may_be_outside } => {
                for from in self.module.parts_of(row.vector) {
                    let to = Part::new(result, from.number);
                    self.pass_part(from, to, at, How::Chosen);
                    self.pass_part(element, to, at, How::Chosen);
                }
                if may_be_outside {
                    self.all_parts(result, Deferred::Poison, DeferredReason::ElementIndex);
                }
            }
        }
    }

    fn shuffle(&mut self, instruction: InstructionId, result: ValueId, at: Place) {
        let index = &self.module.index;
        let Some(row) = index.shufflevector_instruction.first(instruction) else { return };
        let (first, second) = (row.first_vector, row.second_vector);
        let length =
            |value| index.vector_type.first(self.module.type_of(value)).map(|row| row.length);
        let (Some(inputs), Some(outputs)) = (length(first), length(result)) else { return };
        let mask = index.shuffle_mask.all(instruction);
        let is_split = |value| self.module.parts.is_split(self.module.type_of(value));
        let (first_is_split, second_is_split) = (is_split(first), is_split(second));
        let result_is_split = is_split(result);
        for lane in mask {
            let (vector, element) = match lane.element_index.checked_sub(inputs) {
                Some(element) => (second, element),
                None => (first, lane.element_index),
            };
            let from_is_split = if vector == first { first_is_split } else { second_is_split };
            let from = Part::new(vector, if from_is_split { element as u16 } else { 0 });
            let to = Part::new(result, if result_is_split { lane.position as u16 } else { 0 });
            let is_exact = from_is_split && result_is_split;
            let how = if is_exact { How::Moves } else { How::Chosen };
            self.pass_part(from, to, at, how);
        }
        // Lanes without a row are poison; of a scalable vector, all or none have rows.
        let is_fixed = result_is_split || mask.len() == outputs as usize;
        if !is_fixed && mask.len() < outputs as usize {
            self.all_parts(result, Deferred::Poison, DeferredReason::ShuffleMask);
            self.pass(first, result, at, How::Chosen);
            self.pass(second, result, at, How::Chosen);
        } else if result_is_split {
            for number in 0..outputs as u16 {
                if !mask.iter().any(|lane| lane.position == u32::from(number)) {
                    let part = Part::new(result, number);
                    self.source(part, Deferred::Poison, DeferredReason::ShuffleMask);
                    self.rows.always.push((part, Deferred::Poison));
                }
            }
        }
    }

    fn extract_value(&mut self, instruction: InstructionId, result: ValueId, at: Place) {
        let index = &self.module.index;
        let Some(row) = index.extractvalue_instruction.first(instruction) else { return };
        match self.member(instruction, row.aggregate) {
            Some((first, count)) if count == self.module.part_count(result) => {
                for number in 0..count {
                    let from = Part::new(row.aggregate, first + number);
                    self.pass_part(from, Part::new(result, number), at, How::Moves);
                }
            }
            // A structure without members has no part that matters.
            Some((_, 0)) => {}
            _ => {
                for from in self.module.parts_of(row.aggregate) {
                    for to in self.module.parts_of(result) {
                        self.pass_part(from, to, at, How::Chosen);
                    }
                }
            }
        }
    }

    fn insert_value(&mut self, instruction: InstructionId, result: ValueId, at: Place) {
        let index = &self.module.index;
        let Some(row) = index.insertvalue_instruction.first(instruction) else { return };
        match self.member(instruction, row.aggregate) {
            Some((first, count)) => {
                for old in self.module.parts_of(row.aggregate) {
                    let to = Part::new(result, old.number);
                    let from = match old.number.checked_sub(first).filter(|it| *it < count) {
                        Some(number) => Part::new(row.value, number),
                        None => old,
                    };
                    self.pass_part(from, to, at, How::Moves);
                }
            }
            None => {
                self.pass(row.aggregate, result, at, How::Chosen);
                self.pass(row.value, result, at, How::Chosen);
            }
        }
    }

    /// Which parts of `aggregate` the instruction speaks of.
    fn member(&self, instruction: InstructionId, aggregate: ValueId) -> Option<(u16, u16)> {
        let index = &self.module.index;
        let path: Vec<u32> =
            index.aggregate_index.all(instruction).iter().map(|row| row.member_index).collect();
        self.module.parts.member(index, self.module.type_of(aggregate), &path)
    }

    /// Which element of `vector` is meant.
    fn element(&self, vector: ValueId, index: ValueId, at: Place) -> Element {
        let r#type = self.module.type_of(vector);
        let length = self.module.index.vector_type.first(r#type).map_or(0, |row| row.length);
        let is_split = self.module.parts.is_split(r#type);
        let ranges = self.ranges(index, at);
        match self.integer(index).or_else(|| ranges.and_then(|it| it.only())) {
            // A scalable vector may be longer than what is written.
            Some(number) if number >= length.into() => {
                if is_split {
                    Element::Outside
                } else {
                    Element::Unknown { may_be_outside: true }
                }
            }
            Some(number) if is_split && number >= 0 => Element::Known(number as u16),
            _ => Element::Unknown {
                may_be_outside: ranges.is_none_or(|it| it.unsigned.high >= length.into()),
            },
        }
    }

    fn out_of_range(&mut self, result: ValueId) {
        self.all_parts(result, Deferred::Poison, DeferredReason::ElementIndex);
        let parts = self.module.parts_of(result);
        self.rows.always.extend(parts.map(|part| (part, Deferred::Poison)));
    }
}

/// Which element an index means.
enum Element {
    /// The part with this number.
    Known(u16),
    /// None.
    Outside,
    /// Any, or none.
    Unknown { may_be_outside: bool },
}
