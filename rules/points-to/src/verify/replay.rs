//! Derives the facts of a solution again, from nothing.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use facts_schema::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::copies::{Copy, SetsByDistance};
use super::graph::{Graph, Set, Time, VertexId};
use super::release::Release;
use super::{Complaint, MAX_COMPLAINTS};
use crate::offsets::{CopyLength, Distance, Offsets, Step};
use crate::{
    Argument, Body, CallEdge, CallResult, CallSite, Constraints, Context, Fact, Instance, Location,
    Node, Solution, VariableArguments,
};

/// The errors in the solution, in any order.
pub fn replay(constraints: &Constraints, depth: usize, solution: &Solution) -> Vec<Complaint> {
    let mut replay = Replay::new(constraints, depth, solution, Graph::default());
    replay.start();
    while replay.advance() {}
    replay.finish()
}

/// The state of a replay. The vertices of the graph are the nodes of the solution in order, then its cells (the
/// locations that hold pointers) in order, then one vertex for everything that escapes, then one for each copy of
/// memory and distance.
pub(crate) struct Replay<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) depth: usize,
    pub(super) solution: &'a Solution,
    pub(super) indices: FxHashMap<Location, u32>,
    /// By [`CallSite`].
    pub(super) sites: Vec<SiteRows<'a>>,

    pub(super) graph: Graph,
    /// The vertex of everything that is passed to external code.
    pub(super) escaped_by_write: VertexId,
    /// By node: the work to do for each location that is derived for it.
    pub(super) users: Vec<Vec<User>>,
    pub(super) copies: Vec<Copy>,
    /// The copy and distance of each of the last vertices.
    pub(super) parts: Vec<(usize, Distance)>,
    /// For a source's set and a length: the pointers at each distance.
    pub(super) copied: FxHashMap<(Set, CopyLength), Arc<SetsByDistance>>,

    /// The functions and contexts that run, since when, and why.
    pub(super) reachable: FxHashMap<(FunctionId, Context), (Time, Runs)>,
    pub(super) calls: FxHashMap<CallEdge, Time>,
    pub(super) external_calls: FxHashSet<(CallSite, Context)>,
    /// The instances that have escaped, since when, and the vertex and its location that made them escape. External
    /// code itself has none.
    pub(super) escaped: FxHashMap<Instance, (Time, Option<(VertexId, u32)>)>,
    /// Memory that becomes opaque only when it escapes.
    pub(super) release: Option<Release>,
    /// Functions that run but whose bodies have not been applied yet.
    to_run: VecDeque<(FunctionId, Context, Time)>,
    /// Instances that have escaped but whose consequences have not been derived yet.
    to_publish: VecDeque<(Instance, Time)>,
    complaints: BTreeSet<Complaint>,
}

/// The rows about a call.
#[derive(Default)]
pub(super) struct SiteRows<'a> {
    pub(super) arguments: Vec<&'a Argument>,
    pub(super) variable_arguments: Vec<&'a VariableArguments>,
    pub(super) results: Vec<&'a CallResult>,
}

/// A constraint with an effect for each location that a node points to.
#[derive(Clone, Copy)]
pub(super) enum User {
    Shift { to: Node, step: Step },
    Load { to: Node, offset: u32 },
    Store { from: VertexId, offset: u32, is_initial: bool },
    CopyFrom(usize),
    CopyTo(usize),
    Call { site: CallSite, context: Context },
    Capture,
}

/// Why a function runs.
#[derive(Clone, Copy)]
pub(crate) enum Runs {
    /// It is a root.
    Root,
    /// This call runs it.
    Called(CallEdge),
    /// This instance, which has escaped.
    Escaped(Instance),
}

impl<'a> Replay<'a> {
    pub(super) fn new(
        constraints: &'a Constraints,
        depth: usize,
        solution: &'a Solution,
        mut graph: Graph,
    ) -> Self {
        for set in &solution.sets {
            graph.add_set(set.as_ref().into());
        }
        let nodes = solution.points_to.iter().map(|(_, set)| set);
        for set in nodes.chain(solution.stored.iter().map(|(_, set)| set)) {
            graph.add_vertex(set.0);
        }
        let has_escaped =
            |index: &u32| solution.is_escaped(solution.locations[*index as usize].instance);
        let escaped_by_write = (0..solution.locations.len() as u32).filter(has_escaped).collect();
        let escaped_by_write = graph.add_set(escaped_by_write);
        let escaped_by_write = graph.add_vertex(escaped_by_write);
        Self {
            constraints,
            depth,
            solution,
            indices: solution.locations.iter().copied().zip(0..).collect(),
            sites: rows_by_site(constraints),
            graph,
            escaped_by_write,
            users: vec![Vec::new(); solution.points_to.len()],
            copies: Vec::new(),
            parts: Vec::new(),
            copied: FxHashMap::default(),
            reachable: FxHashMap::default(),
            calls: FxHashMap::default(),
            external_calls: FxHashSet::default(),
            escaped: FxHashMap::default(),
            release: None,
            to_run: VecDeque::new(),
            to_publish: VecDeque::new(),
            complaints: BTreeSet::new(),
        }
    }

