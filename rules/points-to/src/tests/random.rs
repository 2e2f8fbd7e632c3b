//! Random constraints with few functions, variables and objects, so that they interact often. The objects are
//! small: in large ones, a pointer on a cycle visits thousands of locations.

use facts_schema::{FunctionId, InstructionId, ValueId};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::constraints::Allocated;
use crate::context::Context;
use crate::generate::builder::Builder;
use crate::offsets::{Array, Given, Group, ObjectLayout, Offsets, Step, Trait};
use crate::{
    Address, Argument, Assign, Call, CallResult, CallSite, CallSiteInfo, Constraints, FunctionInfo,
    FunctionKind, Instance, Length, Load, Object, ObjectInfo, Opaque, Origin, Shift, Size, Store,
    Transfer, Variable, VariableArguments, definition,
};

const LOCALS: usize = 4;

/// Any constraints.
pub fn constraints() -> impl Strategy<Value = Constraints> {
    let kinds = vec(0..4_u8, 1..5);
    (kinds, vec(any::<[u8; 6]>(), 0..30)).prop_map(|(kinds, rows)| {
        let mut sample = Sample::new(&kinds);
        rows.into_iter().for_each(|row| sample.add(row));
        sample.builder.finish()
    })
}

/// An arbitrary choice of opaque memory from a solution with these contexts, given by the bits of a number.
pub fn opaque(constraints: &Constraints, depth: usize, choice: u64) -> Opaque {
    let solution = definition::solve(constraints, depth, &Opaque::default());
    let mut instances: Vec<_> = solution.locations.iter().map(|it| it.instance).collect();
    instances.dedup();
    let instances = instances.into_iter().enumerate();
    instances.filter(|(number, _)| choice >> (number % 64) & 1 == 1).map(|(_, it)| it).collect()
}

struct Sample {
    builder: Builder,
    globals: Vec<Variable>,
    /// By function.
    locals: Vec<Vec<Variable>>,
    /// The objects that exist once.
    objects: Vec<Object>,
    /// By function.
    local_objects: Vec<Vec<Object>>,
}

/// One of the items, by any number.
fn pick<T: Copy>(items: &[T], number: u8) -> T {
    items[usize::from(number) % items.len()]
}

impl Sample {
    fn new(kinds: &[u8]) -> Self {
        let function = |kind: &u8| {
            FunctionInfo::new(match kind {
                0 | 1 => FunctionKind::Defined,
                2 => FunctionKind::Modelled,
                _ => FunctionKind::Unknown,
            })
        };
        let mut builder = Builder::new(kinds.iter().map(function).collect());
        builder.constraints().roots.push(FunctionId(0));

        let globals =
            Variable::FIXED.into_iter().chain((0..3).map(|_| builder.temporary(None))).collect();
        let functions = 0..kinds.len() as u32;
        let locals = functions.clone().map(|function| {
            (0..LOCALS).map(|_| builder.temporary(Some(FunctionId(function)))).collect()
        });
        let mut sample = Self {
            globals,
            locals: locals.collect(),
            builder,
            objects: vec![Object::EXTERNAL],
            local_objects: Vec::new(),
        };
        for (number, layout) in layouts().into_iter().enumerate() {
            let origin = Origin::Global(ValueId(number as u32));
            let object =
                sample.object(None, origin, layout, Size::OfLayout, ![1, 7].contains(&number));
            sample.objects.push(object);
        }
        for function in functions {
            sample.add_function(FunctionId(function));
        }
        let instances = sample.objects.iter().step_by(2);
        let instances = instances.map(|it| Instance { object: *it, context: Context::EMPTY });
        let group = instances.collect();
        sample.builder.constraints().groups.push(group);
        sample
    }

