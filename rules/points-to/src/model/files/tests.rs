use std::fmt::Write as _;
use std::num::NonZeroU32;

use super::*;
use crate::model::{Effect, FreshSize, Model};

fn lookup<'m>(models: &'m Models, name: &str) -> &'m Model {
    models.lookup(name).unwrap_or_else(|| panic!("{name} has no model"))
}

/// The values that the built-in model of a function returns.
fn returned(name: &str) -> Vec<String> {
    let effects = lookup(built_in(), name).effects.iter();
    effects
        .filter_map(|it| match it {
            Effect::Return(operand) => Some(operand.to_string()),
            _ => None,
        })
        .collect()
}

#[test]
fn built_in_files_can_be_read_and_name_each_function_once() {
    let mut names = FxHashMap::default();
    for (file, text) in BUILT_IN {
        read(file, text).unwrap_or_else(|error| panic!("{error}"));
        for entry in entries(file, text).unwrap() {
            for name in &entry.get_ref().names {
                let before = names.insert(name.clone(), file);
                assert_eq!(before, None, "{name} is in {file} again");
            }
        }
    }
    let mangled = built_in_entries().iter().filter(|(file, _)| OF_MANGLED_NAMES.contains(file));
    for pattern in mangled.flat_map(|(_, entries)| entries).flat_map(|it| &it.patterns) {
        assert!(pattern.starts_with('_'), "{pattern} is not applied to all names that match");
    }
    let intrinsics = names.keys().filter(|it| it.starts_with("llvm.")).count();
    assert!(names.len() - intrinsics > 2000, "{} functions", names.len() - intrinsics);
}

#[test]
fn contracts_of_known_functions() {
    for (name, values) in [
        ("memcpy", &["0"][..]),
        ("strchr", &["0+text"]),
        ("strtok", &["[static]"]),
        ("getenv", &["[environment+?]+?"]),
        ("inet_ntop", &["2"]),
        ("bsearch", &["1+?"]),
        ("__cxa_begin_catch", &["0", "0+?", "[0]"]),
        ("__dynamic_cast", &["0+?"]),
        ("llvm.ptrmask", &["0+?"]),
        ("realpath", &["fresh", "1"]),
        ("posix_memalign", &[]),
    ] {
        assert_eq!(returned(name), values, "{name}");
    }
    let sizes = [
        ("malloc", FreshSize::Argument(0)),
        ("calloc", FreshSize::Product(0, 1)),
        ("realloc", FreshSize::Argument(1)),
        ("aligned_alloc", FreshSize::Argument(1)),
        ("posix_memalign", FreshSize::Argument(2)),
        ("_Znwm", FreshSize::Argument(0)),
        ("__rust_realloc", FreshSize::Argument(3)),
    ];
    for (name, size) in sizes {
        assert_eq!(lookup(built_in(), name).fresh, size, "{name}");
    }
    // A program's own implementation of `__rust_alloc` need not align memory beyond the requested alignment.
    for (name, alignment) in [("malloc", 8), ("_Znwm", 8), ("__rdl_alloc", 8), ("__rust_alloc", 1)]
    {
        let known = lookup(built_in(), name).alignment.map_or(1, NonZeroU32::get);
        assert_eq!(known, alignment, "{name}");
    }
}

