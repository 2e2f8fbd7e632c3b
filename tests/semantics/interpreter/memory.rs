//! The memory that a function allocates.

use super::bits::rearrange;
use super::instructions::Step;
use super::types::{Flags, Type};
use super::values::{Lane, OFFSET_BITS, Scalar, Value};
use super::{Error, Stop};

/// The maximum width of a cell in a gap, in bits.
const GAP: u64 = 64;
/// The maximum size of an object, in bits.
const BIGGEST: u64 = 1 << 12;

/// All objects of an execution. Objects are numbered from 1.
#[derive(Default)]
pub struct Memory {
    objects: Vec<Object>,
}

/// A block of memory.
struct Object {
    /// In bits.
    size: u64,
    /// In bytes.
    alignment: u32,
    /// The cells, which are adjacent.
    cells: Vec<Scalar>,
    /// The contents of the cells.
    content: Value,
}

impl Memory {
    /// Allocates `size` bits of uninitialised memory, aligned to `alignment` bytes.
    ///
    /// # Errors
    ///
    /// When the object is too large, or there are too many objects.
    pub fn reserve(&mut self, size: u64, alignment: u32, has_undef: bool) -> Result<u64, Error> {
        if size > BIGGEST || self.objects.len() >= 1 << (63 - OFFSET_BITS) {
            return Err(Error::unsupported("so much memory"));
        }
        let cells = vec![Scalar::Integer(8); (size / 8) as usize];
        let content = Value::new(cells.iter().map(|&cell| nothing(cell, has_undef)));
        self.objects.push(Object { size, alignment, cells, content });
        Ok((self.objects.len() as u64) << OFFSET_BITS)
    }

