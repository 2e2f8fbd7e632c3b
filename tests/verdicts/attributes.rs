//! Compares the table of attributes with LLVM: for each attribute, and each place (a function, or a parameter or result
//! of each kind of type), LLVM's verifier must allow the attribute exactly if the table does.

use std::collections::BTreeSet;

use extractor::Input;
use extractor::inkwell::attributes::{Attribute, AttributeLoc};
use extractor::inkwell::context::Context;
use extractor::inkwell::module::Module;
use extractor::inkwell::types::AnyType;
use rules::checks::attributes::{PROPERTIES, Properties, Types};

/// Attributes that LLVM-C can only create from text.
const FROM_TEXT: [&str; 2] = ["initializes", "range"];

#[test]
fn the_table_has_all_attributes_of_llvm() {
    let kinds: BTreeSet<u32> =
        PROPERTIES.iter().map(|row| Attribute::get_named_enum_kind_id(row.name)).collect();
    // LLVM returns one more than the number of the last kind.
    let all: BTreeSet<u32> = (1..Attribute::get_last_enum_kind_id()).collect();
    assert_eq!(kinds, all);
    assert_eq!(PROPERTIES.len(), all.len(), "no attribute is listed twice");
}

#[test]
fn llvm_allows_what_the_table_does_on_functions() {
    for row in PROPERTIES.iter().filter(|row| !FROM_TEXT.contains(&row.name)) {
        let refused = refuses("declare void @f()", row, AttributeLoc::Function);
        assert_eq!(!refused, row.function, "{} on a function", row.name);
    }
}

#[test]
fn llvm_allows_what_the_table_does_on_parameters() {
    for row in PROPERTIES.iter().filter(|row| !FROM_TEXT.contains(&row.name)) {
        for (text, is_of) in TYPES.iter().filter(|it| it.0 != "void") {
            let text = format!("declare void @llvm.f({text})");
            let refused = refuses(&text, row, AttributeLoc::Param(0));
            let allowed = row.parameter && is_of.contains(&row.types);
            assert_eq!(!refused, allowed, "{} on the parameter of `{text}`", row.name);
        }
    }
}

#[test]
fn llvm_allows_what_the_table_does_on_results() {
    for row in PROPERTIES.iter().filter(|row| !FROM_TEXT.contains(&row.name)) {
        for (text, is_of) in TYPES {
            let text = format!("declare {text} @llvm.f()");
            let refused = refuses(&text, row, AttributeLoc::Return);
            let allowed = row.result && is_of.contains(&row.types);
            assert_eq!(!refused, allowed, "{} on the result of `{text}`", row.name);
        }
    }
}

/// Types, and their classes in the table.
const TYPES: &[(&str, &[Types])] = {
    use Types::*;
    &[
        ("i1", &[All, Values, Integers, IntegerVectors]),
        ("i64", &[All, Values, Integers, IntegerVectors]),
        ("<2 x i32>", &[All, Values, IntegerVectors]),
        ("<vscale x 2 x i32>", &[All, Values, IntegerVectors]),
        ("ptr", &[All, Values, Pointers, PointerVectors]),
        ("ptr addrspace(3)", &[All, Values, Pointers, PointerVectors]),
        ("<2 x ptr>", &[All, Values, PointerVectors]),
        ("half", &[All, Values, Floats]),
        ("x86_fp80", &[All, Values, Floats]),
        ("<2 x float>", &[All, Values, Floats]),
        ("[2 x [3 x float]]", &[All, Values, Floats]),
        ("{ <2 x float>, <2 x float> }", &[All, Values, Floats]),
        ("{ float, double }", &[All, Values]),
        ("{ [2 x float] }", &[All, Values]),
        ("[2 x { float }]", &[All, Values]),
        ("[2 x i32]", &[All, Values]),
        ("[2 x ptr]", &[All, Values]),
        ("{ i32 }", &[All, Values]),
        ("{}", &[All, Values]),
        ("void", &[All]),
    ]
};

/// Whether LLVM rejects the attribute at this place of the module's only function.
fn refuses(text: &str, row: &Properties, place: AttributeLoc) -> bool {
    let context = Context::create();
    let input = Input { name: "test".to_owned(), content: text.as_bytes().to_vec() };
    let module = extractor::read(&context, &input).expect("the module is well-formed");
    let attribute = attribute(&context, row.name);
    let function = module.get_first_function().expect("the module has a function");
    function.add_attribute(place, attribute);
    refuses_attribute(&module)
}

/// Whether the verifier's message is about a property in the table. The attribute may be invalid for many other
/// reasons.
fn refuses_attribute(module: &Module) -> bool {
    let message = module.verify().err().map(|message| message.to_string()).unwrap_or_default();
    message.contains("does not apply") || message.contains("applied to incompatible type")
}

/// An attribute with a well-formed argument.
fn attribute(context: &Context, name: &str) -> Attribute {
    let kind = Attribute::get_named_enum_kind_id(name);
    let argument = match name {
        "byref" | "byval" | "elementtype" | "inalloca" | "preallocated" | "sret" => {
            let pointee = context.i32_type().as_any_type_enum();
            return context.create_type_attribute(kind, pointee);
        }
        "align" | "alignstack" | "dereferenceable" | "dereferenceable_or_null" => 8,
        "allockind" | "nofpclass" | "uwtable" => 1,
        "allocsize" => u32::MAX.into(),
        "vscale_range" => 1 << 32 | 1,
        _ => 0,
    };
    context.create_enum_attribute(kind, argument)
}
