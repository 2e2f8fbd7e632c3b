//! Modules that LLVM's parsers reject, so that no file can contain them: modules that a program is
//! still building or taking apart. Extraction accepts them.

use extractor::inkwell::builder::Builder;
use extractor::inkwell::context::Context;
use extractor::inkwell::module::Module;
use extractor::inkwell::types::IntType;
use extractor::inkwell::values::{BasicValue, FunctionValue, InstructionValue, IntValue};
use facts_schema::view::Index;
use facts_schema::*;

use crate::comparison::assert_same;
use crate::index::Strict;
use crate::llvm::Sample;

/// A module with a function `i32 @f(i32 %a, i64 %b)` that has no block yet.
struct Workshop<'c> {
    context: &'c Context,
    module: Module<'c>,
    builder: Builder<'c>,
    function: FunctionValue<'c>,
    word: IntType<'c>,
}

impl<'c> Workshop<'c> {
    fn new(context: &'c Context) -> Self {
        let module = context.create_module("workshop");
        let word = context.i32_type();
        let parameters = [word.into(), context.i64_type().into()];
        let function = module.add_function("f", word.fn_type(&parameters, false), None);
        for (parameter, name) in function.get_param_iter().zip(["a", "b"]) {
            parameter.set_name(name);
        }
        Self { context, module, builder: context.create_builder(), function, word }
    }

    fn start_block(&self, name: &str) {
        let block = self.context.append_basic_block(self.function, name);
        self.builder.position_at_end(block);
    }

    /// `%name = add i32 %a, 1`.
    fn sum(&self, name: &str) -> IntValue<'c> {
        let parameter = self.function.get_nth_param(0).expect("a parameter").into_int_value();
        let one = self.word.const_int(1, false);
        self.builder.build_int_add(parameter, one, name).expect("a sum")
    }

    /// The same as an instruction.
    fn add(&self, name: &str) -> InstructionValue<'c> {
        self.sum(name).as_instruction().expect("an instruction")
    }

    fn sample(&self, name: &str) -> Sample {
        Sample::of(name, &self.module)
    }
}

#[test]
fn a_block_without_instructions() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("empty");
    workshop.start_block("");
    let sample = workshop.sample("empty blocks");
    assert_eq!(sample.facts.block.len(), 2);
    assert_eq!(sample.facts.block_terminator, []);
    assert_eq!(sample.facts.block_successor, []);
    assert_same(&sample);
}

#[test]
fn a_block_without_a_terminator() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("open");
    workshop.add("sum");
    let sample = workshop.sample("open block");
    assert_eq!(sample.facts.instruction.len(), 1);
    assert_eq!(sample.facts.block_terminator, []);
    assert_same(&sample);
}

#[test]
fn a_terminator_in_the_middle_of_a_block() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("");
    workshop.builder.build_unreachable().expect("an instruction");
    workshop.add("dead");
    let sample = workshop.sample("early terminator");
    let opcodes: Vec<_> = sample.facts.instruction.iter().map(|row| row.opcode).collect();
    assert_eq!(opcodes, [Opcode::Unreachable, Opcode::Add]);
    assert_eq!(sample.facts.block_terminator, [], "the block does not end with it");
    assert_same(&sample);
}

#[test]
fn a_phi_without_its_predecessors() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("entry");
    let entry = workshop.function.get_first_basic_block().expect("a block");
    let next = context.append_basic_block(workshop.function, "next");
    workshop.builder.build_unconditional_branch(next).expect("a branch");
    workshop.builder.position_at_end(next);
    let none = workshop.builder.build_phi(workshop.word, "none").expect("a phi");
    let twice = workshop.builder.build_phi(workshop.word, "twice").expect("a phi");
    let (one, two) = (workshop.word.const_int(1, false), workshop.word.const_int(2, false));
    twice.add_incoming(&[(&one, entry), (&two, entry), (&none.as_basic_value(), next)]);
    workshop.builder.build_return(Some(&twice.as_basic_value())).expect("a return");
    let sample = workshop.sample("phis");
    assert_eq!(sample.facts.phi_incoming.len(), 3);
    assert_same(&sample);
}

