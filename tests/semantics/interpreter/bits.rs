//! Values as bits, in memory and for `bitcast`. Little-endian.

use std::collections::{BTreeMap, BTreeSet};

use super::Error;
use super::arithmetic::mask;
use super::values::{Lane, Scalar, Tuple, Value};

/// Splits a lane of `width` bits into the lowest `low` bits and the rest. The parts may depend on each other.
fn split(lane: &Lane, width: u32, low: u32) -> Result<Vec<(Lane, Lane)>, Error> {
    let halves = |value: u64| (value & mask(low), value >> low);
    Ok(match lane {
        Lane::Poison => vec![(Lane::Poison, Lane::Poison)],
        Lane::One(value) => {
            let (first, second) = halves(*value);
            vec![(Lane::One(first), Lane::One(second))]
        }
        Lane::Any => {
            let parts = [low, width - low].map(|width| Lane::undef(Scalar::Integer(width)));
            let [first, second] = parts;
            vec![(first, second)]
        }
        Lane::Many(values) => {
            let mut above: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
            for &value in values.iter() {
                let (first, second) = halves(value);
                above.entry(first).or_default().insert(second);
            }
            let mut below: BTreeMap<BTreeSet<u64>, BTreeSet<u64>> = BTreeMap::new();
            for (first, seconds) in above {
                below.entry(seconds).or_default().insert(first);
            }
            let lanes = below.into_iter();
            lanes.map(|(high, lows)| (Lane::of(lows, low), Lane::of(high, width - low))).collect()
        }
    })
}

/// Joins lanes, the lowest first. The result is poison if one of them is.
fn join(parts: &[(u32, Lane)]) -> Result<Lane, Error> {
    if let [(_, lane)] = parts {
        return Ok(lane.clone());
    }
    if parts.iter().any(|(_, lane)| *lane == Lane::Poison) {
        return Ok(Lane::Poison);
    }
    let width = parts.iter().map(|(width, _)| width).sum();
    let is_full = |(width, lane): &(u32, Lane)| *lane == Lane::undef(Scalar::Integer(*width));
    if parts.iter().all(is_full) {
        return Ok(Lane::undef(Scalar::Integer(width)));
    }
    let mut values = vec![0];
    let mut place = 0;
    for (width, lane) in parts {
        let options = lane.values(Scalar::Integer(*width))?;
        if values.len() * options.len() > 1 << 16 {
            return Err(Error::Budget("the values of undef bits"));
        }
        let with = |value: u64| {
            options.iter().map(move |option| value | option << place).collect::<Vec<_>>()
        };
        values = values.into_iter().flat_map(with).collect();
        place += width;
    }
    Ok(Lane::of(values.into_iter().collect(), width))
}

/// Rearranges the bits of lanes of the widths `from` into lanes of the widths `to`, which have the same sum.
///
/// # Errors
///
/// When a pointer would be split, or there is too much undef.
pub fn rearrange(value: &Value, from: &[Scalar], to: &[Scalar]) -> Result<Value, Error> {
    if from == to {
        return Ok(value.clone());
    }
    let mut tuples = Vec::new();
    for tuple in value.tuples() {
        tuples.extend(rearrange_tuple(tuple, from, to)?);
    }
    Value::any_of(tuples, to)
}

fn rearrange_tuple(tuple: &Tuple, from: &[Scalar], to: &[Scalar]) -> Result<Vec<Tuple>, Error> {
    /// The finished lanes, the parts of the current one, and the rest of the lane that is being split.
    type State = (Vec<Lane>, Vec<(u32, Lane)>, Option<(u32, Lane)>);
    let mut states: Vec<(State, usize)> = vec![((Vec::new(), Vec::new(), None), 0)];
    for &target in to {
        let mut done = Vec::new();
        while let Some(((mut lanes, mut parts, rest), mut next)) = states.pop() {
            let has: u32 = parts.iter().map(|(width, _)| width).sum();
            let needs = target.width() - has;
            if needs == 0 {
                lanes.push(join(&parts)?);
                done.push(((lanes, Vec::new(), rest), next));
                continue;
            }
            let (width, lane) = match rest {
                Some(rest) => rest,
                None => {
                    let scalar = from.get(next).ok_or_else(|| Error::unsupported("such a cast"))?;
                    let lane = tuple[next].clone();
                    let is_pointer = [*scalar, target].contains(&Scalar::Pointer);
                    let is_bare = lane == Lane::Poison || lane == Lane::undef(*scalar);
                    if is_pointer && *scalar != target && !is_bare {
                        return Err(Error::unsupported("the bits of a pointer"));
                    }
                    next += 1;
                    (scalar.width(), lane)
                }
            };
            if width <= needs {
                parts.push((width, lane));
                states.push(((lanes, parts, None), next));
                continue;
            }
            for (low, high) in split(&lane, width, needs)? {
                let parts = parts.iter().cloned().chain([(needs, low)]).collect();
                states.push(((lanes.clone(), parts, Some((width - needs, high))), next));
            }
        }
        states = done;
    }
    Ok(states.into_iter().map(|((lanes, _, _), _)| lanes.into_boxed_slice()).collect())
}
