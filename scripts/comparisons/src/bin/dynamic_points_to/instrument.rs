//! Inserts calls into the text of a module that log its objects and pointers.
//!
//! LLVM writes each instruction on a line that begins with two spaces, and continues it on lines that begin with more.
//! The calls have no results, so the numbers of unnamed values do not change.

use std::collections::BTreeMap;
use std::fmt::Write;

use facts_schema::view::Index;
use facts_schema::{
    AllocaInstruction, EntityId, Facts, FunctionId, Instruction, Opcode, TailCallKind, TypeId,
    TypeKind, ValueId,
};

/// Functions that return a new allocation.
const ALLOCATORS: [&str; 7] =
    ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "strdup", "strndup"];

/// The text of the module with the inserted calls.
pub fn instrumented(text: &str, facts: &Facts) -> Result<String, String> {
    // The linker may merge constants without a significant address.
    let text = text.replace(" local_unnamed_addr", "").replace(" unnamed_addr", "");
    let instrumenter = Instrumenter { facts, index: &Index::new(facts) };
    let functions = instrumenter.functions();
    let mut output = String::with_capacity(2 * text.len());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        output.push_str(line);
        output.push('\n');
        if line.starts_with("define ") {
            let name = global_name(line).ok_or_else(|| format!("no name in `{line}`"))?;
            let function = functions.get(&name);
            let body = lines.by_ref().take_while(|line| *line != "}").collect::<Vec<_>>();
            let function = *function.ok_or_else(|| format!("no function @{name} in the facts"))?;
            instrumenter.body(line, &body, function, &mut output)?;
            output.push_str("}\n");
        }
    }
    instrumenter.globals(&mut output);
    output.push_str(
        "declare void @irlog_before_call()\n\
         declare void @irlog_stack(i64, ptr, i64)\n\
         declare void @irlog_heap(i64, ptr)\n\
         declare void @irlog_pointer(i64, ptr)\n",
    );
    Ok(output)
}

/// The name after the first `@` of a line, without quotes.
fn global_name(line: &str) -> Option<String> {
    let rest = &line[line.find('@')? + 1..];
    let name = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split('(').next()?,
    };
    Some(name.to_owned())
}

struct Instrumenter<'a, 'f> {
    facts: &'f Facts,
    index: &'a Index<'f>,
}

impl Instrumenter<'_, '_> {
    fn functions(&self) -> BTreeMap<String, FunctionId> {
        let rows = self.facts.function.iter();
        rows.map(|row| (self.name(row.value), row.function)).collect()
    }

    fn name(&self, value: ValueId) -> String {
        let row = self.index.value_name.first(value);
        row.map(|row| self.facts.display(row.name).into_owned()).unwrap_or_default()
    }

