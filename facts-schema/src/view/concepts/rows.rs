//! Computes the rows of each relation, in any order.

use rustc_hash::FxHashMap;

use super::*;

pub fn value_function(view: &View) -> Vec<ValueFunction> {
    let functions = view.facts().function.iter();
    functions.map(|row| ValueFunction { value: row.value, function: row.function }).collect()
}

pub fn value_intrinsic(view: &View) -> Vec<ValueIntrinsic> {
    let intrinsics = view.facts().intrinsic.iter();
    intrinsics
        .flat_map(|row| {
            let functions = view.function.all(row.function).iter();
            functions.map(|it| ValueIntrinsic {
                value: it.value,
                intrinsic: row.intrinsic,
                function_type: it.function_type,
            })
        })
        .collect()
}

pub fn definition(view: &View) -> Vec<Definition> {
    let results = view.facts().instruction_result.iter();
    results.map(|row| Definition { value: row.result, instruction: row.instruction }).collect()
}

pub fn value_representative(view: &View) -> Vec<ValueRepresentative> {
    let mut first_alike = FxHashMap::default();
    let values = view.facts().value.iter();
    values
        .map(|row| {
            let first = first_alike.entry((row.kind, row.r#type)).or_insert(row.value);
            ValueRepresentative { value: row.value, representative: *first }
        })
        .collect()
}

pub fn value_use(view: &View) -> Vec<ValueUse> {
    let operands = view.facts().instruction_operand.iter();
    operands
        .map(|row| ValueUse {
            value: row.operand,
            instruction: row.instruction,
            position: row.position,
        })
        .collect()
}

pub fn value_owner(view: &View) -> Vec<ValueOwner> {
    let facts = view.facts();
    // Collected by value, so that the rows are in order.
    let mut owners = vec![None; facts.value.len()];
    let mut own = |value: ValueId, function| {
        if let Some(owner) = owners.get_mut(value.index()) {
            *owner = function;
        }
    };
    facts.block.iter().for_each(|row| own(row.value, Some(row.function)));
    facts.argument.iter().for_each(|row| own(row.value, Some(row.function)));
    let results = facts.instruction_result.iter();
    results.for_each(|row| own(row.result, view.function_of(row.instruction)));
    let owners = owners.into_iter().zip(0..);
    owners
        .filter_map(|(function, value)| {
            Some(ValueOwner { value: ValueId(value), function: function? })
        })
        .collect()
}

pub fn function_argument(view: &View) -> Vec<FunctionArgument> {
    let arguments = view.facts().argument.iter();
    arguments
        .map(|row| FunctionArgument {
            function: row.function,
            position: row.position,
            value: row.value,
        })
        .collect()
}

pub fn block_instruction(view: &View) -> Vec<BlockInstruction> {
    let instructions = view.facts().instruction.iter();
    instructions
        .map(|row| BlockInstruction {
            block: row.block,
            instruction: row.instruction,
            opcode: row.opcode,
        })
        .collect()
}

pub fn block_predecessor(view: &View) -> Vec<BlockPredecessor> {
    let edges = view.facts().block_successor.iter();
    edges.map(|row| BlockPredecessor { block: row.successor, predecessor: row.block }).collect()
}

pub fn named_value(view: &View) -> Vec<NamedValue> {
    let names = view.facts().value_name.iter();
    names.map(|row| NamedValue { name: row.name, value: row.value }).collect()
}

pub fn constant_use(view: &View) -> Vec<ConstantUse> {
    let elements = view.facts().constant_element.iter();
    let elements = elements.map(|row| ConstantUse { constant: row.element, user: row.constant });
    let operands = view.facts().constant_operand.iter();
    let operands = operands.map(|row| ConstantUse { constant: row.operand, user: row.constant });
    let signed = view.facts().ptrauth.iter().flat_map(|row| {
        let parts = [row.pointer, row.key, row.discriminator, row.address_discriminator];
        parts.map(|part| ConstantUse { constant: part, user: row.constant })
    });
    elements.chain(operands).chain(signed).collect()
}

pub fn type_traits(view: &View) -> Vec<TypeTraits> {
    let types = view.facts().r#type.iter();
    types.filter_map(|row| traits_of(view, row)).collect()
}

pub fn local_global(view: &View) -> Vec<LocalGlobal> {
    let globals = view.facts().global.iter().filter(|row| row.linkage.is_local());
    globals.map(|row| LocalGlobal { global: row.global }).collect()
}

pub fn interposable_global(view: &View) -> Vec<InterposableGlobal> {
    let globals = view.facts().global.iter().filter(|row| row.linkage.is_interposable());
    globals.map(|row| InterposableGlobal { global: row.global }).collect()
}

pub fn constant_number(view: &View) -> Vec<ConstantNumber> {
    let integers = view.facts().constant_integer.iter();
    integers
        .map(|row| ConstantNumber {
            constant: row.constant,
            unsigned: view.text(row.unsigned).parse().ok(),
            signed: view.text(row.signed).parse().ok(),
        })
        .collect()
}

pub fn metadata_integer(view: &View) -> Vec<MetadataInteger> {
    let wrapped = view.facts().value_metadata.iter();
    wrapped
        .filter_map(|row| {
            let r#type = view.type_of(row.value)?;
            let integer = view.type_traits().first(r#type)?;
            let is_integer = view.kind_of(row.value) == Some(ValueKind::ConstantInteger)
                && integer.kind == TypeKind::Integer;
            is_integer.then_some(MetadataInteger {
                metadata: row.metadata,
                r#type,
                width: integer.measure,
                value: row.value,
            })
        })
        .collect()
}

pub fn same_address(view: &View) -> Vec<SameAddress> {
    let expressions = view.facts().constant_expression.iter().filter(|row| match row.opcode {
        Opcode::BitCast | Opcode::AddrSpaceCast => true,
        Opcode::GetElementPtr => {
            let mut operands = view.constant_operand.all(row.constant).iter();
            operands.all(|row| row.position == 0 || is_zero(view, row.operand))
        }
        _ => false,
    });
    let first = |constant| {
        let mut operands = view.constant_operand.all(constant).iter();
        let operand = operands.find(|row| row.position == 0)?.operand;
        Some(SameAddress { constant, operand })
    };
    expressions.filter_map(|row| first(row.constant)).collect()
}

/// Whether a constant is the integer 0 or a vector of zeros.
fn is_zero(view: &View, constant: ValueId) -> bool {
    let is_zero = |row: &ConstantInteger| view.facts().text(row.unsigned) == b"0";
    view.kind_of(constant) == Some(ValueKind::ZeroInitializer)
        || view.constant_integer.all(constant).iter().any(is_zero)
}

pub fn described_metadata(view: &View) -> Vec<DescribedMetadata> {
    let facts = view.facts();
    let mut is_operand = vec![false; facts.metadata.len()];
    for row in &facts.metadata_value {
        if let Some(is_operand) = is_operand.get_mut(row.metadata.index()) {
            *is_operand = true;
        }
    }
    let described = facts.metadata.iter().filter(|row| !is_operand[row.metadata.index()]);
    described.map(|row| DescribedMetadata { kind: row.kind, metadata: row.metadata }).collect()
}

pub fn field_kind(view: &View) -> Vec<FieldKind> {
    let facts = view.facts();
    let fields = facts.metadata_field.iter().map(|row| FieldKind {
        metadata: row.metadata,
        field: row.field,
        kind: kind_of_text(facts.text(row.text)),
    });
    let references = facts.metadata_reference.iter().filter_map(|row| {
        let kind = facts.metadata.get(row.referenced_metadata.index())?.kind;
        Some(FieldKind { metadata: row.metadata, field: row.field, kind })
    });
    fields.chain(references).collect()
}

/// The kind of metadata that the text of a field represents in LLVM's syntax.
fn kind_of_text(text: &[u8]) -> MetadataKind {
    if text.starts_with(b"!\"") {
        MetadataKind::String
    } else if text.starts_with(b"!DILocation(") {
        MetadataKind::Location
    } else if text.starts_with(b"!DIExpression(") {
        MetadataKind::Expression
    } else {
        MetadataKind::Constant
    }
}

pub fn attached_metadata(view: &View) -> Vec<AttachedMetadata> {
    let attachments = view.facts().instruction_metadata.iter();
    attachments
        .map(|row| AttachedMetadata {
            attachment_kind: row.attachment_kind,
            instruction: row.instruction,
            metadata: row.metadata,
        })
        .collect()
}

pub fn metadata_part(view: &View) -> Vec<MetadataPart> {
    let facts = view.facts();
    let operands = facts.metadata_operand.iter().map(|row| (row.metadata, row.operand_metadata));
    let references =
        facts.metadata_reference.iter().map(|row| (row.metadata, row.referenced_metadata));
    let scopes = facts.source_location.iter().map(|row| (row.location, row.scope));
    let calls = facts.inlined_at.iter().map(|row| (row.location, row.call_location));
    operands
        .chain(references)
        .chain(scopes)
        .chain(calls)
        .map(|(metadata, part)| MetadataPart { metadata, part })
        .collect()
}

fn traits_of(view: &View, row: &Type) -> Option<TypeTraits> {
    let vector = view.vector_type.first(row.r#type);
    let scalar = vector.map_or(row.r#type, |it| it.element_type);
    let kind = view.r#type.first(scalar)?.kind;
    let lanes = match (vector, row.kind) {
        (Some(vector), TypeKind::Vector) => Lanes::Fixed(vector.length),
        (Some(vector), TypeKind::ScalableVector) => Lanes::Scalable(vector.length),
        (None, _) => Lanes::Scalar,
        _ => return None,
    };
    let measure = match kind {
        TypeKind::Integer => view.integer_type.first(scalar)?.width,
        TypeKind::Pointer => view.pointer_type.first(scalar)?.address_space,
        kind => float_bits(kind),
    };
    Some(TypeTraits { r#type: row.r#type, scalar, kind, measure, lanes })
}

pub fn block_start(view: &View) -> Vec<BlockStart> {
    let instructions = view.facts().instruction.iter();
    let mut starts: Vec<BlockStart> = instructions
        .filter(|row| row.opcode != Opcode::Phi)
        .map(|row| BlockStart {
            block: row.block,
            instruction: row.instruction,
            opcode: row.opcode,
        })
        .collect();
    starts.dedup_by_key(|row| row.block);
    starts
}

pub fn memory_access(view: &View) -> Vec<MemoryAccess> {
    let facts = view.facts();
    let access = |address, instruction, position, r#type, alignment| MemoryAccess {
        address,
        instruction,
        position,
        r#type,
        alignment,
    };
    let loads = facts.load_instruction.iter();
    let loads = loads.map(|row| access(row.address, row.instruction, 0, row.r#type, row.alignment));
    let stores = facts.store_instruction.iter().filter_map(|row| {
        Some(access(row.address, row.instruction, 1, view.type_of(row.value)?, row.alignment))
    });
    let updates = facts.atomicrmw_instruction.iter().filter_map(|row| {
        Some(access(row.address, row.instruction, 0, view.type_of(row.value)?, row.alignment))
    });
    let exchanges = facts.cmpxchg_instruction.iter().filter_map(|row| {
        Some(access(row.address, row.instruction, 0, view.type_of(row.expected)?, row.alignment))
    });
    loads.chain(stores).chain(updates).chain(exchanges).collect()
}

pub fn pointer_step(view: &View) -> Vec<PointerStep> {
    let instructions = view.facts().getelementptr_instruction.iter().filter_map(|row| {
        let address = view.result_of(row.instruction)?;
        Some(PointerStep { base: row.base, address })
    });
    let constants = view.facts().constant_getelementptr.iter().filter_map(|row| {
        let base = view.constant_operand.first(row.constant)?.operand;
        Some(PointerStep { base, address: row.constant })
    });
    instructions.chain(constants).collect()
}

pub fn constant_step(view: &View) -> Vec<ConstantStep> {
    let instructions = view.facts().getelementptr_instruction.iter().filter_map(|row| {
        let address = view.result_of(row.instruction)?;
        let indices = view.getelementptr_index.all(row.instruction).iter();
        let offset = offset(view, row.source_type, indices.map(|row| row.index))?;
        Some(ConstantStep { address, offset })
    });
    let constants = view.facts().constant_getelementptr.iter().filter_map(|row| {
        let indices = view.constant_operand.all(row.constant).iter().skip(1);
        let offset = offset(view, row.source_type, indices.map(|row| row.operand))?;
        Some(ConstantStep { address: row.constant, offset })
    });
    instructions.chain(constants).collect()
}

/// The byte offset of a `getelementptr` over `source_type` with these indices, if they are
/// constant.
fn offset(
    view: &View,
    source_type: TypeId,
    mut indices: impl Iterator<Item = ValueId>,
) -> Option<i64> {
    let size = allocation_size(view, source_type)?;
    let mut offset = view.index_of_step(indices.next()?)?.checked_mul(size)?;
    let mut current = source_type;
    for index in indices {
        let (step, member) = member(view, current, view.index_of_step(index)?)?;
        offset = offset.checked_add(step)?;
        current = member;
    }
    Some(offset)
}

/// The offset of a member of an array, vector or structure, and its type.
fn member(view: &View, r#type: TypeId, position: i64) -> Option<(i64, TypeId)> {
    if let Some((element, _)) = view.types().elements(r#type) {
        return Some((position.checked_mul(allocation_size(view, element)?)?, element));
    }
    let position = u32::try_from(position).ok()?;
    let field = view.struct_field.all(r#type).iter().find(|row| row.position == position)?;
    let offsets = view.struct_field_offset.all(r#type).iter();
    let offset = offsets.filter(|row| row.position == position).map(|row| row.offset).next()?;
    Some((i64::try_from(offset).ok()?, field.field_type))
}

fn allocation_size(view: &View, r#type: TypeId) -> Option<i64> {
    i64::try_from(view.types().size(r#type)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `getelementptr { i8, [3 x i16] }, ptr %0, i64 -1, i32 1, i64 2`, where `%0` is value 9 and
    /// the result is value 10; then the same with value 9 as the last index.
    #[test]
    fn a_getelementptr_steps_by_the_layout_of_the_indexed_types() {
        let mut facts = Facts::default();
        let [structure, array, short] = [TypeId(0), TypeId(1), TypeId(2)];
        let field = |position, field_type| StructField { r#type: structure, position, field_type };
        facts.struct_field = vec![field(0, TypeId(3)), field(1, array)];
        let offset = |position, offset| StructFieldOffset { r#type: structure, position, offset };
        facts.struct_field_offset = vec![offset(0, 0), offset(1, 2)];
        facts.array_type = vec![ArrayType { r#type: array, element_type: short, length: 3 }];
        let layout = |r#type, size| TypeLayout {
            r#type,
            bit_size: 8 * size,
            store_size: size,
            allocation_size: size,
            abi_alignment: 2,
            preferred_alignment: 2,
        };
        facts.type_layout = vec![layout(structure, 8), layout(array, 6), layout(short, 2)];
        for (number, text) in [(1, "-1"), (2, "1"), (3, "2")] {
            let signed = facts.texts.intern(text.as_bytes());
            let constant = ValueId(number);
            facts.constant_integer.push(ConstantInteger { constant, signed, unsigned: signed });
        }
        for (number, last) in [(0, ValueId(3)), (1, ValueId(9))] {
            let instruction = InstructionId(number);
            facts.instruction.push(Instruction {
                instruction,
                function: FunctionId(0),
                block: BlockId(0),
                position: number,
                opcode: Opcode::GetElementPtr,
            });
            let base = ValueId(9);
            let source_type = structure;
            let step = GetElementPtrInstruction { instruction, source_type, base };
            facts.getelementptr_instruction.push(step);
            let result = ValueId(10 + instruction.0);
            facts.instruction_result.push(InstructionResult { instruction, result });
            for (position, index) in (0..).zip([ValueId(1), ValueId(2), last]) {
                facts.getelementptr_index.push(GetElementPtrIndex { instruction, position, index });
            }
        }
        let view = View::new(&facts);
        let step = ConstantStep { address: ValueId(10), offset: -8 + 2 + 2 * 2 };
        assert_eq!(view.constant_step().rows(), [step]);
        let steps = [10, 11].map(|it| PointerStep { base: ValueId(9), address: ValueId(it) });
        assert_eq!(view.pointer_step().all(ValueId(9)), steps);
    }
}
