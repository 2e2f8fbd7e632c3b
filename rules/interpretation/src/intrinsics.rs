//! Intrinsics that compute with integers, and assumptions.

use facts_schema::{InstructionId, Opcode, ValueId};

use crate::choices::{Choice, chosen};
use crate::constants::width;
use crate::finding::{Cause, Finding};
use crate::machine::{End, Frame, Machine};
use crate::numbers::{computed, unsigned};
use crate::operations::truth;
use crate::state::State;
use crate::value::{Interval, Value};

impl<'f> Machine<'_, 'f> {
    /// A call of an intrinsic that does not change memory.
    pub(crate) fn pure_intrinsic(
        &mut self,
        frame: &Frame<'f>,
        state: &mut State,
        instruction: InstructionId,
        name: &str,
        arguments: &[ValueId],
    ) -> Result<Value, End> {
        let Some(&first) = arguments.first() else { return Ok(Value::Unknown) };
        let one = self.value(frame, state, first);
        let name = name.strip_prefix("llvm.").unwrap_or(name);
        if name == "assume" {
            let found = match truth(one) {
                Some(true) => None,
                None if one.is_deferred() => Finding::of_deferred(instruction, first, one),
                None if self.can_be(frame, state, first, 0) => {
                    Some(Finding::new(instruction, first, Cause::Zero))
                }
                None if self.assume(frame, state, first, true) => None,
                _ => Some(Finding::new(instruction, first, Cause::Zero)),
            };
            return found.map_or(Ok(Value::Unknown), |it| Err(End::Undefined(it)));
        }
        if name.starts_with("expect") || name.starts_with("ssa.copy") {
            return Ok(one);
        }
        let Some(width) = self.width_of(first) else { return Ok(Value::Unknown) };
        let values: Vec<Value> = arguments.iter().map(|it| self.value(frame, state, *it)).collect();
        if COMPUTING.contains(&name) && values.contains(&Value::Poison) {
            return Ok(Value::Poison);
        }
        let ranges: Vec<Interval> = values.iter().map(|it| it.range(width)).collect();
        let numbers: Option<Vec<i128>> = ranges.iter().map(|it| it.exact()).collect();
        if let Some(folded) = numbers.and_then(|it| folded(name, width, &it)) {
            return Ok(folded);
        }
        if let (Some(choice), Some(number)) =
            (Choice::of(one, width), ranges.get(1).copied().unwrap_or(Interval::ZERO).exact())
        {
            return Ok(choice.chosen_by(name, number));
        }
        Ok(in_range(name, width, &ranges))
    }

    /// A member of the result of an operation with overflow: the result, or whether it overflows.
    pub(crate) fn with_overflow(
        &mut self,
        frame: &Frame<'f>,
        state: &State,
        call: InstructionId,
        path: &[u32],
    ) -> Option<Value> {
        let view = self.view;
        let name = view.called_intrinsic(call)?;
        let operation = name.strip_prefix("llvm.")?.strip_suffix(".with.overflow")?;
        let (is_signed, opcode) = match operation {
            "sadd" => (true, Opcode::Add),
            "ssub" => (true, Opcode::Sub),
            "smul" => (true, Opcode::Mul),
            "uadd" => (false, Opcode::Add),
            "usub" => (false, Opcode::Sub),
            "umul" => (false, Opcode::Mul),
            _ => return None,
        };
        let arguments = view.call_argument.all(call);
        let [first, second] = [arguments.first()?.argument, arguments.get(1)?.argument];
        let width = width(view, view.type_of(first)?)?;
        let is_flag = path == [1];
        if opcode == Opcode::Sub && first == second {
            return Some(Value::integer(if is_flag { 1 } else { width }, 0));
        }
        let values = [first, second].map(|it| self.value(frame, state, it));
        if values.contains(&Value::Poison) {
            return Some(Value::Poison);
        }
        let [one, other] = values.map(|it| it.range(width));
        if !is_flag {
            let chosen = chosen(opcode, width, values[0], values[1]);
            return Some(chosen.unwrap_or_else(|| computed(opcode, width, one, other, false)));
        }
        let read = |range| if is_signed { range } else { unsigned(width, range) };
        let all = read(Interval::all(width));
        let exact = |one: Interval, other: Interval| match opcode {
            Opcode::Add => read(one).plus(read(other)),
            Opcode::Sub => read(one).minus(read(other)),
            _ => read(one).times(read(other)),
        };
        let result = exact(one, other);
        match result.meet(all) {
            Some(fitting) if fitting == result => return Some(Value::integer(1, 0)),
            None => return Some(Value::integer(1, -1)),
            Some(_) => {}
        }
        // The numbers that a use can choose, or that the operand is in every execution.
        let tried = values.map(|it| match (it, Choice::of(it, width)) {
            (_, Some(choice)) => choice.tried(),
            (Value::Integer { range, .. }, _) => range.exact().into_iter().collect(),
            _ => Vec::new(),
        });
        let mut fits = tried[0].iter().flat_map(|&one| {
            let ends = tried[1].iter().map(move |&other| [one, other].map(Interval::only));
            ends.map(|[one, other]| exact(one, other).is_within(all))
        });
        let first_fits = fits.next()?;
        fits.any(|it| it != first_fits).then_some(Value::Undef)
    }
}

