//! Parts of memory that is not followed: by offset, and by member if debug information gives it.

use facts_schema::{EntityId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{Definition, Index};
use crate::constraints::{Origin, VariableOf};
use crate::offsets::{Offsets, Step};
use crate::source_types::Member;
use crate::{Store, Variable};

/// A part of memory that is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Its offset from the pointer that its address was computed from, in bytes.
    pub offset: u32,
    /// The member and its structure, if debug information gives them.
    pub member: Option<Member>,
}

/// The pointers stored in escaped memory.
#[derive(Debug, Default)]
pub struct Stored {
    /// By offset: the pointers stored there.
    by_offset: FxHashMap<u32, Vec<Variable>>,
    /// The same for stores to an unknown member.
    anywhere: FxHashMap<u32, Vec<Variable>>,
    /// By member: the pointers stored in it.
    by_member: FxHashMap<Member, Vec<Variable>>,
}

/// The maximum number of addresses that are searched for the members that one may refer to.
const CALLERS: usize = 64;

/// The maximum number of steps that are followed from an address to the pointer that it is an offset from.
const STEPS: usize = 16;

impl Stored {
    /// The pointers stored in this field: in the member, or in an unknown member.
    pub fn at(&self, field: Field) -> Vec<Variable> {
        let Some(member) = field.member else {
            return self.by_offset.get(&field.offset).cloned().unwrap_or_default();
        };
        let known = self.by_member.get(&member).into_iter().flatten();
        let unknown = self.anywhere.get(&field.offset).into_iter().flatten();
        known.chain(unknown).copied().collect()
    }
}

