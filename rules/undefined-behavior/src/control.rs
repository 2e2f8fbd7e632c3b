//! Control flow in a function: places, dominance between them, and places that are always reached after others.

use facts_schema::{Block, BlockId, EntityId, FunctionId, Instruction, InstructionId};
use rules::cycles::Cycles;
use rules::dominance::{ControlPoint, Dominance};

use crate::module::Module;

/// A place in a function: before an instruction (twice its position), or directly after it (twice its position plus
/// one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProgramPoint(pub u32);

impl ProgramPoint {
    /// At the instruction with this position, before it does anything.
    pub fn at(position: u32) -> Self {
        Self(position.saturating_mul(2))
    }

    /// After the instruction with this position.
    pub fn behind(position: u32) -> Self {
        Self(position.saturating_mul(2).saturating_add(1))
    }

    /// The position of its instruction.
    pub fn position(self) -> u32 {
        self.0 / 2
    }
}

/// The maximum number of segments that are followed to find places that are always reached.
const MAX_SEGMENTS: usize = 32;

/// The control flow of one function.
///
/// A *segment* is a sequence of instructions that all run if the first does. It ends after an instruction that may
/// not return, and at the end of the block; if the block has one successor, the successor's first segment always
/// follows.
pub struct Control<'f> {
    rows: &'f [Instruction],
    first_block: BlockId,
    dominance: Dominance,
    /// By position: the segment that the instruction is in.
    segments: Vec<u32>,
    /// By segment: the segment that always follows.
    next: Vec<Option<u32>>,
    /// By block, counted from the first one: the positions of its instructions.
    blocks: Vec<(u32, u32)>,
    successors: Vec<Vec<usize>>,
    cycles: Cycles,
}

impl<'f> Control<'f> {
    /// The control flow of a function.
    pub fn of(module: &Module<'f>, function: FunctionId) -> Self {
        let rows = module.instructions(function);
        let blocks = function_blocks(module, function);
        let first_block = blocks.first().map_or(BlockId(0), |row| row.block);
        let number = |block: BlockId| {
            let index = block.0.checked_sub(first_block.0)? as usize;
            (index < blocks.len()).then_some(index)
        };
        let edges: Vec<_> = blocks
            .iter()
            .flat_map(|row| module.index.block_successor.all(row.block))
            .copied()
            .collect();
        let mut successors: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
        for edge in &edges {
            if let (Some(from), Some(to)) = (number(edge.block), number(edge.successor))
                && !successors[from].contains(&to)
            {
                successors[from].push(to);
            }
        }
        let mut control = Self {
            rows,
            first_block,
            dominance: Dominance::of(blocks, &edges, &[]),
            segments: Vec::with_capacity(rows.len()),
            next: Vec::new(),
            blocks: vec![(0, 0); blocks.len()],
            cycles: Cycles::of(&successors),
            successors,
        };
        control.cut(module, &number);
        control
    }

    /// Divides the blocks into segments.
    fn cut(&mut self, module: &Module, number: &impl Fn(BlockId) -> Option<usize>) {
        let mut first_segments = vec![None; self.blocks.len()];
        let mut last_segments = vec![None; self.blocks.len()];
        let mut position = 0;
        for block in self.rows.chunk_by(|one, other| one.block == other.block) {
            let Some(index) = number(block[0].block) else {
                position += block.len() as u32;
                self.segments.resize(position as usize, 0);
                continue;
            };
            self.blocks[index] = (position, position + block.len() as u32);
            position += block.len() as u32;
            let mut segment = self.new_segment();
            first_segments[index] = Some(segment);
            for row in block {
                self.segments.push(segment);
                if module.may_not_continue(row) {
                    segment = self.new_segment();
                }
            }
            last_segments[index] = Some(segment);
        }
        for (index, last) in last_segments.into_iter().enumerate() {
            if let (Some(last), &[only]) = (last, self.successors[index].as_slice()) {
                self.next[last as usize] = first_segments[only];
            }
        }
    }

    fn new_segment(&mut self) -> u32 {
        self.next.push(None);
        self.next.len() as u32 - 1
    }

