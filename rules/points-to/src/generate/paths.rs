//! Paths into types: the steps by which `getelementptr` moves a pointer, and where `extractvalue` and
//! its like find their member.
//!
//! **Scope: shape.** A path is a type and indices, each a constant or not. A module has a few hundred
//! different ones.

use facts_schema::{TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use super::source::Source;
use crate::place::Step;
use program::{AllIndices, Element, Field, Path, PathIndex, Program, Size, VariableIndex};

/// The number of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(pub u32);

/// Step `number` of the way along `path` is `step`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct PathStep {
    pub path: PathId,
    pub number: u32,
    pub step: Step,
}

/// `path` leads to a member of `size` bytes that starts `offset` bytes from the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence names the columns")]
pub struct Leads {
    pub path: PathId,
    pub offset: u32,
    pub size: u32,
}

/// Paths, each with a number.
#[derive(Default)]
pub struct Paths {
    numbers: FxHashMap<Shape, PathId>,
    paths: Vec<Shape>,
}

/// The type that a path begins at, and its indices.
type Shape = (TypeId, Box<[Option<i64>]>);

impl Paths {
    /// The number of the path from a pointer to `source`, or from a value of it with 0 as the first
    /// index; an index that is not constant is none.
    pub fn number(&mut self, source: TypeId, indices: &[Option<i64>]) -> PathId {
        let new = PathId(self.paths.len() as u32);
        *self.numbers.entry((source, indices.into())).or_insert_with_key(|path| {
            self.paths.push(path.clone());
            new
        })
    }

