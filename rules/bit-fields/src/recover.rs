//! The bit fields of a module: combines all parts.

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId, Signedness, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::copies::copies;
use crate::debug_info::{DebugInfo, Member};
use crate::members::Members;
use crate::partition::{self, Candidate, Span, Strength};
use crate::pointees::{Key, Pointers};
use crate::slice::Bits;
use crate::structures::{BySource, ByType, Fit, fit, is_in_number};
use crate::touches::Touch;
use crate::unoptimised::unoptimised;
use crate::words::{Words, words};
use crate::writes::{Update, updates};

/// A structure that has bit fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// Its identity.
    pub key: Key,
    /// The fields, in order. They do not overlap, unless debug information declares them so.
    pub fields: Vec<Field>,
    /// Whether debug information declares its fields.
    pub is_declared: bool,
}

impl Structure {
    /// Whether it certainly has bit fields.
    pub fn is_certain(&self) -> bool {
        self.fields.iter().any(|it| it.is_certain)
    }
}

/// A bit field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its bits, from the beginning of the structure, as DWARF counts them.
    pub span: Span,
    /// Whether it has a sign, if that is known.
    pub is_signed: Option<bool>,
    /// The member in the debug information.
    pub member: Option<MetadataId>,
    /// Whether it certainly is a bit field; otherwise a program that masks the bits of an integer, or of a wider
    /// bit field, itself would look the same.
    pub is_certain: bool,
}

impl Field {
    /// Whether it has a sign, as a word, if that is known.
    pub fn signedness(&self) -> Option<Signedness> {
        let word = |is_signed| if is_signed { Signedness::Signed } else { Signedness::Unsigned };
        self.is_signed.map(word)
    }
}

/// An access to the storage of bit fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WordAccess {
    /// The load or store.
    pub instruction: InstructionId,
    /// The number of the structure.
    pub structure: usize,
    /// The bits of the structure that the word covers.
    pub span: Span,
    /// Whether it is a store.
    pub is_store: bool,
}

/// A load of several members at once that are not bit fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberLoad {
    /// The load.
    pub instruction: InstructionId,
    /// The identity of their structure.
    pub key: Key,
    /// The bits of the structure that it reads.
    pub span: Span,
    /// The members, in order: their nodes in the debug information, and their bits.
    pub members: Vec<(Option<MetadataId>, Span)>,
}

/// A read or write of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldAccess {
    /// The load or store.
    pub instruction: InstructionId,
    /// The number of the structure.
    pub structure: usize,
    /// The number of the field in it.
    pub field: usize,
    /// The field's bits as an integer, or the value that replaces them, if that is one value.
    pub value: Option<ValueId>,
    /// Whether other fields are read or written at once.
    pub is_combined: bool,
}

impl BitFields<'_> {
    /// Whether a structure, given by its number, certainly has bit fields.
    pub fn is_certain(&self, structure: usize) -> bool {
        self.structures.get(structure).is_some_and(Structure::is_certain)
    }
}

/// The bit fields of a module.
pub struct BitFields<'f> {
    /// The module.
    pub view: View<'f>,
    /// The bits of words that functions read and write.
    pub words: Words,
    /// The stores that change only some bits of their word.
    pub updates: Vec<Update>,
    /// The structures.
    pub structures: Vec<Structure>,
    /// The accesses to their bit fields' storage, in the order of the instructions.
    pub accesses: Vec<WordAccess>,
    /// Reads of fields.
    pub reads: Vec<FieldAccess>,
    /// Writes to fields.
    pub writes: Vec<FieldAccess>,
    /// Loads of several whole members at once, in the order of the instructions.
    pub member_loads: Vec<MemberLoad>,
}

/// The location of an access.
#[derive(Clone, Copy)]
pub(crate) struct Location {
    pub key: Key,
    /// In bytes from the beginning of the structure.
    pub offset: i64,
}

