//! The derived relations of a module, group by group.

use analyses::bit_fields::bit_fields;
use analyses::check;
use analyses::points_to::derive;
use analyses::points_to::names::Names;
use facts_schema::Facts;
use undefined_behavior::{Memory, Options};

use crate::message::Phase;
use crate::options::points_to::PointsToOptions;
use crate::worker::Worker;

/// The groups that come from the points-to analysis.
const OF_POINTERS: [&str; 2] = ["points-to", "call-graph"];

/// Whether the relations of this group need the points-to analysis.
pub fn needs_pointers(group: &str) -> bool {
    OF_POINTERS.contains(&group)
}

/// Adds the derived relations of a group to `facts`, and those computed with it. Returns the groups that were added.
///
/// # Errors
///
/// When an option of the points-to analysis is invalid.
pub fn derive_group(
    module: &Facts,
    group: &str,
    options: &PointsToOptions,
    worker: &Worker,
    facts: &mut Facts,
) -> anyhow::Result<Vec<String>> {
    worker.enter(Phase::Analyzing);
    match group {
        "findings" => check::relations::derive(module, facts),
        "bit-fields" => bit_fields(module).derive(facts),
        "undefined-behavior" => {
            let (options, memory) = (Options::default(), Memory::default());
            undefined_behavior::derive(module, options, memory, facts);
        }
        _ => {
            let analysis = options.analyze(module, worker)?;
            derive(&analysis, &Names::new(&analysis), facts);
            return Ok(OF_POINTERS.map(String::from).to_vec());
        }
    }
    Ok(vec![group.into()])
}
