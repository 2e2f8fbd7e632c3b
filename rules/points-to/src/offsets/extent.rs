//! The effect of steps and distances on offsets in an object.

use super::origin::ORIGIN;
use super::{
    ADDRESS_BITS, Array, CopyLength, Distance, Extent, FAR, FAR_IN_UNKNOWN, FAR_STRIDE,
    KEPT_ALIGNMENT, LONG, MANY_MEMBERS, NEAR, NEAR_ELEMENTS, ObjectLayout, Offsets, POINTER, SHORT,
    Step, gcd,
};

impl<'a> Extent<'a> {
    /// Where the object ends; [`u32::MAX`] if the end is not known.
    pub(super) fn end(self) -> u32 {
        self.size.unwrap_or(u32::MAX)
    }

    /// Whether all offsets in the object are equal: it has no bytes, or they are not distinguished.
    pub fn has_one_offset(self) -> bool {
        self.size == Some(0)
    }

    /// The whole object.
    pub fn anywhere(self) -> Offsets {
        Offsets::every(0, self.end(), 1, 0).unwrap_or(Offsets::At(0))
    }

    /// This offset; none if it is outside the object.
    pub fn at(self, offset: i64) -> Option<Offsets> {
        if self.has_one_offset() {
            return Some(Offsets::At(0));
        }
        let offset = u32::try_from(offset).ok()?;
        if offset > self.end() {
            return None;
        }
        if let Some(array) = self.arrays_around(offset).find(|array| array.is_folded) {
            let first = (offset - array.start) % array.stride;
            return Offsets::every(array.start, array.end, array.stride, first);
        }
        if !self.is_member(offset) || !self.is_distinguished(offset) {
            return Some(self.anywhere());
        }
        if self.is_behind_origin(offset) {
            return Some(self.bytes_behind_origin());
        }
        let far = self.far();
        if offset >= far && offset < self.end() && self.arrays_around(offset).next().is_none() {
            return Offsets::every(far, self.end(), FAR_STRIDE, (offset - far) % FAR_STRIDE);
        }
        Some(Offsets::At(offset))
    }

    /// Whether a member begins at `offset`, or the object ends there. Otherwise, a pointer to `offset` was made
    /// for an object of another type.
    fn is_member(self, mut offset: u32) -> bool {
        if self.layout.members.is_empty() || offset == self.end() {
            return true;
        }
        for array in &self.layout.arrays {
            if array.start <= offset && offset < array.end {
                offset = array.start + (offset - array.start) % array.stride;
            }
        }
        self.layout.members.binary_search(&offset).is_ok()
    }

    /// Whether they are the end of the object, where it has no content.
    fn is_past(self, offsets: Offsets) -> bool {
        !self.has_one_offset() && self.size.is_some_and(|size| offsets == Offsets::At(size))
    }

    /// Whether the last word of the object may be one member: no small member begins in it. Otherwise, a pointer past the
    /// end that is used as an array of pointers was made for an object of another type: for a larger one that begins
    /// like this one.
    fn ends_with_word(self) -> bool {
        let Some(last) = self.end().checked_sub(POINTER) else { return false };
        // Where the type is unknown, a member begins at each multiple of 4.
        let is_small = |offset: u32| !offset.is_multiple_of(4) && self.is_member(offset);
        self.is_raw() || !(last..self.end()).any(is_small)
    }

    /// Whether pointers to `offset` are distinguished from others. Where the type is unknown, pointers to offsets
    /// between words are pointers to bytes of text.
    fn is_distinguished(self, offset: u32) -> bool {
        let is_word = offset.is_multiple_of(8) || offset.is_multiple_of(4) && offset < NEAR;
        !self.is_raw() || is_word
    }

    /// Whether nothing is known about the structure of the object.
    pub(super) fn is_raw(self) -> bool {
        self.layout.members.is_empty() && self.layout.arrays.is_empty()
    }