    /// Adds a function, which has an object, takes and returns its first locals, and owns two objects.
    fn add_function(&mut self, function: FunctionId) {
        let word = ObjectLayout { size: Some(1), alignment: 1, ..ObjectLayout::default() };
        let object = self.object(None, Origin::Function(function), word, Size::OfLayout, false);
        self.objects.push(object);
        let [one, other] =
            [function.0, function.0 + 1].map(|it| layouts()[it as usize % 6].clone());
        let has_body =
            self.builder.constraints().functions[function.0 as usize].kind == FunctionKind::Defined;
        let size = if has_body { Size::OfLayout } else { Size::Argument(0) };
        let owned = [
            (Origin::Stack(InstructionId(function.0)), one, Size::OfLayout),
            (Origin::Heap(function), other, size),
        ];
        let owned = owned
            .map(|(origin, layout, size)| self.object(Some(function), origin, layout, size, true));
        self.local_objects.push(owned.to_vec());

        let locals = &self.locals[function.0 as usize];
        let info = &mut self.builder.constraints().functions[function.0 as usize];
        info.is_cloned = has_body;
        info.is_cloned_behind_pointers = has_body && function.0.is_multiple_of(2);
        info.parameter_count = 1 + function.0 % 2;
        info.parameters = vec![(0, 0, locals[0]), (0, 8, locals[1]), (1, 0, locals[1])];
        info.variadic = (function.0 % 2 == 1).then_some(locals[2]);
        info.returns = vec![(0, locals[3]), (8, locals[0])];
    }

    fn object(
        &mut self,
        owner: Option<FunctionId>,
        origin: Origin,
        layout: ObjectLayout,
        size: Size,
        is_writable: bool,
    ) -> Object {
        let layout = self.builder.layout(layout);
        self.builder.object(ObjectInfo { owner, origin, layout, size, is_writable })
    }

    fn has_second_word(&mut self, object: Object) -> bool {
        let constraints = self.builder.constraints();
        let layout = constraints.objects[object.0 as usize].layout;
        constraints.layouts[layout as usize].size.is_none_or(|size| size > 8)
    }

    /// Adds one constraint to a body.
    fn add(&mut self, [kind, owner, one, two, three, four]: [u8; 6]) {
        // One body is the module's.
        let owner = usize::from(owner) % (self.locals.len() + 1);
        let owner = (owner < self.locals.len()).then_some(owner);
        let locals = owner.map_or(&[][..], |owner| &self.locals[owner]);
        let variables: Vec<Variable> = self.globals.iter().chain(locals).copied().collect();
        let locals = owner.map_or(&[][..], |owner| &self.local_objects[owner]);
        let objects: Vec<Object> = self.objects.iter().chain(locals).copied().collect();
        let from = pick(&variables, one);
        // Nothing changes the variable of external code.
        let to = pick(&variables[1..], two);
        let third = pick(&variables, three);

        if kind % 10 >= 8 {
            if let Some(caller) = owner {
                self.add_call(caller, from, to, third, four);
            }
            return;
        }
        let object = pick(&objects, one);
        let offsets = if self.has_second_word(object) { u32::from(three % 2) * 8 } else { 0 };
        let offsets = Offsets::At(offsets);
        // Initializers write to their own global, whatever else points there.
        let initialised = owner.is_none().then(|| self.builder.temporary(None));
        let address = initialised.unwrap_or(from);
        let body = match owner {
            Some(owner) => &mut self.builder.constraints().functions[owner].body,
            None => &mut self.builder.constraints().module,
        };
        body.addresses.extend(initialised.map(|variable| Address { variable, object, offsets }));
        match kind % 10 {
            0..=2 => {
                body.addresses.push(Address { variable: to, object, offsets });
            }
            3 => body.assigns.push(Assign { to, from }),
            4 => body.shifts.push(Shift { to, from, step: pick(&STEPS, three) }),
            5 => body.loads.push(Load { to, address: from, offset: u32::from(three % 3) * 8 }),
            6 => {
                let offset = u32::from(four % 3) * 8;
                body.stores.push(Store { address, offset, from: third });
            }
            _ => {
                let length = pick(&LENGTHS, four);
                body.transfers.push(Transfer { to: address, from: third, length });
            }
        }
    }