    /// Derives the facts that have no premises.
    pub(super) fn start(&mut self) {
        self.use_node(Node::CAPTURED, User::Capture);
        self.points_to(Node::EXTERNAL, Location::EXTERNAL);
        self.stored(Location::EXTERNAL, Location::EXTERNAL);
        self.escape(Instance::EXTERNAL, None);
        self.hold(None, Context::EMPTY, &self.constraints.module);
        for root in &self.constraints.roots {
            self.reach(*root, Context::EMPTY, Runs::Root);
        }
    }

    /// Derives the consequences of one derived fact; false if nothing is left.
    pub(super) fn advance(&mut self) -> bool {
        // Applying all bodies first takes fewer steps. In the order of time, each fact is derived in few steps.
        let is_first = |since: Time| {
            self.release.is_none() || self.graph.pending_since().is_none_or(|it| since < it)
        };
        let run = self.to_run.front().map(|(.., since)| *since);
        let publish = self.to_publish.front().map(|(_, since)| *since);
        if run.is_some_and(|it| is_first(it) && publish.is_none_or(|other| it < other)) {
            let Some((function, context, _)) = self.to_run.pop_front() else { return false };
            let constraints = self.constraints;
            let body = &constraints.functions[function.0 as usize].body;
            self.hold(Some(function), context, body);
        } else if publish.is_some_and(is_first) {
            let Some((instance, _)) = self.to_publish.pop_front() else { return false };
            self.publish(instance);
        } else if let Some((vertex, locations)) = self.graph.advance() {
            self.follow(vertex, &locations);
        } else {
            return false;
        }
        true
    }

    /// Reports the facts that have not been derived.
    fn finish(mut self) -> Vec<Complaint> {
        let solution = self.solution;
        let nodes = solution.points_to.len();
        let vertices = nodes + solution.stored.len();
        for vertex in 0..vertices {
            for location in self.graph.underived(vertex as VertexId) {
                let location = solution.locations[location as usize];
                self.complain(Complaint::Unjustified(match vertex.checked_sub(nodes) {
                    None => Fact::PointsTo(solution.points_to[vertex].0, location),
                    Some(cell) => Fact::Stored(solution.stored[cell].0, location),
                }));
            }
        }
        for &(function, context) in &solution.reachable {
            if !self.reachable.contains_key(&(function, context)) {
                self.complain(Complaint::Unjustified(Fact::Reachable(function, context)));
            }
        }
        for edge in solution.calls.iter().filter(|edge| !self.calls.contains_key(edge)) {
            complain(&mut self.complaints, Complaint::Unjustified(Fact::Calls(*edge)));
        }
        for instance in solution.escaped.iter().filter(|it| !self.escaped.contains_key(it)) {
            complain(&mut self.complaints, Complaint::Unjustified(Fact::Escaped(*instance)));
        }
        self.complaints.into_iter().collect()
    }

    // Constraints.

    /// Applies the constraints of a body in a context.
    fn hold(&mut self, owner: Option<FunctionId>, context: Context, body: &Body) {
        let constraints = self.constraints;
        let node = |variable| constraints.node(variable, context);
        let is_initial = owner.is_none();
        for row in &body.addresses {
            let instance = constraints.instance(row.object, context);
            self.points_to(node(row.variable), Location { instance, offsets: row.offsets });
        }
        for row in &body.assigns {
            self.flow(node(row.from), node(row.to));
        }
        for row in body.shifts.iter().filter(|row| constraints.applies(row.step, context)) {
            self.use_node(node(row.from), User::Shift { to: node(row.to), step: row.step });
        }
        for row in &body.loads {
            self.use_node(node(row.address), User::Load { to: node(row.to), offset: row.offset });
        }
        for row in &body.stores {
            if let Some(from) = self.vertex(node(row.from)) {
                let user = User::Store { from, offset: row.offset, is_initial };
                self.use_node(node(row.address), user);
            }
        }
        for row in &body.transfers {
            self.hold_transfer(owner, context, row);
        }
        for row in &body.calls {
            self.use_node(node(row.callee), User::Call { site: row.site, context });
        }
    }

