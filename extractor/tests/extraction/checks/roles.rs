//! The relations of all instructions agree with those of each form.

use std::collections::HashMap;

use facts_schema::*;

use super::check_all;
use crate::index::Strict;
use crate::llvm::Sample;
use crate::newer;
use crate::render::Renderer;

check_all! {
    operands_are_those_of_the_roles
    successors_are_the_targets_of_the_terminator
    instructions_count_through_their_function
    atomics_have_an_ordering
}

fn operands_are_those_of_the_roles(sample: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.instruction {
        let rows = renderer.index.instruction_operand.list(row.instruction, |it| it.position);
        let operands: Vec<_> = rows.iter().map(|row| row.operand).collect();
        let symbol = renderer.facts.symbol(row.instruction);
        assert_eq!(operands, operands_by_role(renderer, row), "{}: {symbol}", sample.name);
    }
}

/// The operands of an instruction according to the relations of its form, in LLVM's order: the
/// targets of branches are reversed, the callee is last, and the blocks of a phi are omitted; cases
/// are only included with older versions of LLVM.
fn operands_by_role(renderer: &Renderer, row: &Instruction) -> Vec<ValueId> {
    use Opcode::*;
    let (index, id) = (&renderer.index, row.instruction);
    let block = |block: BlockId| renderer.block_values[&block];
    let indirect = || {
        let rows = index.indirect_target.list(id, |row| row.position);
        rows.into_iter().map(move |row| block(row.target))
    };
    match row.opcode {
        Ret => index.return_value.all(id).iter().map(|row| row.value).collect(),
        Br => match index.unconditional_branch.find(id) {
            Some(row) => vec![block(row.target)],
            None => {
                let row = index.conditional_branch.get(id);
                vec![row.condition, block(row.false_target), block(row.true_target)]
            }
        },
        Switch => {
            let row = index.switch_instruction.get(id);
            let cases = index.switch_case.list(id, |row| row.position);
            let case = |row: &SwitchCase| {
                let value = (!newer::keeps_cases_apart()).then_some(row.value);
                value.into_iter().chain([block(row.target)])
            };
            let cases = cases.iter().flat_map(case);
            [row.condition, block(row.default_target)].into_iter().chain(cases).collect()
        }
        IndirectBr => {
            [index.indirectbr_instruction.get(id).address].into_iter().chain(indirect()).collect()
        }
        Call | Invoke | CallBr => {
            let mut operands = call_inputs(renderer, id);
            if row.opcode == Invoke {
                let row = index.invoke_instruction.get(id);
                operands.extend([block(row.normal_target), block(row.unwind_target)]);
            }
            if row.opcode == CallBr {
                operands.push(block(index.callbr_instruction.get(id).default_target));
                operands.extend(indirect());
            }
            operands.push(index.call_instruction.get(id).callee);
            operands
        }
        Resume => vec![index.resume_instruction.get(id).value],
        CatchSwitch | CatchRet | CleanupRet | LandingPad | CatchPad | CleanupPad => {
            exception_operands(renderer, row)
        }
        Unreachable | Fence => Vec::new(),
        FNeg | Freeze => vec![index.unary_instruction.get(id).operand],
        ICmp | FCmp => {
            let row = index.comparison_instruction.get(id);
            vec![row.first_operand, row.second_operand]
        }
        Phi => {
            let pairs = index.phi_incoming.list(id, |row| row.position);
            pairs.iter().map(|row| row.value).collect()
        }
        Select => {
            let row = index.select_instruction.get(id);
            vec![row.condition, row.true_value, row.false_value]
        }
        VAArg => vec![index.va_arg_instruction.get(id).list],
        Alloca | Load | Store | CmpXchg | AtomicRmw | GetElementPtr | ExtractElement
        | InsertElement | ShuffleVector | ExtractValue | InsertValue => {
            data_operands(renderer, row)
        }
        _ => match index.conversion_instruction.find(id) {
            Some(row) => vec![row.operand],
            None => {
                let row = index.binary_instruction.get(id);
                vec![row.first_operand, row.second_operand]
            }
        },
    }
}

/// Arguments and the inputs of bundles.
fn call_inputs(renderer: &Renderer, id: InstructionId) -> Vec<ValueId> {
    let arguments = renderer.index.call_argument.list(id, |row| row.position);
    let mut operands: Vec<_> = arguments.iter().map(|row| row.argument).collect();
    let mut inputs = renderer.index.operand_bundle_input.all(id).to_vec();
    inputs.sort_by_key(|row| (row.bundle, row.position));
    operands.extend(inputs.iter().map(|row| row.value));
    operands
}

