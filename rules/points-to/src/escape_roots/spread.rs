//! The graph of how external pointers spread.

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use super::Cause;
use crate::offsets::Distance;
use crate::{
    Analysis, Body, Context, Instance, Load, Location, Node, Object, SetId, Store, Transfer,
    Variable,
};

/// The number of a vertex.
pub type Vertex = u32;

/// The numbers of the vertices: pointers, memory locations and escaped instances of the solution.
pub struct Numbers<'a> {
    pub(super) analysis: &'a Analysis<'a>,
    /// By set: whether it contains a pointer of external code.
    is_external: Vec<bool>,
    /// By variable: the number of its first pointer. The last element is the number of all pointers.
    first: Vec<u32>,
    /// The number of the first memory location.
    first_cell: u32,
    /// The number of the first instance that has escaped.
    first_escaped: u32,
}

impl<'a> Numbers<'a> {
    fn of(analysis: &'a Analysis<'a>) -> Self {
        let solution = &analysis.solution;
        // The external instance is the first in order.
        let has_external = |set: &[u32]| {
            let first = set.first().map(|it| solution.locations[*it as usize].instance);
            first == Some(Instance::EXTERNAL)
        };
        let variables = solution.points_to.iter().map(|(node, _)| node.variable.0);
        let first_cell = solution.points_to.len() as u32;
        Self {
            analysis,
            is_external: solution.sets.iter().map(|set| has_external(set)).collect(),
            first: first_rows(analysis.constraints.variables.len(), variables),
            first_cell,
            first_escaped: first_cell + solution.stored.len() as u32,
        }
    }

    /// The number of a pointer, and its targets.
    fn find(&self, node: Node) -> Option<(u32, SetId)> {
        let variable = node.variable.0 as usize;
        let numbers = self.first[variable]..self.first[variable + 1];
        let rows = &self.analysis.solution.points_to[numbers.start as usize..numbers.end as usize];
        let found = rows.binary_search_by_key(&node, |(it, _)| *it).ok()?;
        Some((numbers.start + found as u32, rows[found].1))
    }

    pub(super) fn set_of(&self, node: Node) -> Option<SetId> {
        self.find(node).map(|(_, set)| set)
    }

    /// The vertex of a pointer that may be external.
    pub fn pointer(&self, node: Node) -> Option<Vertex> {
        let (number, set) = self.find(node)?;
        self.is_external[set.0 as usize].then_some(number)
    }

    /// The vertices of the locations in an instance where pointers that may be external are stored.
    pub(super) fn cells(
        &self,
        instance: Instance,
    ) -> impl Iterator<Item = (Location, Vertex)> + '_ {
        let stored = &self.analysis.solution.stored;
        let start = stored.partition_point(|(it, _)| it.instance < instance);
        let rows = stored[start..].iter().take_while(move |(it, _)| it.instance == instance);
        let rows = (self.first_cell + start as u32..).zip(rows);
        rows.filter(|(_, (_, set))| self.is_external[set.0 as usize]).map(|(it, row)| (row.0, it))
    }

    /// The vertex of an instance that has escaped.
    pub fn escaped(&self, instance: Instance) -> Option<Vertex> {
        let found = self.analysis.solution.escaped.binary_search(&instance).ok();
        found.filter(|_| instance != Instance::EXTERNAL).map(|it| self.first_escaped + it as u32)
    }
}

/// The position of the first row of each key below `count`, for rows in the order of their keys. The last element is the
/// number of rows.
fn first_rows(count: usize, keys: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut first = vec![0; count + 1];
    for key in keys {
        first[key as usize + 1] += 1;
    }
    for key in 0..count {
        first[key + 1] += first[key];
    }
    first
}

/// The graph of the propagation of escapes, under construction.
pub struct EscapeGraph<'a> {
    pub numbers: Numbers<'a>,
    pub edges: Vec<(Vertex, Vertex)>,
    pub causes: Vec<(Cause, Vertex)>,
    /// The number of vertices.
    pub vertices: usize,
    known_causes: FxHashMap<Cause, Vertex>,
    /// Vertices that stand for everything that a group spreads to, or comes from.
    groups: FxHashMap<Group, Vertex>,
}

