//! Instructions on values with lanes, sets and alternatives.

use std::collections::BTreeSet;

use facts_schema::{Opcode, Predicate};

use super::arithmetic::{self, Outcome};
use super::instructions::Promises;
use super::types::{Flags, Type};
use super::values::{Lane, OFFSET_BITS, Scalar, Tuple, Value};
use super::{Error, Stop};

/// The maximum number of pairs of values that one operation tries.
const PAIRS: usize = 1 << 18;

/// Applies `operation` to each lane.
pub fn map(
    value: &Value,
    result: &[Scalar],
    operation: impl Fn(usize, &Lane) -> Result<Lane, Stop>,
) -> Result<Value, Stop> {
    let lanes = |tuple: &Tuple| {
        tuple.iter().enumerate().map(|(at, lane)| operation(at, lane)).collect::<Result<_, _>>()
    };
    let tuples: Vec<Tuple> = value.tuples().iter().map(lanes).collect::<Result<_, _>>()?;
    Ok(Value::any_of(tuples, result)?)
}

/// Applies `operation` to each pair of lanes.
pub fn zip(
    first: &Value,
    second: &Value,
    result: &[Scalar],
    operation: impl Fn(&Lane, &Lane) -> Result<Lane, Stop>,
) -> Result<Value, Stop> {
    let mut tuples: Vec<Tuple> = Vec::new();
    for first in first.tuples() {
        for second in second.tuples() {
            let pairs = first.iter().zip(second);
            tuples.push(pairs.map(|(a, b)| operation(a, b)).collect::<Result<_, _>>()?);
        }
    }
    Ok(Value::any_of(tuples, result)?)
}

/// The results of `operation` for all values that a use of the lane may see. Poison stays poison.
pub fn map_lane(
    lane: &Lane,
    scalar: Scalar,
    width: u32,
    operation: impl Fn(u64) -> Option<Outcome>,
) -> Result<Lane, Stop> {
    if *lane == Lane::Poison {
        return Ok(Lane::Poison);
    }
    let values = lane.values(scalar)?;
    collect(values.iter().map(|&value| operation(value)), width)
}

/// The results of `operation` for all pairs of values that uses of the lanes may see. Poison if one of them is.
pub fn zip_lanes(
    (first, second): (&Lane, &Lane),
    scalar: Scalar,
    width: u32,
    operation: impl Fn(u64, u64) -> Option<Outcome>,
) -> Result<Lane, Stop> {
    if let (Lane::One(first), Lane::One(second)) = (first, second) {
        return collect(std::iter::once(operation(*first, *second)), width);
    }
    if *first == Lane::Poison || *second == Lane::Poison {
        return Ok(Lane::Poison);
    }
    let (first, second) = (first.values(scalar)?, second.values(scalar)?);
    if first.len() * second.len() > PAIRS {
        return Err(Error::Budget("the pairs of undef values").into());
    }
    let pairs = first.iter().flat_map(|&first| second.iter().map(move |&second| (first, second)));
    collect(pairs.map(|(first, second)| operation(first, second)), width)
}

/// The set of outcomes: UB if one is UB, otherwise poison if one is poison.
fn collect(outcomes: impl Iterator<Item = Option<Outcome>>, width: u32) -> Result<Lane, Stop> {
    let mut values = BTreeSet::new();
    let mut is_poison = false;
    for outcome in outcomes {
        match outcome.ok_or_else(|| Error::unsupported("such an operation"))? {
            Outcome::Value(value) => {
                values.insert(value);
            }
            Outcome::Poison => is_poison = true,
            Outcome::Undefined => return Err(Stop::Undefined),
        }
    }
    if is_poison || values.is_empty() { Ok(Lane::Poison) } else { Ok(Lane::of(values, width)) }
}

/// A binary operation.
pub fn binary(
    opcode: Opcode,
    flags: Flags,
    (first, second): (&Value, &Value),
    scalar: Scalar,
    result: &[Scalar],
) -> Result<Value, Stop> {
    let width = scalar.width();
    zip(first, second, result, |a, b| {
        if *a != Lane::Poison && *b != Lane::Poison {
            return zip_lanes((a, b), scalar, width, |a, b| {
                arithmetic::binary(opcode, flags, width, a, b)
            });
        }
        let divisors = match b {
            Lane::Any => vec![Some(0)],
            Lane::Poison => vec![None],
            lane => lane.values(scalar)?.iter().map(|&value| Some(value)).collect(),
        };
        let of_poison = |&second| arithmetic::binary_of_poison(opcode, width, second);
        if divisors.iter().map(of_poison).any(|it| it == Outcome::Undefined) {
            return Err(Stop::Undefined);
        }
        Ok(Lane::Poison)
    })
}

/// `icmp`.
pub fn compare(
    predicate: Predicate,
    flags: Flags,
    (first, second): (&Value, &Value),
    scalar: Scalar,
    result: &[Scalar],
) -> Result<Value, Stop> {
    let width = scalar.width();
    let sign = |value: u64| value >> (width - 1) & 1;
    zip(first, second, result, |a, b| {
        if scalar == Scalar::Pointer && (a.is_undef() || b.is_undef()) {
            return Ok(match (a, b) {
                (Lane::Poison, _) | (_, Lane::Poison) => Lane::Poison,
                _ => Lane::undef(Scalar::Integer(1)),
            });
        }
        if scalar == Scalar::Pointer
            && let (Lane::One(a), Lane::One(b)) = (a, b)
        {
            let holds = compare_pointers(predicate, *a, *b)?;
            return Ok(Lane::One(holds.into()));
        }
        zip_lanes((a, b), scalar, 1, |a, b| {
            if flags.samesign && sign(a) != sign(b) {
                return Some(Outcome::Poison);
            }
            let holds = arithmetic::compare(predicate, width, a, b)?;
            Some(Outcome::Value(holds.into()))
        })
    })
}