    fn is_pointer(&self, value: ValueId) -> bool {
        let kind = || {
            let r#type = self.facts.value.get(value.index())?.r#type;
            Some(self.facts.r#type.get(r#type.index())?.kind)
        };
        kind() == Some(TypeKind::Pointer)
    }

    /// Writes the body of a function, whose text is `lines`.
    fn body(
        &self,
        header: &str,
        lines: &[&str],
        function: FunctionId,
        output: &mut String,
    ) -> Result<(), String> {
        let rows = self.facts.instruction.iter().filter(|row| row.function == function);
        let mut rows = rows.copied().collect::<Vec<_>>().into_iter();
        let mut pending = self.parameters(header, function);
        let mut lines = lines.iter().peekable();
        while let Some(line) = lines.next() {
            let is_instruction = line.starts_with("  ")
                && !line[2..].starts_with([' ', ']', '}'])
                && !line[2..].starts_with("#dbg");
            if !is_instruction {
                let _ = writeln!(output, "{line}");
                continue;
            }
            let row = rows.next().ok_or_else(|| format!("no facts for `{line}`"))?;
            if row.opcode != Opcode::Phi && row.opcode != Opcode::LandingPad {
                output.push_str(&pending);
                pending.clear();
            }
            if matches!(row.opcode, Opcode::Call | Opcode::Invoke) && !self.is_intrinsic_call(row) {
                output.push_str("  call void @irlog_before_call()\n");
            }
            let _ = writeln!(output, "{line}");
            while let Some(more) = lines.next_if(|line| line.starts_with("   ") || **line == "  ]")
            {
                let _ = writeln!(output, "{more}");
            }
            let calls = self.after(line, row)?;
            pending.push_str(&calls);
        }
        match rows.next() {
            None => Ok(()),
            Some(row) => Err(format!("no text for instruction {}", row.instruction.index())),
        }
    }

    /// Calls that log the parameters.
    fn parameters(&self, header: &str, function: FunctionId) -> String {
        let rows = self.facts.argument.iter().filter(|row| row.function == function);
        let mut calls = String::new();
        for row in rows.filter(|row| self.is_pointer(row.value)) {
            let name = self.name(row.value);
            let name = if name.is_empty() { row.position.to_string() } else { name };
            if header.contains(&format!("%{name}")) {
                calls.push_str(&pointer_call(row.value, &format!("%{name}")));
            }
        }
        calls
    }

    /// Calls that log the result of an instruction.
    fn after(&self, line: &str, row: Instruction) -> Result<String, String> {
        let Some(result) = self.index.instruction_result.first(row.instruction) else {
            return Ok(String::new());
        };
        let is_last = row.opcode == Opcode::Invoke || row.opcode == Opcode::CallBr;
        let tail = self.index.tail_call.first(row.instruction);
        let is_tail = tail.is_some_and(|tail| tail.kind == TailCallKind::MustTail);
        if is_last || is_tail || !self.is_pointer(result.result) {
            return Ok(String::new());
        }
        let (name, _) =
            line.trim_start().split_once(" = ").ok_or_else(|| format!("no name in `{line}`"))?;
        let mut calls = String::new();
        let number = row.instruction.index();
        if let Some(alloca) = self.index.alloca_instruction.first(row.instruction) {
            if let Some((computation, size)) = self.size(alloca) {
                let _ = writeln!(
                    calls,
                    "{computation}  call void @irlog_stack(i64 {number}, ptr {name}, i64 {size})"
                );
            }
        } else if let Some(call) = self.index.call_instruction.first(row.instruction)
            && ALLOCATORS.contains(&self.name(call.callee).as_str())
        {
            let _ = writeln!(calls, "  call void @irlog_heap(i64 {number}, ptr {name})");
        }
        calls.push_str(&pointer_call(result.result, name));
        Ok(calls)
    }

    /// The number of bytes that an `alloca` reserves, and the instruction that computes it if it is not constant. Named
    /// results do not change the numbers of others.
    fn size(&self, alloca: AllocaInstruction) -> Option<(String, String)> {
        let element = self.allocated(alloca.r#type)?;
        if let Some(count) = self.index.constant_integer.first(alloca.element_count) {
            let count: u64 = self.facts.display(count.unsigned).parse().ok()?;
            return Some((String::new(), (count * element).to_string()));
        }
        let symbol = self.facts.symbol(alloca.element_count);
        let (_, count) = symbol.split_once(":%")?;
        let size = format!("%irlog.size{}", alloca.instruction.index());
        Some((format!("  {size} = mul i64 %{count}, {element}\n"), size))
    }

    fn allocated(&self, r#type: TypeId) -> Option<u64> {
        self.index.type_layout.first(r#type).map(|row| row.allocation_size)
    }

    fn is_intrinsic_call(&self, row: Instruction) -> bool {
        let call = self.index.call_instruction.first(row.instruction);
        call.is_some_and(|call| self.name(call.callee).starts_with("llvm."))
    }

    /// The table of globals and functions, in the format of `dynamic.c`.
    fn globals(&self, output: &mut String) {
        let mut rows = Vec::new();
        for row in &self.facts.global_initializer {
            let name = self.name(row.global);
            let is_thread_local = self.index.thread_local.first(row.global).is_some();
            let r#type = self.index.global.first(row.global).map(|global| global.value_type);
            let size = r#type.and_then(|it| self.allocated(it)).unwrap_or_default();
            if !is_thread_local && !name.is_empty() && !name.starts_with("llvm.") {
                rows.push((b'g', row.global.index(), name, size));
            }
        }
        let defined = |function| self.facts.instruction.iter().any(|it| it.function == function);
        for row in self.facts.function.iter().filter(|row| defined(row.function)) {
            rows.push((b'f', row.function.index(), self.name(row.value), 1));
        }
        let _ = writeln!(output, "@irlog_global_count = constant i64 {}", rows.len());
        let _ = writeln!(
            output,
            "@irlog_globals = constant [{} x {{ i64, i64, ptr, i64 }}] [",
            rows.len()
        );
        for (position, (kind, number, name, size)) in rows.iter().enumerate() {
            let comma = if position + 1 < rows.len() { "," } else { "" };
            let _ = writeln!(
                output,
                "  {{ i64, i64, ptr, i64 }} {{ i64 {kind}, i64 {number}, ptr @\"{name}\", i64 {size} }}{comma}"
            );
        }
        output.push_str("]\n");
    }
}

fn pointer_call(value: ValueId, name: &str) -> String {
    format!("  call void @irlog_pointer(i64 {}, ptr {name})\n", value.index())
}
