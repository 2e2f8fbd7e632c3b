//! The derived relations of a module, group by group, as they are asked for.

use analyses::bit_fields::bit_fields;
use analyses::check;
use analyses::points_to::derive;
use analyses::points_to::names::Names;
use facts_schema::Facts;
use undefined_behavior::{Memory, Options};

use crate::message::Phase;
use crate::options::points_to::PointsToOptions;
use crate::worker::Worker;

/// The groups that come from knowing what pointers point to.
const OF_POINTERS: [&str; 2] = ["points-to", "call-graph"];

/// Whether it has to be known what pointers point to, for the relations of this group.
pub fn needs_pointers(group: &str) -> bool {
    OF_POINTERS.contains(&group)
}

/// Adds the derived relations of a group to `facts`, and those that come with it. Gives the groups that are there now.
///
/// # Errors
///
/// When the analysis of pointers cannot be done as its options say.
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
