//! Undefined behaviour in every execution that reaches an instruction.
//!
//! **Scope: function.**

use facts_schema::{InstructionId, Opcode, UbCause, ValueId, ValueKind, Word};
use rules::{Detail, Rule, Subject, Violation, rules};
use rules_macros::datalog;

use super::Known;

rules! { UndefinedBehavior "undefined-behavior";
    /// No branch or switch depends on undef or poison.
    ///
    /// The destination is undefined, and so is the behaviour of the whole execution. If any destination is
    /// acceptable, `freeze` the condition.
    deny BRANCH: "UND001" "branch-on-undefined" {
        message: "`{opcode}` depends on {detail}, which is undefined behaviour",
        reference: "LangRef, br, switch and indirectbr; LLVM's UB manual",
        checks: [],
    }

    /// No instruction reads, writes, calls or branches through null, undef or poison.
    ///
    /// Null is a valid address in functions with the attribute `null_pointer_is_valid` and in address spaces other than
    /// 0, and volatile accesses may use it. A `getelementptr inbounds` of null is null or poison.
    deny ACCESS: "UND002" "access-through-undefined" {
        message: "`{opcode}` goes through {detail}, which is undefined behaviour",
        reference: "LangRef, load and store; LLVM's UB manual",
        checks: [],
    }

    /// No integer is divided by zero, undef or poison, and the minimum integer is not divided by -1.
    ///
    /// Undef may be zero. Such a division is immediate undefined behaviour, because many processors trap. Therefore a
    /// division must not be hoisted above a test of its divisor.
    deny DIVISION: "UND003" "undefined-division" {
        message: "`{opcode}` by {detail} is undefined behaviour",
        reference: "LangRef, udiv, sdiv, urem and srem; LLVM's UB manual",
        checks: [],
    }

    /// No undef or poison is passed as a `noundef` or `dereferenceable` argument.
    ///
    /// The callee relies on the value. A function that does not use an argument should not declare it
    /// `noundef`.
    deny ARGUMENT: "UND004" "undefined-argument" {
        message: "{detail} is passed as an argument that must be defined, which is undefined behaviour",
        reference: "LangRef, Parameter Attributes, noundef",
        checks: [],
    }

    /// No undef or poison is returned as a `noundef` or `dereferenceable` result.
    ///
    /// Callers rely on the value.
    deny RETURN: "UND005" "undefined-result" {
        message: "{detail} is returned as a result that must be defined, which is undefined behaviour",
        reference: "LangRef, Parameter Attributes, noundef",
        checks: [],
    }

    /// No select depends on a poison condition if the semantics of select make this undefined behaviour.
    ///
    /// In LLVM's semantics, the result is poison. In two alternatives that were considered for LLVM, it is
    /// undefined behaviour, as for a branch. `--select-semantics` chooses one.
    deny SELECT: "UND006" "select-on-undefined" {
        message: "`select` depends on {detail}, which is undefined behaviour in these semantics",
        reference: "Azevedo 2020, table 2.1",
        checks: [],
    }

    /// No assumption is false.
    ///
    /// `llvm.assume` promises the optimiser that a condition holds. If the condition is false, undef or poison, the
    /// behaviour is undefined. Use `unreachable` for code that is never reached.
    deny ASSUMPTION: "UND008" "false-assumption" {
        message: "`{operand}` is assumed to be true, which is undefined behaviour",
        reference: "LangRef, llvm.assume",
        checks: [],
    }

    /// Every access is within the object that its address points to.
    ///
    /// The object is a variable, a global, or the result of an allocation function, and its size is known.
    /// The access starts before the object or ends after it whenever it is reached. Reading one byte past the
    /// end of an array is also undefined behaviour.
    deny BOUNDS: "UND040" "out-of-bounds-access" {
        message: "`{opcode}` accesses bytes outside of the object that `{operand}` points to",
        reference: "LangRef, Pointer Aliasing Rules; C11 6.5.6p8",
        checks: [],
    }

    /// No access is to freed memory.
    ///
    /// On every path to the access, the memory has been freed, provided that the allocation succeeded.
    deny FREED: "UND041" "use-after-free" {
        message: "`{opcode}` accesses memory that has been freed, through `{operand}`",
        reference: "LangRef, Object Lifetime; C11 7.22.3",
        checks: [],
    }

    /// No access is to a variable after its lifetime.
    ///
    /// The lifetime of a variable ends when its function returns or control leaves its block.
    deny ENDED: "UND042" "use-after-lifetime" {
        message: "`{opcode}` accesses a variable whose lifetime has ended, through `{operand}`",
        reference: "LangRef, Object Lifetime and llvm.lifetime.end; C11 6.2.4p2",
        checks: [],
    }

    /// Memory is freed only once.
    ///
    /// Freeing the result of a failed allocation has no effect and is not an error.
    deny DOUBLE_FREE: "UND043" "double-free" {
        message: "`{operand}` is freed here, but it has been freed already",
        reference: "C11 7.22.3.3p2",
        checks: [],
    }

    /// Only the result of an allocation function is freed.
    ///
    /// A variable, a global, or an address inside an allocated object cannot be freed.
    deny NOT_ALLOCATED: "UND044" "invalid-free" {
        message: "`{operand}` is freed, but no allocation function returned it",
        reference: "C11 7.22.3.3p2",
        checks: [],
    }

    /// No access requires a larger alignment than its address has.
    ///
    /// The address is a known number of bytes after the start of an object with a known alignment.
    deny MISALIGNED: "UND045" "misaligned-access" {
        message: "`{opcode}` requires a larger alignment than `{operand}` has",
        reference: "LangRef, load and store",
        checks: [],
    }

    /// No access writes to a constant.
    ///
    /// String literals are constants.
    deny CONSTANT: "UND046" "write-to-constant" {
        message: "`{opcode}` writes to a constant, through `{operand}`",
        reference: "LangRef, Global Variables",
        checks: [],
    }

    /// No call always ends in undefined behaviour.
    ///
    /// With the arguments of this call, every path through the function ends in undefined behaviour. The
    /// function itself has a finding only if that does not depend on the arguments.
    deny DOOMED_CALL: "UND047" "undefined-call" {
        message: "this call always ends in undefined behaviour",
        reference: "LLVM's UB manual",
        checks: [],
    }

    /// No placeholder makes a test undefined.
    ///
    /// Undef, poison and null often stand for values that do not matter, in particular in reduced tests. If
    /// such a placeholder causes undefined behaviour, every transformation of the test is correct, and the
    /// test is useless. Add a function argument and use it instead of the constant.
    warn PLACEHOLDER: "UND007" "undefined-placeholder" {
        message: "`{operand}` as an operand of `{opcode}` is undefined behaviour: if any value will do, use a new function argument",
        reference: "LLVM's UB manual, Writing Tests Without Undefined Behavior",
        checks: [],
    }
}