/// Finds the bit fields of a module.
pub fn recover(view: View) -> BitFields {
    let words = words(&view);
    let updates = updates(&view, &words);
    // Rust has no bit fields.
    let found = match view.is_from_rustc() {
        true => Result::default(),
        false => {
            let unoptimised = unoptimised(&view);
            Recovery { view: &view, words: &words, updates: &updates, unoptimised }.run()
        }
    };
    let Result { structures, accesses, reads, writes, member_loads } = found;
    BitFields { structures, accesses, reads, writes, member_loads, words, updates, view }
}

pub(crate) struct Recovery<'r, 'f> {
    pub view: &'r View<'f>,
    pub words: &'r Words,
    pub updates: &'r [Update],
    /// The functions that have not been optimised.
    pub unoptimised: FxHashSet<FunctionId>,
}

#[derive(Default)]
struct Result {
    structures: Vec<Structure>,
    accesses: Vec<WordAccess>,
    reads: Vec<FieldAccess>,
    writes: Vec<FieldAccess>,
    member_loads: Vec<MemberLoad>,
}

/// The known properties of the accesses.
struct Classified {
    /// By access: its location, as far as it is known.
    locations: Vec<Option<Location>>,
    /// By access: whether it is an access to the storage of bit fields.
    verdicts: Vec<Verdict>,
    touches: Vec<Touch>,
}

/// The numbers of structures, by identity.
type Numbers = FxHashMap<Key, usize>;