/// The intrinsics that compute with integers: their result is poison if an argument is.
const COMPUTING: [&str; 17] = [
    "abs",
    "bitreverse",
    "bswap",
    "ctlz",
    "ctpop",
    "cttz",
    "fshl",
    "fshr",
    "sadd.sat",
    "smax",
    "smin",
    "sshl.sat",
    "ssub.sat",
    "uadd.sat",
    "umax",
    "umin",
    "usub.sat",
];

/// Whether an intrinsic computes with integers, and its result is poison only if an argument is.
pub(crate) fn is_total(name: &str) -> bool {
    let name = name.strip_prefix("llvm.").unwrap_or(name);
    // A shift by the width or more gives poison.
    COMPUTING.contains(&name) && !is_flagged(name) && name != "sshl.sat"
}

/// Whether an argument of an intrinsic says that its result is poison for some numbers.
pub(crate) fn is_flagged(name: &str) -> bool {
    ["abs", "ctlz", "cttz"].contains(&name.strip_prefix("llvm.").unwrap_or(name))
}

/// The result for these numbers, read as signed.
fn folded(name: &str, width: u32, numbers: &[i128]) -> Option<Value> {
    let all = Interval::all(width);
    let natural = Interval::natural(width);
    let unsigned = |number: i128| number.rem_euclid(1 << width);
    let clamp = |number: i128, range: Interval| number.clamp(range.low, range.high);
    let &one = numbers.first()?;
    let bits = unsigned(one) as u64;
    let unused = u64::BITS - width;
    let is_flagged = numbers.get(1).is_some_and(|it| *it != 0);
    let result = match (name, numbers.get(1).copied()) {
        // The flag says that the result for zero, or the least number, is poison.
        ("ctlz" | "cttz", _) if bits == 0 && is_flagged => return Some(Value::Poison),
        ("abs", _) if one == all.low && is_flagged => return Some(Value::Poison),
        ("abs", _) => one.abs(),
        ("ctlz", _) => (bits.leading_zeros() - unused).into(),
        ("cttz", _) => bits.trailing_zeros().min(width).into(),
        ("ctpop", _) => bits.count_ones().into(),
        ("bitreverse", _) => (bits.reverse_bits() >> unused).into(),
        ("bswap", _) => (bits.swap_bytes() >> unused).into(),
        ("smin", Some(other)) => one.min(other),
        ("smax", Some(other)) => one.max(other),
        ("umin", Some(other)) => unsigned(one).min(unsigned(other)),
        ("umax", Some(other)) => unsigned(one).max(unsigned(other)),
        ("sadd.sat", Some(other)) => clamp(one + other, all),
        ("ssub.sat", Some(other)) => clamp(one - other, all),
        ("uadd.sat", Some(other)) => clamp(unsigned(one) + unsigned(other), natural),
        ("usub.sat", Some(other)) => clamp(unsigned(one) - unsigned(other), natural),
        _ => return None,
    };
    Some(Value::integer(width, result))
}

/// The result for numbers in these ranges.
fn in_range(name: &str, width: u32, ranges: &[Interval]) -> Value {
    let Some(&one) = ranges.first() else { return Value::Unknown };
    let bits = Interval { low: 0, high: width.into() };
    let Some(&other) = ranges.get(1) else {
        return if name == "ctpop" { Value::within(width, bits) } else { Value::Unknown };
    };
    let is_natural = one.low >= 0 && other.low >= 0;
    let of = |choose: fn(i128, i128) -> i128| {
        let (low, high) = (choose(one.low, other.low), choose(one.high, other.high));
        Value::within(width, Interval { low, high })
    };
    match name {
        "abs" if one != Interval::all(width) => {
            let magnitudes = [one.low.abs(), one.high.abs()];
            let low = if one.contains(0) { 0 } else { magnitudes[0].min(magnitudes[1]) };
            Value::within(width, Interval { low, high: magnitudes[0].max(magnitudes[1]) })
        }
        "ctlz" | "cttz" => Value::within(width, bits),
        "smin" => of(i128::min),
        "smax" => of(i128::max),
        "umin" if is_natural => of(i128::min),
        "umax" if is_natural => of(i128::max),
        _ => Value::Unknown,
    }
}
