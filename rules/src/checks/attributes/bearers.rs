//! Functions and calls that have the same attributes, so that a program judges them once.

use facts_schema::{
    CallInstruction, Entity, EntityId, Facts, InstructionId, TypeId, UnnamedAddress, ValueId,
    ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute_sets::{Bearer, Place, SetId, Sets, Subjects};
use crate::checks::context::Context;
use crate::rule::Rule;
use crate::violation::{Detail, Violation};

/// All attributes of a function or call, with what else the rules ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ListId(u32);

/// What functions and calls with the same list agree in.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct List {
    pub function_type: TypeId,
    /// Whether it is a function, and no call.
    pub is_function: bool,
    pub is_intrinsic: bool,
    pub is_inline_asm: bool,
    /// Whether its address does not matter.
    pub is_unnamed: bool,
    /// Its sets of attributes, by place and position.
    pub sets: Vec<(Place, u32, SetId)>,
}

/// What a rule finds wrong with a list, at a place in it.
pub(super) struct Wrong {
    pub rule: Rule,
    pub list: ListId,
    pub place: Place,
    pub position: u32,
    pub detail: Detail,
}

/// The functions and calls with attributes that the rules are about, by list.
pub(super) struct Lists {
    pub different: Vec<List>,
    /// By list: all that have it.
    bearers: Vec<Vec<Bearer>>,
}

impl Lists {
    /// The lists in which `is_of_interest` holds of a set.
    pub fn of(context: &Context, sets: &Sets, is_of_interest: impl Fn(SetId) -> bool) -> Self {
        let of_interest = sets.uses.iter().filter(|it| is_of_interest(it.set));
        let bearers: FxHashSet<Bearer> = of_interest.map(|it| it.bearer).collect();
        let mut sets_of: FxHashMap<Bearer, Vec<(Place, u32, SetId)>> = FxHashMap::default();
        for it in sets.uses.iter().filter(|it| bearers.contains(&it.bearer)) {
            sets_of.entry(it.bearer).or_default().push((it.place, it.position, it.set));
        }
        let parts = Parts::of(context);
        let mut by_list: FxHashMap<List, Vec<Bearer>> = FxHashMap::default();
        for (bearer, sets) in sets_of {
            if let Some(list) = parts.list(bearer, sets) {
                by_list.entry(list).or_default().push(bearer);
            }
        }
        let (different, bearers) = by_list.into_iter().unzip();
        Self { different, bearers }
    }

    /// The different lists, with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (ListId, &List)> {
        (0..).map(ListId).zip(&self.different)
    }

    /// What is wrong with lists, said of all that have them.
    pub fn everywhere(&self, context: &Context, wrong: Vec<Wrong>) -> Vec<Violation> {
        let bearers = |list: ListId| self.bearers.get(list.0 as usize).into_iter().flatten();
        let bearers_of_all = wrong.iter().flat_map(|it| bearers(it.list)).copied();
        let subjects = Subjects::of(context.facts, bearers_of_all);
        let violations = wrong.iter().flat_map(|it| {
            let subject = |&bearer| subjects.subject(bearer, it.place, it.position);
            let subjects = bearers(it.list).map(subject).collect::<Vec<_>>();
            let (rule, detail) = (it.rule, it.detail);
            subjects.into_iter().map(move |subject| Violation { subject, rule, detail })
        });
        context.sample.everywhere(violations)
    }
}

/// Where lists are made from.
struct Parts<'a> {
    facts: &'a Facts,
    calls: FxHashMap<InstructionId, &'a CallInstruction>,
    unnamed: FxHashSet<ValueId>,
    /// Functions whose names begin with `llvm.`, known to LLVM or not.
    intrinsics: FxHashSet<ValueId>,
}

impl<'a> Parts<'a> {
    fn of(context: &'a Context) -> Self {
        let facts = context.facts;
        let calls = context.sample.facts.call_instruction.iter();
        let unnamed =
            facts.global.iter().filter(|row| row.unnamed_address == UnnamedAddress::Global);
        let functions = facts.function.iter().map(|row| row.value);
        Self {
            facts,
            calls: calls.map(|row| (row.instruction, row)).collect(),
            unnamed: unnamed.map(|row| row.global).collect(),
            intrinsics: functions.filter(|it| is_intrinsic(facts, *it)).collect(),
        }
    }

    fn list(&self, bearer: Bearer, sets: Vec<(Place, u32, SetId)>) -> Option<List> {
        Some(match bearer {
            Bearer::Function(function) => {
                let row = self.facts.function.get(function.index())?;
                List {
                    function_type: row.function_type,
                    is_function: true,
                    is_intrinsic: self.intrinsics.contains(&row.value),
                    is_inline_asm: false,
                    is_unnamed: self.unnamed.contains(&row.value),
                    sets,
                }
            }
            Bearer::Call(call) => {
                let row = self.calls.get(&call)?;
                let callee = self.facts.value.get(row.callee.index())?;
                List {
                    function_type: row.function_type,
                    is_function: false,
                    is_intrinsic: self.intrinsics.contains(&row.callee),
                    is_inline_asm: callee.kind == ValueKind::InlineAsm,
                    is_unnamed: false,
                    sets,
                }
            }
        })
    }
}

fn is_intrinsic(facts: &Facts, function: ValueId) -> bool {
    let (prefix, suffix) = facts.symbols.table(Entity::Value).parts(function.number());
    let mut symbol = prefix.iter().chain(suffix);
    b"@llvm.".iter().all(|byte| symbol.next() == Some(byte))
}