/// A group that has a separate vertex, which saves edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// The memory among these locations that is not followed.
    Opaque(SetId),
    /// Everything that these pointers point to, as escaped.
    Targets(SetId),
    /// The pointers loaded at this distance from these locations.
    Loaded(SetId, u32),
    /// The pointers stored at this distance from these locations.
    Stored(SetId, u32),
    /// The pointers stored in the memory among these locations.
    Inside(SetId),
    /// Everything that those pointers point to, as escaped.
    InsideTargets(SetId),
}

impl<'a> EscapeGraph<'a> {
    /// The graph of a solution.
    pub fn of(analysis: &'a Analysis<'a>) -> Self {
        let numbers = Numbers::of(analysis);
        let vertices = numbers.first_escaped as usize + analysis.solution.escaped.len();
        let mut spread = Self {
            numbers,
            edges: Vec::new(),
            causes: Vec::new(),
            vertices,
            known_causes: FxHashMap::default(),
            groups: FxHashMap::default(),
        };
        spread.add_body(None, Context::EMPTY, &analysis.constraints.module);
        for (function, context) in &analysis.solution.reachable {
            let body = &analysis.constraints.functions[function.0 as usize].body;
            spread.add_body(Some(*function), *context, body);
        }
        spread.add_calls();
        for instance in &analysis.solution.escaped {
            spread.add_escaped(*instance);
        }
        spread.edges.sort_unstable();
        spread.edges.dedup();
        spread.add_found_to_escape();
        spread
    }

    /// Memory that is not followed keeps itself external: everything stored there escapes. If no other cause
    /// reaches it, the cause is that it was found to escape. The other edges are already in order.
    fn add_found_to_escape(&mut self) {
        let first = first_rows(self.vertices, self.edges.iter().map(|(from, _)| *from));
        let mut is_reached = vec![false; self.vertices];
        let mut open: Vec<Vertex> = self.causes.iter().map(|(_, vertex)| *vertex).collect();
        while let Some(vertex) = open.pop() {
            let vertex = vertex as usize;
            if !std::mem::replace(&mut is_reached[vertex], true) {
                let edges = &self.edges[first[vertex] as usize..first[vertex + 1] as usize];
                open.extend(edges.iter().map(|(_, to)| *to));
            }
        }
        let solution = &self.numbers.analysis.solution;
        for instance in solution.escaped.iter().filter(|it| solution.opaque.contains(**it)) {
            let escaped = self.numbers.escaped(*instance);
            if let Some(escaped) = escaped.filter(|it| !is_reached[*it as usize]) {
                let cause = self.cause(Cause::FoundToEscape);
                self.edge(cause, escaped);
            }
        }
    }

    fn vertex(&mut self) -> Vertex {
        self.vertices += 1;
        self.vertices as Vertex - 1
    }

    pub(super) fn cause(&mut self, cause: Cause) -> Vertex {
        if let Some(known) = self.known_causes.get(&cause) {
            return *known;
        }
        let vertex = self.vertex();
        self.known_causes.insert(cause, vertex);
        self.causes.push((cause, vertex));
        vertex
    }

    /// The vertex of a group, and whether it is new.
    fn group(&mut self, group: Group) -> (Vertex, bool) {
        if let Some(known) = self.groups.get(&group) {
            return (*known, false);
        }
        let vertex = self.vertex();
        self.groups.insert(group, vertex);
        (vertex, true)
    }

    pub(super) fn edge(&mut self, from: impl Into<Option<Vertex>>, to: impl Into<Option<Vertex>>) {
        if let (Some(from), Some(to)) = (from.into(), to.into()) {
            self.edges.push((from, to));
        }
    }