pub(super) fn violations(known: Known) -> Vec<Violation> {
    let undefined = known.definite();
    if undefined.is_empty() {
        return Vec::new();
    }
    let (found,) = program::run(known.scope(), known, undefined);
    found.into_iter().map(|program::Found(violation)| violation).collect()
}

/// Whether a cause is a property of the accessed memory, not of a value.
fn is_about_memory(cause: UbCause) -> bool {
    !matches!(
        cause,
        UbCause::Poison | UbCause::Undef | UbCause::Zero | UbCause::Null | UbCause::Overflow
    )
}

/// A cause, as named in messages.
fn words(cause: UbCause) -> &'static str {
    match cause {
        UbCause::Overflow => "-1 of the least integer",
        UbCause::Null => "a null pointer",
        cause => cause.as_str(),
    }
}

datalog! { functions;
    @context known: Known<'a>;

    @input
    /// `instruction` has undefined behaviour in every execution that reaches it, because of `cause`, a property of its
    /// operand `value`.
    struct Undefined(InstructionId, ValueId, UbCause);

    /// The rule that an instruction with an undefined operand violates. Calls have several.
    const RULES_OF(Opcode, Rule) = [
        (Opcode::Br, BRANCH),
        (Opcode::Switch, BRANCH),
        (Opcode::IndirectBr, BRANCH),
        (Opcode::Load, ACCESS),
        (Opcode::Store, ACCESS),
        (Opcode::CmpXchg, ACCESS),
        (Opcode::AtomicRmw, ACCESS),
        (Opcode::VAArg, ACCESS),
        (Opcode::UDiv, DIVISION),
        (Opcode::SDiv, DIVISION),
        (Opcode::URem, DIVISION),
        (Opcode::SRem, DIVISION),
        (Opcode::Ret, RETURN),
        (Opcode::Select, SELECT),
    ];

    /// The rule that is violated for each cause about memory.
    const RULES_OF_MEMORY(UbCause, Rule) = [
        (UbCause::OutOfBounds, BOUNDS),
        (UbCause::Freed, FREED),
        (UbCause::Ended, ENDED),
        (UbCause::FreedTwice, DOUBLE_FREE),
        (UbCause::NotAllocated, NOT_ALLOCATED),
        (UbCause::Misaligned, MISALIGNED),
        (UbCause::Constant, CONSTANT),
        (UbCause::Call, DOOMED_CALL),
    ];

    /// The causes that are numbers.
    const NUMBERS(UbCause) = [UbCause::Zero, UbCause::Null];

    /// The constants that are used as placeholders.
    const PLACEHOLDERS(ValueKind) = [ValueKind::Undef, ValueKind::Poison, ValueKind::NullPointer];

    /// The same, for reachable instructions.
    struct Reached(InstructionId, ValueId, UbCause);

    Reached(instruction, value, cause) <-
        Undefined(instruction, value, cause),
        instruction { instruction, block },
        (known.is_reachable(block));

    /// Operand `position` of `instruction` is `value`.
    struct Operand(InstructionId, ValueId, u32);

    Operand(instruction, value, position) <-
        Reached(instruction, value, _),
        instruction_operand { instruction, position, operand: value };

    /// `value` is also an operand after `position`.
    struct Repeated(InstructionId, ValueId, u32);

    Repeated(instruction, value, position) <-
        Operand(instruction, value, position),
        Operand(instruction, value, other),
        (position < other);

    /// `instruction` violates `rule`, because of `cause`, a property of its operand `value`.
    struct Violates(Rule, InstructionId, ValueId, UbCause);

    Violates(rule, instruction, value, cause) <-
        Reached(instruction, value, cause),
        (cause != UbCause::Null),
        (!is_about_memory(cause)),
        instruction { instruction, opcode },
        RULES_OF(opcode, rule);

    Violates(rule, instruction, value, cause) <-
        Reached(instruction, value, cause),
        RULES_OF_MEMORY(cause, rule);

    Violates(ACCESS, instruction, value, UbCause::Null) <-
        Reached(instruction, value, UbCause::Null);

    // Only an assumption makes zero an undefined argument.
    Violates(ASSUMPTION, call, value, UbCause::Zero) <-
        Reached(call, value, UbCause::Zero),
        call_instruction { instruction: call };

    Violates(ACCESS, call, callee, cause) <-
        Reached(call, callee, cause),
        !NUMBERS(cause),
        (!is_about_memory(cause)),
        call_instruction { instruction: call, callee };

    Violates(ARGUMENT, call, value, cause) <-
        Reached(call, value, cause),
        !NUMBERS(cause),
        (!is_about_memory(cause)),
        call_instruction { instruction: call, callee },
        (callee != value);

    Violates(PLACEHOLDER, instruction, value, cause) <-
        Reached(instruction, value, cause),
        value { value, kind },
        PLACEHOLDERS(kind);

    @output
    struct Found(Violation);

    // If several operands are the same value, the last one is marked.
    Found(Violation {
        rule,
        subject: Subject::Operand(instruction, position),
        detail: Detail::Word(words(cause)),
    }) <-
        Violates(rule, instruction, value, cause),
        Operand(instruction, value, position),
        !Repeated(instruction, value, position);
}