    /// Applies the constraint to everything that `node` points to, now or later.
    pub(super) fn use_node(&mut self, node: Node, user: User) {
        let Some(vertex) = self.vertex(node) else { return };
        self.users[vertex as usize].push(user);
        let derived = self.graph.derived(vertex);
        self.follow_one(user, &derived);
    }

    // Consequences of facts.

    /// Processes locations that have been derived for the vertex.
    fn follow(&mut self, vertex: VertexId, locations: &[u32]) {
        if let Some(users) = self.users.get(vertex as usize) {
            for user in users.clone() {
                self.follow_one(user, locations);
            }
        } else if vertex == self.escaped_by_write {
            self.escape_targets(vertex, locations);
        } else if let Some((cell, _)) = self.solution.stored.get(vertex as usize - self.users.len())
            && self.escaped.contains_key(&cell.instance)
        {
            self.escape_targets(vertex, locations);
        }
    }

    pub(super) fn follow_one(&mut self, user: User, locations: &[u32]) {
        let solution = self.solution;
        let followed = self.withhold(user, locations);
        let locations = followed.as_deref().unwrap_or(locations);
        let pointees = || locations.iter().map(|it| solution.locations[*it as usize]);
        match user {
            User::Shift { to, step } => {
                for moved in pointees().flat_map(|it| self.constraints.step(it, step)) {
                    self.points_to(to, moved);
                }
            }
            User::Load { to, offset } => self.load(to, offset, pointees()),
            User::Store { from, offset, is_initial } => {
                for pointee in pointees() {
                    self.write(from, pointee, Distance::of(offset), is_initial);
                }
            }
            User::CopyFrom(copy) => pointees().for_each(|it| self.copy_from(copy, it)),
            User::CopyTo(copy) => {
                let is_initial = self.copies[copy].is_initial;
                let parts: Vec<_> =
                    self.copies[copy].parts.iter().map(|(it, part)| (*it, *part)).collect();
                for pointee in pointees() {
                    for (distance, part) in &parts {
                        self.write(*part, pointee, *distance, is_initial);
                    }
                }
            }
            User::Call { site, context } => {
                pointees().for_each(|it| self.call(site, context, it));
            }
            User::Capture => {
                if let Some(vertex) = self.vertex(Node::CAPTURED) {
                    self.escape_targets(vertex, locations);
                }
            }
        }
    }

