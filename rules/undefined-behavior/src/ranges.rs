//! Which numbers an integer may be: enough to see that a shift stays in its width, or that an
//! addition does not wrap.
//!
//! A range holds for each use of a value that is not poison, also of an undef one: nothing here
//! depends on two uses having the same value.

use std::cell::Cell;

use facts_schema::{InstructionFlag, Opcode, ValueId, ValueKind};

use crate::module::Module;

/// So many instructions are followed back on one way, and so many in all.
const MAX_DEPTH: u32 = 6;
const MAX_VISITS: u32 = 48;

/// Of a phi, so many values are looked at.
const MAX_INCOMING: usize = 8;

/// Wider integers have no range.
pub const MAX_WIDTH: u32 = 64;

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

/// An integer, read as an unsigned and as a signed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranges {
    /// Its width in bits, at most 64.
    pub width: u32,
    /// As an unsigned number.
    pub unsigned: Range,
    /// As a signed number.
    pub signed: Range,
}

impl Range {
    /// Whether all of it lies within `other`.
    pub fn is_within(self, other: Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    fn or(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

/// All unsigned numbers of this width.
pub fn unsigned(width: u32) -> Range {
    Range { low: 0, high: (1 << width) - 1 }
}

/// All signed numbers of this width.
pub fn signed(width: u32) -> Range {
    Range { low: -(1 << (width - 1)), high: (1 << (width - 1)) - 1 }
}

impl Ranges {
    /// All integers of this width.
    fn all(width: u32) -> Self {
        Self { width, unsigned: unsigned(width), signed: signed(width) }
    }

    fn from_unsigned(width: u32, range: Range) -> Self {
        let range = range.and(unsigned(width));
        let signed = if range.high <= signed(width).high { range } else { signed(width) };
        Self { width, unsigned: range, signed }
    }

    fn from_signed(width: u32, range: Range) -> Self {
        let range = range.and(signed(width));
        let unsigned = if range.low >= 0 { range } else { unsigned(width) };
        Self { width, unsigned, signed: range }
    }

    fn or(self, other: Self) -> Self {
        Self {
            width: self.width,
            unsigned: self.unsigned.or(other.unsigned),
            signed: self.signed.or(other.signed),
        }
    }

    /// The number, if there is only one.
    pub fn only(self) -> Option<i128> {
        (self.unsigned.low == self.unsigned.high).then_some(self.unsigned.low)
    }

    /// Whether no number is in it: the value is poison, or its computation is not reached.
    pub fn is_empty(self) -> bool {
        self.unsigned.low > self.unsigned.high || self.signed.low > self.signed.high
    }
}

/// The width of an integer, or of the integers of a vector.
pub fn width(module: &Module, value: ValueId) -> Option<u32> {
    let r#type = module.type_of(value);
    let element = module.index.vector_type.first(r#type).map_or(r#type, |row| row.element);
    let width = module.index.integer_type.first(element)?.width;
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// What `value`, an integer or each element of a vector of integers, may be.
pub fn of(module: &Module, value: ValueId) -> Option<Ranges> {
    ranges(module, value, MAX_DEPTH, &Cell::new(MAX_VISITS))
}

/// `left` is how many more instructions may be visited.
fn ranges(module: &Module, value: ValueId, depth: u32, left: &Cell<u32>) -> Option<Ranges> {
    let width = width(module, value)?;
    let range = match module.kind(value) {
        ValueKind::ConstantInteger => constant(module, value, width),
        ValueKind::ZeroInitializer => Some(single(width, 0)),
        ValueKind::ConstantVector | ValueKind::DataVector => elements(module, value, width),
        ValueKind::Instruction if depth > 0 && left.get() > 0 => {
            left.set(left.get() - 1);
            computed(module, value, width, depth - 1, left)
        }
        _ => None,
    };
    // Flags that contradict each other leave nothing: the value is poison.
    let range = range.filter(|range| !range.is_empty());
    Some(range.unwrap_or(Ranges::all(width)))
}

fn single(width: u32, number: i128) -> Ranges {
    let one = Range { low: number, high: number };
    if number < 0 { Ranges::from_signed(width, one) } else { Ranges::from_unsigned(width, one) }
}

fn constant(module: &Module, value: ValueId, width: u32) -> Option<Ranges> {
    let row = module.index.constant_integer.first(value)?;
    let number = |text| rules::bridge::text(module.facts, text).parse::<i128>().ok();
    let (signed, unsigned) = (number(row.signed)?, number(row.unsigned)?);
    let one = |number| Range { low: number, high: number };
    let (signed, unsigned) = (one(signed), one(unsigned));
    // Facts from an edited folder may say anything.
    let fits = signed.is_within(self::signed(width)) && unsigned.is_within(self::unsigned(width));
    fits.then_some(Ranges { width, unsigned, signed })
}

fn elements(module: &Module, value: ValueId, width: u32) -> Option<Ranges> {
    let rows = module.index.constant_element.all(value).iter();
    let each = rows.map(|row| match module.kind(row.element) {
        ValueKind::ConstantInteger => constant(module, row.element, width),
        _ => None,
    });
    each.reduce(|one, other| Some(one?.or(other?)))?
}

fn computed(
    module: &Module,
    value: ValueId,
    width: u32,
    depth: u32,
    left: &Cell<u32>,
) -> Option<Ranges> {
    let row = module.definition(value)?;
    let instruction = row.instruction;
    let index = &module.index;
    let of = |value| ranges(module, value, depth, left);
    match row.opcode {
        Opcode::ZExt | Opcode::SExt | Opcode::Trunc => {
            let from = of(index.conversion_instruction.first(instruction)?.operand)?;
            Some(match row.opcode {
                Opcode::ZExt => Ranges::from_unsigned(width, from.unsigned),
                Opcode::SExt => Ranges::from_signed(width, from.signed),
                _ if from.unsigned.is_within(unsigned(width)) => {
                    Ranges::from_unsigned(width, from.unsigned)
                }
                _ if from.signed.is_within(signed(width)) => {
                    Ranges::from_signed(width, from.signed)
                }
                _ => Ranges::all(width),
            })
        }
        Opcode::Select => {
            let row = index.select_instruction.first(instruction)?;
            Some(of(row.true_value)?.or(of(row.false_value)?))
        }
        Opcode::Freeze => {
            // A frozen poison value is any number.
            None
        }
        Opcode::Phi => {
            let rows = index.phi_incoming.all(instruction).iter();
            // A phi of many values can be any number, as a rule.
            if rows.len() > MAX_INCOMING {
                return None;
            }
            rows.map(|row| of(row.value)).reduce(|one, other| Some(one?.or(other?)))?
        }
        Opcode::Call => call(module, instruction, width),
        Opcode::Load => metadata(module, instruction, width),
        _ => {
            let row = index.binary_instruction.first(instruction)?;
            let (one, two) = (of(row.first_operand)?, of(row.second_operand)?);
            let flags = index.instruction_flag.all(instruction);
            let has = |flag| flags.iter().any(|row| row.flag == flag);
            binary(row.opcode, one, two, has(InstructionFlag::Nuw), has(InstructionFlag::Nsw))
        }
    }
}

/// The result of `opcode`. Flags that are not kept make it poison, which has no range.
fn binary(opcode: Opcode, one: Ranges, two: Ranges, nuw: bool, nsw: bool) -> Option<Ranges> {
    let width = one.width;
    let (a, b) = (one.unsigned, two.unsigned);
    let unsigned_result = |range: Range| Some(Ranges::from_unsigned(width, range));
    match opcode {
        Opcode::And => unsigned_result(Range { low: 0, high: a.high.min(b.high) }),
        Opcode::Or | Opcode::Xor => {
            let bits = 128 - (a.high | b.high).leading_zeros();
            let low = if opcode == Opcode::Or { a.low.max(b.low) } else { 0 };
            unsigned_result(Range { low, high: (1 << bits) - 1 })
        }
        Opcode::URem if b.high > 0 => {
            unsigned_result(Range { low: 0, high: a.high.min(b.high - 1) })
        }
        Opcode::UDiv => unsigned_result(Range { low: 0, high: a.high / b.low.max(1) }),
        Opcode::LShr => {
            let shift = b.low.clamp(0, 127) as u32;
            unsigned_result(Range { low: 0, high: a.high >> shift })
        }
        Opcode::AShr if one.signed.low >= 0 => {
            let shift = b.low.clamp(0, 127) as u32;
            unsigned_result(Range { low: 0, high: a.high >> shift })
        }
        Opcode::Add | Opcode::Sub | Opcode::Mul | Opcode::Shl => {
            let (unsigned_range, signed_range) = exact(opcode, one, two)?;
            let fits_unsigned = nuw || unsigned_range.is_within(unsigned(width));
            let fits_signed = nsw || signed_range.is_within(signed(width));
            Some(match (fits_unsigned, fits_signed) {
                (true, true) => {
                    let unsigned_range = unsigned_range.and(unsigned(width));
                    let signed_range = signed_range.and(signed(width));
                    Ranges { width, unsigned: unsigned_range, signed: signed_range }
                }
                (true, false) => Ranges::from_unsigned(width, unsigned_range),
                (false, true) => Ranges::from_signed(width, signed_range),
                (false, false) => Ranges::all(width),
            })
        }
        _ => None,
    }
}

/// The exact results of an operation on unsigned and on signed numbers, however wide.
pub fn exact(opcode: Opcode, one: Ranges, two: Ranges) -> Option<(Range, Range)> {
    let combine = |a: Range, b: Range| -> Option<Range> {
        let corners = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
        let results = corners.map(|(a, b)| match opcode {
            Opcode::Add => a.checked_add(b),
            Opcode::Sub => a.checked_sub(b),
            Opcode::Mul => a.checked_mul(b),
            _ => None,
        });
        let results = results.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Range { low: *results.iter().min()?, high: *results.iter().max()? })
    };
    if opcode == Opcode::Shl {
        // Each shift is a multiplication by a power of two.
        let shift = two.unsigned;
        if shift.high > 62 {
            return None;
        }
        let power = Range { low: 1 << shift.low, high: 1 << shift.high };
        let of = |a: Range| {
            let corners = [
                a.low.checked_mul(power.low)?,
                a.low.checked_mul(power.high)?,
                a.high.checked_mul(power.low)?,
                a.high.checked_mul(power.high)?,
            ];
            Some(Range { low: *corners.iter().min()?, high: *corners.iter().max()? })
        };
        return Some((of(one.unsigned)?, of(one.signed)?));
    }
    Some((combine(one.unsigned, two.unsigned)?, combine(one.signed, two.signed)?))
}

/// So many of the lowest bits of `value` are surely zero.
pub fn low_zeros(module: &Module, value: ValueId) -> u32 {
    zeros(module, value, MAX_DEPTH).unwrap_or_default()
}

fn zeros(module: &Module, value: ValueId, depth: u32) -> Option<u32> {
    let width = width(module, value)?;
    if let Some(number) = ranges(module, value, 0, &Cell::new(0))?.only() {
        return Some(if number == 0 { width } else { number.trailing_zeros().min(width) });
    }
    let row = module.definition(value).filter(|_| depth > 0)?;
    let index = &module.index;
    let of = |value| zeros(module, value, depth - 1).unwrap_or_default();
    match row.opcode {
        Opcode::ZExt | Opcode::SExt => {
            let operand = index.conversion_instruction.first(row.instruction)?.operand;
            Some(of(operand).min(self::width(module, operand)?))
        }
        Opcode::Shl | Opcode::And | Opcode::Or => {
            let row = index.binary_instruction.first(row.instruction)?;
            Some(match row.opcode {
                Opcode::And => of(row.first_operand).max(of(row.second_operand)),
                Opcode::Or => of(row.first_operand).min(of(row.second_operand)),
                _ => {
                    let amount = of_number(module, row.second_operand, depth - 1)?.unsigned.low;
                    of(row.first_operand).saturating_add(u32::try_from(amount).ok()?).min(width)
                }
            })
        }
        _ => None,
    }
}

fn of_number(module: &Module, value: ValueId, depth: u32) -> Option<Ranges> {
    ranges(module, value, depth, &Cell::new(MAX_VISITS))
}

/// What some intrinsics return.
fn call(module: &Module, instruction: facts_schema::InstructionId, width: u32) -> Option<Ranges> {
    let callee = module.function(module.index.call_instruction.first(instruction)?.callee)?;
    match module.intrinsic(callee) {
        "llvm.ctpop" | "llvm.ctlz" | "llvm.cttz" => {
            Some(Ranges::from_unsigned(width, Range { low: 0, high: width.into() }))
        }
        _ => metadata(module, instruction, width),
    }
}

/// What `!range` says, if it is one range that does not wrap.
fn metadata(
    module: &Module,
    instruction: facts_schema::InstructionId,
    width: u32,
) -> Option<Ranges> {
    let index = &module.index;
    let rows = index.instruction_metadata.all(instruction).iter();
    let is_range = |text| rules::bridge::text(module.facts, text) == "range";
    let node = rows.filter(|row| is_range(row.kind)).map(|row| row.metadata).next()?;
    let &[low, high] = index.metadata_operand.all(node) else { return None };
    let number = |metadata| {
        let value = index.value_metadata.first(metadata)?.value;
        constant(module, value, width)?.only()
    };
    let (low, high) = (number(low.operand)?, number(high.operand)?);
    (low < high).then(|| Ranges::from_unsigned(width, Range { low, high: high - 1 }))
}