#[test]
fn operands_of_wrong_types() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("entry");
    let sum = workshop.add("sum");
    let wide = workshop.function.get_nth_param(1).expect("a parameter");
    assert!(sum.set_operand(1, wide));
    let null = context.ptr_type(Default::default()).const_null();
    let pointer = workshop.builder.build_load(workshop.word, null, "loaded").expect("a load");
    let load = pointer.as_instruction_value().expect("an instruction");
    assert!(load.set_operand(0, context.f64_type().const_float(0.5)));
    let result = workshop.builder.build_return(Some(&wide)).expect("a return");
    let global = workshop.module.add_global(workshop.word, None, "global");
    global.set_initializer(&context.i64_type().const_int(7, false));
    let sample = workshop.sample("types");
    assert_eq!(result.get_num_operands(), 1);
    assert_same(&sample);
}

#[test]
fn a_value_of_another_function() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("entry");
    let sum = workshop.add("sum");
    let other = workshop.module.add_function("g", workshop.function.get_type(), None);
    let foreign = other.get_nth_param(1).expect("a parameter");
    foreign.set_name("foreign");
    assert!(sum.set_operand(0, foreign));
    let facts = workshop.sample("foreign value").facts;
    let operand = Index::new(&facts).binary_instruction.get(InstructionId(0)).first_operand;
    assert_eq!(facts.symbol(operand), "@g:%foreign");
    assert_eq!(facts.value[operand.index()].kind, ValueKind::Argument);
}

#[test]
fn an_instruction_that_was_taken_out_of_its_block() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("entry");
    let taken = workshop.sum("taken");
    let user = workshop.add("user");
    assert!(user.set_operand(0, taken));
    let taken = taken.as_instruction().expect("an instruction");
    taken.remove_from_basic_block();
    let facts = workshop.sample("taken instruction").facts;
    assert_eq!(facts.instruction.len(), 1);
    let operand = Index::new(&facts).binary_instruction.get(InstructionId(0)).first_operand;
    assert_eq!(facts.value[operand.index()].kind, ValueKind::Instruction);
    // The operand is restored, otherwise the module could not be freed as a whole.
    user.set_operand(0, workshop.word.const_int(1, false));
}

/// LLVM's parser rejects NUL in names, but its API does not.
#[test]
fn names_with_nul() {
    let context = Context::create();
    let workshop = Workshop::new(&context);
    workshop.start_block("a\0block");
    workshop.add("an\0instruction\0");
    workshop.function.get_nth_param(0).expect("a parameter").set_name("\0");
    let sample = workshop.sample("NUL");
    assert_eq!(sample.facts.symbol(InstructionId(0)), "@f:#0");
    assert_same(&sample);
}

/// Debug records whose locations are not in a function: their scopes have the wrong kind, or form a
/// cycle.
///
/// LLVM 19 does not terminate when it converts such records to calls of intrinsics.
#[cfg(feature = "rustc-llvm")]
#[test]
fn debug_records_without_a_function() {
    const MODULE: &str = r#"
define void @f(i32 %x) {
    #dbg_value(i32 %x, !1, !DIExpression(), !7)
    #dbg_value(i32 %x, !1, !DIExpression(), !8)
    #dbg_declare(i32 %x, !1, !DIExpression(), !9)
    #dbg_label(!2, !7)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DILocalVariable(name: "nowhere", scope: !4)
!2 = !{}
!3 = !DIFile(filename: "nowhere.c", directory: "")
!4 = distinct !DILexicalBlock(scope: !4, file: !3, line: 1)
!5 = distinct !DILexicalBlock(scope: !6, file: !3, line: 2)
!6 = distinct !DILexicalBlock(scope: !5, file: !3, line: 3)
!7 = !DILocation(line: 2, scope: !2)
!8 = !DILocation(line: 3, scope: !4)
!9 = !DILocation(line: 4, scope: !5)
"#;
    let sample = Sample::new("nowhere", MODULE.as_bytes());
    assert_eq!(sample.facts.debug_record_location.len(), 4);
    assert_same(&sample);
}

/// An empty module is also a module.
#[test]
fn an_empty_module() {
    let context = Context::create();
    let sample = Sample::of("empty", &context.create_module(""));
    assert_eq!(sample.facts.module.len(), 1);
    let rows: usize =
        RelationId::ALL.iter().map(|&relation| sample.facts.row_count(relation)).sum();
    assert_eq!(rows, 1);
    assert_same(&sample);
}
