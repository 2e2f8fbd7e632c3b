//! Functions as the interpreter runs them.

use facts_schema::{FunctionId, InstructionId, Opcode, Predicate, ValueId};

use super::types::{Flags, Type};
use super::values::Value;

/// A function with a body.
#[derive(Debug)]
pub struct Function {
    /// Its name, for a person.
    pub name: String,
    /// Its parameters: they are the first registers.
    pub parameters: Vec<Parameter>,
    /// What it returns.
    pub result: Type,
    /// What must hold of what it returns.
    pub promises: Promises,
    /// Its blocks. The entry is the first.
    pub blocks: Vec<Block>,
    /// What is computed, by register.
    pub registers: Vec<Register>,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    /// What must hold of an argument.
    pub promises: Promises,
}

/// The result of an instruction, or a parameter.
#[derive(Debug)]
pub struct Register {
    /// What the facts call it.
    pub value: ValueId,
    /// Its name, for a person.
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
    /// Which instruction it is.
    pub instruction: InstructionId,
    /// Where its result goes.
    pub result: usize,
    /// What it is, by the block that control comes from.
    pub incoming: Vec<(usize, Operand)>,
}

/// An instruction that is no phi.
#[derive(Debug)]
pub struct Instruction {
    /// Which instruction it is.
    pub instruction: InstructionId,
    /// What it does.
    pub action: Action,
    /// With which operands, in the order that the action expects.
    pub operands: Vec<Operand>,
    /// Where its result goes.
    pub result: Option<usize>,
}

/// An operand.
#[derive(Debug)]
pub enum Operand {
    /// What was computed before.
    Register(usize),
    /// A constant.
    Constant(Box<Constant>),
}

/// A constant operand.
#[derive(Debug)]
pub struct Constant {
    /// What it is.
    pub value: Value,
    /// What it is if `undef` is written for poison.
    pub without_undef: Value,
    /// Its type.
    pub r#type: Type,
}

/// What an instruction does.
#[derive(Debug)]
pub enum Action {
    /// `add` and its like.
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
    /// `extractvalue`: the first lane that is taken, of so many as the result has.
    ExtractValue(usize),
    /// `insertvalue`: aggregate and value, and the first lane that is replaced.
    InsertValue(usize),
    /// `alloca` of so many bits, aligned to so many bytes.
    Alloca(u64, u32),
    /// `load` through the pointer, aligned to so many bytes.
    Load(u32, Promises),
    /// `store` of a value through a pointer, aligned to so many bytes.
    Store(u32),
    /// `getelementptr`: base and variable indices, with the constant offset in bytes, what each
    /// index is multiplied with, and whether there is any index that is not zero.
    GetElementPtr {
        /// Flags.
        flags: Flags,
        /// The steps in order: a constant offset, or the operand's position and its scale in bytes.
        steps: Vec<Step>,
    },
    /// A call of a function that has a body, and what the call promises of the arguments and of the
    /// result.
    Call(FunctionId, Vec<Promises>, Promises),
    /// A call of a function without result whose body is not known; whether it returns for sure.
    External {
        /// The function's name.
        name: String,
        /// What is promised of the arguments.
        promises: Vec<Promises>,
        /// Whether it is known to return.
        returns: bool,
    },
    /// A call of an intrinsic, by its name without types, and what the call promises of the result.
    Intrinsic(String, Promises),
    /// `ret`, with a value unless the function returns nothing.
    Return,
    /// `br` to this block.
    Jump(usize),
    /// `br` on a condition, if it holds to the first block.
    Branch(usize, usize),
    /// `switch`, with the default first.
    Switch(usize, Vec<(u64, usize)>),
    /// `unreachable`.
    Unreachable,
}

/// A step of a `getelementptr`.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// So many bytes.
    Constant(i64),
    /// The operand at this position, times so many bytes.
    Scaled(usize, i64),
}

/// What attributes or metadata promise of a value.
#[derive(Clone, Debug, Default)]
pub struct Promises {
    /// It is well defined, else there is UB.
    pub noundef: bool,
    /// It is not null, else it is poison.
    pub nonnull: bool,
    /// It is in one of these ranges (which may wrap), else it is poison.
    pub ranges: Vec<(u64, u64)>,
    /// It is so many bytes aligned, else it is poison.
    pub alignment: u32,
    /// So many bytes can be accessed through it, else there is UB.
    pub dereferenceable: u64,
}

impl Promises {
    /// Whether nothing is promised.
    pub fn is_empty(&self) -> bool {
        !self.noundef
            && !self.nonnull
            && self.ranges.is_empty()
            && self.alignment <= 1
            && self.dereferenceable == 0
    }
}
