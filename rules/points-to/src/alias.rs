//! Whether two pointers can point to the same memory.
//!
//! Each value is treated as a pointer to one byte: access sizes are ignored. Two values of the same function are
//! compared within one run of that function.

use facts_schema::{AliasKind, EntityId, FunctionId, InstructionId, Linkage, ValueId, Word};
use rustc_hash::FxHashSet;

use crate::offsets::Offsets;
use crate::{Analysis, Context, Instance, Location, Node, Object, Origin, SetId};

/// Whether two pointers point to the same byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Alias {
    /// They never do.
    No,
    /// It is possible.
    May,
    /// They always point to the same byte, unless one of them is null or points outside of all objects.
    Must,
}

impl Alias {
    /// The corresponding value of the schema.
    pub fn word(self) -> AliasKind {
        match self {
            Self::No => AliasKind::No,
            Self::May => AliasKind::May,
            Self::Must => AliasKind::Must,
        }
    }

    /// `no`, `may` or `must`.
    pub fn name(self) -> &'static str {
        self.word().as_str()
    }
}

/// Whether two pointers alias, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AliasAnswer {
    /// The answer.
    pub alias: Alias,
    /// The locations that both pointers may point to.
    pub shared: Vec<Location>,
    /// Whether both may point to the same memory of external code.
    pub in_external: bool,
}

impl Analysis<'_> {
    /// Whether the two values can point to the same byte.
    pub fn alias(&self, one: ValueId, other: ValueId) -> AliasAnswer {
        let pairs = self.pairs(one, other);
        let mut shared = FxHashSet::default();
        let mut in_external = false;
        let mut is_must = true;
        let mut is_somewhere = false;
        for (one_set, other_set) in &pairs {
            let (one_set, other_set): (Vec<_>, Vec<_>) =
                (self.locations(*one_set), self.locations(*other_set));
            is_somewhere |= !one_set.is_empty() && !other_set.is_empty();
            is_must &= self.is_same_byte(&one_set, &other_set);
            in_external |= self.share_external(&one_set, &other_set)
                || self.share_external(&other_set, &one_set);
            let overlaps = |location: &&Location| {
                location.instance.object != Object::EXTERNAL && overlaps_any(location, &other_set)
            };
            shared.extend(one_set.iter().filter(overlaps).copied());
        }
        let alias = match () {
            () if one == other && is_somewhere => Alias::Must,
            () if is_must && !shared.is_empty() => Alias::Must,
            () if in_external || !shared.is_empty() => Alias::May,
            () => Alias::No,
        };
        let mut shared: Vec<_> = shared.into_iter().collect();
        shared.sort_unstable();
        AliasAnswer { alias, shared, in_external }
    }

    /// The points-to sets of the two values in the same context, in pairs.
    fn pairs(&self, one: ValueId, other: ValueId) -> Vec<(SetId, SetId)> {
        let (ones, others) = (self.sets(one), self.sets(other));
        let (owner, other_owner) = (self.owner(one), self.owner(other));
        let is_same_run = owner.is_some() && owner == other_owner;
        let pairs = ones.iter().flat_map(|(context, set)| {
            let others = others.iter().filter(move |(it, _)| !is_same_run || it == context);
            others.map(move |(_, other)| (*set, *other))
        });
        pairs.collect::<FxHashSet<_>>().into_iter().collect()
    }

    fn sets(&self, value: ValueId) -> Vec<(Context, SetId)> {
        let contexts = |(_, variable)| self.solution.contexts_of(variable).iter();
        let sets = self.constraints.parts_of(value).flat_map(contexts);
        sets.map(|(Node { context, .. }, set)| (*context, *set)).collect()
    }

    fn owner(&self, value: ValueId) -> Option<FunctionId> {
        let (_, variable) = self.constraints.parts_of(value).next()?;
        self.constraints.variables.get(variable.0 as usize)?.owner
    }

    fn locations(&self, set: SetId) -> Vec<Location> {
        self.solution.set(set).collect()
    }

    /// Whether the first points to external memory, and the second to external memory or to escaped memory.
    fn share_external(&self, one: &[Location], other: &[Location]) -> bool {
        let is_external = |location: &Location| location.instance.object == Object::EXTERNAL;
        let is_known = |location: &Location| {
            is_external(location) || self.solution.is_escaped(location.instance)
        };
        one.iter().any(is_external) && other.iter().any(is_known)
    }

    fn is_same_byte(&self, one: &[Location], other: &[Location]) -> bool {
        match (one, other) {
            ([one], [other]) => {
                let is_one = matches!(one.offsets, Offsets::At(_)) && self.is_single(one);
                one == other && is_one
            }
            _ => false,
        }
    }

    /// Whether only one such object exists while the program runs.
    fn is_single(&self, location: &Location) -> bool {
        match self.constraints.origin(location.instance.object) {
            Origin::Global(value) => {
                let Instance { object, context } = location.instance;
                let threads = &self.facts.thread_local;
                // The bytes of a string constant are not distinguished.
                !self.constraints.extent(object, context).has_one_offset()
                    && threads.iter().all(|row| row.global != value)
            }
            Origin::Function(_) => true,
            Origin::Stack(instruction) => self.runs_once(instruction),
            _ => false,
        }
    }

    /// Whether the alloca runs once: in the entry block of `main`, if nothing calls `main`.
    fn runs_once(&self, alloca: InstructionId) -> bool {
        let Some(row) = self.facts.instruction.get(alloca.index()) else { return false };
        let is_entry =
            self.facts.block.get(row.block.index()).is_some_and(|block| block.position == 0);
        is_entry
            && self.is_main(row.function)
            && self.solution.calls.iter().all(|call| call.function != row.function)
            && self.solution.escaped.iter().all(|instance| {
                self.constraints.origin(instance.object) != Origin::Function(row.function)
            })
    }

    fn is_main(&self, function: FunctionId) -> bool {
        let Some(row) = self.facts.function.get(function.index()) else { return false };
        let main = self.facts.texts.find(b"main");
        let is_called =
            self.facts.value_name.iter().any(|it| it.value == row.value && Some(it.name) == main);
        let global = self.facts.global.iter().find(|it| it.global == row.value);
        is_called && global.is_some_and(|it| it.linkage == Linkage::External)
    }
}

fn overlaps_any(location: &Location, others: &[Location]) -> bool {
    let start = others.partition_point(|it| it.instance < location.instance);
    let same = others[start..].iter().take_while(|it| it.instance == location.instance);
    same.into_iter().any(|it| it.offsets.overlaps(location.offsets))
}
