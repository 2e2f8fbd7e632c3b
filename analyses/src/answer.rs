//! Information about the entities that an answer mentions: their locations and source names.

use facts_schema::view::Index;
use facts_schema::{
    Answer, EntityId, FunctionId, FunctionName, FunctionPlace, InstructionId, InstructionPlace,
    RelationId, Text, ValueId,
};

use crate::points_to::functions::Functions;
use crate::source::{FileLocation, FileLocations};

/// The relations that [`describe`] fills for instructions and functions: locations and names.
pub(crate) const PLACES: &[RelationId] = &[
    RelationId::Instruction,
    RelationId::InstructionPlace,
    RelationId::FunctionName,
    RelationId::FunctionPlace,
];

/// The relations that [`describe`] fills for values: their origins.
pub(crate) const ORIGINS: &[RelationId] = &[RelationId::Argument, RelationId::InstructionResult];

/// Adds information about the values, instructions and functions that the rows mention.
pub(crate) fn describe<'m>(
    answer: &mut Answer<'m>,
    index: &Index<'m>,
    places: &FileLocations<'_, 'm>,
) {
    let has = |answer: &Answer, relation| answer.relations().contains(&relation);
    if has(answer, RelationId::InstructionResult) {
        describe_values(answer, index);
    }
    if has(answer, RelationId::InstructionPlace) {
        describe_instructions(answer, places);
    }
    if has(answer, RelationId::FunctionName) {
        describe_functions(answer, places);
    }
}

fn describe_values<'m>(answer: &mut Answer<'m>, index: &Index<'m>) {
    let values: Vec<ValueId> = answer.mentioned();
    let arguments = values.iter().filter_map(|value| index.argument.first(*value));
    answer.rows.argument = arguments.collect();
    let module = answer.module();
    let results = module.instruction_result.iter();
    let is_mentioned = |value: ValueId| values.binary_search_by_key(&value.0, |it| it.0).is_ok();
    answer.rows.instruction_result =
        results.copied().filter(|row| is_mentioned(row.result)).collect();
}

fn describe_instructions(answer: &mut Answer, places: &FileLocations) {
    let module = answer.module();
    for instruction in answer.mentioned::<InstructionId>() {
        answer.rows.instruction.extend(module.instruction.get(instruction.index()));
        let Some((place, _)) = places.instruction(instruction) else { continue };
        let (file_name, directory) = files(answer, &place);
        let FileLocation { line, column, .. } = place;
        let row = InstructionPlace { instruction, file_name, directory, line, column };
        answer.rows.instruction_place.push(row);
    }
}

fn describe_functions(answer: &mut Answer, places: &FileLocations) {
    let module = answer.module();
    let functions = Functions::new(module);
    for function in answer.mentioned::<FunctionId>() {
        let name = answer.text(&functions.full_name(function));
        answer.rows.function_name.push(FunctionName { function, name });
        let Some(place) = places.function(function) else { continue };
        let (file_name, directory) = files(answer, &place);
        let row = FunctionPlace { function, file_name, directory, line: place.line };
        answer.rows.function_place.push(row);
    }
}

/// The file and the directory of a place.
pub(crate) fn files(answer: &mut Answer, place: &FileLocation) -> (Text, Text) {
    (answer.text(&place.file), answer.text(&place.directory))
}