/// Compares pointers to the same object, or a pointer to an object with one based on null. The addresses of objects are
/// unknown.
fn compare_pointers(predicate: Predicate, first: u64, second: u64) -> Result<bool, Error> {
    let unknown = || Error::unsupported("comparing the addresses of different objects");
    let (object, other) = (first >> OFFSET_BITS, second >> OFFSET_BITS);
    if object == other {
        let holds = arithmetic::compare(predicate, 64, first, second);
        return holds.ok_or_else(unknown);
    }
    match predicate {
        // The first bytes of different objects have different addresses, which are not null.
        Predicate::Eq | Predicate::Ne if [first, second].iter().all(|it| it << 16 == 0) => {
            Ok(predicate == Predicate::Ne)
        }
        _ => Err(unknown()),
    }
}

/// `trunc`, `zext`, `sext`.
pub fn convert(
    opcode: Opcode,
    flags: Flags,
    value: &Value,
    from: &Type,
    to: &Type,
) -> Result<Value, Stop> {
    map(value, &to.scalars, |at, lane| {
        let (from, to) = (from.scalars[at], to.scalars[at].width());
        if *lane == Lane::Any && opcode == Opcode::Trunc && !flags.nuw && !flags.nsw {
            return Ok(Lane::undef(Scalar::Integer(to)));
        }
        map_lane(lane, from, to, |value| {
            arithmetic::convert(opcode, flags, from.width(), to, value)
        })
    })
}

/// `extractelement`.
pub fn extract_element(
    vector: &Value,
    index: &Value,
    (scalars, index_scalar): (&[Scalar], Scalar),
) -> Result<Value, Stop> {
    let element = &scalars[..1];
    let Some(positions) = positions(index, index_scalar, scalars.len())? else {
        return Ok(Value::new([Lane::Poison]));
    };
    let lane = |tuple: &Tuple, at: usize| [tuple[at].clone()].into_iter().collect::<Tuple>();
    let tuples = vector.tuples().iter();
    let tuples = tuples.flat_map(|tuple| positions.iter().map(move |&at| lane(tuple, at)));
    Ok(Value::any_of(tuples, element)?)
}

/// `insertelement`.
pub fn insert_element(
    vector: &Value,
    element: &Value,
    index: &Value,
    (scalars, index_scalar): (&[Scalar], Scalar),
) -> Result<Value, Stop> {
    let Some(positions) = positions(index, index_scalar, scalars.len())? else {
        return Ok(Value::new(scalars.iter().map(|_| Lane::Poison)));
    };
    let mut tuples = Vec::new();
    for &at in &positions {
        tuples.extend_from_slice(vector.replace(at, element, scalars)?.tuples());
    }
    Ok(Value::any_of(tuples, scalars)?)
}

/// The possible positions for an index. `None` if the index is poison or may be out of range, which makes the result
/// poison.
fn positions(index: &Value, scalar: Scalar, count: usize) -> Result<Option<Vec<usize>>, Error> {
    let lane = index.lane(0, scalar);
    if lane == Lane::Poison || lane == Lane::Any {
        return Ok(None);
    }
    let positions = lane.values(scalar)?;
    let positions: Vec<_> =
        positions.iter().map(|&it| usize::try_from(it).unwrap_or(usize::MAX)).collect();
    Ok(positions.iter().all(|&it| it < count).then_some(positions))
}

/// `shufflevector`.
pub fn shuffle(
    first: &Value,
    second: &Value,
    mask: &[Option<usize>],
    result: &[Scalar],
) -> Result<Value, Error> {
    let both = first.then(second);
    let lane = |tuple: &Tuple, at: &Option<usize>| {
        at.and_then(|at| tuple.get(at).cloned()).unwrap_or(Lane::Poison)
    };
    let tuples = both.tuples().iter();
    Value::any_of(tuples.map(|tuple| mask.iter().map(|at| lane(tuple, at)).collect()), result)
}

/// The value after its promises are applied: violations are poison.
///
/// # Errors
///
/// UB if it is promised to be well defined and is not.
pub fn keep(value: Value, promises: &Promises, scalars: &[Scalar]) -> Result<Value, Stop> {
    if promises.is_empty() {
        return Ok(value);
    }
    let value = map(&value, scalars, |at, lane| {
        let scalar = scalars[at];
        let breaks = |value: u64| match scalar {
            Scalar::Integer(width) => {
                let holds = |&range| super::promises::is_in_range(value, range, width);
                !promises.ranges.is_empty() && !promises.ranges.iter().any(holds)
            }
            Scalar::Pointer => promises.nonnull && value == 0,
        };
        let restricts = match scalar {
            Scalar::Integer(_) => !promises.ranges.is_empty(),
            Scalar::Pointer => promises.nonnull,
        };
        Ok(match lane {
            _ if !restricts => lane.clone(),
            // Some possible value violates the promise, because the promise excludes at least one value.
            Lane::Poison | Lane::Any => Lane::Poison,
            Lane::One(value) if breaks(*value) => Lane::Poison,
            Lane::Many(values) if values.iter().any(|&it| breaks(it)) => Lane::Poison,
            lane => lane.clone(),
        })
    })?;
    if promises.noundef && !value.is_well_defined() {
        return Err(Stop::Undefined);
    }
    Ok(value)
}