    /// The offset from which on offsets are only distinguished by their remainder.
    fn far(self) -> u32 {
        match self.size {
            None => FAR_IN_UNKNOWN,
            Some(_) if self.layout.members.is_empty() => FAR,
            Some(_) => self.layout.members.get(MANY_MEMBERS).map_or(u32::MAX, |it| FAR.max(*it)),
        }
    }

    /// Where the type is unknown, the offset from which on the starts of arrays are not distinguished.
    fn far_array(self) -> u32 {
        if self.size.is_some() { FAR } else { NEAR }
    }

    /// The arrays that contain `offset`, outer arrays before inner ones.
    fn arrays_around(self, offset: u32) -> impl DoubleEndedIterator<Item = &'a Array> {
        self.layout.arrays.iter().filter(move |it| it.start <= offset && offset < it.end)
    }

    /// The array from `start` to `end`. If it is in an element of another array, the corresponding array of the
    /// first element.
    fn array(self, mut start: u32, end: u32) -> Option<&'a Array> {
        let length = end.checked_sub(start)?;
        for around in &self.layout.arrays {
            if around.start <= start && start < around.end && around.stride >= length {
                start = around.start + (start - around.start) % around.stride;
            }
        }
        let arrays = &self.layout.arrays;
        arrays.iter().find(|it| it.start == start && it.end - it.start == length)
    }

    /// The start of the member that contains `offset`, or of the outermost array around it. Where the type is
    /// unknown, it is the start of the word, among the words near the start of the object.
    fn floor(self, offset: u32) -> u32 {
        if self.is_behind_origin(offset) {
            return ORIGIN;
        }
        if self.is_raw() {
            return (offset - offset % KEPT_ALIGNMENT).min(NEAR - KEPT_ALIGNMENT);
        }
        let members = &self.layout.members;
        let is_before = members.partition_point(|start| *start <= offset);
        let Some(&start) = members[..is_before].last() else { return 0 };
        self.arrays_around(start).next().map_or(start, |array| array.start)
    }

    /// The offsets from `offset` on, and those before it in the same member: all of them, or those that a pointer
    /// reaches by steps of `stride`.
    fn rest(self, offset: u32, stride: u32) -> Option<Offsets> {
        let is_grid = self.is_raw() && offset.is_multiple_of(4) && stride.is_multiple_of(4);
        Offsets::every(self.floor(offset), self.end(), if is_grid { 4 } else { 1 }, 0)
    }

    /// The end of the run of members without pointers that begins with the member at `start`. No run begins at the
    /// start of the object, at a pointer, or in an array.
    fn run_end(self, start: u32) -> Option<u32> {
        let ObjectLayout { members, pointers, .. } = self.layout;
        if start == 0 || members.binary_search(&start).is_err() {
            return None;
        }
        let next = pointers.partition_point(|pointer| *pointer < start);
        let end = match pointers.get(next) {
            Some(pointer) if *pointer == start => return None,
            Some(pointer) => self.end().min(*pointer),
            None => self.end(),
        };
        self.arrays_around(start).next().is_none().then_some(end)
    }

    /// The target of a walk over bytes that begins at `offset`: the run of members without pointers that begins
    /// there, or otherwise everything from there on.
    fn walk(self, offset: u32, stride: u32) -> Offsets {
        let run = self.run_end(offset).and_then(|end| Offsets::every(offset, end, 1, 0));
        run.or_else(|| self.rest(offset, stride)).unwrap_or(Offsets::At(offset))
    }

    /// Whether they are the target of a walk over bytes that began after the start of the object.
    fn is_walked(self, offsets: Offsets) -> bool {
        let Offsets::Every { start, end, stride, first: 0 } = offsets else { return false };
        let is_narrow = stride == 1 || stride == 4 && self.is_raw();
        start > 0
            && is_narrow
            && (end == self.end() || self.run_end(start) == Some(end))
            && self.floor(start) == start
            && self.array(start, end).is_none()
    }

    /// Whether they are a run of members without pointers that is followed by other members.
    fn is_run(self, offsets: Offsets) -> bool {
        matches!(offsets, Offsets::Every { end, .. } if end < self.end()) && self.is_walked(offsets)
    }

    /// The offsets that a pointer to `offsets` points to after `step`; none if it has left the object.
    pub fn step(self, offsets: Offsets, step: Step) -> Option<Offsets> {
        if let Step::OfClass(object) = step {
            return self.may_have(offsets, object).then_some(offsets);
        }
        if self.has_one_offset() {
            return Some(Offsets::At(0));
        }
        if self.layout.is_virtual_table {
            return self.step_in_table(offsets, step);
        }
        let stepped = self.stepped(offsets, step)?;
        // A part of an object need not be an array.
        if let Step::Within { .. } = step { Some(stepped) } else { self.distinguished(stepped) }
    }

    /// The same in a virtual table.
    fn step_in_table(self, offsets: Offsets, step: Step) -> Option<Offsets> {
        match (offsets, step) {
            (_, Step::Computed | Step::InValue(_)) => None,
            (Offsets::At(offset), step) if let Some(distance) = step.distance() => {
                let to = i64::from(offset).checked_add(distance)?;
                let to = u32::try_from(to).ok().filter(|to| *to <= self.end())?;
                // The number in a pointer to a member leads one byte past the entry, until one is subtracted.
                let is_entry =
                    self.is_member(to) || to.checked_sub(1).is_some_and(|it| self.is_member(it));
                is_entry.then_some(Offsets::At(to))
            }
            (offsets, Step::ToPointer { .. } | Step::Anywhere) => self.over(offsets, POINTER, None),
            (offsets, Step::Tagged { mask, bits }) => self.tagged(offsets, mask, bits),
            _ => Some(offsets),
        }
    }

    /// The offsets, or all offsets that are not distinguished from them. For example, the array may not be one of the
    /// type's arrays, or the offset may be between words in memory of unknown type.
    fn distinguished(self, offsets: Offsets) -> Option<Offsets> {
        let Offsets::Every { start, end, stride, first } = offsets else { return Some(offsets) };
        if self.is_walked(offsets) {
            return Some(offsets);
        }
        if self.is_raw() {
            return if stride.is_multiple_of(8) && (start + first).is_multiple_of(8) {
                // A walk from array to array would find infinitely many arrays.
                if start < self.far_array() {
                    Some(offsets)
                } else {
                    Offsets::every(0, self.end(), stride, (start + first) % stride)
                }
            } else {
                // An array of small elements continues from its first offset.
                let grid = if (start + first).is_multiple_of(4) { stride } else { 1 };
                self.rest(start + first, grid)
            };
        }
        match self.array(start, end) {
            Some(array) if array.stride == 1 => Some(offsets),
            Some(array) if stride.is_multiple_of(array.stride) && self.is_member(start + first) => {
                Some(offsets)
            }
            Some(_) => Offsets::every(start, end, 1, 0),
            None => Some(self.anywhere()),
        }
    }

    pub(super) fn stepped(self, offsets: Offsets, step: Step) -> Option<Offsets> {
        if let Some(offsets) = self.step_from_origin(offsets, step) {
            return Some(offsets);
        }
        match step {
            Step::By(distance) | Step::InValue(distance) => self.by(offsets, distance),
            Step::Inside(distance) => {
                self.behind_header(offsets, distance).or_else(|| self.by(offsets, distance))
            }
            Step::Along(distance) => self.along(offsets, distance),
            Step::Over { stride, count } => self.over(offsets, stride, count),
            Step::Back { stride } => self.back(offsets, stride),
            Step::ToPointer { is_backward: false } => self.over(offsets, 1, None),
            Step::ToPointer { is_backward: true } => self.back(offsets, 1),
            Step::ToOrigin => self.to_origin(offsets),
            Step::Computed | Step::Anywhere => Some(self.anywhere()),
            Step::Within { start, end } => self.within(offsets, start, end),
            Step::And(mask) => self.and(offsets, mask),
            Step::Or(bits) => self.bits(offsets, bits, |offset| offset | bits),
            Step::Xor(bits) => self.bits(offsets, bits, |offset| offset ^ bits),
            Step::Tagged { mask, bits } => self.tagged(offsets, mask, bits),
            Step::OfClass(_)
            | Step::OfTrait(_)
            | Step::OffStack
            | Step::Among(_)
            | Step::Outside(_)
            | Step::Given(_) => Some(offsets),
        }
    }

    /// The words in this part of the object behind the offset.
    fn within(self, offsets: Offsets, start: u32, end: u32) -> Option<Offsets> {
        let Offsets::At(offset) = offsets else { return Some(self.anywhere()) };
        let end = offset.saturating_add(end).min(self.end());
        Offsets::every(offset.checked_add(start)?, end, POINTER, 0)
    }

    fn by(self, offsets: Offsets, distance: i64) -> Option<Offsets> {
        match offsets {
            Offsets::At(offset) => self.by_from(offset, distance),
            Offsets::Every { .. } if self.is_walked(offsets) => self.by_walked(offsets, distance),
            Offsets::Every { start, end, stride, first } => {
                let wanted = i64::from(first).checked_add(distance)?;
                let width = i64::from(stride);
                if (0..width).contains(&wanted) {
                    // The step leads to another member of the same element.
                    Offsets::every(start, end, stride, wanted as u32)
                } else if distance.unsigned_abs() >= u64::from(end - start) {
                    // The step leads from the array to its surroundings.
                    let lowest = i64::from(start).checked_add(wanted)?;
                    let lowest = if lowest < 0 { lowest.rem_euclid(width) } else { lowest };
                    let lowest = u32::try_from(lowest).ok()?;
                    let end = u32::try_from(i64::from(end).checked_add(distance)?).ok()?;
                    match Offsets::every(lowest, end.min(self.end()), stride, 0)? {
                        Offsets::At(offset) => self.at(offset.into()),
                        every => Some(every),
                    }
                } else if distance % width == 0 && !may_reach_start(start, stride, first, distance)
                {
                    // The step leads to another element of the array.
                    Some(offsets)
                } else {
                    let first = wanted.checked_add(i64::from(start))?.rem_euclid(width);
                    Offsets::every(0, self.end_around(offsets), stride, first as u32)
                }
            }
        }
    }

    /// The offsets after a step forward from elements in memory of unknown type, if it leads to other elements: what is
    /// before them, such as the header of a list of elements, is not among them.
    fn behind_header(self, offsets: Offsets, distance: i64) -> Option<Offsets> {
        let Offsets::Every { start: 0, end, stride, first } = offsets else { return None };
        let first = u32::try_from(distance).ok()?.checked_add(first)?;
        let is_behind = self.is_raw() && first >= stride && first < self.far_array();
        is_behind.then(|| Offsets::every(first, end, stride, 0))?
    }

    fn by_from(self, offset: u32, distance: i64) -> Option<Offsets> {
        let to = i64::from(offset).checked_add(distance)?;
        let offsets = self.at(to)?;
        // A target between members is a byte of text.
        let is_text = distance > 0
            && (self.is_raw() || distance < POINTER.into())
            && offsets == self.anywhere()
            && self.arrays_around(offset).next().is_none();
        if is_text && let Ok(to) = u32::try_from(to) {
            return Some(self.walk(offset, 1)).filter(|it| it.contains(to)).or(Some(offsets));
        }
        Some(offsets)
    }

    /// The same from offsets that are the target of a walk over bytes. A small step back does not lead to before
    /// the start of the walk.
    fn by_walked(self, offsets: Offsets, distance: i64) -> Option<Offsets> {
        let Offsets::Every { start, end, stride, .. } = offsets else { return None };
        let lowest = i64::from(start).checked_add(distance)?.max(0);
        let grid = gcd(stride, (distance.unsigned_abs() % u64::from(stride)) as u32);
        if distance <= -i64::from(POINTER) || lowest >= i64::from(end) {
            let lowest = u32::try_from(lowest).ok().filter(|it| *it < self.end())?;
            self.rest(lowest, grid)
        } else {
            Offsets::every(start, end, grid, 0)
        }
    }

    fn along(self, offsets: Offsets, distance: i64) -> Option<Offsets> {
        let moved = self.by(offsets, distance)?;
        let stride = u32::try_from(distance.unsigned_abs()).unwrap_or(u32::MAX).max(1);
        match moved {
            Offsets::At(offset)
                if offset / stride > NEAR_ELEMENTS
                    && offset != self.end()
                    && self.arrays_around(offset).next().is_none() =>
            {
                match offsets {
                    Offsets::At(from) if distance > 0 && stride < POINTER => {
                        self.rest(from, stride)
                    }
                    _ => Offsets::every(0, self.end(), stride, offset % stride),
                }
            }
            Offsets::Every { .. } => {
                Some(self.far_element(offsets, distance, stride).unwrap_or(moved))
            }
            moved => Some(moved),
        }
    }

    /// The offsets of every element, if a step from `offsets` leads so far that offsets are only distinguished by
    /// their remainder: the remainder modulo the element size is more precise.
    fn far_element(self, offsets: Offsets, distance: i64, stride: u32) -> Option<Offsets> {
        let Offsets::At(offset) = offsets else { return None };
        let to = u32::try_from(i64::from(offset).checked_add(distance)?).ok()?;
        let is_far = self.far() <= to && to < self.end();
        let is_plain = self.arrays_around(to).next().is_none()
            && self.is_member(to)
            && self.is_distinguished(to);
        (is_far && is_plain).then(|| Offsets::every(0, self.end(), stride, to % stride))?
    }

    fn over(self, offsets: Offsets, stride: u32, count: Option<u32>) -> Option<Offsets> {
        let stride = stride.max(1);
        match offsets {
            Offsets::At(offset) => {
                // An array of at most one element at the end of a structure continues past it.
                if let Some(count) = count.filter(|count| *count > 1) {
                    let end = offset.saturating_add(count.saturating_mul(stride)).min(self.end());
                    if self.is_raw() && offset < NEAR && stride.is_multiple_of(8)
                        || self.array(offset, end).is_some()
                    {
                        return Some(Offsets::every(offset, end, stride, 0).unwrap_or(offsets));
                    }
                } else if self.layout.lone_pointers.binary_search(&(offset, stride)).is_ok() {
                    return Some(offsets);
                }
                if offset == self.end() && stride == POINTER && !self.ends_with_word() {
                    return Some(offsets);
                }
                if let Some(array) = self.walked_array(offset, stride) {
                    let first = (offset - array.start) % stride;
                    return Offsets::every(array.start, array.end, stride, first);
                }
                if stride < POINTER && self.arrays_around(offset).next().is_none() {
                    return Some(self.walk(offset, stride));
                }
                Some(Offsets::every(0, self.end(), stride, offset % stride).unwrap_or(offsets))
            }
            Offsets::Every { start, .. } if stride >= POINTER && self.is_run(offsets) => {
                self.rest(start, 1)
            }
            Offsets::Every { start, end, stride: width, first } => {
                let grid = gcd(stride, width);
                Offsets::every(start, end, grid, first % grid)
            }
        }
    }

    /// The end of the object, if a step over elements with pointers leads to only one element, which ends there.
    /// Programs walk back from there. If there are several elements, they are not distinguished, nor from the end.
    pub fn past_only_element(self, offsets: Offsets, step: Step) -> Option<Offsets> {
        let stride = step.walked_elements()?;
        let (Offsets::At(_), Some(size)) = (offsets, self.size) else { return None };
        if stride > size || self.layout.is_virtual_table {
            return None;
        }
        let Offsets::At(element) = self.stepped(offsets, step)? else { return None };
        (element.checked_add(stride)? == size).then_some(Offsets::At(size))
    }

    fn back(self, offsets: Offsets, stride: u32) -> Option<Offsets> {
        let stride = stride.max(1);
        if stride >= POINTER {
            return self.over(offsets, stride, None);
        }
        let is_left = match offsets {
            Offsets::At(offset) => self.arrays_around(offset).next().is_none(),
            Offsets::Every { stride: width, .. } => {
                self.is_walked(offsets) || self.is_raw() && gcd(stride, width) < POINTER
            }
        };
        if !is_left {
            return self.over(offsets, stride, None);
        }
        let (lowest, width) = offsets.lowest_and_stride();
        let grid = gcd(stride, width);
        Some(Offsets::every(0, self.end(), grid, lowest % grid).unwrap_or(offsets))
    }

    fn and(self, offsets: Offsets, mask: u64) -> Option<Offsets> {
        const HIGHEST_LOW_BITS: u64 = 4096;
        let cleared = !mask;
        match offsets {
            // The remaining bits are not an address.
            _ if mask < HIGHEST_LOW_BITS => None,
            Offsets::At(offset) if cleared < u64::from(self.layout.alignment) => {
                self.at((u64::from(offset) & mask) as i64)
            }
            // A tag in bits that addresses do not use.
            offsets if cleared.trailing_zeros() >= ADDRESS_BITS => Some(offsets),
            _ => Some(self.anywhere()),
        }
    }

    fn bits(self, offsets: Offsets, bits: u64, change: impl Fn(u64) -> u64) -> Option<Offsets> {
        match offsets {
            Offsets::At(offset) if bits < u64::from(self.layout.alignment) => {
                self.at(change(offset.into()) as i64)
            }
            offsets if bits.trailing_zeros() >= ADDRESS_BITS => Some(offsets),
            _ => Some(self.anywhere()),
        }
    }

    /// The offsets, if their address can have these bits.
    fn tagged(self, offsets: Offsets, mask: u64, bits: u64) -> Option<Offsets> {
        let alignment = self.layout.alignment.max(1);
        let (offset, stride) = offsets.lowest_and_stride();
        let grid = gcd(stride, alignment);
        // The lowest bits of the address equal those of the offset.
        let known = (1 << grid.trailing_zeros()) - 1;
        let differs = u64::from(offset) ^ bits;
        (differs & mask & known == 0).then_some(offsets)
    }

    /// The distances from a pointer to `offsets` to `content` that are less than `length` bytes. In an object of
    /// size zero, these are all distances.
    pub fn distances(
        self,
        offsets: Offsets,
        content: Offsets,
        length: CopyLength,
    ) -> impl Iterator<Item = Distance> + use<> {
        let array = self.copied_array(offsets, length);
        let length = length.bytes();
        let (grid, residue) = content.alignment();
        let anywhere = [Some(Distance::Anywhere { grid, residue }), None];
        let elements = offsets.elements_to(content).map_or(anywhere, |it| [Some(it), None]);
        let from_start = [
            Some(Distance::FromStart(content.endless())),
            Some(Distance::FromInside { grid, residue }),
        ];
        let is_start = offsets == Offsets::At(0);
        let is_long = length.is_none_or(|length| length > LONG);
        let is_short = length.is_some_and(|length| length <= SHORT);
        // A copy of unknown length that begins in a run of members without pointers stays there. Virtual tables
        // are not copied.
        let leaves_run = length.is_none() && self.is_run(offsets) && !offsets.overlaps(content);
        let leaves_array = array.as_ref().is_some_and(|array| !array.contains(content));
        let found = if leaves_run || leaves_array || self.layout.is_virtual_table {
            None
        } else if let Some(array) = array.filter(|array| array.stride >= POINTER) {
            array.distance(offsets, content).map(|it| [Some(Distance::By(it)), None])
        } else if self.has_one_offset() {
            let distance = Offsets::every(0, length.unwrap_or(u32::MAX), 1, 0);
            distance.map(|it| [Some(Distance::By(it)), None])
        } else {
            offsets.distance_to(content, length).map(|distance| match distance {
                _ if is_long && is_start && content.is_near() => from_start,
                _ if is_long => elements,
                Offsets::At(bytes) if is_short || bytes.is_multiple_of(KEPT_ALIGNMENT) => {
                    [Some(Distance::By(distance)), None]
                }
                Offsets::Every { .. } if is_short => [Some(Distance::By(distance)), None],
                Offsets::Every { .. } if is_start && content.is_near() => from_start,
                _ => elements,
            })
        };
        found.into_iter().flatten().flatten()
    }

    /// The array that a copy of this length from `offsets` stays in: if it copies an unknown number of elements, and a
    /// step over such elements stays there, or if such a step has led to `offsets`. Words from the start of the object may
    /// be all of its words.
    pub(super) fn copied_array(self, offsets: Offsets, length: CopyLength) -> Option<CopiedArray> {
        if length.bytes().is_some() {
            return None;
        }
        let array = match (offsets, length) {
            // A pointer to the start of an array whose elements are not distinguished is a pointer to every element.
            (Offsets::Every { start, end, .. }, CopyLength::Unknown) => {
                self.array(start, end).filter(|array| !array.is_folded)?
            }
            (Offsets::Every { start, end, .. }, _) => self.array(start, end)?,
            (Offsets::At(offset), CopyLength::Elements(stride)) => {
                self.walked_array(offset, stride)?
            }
            _ => return None,
        };
        let stride = match length {
            CopyLength::Elements(stride) => gcd(stride, array.stride),
            _ => array.stride,
        };
        let (lowest, _) = offsets.lowest_and_stride();
        if lowest == 0 && stride <= POINTER && array.end < self.end() {
            return None;
        }
        let (start, end) = match offsets {
            Offsets::At(_) => (array.start, array.end),
            Offsets::Every { start, end, .. } => (start, end),
        };
        Some(CopiedArray { start, end, stride })
    }

    /// The innermost array around an offset in which a step over an unknown number of elements stays.
    fn walked_array(self, offset: u32, stride: u32) -> Option<&'a Array> {
        // A step longer than the array does not walk over its elements.
        self.arrays_around(offset)
            .rev()
            .find(|it| stride.is_multiple_of(it.stride) && stride < it.end - it.start)
    }

    /// The offsets at `distance` after a pointer to `offsets`; none if they are outside the object.
    pub fn behind(self, offsets: Offsets, distance: Distance) -> Option<Offsets> {
        if self.is_past(offsets) {
            return None;
        }
        match distance {
            Distance::By(Offsets::At(0)) => Some(offsets),
            Distance::By(distance) => {
                self.by_offsets(offsets, distance).and_then(|offsets| self.distinguished(offsets))
            }
            Distance::FromStart(distance) => {
                let there =
                    (offsets == Offsets::At(0)).then(|| self.by_offsets(offsets, distance))?;
                there.and_then(|offsets| self.distinguished(offsets))
            }
            Distance::FromInside { .. } if offsets == Offsets::At(0) => None,
            _ if self.has_one_offset() => Some(Offsets::At(0)),
            Distance::Elements { stride, residue } if self.is_raw() => {
                let (lowest, width) = offsets.lowest_and_stride();
                let grid = gcd(stride, width);
                let start = match offsets {
                    Offsets::At(offset) => offset,
                    Offsets::Every { start, .. } => start,
                };
                let first = (u64::from(lowest - start) + u64::from(residue)) % u64::from(grid);
                let end = self.end_around(offsets);
                self.distinguished(Offsets::every(start, end, grid, first as u32)?)
            }
            Distance::FromInside { grid, residue } | Distance::Anywhere { grid, residue }
                if self.is_raw() =>
            {
                let (start, end) = self.copied_to(offsets);
                self.distinguished(Offsets::every(start, end, grid, residue)?)
            }
            Distance::Elements { .. } | Distance::FromInside { .. } | Distance::Anywhere { .. } => {
                let (start, end) = self.copied_to(offsets);
                Offsets::every(start, end, 1, 0)
            }
        }
    }

    /// The part of the object that a copy to a pointer to `offsets` may change: copies do not write before the pointer.
    fn copied_to(self, offsets: Offsets) -> (u32, u32) {
        let start = |offset: u32| {
            let is_start = self.is_raw()
                && offset.is_multiple_of(KEPT_ALIGNMENT)
                && offset < self.far_array().min(self.end());
            if is_start { offset } else { self.floor(offset) }
        };
        match offsets {
            Offsets::At(offset) => (start(offset), self.end()),
            Offsets::Every { start, end, .. } if self.is_run(offsets) => (start, end),
            Offsets::Every { start: first, .. } => (start(first), self.end_around(offsets)),
        }
    }

    fn by_offsets(self, offsets: Offsets, distance: Offsets) -> Option<Offsets> {
        if self.has_one_offset() {
            return Some(Offsets::At(0));
        }
        match (offsets, distance) {
            (offsets, Offsets::At(0)) => Some(offsets),
            (Offsets::At(offset), Offsets::At(distance)) => {
                let offset = offset.checked_add(distance).filter(|offset| *offset < self.end())?;
                self.at(offset.into())
            }
            (Offsets::At(offset), Offsets::Every { start, end, stride, first }) => {
                let start = offset.checked_add(start)?;
                let end = offset.saturating_add(end).min(self.end());
                if self.array(start, end).is_some() {
                    return Offsets::every(start, end, stride, first);
                }
                // The elements of an array are copied to another array.
                let lowest = start.checked_add(first)?;
                if let Some(array) = self.walked_array(lowest, stride).filter(|it| end <= it.end) {
                    let first = (lowest - array.start) % stride;
                    return Offsets::every(array.start, array.end, stride, first);
                }
                // Memory that is copied within itself would otherwise fill with arrays that begin anywhere.
                Offsets::every(start, end, stride, first)?;
                let lowest = self.floor(start);
                if !self.is_raw() {
                    return Offsets::every(lowest, self.end(), 1, 0);
                }
                let first = (u64::from(start - lowest) + u64::from(first)) % u64::from(stride);
                Offsets::every(lowest, self.end(), stride, first as u32)
            }
            (Offsets::Every { start, end, stride, first }, Offsets::At(distance)) => {
                let first = (u64::from(first) + u64::from(distance)) % u64::from(stride);
                Offsets::every(start, end, stride, first as u32)
            }
            (
                Offsets::Every { start, end, stride, first },
                Offsets::Every { start: start2, stride: stride2, first: first2, .. },
            ) => {
                let grid = gcd(stride, stride2);
                let first =
                    (u64::from(first) + u64::from(start2) + u64::from(first2)) % u64::from(grid);
                Offsets::every(start, end, grid, first as u32)
            }
        }
    }
}

