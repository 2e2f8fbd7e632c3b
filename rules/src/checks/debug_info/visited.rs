//! Which metadata LLVM's verifier looks at.

use facts_schema::{EntityId, Facts, MetadataId, MetadataKind};
use rustc_hash::FxHashSet;

use crate::violation::{Subject, Violation};

/// Leaves out what is said of metadata that LLVM does not look at. It is asked only when something
/// has been found, so it may take its time.
pub(super) fn only(facts: &Facts, mut violations: Vec<Violation>) -> Vec<Violation> {
    if violations.is_empty() {
        return violations;
    }
    let graph = Graph::of(facts);
    let mut visited = graph.reachable(roots(facts));
    for variable in variables(facts) {
        visited[variable.index()] = true;
    }
    violations.retain(|violation| match violation.subject {
        Subject::Metadata(node) => visited[node.index()],
        _ => true,
    });
    violations
}

/// Where LLVM begins: everywhere but at the attachments of global variables.
fn roots(facts: &Facts) -> Vec<MetadataId> {
    let functions: FxHashSet<_> = facts.function.iter().map(|row| row.value).collect();
    let mut roots: Vec<MetadataId> =
        facts.named_metadata_operand.iter().map(|row| row.operand_metadata).collect();
    let attached = facts.global_metadata.iter().filter(|row| functions.contains(&row.global));
    roots.extend(attached.map(|row| row.metadata));
    roots.extend(facts.instruction_metadata.iter().map(|row| row.metadata));
    roots.extend(facts.instruction_location.iter().map(|row| row.location));
    roots.extend(facts.debug_record_location.iter().map(|row| row.location));
    for row in &facts.debug_record_variable {
        roots.extend([row.variable, row.expression]);
    }
    roots.extend(facts.metadata_value.iter().map(|row| row.metadata));
    roots
}

/// Expressions of global variables that are attached to one, and these variables.
fn variables(facts: &Facts) -> Vec<MetadataId> {
    let kind = |node: MetadataId| facts.metadata.get(node.index()).map(|row| row.kind);
    let is_expression =
        |node: &MetadataId| kind(*node) == Some(MetadataKind::GlobalVariableExpression);
    let attached: FxHashSet<MetadataId> =
        facts.global_metadata.iter().map(|row| row.metadata).filter(is_expression).collect();
    let references = facts.metadata_reference.iter();
    let parts = references
        .filter(|row| attached.contains(&row.metadata))
        .map(|row| row.referenced_metadata);
    parts.chain(attached.iter().copied()).collect()
}

/// What refers to what.
pub(super) struct Graph {
    /// By metadata: where its targets begin in `targets`.
    starts: Vec<usize>,
    targets: Vec<MetadataId>,
}

impl Graph {
    pub fn of(facts: &Facts) -> Self {
        let references =
            facts.metadata_reference.iter().map(|row| (row.metadata, row.referenced_metadata));
        let operands =
            facts.metadata_operand.iter().map(|row| (row.metadata, row.operand_metadata));
        let scopes = facts.source_location.iter().map(|row| (row.location, row.scope));
        let calls = facts.inlined_at.iter().map(|row| (row.location, row.call_location));
        let mut edges: Vec<(MetadataId, MetadataId)> =
            references.chain(operands).chain(scopes).chain(calls).collect();
        edges.sort_unstable();
        let count = facts.metadata.len();
        let starts = (0..=count)
            .map(|number| edges.partition_point(|(source, _)| source.index() < number))
            .collect();
        Self { starts, targets: edges.into_iter().map(|(_, target)| target).collect() }
    }

    /// By metadata: whether it can be reached from `roots`.
    pub fn reachable(&self, roots: Vec<MetadataId>) -> Vec<bool> {
        let mut reachable = vec![false; self.starts.len()];
        let mut stack = roots;
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut reachable[node.index()], true) {
                continue;
            }
            let targets = self.starts[node.index()]..self.starts[node.index() + 1];
            stack.extend(&self.targets[targets]);
        }
        reachable
    }
}
