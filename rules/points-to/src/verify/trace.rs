//! A replay that records when each fact was derived, and where it flowed from.
//!
//! Each fact follows from facts that were derived before it. So a derivation that goes from each fact to earlier
//! ones ends. Facts close to the inputs are derived first because the replay works off a queue; so derivations are
//! short.

use facts_schema::FunctionId;

use super::copies::Copy;
use super::graph::{Graph, Mark, Time, VertexId};
use super::release::Release;
use super::replay::Replay;
pub(crate) use super::replay::Runs;
use crate::offsets::Distance;
use crate::{Constraints, Context, Fact, Instance, Location, Node, Solution};

/// A source that locations flow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The content of a variable.
    Node(Node),
    /// The content of memory.
    Cell(Location),
    /// The pointers that the copy of this number writes at this distance from its destination.
    Copy(usize, Distance),
}

/// When a fact was derived, and where it flowed from, if it did.
pub(crate) type Derived = (Time, Option<Source>);

/// A replay that has ended.
pub(crate) struct Trace<'a> {
    replay: Replay<'a>,
}

impl<'a> Trace<'a> {
    /// Replays until one goal of each group is derived, and returns these goals.
    pub(crate) fn until(
        constraints: &'a Constraints,
        depth: usize,
        solution: &'a Solution,
        goals: &[&[Fact]],
    ) -> (Self, Option<Vec<Fact>>) {
        /// Looking for the goals also takes time.
        const PAUSE: usize = 256;
        let mut replay = Replay::new(constraints, depth, solution, Graph::traced());
        replay.release = Some(Release::new(&solution.opaque));
        replay.start();
        let mut trace = Self { replay };
        loop {
            let first = |group: &&[Fact]| {
                let derived = group.iter().filter_map(|goal| Some((trace.time(*goal)?, *goal)));
                derived.min().map(|(_, goal)| goal)
            };
            if let Some(found) = goals.iter().map(first).collect() {
                return (trace, Some(found));
            }
            let is_changed = (0..PAUSE).take_while(|_| trace.replay.advance()).count() > 0;
            if !is_changed && !trace.replay.grant() {
                return (trace, None);
            }
        }
    }

    /// The time at which a fact was derived, if it was.
    pub(crate) fn time(&self, fact: Fact) -> Option<Time> {
        match fact {
            Fact::Reachable(function, context) => Some(self.runs(function, context)?.0),
            Fact::PointsTo(node, target) => Some(self.pointer(node, target)?.0),
            Fact::Stored(cell, target) => Some(self.stored(cell, target)?.0),
            Fact::Calls(edge) => self.replay.calls.get(&edge).copied(),
            Fact::Escaped(instance) => Some(self.replay.escaped.get(&instance)?.0),
        }
    }

    pub(crate) fn runs(&self, function: FunctionId, context: Context) -> Option<(Time, Runs)> {
        self.replay.reachable.get(&(function, context)).copied()
    }

    pub(crate) fn pointer(&self, node: Node, target: Location) -> Option<Derived> {
        self.derived(self.replay.vertex(node)?, target)
    }

    pub(crate) fn stored(&self, cell: Location, target: Location) -> Option<Derived> {
        self.derived(self.replay.cell(cell)?, target)
    }

    /// When a pointer was written to memory of external code, or to memory that is not followed.
    pub(crate) fn escaped_by_write(&self, target: Location) -> Option<Derived> {
        self.derived(self.replay.escaped_by_write, target)
    }

    /// When the copy wrote the target at this distance from its destination.
    pub(crate) fn copied(
        &self,
        copy: usize,
        distance: Distance,
        target: Location,
    ) -> Option<Derived> {
        let part = *self.replay.copies.get(copy)?.parts.get(&distance)?;
        self.derived(part, target)
    }

    /// A copy by its number.
    pub(crate) fn copy(&self, copy: usize) -> &Copy {
        &self.replay.copies[copy]
    }

    /// The pointer through which the instance escaped, and its holder; no holder if the pointer was written to
    /// memory that is not followed.
    pub(crate) fn escaped_as(&self, instance: Instance) -> Option<(Option<Source>, Location)> {
        let (_, cause) = self.replay.escaped.get(&instance)?;
        let (vertex, member) = (*cause)?;
        Some((self.source(vertex), self.replay.solution.locations[member as usize]))
    }

    /// The time since which the content of the instance has not been followed.
    pub(crate) fn opaque_since(&self, instance: Instance) -> Option<Time> {
        self.replay.release.as_ref()?.since(instance)
    }

    /// Whether the content of the instance is not followed although it had not escaped before.
    pub(crate) fn is_assumed_escaped(&self, instance: Instance) -> bool {
        self.replay.release.as_ref().is_some_and(|it| it.is_assumed_escaped(instance))
    }

    fn derived(&self, vertex: VertexId, target: Location) -> Option<Derived> {
        let member = *self.replay.indices.get(&target)?;
        let Mark { time, source } = self.replay.graph.mark(vertex, member)?;
        Some((time, source.and_then(|it| self.source(it))))
    }

    /// The source that the vertex stands for; none for the vertex of escaped pointers.
    fn source(&self, vertex: VertexId) -> Option<Source> {
        let Replay { solution, escaped_by_write, parts, .. } = &self.replay;
        let index = vertex as usize;
        if let Some((node, _)) = solution.points_to.get(index) {
            return Some(Source::Node(*node));
        }
        if let Some((cell, _)) = solution.stored.get(index - solution.points_to.len()) {
            return Some(Source::Cell(*cell));
        }
        let part = parts.get(index.checked_sub(*escaped_by_write as usize + 1)?)?;
        Some(Source::Copy(part.0, part.1))
    }
}