    /// Reads a value of `type`.
    ///
    /// # Errors
    ///
    /// UB if the access is invalid.
    pub fn load(
        &self,
        address: &Lane,
        r#type: &Type,
        alignment: u32,
        has_undef: bool,
    ) -> Result<Value, Stop> {
        let (number, start) = self.access(address, r#type.size, alignment)?;
        let object = &self.objects[number];
        let (cells, content) = object.cut(start, r#type.size)?;
        let (from, to) = range(&cells, start, r#type.size);
        let part = content.slice(from, to - from, &cells)?;
        let (targets, lanes) = layout(r#type);
        let all = rearrange(&part, &cells[from..to], &targets)?;
        let mut tuples = Vec::new();
        for tuple in all.tuples() {
            tuples.push(lanes.iter().map(|&at| tuple[at].clone()).collect());
        }
        let mut value = Value::any_of(tuples, &r#type.scalars)?;
        for (at, &scalar) in r#type.scalars.iter().enumerate() {
            let is_cell = object.has_cell(start + r#type.places[at], scalar);
            if has_undef && r#type.is_loose[at] && !is_cell {
                let undef = Value::new([Lane::undef(scalar)]);
                // Poison stays poison, because undef would be more defined.
                if value.lane(at, scalar) != Lane::Poison {
                    value = value.replace(at, &undef, &r#type.scalars)?;
                }
            }
        }
        Ok(value)
    }

    /// Writes a value of `type`.
    ///
    /// # Errors
    ///
    /// UB if the access is invalid.
    pub fn store(
        &mut self,
        address: &Lane,
        value: &Value,
        r#type: &Type,
        alignment: u32,
        has_undef: bool,
    ) -> Result<(), Stop> {
        let (number, start) = self.access(address, r#type.size, alignment)?;
        let (cells, content) = self.objects[number].cut(start, r#type.size)?;
        let (from, to) = range(&cells, start, r#type.size);
        let (targets, lanes) = layout(r#type);
        let after: Vec<Scalar> =
            cells[..from].iter().chain(&targets).chain(&cells[to..]).copied().collect();
        let mut tuples = Vec::new();
        for old in content.tuples() {
            for new in value.tuples() {
                let mut written: Vec<Lane> =
                    targets.iter().map(|&gap| nothing(gap, has_undef)).collect();
                for (lane, &at) in new.iter().zip(&lanes) {
                    written[at] = lane.clone();
                }
                let written = old[..from].iter().cloned().chain(written);
                tuples.push(written.chain(old[to..].iter().cloned()).collect());
            }
        }
        let content = Value::any_of(tuples, &after)?;
        let object = &mut self.objects[number];
        (object.cells, object.content) = (after, content);
        Ok(())
    }

    /// Checks that `bytes` bytes are accessible at the address.
    ///
    /// # Errors
    ///
    /// UB if they are not.
    pub fn dereference(&self, address: &Lane, bytes: u64) -> Result<(), Stop> {
        self.access(address, bytes.saturating_mul(8), 1).map(|_| ())
    }

    /// Whether the address is a multiple of `alignment` wherever its object is placed.
    pub fn is_aligned(&self, pointer: u64, alignment: u32) -> bool {
        let offset = offset_of(pointer);
        match self.object(pointer) {
            Some(object) => {
                object.alignment >= alignment && offset % i64::from(alignment.max(1)) == 0
            }
            None => offset % i64::from(alignment.max(1)) == 0,
        }
    }

    /// `getelementptr`, for single values of its operands.
    ///
    /// # Errors
    ///
    /// When the offset is too large.
    pub fn step(
        &self,
        flags: Flags,
        steps: &[Step],
        operands: &[(u64, u32)],
    ) -> Result<Option<u64>, Error> {
        let base = operands[0].0;
        let mut offset = offset_of(base);
        let size = self.object(base).map_or(0, |it| it.size / 8);
        let is_inside = |offset: i64| u64::try_from(offset).is_ok_and(|it| it <= size);
        let offsets: Vec<i64> = steps
            .iter()
            .map(|step| match *step {
                Step::Constant(offset) => offset,
                Step::Scaled(operand, scale) => {
                    let (index, width) = operands[operand];
                    let index = super::arithmetic::signed(index, width);
                    i64::try_from(index).unwrap_or(i64::MAX).saturating_mul(scale)
                }
            })
            .collect();
        let moves = offsets.iter().any(|&it| it != 0);
        if flags.inbounds && moves && !is_inside(offset) {
            return Ok(None);
        }
        for step in offsets {
            if flags.nuw && step < 0 {
                return Ok(None);
            }
            offset = offset.saturating_add(step);
            if flags.inbounds && moves && !is_inside(offset) {
                return Ok(None);
            }
            // Only addresses based on null have a known numeric value.
            if flags.nusw && base >> OFFSET_BITS == 0 && offset < 0 {
                return Ok(None);
            }
        }
        if offset.unsigned_abs() >= 1 << (OFFSET_BITS - 1) {
            return Err(Error::unsupported("so far an address"));
        }
        let low = offset as u64 & ((1 << OFFSET_BITS) - 1);
        Ok(Some(base >> OFFSET_BITS << OFFSET_BITS | low))
    }

    fn object(&self, pointer: u64) -> Option<&Object> {
        let number = (pointer >> OFFSET_BITS) as usize;
        self.objects.get(number.checked_sub(1)?)
    }

    /// The accessed object, and the first accessed bit in it.
    fn access(&self, address: &Lane, size: u64, alignment: u32) -> Result<(usize, u64), Stop> {
        // An address that is not well defined is UB.
        let Lane::One(pointer) = *address else { return Err(Stop::Undefined) };
        let object = self.object(pointer).ok_or(Stop::Undefined)?;
        let start = u64::try_from(offset_of(pointer)).map_err(|_| Stop::Undefined)?;
        let is_inside = (start * 8).checked_add(size).is_some_and(|end| end <= object.size);
        if !is_inside || !self.is_aligned(pointer, alignment) {
            return Err(Stop::Undefined);
        }
        Ok(((pointer >> OFFSET_BITS) as usize - 1, start * 8))
    }
}

impl Object {
    /// The cells and their contents, split at `start` and `start + size`.
    fn cut(&self, start: u64, size: u64) -> Result<(Vec<Scalar>, Value), Error> {
        let mut cells = Vec::new();
        let mut place = 0;
        for &cell in &self.cells {
            let end = place + u64::from(cell.width());
            let mut cuts: Vec<u64> =
                [start, start + size].into_iter().filter(|&it| it > place && it < end).collect();
            cuts.dedup();
            if cuts.is_empty() {
                cells.push(cell);
            } else {
                for cut in cuts.into_iter().chain([end]) {
                    cells.push(Scalar::Integer((cut - place) as u32));
                    place = cut;
                }
            }
            place = end;
        }
        let content = rearrange(&self.content, &self.cells, &cells)?;
        Ok((cells, content))
    }

    fn has_cell(&self, place: u64, scalar: Scalar) -> bool {
        let mut start = 0;
        for &cell in &self.cells {
            if start == place {
                return cell == scalar;
            }
            start += u64::from(cell.width());
        }
        false
    }
}

/// The content of uninitialised memory.
fn nothing(scalar: Scalar, has_undef: bool) -> Lane {
    if has_undef { Lane::undef(scalar) } else { Lane::Poison }
}

/// The range of the cells within `size` bits from `start`.
fn range(cells: &[Scalar], start: u64, size: u64) -> (usize, usize) {
    let mut place = 0;
    let mut positions = Vec::with_capacity(cells.len() + 1);
    for cell in cells {
        positions.push(place);
        place += u64::from(cell.width());
    }
    positions.push(place);
    let at = |place: u64| positions.partition_point(|&it| it < place);
    (at(start), at(start + size))
}

/// The cells of a type: its lanes, and the gaps between them. Also the positions of the lanes among the cells.
fn layout(r#type: &Type) -> (Vec<Scalar>, Vec<usize>) {
    let (mut cells, mut lanes) = (Vec::new(), Vec::new());
    let mut place = 0;
    let fill = |cells: &mut Vec<Scalar>, mut place: u64, end: u64| {
        while place < end {
            let width = (end - place).min(GAP);
            cells.push(Scalar::Integer(width as u32));
            place += width;
        }
    };
    for (&scalar, &start) in r#type.scalars.iter().zip(&r#type.places) {
        fill(&mut cells, place, start);
        lanes.push(cells.len());
        cells.push(scalar);
        place = start + u64::from(scalar.width());
    }
    fill(&mut cells, place, r#type.size);
    (cells, lanes)
}

/// The offset of a pointer in its object, in bytes.
fn offset_of(pointer: u64) -> i64 {
    ((pointer << (64 - OFFSET_BITS)) as i64) >> (64 - OFFSET_BITS)
}
