//! Converts facts to executable functions.

use std::collections::HashMap;

use facts_schema::{BlockId, InstructionId, Opcode, TypeId, ValueId, ValueKind};

use super::Error;
use super::instructions::{
    Action, Block, Constant, Function, Instruction, Operand, Parameter, Phi, Register, Step,
};
use super::types::{Type, Types};
use super::values::{Lane, Value};

/// The action of an instruction, and its operands.
type Compiled = Result<(Action, Vec<ValueId>), Error>;

/// Compiles one function.
pub struct Compiler<'a, 'f> {
    pub(super) types: &'a Types<'f>,
    row: &'a facts_schema::Function,
    /// The numbers of the blocks.
    blocks: HashMap<BlockId, usize>,
    /// The register of each value.
    places: HashMap<ValueId, usize>,
    registers: Vec<Register>,
}

impl<'a, 'f> Compiler<'a, 'f> {
    /// Compiles the function `row`.
    pub fn new(types: &'a Types<'f>, row: &'a facts_schema::Function) -> Self {
        let (blocks, places) = (HashMap::new(), HashMap::new());
        Self { types, row, blocks, places, registers: Vec::new() }
    }

    /// Returns the compiled function.
    ///
    /// # Errors
    ///
    /// When the interpreter does not support an instruction in it.
    pub fn function(mut self) -> Result<Function, Error> {
        let (facts, index) = (self.types.facts, &self.types.index);
        let id = self.row.function;
        let broken = || self.types.broken("function");
        let result = index.function_type.first(self.row.function_type).ok_or_else(broken)?;
        let mut arguments: Vec<_> =
            facts.argument.iter().filter(|row| row.function == id).copied().collect();
        arguments.sort_by_key(|row| row.position);
        let mut parameters = Vec::new();
        for argument in arguments {
            self.add_register(argument.value)?;
            let attributes = index.parameter_attribute.all(id);
            let own = attributes.iter().filter(|row| row.position == argument.position);
            parameters.push(Parameter { promises: self.promises(own.map(|row| row.attribute))? });
        }
        let mut blocks: Vec<_> = facts.block.iter().filter(|row| row.function == id).collect();
        blocks.sort_by_key(|row| row.position);
        self.blocks = blocks.iter().zip(0..).map(|(row, number)| (row.block, number)).collect();
        let mut instructions: Vec<_> =
            facts.instruction.iter().filter(|row| row.function == id).copied().collect();
        instructions.sort_by_key(|row| row.position);
        for row in &instructions {
            if let Some(result) = index.instruction_result.first(row.instruction) {
                self.add_register(result.result)?;
            }
        }
        let mut bodies: Vec<Block> = blocks.iter().map(|_| Block::default()).collect();
        for row in &instructions {
            let block = self.block(row.block)?;
            let result = index.instruction_result.first(row.instruction);
            let result = result.and_then(|row| self.places.get(&row.result).copied());
            if row.opcode == Opcode::Phi {
                let phi = self.phi(row.instruction, result)?;
                bodies[block].phis.push(phi);
                continue;
            }
            let (action, operands) = self.action(row.instruction, row.opcode)?;
            let operands =
                operands.into_iter().map(|value| self.operand(value)).collect::<Result<_, _>>()?;
            let instruction = row.instruction;
            bodies[block].instructions.push(Instruction { instruction, action, operands, result });
        }
        let promises = index.return_attribute.all(id);
        let promises = self.promises(promises.iter().map(|row| row.attribute))?;
        Ok(Function {
            name: facts.symbol(id),
            parameters,
            result: self.types.of(result.return_type)?,
            promises,
            blocks: bodies,
            registers: self.registers,
        })
    }

