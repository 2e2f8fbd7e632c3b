//! Random functions without loops, in textual IR: integers of 1 to 4 bits and vectors of two of them, with all flags,
//! undef and poison as operands, freezes, diamonds with phis, aggregates, calls of a second function, and parameters
//! with and without `noundef` and `range`. For most of them, the interpreter can enumerate all inputs.

mod aggregates;
mod calls;
mod guards;
mod intrinsics;

use std::fmt::Write;

use proptest::prelude::*;

use crate::choices::Choices;

/// Modules with the function `@f`.
pub fn modules() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u16>(), 30..240).prop_map(|numbers| module(&numbers))
}

const PREDICATES: [&str; 10] = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];

/// A type: the width in bits, and whether it is a vector of two such integers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Type {
    width: usize,
    is_vector: bool,
}

impl Type {
    const BOOL: Self = Self { width: 1, is_vector: false };

    fn text(self) -> String {
        let width = self.width;
        if self.is_vector { format!("<2 x i{width}>") } else { format!("i{width}") }
    }

    /// The suffix of an intrinsic.
    fn suffix(self) -> String {
        let width = self.width;
        if self.is_vector { format!("v2i{width}") } else { format!("i{width}") }
    }

    fn with_width(self, width: usize) -> Self {
        Self { width, ..self }
    }
}

/// The state of the generator.
struct Writer<'n> {
    choices: Choices<'n>,
    body: String,
    /// The declarations of intrinsics.
    declarations: Vec<String>,
    /// The values that can be used here.
    scope: Vec<(String, Type)>,
    names: usize,
    freezes: usize,
    block: String,
    /// The function `@g`, if it is called.
    callee: Option<calls::Callee>,
    /// The types in the function.
    scalar: Type,
    vector: Type,
}