#[test]
fn mangled_names_find_their_models() {
    let rust_alloc = lookup(built_in(), "__rust_alloc");
    for name in ["_RNvCs3bLqTZ7gk5_7___rustc12___rust_alloc", "__rg_alloc", "__rust_alloc_zeroed"] {
        assert_eq!(lookup(built_in(), name), rust_alloc);
    }
    let default = lookup(built_in(), "_RNvCs3bLqTZ7gk5_7___rustc11___rdl_alloc");
    assert_eq!(lookup(built_in(), "__rdl_alloc_zeroed"), default);
    assert!(default.overrides_body && !rust_alloc.overrides_body);
    let nothing = |name| lookup(built_in(), name).effects.is_empty();
    assert!(nothing("_RNvCs3bLqTZ7gk5_7___rustc35___rust_no_alloc_shim_is_unstable_v2"));
    assert!(nothing("__asan_report_load8"));
    assert!(nothing("__udivti3") && nothing("__ashlti3") && nothing("__multf3"));
    assert!(nothing("_ZNSt8ios_base4InitC1Ev"));
    assert!(nothing("llvm.sin") && nothing("llvm.vp.fadd"));

    // std::ostream& std::operator<<(std::ostream&, const char*), std::ostream::operator<<(int)
    let insert = "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc";
    for name in [insert, "_ZNSolsEi", "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"]
    {
        assert_eq!(returned(name), ["0"], "{name}");
    }
    let string = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
    assert_eq!(returned(&format!("{string}9_M_createERmm")), ["fresh"]);
    assert_eq!(returned(&format!("{string}13_M_local_dataEv")), ["0+16"]);
    assert_eq!(returned(&format!("{string}6appendEPKc")), ["0"]);
    assert_eq!(returned(&format!("{string}5eraseEmm")), ["0", "[0]+text"]);
    let is_thrown = |it: &Effect| matches!(it, Effect::Throw { .. });
    for name in
        ["_ZSt20__throw_length_errorPKc", "_ZN4core9panicking9panic_fmt17h0123456789abcdefE"]
    {
        assert!(lookup(built_in(), name).effects.iter().any(is_thrown), "{name}");
    }
    let main = lookup(built_in(), "_ZN3std2rt19lang_start_internal17h0123456789abcdefE");
    assert!(matches!(main.effects[..], [Effect::Call(_), ..]));
    // Names that programs define themselves have no model.
    for name in ["main", "_Z3foov", "_ZN3foo3barEv", "_ZN4mine5alloc3vec3fooE", "llvm.unheard.of"] {
        assert!(built_in().lookup(name).is_none(), "{name}");
    }
    // Rust functions: <demo::Point as Debug>::fmt, in either mangling scheme; <demo::Word as FromStr>::from_str;
    // and <core::str::Split<demo::main::{closure}> as Iterator>::next, which calls the closure.
    for name in [
        "_RNvXs_Cs4VVcSd1KQcs_4demoNtB4_5PointNtNtCsgEmfK2I1SDS_4core3fmt5Debug3fmt",
        "_ZN52_$LT$demo..Point$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
        "_RNvXs_Cs4VVcSd1KQcs_4demoNtB4_4WordNtNtNtCsgEmfK2I1SDS_4core3str6traits7FromStr8from_str",
        "_RNvXs_NtNtCsgEmfK2I1SDS_4core3str4iterINtB5_5SplitNCNvCs4VVcSd1KQcs_4demo4main0ENtNtNtB9_4iter6traits8iterator8Iterator4next",
    ] {
        assert!(built_in().lookup(name).is_none(), "{name}");
    }
}

#[test]
fn models_of_the_user_override_built_in_models() {
    let one = "[[function]]\nnames = [\"malloc\"]\nreturns = \"static\"\n";
    let other = "[[function]]\npatterns = ['my_.*', 'mal.*']\nnothing = true\noverride = true\n";
    let models = merged([("one.toml", one), ("other.toml", other)]).unwrap();
    assert!(lookup(&models, "malloc").overrides_body);
    assert!(lookup(&models, "my_function").effects.is_empty());
    let models = merged([("other.toml", other), ("one.toml", one)]).unwrap();
    assert!(lookup(&models, "malloc").uses_static_memory());
    assert_eq!(lookup(&models, "calloc"), lookup(built_in(), "calloc"));
}

