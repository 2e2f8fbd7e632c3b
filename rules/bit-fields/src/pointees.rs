//! The structures that pointers point into, as far as the module shows them anywhere.
//!
//! Pointers are opaque; but a `getelementptr` over a structure, a variable of its type, a tag of type-based alias
//! analysis or debug information shows what one pointer points into. The same holds for copies of the pointer:
//! through variables, arguments, results, `phi`, `select` and members of structures. Of several claims, the
//! nearest one applies.

use std::collections::VecDeque;

use facts_schema::view::View;
use facts_schema::{EntityId, MetadataId, Opcode, TypeId, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::copies::Copies;
use crate::copies::program::{Copied, Element, Transfer};
use crate::places::{Address, destination};

/// The identity of a structure in the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// By a type.
    Type(TypeId),
    /// A type node of type-based alias analysis, if there is no such type.
    Tag(MetadataId),
    /// By debug information.
    Source(MetadataId),
    /// Unnamed: the target of this pointer.
    Unnamed(ValueId),
}

/// A claim that a pointer points to `offset` bytes after the beginning of `key`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The structure.
    pub key: Key,
    /// The offset in bytes.
    pub offset: i64,
}

/// If there are more claims than this at the same distance, they contradict each other too much.
const MAX_CLAIMS: usize = 4;

/// The number of times that newly known members of structures are examined.
const ROUNDS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Value(ValueId),
    /// The pointer stored in memory at an offset from this root.
    Content(ValueId, i64),
    /// The pointer that is a member of a structure.
    Member(Key, i64),
}

/// The queries on structures that spreading claims needs.
pub trait Structures {
    /// The innermost structure around a byte of a structure, and the byte's offset in it; none if the structure
    /// does not have this byte.
    fn inner(&self, key: Key, offset: i64) -> Option<(Key, i64)>;

    /// The target of a pointer that is a member of a structure.
    fn pointed_to(&self, key: Key, offset: i64) -> Option<Claim>;
}

/// The pointers of a module, and the copies among them.
pub struct Pointers<'c> {
    numbers: FxHashMap<Node, usize>,
    nodes: Vec<Node>,
    /// By node: its neighbours, each with its distance in bytes.
    edges: Vec<Vec<(usize, i64)>>,
    claims: Vec<Vec<Claim>>,
    distances: Vec<u32>,
    /// By node: whether its neighbours contradict each other, so that no claim holds for all of them.
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

    /// `to` points `offset` bytes after the target of `from`.
    fn edge(&mut self, from: Node, to: Node, offset: i64) {
        let (from, to) = (self.node(from), self.node(to));
        if from != to {
            self.edges[from].push((to, offset));
            self.edges[to].push((from, offset.saturating_neg()));
        }
    }

    /// Adds a claim about a pointer.
    pub fn claim(&mut self, view: &View, pointer: ValueId, key: Key, offset: i64) {
        let place = destination(view, pointer);
        let offset = offset.saturating_sub(place.offset);
        self.claim_of(Node::Value(place.root), Claim { key, offset });
    }

    /// Adds a claim about the pointer in the memory that `address` points to.
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

    /// Spreads claims about pointers to their copies.
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

    /// Spreads claims breadth first.
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

    /// Finds the nodes without claims of their own whose neighbours disagree: pointers to anything.
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

    /// Adds claims about pointers without claims that point to an element of an array.
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

    /// Pointers in the same member of a structure point to the same type.
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

    /// The innermost structure around a place in memory, and the place's offset in it.
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

    /// A representative of the copies of this pointer through variables of its function, preferably an argument.
    /// Also returns the distance from the representative to this pointer, in bytes.
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
