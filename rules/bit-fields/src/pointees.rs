//! Which structure a pointer points into, as far as the module says so anywhere.
//!
//! Pointers are opaque; but a `getelementptr` over a structure, a variable of it, a tag of type-based
//! alias analysis or debug information say what one pointer points into. What holds of one holds of
//! those that it is copied from or to: through variables, arguments, results, `phi`, `select` and
//! members of structures. Of several claims the nearest one counts.

use std::collections::VecDeque;

use facts_schema::view::View;
use facts_schema::{EntityId, MetadataId, Opcode, TypeId, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::copies::Copies;
use crate::copies::program::{Copied, Element, Transfer};
use crate::places::{Address, destination};

/// A structure, as the module names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// By a type.
    Type(TypeId),
    /// By a type node of type-based alias analysis, where there is no such type.
    Tag(MetadataId),
    /// By debug information.
    Source(MetadataId),
    /// Not at all: it is what this pointer points to.
    Unnamed(ValueId),
}

/// A pointer points `offset` bytes behind the beginning of `key`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The structure.
    pub key: Key,
    /// How many bytes.
    pub offset: i64,
}

/// More claims than these at the same distance contradict each other too much.
const MAX_CLAIMS: usize = 4;

/// So often the members of structures that have become known are looked at.
const ROUNDS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Value(ValueId),
    /// The pointer that lies in memory, a number of bytes behind this root.
    Content(ValueId, i64),
    /// The pointer that is a member of a structure.
    Member(Key, i64),
}

/// What is asked of structures while claims spread.
pub trait Structures {
    /// The innermost structure around a byte of a structure, and the byte's distance from its
    /// beginning; nothing if the structure does not have this byte.
    fn inner(&self, key: Key, offset: i64) -> Option<(Key, i64)>;

    /// What a pointer points to that is a member of a structure.
    fn pointed_to(&self, key: Key, offset: i64) -> Option<Claim>;
}

/// The pointers of a module, and which are copies of which.
pub struct Pointers<'c> {
    numbers: FxHashMap<Node, usize>,
    nodes: Vec<Node>,
    /// By node: another node, and how many bytes further that one points.
    edges: Vec<Vec<(usize, i64)>>,
    claims: Vec<Vec<Claim>>,
    distances: Vec<u32>,
    /// By node: whether its neighbours contradict each other, so that nothing holds of all of them.
    is_mixed: Vec<bool>,
    copies: &'c Copies,
}

impl<'c> Pointers<'c> {
    /// The pointers of a module, with no claims yet.
    pub fn new(copies: &'c Copies) -> Self {
        let mut it = Self {
            numbers: FxHashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            claims: Vec::new(),
            distances: Vec::new(),
            is_mixed: Vec::new(),
            copies,
        };
        for &Copied(from, to, offset) in &copies.copied {
            it.edge(Node::Value(from), Node::Value(to), offset);
        }
        for &Transfer(memory, pointer) in &copies.transfers {
            let content = Node::Content(memory.root, memory.offset);
            it.edge(content, Node::Value(pointer.root), pointer.offset.saturating_neg());
        }
        it
    }

    fn node(&mut self, node: Node) -> usize {
        let new = self.edges.len();
        let number = *self.numbers.entry(node).or_insert(new);
        if number == new {
            self.nodes.push(node);
            self.edges.push(Vec::new());
            self.claims.push(Vec::new());
            self.distances.push(u32::MAX);
            self.is_mixed.push(false);
        }
        number
    }

    /// `to` points `offset` bytes behind where `from` does.
    fn edge(&mut self, from: Node, to: Node, offset: i64) {
        let (from, to) = (self.node(from), self.node(to));
        if from != to {
            self.edges[from].push((to, offset));
            self.edges[to].push((from, offset.saturating_neg()));
        }
    }

    /// What is claimed of a pointer.
    pub fn claim(&mut self, view: &View, pointer: ValueId, key: Key, offset: i64) {
        let place = destination(view, pointer);
        let offset = offset.saturating_sub(place.offset);
        self.claim_of(Node::Value(place.root), Claim { key, offset });
    }

    /// What is claimed of the pointer in memory where `address` points.
    pub fn claim_content(&mut self, view: &View, address: ValueId, key: Key, offset: i64) {
        let place = destination(view, address);
        self.claim_of(Node::Content(place.root, place.offset), Claim { key, offset });
    }

    fn claim_of(&mut self, node: Node, claim: Claim) {
        let node = self.node(node);
        self.distances[node] = 0;
        if !self.claims[node].contains(&claim) {
            self.claims[node].push(claim);
        }
    }

    /// Lets what is claimed of pointers hold of their copies.
    pub fn spread(&mut self, structures: &impl Structures) {
        for _ in 0..ROUNDS {
            self.spread_once();
            self.find_mixed(structures);
            self.spread_once();
            self.add_members(structures);
            self.add_elements(structures);
        }
        self.spread_once();
        self.find_mixed(structures);
        self.spread_once();
    }