fn module(numbers: &[u16]) -> String {
    let mut choices = Choices::new(numbers);
    let width = choices.pick(&[3, 2, 4, 1]);
    let scalar = Type { width, is_vector: false };
    let vector = Type { width: choices.pick(&[2, 1]), is_vector: true };
    let mut writer = Writer {
        choices,
        body: String::new(),
        declarations: Vec::new(),
        scope: Vec::new(),
        names: 0,
        freezes: 0,
        block: "entry".to_owned(),
        callee: None,
        scalar,
        vector,
    };
    let parameters = writer.parameters();
    let has_memory = writer.choices.below(3) == 1;
    if has_memory {
        writer.line(&format!("%memory = alloca {}", scalar.text()));
        writer.line("%flag = alloca i1");
        writer.line(&format!("%target = alloca {}", scalar.text()));
        writer.line("%pointer = alloca ptr");
    }
    writer.instructions(6, has_memory);
    for _ in 0..writer.choices.below(3) {
        writer.diamond(has_memory);
        writer.instructions(4, has_memory);
    }
    if writer.choices.below(2) == 0 {
        writer.combine();
    }
    let (name, r#type) = match writer.choices.below(4) {
        1 if !writer.scope.is_empty() => {
            let at = writer.choices.below(writer.scope.len());
            writer.scope[at].clone()
        }
        _ => writer.scope.last().cloned().unwrap_or(("undef".to_owned(), scalar)),
    };
    writer.line(&format!("ret {} {name}", r#type.text()));
    let promise = if writer.choices.below(8) == 1 { "noundef " } else { "" };
    let Writer { body, mut declarations, callee, .. } = writer;
    declarations.sort();
    declarations.dedup();
    let result = r#type.text();
    let header = format!("define {promise}{result} @f({}) {{\nentry:\n", parameters.join(", "));
    let callee = callee.map(|callee| callee.text).unwrap_or_default();
    format!("{header}{body}}}\n{callee}{}", declarations.concat())
}

impl Writer<'_> {
    fn parameters(&mut self) -> Vec<String> {
        let mut parameters = Vec::new();
        let mut types = vec![self.scalar, self.scalar, Type::BOOL, self.vector];
        for number in 0..1 + self.choices.below(3) {
            let at = self.choices.below(types.len());
            let r#type = types.remove(at);
            if r#type.is_vector && self.scalar.width == 4 {
                // Otherwise there are too many inputs.
                continue;
            }
            let promise = match self.choices.below(4) {
                1 => " noundef",
                2 if !r#type.is_vector && r#type.width > 1 => {
                    &format!(" range(i{} 1, 3)", r#type.width)
                }
                _ => "",
            };
            parameters.push(format!("{}{promise} %p{number}", r#type.text()));
            self.scope.push((format!("%p{number}"), r#type));
        }
        parameters
    }

    fn line(&mut self, text: &str) {
        writeln!(self.body, "  {text}").expect("a string takes it");
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// Adds a line that computes a value.
    fn computes(&mut self, r#type: Type, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        self.scope.push((name.clone(), r#type));
        name
    }

    fn any_type(&mut self) -> Type {
        match self.choices.below(8) {
            0..5 => self.scalar,
            5 => Type::BOOL,
            6 => self.vector,
            _ => self.scalar.with_width(1 + self.choices.below(4)),
        }
    }

    /// A value of this type, printed without the type.
    fn operand(&mut self, r#type: Type) -> String {
        let fitting: Vec<String> = self
            .scope
            .iter()
            .filter(|(_, other)| *other == r#type)
            .map(|(name, _)| name.clone())
            .collect();
        if !fitting.is_empty() && self.choices.below(4) > 0 {
            // Prefers the latest values.
            let back = self.choices.below(fitting.len()).min(self.choices.below(fitting.len()));
            return fitting[fitting.len() - 1 - back].clone();
        }
        self.constant(r#type)
    }

    fn constant(&mut self, r#type: Type) -> String {
        if r#type.is_vector && self.choices.below(8) > 1 {
            let element = Type { is_vector: false, ..r#type };
            let lanes = [self.constant(element), self.constant(element)];
            let text = element.text();
            return format!("<{text} {}, {text} {}>", lanes[0], lanes[1]);
        }
        match self.choices.below(10) {
            1 => "undef".to_owned(),
            2 => "poison".to_owned(),
            _ if r#type.is_vector => "zeroinitializer".to_owned(),
            _ if r#type.width == 1 => self.choices.pick(&["true", "false"]).to_owned(),
            _ => {
                let half = 1 << (r#type.width - 1);
                (self.choices.below(2 * half) as i64 - half as i64).to_string()
            }
        }
    }

    /// A random subset of the flags.
    fn flags(&mut self, flags: &[&str]) -> String {
        flags.iter().filter(|_| self.choices.below(3) == 1).map(|flag| format!("{flag} ")).collect()
    }

    fn instructions(&mut self, limit: usize, has_memory: bool) {
        for _ in 0..1 + self.choices.below(limit) {
            match self.choices.below(20) {
                0..4 => self.binary(),
                4 | 5 => self.comparison(),
                6 | 7 => self.select(),
                8 => self.freeze(),
                10 | 13 if has_memory => self.memory(),
                9 | 10 => self.conversion(),
                11 => self.vector_access(),
                12 | 13 => self.intrinsic(),
                14 if has_memory => self.memory(),
                14 => self.binary(),
                15 => self.assume(),
                16 => self.aggregate(),
                17 | 18 => self.guard(),
                _ => self.call(),
            }
        }
    }

    /// Combines several values into one, so that more of them affect the result.
    fn combine(&mut self) {
        let text = self.scalar.text();
        let is_one = |(_, r#type): &&(String, Type)| *r#type == self.scalar;
        let names: Vec<_> = self.scope.iter().rev().filter(is_one).map(|it| it.0.clone()).collect();
        for name in names.iter().skip(1).take(2) {
            let last = self.scope.last().filter(|(_, r#type)| *r#type == self.scalar);
            let last = last.map_or_else(|| names[0].clone(), |(name, _)| name.clone());
            self.computes(self.scalar, &format!("xor {text} {name}, {last}"));
        }
    }

    fn binary(&mut self) {
        let r#type = self.any_type();
        let (opcode, flags): (&str, &[&str]) = self.choices.pick(&[
            ("add", &["nuw", "nsw"] as &[&str]),
            ("sub", &["nuw", "nsw"]),
            ("mul", &["nuw", "nsw"]),
            ("shl", &["nuw", "nsw"]),
            ("lshr", &["exact"]),
            ("ashr", &["exact"]),
            ("and", &[]),
            ("or", &["disjoint"]),
            ("xor", &[]),
            ("udiv", &["exact"]),
            ("sdiv", &["exact"]),
            ("urem", &[]),
            ("srem", &[]),
        ]);
        let flags = self.flags(flags);
        let first = self.operand(r#type);
        // Most divisions by an arbitrary value are undefined behaviour, which would make the whole function undefined.
        let is_division = opcode.contains("div") || opcode.contains("rem");
        let second = match self.choices.below(4) {
            1.. if is_division && r#type.is_vector => return self.comparison(),
            1.. if is_division => (1 + self.choices.below(3).min(r#type.width - 1)).to_string(),
            _ => self.operand(r#type),
        };
        let second = if r#type.width == 1 && second == "1" { "true".to_owned() } else { second };
        let text = format!("{opcode} {flags}{} {first}, {second}", r#type.text());
        self.computes(r#type, &text);
    }

    fn comparison(&mut self) {
        let r#type = self.any_type();
        // LLVM 19 does not have this flag.
        let flags: &[&str] = if cfg!(feature = "llvm19-1") { &[] } else { &["samesign"] };
        let flags = self.flags(flags);
        let predicate = self.choices.pick(&PREDICATES);
        let (first, second) = (self.operand(r#type), self.operand(r#type));
        let text = format!("icmp {flags}{predicate} {} {first}, {second}", r#type.text());
        self.computes(r#type.with_width(1), &text);
    }

    fn select(&mut self) {
        let r#type = self.any_type();
        let by_lane = r#type.is_vector && self.choices.below(2) == 1;
        let condition_type = if by_lane { r#type.with_width(1) } else { Type::BOOL };
        let condition = self.operand(condition_type);
        let (first, second) = (self.operand(r#type), self.operand(r#type));
        let (text, condition_text) = (r#type.text(), condition_type.text());
        let text = format!("select {condition_text} {condition}, {text} {first}, {text} {second}");
        self.computes(r#type, &text);
    }

    fn freeze(&mut self) {
        if self.freezes >= 2 {
            return self.binary();
        }
        self.freezes += 1;
        let r#type = self.any_type();
        let operand = self.operand(r#type);
        self.computes(r#type, &format!("freeze {} {operand}", r#type.text()));
    }

    fn conversion(&mut self) {
        let from = self.any_type();
        let to = from.with_width(1 + self.choices.below(4));
        let (opcode, flags): (&str, &[&str]) = match to.width.cmp(&from.width) {
            std::cmp::Ordering::Less => ("trunc", &["nuw", "nsw"]),
            std::cmp::Ordering::Equal => return self.binary(),
            std::cmp::Ordering::Greater if self.choices.below(2) == 1 => ("sext", &[]),
            std::cmp::Ordering::Greater => ("zext", &["nneg"]),
        };
        let flags = self.flags(flags);
        let operand = self.operand(from);
        self.computes(to, &format!("{opcode} {flags}{} {operand} to {}", from.text(), to.text()));
    }

    fn vector_access(&mut self) {
        let vector = self.vector;
        let element = Type { is_vector: false, ..vector };
        let operand = self.operand(vector);
        let (text, element_text) = (vector.text(), element.text());
        // 2 is out of range.
        let index = self.choices.pick(&["i32 0", "i32 1", "i32 2", "i32 undef", "i32 poison"]);
        // No `i1` is out of range, but LLVM treats each undef index as poison, which LangRef does not allow; `llvm.ll`
        // contains this pair.
        let computed = {
            let fits = |(_, r#type): &&(String, Type)| !r#type.is_vector && r#type.width > 1;
            let fitting = self.scope.iter().rev().find(fits);
            fitting.map(|(name, r#type)| format!("{} {name}", r#type.text()))
        };
        let index = match computed {
            Some(computed) if self.choices.below(3) == 1 => computed,
            _ => index.to_owned(),
        };
        match self.choices.below(4) {
            0 | 1 => {
                self.computes(element, &format!("extractelement {text} {operand}, {index}"));
            }
            2 => {
                let value = self.operand(element);
                let value = format!("{element_text} {value}");
                self.computes(vector, &format!("insertelement {text} {operand}, {value}, {index}"));
            }
            _ => {
                let other = self.operand(vector);
                let lanes = ["i32 0", "i32 1", "i32 2", "i32 3", "i32 poison"];
                let mask = [self.choices.pick(&lanes), self.choices.pick(&lanes)];
                let mask = format!("<2 x i32> <{}, {}>", mask[0], mask[1]);
                let operands = format!("{text} {operand}, {text} {other}");
                self.computes(vector, &format!("shufflevector {operands}, {mask}"));
            }
        }
    }

    fn declare(&mut self, text: &str) {
        self.declarations.push(format!("declare {text}\n"));
    }

    /// Stores to variables and loads from them: a number, a flag, and a pointer to another number.
    fn memory(&mut self) {
        match self.choices.below(8) {
            0 | 1 => {
                let value = self.operand(self.scalar);
                self.line(&format!("store {} {value}, ptr %memory", self.scalar.text()));
            }
            2 => {
                let value = self.operand(Type::BOOL);
                self.line(&format!("store i1 {value}, ptr %flag"));
            }
            3 => {
                let address = self.choices.pick(&["%target", "%target", "null", "undef", "poison"]);
                self.line(&format!("store ptr {address}, ptr %pointer"));
            }
            4 => _ = self.computes(Type::BOOL, "load i1, ptr %flag"),
            5 => {
                let address = self.fresh();
                self.line(&format!("{address} = load ptr, ptr %pointer"));
                if self.choices.below(2) == 1 {
                    let value = self.operand(self.scalar);
                    self.line(&format!("store {} {value}, ptr {address}", self.scalar.text()));
                } else {
                    let text = self.scalar.text();
                    self.computes(self.scalar, &format!("load {text}, ptr {address}"));
                }
            }
            6 => {
                // A division by a loaded value usually divides by the stored value.
                let text = self.scalar.text();
                let divisor = self.computes(self.scalar, &format!("load {text}, ptr %memory"));
                let dividend = self.operand(self.scalar);
                self.computes(self.scalar, &format!("udiv {text} {dividend}, {divisor}"));
            }
            _ => {
                let promise = match self.choices.below(6) {
                    1 => ", !noundef !{}",
                    2 if self.scalar.width == 3 => ", !range !{i3 0, i3 3}",
                    2 if self.scalar.width == 2 => ", !range !{i2 1, i2 -1}",
                    _ => "",
                };
                let load = format!("load {}, ptr %memory{promise}", self.scalar.text());
                _ = self.computes(self.scalar, &load);
            }
        }
    }

    fn assume(&mut self) {
        if self.choices.below(4) != 1 {
            return self.comparison();
        }
        let condition = self.condition();
        self.line(&format!("call void @llvm.assume(i1 {condition})"));
        self.declare("void @llvm.assume(i1)");
    }

    /// A computed value rather than a constant, if there is one.
    fn condition(&mut self) -> String {
        let mut conditions = self.scope.iter().rev().filter(|(_, it)| *it == Type::BOOL);
        match conditions.next().map(|(name, _)| name.clone()) {
            Some(name) if self.choices.below(8) > 0 => name,
            _ => self.operand(Type::BOOL),
        }
    }

    /// A branch or switch to two blocks that join again.
    fn diamond(&mut self, has_memory: bool) {
        self.names += 1;
        let number = self.names;
        let [then, other, join] = ["then", "else", "join"].map(|name| format!("{name}{number}"));
        if self.choices.below(4) == 1 && self.scalar.width > 1 {
            let condition = self.operand(self.scalar);
            let text = self.scalar.text();
            let cases = format!("{text} 0, label %{then} {text} 1, label %{other}");
            self.line(&format!("switch {text} {condition}, label %{other} [ {cases} ]"));
        } else {
            let mut condition = self.condition();
            if self.choices.below(2) == 0 {
                // Otherwise most functions would be undefined on most inputs.
                condition = self.computes(Type::BOOL, &format!("freeze i1 {condition}"));
            }
            self.line(&format!("br i1 {condition}, label %{then}, label %{other}"));
        }
        let outer = self.scope.clone();
        let mut ends = Vec::new();
        for name in [&then, &other] {
            self.label(name);
            if self.choices.below(4) > 0 {
                self.instructions(2, has_memory);
            }
            // Variables that contain one value after one path, and another after the other path.
            if has_memory && self.choices.below(2) == 1 {
                self.memory();
            }
            if ends.len() == 1 && self.choices.below(12) == 1 {
                self.line("unreachable");
            } else {
                self.line(&format!("br label %{join}"));
                ends.push((self.block.clone(), self.scope.clone()));
            }
            self.scope.clone_from(&outer);
        }
        self.label(&join);
        let is_read = has_memory && self.choices.below(2) == 1;
        for _ in 0..1 + self.choices.below(2) {
            let r#type = self.any_type();
            let mut pairs = Vec::new();
            for (block, scope) in &ends {
                let here = std::mem::replace(&mut self.scope, scope.clone());
                let value = self.operand(r#type);
                self.scope = here;
                // A switch may have two edges from the same block, which must have the same value.
                pairs.push(format!("[ {value}, %{block} ]"));
            }
            self.computes(r#type, &format!("phi {} {}", r#type.text(), pairs.join(", ")));
        }
        if is_read {
            self.memory();
        }
    }

    fn label(&mut self, name: &str) {
        writeln!(self.body, "{name}:").expect("a string takes it");
        name.clone_into(&mut self.block);
    }
}
