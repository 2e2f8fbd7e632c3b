//! The list of all relations. Everything else about relations is generated from this list.
//!
//! An entry has the form `Row relation(column: Type, …)`. Its documentation is a sentence that names
//! all columns. Rules of the list:
//!
//! - A relation with the name of an entity defines it: it has one row for each id, in the order of
//!   the ids, and the id is its first column.
//! - What is absent has no row; no value means "none".
//! - A column name has one meaning, one type and one unit in all relations. Only the set of words of
//!   `kind`, `flag` and `reason` depends on the relation. Offsets and sizes are in bytes; those in
//!   bits are called `bit_offset`, `bit_size` and `width`.
//! - The names of groups have hyphens, as in options.
//! - `position` columns count from 0.
//! - The groups marked `@derived` contain relations that irlog derives from the others. A module has no rows of
//!   them, and they are written only on request.
//! - The groups marked `@answer`, at the end, only occur in answers: the subject of the question, and
//!   the names and source locations of everything in the answer.
//! - No relation has a single text column only, because an empty line would be ambiguous.

/// Calls the macro `$callback` with the list of all relations.
#[macro_export]
macro_rules! for_each_relation {
    ($callback:ident) => {
        $callback! {
@group "module" "The module and its origin"

/// The module was compiled from `source_file` for `target_triple`. `data_layout` determines sizes
/// and alignments. Each of them is empty if the module does not state it.
Module module(source_file: Text, target_triple: Text, data_layout: Text)

/// The input at `position` was written by `producer`, such as `LLVM19.1.7`, as bitcode with the
/// compatibility number `epoch`. Inputs of textual IR have no row.
BitcodeProducer bitcode_producer(position: u32, producer: Text, epoch: u32)

/// The line at `position` of the module-level inline assembly is `assembly`, without its line
/// break.
ModuleAssembly module_assembly(position: u32, assembly: Text)

/// The entry at `position` of `!llvm.module.flags` sets the flag `name` to `metadata`. `behavior`
/// determines the result if a linker merges two modules with this flag. Entries of any other form
/// have no row; `named_metadata_operand` has all entries.
ModuleFlag module_flag(position: u32, behavior: ModuleFlagBehavior, name: Text, metadata: MetadataId)

/// The comdat `name` is used by some global. `selection` determines how the linker chooses if
/// several modules define it.
Comdat comdat(name: Text, selection: ComdatSelection)

/// The named metadata `name` is at `position` in the module and has `operand_count` operands.
NamedMetadata named_metadata(position: u32, name: Text, operand_count: u32)

/// Operand `position` of the named metadata `name` is `operand_metadata`.
NamedMetadataOperand named_metadata_operand(name: Text, position: u32, operand_metadata: MetadataId)

@group "types" "Types, their parts and their layout"

/// `type` is a type of kind `kind`. Each floating-point format is a separate kind.
Type r#type(r#type: TypeId, kind: TypeKind)

/// `type` has the property `flag`: it is sized, packed, literal or opaque, or takes variable
/// arguments.
TypeFlagRow type_flag(r#type: TypeId, flag: TypeFlag)

/// `type` is an integer of `width` bits.
IntegerType integer_type(r#type: TypeId, width: u32)

/// `type` is a pointer into `address_space`.
PointerType pointer_type(r#type: TypeId, address_space: u32)

/// `type` is an array of `length` elements of type `element_type`.
ArrayType array_type(r#type: TypeId, element_type: TypeId, length: u64)

/// `type` is a vector of `length` elements of type `element_type`, or of `length` times `vscale`
/// elements if it is scalable.
VectorType vector_type(r#type: TypeId, element_type: TypeId, length: u32)

/// `type` is a structure with `field_count` fields. An opaque structure has 0 fields.
StructType struct_type(r#type: TypeId, field_count: u32)

/// The name of the structure `type` is `name`, without the `%`.
StructName struct_name(r#type: TypeId, name: Text)

/// The field at `position` of the structure `type` has type `field_type`.
StructField struct_field(r#type: TypeId, position: u32, field_type: TypeId)

/// `type` is the type of functions that return `return_type` and have `parameter_count` parameters,
/// without variable arguments.
FunctionType function_type(r#type: TypeId, return_type: TypeId, parameter_count: u32)

/// The parameter at `position` of the function type `type` has type `parameter_type`.
FunctionTypeParameter function_type_parameter(r#type: TypeId, position: u32, parameter_type: TypeId)

/// `type` is the target extension type `name`.
TargetType target_type(r#type: TypeId, name: Text)

/// The type parameter at `position` of the target extension type `type` is `parameter_type`.
TargetTypeParameter target_type_parameter(r#type: TypeId, position: u32, parameter_type: TypeId)

/// The integer parameter at `position` of the target extension type `type` is `integer`.
TargetTypeInteger target_type_integer(r#type: TypeId, position: u32, integer: u32)

/// According to the data layout, a value of `type` has `bit_size` bits, a store of it writes
/// `store_size` bytes, and consecutive elements of an array are `allocation_size` bytes apart.
/// `abi_alignment` and `preferred_alignment` are in bytes. Only sized types with a fixed size have
/// a row.
TypeLayout type_layout(r#type: TypeId, bit_size: u64, store_size: u64, allocation_size: u64, abi_alignment: u32, preferred_alignment: u32)

/// The field at `position` of the structure `type` starts `offset` bytes after the start of the
/// structure.
StructFieldOffset struct_field_offset(r#type: TypeId, position: u32, offset: u64)

@group "values" "Values"

/// `value` is a value of kind `kind` and type `type`.
Value value(value: ValueId, kind: ValueKind, r#type: TypeId)

/// The name of `value` is `name`, without the `@` or `%`. Numbered values have no row.
ValueName value_name(value: ValueId, name: Text)

/// `value` is the argument at `position` of `function`.
Argument argument(value: ValueId, function: FunctionId, position: u32)

/// `value` is the inline assembly `assembly` of type `function_type`, in the syntax `dialect`.
/// `constraints` describes its operands.
InlineAsm inline_asm(value: ValueId, function_type: TypeId, assembly: Text, constraints: Text, dialect: AsmDialect)

/// The inline assembly `value` has the keyword `flag`.
InlineAsmFlagRow inline_asm_flag(value: ValueId, flag: InlineAsmFlag)

/// `value` is `metadata` used as an operand.
MetadataValue metadata_value(value: ValueId, metadata: MetadataId)

@group "constants" "Constants"

/// The value of the integer `constant` is `signed` in two's complement and `unsigned` as an
/// unsigned number. Both are exact decimal numbers of any width.
ConstantInteger constant_integer(constant: ValueId, signed: Text, unsigned: Text)

/// The bit pattern of the floating-point number `constant` is `bits`, in hexadecimal, with the most
/// significant digit first. LLVM prints it as `text`.
ConstantFloat constant_float(constant: ValueId, bits: Text, text: Text)

/// The element at `position` of the array, structure or vector `constant` is `element`. Arrays of
/// `i8` have no row: their content is in `constant_bytes`.
ConstantElement constant_element(constant: ValueId, position: u32, element: ValueId)

/// The content of the `i8` array `constant` is `bytes`.
ConstantBytes constant_bytes(constant: ValueId, bytes: Text)

/// The constant expression `constant` applies `opcode` to `operand_count` operands.
ConstantExpression constant_expression(constant: ValueId, opcode: Opcode, operand_count: u32)

/// Operand `position` of the constant expression `constant` is `operand`.
ConstantOperand constant_operand(constant: ValueId, position: u32, operand: ValueId)

/// The constant expression `constant` has the flag `flag`.
ConstantFlag constant_flag(constant: ValueId, flag: InstructionFlag)

/// The constant `getelementptr` `constant` has the source element type `source_type`.
ConstantGetElementPtr constant_getelementptr(constant: ValueId, source_type: TypeId)

/// Loads and stores through pointers derived from the constant `getelementptr` `constant` may only
/// access the half-open range of bytes from `start` to `end`, relative to its result. Both are
/// signed decimal numbers.
ConstantInRange constant_inrange(constant: ValueId, start: Text, end: Text)

/// Lane `position` of the constant `shufflevector` `constant` is element `element_index` of the
/// concatenation of its operands. A lane without a row is poison.
ConstantShuffleMask constant_shuffle_mask(constant: ValueId, position: u32, element_index: u32)

/// `constant` is the address of `block` in `function`.
BlockAddress block_address(constant: ValueId, function: FunctionId, block: BlockId)

/// `constant` is a function equivalent to `global` that is always defined in the current linkage
/// unit.
DsoLocalEquivalent dso_local_equivalent(constant: ValueId, global: ValueId)

/// `constant` is the address of `global` itself, not of its entry in a jump table for control-flow
/// integrity.
NoCfi no_cfi(constant: ValueId, global: ValueId)

/// `constant` is `pointer`, signed with `key` (an `i32`), `discriminator` (an `i64`) and
/// `address_discriminator` (a pointer, null if there is none).
PtrAuth ptrauth(constant: ValueId, pointer: ValueId, key: ValueId, discriminator: ValueId, address_discriminator: ValueId)

/// A definition of `deactivation_symbol` disables the signing of `constant`.
PtrAuthDeactivation ptrauth_deactivation(constant: ValueId, deactivation_symbol: ValueId)

@group "globals" "Globals"

/// `global` is a global variable, function, alias or ifunc with the value type `value_type`. Its
/// symbol has `linkage`, `visibility`, `dll_storage` and `unnamed_address`.
Global global(global: ValueId, value_type: TypeId, linkage: Linkage, visibility: Visibility, dll_storage: DllStorage, unnamed_address: UnnamedAddress)

/// `global` has the property `flag`.
GlobalFlagRow global_flag(global: ValueId, flag: GlobalFlag)

/// `global` is a global variable in `address_space`.
GlobalVariable global_variable(global: ValueId, address_space: u32)

/// The initializer of the global variable `global` is `initializer`.
GlobalInitializer global_initializer(global: ValueId, initializer: ValueId)

/// `global` is thread-local and uses the TLS model `mode`.
ThreadLocal thread_local(global: ValueId, mode: ThreadLocalMode)

/// `global` is placed in `section`.
GlobalSection global_section(global: ValueId, section: Text)

/// `global` is aligned to `alignment` bytes.
GlobalAlignment global_alignment(global: ValueId, alignment: u32)

/// `global` belongs to the comdat `comdat`.
GlobalComdat global_comdat(global: ValueId, comdat: Text)

/// `alias` is an alias of `aliasee`.
Alias alias(alias: ValueId, aliasee: ValueId)

/// `ifunc` is a symbol that is resolved at run time by calling `resolver`.
IFunc ifunc(ifunc: ValueId, resolver: ValueId)

/// `metadata` is attached to `global` with the kind `attachment_kind`, such as `dbg`.
GlobalMetadata global_metadata(global: ValueId, attachment_kind: Text, metadata: MetadataId)

@group "functions" "Functions"

/// `function` has the type `function_type` and the calling convention number `calling_convention`.
/// As an operand, it is `value`.
Function function(function: FunctionId, value: ValueId, function_type: TypeId, calling_convention: u32)

/// The calling convention with the number `number` is written `name`.
CallingConvention calling_convention(number: u32, name: Text)

/// `function` is the intrinsic `intrinsic`, a name without the suffix for overloaded types.
Intrinsic intrinsic(function: FunctionId, intrinsic: Text)

/// The intrinsic `function` must have the name `name`, whose suffix encodes its overloaded types.
/// An intrinsic with an invalid type has no row.
IntrinsicName intrinsic_name(function: FunctionId, name: Text)

/// `function` uses the garbage collector strategy `collector`.
GarbageCollector garbage_collector(function: FunctionId, collector: Text)

/// The personality function of `function` is `personality`.
Personality personality(function: FunctionId, personality: ValueId)

/// `data` is the prefix data of `function`, directly before its entry point.
PrefixData prefix_data(function: FunctionId, data: ValueId)

/// `data` is the prologue data of `function`, at its entry point before its code.
PrologueData prologue_data(function: FunctionId, data: ValueId)

/// `block` is at `position` in `function`; the block at position 0 is the entry block. As an
/// operand, it is `value`.
Block block(block: BlockId, function: FunctionId, position: u32, value: ValueId)

@group "attributes" "Attributes of functions, parameters, results and call sites"

/// The name of `attribute` is `name`.
Attribute attribute(attribute: AttributeId, name: Text)

/// `attribute` has the integer argument `integer`, in the encoding of LLVM-C 22. For attributes
/// such as `memory` and `allocsize`, it encodes several parts, which are readable in the id of the
/// attribute.
AttributeInteger attribute_integer(attribute: AttributeId, integer: u64)

/// `attribute` is a string attribute with the argument `string`.
AttributeString attribute_string(attribute: AttributeId, string: Text)

/// `attribute` has the type argument `type`.
AttributeType attribute_type(attribute: AttributeId, r#type: TypeId)

/// The range at `position` of `attribute`, a `range` or `initializes`, is the half-open interval
/// from `lower` to `upper`, both in signed decimal.
AttributeRange attribute_range(attribute: AttributeId, position: u32, lower: Text, upper: Text)

/// `function` has `attribute`.
FunctionAttribute function_attribute(function: FunctionId, attribute: AttributeId)

/// The result of `function` has `attribute`.
ReturnAttribute return_attribute(function: FunctionId, attribute: AttributeId)

/// The parameter at `position` of `function` has `attribute`.
ParameterAttribute parameter_attribute(function: FunctionId, position: u32, attribute: AttributeId)

/// The call `instruction` has the function attribute `attribute`.
CallAttribute call_attribute(instruction: InstructionId, attribute: AttributeId)

/// The result of the call `instruction` has `attribute`.
CallReturnAttribute call_return_attribute(instruction: InstructionId, attribute: AttributeId)

/// The argument at `position` of the call `instruction` has `attribute`.
CallArgumentAttribute call_argument_attribute(instruction: InstructionId, position: u32, attribute: AttributeId)

@group "instructions" "Properties of all instructions"

/// `instruction` has the opcode `opcode` and is in `block` of `function`. `position` counts the
/// instructions of the function, not of the block.
Instruction instruction(instruction: InstructionId, function: FunctionId, block: BlockId, position: u32, opcode: Opcode)

/// The result of `instruction` is `result`. Instructions of type `void` have no row.
InstructionResult instruction_result(instruction: InstructionId, result: ValueId)

/// Operand `position` of `instruction` is `operand`, in the order of LLVM's operand list. Calls
/// have their arguments, inputs of operand bundles, targets and callee in this order. Targets of
/// branches and incoming values of a phi are operands.
InstructionOperand instruction_operand(instruction: InstructionId, position: u32, operand: ValueId)

/// `instruction` has the flag `flag`.
InstructionFlagRow instruction_flag(instruction: InstructionId, flag: InstructionFlag)

/// `instruction` applies `opcode`, `fneg` or `freeze`, to `operand`.
UnaryInstruction unary_instruction(instruction: InstructionId, opcode: Opcode, operand: ValueId)

/// `instruction` applies the arithmetic or bitwise `opcode` to `first_operand` and
/// `second_operand`.
BinaryInstruction binary_instruction(instruction: InstructionId, opcode: Opcode, first_operand: ValueId, second_operand: ValueId)

/// `instruction` applies the conversion `opcode` to `operand` and has the type `to_type`.
ConversionInstruction conversion_instruction(instruction: InstructionId, opcode: Opcode, operand: ValueId, to_type: TypeId)

/// `instruction` compares `first_operand` and `second_operand` by `predicate`. `opcode` is `icmp`
/// or `fcmp`.
ComparisonInstruction comparison_instruction(instruction: InstructionId, opcode: Opcode, predicate: Predicate, first_operand: ValueId, second_operand: ValueId)

/// The phi `instruction` takes the value `value` when control arrives from `block`. `position`
/// counts its pairs of value and block.
PhiIncoming phi_incoming(instruction: InstructionId, position: u32, value: ValueId, block: BlockId)

/// `instruction` is `true_value` if `condition` is true, otherwise `false_value`. If `condition` is
/// a vector, this holds for each element.
SelectInstruction select_instruction(instruction: InstructionId, condition: ValueId, true_value: ValueId, false_value: ValueId)

/// `instruction` reads the next variable argument, of type `type`, from the `va_list` at `list`.
VAArgInstruction va_arg_instruction(instruction: InstructionId, list: ValueId, r#type: TypeId)

@group "memory" "Loads, stores, atomics and address computation"

/// `instruction` allocates `element_count` elements of `type` in the stack frame, aligned to
/// `alignment` bytes, in `address_space`.
AllocaInstruction alloca_instruction(instruction: InstructionId, r#type: TypeId, element_count: ValueId, alignment: u32, address_space: u32)

/// `instruction` loads a value of `type` from `address`, which is aligned to `alignment` bytes.
LoadInstruction load_instruction(instruction: InstructionId, r#type: TypeId, address: ValueId, alignment: u32)

/// `instruction` stores `value` to `address`, which is aligned to `alignment` bytes.
StoreInstruction store_instruction(instruction: InstructionId, value: ValueId, address: ValueId, alignment: u32)

/// The load, store, fence or atomicrmw `instruction` is atomic with the ordering `ordering`.
AtomicOrdering atomic_ordering(instruction: InstructionId, ordering: Ordering)

/// The atomic `instruction` only synchronises with operations in the same `synchronization_scope`.
/// Instructions that synchronise with the whole system have no row.
SynchronizationScope synchronization_scope(instruction: InstructionId, synchronization_scope: Text)

/// `instruction` compares the value at `address` with `expected` and stores `replacement` if they
/// are equal. The ordering is `success_ordering` if they are equal and `failure_ordering`
/// otherwise. `alignment` is in bytes.
CmpXchgInstruction cmpxchg_instruction(instruction: InstructionId, address: ValueId, expected: ValueId, replacement: ValueId, success_ordering: Ordering, failure_ordering: Ordering, alignment: u32)

/// `instruction` applies `operation` to the value at `address` and `value`, and stores the result
/// at `address`. `alignment` is in bytes.
AtomicRmwInstruction atomicrmw_instruction(instruction: InstructionId, operation: AtomicOperation, address: ValueId, value: ValueId, alignment: u32)

/// `instruction` computes an address from `base`, with the source element type `source_type`.
GetElementPtrInstruction getelementptr_instruction(instruction: InstructionId, source_type: TypeId, base: ValueId)

/// The index at `position` of the getelementptr `instruction` is `index`.
GetElementPtrIndex getelementptr_index(instruction: InstructionId, position: u32, index: ValueId)

@group "aggregates" "Vectors and aggregates"

/// `instruction` extracts the element at `index` from `vector`.
ExtractElementInstruction extractelement_instruction(instruction: InstructionId, vector: ValueId, index: ValueId)

/// `instruction` is `vector` with the element at `index` replaced by `element`.
InsertElementInstruction insertelement_instruction(instruction: InstructionId, vector: ValueId, element: ValueId, index: ValueId)

/// `instruction` selects the elements of its result from `first_vector` and `second_vector`.
ShuffleVectorInstruction shufflevector_instruction(instruction: InstructionId, first_vector: ValueId, second_vector: ValueId)

/// Lane `position` of the shufflevector `instruction` is element `element_index` of the
/// concatenation of its vectors. A lane without a row is poison.
ShuffleMask shuffle_mask(instruction: InstructionId, position: u32, element_index: u32)

/// `instruction` extracts a member of `aggregate`.
ExtractValueInstruction extractvalue_instruction(instruction: InstructionId, aggregate: ValueId)

/// `instruction` is `aggregate` with one member replaced by `value`.
InsertValueInstruction insertvalue_instruction(instruction: InstructionId, aggregate: ValueId, value: ValueId)

/// Index `position` of the extractvalue or insertvalue `instruction` selects the member at
/// `member_index`.
AggregateIndex aggregate_index(instruction: InstructionId, position: u32, member_index: u32)

@group "control-flow" "Terminators"

/// Control may go from `block` to `successor`, the target at `position` of its terminator.
BlockSuccessor block_successor(block: BlockId, position: u32, successor: BlockId)

/// The terminator of `block` is `instruction`. A block without a terminator has no row.
BlockTerminator block_terminator(block: BlockId, instruction: InstructionId)

/// The ret `instruction` returns `value`. A `ret void` has no row.
ReturnValue return_value(instruction: InstructionId, value: ValueId)

/// The br `instruction` branches to `target`.
UnconditionalBranch unconditional_branch(instruction: InstructionId, target: BlockId)

/// The br `instruction` branches to `true_target` if `condition` is true, otherwise to
/// `false_target`.
ConditionalBranch conditional_branch(instruction: InstructionId, condition: ValueId, true_target: BlockId, false_target: BlockId)

/// The switch `instruction` branches to `default_target` if no case equals `condition`.
SwitchInstruction switch_instruction(instruction: InstructionId, condition: ValueId, default_target: BlockId)

/// The case at `position` of the switch `instruction` branches to `target` if the condition equals
/// `value`.
SwitchCase switch_case(instruction: InstructionId, position: u32, value: ValueId, target: BlockId)

/// The indirectbr `instruction` branches to the block with the address `address`.
IndirectBranch indirectbr_instruction(instruction: InstructionId, address: ValueId)

/// The target at `position` of the indirectbr or callbr `instruction` is `target`. The fallthrough
/// target of a callbr is not counted.
IndirectTarget indirect_target(instruction: InstructionId, position: u32, target: BlockId)

@group "calls" "Calls"

/// `instruction` is a `call`, `invoke` or `callbr`, according to `opcode`. It calls `callee` with
/// the type `function_type` and the calling convention number `calling_convention`.
CallInstruction call_instruction(instruction: InstructionId, opcode: Opcode, callee: ValueId, function_type: TypeId, calling_convention: u32)

/// The argument at `position` of the call `instruction` is `argument`.
CallArgument call_argument(instruction: InstructionId, position: u32, argument: ValueId)

/// The call `instruction` has the marker `kind`.
TailCall tail_call(instruction: InstructionId, kind: TailCallKind)

/// The invoke `instruction` continues at `normal_target` if the callee returns, and at
/// `unwind_target` if it unwinds.
InvokeInstruction invoke_instruction(instruction: InstructionId, normal_target: BlockId, unwind_target: BlockId)

/// The fallthrough target of the callbr `instruction` is `default_target`.
CallBrInstruction callbr_instruction(instruction: InstructionId, default_target: BlockId)

/// The operand bundle at `position` of the call `instruction` has the tag `tag` and `input_count`
/// inputs.
OperandBundle operand_bundle(instruction: InstructionId, position: u32, tag: Text, input_count: u32)

/// The input at `position` of the operand bundle at position `bundle` of the call `instruction` is
/// `value`.
OperandBundleInput operand_bundle_input(instruction: InstructionId, bundle: u32, position: u32, value: ValueId)

@group "exceptions" "Exception handling"

/// The clause at `position` of the landingpad `instruction` is a `catch` or `filter`, according to
/// `kind`, of `value`.
LandingPadClause landingpad_clause(instruction: InstructionId, position: u32, kind: ClauseKind, value: ValueId)

/// The resume `instruction` resumes the propagation of the exception `value`.
ResumeInstruction resume_instruction(instruction: InstructionId, value: ValueId)

/// `instruction` is a `catchswitch`, `catchpad` or `cleanuppad`, according to `opcode`, within
/// `parent`.
FuncletPad funclet_pad(instruction: InstructionId, opcode: Opcode, parent: ValueId)

/// The argument at `position` of the catchpad or cleanuppad `instruction` is `argument`.
FuncletPadArgument funclet_pad_argument(instruction: InstructionId, position: u32, argument: ValueId)

/// The handler at `position` of the catchswitch `instruction` is `handler`.
CatchSwitchHandler catchswitch_handler(instruction: InstructionId, position: u32, handler: BlockId)

/// The catchret `instruction` exits `pad` and continues at `target`.
CatchRetInstruction catchret_instruction(instruction: InstructionId, pad: ValueId, target: BlockId)

/// The cleanupret `instruction` exits `pad`.
CleanupRetInstruction cleanupret_instruction(instruction: InstructionId, pad: ValueId)

/// The catchswitch or cleanupret `instruction` unwinds to `target`. An instruction that unwinds to
/// the caller has no row.
UnwindTarget unwind_target(instruction: InstructionId, target: BlockId)

@group "metadata" "Metadata"

/// `metadata` is metadata of kind `kind`.
Metadata metadata(metadata: MetadataId, kind: MetadataKind)

/// The node `metadata` is distinct: it is never merged with a node of equal content.
DistinctMetadata distinct_metadata(metadata: MetadataId)

/// `metadata` is the string `text`.
MetadataString metadata_string(metadata: MetadataId, text: Text)

/// `metadata` wraps `value`, a constant or local value.
ValueMetadata value_metadata(metadata: MetadataId, value: ValueId)

/// `metadata` is a tuple with `operand_count` operands, including null operands.
MetadataTuple metadata_tuple(metadata: MetadataId, operand_count: u32)

/// Operand `position` of the tuple or `GenericDINode` `metadata` is `operand_metadata`. Null
/// operands have no row.
MetadataOperandRow metadata_operand(metadata: MetadataId, position: u32, operand_metadata: MetadataId)

/// The field `field` of the specialized node `metadata` is `text`: the content of a string, or a
/// number, flag or name in LLVM's spelling. Fields that LLVM omits because they have their default
/// value have no row. The elements of a `DIExpression` are the fields `0`, `1`, ….
MetadataField metadata_field(metadata: MetadataId, field: Text, text: Text)

/// The field `field` of the specialized node `metadata` is the node `referenced_metadata`.
MetadataReference metadata_reference(metadata: MetadataId, field: Text, referenced_metadata: MetadataId)

/// `metadata` is attached to `instruction` with the kind `attachment_kind`. The debug location is
/// in `instruction_location`.
InstructionMetadata instruction_metadata(instruction: InstructionId, attachment_kind: Text, metadata: MetadataId)

@group "debug" "Source locations and variables"

/// The source location of `instruction` is `location`.
InstructionLocation instruction_location(instruction: InstructionId, location: MetadataId)

/// `location` is at `line` and `column` of the file of `scope`, both counted from 1. As in LLVM, 0
/// means that the code has no line, or that the column is unknown.
SourceLocation source_location(location: MetadataId, line: u32, column: u32, scope: MetadataId)

/// The code at `location` was inlined at the call site `call_location`.
InlinedAt inlined_at(location: MetadataId, call_location: MetadataId)

/// `scope` is `subprogram` or a lexical block in it.
ScopeSubprogram scope_subprogram(scope: MetadataId, subprogram: MetadataId)

/// The source code of `scope` is in `file`.
ScopeFile scope_file(scope: MetadataId, file: MetadataId)

/// `file` is the source file `name`, relative to `directory`.
SourceFile source_file(file: MetadataId, name: Text, directory: Text)

/// The name of `subprogram` in the source is `name`, and it starts at `line`. As in LLVM, line 0
/// means that the line is unknown.
Subprogram subprogram(subprogram: MetadataId, name: Text, line: u32)

/// The name of the local or global `variable` in the source is `name`, and it is declared at
/// `line`. As in LLVM, line 0 means that the line is unknown.
SourceVariable source_variable(variable: MetadataId, name: Text, line: u32)

/// The debug record at `position` before `instruction` is of kind `kind`.
DebugRecord debug_record(instruction: InstructionId, position: u32, kind: DebugRecordKind)

/// The source location of the debug record at `position` before `instruction` is `location`.
DebugRecordLocation debug_record_location(instruction: InstructionId, position: u32, location: MetadataId)

/// The debug record at `position` before `instruction` describes `variable`: `expression` computes
/// its value or address from the operands of the record.
DebugRecordVariable debug_record_variable(instruction: InstructionId, position: u32, variable: MetadataId, expression: MetadataId)

/// Operand `operand_position` of the debug record at `position` before `instruction` is `operand`.
DebugRecordOperand debug_record_operand(instruction: InstructionId, position: u32, operand_position: u32, operand: ValueId)

@derived "points-to" "Targets of pointers"

/// Pointers may point to `object`: memory of kind `kind`, or a function.
Object object(object: ObjectId, kind: ObjectKind)

/// `object` is the memory that the alloca or call `instruction` allocates.
ObjectInstruction object_instruction(object: ObjectId, instruction: InstructionId)

/// `object` is the function or the memory of the global variable `value`, or the block whose address
/// it is.
ObjectValue object_value(object: ObjectId, value: ValueId)

/// `instruction` is element `position` of the context of `object`: the calls in which this copy of the
/// object exists, the last call first.
ObjectContext object_context(object: ObjectId, position: u32, instruction: InstructionId)

/// `memory_location`, a target of pointers or a place where pointers are stored, is `offset` bytes after the start of
/// `object`. If it has a stride, it also stands for later offsets in the object.
MemoryLocation memory_location(memory_location: MemoryLocationId, object: ObjectId, offset: u32)

/// `memory_location` stands for several offsets, `stride` bytes apart, from its `offset` to the one
/// in `memory_location_end`, or to the end of the object if that is unknown. A location without a
/// row has one offset.
MemoryLocationStride memory_location_stride(memory_location: MemoryLocationId, stride: u32)

/// All offsets of `memory_location`, which has a stride, are less than `end_offset`.
MemoryLocationEnd memory_location_end(memory_location: MemoryLocationId, end_offset: u32)

/// The pointer at byte `value_offset` of `value` may point to `pointee`.
PointsTo points_to(value: ValueId, value_offset: u32, pointee: MemoryLocationId)

/// A pointer stored at `memory_location` may point to `pointee`.
MemoryPointsTo memory_points_to(memory_location: MemoryLocationId, pointee: MemoryLocationId)

/// `object` escapes to external code: every pointer that may point to the external object may point
/// to it.
EscapedObject escaped_object(object: ObjectId)

@derived "call-graph" "Calls and their callees"

/// `function` may run. Intrinsics of LLVM are left out.
ReachableFunction reachable_function(function: FunctionId)

/// The call `instruction` in `caller` may run `function`. `kind` says whether the call is direct,
/// goes through a pointer to the function, or goes through an external pointer, which may point to
/// any escaped function. Calls of intrinsics, functions whose name starts with `llvm.`, are left
/// out: `call_instruction` has them.
CallEdge call_edge(instruction: InstructionId, caller: FunctionId, function: FunctionId, kind: CallKind)

/// `caller`, which has no body, may run `function`, which it received as an argument.
CallbackEdge callback_edge(caller: FunctionId, function: FunctionId)

/// The call `instruction` in `caller` may run, and not all of its callees are known, for `reason`:
/// the pointer may be external or point to a private function of a library, points nowhere, is
/// inline assembly, or only points to functions with other parameters.
UnresolvedCall unresolved_call(instruction: InstructionId, caller: FunctionId, reason: UnresolvedReason)

/// `function` may run, and has neither a body nor a model: its behaviour is unknown.
UnknownFunction unknown_function(function: FunctionId)

@derived "bit-fields" "Bit fields and their accesses"

/// `structure` has bit fields. Its readable id is its name in the source, its type, or the pointer to
/// it.
Structure structure(structure: StructureId)

/// `structure` is the type `type`.
StructureType structure_type(structure: StructureId, r#type: TypeId)

/// The debug information declares `structure` by the node `declaration`.
StructureDeclaration structure_declaration(structure: StructureId, declaration: MetadataId)

/// `bit_field` is `width` bits of `structure` from bit `bit_offset` on, counted as in DWARF.
BitField bit_field(bit_field: BitFieldId, structure: StructureId, bit_offset: u64, width: u32)

/// `bit_field` is read as a signed or unsigned number, as `signedness` says. If the code does not
/// show it, there is no row.
BitFieldSignedness bit_field_signedness(bit_field: BitFieldId, signedness: Signedness)

/// The debug information declares `bit_field` by the node `member`.
BitFieldMember bit_field_member(bit_field: BitFieldId, member: MetadataId)

/// The load or store `instruction` accesses `width` bits of `structure` from bit `bit_offset` on, in
/// which bit fields are stored.
BitFieldWord bit_field_word(instruction: InstructionId, structure: StructureId, bit_offset: u64, width: u32)

/// `instruction` reads `bit_field`, all of it or some bits.
BitFieldRead bit_field_read(instruction: InstructionId, bit_field: BitFieldId)

/// `instruction` writes `bit_field`, all of it or some bits.
BitFieldWrite bit_field_write(instruction: InstructionId, bit_field: BitFieldId)

/// `width` bits of `structure` from bit `bit_offset` on are in a word of bit fields, but do not belong to any bit
/// field.
BitFieldPadding bit_field_padding(structure: StructureId, bit_offset: u64, width: u32)

/// The store `instruction` writes `bit_field` back as it was read, and may make it poison, for
/// `reason`.
BitFieldLeak bit_field_leak(instruction: InstructionId, bit_field: BitFieldId, reason: LeakReason)

/// The load `instruction` reads several members at once, in `width` bits. A load of a vector with elements of
/// `element_width` bits would keep the members separate.
CombinedLoad combined_load(instruction: InstructionId, width: u32, element_width: u32)

@derived "undefined-behavior" "Undef, poison and undefined behaviour"

/// Part `part` of `value` may be poison, because part `source_part` of `source` may be poison by itself, for `reason`.
/// The parts of a vector are its elements, and the parts of an aggregate are its innermost members. Any other value,
/// and a value with more than 16 parts, is one part.
MayBePoison may_be_poison(value: ValueId, part: u32, reason: DeferredReason, source: ValueId, source_part: u32)

/// Part `part` of `value` may be undef, or a value computed from undef that may differ at each use,
/// because part `source_part` of `source` may be undef by itself, for `reason`. Parts are as in
/// `may_be_poison`.
MayBeUndef may_be_undef(value: ValueId, part: u32, reason: DeferredReason, source: ValueId, source_part: u32)

/// Part `part` of `value`, an argument or the result of an instruction, is neither poison nor undef
/// in any execution without undefined behaviour. Parts are as in `may_be_poison`.
WellDefined well_defined(value: ValueId, part: u32)

/// `instruction` has undefined behaviour because of its operand `operand`, for `cause`: whenever it
/// is reached, or under some condition, as `certainty` says.
ImmediateUb immediate_ub(instruction: InstructionId, certainty: Certainty, cause: UbCause, operand: ValueId)

@derived "findings" "Violations of the rules of LLVM IR"

/// The module violates `broken_rule`, a rule of `irlog check` at level `level`.
BrokenRule broken_rule(broken_rule: BrokenRuleId, level: RuleLevel)

/// The module as a whole, or something in it without an id, such as a comdat, violates
/// `broken_rule`.
ModuleViolation module_violation(broken_rule: BrokenRuleId)

/// `type` violates `broken_rule`.
TypeViolation type_violation(r#type: TypeId, broken_rule: BrokenRuleId)

/// `value`, a global, an argument or a constant, violates `broken_rule`.
ValueViolation value_violation(value: ValueId, broken_rule: BrokenRuleId)

/// `metadata` violates `broken_rule`.
MetadataViolation metadata_violation(metadata: MetadataId, broken_rule: BrokenRuleId)

/// `function` violates `broken_rule`.
FunctionViolation function_violation(function: FunctionId, broken_rule: BrokenRuleId)

/// `block` violates `broken_rule`.
BlockViolation block_violation(block: BlockId, broken_rule: BrokenRuleId)

/// `instruction`, or an operand or debug record of it, violates `broken_rule`.
InstructionViolation instruction_violation(instruction: InstructionId, broken_rule: BrokenRuleId)

@answer "names" "Names and source locations"

/// `function` is called `name` in the source, with the types of its parameters if its symbol
/// contains them.
FunctionName function_name(function: FunctionId, name: Text)

/// `function` begins at `line` of `file_name`, which is relative to `directory`; 0 means that the line is
/// not known.
FunctionPlace function_place(function: FunctionId, file_name: Text, directory: Text, line: u32)

/// `instruction` comes from `line` and `column` of `file_name`, which is relative to `directory`; 0 means
/// that the line or column is not known.
InstructionPlace instruction_place(instruction: InstructionId, file_name: Text, directory: Text, line: u32, column: u32)

/// `value` is the content of the source variable `name` at some point.
ValueVariable value_variable(value: ValueId, name: Text)

/// `object` is declared or allocated at `line` and `column` of `file_name`, which is relative to
/// `directory`; 0 means that the line or column is not known.
ObjectPlace object_place(object: ObjectId, file_name: Text, directory: Text, line: u32, column: u32)

/// `name` is what a pointer to `memory_location` points to in the source: the structure rather than its first member.
PointeeName pointee_name(memory_location: MemoryLocationId, name: Text)

/// The memory at `memory_location` is called `name` in the source: the first member rather than the
/// structure.
MemoryName memory_name(memory_location: MemoryLocationId, name: Text)

@answer "pointer-questions" "Subjects of a question about pointers"

/// `value` was looked up.
AskedValue asked_value(value: ValueId)

/// The memory at `address` was looked up.
AskedMemory asked_memory(address: ValueId)

/// `call_count` instructions may call `function`, which has neither a body nor a model.
UnknownFunctionCalls unknown_function_calls(function: FunctionId, call_count: u32)

/// `function`, which has neither a body nor a model, is assumed to do what `assumption` says:
/// `position` counts its assumptions.
UnknownFunctionAssumption unknown_function_assumption(function: FunctionId, position: u32, assumption: Text)

@answer "escape-roots" "Root causes of external pointers"

/// Because of `root_cause`, which the answer counts as number `root`, `pointer_count` pointers may be external and
/// `object_count` objects escape. Of these, `only_pointer_count` pointers and `only_object_count` objects do so
/// because of no other cause.
EscapeRoot escape_root(root: u32, root_cause: Text, pointer_count: u32, only_pointer_count: u32, object_count: u32, only_object_count: u32)

/// The cause `root` is the behaviour of `function`.
EscapeRootFunction escape_root_function(root: u32, function: FunctionId)

/// The content of `object` is not tracked, because points-to sets became too large. The object is treated as escaped.
GivenUpObject given_up_object(object: ObjectId)

@answer "wrapped-calls" "Functions run by library functions that a line calls"

/// `instruction` is a call on the line `asked_line` that was looked up, or in a function that was inlined there.
CallAtLine call_at_line(asked_line: Text, instruction: InstructionId)

/// The call `instruction` may run the library function `wrapper`, which runs `function`, directly or through other
/// library functions: a function of the program or, if there is none, a library function that is called through a
/// pointer.
WrappedCall wrapped_call(instruction: InstructionId, wrapper: FunctionId, function: FunctionId)

/// The call `instruction` may run the library function `wrapper`, which runs a function of the program that the compiler
/// has inlined into a library function: the function called `name`, which begins at `line` of `file_name`, which is
/// relative to `directory`. The module has no other body of this function.
InlinedWrappedCall inlined_wrapped_call(instruction: InstructionId, wrapper: FunctionId, name: Text, file_name: Text, directory: Text, line: u32)

/// The call `instruction` may run the library function `wrapper`, which reaches an indirect call with unknown callees:
/// the pointer may be external, or the call is in a library function that has many callers.
UnresolvedWrappedCall unresolved_wrapped_call(instruction: InstructionId, wrapper: FunctionId)

@answer "aliases" "Pointers that can point to the same memory"

/// `answer` says whether any of the compared pairs of pointers can point to the same byte. It is `must` only if it is
/// `must` for all pairs.
AliasAnswer alias_answer(answer: AliasKind)

/// `answer` says whether `value` and `other_value` can point to the same byte.
ValueAlias value_alias(value: ValueId, other_value: ValueId, answer: AliasKind)

/// `value` and `other_value` can both point to `pointee`.
SharedObject shared_object(value: ValueId, other_value: ValueId, pointee: MemoryLocationId)

/// `value` and `other_value` can both point to external or escaped memory.
SharedExternal shared_external(value: ValueId, other_value: ValueId)

@answer "explanation" "A derivation, step by step"

/// Step number `step`, counted from 1, derives `fact` by `rule`; `sentence` describes the rule.
Step step(step: u32, fact: Text, rule: Text, sentence: Text)

/// Step `step` follows from step `premise`.
StepPremise step_premise(step: u32, premise: u32)

/// The derivation of step `step` is left out of the answer: `option` shows it.
StepCut step_cut(step: u32, option: Text)

/// Step `step` is derived from `instruction`.
StepInstruction step_instruction(step: u32, instruction: InstructionId)

@answer "bit-field-layout" "Layout and use of bit fields"

/// `layout` is `structure` written with each bit field and all padding as separate members.
StructureLayout structure_layout(structure: StructureId, layout: Text)

/// `bit_field` is called `name` in the source.
BitFieldName bit_field_name(bit_field: BitFieldId, name: Text)

/// `reads` instructions read `bit_field`, and `writes` instructions write it.
BitFieldUse bit_field_use(bit_field: BitFieldId, reads: u32, writes: u32)

/// `bit_field` may be something else: masks of a number look the same.
UncertainBitField uncertain_bit_field(bit_field: BitFieldId)

/// The word of `width` bits of `structure`, from its bit `bit_offset` on, could be a vector with
/// elements of `element_width` bits, which would keep its bit fields separate.
BitFieldVector bit_field_vector(structure: StructureId, bit_offset: u64, width: u32, element_width: u32)

/// The load or store `instruction` accesses `bit_field` together with others.
CombinedAccess combined_access(instruction: InstructionId, bit_field: BitFieldId)

/// `function` has `instructions` instructions, and would have `packed_instructions` with explicit
/// packing.
InstructionCount instruction_count(function: FunctionId, instructions: u32, packed_instructions: u32)

/// All functions that access bit fields have `instructions` instructions together, and would have
/// `packed_instructions` with explicit packing.
InstructionTotal instruction_total(instructions: u32, packed_instructions: u32)
        }
    };
}
