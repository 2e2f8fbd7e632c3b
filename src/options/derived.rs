//! The derived relations of a module, group by group, as they are asked for.

use analyses::bit_fields::bit_fields;
use analyses::points_to::derive;
use analyses::points_to::names::Names;
use facts_schema::Facts;
use query::facts::Derived;
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

/// Computes the derived relations of a group, and of those that come with it.
///
/// # Errors
///
/// When the analysis of pointers cannot be done as its options say.
pub fn derived(
    module: &Facts,
    group: &str,
    options: &PointsToOptions,
    worker: &Worker,
) -> anyhow::Result<Derived> {
    let mut facts = Facts::default();
    let mut groups = vec![group.to_string()];
    worker.enter(Phase::Analyzing);
    match group {
        "bit-fields" => bit_fields(module).derive(&mut facts),
        "undefined-behavior" => {
            let (options, memory) = (Options::default(), Memory::default());
            undefined_behavior::derive(module, options, memory, &mut facts);
        }
        _ => {
            let analysis = options.analyze(module, worker)?;
            derive(&analysis, &Names::new(&analysis), &mut facts);
            groups = OF_POINTERS.map(String::from).to_vec();
        }
    }
    Ok(Derived { facts, groups })
}
