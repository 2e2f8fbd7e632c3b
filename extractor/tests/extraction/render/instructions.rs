//! Instructions other than calls.

use facts_schema::*;

use super::{Renderer, commas, constants::is_conversion, quoted};

impl Renderer<'_> {
    /// An instruction with its result and everything attached to it, on one or several lines.
    pub fn instruction(&self, row: &Instruction) -> String {
        let instruction = row.instruction;
        let result = self.index.instruction_result.find(instruction);
        let mut text = match result {
            Some(row) => format!("{} = ", self.locals[&row.result]),
            None => String::new(),
        };
        text += &self.instruction_body(row);
        if let Some(row) = self.index.instruction_location.find(instruction) {
            text += &format!(", !dbg {}", self.metadata(row.location));
        }
        for row in self.index.instruction_metadata.all(instruction) {
            assert_ne!(self.facts.text(row.kind), b"dbg");
            text += &format!(", {}", self.attachment(row.kind, row.metadata));
        }
        text
    }

    fn instruction_body(&self, row: &Instruction) -> String {
        use Opcode::*;
        let id = row.instruction;
        match row.opcode {
            Call | Invoke | CallBr => self.call(row),
            Ret | Br | Switch | IndirectBr | Resume | CatchSwitch | CatchRet | CleanupRet
            | Unreachable => self.terminator(row),
            Alloca | Load | Store | Fence | CmpXchg | AtomicRmw | GetElementPtr => self.memory(row),
            ExtractElement | InsertElement | ShuffleVector | ExtractValue | InsertValue => {
                self.aggregate(row)
            }
            LandingPad | CatchPad | CleanupPad => self.pad(row),
            FNeg | Freeze => {
                let parts = self.index.unary_instruction.get(id);
                assert_eq!(parts.opcode, row.opcode);
                self.operation(row, "", &[parts.operand])
            }
            ICmp | FCmp => {
                let parts = self.index.comparison_instruction.get(id);
                assert_eq!(parts.opcode, row.opcode);
                let operands = [parts.first_operand, parts.second_operand];
                self.operation(row, parts.predicate.as_str(), &operands)
            }
            opcode if is_conversion(opcode) => {
                let parts = self.index.conversion_instruction.get(id);
                assert_eq!(parts.opcode, row.opcode);
                let text = self.operation(row, "", &[parts.operand]);
                format!("{text} to {}", self.type_text(parts.to_type))
            }
            Phi => {
                let pairs = self.index.phi_incoming.list(id, |row| row.position);
                let pair = |row: &PhiIncoming| {
                    let value = self.value_text(row.value);
                    format!("[ {value}, {} ]", self.block_text(row.block))
                };
                let r#type = self.type_text(self.result_type(id));
                format!("{} {type} {}", self.opcode(row), commas(pairs.iter().map(pair)))
            }
            Select => {
                let parts = self.index.select_instruction.get(id);
                let operands = [parts.condition, parts.true_value, parts.false_value];
                format!("{} {}", self.opcode(row), self.typed_list(&operands))
            }
            VAArg => {
                let parts = self.index.va_arg_instruction.get(id);
                let (list, r#type) = (self.typed(parts.list), self.type_text(parts.r#type));
                format!("{} {list}, {type}", self.opcode(row))
            }
            _ => {
                let parts = self.index.binary_instruction.get(id);
                assert_eq!(parts.opcode, row.opcode);
                self.operation(row, "", &[parts.first_operand, parts.second_operand])
            }
        }
    }

    /// The opcode with its flags.
    pub fn opcode(&self, row: &Instruction) -> String {
        let flags: Vec<_> =
            self.index.instruction_flag.all(row.instruction).iter().map(|row| row.flag).collect();
        row.opcode.as_str().to_owned() + &self.flags_text(&flags)
    }

    /// Flags in LLVM's order, each after a space.
    pub fn flags_text(&self, flags: &[InstructionFlag]) -> String {
        use InstructionFlag::*;
        const FAST: [InstructionFlag; 7] = [Reassoc, Nnan, Ninf, Nsz, Arcp, Contract, Afn];
        const BEFORE: [InstructionFlag; 5] = [Atomic, Weak, Volatile, InAlloca, SwiftError];
        // Only `getelementptr` has `inbounds` and `nusw`, and it writes them before `nuw`.
        const AFTER: [InstructionFlag; 8] =
            [InBounds, Nusw, Nuw, Nsw, Exact, Disjoint, NNeg, SameSign];
        let mut sorted = flags.to_vec();
        sorted.sort();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "{flags:?} repeats itself");
        let word = |flag: &InstructionFlag| match flags.contains(flag) {
            true => format!(" {}", flag.as_str()),
            false => String::new(),
        };
        let fast = match FAST.iter().all(|flag| flags.contains(flag)) {
            true => " fast".to_owned(),
            false => FAST.iter().map(word).collect(),
        };
        BEFORE.iter().map(word).collect::<String>()
            + &fast
            + &AFTER.iter().map(word).collect::<String>()
    }

    /// An opcode and operands; LLVM writes the type only once if all have the same.
    fn operation(&self, row: &Instruction, word: &str, operands: &[ValueId]) -> String {
        let first = self.type_of(operands[0]);
        let text = match operands.iter().all(|operand| self.type_of(*operand) == first) {
            true => {
                let values = commas(operands.iter().map(|operand| self.value_text(*operand)));
                format!("{} {values}", self.type_text(first))
            }
            false => self.typed_list(operands),
        };
        format!("{} {word} {text}", self.opcode(row))
    }

    pub fn typed_list(&self, operands: &[ValueId]) -> String {
        commas(operands.iter().map(|operand| self.typed(*operand)))
    }

    fn result_type(&self, instruction: InstructionId) -> TypeId {
        self.type_of(self.index.instruction_result.get(instruction).result)
    }

    /// A block as an operand, without its type.
    pub fn block_text(&self, block: BlockId) -> String {
        self.locals[&self.block_values[&block]].clone()
    }

    pub fn label(&self, block: BlockId) -> String {
        format!("label {}", self.block_text(block))
    }

    fn labels(&self, blocks: impl Iterator<Item = BlockId>) -> String {
        commas(blocks.map(|block| self.label(block)))
    }

    fn terminator(&self, row: &Instruction) -> String {
        let id = row.instruction;
        match row.opcode {
            Opcode::Ret => match self.index.return_value.find(id) {
                Some(row) => format!("ret {}", self.typed(row.value)),
                None => "ret void".to_owned(),
            },
            Opcode::Br => match self.index.unconditional_branch.find(id) {
                Some(row) => format!("br {}", self.label(row.target)),
                None => {
                    let row = self.index.conditional_branch.get(id);
                    let targets = self.labels([row.true_target, row.false_target].into_iter());
                    format!("br {}, {targets}", self.typed(row.condition))
                }
            },
            Opcode::Switch => {
                let row = self.index.switch_instruction.get(id);
                let cases = self.index.switch_case.list(id, |row| row.position);
                let case = |row: &SwitchCase| {
                    format!("\n    {}, {}", self.typed(row.value), self.label(row.target))
                };
                let cases: String = cases.iter().map(case).collect();
                let (condition, default) = (self.typed(row.condition), row.default_target);
                format!("switch {condition}, {} [{cases}\n  ]", self.label(default))
            }
            Opcode::IndirectBr => {
                let address = self.typed(self.index.indirectbr_instruction.get(id).address);
                format!("indirectbr {address}, [{}]", self.indirect_targets(id))
            }
            Opcode::Resume => {
                format!("resume {}", self.typed(self.index.resume_instruction.get(id).value))
            }
            Opcode::CatchSwitch => {
                let row = self.index.funclet_pad.get(id);
                assert_eq!(row.opcode, Opcode::CatchSwitch);
                let handlers = self.index.catchswitch_handler.list(id, |row| row.position);
                let handlers = self.labels(handlers.iter().map(|row| row.handler));
                let parent = self.value_text(row.parent);
                format!("catchswitch within {parent} [{handlers}] {}", self.unwinds_to(id))
            }
            Opcode::CatchRet => {
                let row = self.index.catchret_instruction.get(id);
                format!("catchret from {} to {}", self.value_text(row.pad), self.label(row.target))
            }
            Opcode::CleanupRet => {
                let pad = self.value_text(self.index.cleanupret_instruction.get(id).pad);
                format!("cleanupret from {pad} {}", self.unwinds_to(id))
            }
            _ => row.opcode.as_str().to_owned(),
        }
    }

    pub fn indirect_targets(&self, instruction: InstructionId) -> String {
        let targets = self.index.indirect_target.list(instruction, |row| row.position);
        self.labels(targets.iter().map(|row| row.target))
    }

    fn unwinds_to(&self, instruction: InstructionId) -> String {
        match self.index.unwind_target.find(instruction) {
            Some(row) => format!("unwind {}", self.label(row.target)),
            None => "unwind to caller".to_owned(),
        }
    }

    fn pad(&self, row: &Instruction) -> String {
        let id = row.instruction;
        if row.opcode == Opcode::LandingPad {
            let flags = self.index.instruction_flag.all(id);
            let cleanup = flags.iter().any(|row| row.flag == InstructionFlag::Cleanup);
            let mut text = format!("landingpad {}", self.type_text(self.result_type(id)));
            if cleanup {
                text += "\n  cleanup";
            }
            for clause in self.index.landingpad_clause.list(id, |row| row.position) {
                text += &format!("\n  {} {}", clause.kind.as_str(), self.typed(clause.value));
            }
            return text;
        }
        let pad = self.index.funclet_pad.get(id);
        assert_eq!(pad.opcode, row.opcode);
        let arguments = self.index.funclet_pad_argument.list(id, |row| row.position);
        let arguments = commas(arguments.iter().map(|row| self.typed(row.argument)));
        format!("{} within {} [{arguments}]", row.opcode.as_str(), self.value_text(pad.parent))
    }

    fn aggregate(&self, row: &Instruction) -> String {
        let id = row.instruction;
        let path = || {
            let indices = self.index.aggregate_index.list(id, |row| row.position);
            commas(indices.iter().map(|row| row.index.to_string()))
        };
        match row.opcode {
            Opcode::ExtractElement => {
                let parts = self.index.extractelement_instruction.get(id);
                self.operation(row, "", &[parts.vector, parts.index])
            }
            Opcode::InsertElement => {
                let parts = self.index.insertelement_instruction.get(id);
                self.operation(row, "", &[parts.vector, parts.element, parts.index])
            }
            Opcode::ShuffleVector => {
                let parts = self.index.shufflevector_instruction.get(id);
                let operands = self.typed_list(&[parts.first_vector, parts.second_vector]);
                let lanes = self.index.shuffle_mask.all(id);
                let lanes = lanes.iter().map(|row| (row.position, row.element));
                let mask = self.shuffle_mask_text(self.result_type(id), lanes);
                format!("{} {operands}{mask}", self.opcode(row))
            }
            Opcode::ExtractValue => {
                let aggregate = self.index.extractvalue_instruction.get(id).aggregate;
                format!("extractvalue {}, {}", self.typed(aggregate), path())
            }
            _ => {
                let parts = self.index.insertvalue_instruction.get(id);
                let operands = self.typed_list(&[parts.aggregate, parts.value]);
                format!("insertvalue {operands}, {}", path())
            }
        }
    }

    fn memory(&self, row: &Instruction) -> String {
        let id = row.instruction;
        let opcode = self.opcode(row);
        match row.opcode {
            Opcode::Alloca => self.alloca(row),
            Opcode::Load => {
                let parts = self.index.load_instruction.get(id);
                let (r#type, address) = (self.type_text(parts.r#type), self.typed(parts.address));
                let ordering = self.ordering(id);
                format!("{opcode} {type}, {address} {ordering}, align {}", parts.alignment)
            }
            Opcode::Store => {
                let parts = self.index.store_instruction.get(id);
                let operands = self.typed_list(&[parts.value, parts.address]);
                format!("{opcode} {operands} {}, align {}", self.ordering(id), parts.alignment)
            }
            Opcode::Fence => format!("{opcode} {}", self.ordering(id)),
            Opcode::CmpXchg => {
                let parts = self.index.cmpxchg_instruction.get(id);
                let operands = self.typed_list(&[parts.address, parts.expected, parts.replacement]);
                let scope = self.scope(id);
                let success = parts.success_ordering.as_str();
                let failure = parts.failure_ordering.as_str();
                format!(
                    "{opcode} {operands} {scope} {success} {failure}, align {}",
                    parts.alignment
                )
            }
            Opcode::AtomicRmw => {
                let parts = self.index.atomicrmw_instruction.get(id);
                let operands = self.typed_list(&[parts.address, parts.value]);
                let (operation, ordering) = (parts.operation.as_str(), self.ordering(id));
                format!("{opcode} {operation} {operands} {ordering}, align {}", parts.alignment)
            }
            _ => {
                let parts = self.index.getelementptr_instruction.get(id);
                let indices = self.index.getelementptr_index.list(id, |row| row.position);
                let mut operands = vec![parts.base];
                operands.extend(indices.iter().map(|row| row.index));
                let r#type = self.type_text(parts.source_type);
                format!("{opcode} {type}, {}", self.typed_list(&operands))
            }
        }
    }

    /// LLVM leaves out a count of `i32 1` and address space 0.
    fn alloca(&self, row: &Instruction) -> String {
        let parts = self.index.alloca_instruction.get(row.instruction);
        let mut text = format!("{} {}", self.opcode(row), self.type_text(parts.r#type));
        let count = self.typed(parts.element_count);
        if count != "i32 1" {
            text += &format!(", {count}");
        }
        text += &format!(", align {}", parts.alignment);
        if parts.address_space != 0 {
            text += &format!(", addrspace({})", parts.address_space);
        }
        text
    }

    fn ordering(&self, instruction: InstructionId) -> String {
        let row = self.index.atomic_ordering.find(instruction);
        let ordering = row.map_or("", |row| row.ordering.as_str());
        format!("{} {ordering}", self.scope(instruction))
    }

    fn scope(&self, instruction: InstructionId) -> String {
        match self.index.synchronization_scope.find(instruction) {
            Some(row) => format!("syncscope({})", quoted(self.facts.text(row.scope))),
            None => String::new(),
        }
    }
}