impl<'f> Recovery<'_, 'f> {
    fn run(&self) -> Result {
        let debug_info = DebugInfo::new(self.view);
        let by_type = ByType::new(self.view);
        let locations = self.locations(&debug_info, &by_type);
        let touches = self.touches();
        let verdicts = self.classify(&debug_info, &by_type, &locations, &touches);
        let classified = Classified { locations, verdicts, touches };
        let structures = self.structures(&debug_info, &by_type.members(), &classified);
        let numbers = structures.iter().map(|it| it.key).zip(0..).collect();
        let mut result = Result { structures, ..Result::default() };
        for (access, row) in self.words.accesses.iter().enumerate() {
            if let Some((structure, span)) = self.structure_of(&classified, &numbers, access) {
                let (instruction, is_store) = (row.instruction, row.is_store);
                result.accesses.push(WordAccess { instruction, structure, span, is_store });
            }
        }
        self.add_field_accesses(&classified, &numbers, &mut result);
        result.member_loads = self.member_loads(&debug_info, &classified.locations);
        result
    }

    /// The structure of an access, and the bits of it that the word covers.
    fn structure_of(
        &self,
        classified: &Classified,
        numbers: &Numbers,
        access: usize,
    ) -> Option<(usize, Span)> {
        let location =
            classified.locations[access].filter(|_| classified.verdicts[access] > Verdict::No)?;
        let number = *numbers.get(&location.key)?;
        let bits = Bits { low: 0, width: self.words.accesses[access].width };
        Some((number, self.span(access, location, bits)?))
    }

    /// The identities of the structures that may have bit fields, in order.
    fn keys(debug_info: &DebugInfo, classified: &Classified) -> Vec<Key> {
        let accessed = classified.locations.iter().zip(&classified.verdicts);
        let accessed = accessed.filter(|(_, verdict)| **verdict > Verdict::No);
        let mut keys: Vec<Key> =
            accessed.filter_map(|(location, _)| location.map(|it| it.key)).collect();
        let with_fields = |node: &MetadataId| {
            let declared = debug_info.declared(*node);
            declared.is_some_and(|it| it.members.iter().any(|member| member.is_bit_field))
        };
        keys.extend(debug_info.all().into_iter().filter(with_fields).map(Key::Source));
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// The structures and their fields. Structures without recognised fields are left out.
    fn structures(
        &self,
        debug_info: &DebugInfo,
        members: &Members,
        classified: &Classified,
    ) -> Vec<Structure> {
        let keys = Self::keys(debug_info, classified);
        let numbers: Numbers = keys.iter().copied().zip(0..).collect();
        let mut candidates: Vec<Vec<Candidate>> = vec![Vec::new(); keys.len()];
        for touch in &classified.touches {
            if let Some((structure, _)) = self.structure_of(classified, &numbers, touch.access)
                && let Some(location) = classified.locations[touch.access]
                && let Some(span) = self.span(touch.access, location, touch.bits)
                && !self.is_flag_of_field(touch)
            {
                let (strength, is_signed) = (touch.strength, touch.is_signed);
                candidates[structure].push(Candidate { span, strength, is_signed });
            }
        }
        let mut certain: Vec<Vec<Span>> = vec![Vec::new(); keys.len()];
        for (access, verdict) in classified.verdicts.iter().enumerate() {
            if *verdict == Verdict::Yes
                && let Some((structure, span)) = self.structure_of(classified, &numbers, access)
            {
                certain[structure].push(span);
            }
        }
        let structures = keys.iter().zip(&candidates).zip(&mut certain);
        let structures = structures.map(|((key, candidates), certain)| {
            certain.sort_unstable();
            certain.dedup();
            structure(debug_info, members, *key, candidates, certain)
        });
        structures.filter(|it| !it.fields.is_empty()).collect()
    }

    /// Adds the fields that are read and written.
    fn add_field_accesses(&self, classified: &Classified, numbers: &Numbers, result: &mut Result) {
        for touch in &classified.touches {
            let access = touch.access;
            let Some((structure, _)) = self.structure_of(classified, numbers, access) else {
                continue;
            };
            let Some(location) = classified.locations[access] else { continue };
            let Some(span) = self.span(access, location, touch.bits) else { continue };
            let row = &self.words.accesses[access];
            let (instruction, value) = (row.instruction, touch.value);
            let (is_whole, found) = (touch.bits.width == row.width, &result.structures[structure]);
            let fields = found.fields.iter().enumerate();
            // A copy of a whole word does not access its fields.
            let fields = fields.filter(|(_, it)| !is_whole || it.span == span);
            let touched: Vec<_> =
                fields.filter(|(_, it)| it.span.overlaps(span)).map(|(field, _)| field).collect();
            let is_combined = touched.len() > 1;
            for field in touched {
                let row = FieldAccess { instruction, structure, field, value, is_combined };
                if touch.is_write { &mut result.writes } else { &mut result.reads }.push(row);
            }
        }
        for rows in [&mut result.reads, &mut result.writes] {
            rows.sort_unstable();
            rows.dedup();
        }
    }

    /// Whether the function of an instruction has not been optimised.
    pub fn is_unoptimised(&self, instruction: InstructionId) -> bool {
        let function = self.view.function_of(instruction);
        function.is_some_and(|it| self.unoptimised.contains(&it))
    }

    /// The location of each access, as far as it is known.
    fn locations(
        &self,
        debug_info: &DebugInfo<'_, 'f>,
        by_type: &ByType<'_, 'f>,
    ) -> Vec<Option<Location>> {
        let copies = copies(self.view);
        let pointers = by_type.pointers(&copies);
        let by_source = BySource::new(self.view, debug_info);
        let declared = debug_info.is_there().then(|| by_source.pointers(&copies));
        let by_name = by_source.by_name();
        self.words
            .accesses
            .iter()
            .map(|access| {
                let place = access.place;
                if is_in_number(self.view, place) {
                    return None;
                }
                let declared = declared.as_ref().and_then(|it| it.structure(place, &by_source));
                if let Some((key, offset)) = declared {
                    return Some(Location { key, offset });
                }
                match pointers.structure(place, by_type) {
                    Some((Key::Type(r#type), offset)) => {
                        // Optimised code also reads several members at once.
                        let is_exact = self.is_unoptimised(access.instruction);
                        match fit(self.view, r#type, offset, access.width) {
                            // The pointer has another target.
                            Fit::Part => return Some(self.unnamed(&pointers, place)),
                            Fit::Other if is_exact => return Some(self.unnamed(&pointers, place)),
                            _ => {}
                        }
                        let key = by_name.get(&r#type).map(|node| Key::Source(*node));
                        Some(Location { key: key.unwrap_or(Key::Type(r#type)), offset })
                    }
                    Some((key, offset)) => Some(Location { key, offset }),
                    None => Some(self.unnamed(&pointers, place)),
                }
            })
            .collect()
    }

    fn unnamed(&self, pointers: &Pointers, place: crate::places::Address) -> Location {
        let (root, offset) = pointers.representative(self.view, place.root);
        let offset = place.offset.saturating_add(offset);
        Location { key: Key::Unnamed(root), offset }
    }

    /// The bits of a structure that correspond to bits of a word: counted from the lowest bit, or on big-endian
    /// targets from the highest.
    pub fn span(&self, access: usize, location: Location, bits: Bits) -> Option<Span> {
        let width = u64::from(self.words.accesses[access].width);
        // In memory, the last byte is filled with zeros.
        let stored = width.next_multiple_of(8);
        let (low, size) = (u64::from(bits.low), u64::from(bits.width));
        let inside = match self.view.types().is_big_endian() {
            false => low,
            true => stored.checked_sub(low.checked_add(size)?)?,
        };
        let start = u64::try_from(location.offset).ok()?.checked_mul(8)?.checked_add(inside)?;
        Some(Span { start, end: start.checked_add(size)? })
    }
}

fn structure(
    debug_info: &DebugInfo,
    members: &Members,
    key: Key,
    candidates: &[Candidate],
    certain: &[Span],
) -> Structure {
    let declared = match key {
        Key::Source(node) => debug_info.declared(node),
        _ => None,
    };
    let fields = match declared {
        Some(declared) => {
            let members =
                declared.members.iter().filter(|member| member.is_bit_field && member.size > 0);
            let field = |member: &Member| Field {
                span: Span { start: member.offset, end: member.offset.saturating_add(member.size) },
                is_signed: member.r#type.and_then(|it| debug_info.is_signed(it)),
                member: Some(member.node),
                is_certain: true,
            };
            members.map(field).collect()
        }
        None => {
            let mut candidates = members.possible(key, candidates);
            if let Key::Unnamed(_) = key {
                leave_out_tested(&mut candidates);
            }
            let found = members.limited(key, partition::fields(&candidates), &candidates);
            found
                .into_iter()
                .map(|it| Field {
                    span: it.span,
                    is_signed: it.is_signed,
                    member: None,
                    is_certain: certain.iter().any(|word| word.overlaps(it.span))
                        && !may_be_flag(key, &candidates, it.span),
                })
                .collect()
        }
    };
    Structure { key, fields, is_declared: declared.is_some() }
}

/// An unnamed structure is known from few accesses. Then a bit that is only tested may be a flag in a field of
/// several bits, or the sign of an integer.
fn leave_out_tested(candidates: &mut Vec<Candidate>) {
    let shown = candidates.iter().filter(|it| it.strength > Strength::Tested);
    let shown: FxHashSet<Span> = shown.map(|it| it.span).collect();
    candidates.retain(|it| it.span.width() > 1 || shown.contains(&it.span));
}

/// A bit that is only set or cleared may also be a flag in a field of several bits.
fn may_be_flag(key: Key, candidates: &[Candidate], span: Span) -> bool {
    let mut same = candidates.iter().filter(|it| it.span == span);
    matches!(key, Key::Unnamed(_))
        && span.width() == 1
        && same.all(|it| it.strength <= Strength::Merged)
}

/// Whether an access is an access to the storage of bit fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// It is an access to something else.
    No,
    /// It looks like one; but a program that masks an integer itself looks the same.
    Perhaps,
    /// It is.
    Yes,
}