#[test]
fn errors_name_the_line() {
    let head = "# A comment\n[[function]]\nnames = [\"f\"]\n";
    for (rest, expected) in [
        ("return = 0", "m.toml:4: unknown field `return`, expected one of"),
        ("returns = \"0 + 8\"", "m.toml:4: `0 + 8` is not an operand; write an argument number"),
        ("returns = -1", "m.toml:4: `-1` is not an operand"),
        (
            "returns = true",
            "m.toml:4: invalid type: boolean `true`, expected an operand, such as `0`",
        ),
        ("", "m.toml:2: the model has no effects; if the functions do nothing with pointers, add"),
        (
            "nothing = true\nreturns = 0",
            "m.toml:2: `nothing = true` contradicts the effects of the model",
        ),
        ("returns = \"fresh\"", "m.toml:2: the model uses `fresh`, but allocates nothing"),
        ("allocates = { alignment = 24 }", "m.toml:2: `alignment` is 24; write a power of two"),
        (
            "static = \"x\"\nreturns = 0",
            "m.toml:2: the model has `static`, but no effect uses static memory",
        ),
        ("arity = 2\nreturns = 2", "m.toml:2: the model uses argument 2, but `arity` is 2"),
        (
            "arity = 1\nallocates = { size = 1 }",
            "m.toml:2: the model uses argument 1, but `arity` is 1",
        ),
        ("allocates = { size = [1] }", "m.toml:4: `size` is an argument number or a list of two"),
        ("allocates = { bytes = 1 }", "m.toml:4: unknown field `bytes`"),
        ("allocates = { size = -1 }", "m.toml:4: -1 is not an argument number"),
        (
            "patterns = [\"a\", \"(\"]\nnothing = true",
            "m.toml:2: `(` is not a regular expression: unclosed group",
        ),
        (
            "without = [\"a**)\"]\nnothing = true",
            "m.toml:2: `a**)` is not a regular expression: unopened group",
        ),
        (
            "thrown_as = [\"x\"]\nnothing = true",
            "m.toml:2: the model has `thrown_as`, but throws nothing",
        ),
        ("stores = [{ value = 0 }]", "m.toml:4: missing field `to`"),
        ("returns = ", "m.toml:4: "),
        (
            "nothing = true\n[[function]]\nnames = [\"g\", \"f\"]\nnothing = true",
            "m.toml:5: `f` already has a model in line 2; remove one",
        ),
        ("nothing = true\n[[function]]\nnothing = true", "m.toml:5: the table names no functions"),
    ] {
        let error = read("m.toml", &format!("{head}{rest}\n")).err().map(|it| it.to_string());
        let error = error.unwrap_or_else(|| panic!("{rest:?} is accepted"));
        assert!(error.starts_with(expected), "{rest:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{rest:?}: {error}");
    }
}

#[test]
fn the_example_in_the_guide_can_be_read() {
    let page = page();
    for example in page.split("```toml\n").skip(1) {
        let example = example.split("```").next().unwrap();
        read("docs/models.md", example).unwrap_or_else(|error| panic!("{error}\n{example}"));
    }
}

#[test]
fn the_guide_lists_what_is_built_in() {
    let page = page();
    let (head, _) = page.split_once(MARKER).expect("the page has the marker");
    let wanted = format!("{head}{MARKER}{}", list());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, &wanted).unwrap();
        return;
    }
    assert!(
        page == wanted,
        "docs/models.md is stale. Renew it with\n\
         BLESS=1 cargo test -p points-to"
    );
}

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/models.md");
const MARKER: &str = "<!-- From here on the page is made from the files. -->\n";

fn page() -> String {
    std::fs::read_to_string(PAGE).unwrap()
}

/// The built-in models by file: names, then patterns.
fn list() -> String {
    let mut list = String::new();
    for (file, text) in BUILT_IN {
        let entries = entries(file, text).unwrap();
        let entries = || entries.iter().map(Spanned::get_ref);
        let mut names: Vec<&str> = entries().flat_map(|it| &it.names).map(String::as_str).collect();
        names.sort_unstable();
        let about = text.split("\n\n").next().unwrap_or_default().replace("# ", "");
        let about = about.lines().take_while(|it| !it.starts_with('[')).collect::<Vec<_>>();
        let _ = write!(list, "\n### {file}: {} names\n\n{}\n", names.len(), about.join("\n"));
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
            let _ = write!(list, "\n{}\n", textwrap::fill(&names.join(", "), 100));
        }
        let patterns: Vec<&str> =
            entries().flat_map(|it| &it.patterns).map(String::as_str).collect();
        if !patterns.is_empty() {
            let _ = write!(list, "\nPatterns:\n\n```\n{}\n```\n", patterns.join("\n"));
        }
    }
    list
}
