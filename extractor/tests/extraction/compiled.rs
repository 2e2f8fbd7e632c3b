//! The same tests for programs that rustc compiles.

use std::path::Path;
use std::process::Command;

use crate::bitcode::assert_producer;
use crate::comparison::assert_same;
use crate::llvm::Sample;
use crate::reconstruct::assert_equal_twice;

/// The program that rustc compiles for these tests: generic code, closures, traits, strings,
/// panics, loops.
const PROGRAM: &str = r#"
use std::collections::BTreeMap;

trait Shape {
    fn area(&self) -> f64;
}

struct Circle(f64);
struct Square {
    side: f32,
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        3.14159 * self.0 * self.0
    }
}

impl Shape for Square {
    fn area(&self) -> f64 {
        f64::from(self.side * self.side)
    }
}

static mut COUNTER: u64 = 0;
static GREETING: &str = "Grüße, \"Welt\"\n";

enum Token {
    Number(i128),
    Word(String),
    End,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = text
        .split(' ')
        .map(|word| word.parse().map(Token::Number).unwrap_or_else(|_| Token::Word(word.into())))
        .collect();
    tokens.push(Token::End);
    tokens
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Circle(2.0)), Box::new(Square { side: 3.0 })];
    let total: f64 = shapes.iter().map(|shape| shape.area()).sum();
    let mut counts = BTreeMap::new();
    for token in tokens(GREETING) {
        let name = match token {
            Token::Number(number) if number < 0 => "negative".to_owned(),
            Token::Number(number) => (number % 1_000_000_007).to_string(),
            Token::Word(word) => word,
            Token::End => break,
        };
        *counts.entry(name).or_insert(0u8) += 1;
        unsafe { COUNTER += 1 };
    }
    println!("{total:.2} {counts:?}");
}
"#;

#[test]
fn a_rust_program_with_debug_info_can_be_written_again() {
    assert_same(&compiled(&["-g", "-Copt-level=0"]));
}

#[test]
fn an_optimized_rust_program_can_be_written_again() {
    assert_same(&compiled(&["-Copt-level=3", "-Ccodegen-units=1"]));
}

#[test]
fn an_optimized_rust_program_with_debug_info_can_be_written_again() {
    assert_same(&compiled(&["-g", "-Copt-level=2", "-Ccodegen-units=1"]));
}

#[test]
fn bitcode_of_rustc_names_its_producer() {
    assert_producer(&bitcode(&["-Copt-level=1"]));
}

#[test]
fn two_extractions_of_a_rust_program_are_equal() {
    assert_equal_twice("program.bc", &bitcode(&["-g", "-Copt-level=1"]));
}

/// The program, compiled with these options.
pub fn compiled(options: &[&str]) -> Sample {
    Sample::new(&format!("rustc {}", options.join(" ")), &bitcode(options))
}

/// The bitcode that rustc generates for the program.
fn bitcode(options: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("program.rs");
    std::fs::write(&source, PROGRAM).expect("the folder is writable");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = folder.path().join("program.bc");
    let status = Command::new(rustc)
        .args(["--emit=llvm-bc", "--edition=2021", "--crate-type=bin"])
        .args(options)
        .args([Path::new("-o"), &output, &source])
        .status()
        .expect("rustc runs");
    assert!(status.success());
    std::fs::read(output).expect("rustc has written bitcode")
}