    fn set(&self, set: SetId) -> impl Iterator<Item = Location> + use<'a> {
        self.numbers.analysis.solution.set(set)
    }

    fn add_body(&mut self, owner: Option<FunctionId>, context: Context, body: &Body) {
        let constraints = &self.numbers.analysis.constraints;
        let node = |variable| constraints.node(variable, context);
        for row in body.addresses.iter().filter(|row| row.object == Object::EXTERNAL) {
            let cause = self.cause(owner.map_or(Cause::Elsewhere, Cause::Function));
            let pointer = self.numbers.pointer(node(row.variable));
            self.edge(cause, pointer);
        }
        for row in &body.assigns {
            let cause = match (owner, row.to) {
                (Some(function), _) => Cause::Function(function),
                (None, Variable::CAPTURED) => Cause::Visible,
                (None, _) => Cause::Elsewhere,
            };
            self.flow(node(row.from), node(row.to), cause);
        }
        for row in body.shifts.iter().filter(|row| constraints.applies(row.step, context)) {
            let cause = owner.map_or(Cause::Elsewhere, Cause::Function);
            self.flow(node(row.from), node(row.to), cause);
        }
        for row in &body.loads {
            self.add_load(row, owner, context);
        }
        for row in &body.stores {
            self.add_store(row, owner, context);
        }
        for row in &body.transfers {
            self.add_transfer(row, context);
        }
    }

    /// The content of one node flows to the other. If the first node is external code itself, `cause` is the
    /// cause.
    pub(super) fn flow(&mut self, from: Node, to: Node, cause: Cause) {
        let source = self.source(from, cause);
        if to != Node::CAPTURED {
            let to = self.numbers.pointer(to);
            self.edge(source, to);
        } else if let Some(set) = self.numbers.set_of(from) {
            let cause = self.cause(cause);
            let targets = self.targets(set);
            self.edge(cause, targets);
        }
    }

    /// The vertex of a pointer, or of the cause if it comes from external code itself.
    fn source(&mut self, from: Node, cause: Cause) -> Option<Vertex> {
        if from == Node::EXTERNAL { Some(self.cause(cause)) } else { self.numbers.pointer(from) }
    }

    /// The vertex for the escape of everything that a set points to.
    pub(super) fn targets(&mut self, set: SetId) -> Vertex {
        let (vertex, is_new) = self.group(Group::Targets(set));
        if is_new {
            for location in self.set(set) {
                let escaped = self.numbers.escaped(location.instance);
                self.edge(vertex, escaped);
            }
        }
        vertex
    }

    /// The vertex of the memory in a set that is not followed.
    fn opaque(&mut self, set: SetId) -> Vertex {
        let (vertex, is_new) = self.group(Group::Opaque(set));
        if is_new {
            let analysis = self.numbers.analysis;
            let opaque = &analysis.solution.opaque;
            for Location { instance, .. } in self.set(set) {
                if instance == Instance::EXTERNAL || !opaque.contains(instance) {
                    continue;
                }
                let escaped = self.numbers.escaped(instance);
                self.edge(escaped, vertex);
                let cause = match escaped {
                    _ if opaque.given_up().contains(&instance) => self.cause(Cause::GivenUp),
                    None => self.cause(Cause::FoundToEscape),
                    Some(_) => continue,
                };
                self.edge(cause, vertex);
            }
        }
        vertex
    }

    fn is_opaque(&self, location: Location) -> bool {
        self.numbers.analysis.solution.opaque.contains(location.instance)
    }

    /// The locations of a set in memory that is followed.
    fn followed(&self, set: SetId) -> Vec<Location> {
        self.set(set).filter(|it| !self.is_opaque(*it)).collect()
    }

    fn add_load(&mut self, row: &Load, owner: Option<FunctionId>, context: Context) {
        let constraints = &self.numbers.analysis.constraints;
        let [to, address] = [row.to, row.address].map(|it| constraints.node(it, context));
        let Some(set) = self.numbers.set_of(address) else { return };
        if to != Node::CAPTURED && self.numbers.pointer(to).is_none() {
            return;
        }
        if to == Node::CAPTURED {
            let cause = self.cause(owner.map_or(Cause::Visible, Cause::Function));
            let targets = self.inside_targets(set);
            self.edge(cause, targets);
            return;
        }
        let to = self.numbers.pointer(to);
        let pointer = self.numbers.pointer(address);
        let opaque = self.opaque(set);
        self.edge(pointer, to);
        self.edge(opaque, to);
        let (loaded, is_new) = self.group(Group::Loaded(set, row.offset));
        self.edge(loaded, to);
        if is_new {
            for location in self.followed(set) {
                let there = constraints.behind(location, Distance::of(row.offset));
                let Some(there) = there else { continue };
                let cells = self.numbers.cells(location.instance);
                let cells = cells.filter(|(it, _)| it.offsets.overlaps(there.offsets));
                let found: Vec<Vertex> = cells.map(|(_, vertex)| vertex).collect();
                found.into_iter().for_each(|cell| self.edge(cell, loaded));
            }
        }
    }

    fn add_store(&mut self, row: &Store, owner: Option<FunctionId>, context: Context) {
        let constraints = &self.numbers.analysis.constraints;
        let [address, from] = [row.address, row.from].map(|it| constraints.node(it, context));
        let Some(set) = self.numbers.set_of(address) else { return };
        let source = self.source(from, owner.map_or(Cause::Elsewhere, Cause::Function));
        if source.is_some() {
            let (stored, is_new) = self.group(Group::Stored(set, row.offset));
            self.edge(source, stored);
            if is_new {
                for location in self.followed(set) {
                    let there = constraints.behind(location, Distance::of(row.offset));
                    let cells = self.numbers.cells(location.instance);
                    let found = cells.filter(|(it, _)| Some(*it) == there).map(|(_, it)| it).next();
                    self.edge(stored, found);
                }
            }
        }
        if let Some(stored) = self.numbers.set_of(from) {
            let pointer = self.numbers.pointer(address);
            self.add_stored_escape(pointer, set, Group::Targets(stored));
        }
    }

    /// Pointers that are stored to memory that is not followed escape. Adds edges to their targets from that memory,
    /// and from the pointer to it, if that may be external.
    fn add_stored_escape(&mut self, pointer: Option<Vertex>, set: SetId, what: Group) {
        let has_opaque = self.set(set).any(|it| self.is_opaque(it));
        if !has_opaque {
            return;
        }
        let targets = match what {
            Group::InsideTargets(inside) => self.inside_targets(inside),
            Group::Targets(stored) => self.targets(stored),
            _ => return,
        };
        let opaque = self.opaque(set);
        self.edge(pointer, targets);
        self.edge(opaque, targets);
    }

    fn add_transfer(&mut self, row: &Transfer, context: Context) {
        let constraints = &self.numbers.analysis.constraints;
        let [to, from] = [row.to, row.from].map(|it| constraints.node(it, context));
        let (Some(target), Some(source)) = (self.numbers.set_of(to), self.numbers.set_of(from))
        else {
            return;
        };
        let copy = self.vertex();
        let pointer = self.numbers.pointer(from);
        let opaque = self.opaque(source);
        self.edge(pointer, copy);
        self.edge(opaque, copy);
        let inside = self.inside(source, true);
        self.edge(inside, copy);
        let inside = self.inside(target, false);
        self.edge(copy, inside);
        let pointer = self.numbers.pointer(to);
        self.add_stored_escape(pointer, target, Group::InsideTargets(source));
    }

    /// The vertex for the content of the followed memory in a set. Content that is read and content that is written
    /// have separate vertices.
    fn inside(&mut self, set: SetId, is_read: bool) -> Vertex {
        // Stores never have this distance.
        let group = if is_read { Group::Inside(set) } else { Group::Stored(set, u32::MAX) };
        let (vertex, is_new) = self.group(group);
        if is_new {
            let mut last = None;
            for Location { instance, .. } in self.set(set) {
                if last.replace(instance) == Some(instance) {
                    continue;
                }
                let cells: Vec<Vertex> = self.numbers.cells(instance).map(|(_, it)| it).collect();
                for cell in cells {
                    let (from, to) = if is_read { (cell, vertex) } else { (vertex, cell) };
                    self.edge(from, to);
                }
            }
        }
        vertex
    }

    /// The vertex for the escape of everything in the followed memory of a set.
    fn inside_targets(&mut self, set: SetId) -> Vertex {
        let (vertex, is_new) = self.group(Group::InsideTargets(set));
        if is_new {
            let mut last = None;
            for Location { instance, .. } in self.set(set) {
                if last.replace(instance) != Some(instance) {
                    for (_, stored) in self.numbers.analysis.solution.contents(instance) {
                        let targets = self.targets(*stored);
                        self.edge(vertex, targets);
                    }
                }
            }
        }
        vertex
    }
}
