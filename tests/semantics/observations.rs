//! The observations of the interpreter about single values and instructions, and its limits.

use facts_schema::{Facts, FunctionId, InstructionId, Opcode, ValueId};
use libtest_mimic::Trial;

use crate::interpreter::{Budget, Error, Observations, Program, Semantics, enumerate};
use crate::{facts, trial};

/// A test.
type Test = fn() -> Result<(), String>;

/// The tests.
pub fn trials() -> Vec<Trial> {
    let tests: [(&str, Test); 5] = [
        ("values", values),
        ("lanes", lanes),
        ("instructions", instructions),
        ("behaviours", behaviours),
        ("errors", errors),
    ];
    tests.map(|(name, test)| trial(format!("observations::{name}"), test)).into()
}

/// All executions of the first function of a module.
struct All {
    facts: Facts,
    observations: Observations,
    /// The number of inputs.
    inputs: usize,
}

impl All {
    fn of(text: &str, semantics: Semantics) -> Result<Self, String> {
        let facts = facts(text)?;
        let program = Program::new(&facts);
        let (inputs, observations) =
            enumerate(&program, FunctionId(0), semantics, Budget::default())
                .map_err(|error| error.to_string())?;
        Ok(Self { facts, observations, inputs: inputs.len() })
    }

    /// The value `@f:%name`.
    fn value(&self, name: &str) -> ValueId {
        let is_named = |value: &ValueId| self.facts.symbol(*value) == format!("@f:%{name}");
        self.facts.value.iter().map(|row| row.value).find(is_named).expect("it is in the text")
    }

    /// The first instruction with this opcode.
    fn instruction(&self, opcode: Opcode) -> InstructionId {
        let mut rows = self.facts.instruction.iter();
        rows.find(|row| row.opcode == opcode).expect("it is in the text").instruction
    }

    /// The lanes of a value that were poison, and undef, at least once.
    fn lanes(&self, name: &str) -> (u64, u64) {
        let observed = self.observations.value(self.value(name));
        assert!(observed.times > 0, "%{name} was never computed");
        (observed.poison_lanes, observed.undef_lanes)
    }
}

fn expect<T: PartialEq + std::fmt::Debug>(found: T, expected: T, what: &str) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what} is {found:?}, not {expected:?}")) }
}

fn values() -> Result<(), String> {
    let text = "define i3 @f(i3 noundef %defined, i3 %any) {
  %memory = alloca i3
  %loaded = load i3, ptr %memory
  %sum = add nsw i3 %defined, 1
  %frozen = freeze i3 %any
  %none = and i3 %loaded, 0
  %chosen = select i1 true, i3 %frozen, i3 %any
  ret i3 %chosen
}";
    let llvm = All::of(text, Semantics::LLVM)?;
    // 3 + 1 overflows.
    for (name, lanes) in [
        ("defined", (0, 0)),
        ("any", (1, 1)),
        ("loaded", (0, 1)),
        ("sum", (1, 0)),
        ("frozen", (0, 0)),
        ("none", (0, 0)),
        ("chosen", (0, 0)),
    ] {
        expect(llvm.lanes(name), lanes, name)?;
    }
    let value_wise = All::of(text, Semantics::VALUE_WISE)?;
    for (name, lanes) in [("any", (1, 0)), ("loaded", (1, 0)), ("none", (1, 0)), ("frozen", (0, 0))]
    {
        expect(value_wise.lanes(name), lanes, name)?;
    }
    // Each operand is one of eight numbers, undef, or poison.
    expect(llvm.inputs, 80, "the number of inputs")?;
    expect(value_wise.inputs, 72, "the number of inputs without undef")
}

fn lanes() -> Result<(), String> {
    let all = All::of(
        "define <2 x i2> @f(i2 noundef %x) {
  %vector = insertelement <2 x i2> <i2 undef, i2 poison>, i2 %x, i32 0
  %swapped = shufflevector <2 x i2> %vector, <2 x i2> poison, <2 x i32> <i32 1, i32 0>
  %pair = insertvalue { i2, <2 x i2> } { i2 undef, <2 x i2> poison }, <2 x i2> %swapped, 1
  %member = extractvalue { i2, <2 x i2> } %pair, 1
  ret <2 x i2> %member
}",
        Semantics::LLVM,
    )?;
    expect(all.lanes("vector"), (0b10, 0), "%vector")?;
    expect(all.lanes("swapped"), (0b01, 0), "%swapped")?;
    expect(all.lanes("pair"), (0b010, 0b001), "%pair")?;
    expect(all.lanes("member"), (0b01, 0), "%member")
}

fn instructions() -> Result<(), String> {
    let all = All::of(
        "define i3 @f(i3 %x, i1 noundef %c) {
  br i1 %c, label %divide, label %end
divide:
  %quotient = udiv i3 1, %x
  %after = add i3 %x, 1
  ret i3 %after
end:
  ret i3 0
}",
        Semantics::LLVM,
    )?;
    let division = all.observations.instruction(all.instruction(Opcode::UDiv));
    // Eight numbers, undef and poison; UB for 0, undef and poison.
    expect((division.times, division.undefined), (10, 3), "the division")?;
    let after = all.instruction(Opcode::Add);
    expect(all.observations.instruction(after).times, 7, "what comes after it")?;
    let x = all.value("x");
    expect(all.observations.value(x).is_well_defined(), false, "%x")?;
    expect(all.observations.operand(after, x).is_well_defined(), true, "%x after the division")
}

fn behaviours() -> Result<(), String> {
    let facts = facts(
        "define i2 @f(i2 %x) {
  %frozen = freeze i2 %x
  %even = shl i2 %frozen, 1
  %one = udiv i2 2, %even
  ret i2 %one
}",
    )?;
    let program = Program::new(&facts);
    let (all, _) = enumerate(&program, FunctionId(0), Semantics::LLVM, Budget::default())
        .map_err(|error| error.to_string())?;
    let found: Vec<_> = all
        .iter()
        .map(|(_, behaviours)| {
            let seen = behaviours.seen.values();
            let texts = seen.map(|(value, scalars)| value.display(scalars)).collect::<Vec<_>>();
            (behaviours.is_undefined, texts.join(" "))
        })
        .collect();
    let one = || "1".to_owned();
    // Divided by 0, 2, 0, 2; then by any of them, and by undef and poison.
    let expected = vec![
        (true, String::new()),
        (false, one()),
        (true, String::new()),
        (false, one()),
        (true, one()),
        (true, one()),
    ];
    expect(found, expected, "what happens")
}

fn errors() -> Result<(), String> {
    let of = |text: &str| {
        let program = Program::new(&facts(text)?);
        let result = enumerate(&program, FunctionId(0), Semantics::LLVM, Budget::default());
        Ok::<_, String>(result.err())
    };
    let endless = of("define void @f() {\nentry:\n  br label %loop\nloop:\n  br label %loop\n}")?;
    expect(endless, Some(Error::Budget("instructions")), "an endless loop")?;
    let wide = of("define void @f(i64 %x) {\n  ret void\n}")?;
    expect(wide, Some(Error::Budget("the inputs of a wide parameter")), "a wide parameter")?;
    let frozen = of("define i64 @f() {\n  %r = freeze i64 undef\n  ret i64 %r\n}")?;
    expect(frozen, Some(Error::Budget("the values of a wide undef")), "a wide freeze")?;
    let float = of("define float @f(float %x) {\n  ret float %x\n}")?;
    match float {
        Some(Error::Unsupported(_)) => Ok(()),
        other => Err(format!("floats are {other:?}")),
    }
}
