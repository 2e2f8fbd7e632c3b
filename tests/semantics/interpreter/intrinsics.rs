//! Intrinsics: LangRef, "Arithmetic with Overflow Intrinsics" and the sections near it.

use std::collections::BTreeSet;

use facts_schema::Opcode;

use super::arithmetic::{
    self, Outcome, mask, overflows_signed, overflows_unsigned, signed, wrapped,
};
use super::operations::{map, map_lane, zip, zip_lanes};
use super::types::{Flags, Type};
use super::values::{Lane, Scalar, Tuple, Value, singles};
use super::{Error, Stop};

/// Calls the intrinsic `name`, which excludes types. The result has the type `result`.
pub fn call(
    name: &str,
    arguments: &[(&Value, &Type)],
    result: Option<&Type>,
) -> Result<Option<Value>, Stop> {
    let unknown = || Error::unsupported(format!("intrinsic {name}"));
    let short = name.strip_prefix("llvm.").ok_or_else(unknown)?;
    if short == "assume" {
        let (condition, _) = arguments.first().ok_or_else(unknown)?;
        let holds = condition.is_well_defined() && condition.tuples()[0][0] == Lane::One(1);
        return if holds { Ok(None) } else { Err(Stop::Undefined) };
    }
    if short == "donothing" {
        return Ok(None);
    }
    let (Some(result), Some(&(first, r#type))) = (result, arguments.first()) else {
        return Err(unknown().into());
    };
    let scalar = r#type.scalars[0];
    if short == "expect" {
        return Ok(Some(first.clone()));
    }
    if let Some(reduction) = short.strip_prefix("vector.reduce.") {
        return reduce(reduction, first, &r#type.scalars).map(Some);
    }
    if let Some(operation) = short.strip_suffix(".with.overflow") {
        let (second, _) = arguments.get(1).ok_or_else(unknown)?;
        return with_overflow(operation, first, second, scalar, &result.scalars).map(Some);
    }
    let width = scalar.width();
    let to = result.scalars[0].width();
    let value = match arguments[1..] {
        [] => map(first, &result.scalars, |_, lane| {
            map_lane(lane, scalar, to, |value| unary(short, width, value, false))
        })?,
        [(second, _)] if matches!(short, "abs" | "ctlz" | "cttz") => {
            let flag = second.lane(0, Scalar::Integer(1)) == Lane::One(1);
            map(first, &result.scalars, |_, lane| {
                map_lane(lane, scalar, to, |value| unary(short, width, value, flag))
            })?
        }
        [(second, _)] => zip(first, second, &result.scalars, |a, b| {
            zip_lanes((a, b), scalar, to, |a, b| binary(short, width, to, a, b))
        })?,
        [(second, _), (third, _)] if matches!(short, "fshl" | "fshr") => {
            funnel_shift(short == "fshl", [first, second, third], &result.scalars)?
        }
        _ => return Err(unknown().into()),
    };
    Ok(Some(value))
}

fn unary(name: &str, width: u32, value: u64, flag: bool) -> Option<Outcome> {
    Some(Outcome::Value(match name {
        "abs" => {
            let number = signed(value, width);
            if flag && overflows_signed(-number, width) {
                return Some(Outcome::Poison);
            }
            wrapped(number.abs(), width)
        }
        "ctlz" | "cttz" if value == 0 && flag => return Some(Outcome::Poison),
        "ctlz" => wrapped(i128::from(value.leading_zeros() + width - 64), width),
        "cttz" => wrapped(i128::from(value.trailing_zeros().min(width)), width),
        "ctpop" => wrapped(i128::from(value.count_ones()), width),
        "bitreverse" => value.reverse_bits() >> (64 - width),
        "bswap" if width.is_multiple_of(16) => value.swap_bytes() >> (64 - width),
        _ => return None,
    }))
}

fn binary(name: &str, width: u32, to: u32, first: u64, second: u64) -> Option<Outcome> {
    let (a, b) = (i128::from(first), i128::from(second));
    let (sa, sb) = (signed(first, width), signed(second, width));
    let largest = i128::from(mask(width));
    let (smallest, greatest) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let unsigned = |value: i128| Some(Outcome::Value(wrapped(value.clamp(0, largest), width)));
    let saturated =
        |value: i128| Some(Outcome::Value(wrapped(value.clamp(smallest, greatest), width)));
    let value = |value: i128| Some(Outcome::Value(wrapped(value, to)));
    match name {
        "umin" => value(a.min(b)),
        "umax" => value(a.max(b)),
        "smin" => value(sa.min(sb)),
        "smax" => value(sa.max(sb)),
        "ucmp" => value(a.cmp(&b) as i128),
        "scmp" => value(sa.cmp(&sb) as i128),
        "uadd.sat" => unsigned(a + b),
        "usub.sat" => unsigned(a - b),
        "sadd.sat" => saturated(sa + sb),
        "ssub.sat" => saturated(sa - sb),
        "ushl.sat" | "sshl.sat" if second >= u64::from(width) => Some(Outcome::Poison),
        "ushl.sat" => unsigned(a << b),
        "sshl.sat" => saturated(sa << b),
        _ => None,
    }
}

/// `fshl` or `fshr`. The shift amount is taken modulo the width.
fn funnel_shift(
    is_left: bool,
    [high, low, amount]: [&Value; 3],
    scalars: &[Scalar],
) -> Result<Value, Stop> {
    let all = high.then(low).then(amount);
    let count = scalars.len();
    let width = scalars[0].width();
    let mut tuples: Vec<Tuple> = Vec::new();
    for tuple in all.tuples() {
        let mut lanes = Vec::new();
        for (at, &scalar) in scalars.iter().enumerate() {
            let parts = [at, at + count, at + 2 * count].map(|at| tuple[at].clone());
            if parts.contains(&Lane::Poison) {
                lanes.push(Lane::Poison);
                continue;
            }
            let mut values = BTreeSet::new();
            for single in singles(&Tuple::from(parts), &[scalar; 3])? {
                let value = |at: usize| match single[at] {
                    Lane::One(value) => u128::from(value),
                    _ => 0,
                };
                let both = value(0) << width | value(1);
                let amount = value(2) % u128::from(width);
                let shifted = if is_left { both << amount >> width } else { both >> amount };
                values.insert(shifted as u64 & mask(width));
            }
            lanes.push(Lane::of(values, width));
        }
        tuples.push(lanes.into_boxed_slice());
    }
    Ok(Value::any_of(tuples, scalars)?)
}

/// Reduces a vector to one element: poison if any element is.
fn reduce(name: &str, vector: &Value, scalars: &[Scalar]) -> Result<Value, Stop> {
    let scalar = scalars[0];
    let width = scalar.width();
    let opcode = match name {
        "add" => Some(Opcode::Add),
        "mul" => Some(Opcode::Mul),
        "and" => Some(Opcode::And),
        "or" => Some(Opcode::Or),
        "xor" => Some(Opcode::Xor),
        "umin" | "umax" | "smin" | "smax" => None,
        _ => return Err(Error::unsupported(format!("reduction {name}")).into()),
    };
    let mut tuples: Vec<Tuple> = Vec::new();
    for tuple in vector.tuples() {
        let mut total = tuple[0].clone();
        for lane in &tuple[1..] {
            total = zip_lanes((&total, lane), scalar, width, |a, b| match opcode {
                Some(opcode) => arithmetic::binary(opcode, Flags::default(), width, a, b),
                None => binary(name, width, width, a, b),
            })?;
        }
        tuples.push(Box::new([total]));
    }
    Ok(Value::any_of(tuples, &scalars[..1])?)
}

/// The wrapped result and the overflow flag, which depend on each other.
fn with_overflow(
    name: &str,
    first: &Value,
    second: &Value,
    scalar: Scalar,
    result: &[Scalar],
) -> Result<Value, Stop> {
    let width = scalar.width();
    let (is_signed, opcode) = match name {
        "sadd" => (true, Opcode::Add),
        "uadd" => (false, Opcode::Add),
        "ssub" => (true, Opcode::Sub),
        "usub" => (false, Opcode::Sub),
        "smul" => (true, Opcode::Mul),
        "umul" => (false, Opcode::Mul),
        _ => return Err(Error::unsupported(format!("intrinsic {name}")).into()),
    };
    let exact = |a: u64, b: u64| {
        let number = |value| if is_signed { signed(value, width) } else { i128::from(value) };
        let (a, b) = (number(a), number(b));
        let exact = match opcode {
            Opcode::Add => a + b,
            Opcode::Sub => a - b,
            _ => a * b,
        };
        let overflows = if is_signed {
            overflows_signed(exact, width)
        } else {
            overflows_unsigned(exact, width)
        };
        (wrapped(exact, width), overflows)
    };
    let mut tuples: Vec<Tuple> = Vec::new();
    for first in first.tuples() {
        for second in second.tuples() {
            // By lane: the results without and with overflow.
            let mut states: Vec<(Vec<Lane>, Vec<Lane>)> = vec![Default::default()];
            for (a, b) in first.iter().zip(second) {
                let mut options = Vec::new();
                if *a == Lane::Poison || *b == Lane::Poison {
                    options.push((Lane::Poison, Lane::Poison));
                }
                let mut sets = [BTreeSet::new(), BTreeSet::new()];
                for &a in a.values(scalar)?.iter() {
                    for &b in b.values(scalar)?.iter() {
                        let (value, overflows) = exact(a, b);
                        sets[usize::from(overflows)].insert(value);
                    }
                }
                for (set, overflows) in sets.into_iter().zip(0..) {
                    if !set.is_empty() {
                        options.push((Lane::of(set, width), Lane::One(overflows)));
                    }
                }
                let with = |(values, flags): (Vec<Lane>, Vec<Lane>)| {
                    let extend = |(value, flag): &(Lane, Lane)| {
                        let values = values.iter().chain([value]).cloned().collect();
                        (values, flags.iter().chain([flag]).cloned().collect())
                    };
                    options.iter().map(extend).collect::<Vec<_>>()
                };
                states = states.into_iter().flat_map(with).collect();
            }
            tuples.extend(
                states
                    .into_iter()
                    .map(|(values, flags)| values.into_iter().chain(flags).collect::<Tuple>()),
            );
        }
    }
    Ok(Value::any_of(tuples, result)?)
}
