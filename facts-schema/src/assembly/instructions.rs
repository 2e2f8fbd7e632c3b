//! All instructions except calls and memory accesses.

use std::ops::Deref;

use super::{GAP, MARKS, Marked, Writer, commas, words};
use crate::*;

impl Writer<'_, '_> {
    /// An instruction with its result and everything attached to it, on one or several lines.
    pub fn instruction(&self, instruction: InstructionId) -> String {
        self.marked_instruction(instruction, None).text
    }

    /// Like [`Self::instruction`], with the operand at `position` marked. The opcode is marked if
    /// there is no position, or if the operand is not printed.
    pub fn marked_instruction(&self, instruction: InstructionId, position: Option<u32>) -> Marked {
        let Some(&row) = self.facts.instruction.get(instruction.index()) else {
            self.fault("no instruction");
            return Marked { text: GAP.into(), span: 0..GAP.len() };
        };
        let line = Line { writer: self, row, marked: position };
        let result = match self.at_most_one(self.index.instruction_result.all(instruction)) {
            Some(result) => {
                let kind = self.facts.value.get(result.result.index()).map(|row| row.kind);
                self.expect(kind == Some(ValueKind::Instruction), "a result of another kind");
                format!("{} = ", self.spelling.value(result.result, Some(row.function)))
            }
            None => String::new(),
        };
        let body = line.body();
        let opcode = row.opcode.as_str();
        let start = result.len() + body.find(opcode).unwrap_or_default();
        let text = result + &body + &line.attachments();
        unmark(&text, start..start + opcode.len())
    }
}

/// The text without marks, and the range that was between them, or `otherwise` if there were none.
fn unmark(text: &str, otherwise: std::ops::Range<usize>) -> Marked {
    let [open, close] = MARKS;
    let span = text.find(open).zip(text.find(close)).filter(|(start, end)| start < end);
    let plain = text.replace(MARKS, "");
    let span = match span {
        Some((start, end)) => start..end - open.len_utf8(),
        None => otherwise,
    };
    let is_inside = plain.is_char_boundary(span.start) && plain.is_char_boundary(span.end);
    let span = if is_inside && span.end <= plain.len() { span } else { 0..plain.len() };
    Marked { text: plain, span }
}

/// One instruction that is being written.
pub(super) struct Line<'w, 'a, 'f> {
    writer: &'w Writer<'a, 'f>,
    pub(super) row: Instruction,
    marked: Option<u32>,
}

impl<'a, 'f> Deref for Line<'_, 'a, 'f> {
    type Target = Writer<'a, 'f>;

    fn deref(&self) -> &Self::Target {
        self.writer
    }
}

