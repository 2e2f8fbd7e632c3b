//! The list of all relations. Everything else that knows a relation is made from this list.
//!
//! An entry reads `Row relation(column: Type, …)`. Its documentation is a sentence over the column
//! names. Rules of the list:
//!
//! - A relation that carries the name of an entity defines it: it has one row for each id, in the
//!   order of the ids, and the id is its first column.
//! - Absence is the absence of a row; there is no value that means "none".
//! - A column name has one meaning, and so one type and unit, in all relations. `kind`, `flag` and
//!   `reason` are words about what the row describes, of a set that depends on the relation. Offsets
//!   and sizes are in bytes; those in bits are called `bit_offset`, `bit_size` and `width`.
//! - Groups are named as options write them, with hyphens.
//! - `position` columns count from 0.
//! - The groups marked `@derived` say what irlog derives from all others. A module has no rows of
//!   them, and they are written only where they are asked for.
//! - The groups marked `@answer`, at the end, hold what only the answer to a question has: what the
//!   question is about, and the names and places of what the answer mentions.
//! - No relation consists of a single text column: an empty line could not be told from no line.

/// Calls the macro `$callback` with the list of all relations.
#[macro_export]
macro_rules! for_each_relation {
    ($callback:ident) => {
        $callback! {
@group "module" "The module and where it came from"

/// The module was compiled from `source_file` for `target_triple`, with sizes and alignments after
/// `data_layout`. Each is empty where the module does not say.
Module module(source_file: Text, target_triple: Text, data_layout: Text)

/// The input at `position` was written by `producer` (as `LLVM19.1.7`), whose bitcode has the
/// compatibility number `epoch`. Textual IR has no producer.
BitcodeProducer bitcode_producer(position: u32, producer: Text, epoch: u32)

/// The module carries `assembly`, to be assembled as it stands, at `position` of its module-level
/// assembly: one row for each line, without its line break.
ModuleAssembly module_assembly(position: u32, assembly: Text)

/// The module flag at `position` of `!llvm.module.flags` sets `name` to `metadata`; `behavior` says
/// what a linker does when two modules set it. Entries that do not have this form are only in
/// `named_metadata`.
ModuleFlag module_flag(position: u32, behavior: ModuleFlagBehavior, name: Text, metadata: MetadataId)

/// The comdat `name` is used by some global, and the linker keeps one of its rivals as `selection`
/// says.
Comdat comdat(name: Text, selection: ComdatSelection)

/// The named metadata `name` is the `position`-th of the module and has `operand_count` operands.
NamedMetadata named_metadata(position: u32, name: Text, operand_count: u32)

/// Operand `position` of the named metadata `name` is `operand_metadata`.
NamedMetadataOperand named_metadata_operand(name: Text, position: u32, operand_metadata: MetadataId)

@group "types" "Types, their parts and their layout"

/// `type` is a type of kind `kind`. The floating-point formats are kinds of their own.
Type r#type(r#type: TypeId, kind: TypeKind)

/// `flag` holds of `type`: it is sized, packed, a literal, opaque, or takes variable arguments.
TypeFlagRow type_flag(r#type: TypeId, flag: TypeFlag)

/// `type` is an integer of `width` bits.
IntegerType integer_type(r#type: TypeId, width: u32)

/// `type` is a pointer into `address_space`.
PointerType pointer_type(r#type: TypeId, address_space: u32)

/// `type` is an array of `length` elements of type `element_type`.
ArrayType array_type(r#type: TypeId, element_type: TypeId, length: u64)

/// `type` is a vector of `length` elements of type `element_type`; if it is scalable, of `length`
/// times `vscale` elements.
VectorType vector_type(r#type: TypeId, element_type: TypeId, length: u32)

/// `type` is a structure of `field_count` fields. An opaque structure has none.
StructType struct_type(r#type: TypeId, field_count: u32)

/// The structure `type` is called `name`, without the `%`.
StructName struct_name(r#type: TypeId, name: Text)

/// The field at `position` of the structure `type` has type `field_type`.
StructField struct_field(r#type: TypeId, position: u32, field_type: TypeId)

/// `type` is the type of functions that return `return_type` and take `parameter_count` parameters,
/// variable arguments not counted.
FunctionType function_type(r#type: TypeId, return_type: TypeId, parameter_count: u32)

/// The parameter at `position` of the function type `type` has type `parameter_type`.
FunctionTypeParameter function_type_parameter(r#type: TypeId, position: u32, parameter_type: TypeId)

/// `type` is the target extension type `name`.
TargetType target_type(r#type: TypeId, name: Text)

/// The type parameter at `position` of the target extension type `type` is `parameter_type`.
TargetTypeParameter target_type_parameter(r#type: TypeId, position: u32, parameter_type: TypeId)

/// The integer parameter at `position` of the target extension type `type` is `integer`.
TargetTypeInteger target_type_integer(r#type: TypeId, position: u32, integer: u32)

/// By the data layout, a value of `type` has `bit_size` bits, a store of it writes `store_size`
/// bytes, and its copies in an array lie `allocation_size` bytes apart; `abi_alignment` and
/// `preferred_alignment` are in bytes. Only sized types whose size is fixed have a layout.
TypeLayout type_layout(r#type: TypeId, bit_size: u64, store_size: u64, allocation_size: u64, abi_alignment: u32, preferred_alignment: u32)

/// The field at `position` of the structure `type` starts `offset` bytes from its beginning.
StructFieldOffset struct_field_offset(r#type: TypeId, position: u32, offset: u64)

@group "values" "Values"

/// `value` is a value of kind `kind` and type `type`.
Value value(value: ValueId, kind: ValueKind, r#type: TypeId)

/// `value` is called `name`, without the `@` or `%`. Numbered values have no name.
ValueName value_name(value: ValueId, name: Text)

/// `value` is the argument at `position` of `function`.
Argument argument(value: ValueId, function: FunctionId, position: u32)

/// `value` is the inline assembly `assembly` of type `function_type`, written in `dialect`, with
/// operands as `constraints` says.
InlineAsm inline_asm(value: ValueId, function_type: TypeId, assembly: Text, constraints: Text, dialect: AsmDialect)

/// `flag` holds of the inline assembly `value`.
InlineAsmFlagRow inline_asm_flag(value: ValueId, flag: InlineAsmFlag)

/// `value` is `metadata` used as an operand.
MetadataValue metadata_value(value: ValueId, metadata: MetadataId)

@group "constants" "Constants"

/// The integer `constant` is `signed` in two's complement and `unsigned` as a plain binary number,
/// both in decimal digits and exact at any width.
ConstantInteger constant_integer(constant: ValueId, signed: Text, unsigned: Text)

/// The floating-point `constant` has these `bits`, in hexadecimal, most significant first, and LLVM
/// writes it as `text`.
ConstantFloat constant_float(constant: ValueId, bits: Text, text: Text)

/// The element at `position` of the array, structure or vector `constant` is `element`. Arrays of
/// `i8` have no such rows: their content is in `constant_bytes`.
ConstantElement constant_element(constant: ValueId, position: u32, element: ValueId)

/// The array of `i8` `constant` consists of `bytes`.
ConstantBytes constant_bytes(constant: ValueId, bytes: Text)

/// The constant expression `constant` applies `opcode` to `operand_count` operands.
ConstantExpression constant_expression(constant: ValueId, opcode: Opcode, operand_count: u32)

/// Operand `position` of the constant expression `constant` is `operand`.
ConstantOperand constant_operand(constant: ValueId, position: u32, operand: ValueId)

/// `flag` holds of the constant expression `constant`.
ConstantFlag constant_flag(constant: ValueId, flag: InstructionFlag)

/// The constant `getelementptr` `constant` steps over elements of type `source_type`.
ConstantGetElementPtr constant_getelementptr(constant: ValueId, source_type: TypeId)

/// The result of the constant `getelementptr` `constant` may only be used to access the bytes from
/// `start` up to, but not including, `end`, both relative to it, signed decimal.
ConstantInRange constant_inrange(constant: ValueId, start: Text, end: Text)

/// The lane at `position` of the constant `shufflevector` `constant` is the element at
/// `element_index` of the concatenation of its operands. A lane without a row is poison.
ConstantShuffleMask constant_shuffle_mask(constant: ValueId, position: u32, element_index: u32)

/// `constant` is the address of `block` in `function`.
BlockAddress block_address(constant: ValueId, function: FunctionId, block: BlockId)

/// `constant` stands for a function that does what `global` does, in this linkage unit.
DsoLocalEquivalent dso_local_equivalent(constant: ValueId, global: ValueId)

/// `constant` is the address of `global` without a jump table of control-flow integrity.
NoCfi no_cfi(constant: ValueId, global: ValueId)

/// `constant` is `pointer`, signed with `key` (an `i32`), `discriminator` (an `i64`) and
/// `address_discriminator` (a pointer, null for none).
PtrAuth ptrauth(constant: ValueId, pointer: ValueId, key: ValueId, discriminator: ValueId, address_discriminator: ValueId)

/// Signing `constant` can be switched off by the definition of `deactivation_symbol`.
PtrAuthDeactivation ptrauth_deactivation(constant: ValueId, deactivation_symbol: ValueId)

@group "globals" "Globals"

/// `global` is a variable, function, alias or ifunc that holds or resolves to something of type
/// `value_type`. Its symbol has `linkage`, `visibility`, `dll_storage` and `unnamed_address`.
Global global(global: ValueId, value_type: TypeId, linkage: Linkage, visibility: Visibility, dll_storage: DllStorage, unnamed_address: UnnamedAddress)

/// `flag` holds of `global`.
GlobalFlagRow global_flag(global: ValueId, flag: GlobalFlag)

/// `global` is a global variable in `address_space`.
GlobalVariable global_variable(global: ValueId, address_space: u32)

/// The global variable `global` is initialised to `initializer`.
GlobalInitializer global_initializer(global: ValueId, initializer: ValueId)

/// Each thread has its own copy of `global`, found as `mode` says.
ThreadLocal thread_local(global: ValueId, mode: ThreadLocalMode)

/// `global` is placed in `section`.
GlobalSection global_section(global: ValueId, section: Text)

/// `global` is aligned to `alignment` bytes.
GlobalAlignment global_alignment(global: ValueId, alignment: u32)

/// `global` belongs to the comdat `comdat`.
GlobalComdat global_comdat(global: ValueId, comdat: Text)

/// `alias` is another name for `aliasee`.
Alias alias(alias: ValueId, aliasee: ValueId)

/// `ifunc` is a function that `resolver` chooses when the program is loaded.
IFunc ifunc(ifunc: ValueId, resolver: ValueId)

/// `metadata` is attached to `global` as an attachment of kind `attachment_kind`, as in `dbg`.
GlobalMetadata global_metadata(global: ValueId, attachment_kind: Text, metadata: MetadataId)

@group "functions" "Functions"

/// `function`, as an operand `value`, has type `function_type` and the calling convention with the
/// number `calling_convention`.
Function function(function: FunctionId, value: ValueId, function_type: TypeId, calling_convention: u32)

/// The calling convention `number` is written `name`.
CallingConvention calling_convention(number: u32, name: Text)

/// `function` is the intrinsic `intrinsic`: its name without the suffix of overloaded types.
Intrinsic intrinsic(function: FunctionId, intrinsic: Text)

/// With the type that it has, the intrinsic `function` is to be called `name`: its suffix names the
/// overloaded types. An intrinsic that cannot have its type has no row.
IntrinsicName intrinsic_name(function: FunctionId, name: Text)

/// `function` asks for the garbage collection strategy `collector`.
GarbageCollector garbage_collector(function: FunctionId, collector: Text)

/// Exceptions in `function` are handled by `personality`.
Personality personality(function: FunctionId, personality: ValueId)

/// `data` lies directly before the entry point of `function`.
PrefixData prefix_data(function: FunctionId, data: ValueId)

/// `data` is placed at the entry point of `function`, before its code.
PrologueData prologue_data(function: FunctionId, data: ValueId)

/// `block`, as an operand `value`, is the block at `position` of `function`. The one at 0 is the
/// entry.
Block block(block: BlockId, function: FunctionId, position: u32, value: ValueId)

@group "attributes" "Attributes of functions, parameters, results and call sites"

/// `attribute` is an attribute called `name`.
Attribute attribute(attribute: AttributeId, name: Text)

/// `attribute` has the integer argument `integer`, encoded as LLVM-C 22 gives it (`memory`,
/// `allocsize` and their like pack several parts; the attribute's own text shows them).
AttributeInteger attribute_integer(attribute: AttributeId, integer: u64)

/// `attribute` is a string attribute with the argument `string`.
AttributeString attribute_string(attribute: AttributeId, string: Text)

/// `attribute` has the type argument `type`.
AttributeType attribute_type(attribute: AttributeId, r#type: TypeId)

/// The range at `position` of `attribute` (`range`, `initializes`) goes from `lower` up to, but not
/// including, `upper`, both in signed decimal.
AttributeRange attribute_range(attribute: AttributeId, position: u32, lower: Text, upper: Text)

/// `function` has `attribute`.
FunctionAttribute function_attribute(function: FunctionId, attribute: AttributeId)

/// The result of `function` has `attribute`.
ReturnAttribute return_attribute(function: FunctionId, attribute: AttributeId)

/// The parameter at `position` of `function` has `attribute`.
ParameterAttribute parameter_attribute(function: FunctionId, position: u32, attribute: AttributeId)

/// The call `instruction` has `attribute` as a function attribute.
CallAttribute call_attribute(instruction: InstructionId, attribute: AttributeId)

/// The result of the call `instruction` has `attribute`.
CallReturnAttribute call_return_attribute(instruction: InstructionId, attribute: AttributeId)

/// The argument at `position` of the call `instruction` has `attribute`.
CallArgumentAttribute call_argument_attribute(instruction: InstructionId, position: u32, attribute: AttributeId)

@group "instructions" "What all instructions have"

/// `instruction` applies `opcode` in `block` of `function`; `position` counts the instructions of
/// the function.
Instruction instruction(instruction: InstructionId, function: FunctionId, block: BlockId, position: u32, opcode: Opcode)

/// `instruction` computes `result`. Instructions of type `void` have no result.
InstructionResult instruction_result(instruction: InstructionId, result: ValueId)

/// Operand `position` of `instruction` is `operand`, in the order of LLVM's own operand list:
/// arguments, bundle inputs, targets, callee; branch targets; a phi's incoming values.
InstructionOperand instruction_operand(instruction: InstructionId, position: u32, operand: ValueId)

/// `flag` holds of `instruction`.
InstructionFlagRow instruction_flag(instruction: InstructionId, flag: InstructionFlag)

/// `instruction` is `fneg` or `freeze`, as `opcode` says, of `operand`.
UnaryInstruction unary_instruction(instruction: InstructionId, opcode: Opcode, operand: ValueId)

/// `instruction` applies the arithmetic or bitwise `opcode` to `first_operand` and
/// `second_operand`.
BinaryInstruction binary_instruction(instruction: InstructionId, opcode: Opcode, first_operand: ValueId, second_operand: ValueId)

/// `instruction` converts `operand` to `to_type` as `opcode` says.
ConversionInstruction conversion_instruction(instruction: InstructionId, opcode: Opcode, operand: ValueId, to_type: TypeId)

/// `instruction` is `icmp` or `fcmp`, as `opcode` says, and tests whether `predicate` holds of
/// `first_operand` and `second_operand`.
ComparisonInstruction comparison_instruction(instruction: InstructionId, opcode: Opcode, predicate: Predicate, first_operand: ValueId, second_operand: ValueId)

/// The phi `instruction` is `value` when control came from `block`; `position` counts its pairs.
PhiIncoming phi_incoming(instruction: InstructionId, position: u32, value: ValueId, block: BlockId)

/// `instruction` is `true_value` where `condition` holds, else `false_value`.
SelectInstruction select_instruction(instruction: InstructionId, condition: ValueId, true_value: ValueId, false_value: ValueId)

/// `instruction` takes the next variable argument, of type `type`, from the list at `list`.
VAArgInstruction va_arg_instruction(instruction: InstructionId, list: ValueId, r#type: TypeId)

@group "memory" "Loads, stores, atomics and address computation"

/// `instruction` reserves room in the stack frame for `element_count` elements of `type`, aligned
/// to `alignment` bytes, in `address_space`.
AllocaInstruction alloca_instruction(instruction: InstructionId, r#type: TypeId, element_count: ValueId, alignment: u32, address_space: u32)

/// `instruction` reads a value of `type` through the pointer `address`, which is aligned to
/// `alignment` bytes.
LoadInstruction load_instruction(instruction: InstructionId, r#type: TypeId, address: ValueId, alignment: u32)

/// `instruction` writes `value` through the pointer `address`, which is aligned to `alignment`
/// bytes.
StoreInstruction store_instruction(instruction: InstructionId, value: ValueId, address: ValueId, alignment: u32)

/// The load, store, fence or atomicrmw `instruction` is atomic with ordering `ordering`.
AtomicOrdering atomic_ordering(instruction: InstructionId, ordering: Ordering)

/// The atomic `instruction` synchronises only within `synchronization_scope`. Instructions that
/// synchronise with the whole system have no row.
SynchronizationScope synchronization_scope(instruction: InstructionId, synchronization_scope: Text)

/// `instruction` replaces what is at `address` by `replacement` if it is `expected`, with
/// `success_ordering` if it was and `failure_ordering` if not; `alignment` is in bytes.
CmpXchgInstruction cmpxchg_instruction(instruction: InstructionId, address: ValueId, expected: ValueId, replacement: ValueId, success_ordering: Ordering, failure_ordering: Ordering, alignment: u32)

/// `instruction` applies `operation` to what is at `address` and `value`, and stores the result
/// there; `alignment` is in bytes.
AtomicRmwInstruction atomicrmw_instruction(instruction: InstructionId, operation: AtomicOperation, address: ValueId, value: ValueId, alignment: u32)

/// `instruction` computes an address from `base`, stepping over elements of type `source_type`.
GetElementPtrInstruction getelementptr_instruction(instruction: InstructionId, source_type: TypeId, base: ValueId)

/// The index at `position` of the getelementptr `instruction` is `index`.
GetElementPtrIndex getelementptr_index(instruction: InstructionId, position: u32, index: ValueId)

@group "aggregates" "Vectors and aggregates"

/// `instruction` takes the element at `index` out of `vector`.
ExtractElementInstruction extractelement_instruction(instruction: InstructionId, vector: ValueId, index: ValueId)

/// `instruction` is `vector` with the element at `index` replaced by `element`.
InsertElementInstruction insertelement_instruction(instruction: InstructionId, vector: ValueId, element: ValueId, index: ValueId)

/// `instruction` picks the elements of its result from `first_vector` and `second_vector`.
ShuffleVectorInstruction shufflevector_instruction(instruction: InstructionId, first_vector: ValueId, second_vector: ValueId)

/// The lane at `position` of the shufflevector `instruction` is the element at `element_index` of
/// the concatenation of its vectors. A lane without a row is poison.
ShuffleMask shuffle_mask(instruction: InstructionId, position: u32, element_index: u32)

/// `instruction` takes a member out of `aggregate`.
ExtractValueInstruction extractvalue_instruction(instruction: InstructionId, aggregate: ValueId)

/// `instruction` is `aggregate` with a member replaced by `value`.
InsertValueInstruction insertvalue_instruction(instruction: InstructionId, aggregate: ValueId, value: ValueId)

/// At depth `position`, the extractvalue or insertvalue `instruction` goes to the member at
/// `member_index`.
AggregateIndex aggregate_index(instruction: InstructionId, position: u32, member_index: u32)

@group "control-flow" "Terminators"

/// Control may go from `block` to `successor`, as the target at `position` of its terminator.
BlockSuccessor block_successor(block: BlockId, position: u32, successor: BlockId)

/// `block` ends with the terminator `instruction`. A block without one has no row.
BlockTerminator block_terminator(block: BlockId, instruction: InstructionId)

/// The ret `instruction` returns `value`. Without a row it returns nothing.
ReturnValue return_value(instruction: InstructionId, value: ValueId)

/// The br `instruction` goes to `target`.
UnconditionalBranch unconditional_branch(instruction: InstructionId, target: BlockId)

/// The br `instruction` goes to `true_target` if `condition` holds, else to `false_target`.
ConditionalBranch conditional_branch(instruction: InstructionId, condition: ValueId, true_target: BlockId, false_target: BlockId)

/// The switch `instruction` goes to `default_target` if no case equals `condition`.
SwitchInstruction switch_instruction(instruction: InstructionId, condition: ValueId, default_target: BlockId)

/// The case at `position` of the switch `instruction` goes to `target` when the condition is
/// `value`.
SwitchCase switch_case(instruction: InstructionId, position: u32, value: ValueId, target: BlockId)

/// The indirectbr `instruction` goes to the block whose address is `address`.
IndirectBranch indirectbr_instruction(instruction: InstructionId, address: ValueId)

/// The target at `position` of the indirectbr or callbr `instruction` is `target`; of a callbr, the
/// fallthrough is not counted.
IndirectTarget indirect_target(instruction: InstructionId, position: u32, target: BlockId)

@group "calls" "Calls"

/// `instruction` is `call`, `invoke` or `callbr`, as `opcode` says, of `callee` by the type
/// `function_type` and the calling convention with the number `calling_convention`.
CallInstruction call_instruction(instruction: InstructionId, opcode: Opcode, callee: ValueId, function_type: TypeId, calling_convention: u32)

/// The argument at `position` of the call `instruction` is `argument`.
CallArgument call_argument(instruction: InstructionId, position: u32, argument: ValueId)

/// The call `instruction` is marked `kind`.
TailCall tail_call(instruction: InstructionId, kind: TailCallKind)

/// The invoke `instruction` goes to `normal_target` when the callee returns and to `unwind_target`
/// when it throws.
InvokeInstruction invoke_instruction(instruction: InstructionId, normal_target: BlockId, unwind_target: BlockId)

/// The callbr `instruction` falls through to `default_target`.
CallBrInstruction callbr_instruction(instruction: InstructionId, default_target: BlockId)

/// The operand bundle at `position` of the call `instruction` has tag `tag` and `input_count`
/// inputs.
OperandBundle operand_bundle(instruction: InstructionId, position: u32, tag: Text, input_count: u32)

/// The input at `position` of the operand bundle at `bundle` of the call `instruction` is `value`.
OperandBundleInput operand_bundle_input(instruction: InstructionId, bundle: u32, position: u32, value: ValueId)

@group "exceptions" "Exception handling"

/// The clause at `position` of the landingpad `instruction` is `kind` `value`.
LandingPadClause landingpad_clause(instruction: InstructionId, position: u32, kind: ClauseKind, value: ValueId)

/// The resume `instruction` goes on unwinding with `value`.
ResumeInstruction resume_instruction(instruction: InstructionId, value: ValueId)

/// `instruction` is `catchswitch`, `catchpad` or `cleanuppad`, as `opcode` says, within `parent`.
FuncletPad funclet_pad(instruction: InstructionId, opcode: Opcode, parent: ValueId)

/// The argument at `position` of the catchpad or cleanuppad `instruction` is `argument`.
FuncletPadArgument funclet_pad_argument(instruction: InstructionId, position: u32, argument: ValueId)

/// The handler at `position` of the catchswitch `instruction` is `handler`.
CatchSwitchHandler catchswitch_handler(instruction: InstructionId, position: u32, handler: BlockId)

/// The catchret `instruction` leaves `pad` for `target`.
CatchRetInstruction catchret_instruction(instruction: InstructionId, pad: ValueId, target: BlockId)

/// The cleanupret `instruction` leaves `pad`.
CleanupRetInstruction cleanupret_instruction(instruction: InstructionId, pad: ValueId)

/// The catchswitch or cleanupret `instruction` unwinds to `target`. Without a row it unwinds to the
/// caller.
UnwindTarget unwind_target(instruction: InstructionId, target: BlockId)

@group "metadata" "Metadata"

/// `metadata` is metadata of kind `kind`.
Metadata metadata(metadata: MetadataId, kind: MetadataKind)

/// The node `metadata` is distinct: equal content does not make it the same as another.
DistinctMetadata distinct_metadata(metadata: MetadataId)

/// `metadata` is the string `text`.
MetadataString metadata_string(metadata: MetadataId, text: Text)

/// `metadata` wraps `value`, a constant or local value.
ValueMetadata value_metadata(metadata: MetadataId, value: ValueId)

/// `metadata` is a tuple with `operand_count` operands, null ones counted.
MetadataTuple metadata_tuple(metadata: MetadataId, operand_count: u32)

/// Operand `position` of the tuple or `GenericDINode` `metadata` is `operand_metadata`. Null
/// operands have no row.
MetadataOperandRow metadata_operand(metadata: MetadataId, position: u32, operand_metadata: MetadataId)

/// `field` of the specialized node `metadata` is `text`: the content of a string, or a number,
/// flag or name as LLVM writes it. A field that LLVM leaves out because it has its default has no
/// row. The elements of a `DIExpression` are the fields `0`, `1`, ….
MetadataField metadata_field(metadata: MetadataId, field: Text, text: Text)

/// `field` of the specialized node `metadata` is the node `referenced_metadata`.
MetadataReference metadata_reference(metadata: MetadataId, field: Text, referenced_metadata: MetadataId)

/// `metadata` is attached to `instruction` as an attachment of kind `attachment_kind`. The debug
/// location is in `instruction_location`.
InstructionMetadata instruction_metadata(instruction: InstructionId, attachment_kind: Text, metadata: MetadataId)

@group "debug" "Source locations and variables"

/// `instruction` comes from the source at `location`.
InstructionLocation instruction_location(instruction: InstructionId, location: MetadataId)

/// `location` is `line` and `column` of the file of `scope`, both counted from 1. LLVM itself writes
/// 0 for code that belongs to no line, and for a column that was not recorded.
SourceLocation source_location(location: MetadataId, line: u32, column: u32, scope: MetadataId)

/// The code at `location` was inlined at the call at `call_location`.
InlinedAt inlined_at(location: MetadataId, call_location: MetadataId)

/// `scope` lies in `subprogram`: it is the subprogram itself or a block within it.
ScopeSubprogram scope_subprogram(scope: MetadataId, subprogram: MetadataId)

/// The source of `scope` is in `file`.
ScopeFile scope_file(scope: MetadataId, file: MetadataId)

/// `file` is the source file `name`, relative to `directory`.
SourceFile source_file(file: MetadataId, name: Text, directory: Text)

/// `subprogram` is called `name` in the source and begins at `line`. LLVM itself writes line 0 where
/// there is none.
Subprogram subprogram(subprogram: MetadataId, name: Text, line: u32)

/// `variable`, local or global, is called `name` in the source and is declared at `line`. LLVM itself
/// writes line 0 where there is none.
SourceVariable source_variable(variable: MetadataId, name: Text, line: u32)

/// The debug record at `position` before `instruction` is of kind `kind`.
DebugRecord debug_record(instruction: InstructionId, position: u32, kind: DebugRecordKind)

/// The debug record at `position` before `instruction` comes from the source at `location`.
DebugRecordLocation debug_record_location(instruction: InstructionId, position: u32, location: MetadataId)

/// The debug record at `position` before `instruction` says where `variable` is: its operands,
/// taken as `expression` says.
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

/// `memory_location`, a target of pointers or a place where pointers are stored, is `offset` bytes
/// after the start of `object`. If it has a stride, it also stands for further offsets of the
/// object.
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
/// the pointer may be external, points nowhere, is inline assembly, or only points to functions
/// with other parameters.
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

/// `width` bits of `structure` from bit `bit_offset` on lie in a word of bit fields and belong to
/// none of them.
BitFieldPadding bit_field_padding(structure: StructureId, bit_offset: u64, width: u32)

/// The store `instruction` writes `bit_field` back as it was read, and may make it poison, for
/// `reason`.
BitFieldLeak bit_field_leak(instruction: InstructionId, bit_field: BitFieldId, reason: LeakReason)

/// The load `instruction` reads several members at once, in `width` bits; a load of a vector with
/// elements of `element_width` bits would keep them separate.
CombinedLoad combined_load(instruction: InstructionId, width: u32, element_width: u32)

@derived "undefined-behavior" "Undef, poison and undefined behaviour"

/// Part `part` of `value` may be poison, because part `source_part` of `source` may be poison by
/// itself, for `reason`. The parts of a vector are its elements, those of an aggregate its
/// innermost members; a value that is neither, or has more than 16 parts, is one part.
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

@answer "names" "Names and places in the source"

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

/// A pointer to `memory_location` points to `name` in the source: to the structure rather than its
/// first member.
PointeeName pointee_name(memory_location: MemoryLocationId, name: Text)

/// The memory at `memory_location` is called `name` in the source: the first member rather than the
/// structure.
MemoryName memory_name(memory_location: MemoryLocationId, name: Text)

@answer "pointer-questions" "Subjects of a question about pointers"

/// The question is about `value`.
AskedValue asked_value(value: ValueId)

/// The question is about the memory to which `address` points.
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

/// The content of `object` is not tracked, because points-to sets became too large: it counts as
/// escaped.
GivenUpObject given_up_object(object: ObjectId)

@answer "wrapped-calls" "Functions run by library functions that a line calls"

/// The call `instruction` may run the library function `wrapper`, which ends up running `function`:
/// a function of the program or, if there is none, a library function that a pointer points to.
WrappedCall wrapped_call(instruction: InstructionId, wrapper: FunctionId, function: FunctionId)

/// The call `instruction` may run the library function `wrapper`, which reaches an indirect call
/// with unknown callees: the pointer may be external, or is used in a library function that runs
/// for many callers.
UnresolvedWrappedCall unresolved_wrapped_call(instruction: InstructionId, wrapper: FunctionId)

@answer "aliases" "Pointers that can point to the same memory"

/// `answer` says whether any of the pairs in the question can point to the same byte. It is `must`
/// only if all of them must.
AliasAnswer alias_answer(answer: AliasKind)

/// `answer` says whether `value` and `other_value` can point to the same byte.
ValueAlias value_alias(value: ValueId, other_value: ValueId, answer: AliasKind)

/// `value` and `other_value` can both point to `pointee`.
SharedObject shared_object(value: ValueId, other_value: ValueId, pointee: MemoryLocationId)

/// `value` and `other_value` can both point to external or escaped memory.
SharedExternal shared_external(value: ValueId, other_value: ValueId)

@answer "explanation" "A derivation, step by step"

/// Step number `step`, counted from 1, derives `fact` by `rule`, which says `sentence`.
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
