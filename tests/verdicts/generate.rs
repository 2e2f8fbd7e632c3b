//! Random well-formed modules.

use extractor::inkwell::basic_block::BasicBlock;
use extractor::inkwell::builder::{Builder, BuilderError};
use extractor::inkwell::context::Context;
use extractor::inkwell::module::Module;
use extractor::inkwell::types::{BasicType, BasicTypeEnum};
use extractor::inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, FloatValue, FunctionValue,
    InstructionOpcode, IntValue, PhiValue, PointerValue,
};
use extractor::inkwell::{
    AddressSpace, AtomicOrdering, AtomicRMWBinOp, FloatPredicate, IntPredicate,
};
use petgraph::algo::dominators::{self, Dominators};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::choices::Choices;

/// A module with a few globals and functions.
pub fn module<'c>(context: &'c Context, choices: &mut Choices) -> Module<'c> {
    let module = context.create_module("random");
    let types = types(context);
    for number in 0..1 + choices.below(3) {
        // The size of a global must be a compile-time constant.
        let sized: Vec<_> = types.iter().filter(|it| !it.is_scalable_vector_type()).collect();
        let r#type = *choices.pick(&sized);
        let global = module.add_global(r#type, None, &format!("global{number}"));
        if choices.below(3) > 0 {
            global.set_initializer(&r#type.const_zero());
        }
    }
    let mut functions = Vec::new();
    for number in 0..2 + choices.below(3) {
        let parameters: Vec<_> =
            (0..choices.below(5)).map(|_| choices.pick(&types).into()).collect();
        let is_variadic = choices.below(6) == 1;
        let r#type = match choices.below(types.len() + 1) {
            0 => context.void_type().fn_type(&parameters, is_variadic),
            other => types[other - 1].fn_type(&parameters, is_variadic),
        };
        functions.push(module.add_function(&format!("function{number}"), r#type, None));
    }
    // The last one remains a declaration.
    for &function in &functions[..functions.len() - 1] {
        Body::new(context, &module, &types, function, choices).fill(choices);
    }
    module
}

/// The types of values.
pub fn types(context: &Context) -> Vec<BasicTypeEnum<'_>> {
    let pointer = context.ptr_type(AddressSpace::default());
    let (i32, i64) = (context.i32_type(), context.i64_type());
    let float = context.f32_type();
    vec![
        i32.into(),
        i64.into(),
        pointer.into(),
        context.bool_type().into(),
        context.i8_type().into(),
        context.i128_type().into(),
        context.custom_width_int_type(17.try_into().expect("not 0")).expect("a width").into(),
        float.into(),
        context.f64_type().into(),
        context.f16_type().into(),
        context.x86_f80_type().into(),
        context.ptr_type(AddressSpace::from(3)).into(),
        i32.vec_type(4).into(),
        context.bool_type().vec_type(4).into(),
        float.vec_type(4).into(),
        pointer.vec_type(2).into(),
        i64.vec_type(2).into(),
        i32.scalable_vec_type(4).into(),
        context.struct_type(&[i32.into(), pointer.into()], false).into(),
        context.struct_type(&[i64.array_type(3).into(), float.into()], true).into(),
        i32.array_type(5).into(),
    ]
}

/// A function whose body is being generated.
struct Body<'c, 'a> {
    context: &'c Context,
    module: &'a Module<'c>,
    types: &'a [BasicTypeEnum<'c>],
    function: FunctionValue<'c>,
    builder: Builder<'c>,
    blocks: Vec<BasicBlock<'c>>,
    /// By block: the successors.
    successors: Vec<Vec<usize>>,
    dominators: Dominators<NodeIndex>,
    /// By block: the results computed in it.
    computed: Vec<Vec<BasicValueEnum<'c>>>,
    current: usize,
}