impl Index<'_> {
    /// Adds a store to escaped memory.
    pub fn add_stored(&mut self, row: &Store) {
        let members = self.members(row.address, row.offset);
        let is_table = self.is_virtual_table(row.address);
        for offset in self.offsets_of(row.address, row.offset) {
            self.stored.by_offset.entry(offset).or_default().push(row.from);
            if members.is_none() && !is_table {
                self.stored.anywhere.entry(offset).or_default().push(row.from);
            }
        }
        for member in members.into_iter().flatten() {
            self.stored.by_member.entry(member).or_default().push(row.from);
        }
    }

    fn is_virtual_table(&self, address: Variable) -> bool {
        let Some((object, _)) = self.addresses.get(&address) else { return false };
        let Origin::Global(global) = self.analysis.constraints.origin(*object) else {
            return false;
        };
        self.pointers.is_virtual_table(global)
    }

    /// The fields that an access at `offset` from the address may refer to.
    pub fn fields_of(&mut self, address: Variable, offset: u32) -> Vec<Field> {
        let Some(bytes) = self.offset_of(address, offset) else { return Vec::new() };
        let members = self.members(address, offset);
        let field = |member| Field { offset: bytes, member };
        members.map_or(vec![field(None)], |all| all.into_iter().map(|it| field(Some(it))).collect())
    }

    /// The members that may be at `offset` from the address, according to debug information; none if they are
    /// unknown.
    pub fn members_at(&mut self, address: Variable, offset: u32) -> Vec<Member> {
        let address = self.value(address);
        address.map(|it| self.pointers.members(it, offset)).unwrap_or_default()
    }

    /// Whether debug information shows that the variable points to structures, and so not to functions.
    pub fn points_to_structure(&mut self, variable: Variable) -> bool {
        self.value(variable).is_some_and(|value| self.pointers.points_to_structure(value))
    }

    /// The value whose whole content the variable holds.
    fn value(&self, variable: Variable) -> Option<ValueId> {
        match self.analysis.constraints.variables.get(variable.0 as usize)?.of {
            VariableOf::Value { value, part: 0 } | VariableOf::Along { value, part: 0, .. } => {
                Some(value)
            }
            _ => None,
        }
    }

    /// The members that may be at `offset` from the address. If debug information does not describe the address
    /// itself, the members at the addresses that callers pass; none if any is unknown.
    fn members(&mut self, address: Variable, offset: u32) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        let start = (address, i64::from(offset));
        let (mut seen, mut unexplored) = (FxHashSet::from_iter([start]), vec![start]);
        while let Some((address, offset)) = unexplored.pop() {
            let position = u32::try_from(offset).ok()?;
            let here = self.members_at(address, position);
            if !here.is_empty() {
                members.extend(here);
                continue;
            }
            for source in self.sources_of_address(address, offset)? {
                if seen.insert(source) {
                    unexplored.push(source);
                }
            }
            if seen.len() > CALLERS {
                return None;
            }
        }
        members.sort_unstable();
        members.dedup();
        Some(members)
    }

    /// The addresses that one is computed from, each with the offset from it; none if some are
    /// unknown.
    fn sources_of_address(&self, address: Variable, offset: i64) -> Option<Vec<(Variable, i64)>> {
        if let Some((from, step)) = self.shifts.get(&address)
            && let Some(bytes) = step.distance()
        {
            return Some(vec![(*from, offset.checked_add(bytes)?)]);
        }
        let mut sources = Vec::new();
        for definition in self.definitions(address) {
            match definition {
                Definition::Assign(from) => sources.push((from, offset)),
                Definition::Parameter { function, position, part } => {
                    if self.called_by_external.contains(&function) {
                        return None;
                    }
                    for site in self.callers(function) {
                        let arguments = self.arguments(site, position, part);
                        sources.extend(arguments.into_iter().map(|it| (it, offset)));
                    }
                }
                Definition::Result { site, part } => {
                    let constraints = &self.analysis.constraints;
                    let callee = constraints.sites.get(site.0 as usize)?.callee?;
                    let returns = constraints.functions[callee.index()].returns.iter();
                    let returned = returns.filter(|(it, _)| *it == part);
                    sources.extend(returned.map(|(_, variable)| (*variable, offset)));
                }
                Definition::Load { .. } | Definition::Moved | Definition::Address => return None,
            }
        }
        (!sources.is_empty()).then_some(sources)
    }

    /// The offset of an access, at `offset` from `address`, from the pointer that the address was computed from:
    /// constant steps are added, steps from element to element are not.
    pub fn offset_of(&self, address: Variable, offset: u32) -> Option<u32> {
        let mut offset = i64::from(offset);
        let mut address = address;
        for _ in 0..STEPS {
            if let Some((_, Offsets::At(offsets))) = self.addresses.get(&address) {
                offset += i64::from(*offsets);
                break;
            }
            let Some((from, step)) = self.shifts.get(&address) else { break };
            match step {
                Step::By(bytes)
                | Step::Along(bytes)
                | Step::Inside(bytes)
                | Step::InValue(bytes) => offset += bytes,
                Step::Over { .. }
                | Step::Back { .. }
                | Step::ToPointer { .. }
                | Step::OfClass(_)
                | Step::OfTrait(_)
                | Step::OffStack
                | Step::Among(_)
                | Step::Outside(_)
                | Step::Given(_) => {}
                Step::ToOrigin
                | Step::Computed
                | Step::Anywhere
                | Step::Within { .. }
                | Step::And(_)
                | Step::Or(_)
                | Step::Xor(_)
                | Step::Tagged { .. } => break,
            }
            address = *from;
        }
        u32::try_from(offset).ok()
    }

    /// The same, and for an array of a known object also the offset from the start of the element.
    pub fn offsets_of(&self, address: Variable, offset: u32) -> Vec<u32> {
        let mut offsets: Vec<u32> = self.offset_of(address, offset).into_iter().collect();
        if let (Some((object, _)), Some(&at)) = (self.addresses.get(&address), offsets.first()) {
            let constraints = &self.analysis.constraints;
            let layout = constraints.objects[object.0 as usize].layout;
            for array in &constraints.layouts[layout as usize].arrays {
                if (array.start..array.end).contains(&at) {
                    offsets.push((at - array.start) % array.stride.max(1));
                }
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        offsets
    }
}