    /// The instructions, in order.
    pub fn rows(&self) -> &'f [Instruction] {
        self.rows
    }

    /// The block of a place.
    pub fn block(&self, place: ProgramPoint) -> Option<BlockId> {
        Some(self.rows.get(place.position() as usize)?.block)
    }

    /// Just after the last instruction of a block.
    pub fn end_of(&self, block: BlockId) -> Option<ProgramPoint> {
        let index = self.number(block)?;
        let (start, end) = *self.blocks.get(index)?;
        (start < end).then(|| ProgramPoint::behind(end - 1))
    }

    /// The positions of the instructions of a block: the first, and one past the last.
    pub fn positions(&self, block: BlockId) -> (u32, u32) {
        self.number(block).and_then(|index| self.blocks.get(index)).copied().unwrap_or_default()
    }

    /// The block's number, counted from the entry.
    pub fn number(&self, block: BlockId) -> Option<usize> {
        let index = block.0.checked_sub(self.first_block.0)? as usize;
        (index < self.blocks.len()).then_some(index)
    }

    /// The block with this number.
    pub fn nth_block(&self, number: usize) -> BlockId {
        BlockId(self.first_block.0.saturating_add(number as u32))
    }

    /// By block, counted from the entry: its distinct successors.
    pub fn successors(&self) -> &[Vec<usize>] {
        &self.successors
    }

    /// The start of the function.
    pub fn first_place(&self) -> ProgramPoint {
        ProgramPoint(0)
    }

    /// The place of an instruction.
    pub fn place_of(&self, row: &Instruction) -> ProgramPoint {
        ProgramPoint::at(row.position)
    }

    /// The place of an instruction of the function.
    pub fn place(&self, instruction: InstructionId) -> ProgramPoint {
        let first = self.rows.first().map_or(0, |row| row.instruction.0);
        ProgramPoint::at(instruction.0.saturating_sub(first))
    }

    /// The instruction at a place.
    pub fn instruction(&self, place: ProgramPoint) -> Option<InstructionId> {
        Some(self.rows.get(place.position() as usize)?.instruction)
    }

    /// Whether control can reach a block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.dominance.is_reachable(ControlPoint::Block(block))
    }

    /// Whether `place`, an instruction, dominates `other`.
    pub fn dominates(&self, place: ProgramPoint, other: ProgramPoint) -> bool {
        let (Some(one), Some(two)) = (self.block(place), self.block(other)) else { return false };
        if one == two { place < other } else { self.block_dominates(one, two) }
    }

    /// Whether `block` dominates `other`.
    pub fn block_dominates(&self, block: BlockId, other: BlockId) -> bool {
        self.dominance.dominates(ControlPoint::Block(block), ControlPoint::Block(other))
    }

    /// Whether control that is after the instruction at `start`, or at the beginning of the function, always
    /// reaches the instruction at `end`, without reaching `start` again.
    pub fn always_leads(&self, start: Option<ProgramPoint>, end: ProgramPoint) -> bool {
        let segment = |position: usize| self.segments.get(position).copied();
        let Some(target) = segment(end.position() as usize) else { return false };
        let first = match start {
            None => segment(0),
            // The instruction's own segment ends with it if it may not return.
            Some(place) => {
                let position = place.position() as usize;
                match (self.rows.get(position), self.rows.get(position + 1)) {
                    (Some(row), Some(next)) if row.block == next.block => segment(position + 1),
                    (Some(_), _) => segment(position).and_then(|it| self.next[it as usize]),
                    _ => None,
                }
            }
        };
        let own = start.and_then(|place| segment(place.position() as usize));
        let mut current = first;
        for step in 0..MAX_SEGMENTS {
            let Some(it) = current else { return false };
            if it == target {
                // In the segment of `start`, `end` must come after `start`. Control that returns there through a loop
                // is ignored.
                let is_before = start.is_some_and(|start| own == Some(it) && end <= start);
                return !is_before;
            }
            if step > 0 && Some(it) == own {
                return false;
            }
            current = self.next[it as usize];
        }
        false
    }

    /// The blocks that are the header of their innermost loop.
    pub fn loop_headers(&self) -> Vec<BlockId> {
        let is_header = |&block: &BlockId| {
            let innermost = self.loops(block).next();
            innermost.and_then(|cycle| self.loop_header(cycle)) == Some(block)
        };
        let headers = self.cycles.cycles.iter().filter_map(|cycle| cycle.entries.first());
        let mut headers: Vec<BlockId> = headers.map(|&it| self.nth_block(it)).collect();
        headers.retain(is_header);
        headers
    }

    /// The number of loops that contain a block.
    pub fn loop_depth(&self, block: BlockId) -> usize {
        self.loops(block).count()
    }

    /// The loops that contain a block, the innermost first, by number.
    pub fn loops(&self, block: BlockId) -> impl Iterator<Item = usize> {
        let innermost = self.number(block).and_then(|it| *self.cycles.innermost.get(it)?);
        std::iter::successors(innermost, |&cycle| self.cycles.cycles.get(cycle)?.parent)
    }

    /// The entry block of the loop with this number.
    pub fn loop_header(&self, cycle: usize) -> Option<BlockId> {
        let header = self.cycles.cycles.get(cycle)?.entries.first()?;
        Some(self.nth_block(*header))
    }
}

/// The blocks of a function, starting with the entry: the relation lists them function by function.
fn function_blocks<'f>(module: &Module<'f>, function: FunctionId) -> &'f [Block] {
    let rows = &module.facts.block;
    let start = rows.partition_point(|row| row.function < function);
    let count = rows[start..].partition_point(|row| row.function == function);
    let blocks = &rows[start..start + count];
    // Ids from an edited folder may have gaps; they are dense in all others.
    let is_dense = blocks.iter().zip(start..).all(|(row, index)| row.block.index() == index);
    if is_dense { blocks } else { &[] }
}