    /// Where the paths lead.
    pub fn derive(&self, source: &Source) -> PathSteps {
        let mut program = Program::new();
        for (path, (r#type, indices)) in (0..).map(PathId).zip(&self.paths) {
            program.extend([Path(path, *r#type)]);
            program.extend([AllIndices(path, indices.len() as u32)]);
            for (position, index) in (0..).zip(indices) {
                match index {
                    Some(index) => program.extend([PathIndex(path, position, *index)]),
                    None => program.extend([VariableIndex(path, position)]),
                }
            }
        }
        add_types(source, &mut program);
        let (steps, leads) = program.run();

        let mut derived = PathSteps {
            steps: vec![Vec::new(); self.paths.len()],
            leads: vec![None; self.paths.len()],
        };
        for program::Steps(path, number, step) in steps {
            derived.steps[path.0 as usize].push(PathStep { path, number, step });
        }
        derived.steps.iter_mut().for_each(|steps| steps.sort_unstable());
        for program::Reaches(path, offset, size) in leads {
            let offset = u32::try_from(offset).ok();
            let size = u32::try_from(size).ok();
            derived.leads[path.0 as usize] =
                offset.zip(size).map(|(offset, size)| Leads { path, offset, size });
        }
        derived
    }
}

/// Adds what is needed of types.
fn add_types(source: &Source, program: &mut Program) {
    let types = source.view.types();
    for number in 0..types.len() as u32 {
        let r#type = TypeId(number);
        let bytes = |it: u64| i64::try_from(it).ok();
        // A vector's elements lie without gaps; what has no fixed size is taken as none.
        let size = match types.kind(r#type) {
            Some(TypeKind::Vector) => types.bits(r#type).map(|bits| bits / 8),
            _ => types.size(r#type),
        };
        program.extend([Size(r#type, size.and_then(bytes).unwrap_or(0))]);
        if let Some((element, count)) = types.elements(r#type)
            && let Some(stride) = types.stride(r#type).and_then(bytes)
        {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            program.extend([Element(r#type, element, stride, count)]);
        }
        for (position, (field, offset)) in (0..).zip(types.fields(r#type)) {
            program.extend(bytes(offset).map(|offset| Field(r#type, position, field, offset)));
        }
    }
}

/// Where each path leads.
pub struct PathSteps {
    steps: Vec<Vec<PathStep>>,
    leads: Vec<Option<Leads>>,
}

impl PathSteps {
    /// The steps of a path, in order.
    pub fn steps(&self, path: PathId) -> &[PathStep] {
        self.steps.get(path.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The member that a path of constants leads to.
    pub fn leads(&self, path: PathId) -> Option<Leads> {
        *self.leads.get(path.0 as usize)?
    }
}

/// The indices that are constant. A vector of equal constants is one.
pub struct Indices<'s, 'f> {
    source: &'s Source<'f>,
    vectors: FxHashMap<ValueId, i64>,
}

impl<'s, 'f> Indices<'s, 'f> {
    /// The constants of a module.
    pub fn new(source: &'s Source<'f>) -> Self {
        let is_vector =
            |kind| matches!(kind, Some(ValueKind::ConstantVector | ValueKind::DataVector));
        let mut vectors = FxHashMap::default();
        let elements = source
            .facts()
            .constant_element
            .iter()
            .filter(|row| is_vector(source.view.kind_of(row.constant)));
        let elements: Vec<_> = elements.collect();
        for vector in elements.chunk_by(|one, other| one.constant == other.constant) {
            let first = source.signed(vector[0].element);
            if let Some(first) = first
                && vector.iter().all(|row| source.signed(row.element) == Some(first))
            {
                vectors.insert(vector[0].constant, first);
            }
        }
        Self { source, vectors }
    }

    /// The index, if it is constant.
    pub fn constant(&self, index: ValueId) -> Option<i64> {
        match self.source.view.kind_of(index)? {
            ValueKind::ConstantInteger => self.source.signed(index),
            ValueKind::ZeroInitializer => Some(0),
            ValueKind::ConstantVector | ValueKind::DataVector => self.vectors.get(&index).copied(),
            _ => None,
        }
    }
}

/// Whether so many elements of this size are the way to a member rather than to another element.
fn is_member(index: i64, size: i64) -> bool {
    size == 1 && index.unsigned_abs() > 1
}

mod program {
    use facts_schema::TypeId;
    use rules_macros::datalog;

    use super::{PathId, is_member};
    use crate::place::Step;

    datalog! { rows;
        @input
        /// `path` begins at `type`.
        struct Path(PathId, TypeId);

        @input
        /// `path` has `count` indices.
        struct AllIndices(PathId, u32);

        @input
        /// The index at `position` of `path` is `index`.
        struct PathIndex(PathId, u32, i64);

        @input
        /// The index at `position` of `path` is not constant.
        struct VariableIndex(PathId, u32);

        @input
        /// Copies of `type` lie `size` bytes apart.
        struct Size(TypeId, i64);

        @input
        /// `type` has `count` elements of type `element`, `stride` bytes apart.
        struct Element(TypeId, TypeId, i64, u32);

        @input
        /// The field at `position` of `type` has type `field` and starts at `offset`.
        struct Field(TypeId, i64, TypeId, i64);

        // `Walk(path, position, type, number, offset)`: before its index at `position`, `path` is at
        // something of `type`, `offset` bytes behind where `number` steps have led.
        struct Walk(PathId, u32, TypeId, u32, i64);

        // The first index goes over copies of the type itself.
        Walk(path, 1, r#type, 0, 0) <-
            Path(path, r#type),
            PathIndex(path, 0, index),
            (index == 0);

        Walk(path, 1, r#type, 1, 0) <-
            Path(path, r#type),
            PathIndex(path, 0, index),
            (index != 0);

        Walk(path, 1, r#type, 1, 0) <- Path(path, r#type), VariableIndex(path, 0);

        // Without indices, there is nowhere to go.
        Walk(path, 0, r#type, 0, 0) <- Path(path, r#type), AllIndices(path, 0);

        // A constant index goes to a field,
        Walk(path, position + 1, field, number, offset.saturating_add(start)) <-
            Walk(path, position, r#type, number, offset),
            PathIndex(path, position, index),
            (position > 0),
            Field(r#type, index, field, start);

        // or to an element.
        Walk(path, position + 1, element, number, offset.saturating_add(index.saturating_mul(stride))) <-
            Walk(path, position, r#type, number, offset),
            PathIndex(path, position, index),
            (position > 0),
            Element(r#type, element, stride, _);

        // One that is not constant goes to any element, which takes a step of its own.
        Walk(path, position + 1, element, after(number, offset) + 1, 0) <-
            Walk(path, position, r#type, number, offset),
            VariableIndex(path, position),
            (position > 0),
            Element(r#type, element, _, _);

        @output
        /// `Steps(path, number, step)`: the columns of `PathStep`.
        struct Steps(PathId, u32, Step);

        // From copy to copy of the type, by a constant
        Steps(path, 0, Step::Along(index.saturating_mul(size))) <-
            Path(path, r#type),
            PathIndex(path, 0, index),
            (index != 0),
            Size(r#type, size),
            (!is_member(index, size));

        // (by several bytes, it goes to a member: so LLVM writes it when it knows the offset)
        Steps(path, 0, Step::By(index)) <-
            Path(path, r#type),
            PathIndex(path, 0, index),
            Size(r#type, size),
            (is_member(index, size));

        // or to any.
        Steps(path, 0, Step::Over { stride: size.try_into().unwrap_or(u32::MAX), count: None }) <-
            Path(path, r#type),
            VariableIndex(path, 0),
            Size(r#type, size);

        // To the array, and over it.
        Steps(path, number, Step::By(offset)) <-
            Walk(path, position, r#type, number, offset),
            VariableIndex(path, position),
            (position > 0 && offset != 0),
            Element(r#type, _, _, _);

        Steps(path, after(number, offset), over(stride, count)) <-
            Walk(path, position, r#type, number, offset),
            VariableIndex(path, position),
            (position > 0),
            Element(r#type, _, stride, count);

        // To the member, at last.
        Steps(path, number, Step::By(offset)) <-
            AllIndices(path, count),
            Walk(path, count, _, number, offset),
            (offset != 0);

        @output
        /// `Reaches(path, offset, size)`: the columns of `Leads`.
        struct Reaches(PathId, i64, i64);

        Reaches(path, offset, size) <-
            AllIndices(path, count),
            Walk(path, count, r#type, 0, offset),
            Size(r#type, size);
    }

    /// How many steps there are after a step by `offset`, which is none if it is 0.
    fn after(number: u32, offset: i64) -> u32 {
        number + u32::from(offset != 0)
    }

    fn over(stride: i64, count: u32) -> Step {
        Step::Over { stride: stride.try_into().unwrap_or(u32::MAX), count: Some(count) }
    }
}