impl Line<'_, '_, '_> {
    fn body(&self) -> String {
        // If the rows of its form are missing, the operands are still informative.
        self.form().unwrap_or_else(|| {
            let rows = self.index.instruction_operand.all(self.row.instruction);
            let operands = rows.iter().map(|row| self.operand(row.position, row.operand));
            words(&[&self.opcode(), &commas(operands)])
        })
    }

    fn attachments(&self) -> String {
        let id = self.row.instruction;
        let mut text = String::new();
        if let Some(row) = self.at_most_one(self.index.instruction_location.all(id)) {
            text += &format!(", !dbg {}", self.spelling.metadata(row.location));
        }
        for row in self.index.instruction_metadata.all(id) {
            self.expect(
                self.facts.text(row.attachment_kind) != b"dbg",
                "a location as an attachment",
            );
            text += &format!(", {}", self.attachment(row.attachment_kind, row.metadata));
        }
        text
    }

    fn form(&self) -> Option<String> {
        use Opcode::*;
        match self.row.opcode {
            Call | Invoke | CallBr => self.call(),
            Ret | Br | Switch | IndirectBr | Resume | CatchSwitch | CatchRet | CleanupRet
            | Unreachable => self.terminator(),
            Alloca | Load | Store | Fence | CmpXchg | AtomicRmw | GetElementPtr => self.memory(),
            ExtractElement | InsertElement | ShuffleVector | ExtractValue | InsertValue => {
                self.aggregate()
            }
            LandingPad => self.landingpad(),
            CatchPad | CleanupPad => self.funclet_pad(),
            _ => self.computation(),
        }
    }

    fn computation(&self) -> Option<String> {
        use Opcode::*;
        let (index, id, opcode) = (self.index, self.row.instruction, self.row.opcode);
        match opcode {
            FNeg | Freeze => {
                let parts = self.one(index.unary_instruction.all(id))?;
                self.expect(parts.opcode == opcode, "two opcodes");
                Some(self.operation("", &[parts.operand]))
            }
            ICmp | FCmp => {
                let parts = self.one(index.comparison_instruction.all(id))?;
                self.expect(parts.opcode == opcode, "two opcodes");
                let operands = [parts.first_operand, parts.second_operand];
                Some(self.operation(parts.predicate.as_str(), &operands))
            }
            Phi => self.phi(),
            Select => {
                let parts = self.one(index.select_instruction.all(id))?;
                let operands = [parts.condition, parts.true_value, parts.false_value];
                Some(words(&[&self.opcode(), &self.operands(&operands)]))
            }
            VAArg => {
                let parts = self.one(index.va_arg_instruction.all(id))?;
                let list = self.operand(0, parts.list);
                Some(format!("{} {list}, {}", self.opcode(), self.type_text(parts.r#type)))
            }
            opcode if is_conversion(opcode) => {
                let parts = self.one(index.conversion_instruction.all(id))?;
                self.expect(parts.opcode == opcode, "two opcodes");
                let text = self.operation("", &[parts.operand]);
                Some(format!("{text} to {}", self.type_text(parts.to_type)))
            }
            opcode => {
                let parts = self.one(index.binary_instruction.all(id))?;
                self.expect(parts.opcode == opcode, "two opcodes");
                Some(self.operation("", &[parts.first_operand, parts.second_operand]))
            }
        }
    }

    fn phi(&self) -> Option<String> {
        let r#type = self.type_text(self.result_type()?);
        let pairs = self.list(self.index.phi_incoming.all(self.row.instruction), |it| it.position);
        let pair = |row: &PhiIncoming| {
            let value = self.bare_operand(row.position, row.value);
            format!("[ {value}, {} ]", self.block(row.block))
        };
        Some(words(&[&self.opcode(), &r#type, &commas(pairs.iter().map(pair))]))
    }

    /// The opcode with its flags.
    pub(super) fn opcode(&self) -> String {
        let rows = self.index.instruction_flag.all(self.row.instruction);
        let flags: Vec<_> = rows.iter().map(|row| row.flag).collect();
        self.row.opcode.as_str().to_owned() + &self.flags(&flags)
    }

    /// Operands and their types. LLVM prints the type once if all operands have the same type.
    fn operation(&self, word: &str, operands: &[ValueId]) -> String {
        let first = operands.first().and_then(|&operand| self.type_of(operand));
        let is_common = operands.iter().all(|&operand| self.type_of(operand) == first);
        let text = match first.filter(|_| is_common) {
            Some(first) => {
                let values = (0..).zip(operands).map(|(at, &it)| self.bare_operand(at, it));
                format!("{} {}", self.type_text(first), commas(values))
            }
            None => self.operands(operands),
        };
        words(&[&self.opcode(), word, &text])
    }

    /// The first operands of the instruction, each with its type.
    pub(super) fn operands(&self, operands: &[ValueId]) -> String {
        commas((0..).zip(operands).map(|(position, &operand)| self.operand(position, operand)))
    }

    /// The operand at `position`, with its type.
    pub(super) fn operand(&self, position: u32, value: ValueId) -> String {
        let r#type = self.type_of(value).map_or(GAP.into(), |it| self.type_text(it));
        let value = self.spelling.value(value, Some(self.row.function));
        self.mark(position, format!("{type} {value}"))
    }

    /// The operand at `position`, without its type.
    pub(super) fn bare_operand(&self, position: u32, value: ValueId) -> String {
        self.mark(position, self.spelling.value(value, Some(self.row.function)))
    }

    /// Puts marks around the text if it is the marked operand.
    pub(super) fn mark(&self, position: u32, text: String) -> String {
        let [open, close] = MARKS;
        match self.marked == Some(position) {
            true => format!("{open}{text}{close}"),
            false => text,
        }
    }

    pub(super) fn result_type(&self) -> Option<TypeId> {
        let row = self.one(self.index.instruction_result.all(self.row.instruction))?;
        self.type_of(row.result)
    }

    /// A block, without its type.
    fn block(&self, block: BlockId) -> String {
        match self.facts.block.get(block.index()) {
            Some(row) => self.spelling.value(row.value, Some(self.row.function)),
            None => GAP.into(),
        }
    }

    /// A block that is not an operand.
    fn plain_label(&self, block: BlockId) -> String {
        format!("label {}", self.block(block))
    }

    /// A block as the operand at `position`.
    pub(super) fn label(&self, position: u32, block: BlockId) -> String {
        self.mark(position, self.plain_label(block))
    }

    /// Blocks that are the operands starting at `start`.
    pub(super) fn labels(&self, start: u32, blocks: impl Iterator<Item = BlockId>) -> String {
        commas((start..).zip(blocks).map(|(position, block)| self.label(position, block)))
    }

    fn terminator(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        match self.row.opcode {
            Opcode::Ret => Some(match self.at_most_one(index.return_value.all(id)) {
                Some(row) => format!("ret {}", self.operand(0, row.value)),
                None => "ret void".to_owned(),
            }),
            Opcode::Br => self.branch(),
            Opcode::Switch => self.switch(),
            Opcode::IndirectBr => {
                let address = self.one(index.indirectbr_instruction.all(id))?.address;
                let targets = self.indirect_targets(1);
                Some(format!("indirectbr {}, [{targets}]", self.operand(0, address)))
            }
            Opcode::Resume => {
                let value = self.one(index.resume_instruction.all(id))?.value;
                Some(format!("resume {}", self.operand(0, value)))
            }
            Opcode::CatchSwitch => self.catchswitch(),
            Opcode::CatchRet => {
                let row = self.one(index.catchret_instruction.all(id))?;
                let (pad, target) = (self.bare_operand(0, row.pad), self.label(1, row.target));
                Some(format!("catchret from {pad} to {target}"))
            }
            Opcode::CleanupRet => {
                let pad = self.one(index.cleanupret_instruction.all(id))?.pad;
                Some(format!("cleanupret from {} {}", self.bare_operand(0, pad), self.unwinds_to()))
            }
            opcode => Some(opcode.as_str().to_owned()),
        }
    }

    /// Among the operands, the false target precedes the true one.
    fn branch(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        if let Some(row) = self.at_most_one(index.unconditional_branch.all(id)) {
            return Some(format!("br {}", self.label(0, row.target)));
        }
        let row = self.one(index.conditional_branch.all(id))?;
        let condition = self.operand(0, row.condition);
        let (yes, no) = (self.label(2, row.true_target), self.label(1, row.false_target));
        Some(format!("br {condition}, {yes}, {no}"))
    }

    fn switch(&self) -> Option<String> {
        let id = self.row.instruction;
        let row = self.one(self.index.switch_instruction.all(id))?;
        let cases = self.list(self.index.switch_case.all(id), |row| row.position);
        let operands = self.index.instruction_operand.all(id);
        // The case values are operands only in some versions of LLVM.
        let with_values = operands.len() == 2 + 2 * cases.len() && !cases.is_empty();
        let case = |row: &SwitchCase| {
            let r#type = self.type_of(row.value).map_or(GAP.into(), |it| self.type_text(it));
            let value = self.spelling.value(row.value, None);
            let value = format!("{type} {value}");
            match with_values {
                true => {
                    let position = 2 + 2 * row.position;
                    let target = self.label(position + 1, row.target);
                    format!("\n    {}, {target}", self.mark(position, value))
                }
                false => format!("\n    {value}, {}", self.label(2 + row.position, row.target)),
            }
        };
        let cases: String = cases.iter().map(case).collect();
        let condition = self.operand(0, row.condition);
        Some(format!("switch {condition}, {} [{cases}\n  ]", self.label(1, row.default_target)))
    }

    /// The targets of an indirectbr or callbr, which are the operands starting at `start`.
    pub(super) fn indirect_targets(&self, start: u32) -> String {
        let rows = self.index.indirect_target.all(self.row.instruction);
        let targets = self.list(rows, |row| row.position);
        self.labels(start, targets.iter().map(|row| row.target))
    }

    fn catchswitch(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        let row = self.one(index.funclet_pad.all(id))?;
        self.expect(row.opcode == Opcode::CatchSwitch, "two opcodes");
        let handlers = self.list(index.catchswitch_handler.all(id), |row| row.position);
        let start = if index.unwind_target.all(id).is_empty() { 1 } else { 2 };
        let handlers = self.labels(start, handlers.iter().map(|row| row.handler));
        let parent = self.bare_operand(0, row.parent);
        Some(format!("catchswitch within {parent} [{handlers}] {}", self.unwinds_to()))
    }

    fn unwinds_to(&self) -> String {
        match self.at_most_one(self.index.unwind_target.all(self.row.instruction)) {
            Some(row) => format!("unwind {}", self.label(1, row.target)),
            None => "unwind to caller".to_owned(),
        }
    }

    fn landingpad(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        let mut text = format!("landingpad {}", self.type_text(self.result_type()?));
        let flags = index.instruction_flag.all(id);
        if flags.iter().any(|row| row.flag == InstructionFlag::Cleanup) {
            text += "\n          cleanup";
        }
        for clause in self.list(index.landingpad_clause.all(id), |row| row.position) {
            let value = self.operand(clause.position, clause.value);
            text += &format!("\n          {} {value}", clause.kind.as_str());
        }
        Some(text)
    }

    /// Among the operands, the parent follows the arguments.
    fn funclet_pad(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        let pad = self.one(index.funclet_pad.all(id))?;
        self.expect(pad.opcode == self.row.opcode, "two opcodes");
        let arguments = self.list(index.funclet_pad_argument.all(id), |row| row.position);
        let parent = self.bare_operand(arguments.len() as u32, pad.parent);
        let arguments: Vec<_> = arguments.iter().map(|row| row.argument).collect();
        let opcode = self.row.opcode.as_str();
        Some(format!("{opcode} within {parent} [{}]", self.operands(&arguments)))
    }

    fn aggregate(&self) -> Option<String> {
        let (index, id) = (self.index, self.row.instruction);
        let path = || {
            let indices = self.list(index.aggregate_index.all(id), |row| row.position);
            commas(indices.iter().map(|row| row.member_index.to_string()))
        };
        Some(match self.row.opcode {
            Opcode::ExtractElement => {
                let parts = self.one(index.extractelement_instruction.all(id))?;
                words(&[&self.opcode(), &self.operands(&[parts.vector, parts.index])])
            }
            Opcode::InsertElement => {
                let parts = self.one(index.insertelement_instruction.all(id))?;
                let operands = [parts.vector, parts.element, parts.index];
                words(&[&self.opcode(), &self.operands(&operands)])
            }
            Opcode::ShuffleVector => {
                let parts = self.one(index.shufflevector_instruction.all(id))?;
                let operands = self.operands(&[parts.first_vector, parts.second_vector]);
                let lanes = index.shuffle_mask.all(id);
                let lanes = lanes.iter().map(|row| (row.position, row.element_index));
                let mask = self.shuffle_mask(self.result_type()?, lanes)?;
                format!("{} {operands}{mask}", self.opcode())
            }
            Opcode::ExtractValue => {
                let aggregate = self.one(index.extractvalue_instruction.all(id))?.aggregate;
                format!("extractvalue {}, {}", self.operand(0, aggregate), path())
            }
            _ => {
                let parts = self.one(index.insertvalue_instruction.all(id))?;
                let operands = self.operands(&[parts.aggregate, parts.value]);
                format!("insertvalue {operands}, {}", path())
            }
        })
    }
}

impl Writer<'_, '_> {
    /// Flags in LLVM's order, each preceded by a space.
    pub fn flags(&self, flags: &[InstructionFlag]) -> String {
        use InstructionFlag::*;
        const FAST: [InstructionFlag; 7] = [Reassoc, Nnan, Ninf, Nsz, Arcp, Contract, Afn];
        const BEFORE: [InstructionFlag; 5] = [Atomic, Weak, Volatile, InAlloca, SwiftError];
        // Only `getelementptr` has `inbounds` and `nusw`, which it prints before `nuw`.
        const AFTER: [InstructionFlag; 8] =
            [InBounds, Nusw, Nuw, Nsw, Exact, Disjoint, NNeg, SameSign];
        let mut sorted = flags.to_vec();
        sorted.sort_unstable();
        self.expect(sorted.windows(2).all(|pair| pair[0] != pair[1]), "a flag twice");
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

    /// The mask of a shuffle whose result has type `result`, given the lanes that are not poison.
    pub fn shuffle_mask(
        &self,
        result: TypeId,
        lanes: impl Iterator<Item = (u32, u32)>,
    ) -> Option<String> {
        /// A limit, because the vector of an ill-formed module can have any length.
        const LIMIT: usize = 1 << 16;
        let length = self.one(self.index.vector_type.all(result))?.length as usize;
        let mut mask = vec![None; length.min(LIMIT)];
        for (position, element) in lanes {
            let Some(lane) = mask.get_mut(position as usize) else { continue };
            self.expect(lane.replace(element).is_none(), "two rows for a lane");
        }
        let kind = self.facts.r#type.get(result.index()).map(|row| row.kind);
        let scalable = if kind == Some(TypeKind::ScalableVector) { "vscale x " } else { "" };
        let content = if mask.iter().all(|lane| *lane == Some(0)) {
            "zeroinitializer".to_owned()
        } else if mask.iter().all(Option::is_none) {
            "poison".to_owned()
        } else {
            let lane = |lane: &Option<u32>| match lane {
                Some(element) => format!("i32 {element}"),
                None => "i32 poison".to_owned(),
            };
            format!("<{}>", commas(mask.iter().map(lane)))
        };
        Some(format!(", <{scalable}{length} x i32> {content}"))
    }
}

/// Whether `opcode` is a conversion, which names its target type.
pub fn is_conversion(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Trunc
            | ZExt
            | SExt
            | FPTrunc
            | FPExt
            | FPToUI
            | FPToSI
            | UIToFP
            | SIToFP
            | PtrToInt
            | PtrToAddr
            | IntToPtr
            | BitCast
            | AddrSpaceCast
    )
}
