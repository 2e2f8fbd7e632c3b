//! Functions in the form that the interpreter executes.

use facts_schema::{FunctionId, InstructionId, Opcode, Predicate, ValueId};

use super::types::{Flags, Type};
use super::values::Value;

/// A function with a body.
#[derive(Debug)]
pub struct Function {
    /// Its name, for messages.
    pub name: String,
    /// Its parameters, which are the first registers.
    pub parameters: Vec<Parameter>,
    /// The type of its result.
    pub result: Type,
    /// The promises about its result.
    pub promises: Promises,
    /// Its blocks. The entry is the first.
    pub blocks: Vec<Block>,
    /// The results and parameters, by register.
    pub registers: Vec<Register>,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    /// The promises about the argument.
    pub promises: Promises,
}

/// The result of an instruction, or a parameter.
#[derive(Debug)]
pub struct Register {
    /// Its id in the facts.
    pub value: ValueId,
    /// Its name, for messages.
    pub name: String,
    /// Its type.
    pub r#type: Type,
}

/// A basic block.
#[derive(Debug, Default)]
pub struct Block {
    /// The phis at its beginning.
    pub phis: Vec<Phi>,
    /// All other instructions.
    pub instructions: Vec<Instruction>,
}

/// A phi.
#[derive(Debug)]
pub struct Phi {
    /// The id of the instruction.
    pub instruction: InstructionId,
    /// The register of the result.
    pub result: usize,
    /// The operand for each predecessor.
    pub incoming: Vec<(usize, Operand)>,
}

/// An instruction other than a phi.
#[derive(Debug)]
pub struct Instruction {
    /// The id of the instruction.
    pub instruction: InstructionId,
    /// Its action.
    pub action: Action,
    /// Its operands, in the order that the action expects.
    pub operands: Vec<Operand>,
    /// The register of the result.
    pub result: Option<usize>,
}

/// An operand.
#[derive(Debug)]
pub enum Operand {
    /// A register.
    Register(usize),
    /// A constant.
    Constant(Box<Constant>),
}

/// A constant operand.
#[derive(Debug)]
pub struct Constant {
    /// Its value.
    pub value: Value,
    /// Its value in a semantics in which `undef` is poison.
    pub without_undef: Value,
    /// Its type.
    pub r#type: Type,
}

/// The action of an instruction.
#[derive(Debug)]
pub enum Action {
    /// A binary operation.
    Binary(Opcode, Flags),
    /// `icmp`.
    Compare(Predicate, Flags),
    /// `trunc`, `zext`, `sext`.
    Convert(Opcode, Flags),
    /// `bitcast`.
    Bitcast,
    /// `freeze`.
    Freeze,
    /// `select`: condition and both values.
    Select,
    /// `extractelement`: vector and index.
    ExtractElement,
    /// `insertelement`: vector, element, index.
    InsertElement,
    /// `shufflevector`: two vectors, and the element for each lane unless it is poison.
    Shuffle(Vec<Option<usize>>),
    /// `extractvalue`: the first extracted lane. The result type determines the number of lanes.
    ExtractValue(usize),
    /// `insertvalue` with aggregate and value: the first replaced lane.
    InsertValue(usize),
    /// `alloca`: the size in bits and the alignment in bytes.
    Alloca(u64, u32),
    /// `load`: the alignment in bytes.
    Load(u32, Promises),
    /// `store`: the alignment in bytes.
    Store(u32),
    /// `getelementptr` with the base and the variable indices as operands.
    GetElementPtr {
        /// Flags.
        flags: Flags,
        /// The steps in order.
        steps: Vec<Step>,
    },
    /// A call of a function with a body, with the promises of the call about arguments and result.
    Call(FunctionId, Vec<Promises>, Promises),
    /// A call of a function without a body and result.
    External {
        /// The function's name.
        name: String,
        /// The promises about the arguments.
        promises: Vec<Promises>,
        /// Whether it always returns.
        returns: bool,
    },
    /// A call of an intrinsic, by its name without types, with the promises of the call about the result.
    Intrinsic(String, Promises),
    /// `ret`, with a value unless the function is void.
    Return,
    /// `br` to this block.
    Jump(usize),
    /// A conditional `br`: the destinations for true and false.
    Branch(usize, usize),
    /// `switch`, with the default first.
    Switch(usize, Vec<(u64, usize)>),
    /// `unreachable`.
    Unreachable,
}

/// A step of a `getelementptr`.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A constant number of bytes.
    Constant(i64),
    /// The operand at this position, multiplied by this number of bytes.
    Scaled(usize, i64),
}

/// The promises of attributes or metadata about a value.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    /// It is well defined; otherwise UB.
    pub noundef: bool,
    /// It is not null; otherwise it is poison.
    pub nonnull: bool,
    /// It is in one of these ranges, which may wrap; otherwise it is poison.
    pub ranges: Vec<(u64, u64)>,
    /// It is aligned to this number of bytes; otherwise it is poison.
    pub alignment: u32,
    /// It points to at least this number of accessible bytes; otherwise UB.
    pub dereferenceable: u64,
}

impl Promises {
    /// Whether there are no promises.
    pub fn is_empty(&self) -> bool {
        !self.noundef
            && !self.nonnull
            && self.ranges.is_empty()
            && self.alignment <= 1
            && self.dereferenceable == 0
    }
}