    fn add_register(&mut self, value: ValueId) -> Result<(), Error> {
        let symbol = self.types.facts.symbol(value);
        let name = symbol.rsplit_once(':').map_or(symbol.as_str(), |(_, name)| name).to_owned();
        let r#type = self.types.of(self.type_of(value)?)?;
        self.places.insert(value, self.registers.len());
        self.registers.push(Register { value, name, r#type });
        Ok(())
    }

    fn type_of(&self, value: ValueId) -> Result<TypeId, Error> {
        let row = self.types.index.value.first(value).ok_or_else(|| self.types.broken("value"))?;
        Ok(row.r#type)
    }

    fn block(&self, block: BlockId) -> Result<usize, Error> {
        self.blocks.get(&block).copied().ok_or_else(|| self.types.broken("block"))
    }

    fn phi(&self, instruction: InstructionId, result: Option<usize>) -> Result<Phi, Error> {
        let result = result.ok_or_else(|| self.types.broken("phi"))?;
        let rows = self.types.index.phi_incoming.all(instruction);
        let incoming =
            rows.iter().map(|row| Ok((self.block(row.block)?, self.operand(row.value)?)));
        Ok(Phi { instruction, result, incoming: incoming.collect::<Result<_, Error>>()? })
    }

    fn operand(&self, value: ValueId) -> Result<Operand, Error> {
        if let Some(&place) = self.places.get(&value) {
            return Ok(Operand::Register(place));
        }
        let r#type = self.types.of(self.type_of(value)?)?;
        let lanes = self.constant(value)?;
        let poison = |lane: &Lane| if lane.is_undef() { Lane::Poison } else { lane.clone() };
        let without_undef = Value::new(lanes.iter().map(poison));
        let value = Value::new(lanes);
        Ok(Operand::Constant(Box::new(Constant { value, without_undef, r#type })))
    }

    /// The lanes of a constant.
    fn constant(&self, constant: ValueId) -> Result<Vec<Lane>, Error> {
        let index = &self.types.index;
        let row = index.value.first(constant).ok_or_else(|| self.types.broken("value"))?;
        let scalars = || Ok::<_, Error>(self.types.of(row.r#type)?.scalars);
        Ok(match row.kind {
            ValueKind::ConstantInteger => vec![Lane::One(self.integer(constant)?)],
            ValueKind::NullPointer => vec![Lane::One(0)],
            ValueKind::ZeroInitializer => vec![Lane::One(0); scalars()?.len()],
            ValueKind::Poison => vec![Lane::Poison; scalars()?.len()],
            ValueKind::Undef => scalars()?.into_iter().map(Lane::undef).collect(),
            ValueKind::ConstantArray
            | ValueKind::ConstantStruct
            | ValueKind::ConstantVector
            | ValueKind::DataArray
            | ValueKind::DataVector => {
                let mut rows = index.constant_element.all(constant).to_vec();
                rows.sort_by_key(|row| row.position);
                let mut lanes = Vec::new();
                for row in rows {
                    lanes.extend(self.constant(row.element)?);
                }
                if let Some(row) = index.constant_bytes.first(constant) {
                    let bytes = self.types.facts.text(row.bytes);
                    lanes.extend(bytes.iter().map(|&byte| Lane::One(byte.into())));
                }
                if lanes.len() != scalars()?.len() {
                    return Err(self.types.broken("constant's elements"));
                }
                lanes
            }
            other => return Err(Error::unsupported(format!("operands of kind {other:?}"))),
        })
    }

    /// An integer constant, zero-extended.
    pub fn integer(&self, constant: ValueId) -> Result<u64, Error> {
        let row = self.types.index.constant_integer.first(constant);
        let text = row.map(|row| self.types.facts.display(row.unsigned));
        let number = text.and_then(|text| text.parse().ok());
        number.ok_or_else(|| Error::unsupported("such a constant"))
    }

    fn action(&self, id: InstructionId, opcode: Opcode) -> Compiled {
        match opcode {
            Opcode::ExtractElement
            | Opcode::InsertElement
            | Opcode::ShuffleVector
            | Opcode::ExtractValue
            | Opcode::InsertValue => self.part(id, opcode),
            Opcode::Alloca | Opcode::Load | Opcode::Store => self.access(id, opcode),
            Opcode::GetElementPtr => self.getelementptr(id),
            Opcode::Call => self.call(id),
            Opcode::Ret | Opcode::Br | Opcode::Switch | Opcode::Unreachable => {
                self.terminator(id, opcode)
            }
            _ => self.computation(id, opcode),
        }
    }

    fn computation(&self, id: InstructionId, opcode: Opcode) -> Compiled {
        let index = &self.types.index;
        let broken = || self.types.broken("instruction");
        let flags = self.types.flags(id);
        if let Some(row) = index.binary_instruction.first(id) {
            let operands = vec![row.first_operand, row.second_operand];
            return Ok((Action::Binary(opcode, flags), operands));
        }
        Ok(match opcode {
            Opcode::Freeze => {
                let row = index.unary_instruction.first(id).ok_or_else(broken)?;
                (Action::Freeze, vec![row.operand])
            }
            Opcode::ICmp => {
                let row = index.comparison_instruction.first(id).ok_or_else(broken)?;
                (Action::Compare(row.predicate, flags), vec![row.first_operand, row.second_operand])
            }
            Opcode::Trunc | Opcode::ZExt | Opcode::SExt => {
                let row = index.conversion_instruction.first(id).ok_or_else(broken)?;
                (Action::Convert(opcode, flags), vec![row.operand])
            }
            Opcode::BitCast => {
                let row = index.conversion_instruction.first(id).ok_or_else(broken)?;
                (Action::Bitcast, vec![row.operand])
            }
            Opcode::Select => {
                let row = index.select_instruction.first(id).ok_or_else(broken)?;
                (Action::Select, vec![row.condition, row.true_value, row.false_value])
            }
            other => return Err(Error::unsupported(format!("instruction {other:?}"))),
        })
    }

    /// Instructions that extract or insert parts of vectors and aggregates.
    fn part(&self, id: InstructionId, opcode: Opcode) -> Compiled {
        let index = &self.types.index;
        let broken = || self.types.broken("instruction");
        Ok(match opcode {
            Opcode::ExtractElement => {
                let row = index.extractelement_instruction.first(id).ok_or_else(broken)?;
                (Action::ExtractElement, vec![row.vector, row.index])
            }
            Opcode::InsertElement => {
                let row = index.insertelement_instruction.first(id).ok_or_else(broken)?;
                (Action::InsertElement, vec![row.vector, row.element, row.index])
            }
            Opcode::ShuffleVector => {
                let row = index.shufflevector_instruction.first(id).ok_or_else(broken)?;
                let rows = index.shuffle_mask.all(id);
                let result = index.instruction_result.first(id).ok_or_else(broken)?;
                let count = self.types.of(self.type_of(result.result)?)?.scalars.len();
                let lane = |at: usize| rows.iter().find(|row| row.position as usize == at);
                let mask =
                    (0..count).map(|at| lane(at).map(|row| row.element_index as usize)).collect();
                (Action::Shuffle(mask), vec![row.first_vector, row.second_vector])
            }
            Opcode::ExtractValue => {
                let row = index.extractvalue_instruction.first(id).ok_or_else(broken)?;
                (Action::ExtractValue(self.first_lane(id, row.aggregate)?), vec![row.aggregate])
            }
            Opcode::InsertValue => {
                let row = index.insertvalue_instruction.first(id).ok_or_else(broken)?;
                let first = self.first_lane(id, row.aggregate)?;
                (Action::InsertValue(first), vec![row.aggregate, row.value])
            }
            other => return Err(Error::unsupported(format!("instruction {other:?}"))),
        })
    }

    fn access(&self, id: InstructionId, opcode: Opcode) -> Compiled {
        let index = &self.types.index;
        let broken = || self.types.broken("instruction");
        Ok(match opcode {
            Opcode::Alloca => {
                let row = index.alloca_instruction.first(id).ok_or_else(broken)?;
                let count = self.integer(row.element_count)?;
                let size = self.types.allocation_size(row.r#type)?;
                (
                    Action::Alloca(size.saturating_mul(count).saturating_mul(8), row.alignment),
                    vec![],
                )
            }
            Opcode::Load => {
                let row = index.load_instruction.first(id).ok_or_else(broken)?;
                self.refuse_atomic(id)?;
                (Action::Load(row.alignment, self.metadata_promises(id)?), vec![row.address])
            }
            Opcode::Store => {
                let row = index.store_instruction.first(id).ok_or_else(broken)?;
                self.refuse_atomic(id)?;
                (Action::Store(row.alignment), vec![row.value, row.address])
            }
            other => return Err(Error::unsupported(format!("instruction {other:?}"))),
        })
    }

    fn terminator(&self, id: InstructionId, opcode: Opcode) -> Compiled {
        let index = &self.types.index;
        let broken = || self.types.broken("instruction");
        Ok(match opcode {
            Opcode::Ret => {
                let row = index.return_value.first(id);
                (Action::Return, row.map(|row| row.value).into_iter().collect())
            }
            Opcode::Br => match index.unconditional_branch.first(id) {
                Some(row) => (Action::Jump(self.block(row.target)?), vec![]),
                None => {
                    let row = index.conditional_branch.first(id).ok_or_else(broken)?;
                    let targets = (self.block(row.true_target)?, self.block(row.false_target)?);
                    (Action::Branch(targets.0, targets.1), vec![row.condition])
                }
            },
            Opcode::Switch => {
                let row = index.switch_instruction.first(id).ok_or_else(broken)?;
                let cases = index.switch_case.all(id).iter();
                let cases =
                    cases.map(|row| Ok((self.integer(row.value)?, self.block(row.target)?)));
                let cases = cases.collect::<Result<_, Error>>()?;
                (Action::Switch(self.block(row.default_target)?, cases), vec![row.condition])
            }
            Opcode::Unreachable => (Action::Unreachable, vec![]),
            other => return Err(Error::unsupported(format!("instruction {other:?}"))),
        })
    }

    fn refuse_atomic(&self, id: InstructionId) -> Result<(), Error> {
        if self.types.index.atomic_ordering.all(id).is_empty() {
            return Ok(());
        }
        Err(Error::unsupported("atomic access"))
    }

    /// The first lane of the member that an extractvalue or insertvalue addresses.
    fn first_lane(&self, id: InstructionId, aggregate: ValueId) -> Result<usize, Error> {
        let mut path = self.types.index.aggregate_index.all(id).to_vec();
        path.sort_by_key(|row| row.position);
        let mut r#type = self.type_of(aggregate)?;
        let mut first = 0;
        for step in path {
            for before in 0..step.member_index {
                let (member, _) = self.types.member(r#type, before.into())?;
                first += self.types.of(member)?.scalars.len();
            }
            (r#type, _) = self.types.member(r#type, step.member_index.into())?;
        }
        Ok(first)
    }

    fn getelementptr(&self, id: InstructionId) -> Compiled {
        let index = &self.types.index;
        let row = index.getelementptr_instruction.first(id);
        let row = row.ok_or_else(|| self.types.broken("instruction"))?;
        let mut indices = index.getelementptr_index.all(id).to_vec();
        indices.sort_by_key(|row| row.position);
        let (mut steps, mut operands) = (Vec::new(), vec![row.base]);
        let mut r#type = row.source_type;
        for (depth, row) in indices.iter().enumerate() {
            let constant = index.constant_integer.first(row.index);
            let constant = constant.map(|row| self.types.facts.display(row.signed).parse::<i64>());
            let constant = constant.and_then(Result::ok);
            let scale = if depth == 0 {
                self.types.allocation_size(r#type)?
            } else if let facts_schema::TypeKind::Struct = self.types.kind(r#type)? {
                let position = constant.and_then(|it| u64::try_from(it).ok());
                let position = position.ok_or_else(|| Error::unsupported("such an index"))?;
                let (member, offset) = self.types.member(r#type, position)?;
                r#type = member;
                steps.push(Step::Constant(i64::try_from(offset).unwrap_or(i64::MAX)));
                continue;
            } else {
                let (element, scale) = self.types.member(r#type, 1)?;
                r#type = element;
                scale
            };
            let scale = i64::try_from(scale).unwrap_or(i64::MAX);
            steps.push(match constant {
                Some(constant) => Step::Constant(constant.saturating_mul(scale)),
                None => {
                    operands.push(row.index);
                    Step::Scaled(operands.len() - 1, scale)
                }
            });
        }
        Ok((Action::GetElementPtr { flags: self.types.flags(id), steps }, operands))
    }

    fn call(&self, id: InstructionId) -> Compiled {
        let index = &self.types.index;
        let row = index.call_instruction.first(id).ok_or_else(|| self.types.broken("call"))?;
        let callee = self.types.facts.function.iter().find(|it| it.value == row.callee);
        let callee = callee.ok_or_else(|| Error::unsupported("calls through pointers"))?;
        let mut arguments = index.call_argument.all(id).to_vec();
        arguments.sort_by_key(|row| row.position);
        let operands: Vec<_> = arguments.iter().map(|row| row.argument).collect();
        let mut result = self.metadata_promises(id)?;
        let attributes = index.call_return_attribute.all(id);
        self.add_promises(attributes.iter().map(|row| row.attribute), &mut result)?;
        // The result attributes of the callee apply to each call, as in LLVM.
        let attributes = index.return_attribute.all(callee.function);
        self.add_promises(attributes.iter().map(|row| row.attribute), &mut result)?;
        if !index.operand_bundle.all(id).is_empty() {
            return Err(Error::unsupported("operand bundles"));
        }
        if let Some(row) = index.intrinsic.first(callee.function) {
            let name = self.types.facts.display(row.intrinsic).into_owned();
            return Ok((Action::Intrinsic(name, result), operands));
        }
        let mut promises = Vec::new();
        for position in 0..u32::try_from(operands.len()).unwrap_or(u32::MAX) {
            let own = index.call_argument_attribute.all(id).iter();
            let own = own.filter(|row| row.position == position).map(|row| row.attribute);
            let mut all = self.promises(own)?;
            if self.is_declared(callee.value) {
                let of_callee = index.parameter_attribute.all(callee.function).iter();
                let of_callee = of_callee.filter(|row| row.position == position);
                self.add_promises(of_callee.map(|row| row.attribute), &mut all)?;
            }
            promises.push(all);
        }
        if !self.is_declared(callee.value) {
            return Ok((Action::Call(callee.function, promises, result), operands));
        }
        if index.instruction_result.first(id).is_some() {
            return Err(Error::unsupported("results of external functions"));
        }
        let attributes = index.function_attribute.all(callee.function).iter();
        let attributes = attributes.map(|row| row.attribute);
        let attributes =
            attributes.chain(index.call_attribute.all(id).iter().map(|it| it.attribute));
        let names: Vec<_> = attributes.map(|it| self.attribute_name(it)).collect();
        let has = |name: &str| names.iter().any(|it| it == name);
        let returns = has("willreturn") && has("nounwind");
        let name = self.types.facts.symbol(callee.value);
        Ok((Action::External { name, promises, returns }, operands))
    }

    fn is_declared(&self, function: ValueId) -> bool {
        let flags = self.types.index.global_flag.all(function);
        flags.iter().any(|row| row.flag == facts_schema::GlobalFlag::Declaration)
    }
}

/// The type of an operand.
pub fn type_of<'v>(operand: &'v Operand, registers: &'v [Register]) -> &'v Type {
    match operand {
        Operand::Register(register) => &registers[*register].r#type,
        Operand::Constant(constant) => &constant.r#type,
    }
}