fn exception_operands(renderer: &Renderer, row: &Instruction) -> Vec<ValueId> {
    let (index, id) = (&renderer.index, row.instruction);
    let block = |block: BlockId| renderer.block_values[&block];
    let unwind = index.unwind_target.all(id).iter().map(|row| block(row.target));
    match row.opcode {
        Opcode::CatchSwitch => {
            let handlers = index.catchswitch_handler.list(id, |row| row.position);
            let handlers = handlers.iter().map(|row| block(row.handler));
            [index.funclet_pad.get(id).parent].into_iter().chain(unwind).chain(handlers).collect()
        }
        Opcode::CatchRet => {
            let row = index.catchret_instruction.get(id);
            vec![row.pad, block(row.target)]
        }
        Opcode::CleanupRet => {
            [index.cleanupret_instruction.get(id).pad].into_iter().chain(unwind).collect()
        }
        Opcode::LandingPad => {
            let clauses = index.landingpad_clause.list(id, |row| row.position);
            clauses.iter().map(|row| row.value).collect()
        }
        _ => {
            let arguments = index.funclet_pad_argument.list(id, |row| row.position);
            let parent = index.funclet_pad.get(id).parent;
            arguments.iter().map(|row| row.argument).chain([parent]).collect()
        }
    }
}

fn data_operands(renderer: &Renderer, row: &Instruction) -> Vec<ValueId> {
    let (index, id) = (&renderer.index, row.instruction);
    match row.opcode {
        Opcode::Alloca => vec![index.alloca_instruction.get(id).element_count],
        Opcode::Load => vec![index.load_instruction.get(id).address],
        Opcode::Store => {
            let row = index.store_instruction.get(id);
            vec![row.value, row.address]
        }
        Opcode::CmpXchg => {
            let row = index.cmpxchg_instruction.get(id);
            vec![row.address, row.expected, row.replacement]
        }
        Opcode::AtomicRmw => {
            let row = index.atomicrmw_instruction.get(id);
            vec![row.address, row.value]
        }
        Opcode::GetElementPtr => {
            let indices = index.getelementptr_index.list(id, |row| row.position);
            let base = index.getelementptr_instruction.get(id).base;
            [base].into_iter().chain(indices.iter().map(|row| row.index)).collect()
        }
        Opcode::ExtractElement => {
            let row = index.extractelement_instruction.get(id);
            vec![row.vector, row.index]
        }
        Opcode::InsertElement => {
            let row = index.insertelement_instruction.get(id);
            vec![row.vector, row.element, row.index]
        }
        Opcode::ShuffleVector => {
            let row = index.shufflevector_instruction.get(id);
            vec![row.first_vector, row.second_vector]
        }
        Opcode::ExtractValue => vec![index.extractvalue_instruction.get(id).aggregate],
        _ => {
            let row = index.insertvalue_instruction.get(id);
            vec![row.aggregate, row.value]
        }
    }
}

fn successors_are_the_targets_of_the_terminator(sample: &Sample, renderer: &Renderer) {
    let blocks: HashMap<ValueId, BlockId> =
        renderer.block_values.iter().map(|(&block, &value)| (value, block)).collect();
    for row in &renderer.facts.block {
        let last = *renderer.block_instructions(row.block).last().expect("no empty blocks");
        let terminator = renderer.index.block_terminator.get(row.block).instruction;
        assert_eq!(terminator, last.instruction);
        let mut targets: Vec<_> = operands_by_role(renderer, &last)
            .iter()
            .filter_map(|operand| blocks.get(operand).copied())
            .collect();
        if renderer.index.conditional_branch.find(last.instruction).is_some() {
            targets.reverse();
        }
        let rows = renderer.index.block_successor.list(row.block, |row| row.position);
        let successors: Vec<_> = rows.iter().map(|row| row.successor).collect();
        assert_eq!(successors, targets, "{}", sample.name);
    }
}

fn instructions_count_through_their_function(_: &Sample, renderer: &Renderer) {
    let mut next: HashMap<FunctionId, u32> = HashMap::new();
    for function in &renderer.facts.function {
        for block in renderer.blocks.list(function.function, |row| row.position) {
            for row in renderer.block_instructions(block.block) {
                assert_eq!(row.function, function.function);
                let position = next.entry(row.function).or_default();
                assert_eq!(row.position, *position);
                *position += 1;
            }
        }
    }
}

fn atomics_have_an_ordering(_: &Sample, renderer: &Renderer) {
    for row in &renderer.facts.instruction {
        let flags = renderer.index.instruction_flag.all(row.instruction);
        let atomic = flags.iter().any(|row| row.flag == InstructionFlag::Atomic);
        let ordering = renderer.index.atomic_ordering.find(row.instruction).is_some();
        let expected = match row.opcode {
            Opcode::Load | Opcode::Store => atomic,
            Opcode::Fence | Opcode::AtomicRmw => true,
            _ => false,
        };
        assert_eq!(ordering, expected);
    }
}