    fn add_call(
        &mut self,
        caller: usize,
        callee: Variable,
        result: Variable,
        argument: Variable,
        number: u8,
    ) {
        let function = FunctionId(caller as u32);
        let sites = (0..).map(CallSite).zip(&self.builder.constraints().sites);
        let part_of = sites.last().filter(|(_, it)| number & 128 != 0 && it.function == function);
        let part_of = part_of.map(|(site, it)| it.part_of.unwrap_or(site));
        let layouts = self.builder.constraints().layouts.len() as u32;
        let site = self.builder.site(CallSiteInfo {
            // Clones only call each other in a cycle if the call is marked as recursive.
            callee: Some(FunctionId(if number & 8 == 0 { caller as u32 + 1 } else { 0 }))
                .filter(|_| number & 24 != 24),
            is_recursive: number & 8 != 0,
            argument_count: u32::from(number % 4),
            is_unprototyped: number.is_multiple_of(8),
            constants: if number & 4 == 0 {
                vec![(0, u64::from(number / 16) * 8)]
            } else {
                Vec::new()
            },
            multiples: vec![(0, if number & 16 == 0 { 8 } else { 16 })],
            allocates: match number % 4 {
                0 => Allocated::Layout(u32::from(number) % layouts),
                1 => Allocated::OfSize(u32::from(number) % layouts),
                2 => Allocated::ForCaller,
                _ => Allocated::Unknown,
            },
            part_of,
            ..CallSiteInfo::plain(function, None)
        });
        let body = &mut self.builder.constraints().functions[caller].body;
        body.calls.push(Call { site, callee });
        for position in 0..u32::from(number % 4) {
            let part = if number & 16 == 0 { 0 } else { 8 };
            body.arguments.push(Argument { site, position, part, variable: argument });
        }
        if number & 32 == 0 {
            body.variable_arguments.push(VariableArguments { site, variable: argument });
        }
        let part = if number & 64 == 0 { 0 } else { 8 };
        body.results.push(CallResult { site, part, variable: result });
    }
}

const STEPS: [Step; 24] = [
    Step::By(8),
    Step::By(-8),
    Step::Along(16),
    Step::Over { stride: 16, count: None },
    Step::Over { stride: 8, count: Some(2) },
    Step::Over { stride: 1, count: None },
    Step::Back { stride: 1 },
    Step::Inside(16),
    Step::InValue(8),
    Step::ToOrigin,
    Step::ToPointer { is_backward: false },
    Step::Computed,
    Step::Anywhere,
    Step::Within { start: 8, end: 24 },
    Step::And(!7),
    Step::Or(8),
    Step::Tagged { mask: 8, bits: 8 },
    Step::Among(Group(0)),
    Step::Outside(Group(0)),
    Step::OfTrait(None),
    Step::OfTrait(Some(Trait(1))),
    Step::OffStack,
    Step::Given(Given::new(0, 8, 8, true)),
    Step::Given(Given::new(0, 8, 8, false)),
];

const LENGTHS: [Length; 4] =
    [Length::Unknown, Length::Bytes(8), Length::Bytes(16), Length::Argument(0)];

fn layouts() -> [ObjectLayout; 8] {
    let array = |is_folded| Array { start: 8, end: 40, stride: 16, is_folded };
    let layout = |size, arrays, members: &[u32]| ObjectLayout {
        size,
        alignment: 8,
        arrays,
        members: members.to_vec(),
        ..ObjectLayout::default()
    };
    let text = layout(Some(40), Vec::new(), &[0, 8, 16, 24, 32]);
    [
        layout(Some(24), Vec::new(), &[0, 8]),
        layout(Some(16), Vec::new(), &[]),
        layout(Some(48), vec![array(false)], &[0, 8, 16, 40]),
        layout(Some(40), vec![array(true)], &[0, 8]),
        layout(Some(32), vec![Array { start: 0, end: 32, stride: 8, is_folded: false }], &[]),
        layout(Some(0), Vec::new(), &[]),
        ObjectLayout { pointers: vec![0, 8, 32], ..text },
        ObjectLayout {
            is_virtual_table: true,
            traits: vec![Trait(0)],
            ..layout(Some(40), Vec::new(), &[0, 8, 16, 24, 32])
        },
    ]
}