impl<'c, 'a> Body<'c, 'a> {
    fn new(
        context: &'c Context,
        module: &'a Module<'c>,
        types: &'a [BasicTypeEnum<'c>],
        function: FunctionValue<'c>,
        choices: &mut Choices,
    ) -> Self {
        let count = 1 + choices.below(6);
        let blocks: Vec<_> = (0..count)
            .map(|number| context.append_basic_block(function, &format!("block{number}")))
            .collect();
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<_> = blocks.iter().map(|_| graph.add_node(())).collect();
        // No edge leads to the entry.
        let successors: Vec<Vec<usize>> = (0..count)
            .map(|_| {
                (0..if count == 1 { 0 } else { choices.below(4) })
                    .map(|_| 1 + choices.below(count - 1))
                    .collect()
            })
            .collect();
        for (block, successors) in successors.iter().enumerate() {
            for &successor in successors {
                graph.add_edge(nodes[block], nodes[successor], ());
            }
        }
        Self {
            context,
            module,
            types,
            function,
            builder: context.create_builder(),
            dominators: dominators::simple_fast(&graph, nodes[0]),
            computed: vec![Vec::new(); count],
            blocks,
            successors,
            current: 0,
        }
    }

    fn fill(mut self, choices: &mut Choices) {
        // A block is filled after its dominators.
        let depth = |block: usize| {
            self.dominators.dominators(NodeIndex::new(block)).map_or(0, |path| path.count())
        };
        let mut order: Vec<usize> = (0..self.blocks.len()).collect();
        order.sort_by_key(|&block| depth(block));
        let mut phis = Vec::new();
        for block in order {
            self.current = block;
            self.builder.position_at_end(self.blocks[block]);
            if self.predecessors(block).next().is_some() {
                for _ in 0..choices.below(3) {
                    let phi = self
                        .builder
                        .build_phi(choices.pick(self.types), "phi")
                        .expect("positioned");
                    self.computed[block].push(phi.as_basic_value());
                    phis.push((block, phi));
                }
            }
            for _ in 0..choices.below(8) {
                if let Some(value) = self.instruction(choices).expect("positioned") {
                    self.computed[block].push(value);
                }
            }
            self.terminator(choices).expect("positioned");
        }
        for (block, phi) in phis {
            self.complete(block, phi, choices);
        }
    }

    /// The predecessors of `block`, once per edge.
    fn predecessors(&self, block: usize) -> impl Iterator<Item = usize> {
        let goes_there = move |(from, successors): (usize, &Vec<usize>)| {
            successors.iter().filter(|&&it| it == block).map(|_| from).collect::<Vec<_>>()
        };
        self.successors.iter().enumerate().flat_map(goes_there)
    }

    /// Adds an incoming value for each edge, equal for edges from the same block.
    fn complete(&mut self, block: usize, phi: PhiValue<'c>, choices: &mut Choices) {
        let mut known: Vec<(usize, BasicValueEnum<'c>)> = Vec::new();
        for predecessor in self.predecessors(block).collect::<Vec<_>>() {
            let value = match known.iter().find(|(block, _)| *block == predecessor) {
                Some((_, value)) => *value,
                None => {
                    self.current = predecessor;
                    self.value(phi.as_basic_value().get_type(), choices)
                }
            };
            known.push((predecessor, value));
            phi.add_incoming(&[(&value, self.blocks[predecessor])]);
        }
    }

    /// A value of this type that can be used in the current block.
    fn value(&self, r#type: BasicTypeEnum<'c>, choices: &mut Choices) -> BasicValueEnum<'c> {
        let fitting: Vec<_> = self.visible().filter(|value| value.get_type() == r#type).collect();
        match choices.pick_any(&fitting) {
            Some(value) if choices.below(5) > 0 => value,
            _ => r#type.const_zero(),
        }
    }

    fn visible(&self) -> impl Iterator<Item = BasicValueEnum<'c>> {
        let node = NodeIndex::new(self.current);
        let dominators = self.dominators.dominators(node).into_iter().flatten();
        let blocks = dominators.map(|node| node.index());
        let computed = blocks.flat_map(|block| self.computed[block].iter().copied());
        computed.chain(self.function.get_param_iter())
    }

    fn int(&self, choices: &mut Choices) -> IntValue<'c> {
        let ints: Vec<_> = self.types.iter().filter(|it| it.is_int_type()).copied().collect();
        self.value(choices.pick(&ints), choices).into_int_value()
    }

    fn float(&self, choices: &mut Choices) -> FloatValue<'c> {
        let floats: Vec<_> = self.types.iter().filter(|it| it.is_float_type()).copied().collect();
        self.value(choices.pick(&floats), choices).into_float_value()
    }

    fn pointer(&self, choices: &mut Choices) -> PointerValue<'c> {
        let r#type = self.context.ptr_type(AddressSpace::default());
        self.value(r#type.into(), choices).into_pointer_value()
    }

    fn boolean(&self, choices: &mut Choices) -> IntValue<'c> {
        self.value(self.context.bool_type().into(), choices).into_int_value()
    }

    /// Adds an instruction, and returns its result.
    fn instruction(
        &mut self,
        choices: &mut Choices,
    ) -> Result<Option<BasicValueEnum<'c>>, BuilderError> {
        let any = choices.pick(self.types);
        let value = match choices.below(18) {
            0 => return self.integer_operation(choices).map(Some),
            1 => {
                let first = self.float(choices);
                let second = self.value(first.get_type().into(), choices).into_float_value();
                match choices.below(3) {
                    0 => self.builder.build_float_add(first, second, "sum")?.into(),
                    1 => self.builder.build_float_rem(first, second, "rest")?.into(),
                    _ => self.builder.build_float_neg(first, "negated")?.into(),
                }
            }
            2 => return self.comparison(choices).map(Some),
            3 => {
                let (first, second) = (self.value(any, choices), self.value(any, choices));
                self.builder.build_select(self.boolean(choices), first, second, "chosen")?
            }
            4 | 5 => return self.conversion(choices),
            6 => self.builder.build_alloca(any, "room")?.into(),
            7 | 8 => self.builder.build_load(any, self.pointer(choices), "loaded")?,
            9 => {
                self.builder.build_store(self.pointer(choices), self.value(any, choices))?;
                return Ok(None);
            }
            10 | 11 => return self.call(choices),
            12 => {
                let r#type = self.types[18].into_struct_type();
                let whole = self.value(r#type.into(), choices).into_struct_value();
                if choices.below(2) == 0 {
                    self.builder.build_extract_value(whole, choices.below(2) as u32, "part")?
                } else {
                    let part = self.value(self.context.i32_type().into(), choices);
                    self.builder.build_insert_value(whole, part, 0, "whole")?.as_basic_value_enum()
                }
            }
            13 => {
                let vector = self.value(self.types[12], choices).into_vector_value();
                let index = self.int(choices);
                if choices.below(2) == 0 {
                    self.builder.build_extract_element(vector, index, "element")?
                } else {
                    let element = self.value(self.context.i32_type().into(), choices);
                    self.builder.build_insert_element(vector, element, index, "vector")?.into()
                }
            }
            14 => {
                let vectors =
                    [0, 1].map(|_| self.value(self.types[12], choices).into_vector_value());
                let lanes = [0, 5, 2, 7].map(|lane| self.context.i32_type().const_int(lane, false));
                let mask = extractor::inkwell::types::VectorType::const_vector(&lanes);
                self.builder.build_shuffle_vector(vectors[0], vectors[1], mask, "shuffled")?.into()
            }
            15 => return self.atomic(choices),
            16 => {
                let base = self.pointer(choices);
                let index = self.int(choices);
                // SAFETY: the code is never executed.
                unsafe { self.builder.build_gep(any, base, &[index], "address")? }.into()
            }
            _ => {
                let float = self.value(self.types[14], choices).into_vector_value();
                let other = self.value(self.types[14], choices).into_vector_value();
                self.builder.build_float_mul(float, other, "product")?.into()
            }
        };
        Ok(Some(value))
    }

    fn integer_operation(
        &mut self,
        choices: &mut Choices,
    ) -> Result<BasicValueEnum<'c>, BuilderError> {
        let first = self.int(choices);
        let second = self.value(first.get_type().into(), choices).into_int_value();
        let builder = &self.builder;
        Ok(match choices.below(7) {
            0 => builder.build_int_nsw_add(first, second, "sum"),
            1 => builder.build_int_mul(first, second, "product"),
            2 => builder.build_xor(first, second, "xor"),
            3 => builder.build_left_shift(first, second, "shifted"),
            4 => builder.build_int_unsigned_div(first, second, "quotient"),
            5 => builder.build_right_shift(first, second, true, "shifted"),
            _ => builder.build_int_sub(first, second, "difference"),
        }?
        .into())
    }

    fn comparison(&mut self, choices: &mut Choices) -> Result<BasicValueEnum<'c>, BuilderError> {
        let builder = &self.builder;
        Ok(match choices.below(3) {
            0 => {
                let first = self.float(choices);
                let second = self.value(first.get_type().into(), choices).into_float_value();
                builder.build_float_compare(FloatPredicate::ULT, first, second, "less")?
            }
            1 => {
                let (first, second) = (self.pointer(choices), self.pointer(choices));
                builder.build_int_compare(IntPredicate::EQ, first, second, "same")?
            }
            _ => {
                let first = self.int(choices);
                let second = self.value(first.get_type().into(), choices).into_int_value();
                builder.build_int_compare(IntPredicate::SGE, first, second, "at_least")?
            }
        }
        .into())
    }

    fn conversion(
        &mut self,
        choices: &mut Choices,
    ) -> Result<Option<BasicValueEnum<'c>>, BuilderError> {
        let context = self.context;
        let (from, to): (BasicTypeEnum, BasicTypeEnum);
        use InstructionOpcode::*;
        let opcode = choices.pick(&[
            Trunc,
            ZExt,
            SExt,
            FPTrunc,
            FPExt,
            FPToUI,
            SIToFP,
            PtrToInt,
            IntToPtr,
            BitCast,
            AddrSpaceCast,
        ]);
        (from, to) = match opcode {
            Trunc => (context.i64_type().into(), self.types[6]),
            ZExt | SExt => (context.bool_type().into(), context.i32_type().into()),
            FPTrunc => (context.f64_type().into(), context.f16_type().into()),
            FPExt => (context.f32_type().into(), context.x86_f80_type().into()),
            FPToUI => (self.types[14], self.types[12]),
            SIToFP => (context.i32_type().into(), context.f64_type().into()),
            PtrToInt => (self.types[15], self.types[16]),
            IntToPtr => (context.i8_type().into(), self.types[2]),
            BitCast => (context.i128_type().into(), self.types[12]),
            _ => (self.types[2], self.types[11]),
        };
        let value = self.value(from, choices);
        self.builder.build_cast(opcode, value, to, "converted").map(Some)
    }

    fn call(&mut self, choices: &mut Choices) -> Result<Option<BasicValueEnum<'c>>, BuilderError> {
        let functions: Vec<_> = self.module.get_functions().collect();
        let callee = choices.pick(&functions);
        let parameters = callee.get_type().get_param_types();
        let types = parameters.iter().filter_map(|it| BasicTypeEnum::try_from(*it).ok());
        let mut arguments: Vec<BasicMetadataValueEnum> =
            types.map(|r#type| self.value(r#type, choices).into()).collect();
        if callee.get_type().is_var_arg() {
            arguments.push(self.value(self.types[0], choices).into());
        }
        let call = self.builder.build_direct_call(callee, &arguments, "result")?;
        Ok(call.try_as_basic_value().basic())
    }

    fn atomic(
        &mut self,
        choices: &mut Choices,
    ) -> Result<Option<BasicValueEnum<'c>>, BuilderError> {
        let address = self.pointer(choices);
        let sizes = [self.types[0], self.types[1], self.types[4]];
        let r#type = choices.pick(&sizes);
        let value = self.value(r#type, choices).into_int_value();
        let ordering = AtomicOrdering::SequentiallyConsistent;
        Ok(Some(match choices.below(3) {
            0 => {
                self.builder.build_atomicrmw(AtomicRMWBinOp::UMax, address, value, ordering)?.into()
            }
            1 => {
                let expected = self.value(r#type, choices).into_int_value();
                let acquire = AtomicOrdering::Acquire;
                self.builder.build_cmpxchg(address, expected, value, ordering, acquire)?.into()
            }
            _ => {
                let loaded = self.builder.build_load(r#type, address, "loaded")?;
                if let Some(load) = loaded.as_instruction_value() {
                    // A load can be atomic, and can have acquire ordering.
                    let _ = load.set_atomic_ordering(AtomicOrdering::Acquire);
                }
                loaded
            }
        }))
    }

    fn terminator(&mut self, choices: &mut Choices) -> Result<(), BuilderError> {
        let targets: Vec<_> =
            self.successors[self.current].iter().map(|&it| self.blocks[it]).collect();
        match targets.as_slice() {
            [] if choices.below(8) == 1 => self.builder.build_unreachable()?,
            [] => match self.function.get_type().get_return_type() {
                Some(r#type) => {
                    let value = self.value(r#type, choices);
                    self.builder.build_return(Some(&value))?
                }
                None => self.builder.build_return(None)?,
            },
            [target] => self.builder.build_unconditional_branch(*target)?,
            [first, second] => {
                let condition = self.boolean(choices);
                self.builder.build_conditional_branch(condition, *first, *second)?
            }
            [default, cases @ ..] => {
                let condition = self.int(choices);
                let r#type = condition.get_type();
                let case = |(number, block): (usize, &BasicBlock<'c>)| {
                    (r#type.const_int(number as u64, false), *block)
                };
                let cases: Vec<_> = cases.iter().enumerate().map(case).collect();
                // An `i1` has only two values, so there are at most two cases.
                self.builder.build_switch(condition, *default, &cases[..cases.len().min(2)])?
            }
        };
        Ok(())
    }
}