/// The array that a copy stays in.
pub(super) struct CopiedArray {
    start: u32,
    end: u32,
    /// A divisor of the size of its elements and of the ones that are copied.
    stride: u32,
}

impl CopiedArray {
    pub(super) fn contains(&self, content: Offsets) -> bool {
        Offsets::every(self.start, self.end, 1, 0).is_some_and(|it| it.overlaps(content))
    }

    /// The distance from a pointer to elements to `content` in the array.
    fn distance(self, offsets: Offsets, content: Offsets) -> Option<Offsets> {
        let Self { start, end, stride } = self;
        let ((from, one), (to, other)) = (offsets.lowest_and_stride(), content.lowest_and_stride());
        let grid = gcd(gcd(stride, one), other);
        let residue = (i64::from(to) - i64::from(from)).rem_euclid(i64::from(grid)) as u32;
        Offsets::every(0, end - start, grid, residue)
    }
}

/// Whether a step back from an element of an array may lead to the beginning of the object, if the array does not
/// begin there: from a member that is an array to the structure that contains it.
fn may_reach_start(start: u32, stride: u32, first: u32, distance: i64) -> bool {
    let beyond_first = -distance - i64::from(start) - i64::from(first);
    start > 0
        && -distance > i64::from(stride)
        && beyond_first >= 0
        && beyond_first % i64::from(stride) == 0
}