    /// Breadth first from what is claimed.
    fn spread_once(&mut self) {
        let mut queue = VecDeque::new();
        for node in 0..self.edges.len() {
            if self.distances[node] == 0 {
                queue.push_back(node);
            } else {
                self.distances[node] = u32::MAX;
                self.claims[node].clear();
            }
        }
        while let Some(node) = queue.pop_front() {
            let distance = self.distances[node].saturating_add(1);
            for edge in 0..self.edges[node].len() {
                let (to, bytes) = self.edges[node][edge];
                if self.distances[to] < distance || self.is_mixed[to] {
                    continue;
                }
                if self.distances[to] > distance {
                    self.distances[to] = distance;
                    self.claims[to].clear();
                    queue.push_back(to);
                }
                for claim in self.claims[node].clone() {
                    let offset = claim.offset.saturating_add(bytes);
                    let claim = Claim { offset, ..claim };
                    if self.claims[to].len() <= MAX_CLAIMS && !self.claims[to].contains(&claim) {
                        self.claims[to].push(claim);
                    }
                }
            }
        }
    }

    /// Finds the nodes that nothing is said of but by neighbours, and those disagree: pointers to
    /// anything.
    fn find_mixed(&mut self, structures: &impl Structures) {
        for node in 0..self.edges.len() {
            if self.distances[node] == 0 {
                continue;
            }
            let mut first = None;
            for &(neighbour, bytes) in &self.edges[node] {
                for claim in &self.claims[neighbour] {
                    let offset = claim.offset.saturating_sub(bytes);
                    let key = structures.inner(claim.key, offset).map(|(key, _)| key);
                    let key = key.unwrap_or(claim.key);
                    self.is_mixed[node] |= *first.get_or_insert(key) != key;
                }
            }
        }
    }

    /// What a pointer points into of which nothing is said, but that it points to an element of an array.
    fn add_elements(&mut self, structures: &impl Structures) {
        for &Element(first, pointer) in &self.copies.elements {
            let found = self.structure(first, structures);
            let node = self.node(Node::Value(pointer));
            if let Some((key, offset)) = found
                && self.distances[node] != 0
            {
                self.claim_of(Node::Value(pointer), Claim { key, offset });
            }
        }
    }

    /// Pointers in the same member of a structure point to the same kind of thing.
    fn add_members(&mut self, structures: &impl Structures) {
        let mut found = Vec::new();
        for &Transfer(memory, pointer) in &self.copies.transfers {
            if let Some((key, offset)) = self.structure(memory, structures) {
                found.push((key, offset, pointer));
            }
        }
        for (key, offset, pointer) in found {
            let member = Node::Member(key, offset);
            let is_new = !self.numbers.contains_key(&member);
            self.edge(member, Node::Value(pointer.root), pointer.offset.saturating_neg());
            if is_new && let Some(claim) = structures.pointed_to(key, offset) {
                self.claim_of(member, claim);
            }
        }
    }

    /// What a place in memory belongs to: the innermost structure around it, and its distance from
    /// the beginning of that.
    pub fn structure(&self, place: Address, structures: &impl Structures) -> Option<(Key, i64)> {
        let node = self.numbers.get(&Node::Value(place.root))?;
        let claims = self.claims.get(*node)?;
        if claims.len() > MAX_CLAIMS {
            return None;
        }
        let inner =
            |claim: &Claim| structures.inner(claim.key, claim.offset.saturating_add(place.offset));
        let mut found: Vec<_> = claims.iter().filter_map(inner).collect();
        found.sort_unstable();
        found.dedup();
        match found.as_slice() {
            [it] => Some(*it),
            _ => None,
        }
    }

    /// A pointer that stands for those that are copies of this one by variables of its function: an
    /// argument, if one is among them. With it, how many bytes further than that this one points.
    pub fn representative(&self, view: &View, root: ValueId) -> (ValueId, i64) {
        let Some(&start) = self.numbers.get(&Node::Value(root)) else { return (root, 0) };
        let mut best = (root, 0);
        for &(variable, first) in &self.edges[start] {
            if !matches!(self.nodes[variable], Node::Content(it, _) if is_alloca(view, it)) {
                continue;
            }
            for &(other, second) in &self.edges[variable] {
                let Node::Value(value) = self.nodes[other] else { continue };
                let rank = |it: ValueId| (!is_argument(view, it), it.number());
                if rank(value) < rank(best.0) {
                    best = (value, first.saturating_add(second).saturating_neg());
                }
            }
        }
        best
    }
}

fn is_argument(view: &View, value: ValueId) -> bool {
    view.kind_of(value) == Some(ValueKind::Argument)
}

fn is_alloca(view: &View, value: ValueId) -> bool {
    view.definition_of(value).and_then(|it| view.opcode_of(it)) == Some(Opcode::Alloca)
}