    fn load(&mut self, to: Node, offset: u32, pointees: impl Iterator<Item = Location>) {
        let mut cells = Vec::new();
        for pointee in pointees {
            let touched = self.solution.opaque.touched(pointee);
            if let Some(read) = self.constraints.behind(touched, Distance::of(offset)) {
                self.cells_at(read, &mut cells);
            }
        }
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            self.connect(cell, self.vertex(to), |target| Fact::PointsTo(to, target));
        }
    }

    /// Finds the cells that overlap with a location.
    fn cells_at(&self, read: Location, cells: &mut Vec<VertexId>) {
        let contents = self.solution.contents(read.instance);
        let first = self.first_cell(read.instance);
        let vertex = |index: usize| (first + index) as VertexId;
        // Single offsets are before all strided intervals.
        let singles = contents.partition_point(|(it, _)| matches!(it.offsets, Offsets::At(_)));
        let skipped = if let Offsets::At(_) = read.offsets {
            let found = contents[..singles].binary_search_by_key(&read, |(it, _)| *it);
            cells.extend(found.ok().map(vertex));
            singles
        } else {
            0
        };
        let others = contents.iter().enumerate().skip(skipped);
        let overlapping = others.filter(|(_, (it, _))| it.offsets.overlaps(read.offsets));
        cells.extend(overlapping.map(|(index, _)| vertex(index)));
    }

    /// The vertex of the first cell of an instance, if it has any.
    pub(super) fn first_cell(&self, instance: Instance) -> usize {
        let stored = &self.solution.stored;
        self.users.len() + stored.partition_point(|(it, _)| it.instance < instance)
    }

    /// Writes everything that `from` holds at `distance` from `pointee`.
    pub(super) fn write(
        &mut self,
        from: VertexId,
        pointee: Location,
        distance: Distance,
        is_initial: bool,
    ) {
        if !is_initial && !self.constraints.is_writable(pointee.instance.object) {
            return;
        }
        match self.constraints.behind(self.solution.opaque.touched(pointee), distance) {
            Some(external) if external == Location::EXTERNAL => {
                let to = Some(self.escaped_by_write);
                self.connect(from, to, |target| Fact::Escaped(target.instance));
            }
            Some(cell) => self.connect(from, self.cell(cell), |it| Fact::Stored(cell, it)),
            None => {}
        }
    }

    // Facts that are derived.

    pub(super) fn reach(&mut self, function: FunctionId, context: Context, why: Runs) {
        if !self.reachable.contains_key(&(function, context))
            && self.check(Fact::Reachable(function, context))
        {
            let now = self.graph.tick();
            self.reachable.insert((function, context), (now, why));
            self.to_run.push_back((function, context, now));
        }
    }

    pub(super) fn escape(&mut self, instance: Instance, cause: Option<(VertexId, u32)>) {
        if !self.escaped.contains_key(&instance) && self.check(Fact::Escaped(instance)) {
            let now = self.graph.tick();
            self.escaped.insert(instance, (now, cause));
            self.to_publish.push_back((instance, now));
        }
    }

    fn points_to(&mut self, node: Node, location: Location) {
        self.derive(self.vertex(node), location, Fact::PointsTo(node, location));
    }

    pub(super) fn stored(&mut self, cell: Location, target: Location) {
        self.derive(self.cell(cell), target, Fact::Stored(cell, target));
    }

    fn derive(&mut self, vertex: Option<VertexId>, location: Location, fact: Fact) {
        let index = self.indices.get(&location).copied();
        let is_known =
            vertex.zip(index).is_some_and(|(vertex, index)| self.graph.derive(vertex, index));
        if !is_known {
            self.complain(Complaint::Missing(fact));
        }
    }

    /// `to` holds everything that `from` holds.
    pub(super) fn flow(&mut self, from: Node, to: Node) {
        if let Some(from) = self.vertex(from) {
            self.connect(from, self.vertex(to), |target| Fact::PointsTo(to, target));
        }
    }

    fn connect(&mut self, from: VertexId, to: Option<VertexId>, fact: impl Fn(Location) -> Fact) {
        let outside = match to {
            Some(to) => self.graph.connect(from, to),
            None => self.graph.members(self.graph.set_of(from)).first().copied(),
        };
        if let Some(outside) = outside {
            self.complain(Complaint::Missing(fact(self.solution.locations[outside as usize])));
        }
    }

    /// Whether the fact is in the solution; reports it if it is not.
    pub(super) fn check(&mut self, fact: Fact) -> bool {
        let holds = self.solution.holds(fact);
        if !holds {
            self.complain(Complaint::Missing(fact));
        }
        holds
    }

    fn complain(&mut self, complaint: Complaint) {
        complain(&mut self.complaints, complaint);
    }

    // Vertices.

    pub(super) fn vertex(&self, node: Node) -> Option<VertexId> {
        let rows = &self.solution.points_to;
        rows.binary_search_by_key(&node, |(it, _)| *it).ok().map(|index| index as VertexId)
    }

    pub(super) fn cell(&self, cell: Location) -> Option<VertexId> {
        let found = self.solution.stored.binary_search_by_key(&cell, |(it, _)| *it);
        found.ok().map(|index| (self.users.len() + index) as VertexId)
    }
}

fn complain(complaints: &mut BTreeSet<Complaint>, complaint: Complaint) {
    if complaints.len() < MAX_COMPLAINTS {
        complaints.insert(complaint);
    }
}

fn rows_by_site(constraints: &Constraints) -> Vec<SiteRows<'_>> {
    let mut sites: Vec<SiteRows> = constraints.sites.iter().map(|_| SiteRows::default()).collect();
    let bodies = constraints.functions.iter().map(|function| &function.body);
    for body in bodies.chain([&constraints.module]) {
        for row in &body.arguments {
            sites[row.site.0 as usize].arguments.push(row);
        }
        for row in &body.variable_arguments {
            sites[row.site.0 as usize].variable_arguments.push(row);
        }
        for row in &body.results {
            sites[row.site.0 as usize].results.push(row);
        }
    }
    sites
}
