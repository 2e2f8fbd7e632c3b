//! Constants, inline assembly, and metadata as operands.

use std::ops::Range;

use facts_schema::*;
use num_bigint::BigInt;

use super::floats::float_bits;
use super::{Extractor, unique_symbol};
use crate::llvm::{self, ValueParts};
use crate::spelling::push_quoted;

impl<'m> Extractor<'m> {
    /// Numbers a constant at its first occurrence. Its parts precede it.
    pub(super) fn constant(&mut self, value: llvm::Value<'m>) -> ValueId {
        let r#type = self.r#type(value.r#type());
        let kind = value.kind();
        match value.parts() {
            ValueParts::Plain => self.plain(value, kind, r#type),
            ValueParts::Integer(signed, unsigned) => {
                let word = match (unsigned, self.facts.symbol(r#type) == "i1") {
                    (0, true) => "false".to_owned(),
                    (_, true) => "true".to_owned(),
                    _ => signed.to_string(),
                };
                let id = self.written(value, kind, r#type, word.as_bytes());
                self.integer(id, signed.to_string(), unsigned.to_string())
            }
            ValueParts::WideInteger => {
                let printed = value.print();
                let id = self.printed(value, kind, r#type, &printed);
                let (signed, unsigned) = wide_integer(&printed);
                self.integer(id, signed, unsigned)
            }
            ValueParts::Float => {
                let printed = value.print();
                let id = self.printed(value, kind, r#type, &printed);
                let text = last_word(&printed);
                let bits = float_bits(self.facts.r#type[r#type.index()].kind, text);
                let (bits, text) = (self.text(bits.as_bytes()), self.text(text));
                self.facts.constant_float.push(ConstantFloat { constant: id, bits, text });
                id
            }
            ValueParts::Elements(elements) => {
                let elements = elements.into_iter().map(|it| it.map(|it| self.value(it))).collect();
                self.aggregate(value, kind, r#type, elements)
            }
            ValueParts::Data(elements) => {
                let elements = elements.into_iter().map(|it| Some(self.value(it))).collect();
                self.aggregate(value, kind, r#type, elements)
            }
            ValueParts::Bytes(bytes) => {
                let mut text = vec![b'c'];
                if bytes.len() <= super::LONGEST_SYMBOL {
                    push_quoted(&mut text, bytes);
                } else {
                    text.resize(2 * super::LONGEST_SYMBOL, b' ');
                }
                let id = self.written(value, kind, r#type, &text);
                let bytes = self.text(bytes);
                self.facts.constant_bytes.push(ConstantBytes { constant: id, bytes });
                id
            }
            ValueParts::Expression(opcode, operands) => {
                self.expression(value, r#type, opcode, operands)
            }
            ValueParts::BlockAddress(function, block) => {
                self.block_address(value, r#type, function, block)
            }
            ValueParts::Wrapper(global) => self.wrapper(value, kind, r#type, global),
            ValueParts::PtrAuth(parts) => self.ptrauth(value, r#type, parts),
            ValueParts::InlineAsm(assembly) => self.inline_asm(value, r#type, assembly),
            ValueParts::Metadata(metadata) => {
                let metadata = self.metadata(metadata);
                let mut symbol = b"metadata ".to_vec();
                self.push_symbol(metadata, &mut symbol);
                let id = self.finish(value, kind, r#type, symbol);
                self.facts.metadata_value.push(MetadataValue { value: id, metadata });
                id
            }
        }
    }

    /// A constant that is fully described by its kind and type.
    fn plain(&mut self, value: llvm::Value<'m>, kind: ValueKind, r#type: TypeId) -> ValueId {
        let word = match kind {
            ValueKind::TargetNone => "zeroinitializer",
            kind => kind.as_str(),
        };
        self.written(value, kind, r#type, word.as_bytes())
    }

    fn integer(&mut self, constant: ValueId, signed: String, unsigned: String) -> ValueId {
        let (signed, unsigned) = (self.text(signed.as_bytes()), self.text(unsigned.as_bytes()));
        self.facts.constant_integer.push(ConstantInteger { constant, signed, unsigned });
        constant
    }

    fn aggregate(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        r#type: TypeId,
        elements: Vec<Option<ValueId>>,
    ) -> ValueId {
        let text = match (kind, elements.first()) {
            (ValueKind::ConstantVector | ValueKind::DataVector, Some(&first))
                if self.is_splat(&elements) =>
            {
                self.list(b"splat (", &[first], b")")
            }
            (ValueKind::ConstantVector | ValueKind::DataVector, _) => {
                self.list(b"<", &elements, b">")
            }
            (ValueKind::ConstantStruct, _) => {
                let (open, close): (&[u8], &[u8]) = match self.packed_structs.contains(&r#type) {
                    true => (b"<{ ", b" }>"),
                    false => (b"{ ", b" }"),
                };
                self.list(open, &elements, close)
            }
            _ => self.list(b"[", &elements, b"]"),
        };
        let constant = self.written(value, kind, r#type, &text);
        self.facts.constant_element.extend((0..).zip(elements).filter_map(
            |(position, element)| Some(ConstantElement { constant, position, element: element? }),
        ));
        constant
    }

    /// LLVM prints a vector whose elements are the same number as `splat`.
    fn is_splat(&self, elements: &[Option<ValueId>]) -> bool {
        let Some(&Some(first)) = elements.first() else { return false };
        let kind = self.facts.value[first.index()].kind;
        matches!(kind, ValueKind::ConstantInteger | ValueKind::ConstantFloat)
            && elements.iter().all(|&element| element == Some(first))
    }

    fn expression(
        &mut self,
        value: llvm::Value<'m>,
        r#type: TypeId,
        opcode: Opcode,
        operands: Vec<Option<llvm::Value<'m>>>,
    ) -> ValueId {
        let operands: Vec<_> = operands.into_iter().map(|it| it.map(|it| self.value(it))).collect();
        let printed = value.print();
        let constant = self.printed(value, ValueKind::ConstantExpression, r#type, &printed);
        self.facts.constant_expression.push(ConstantExpression {
            constant,
            opcode,
            operand_count: operands.len() as u32,
        });
        self.facts.constant_operand.extend((0..).zip(operands).filter_map(
            |(position, operand)| Some(ConstantOperand { constant, position, operand: operand? }),
        ));
        let head = &printed[expression_head(&printed, opcode)];
        let flags = match value.constant_getelementptr() {
            Some((source_type, flags)) => {
                let source_type = self.r#type(source_type);
                self.facts
                    .constant_getelementptr
                    .push(ConstantGetElementPtr { constant, source_type });
                self.in_range(constant, head);
                flags
            }
            None => head
                .split(|&byte| byte == b' ')
                .filter_map(|word| InstructionFlag::from_spelling(std::str::from_utf8(word).ok()?))
                .collect(),
        };
        self.facts
            .constant_flag
            .extend(flags.into_iter().map(|flag| ConstantFlag { constant, flag }));
        if opcode == Opcode::ShuffleVector {
            self.constant_shuffle_mask(constant, r#type, &printed);
        }
        constant
    }

    /// Fills the row for `inrange(START, END)` before the operands of a constant getelementptr.
    fn in_range(&mut self, constant: ValueId, head: &[u8]) {
        let head = String::from_utf8_lossy(head).into_owned();
        let bounds = head.split_once("inrange(").and_then(|it| it.1.split_once(')'));
        if let Some((start, end)) = bounds.and_then(|it| it.0.split_once(", ")) {
            let (start, end) = (self.text(start.as_bytes()), self.text(end.as_bytes()));
            self.facts.constant_inrange.push(ConstantInRange { constant, start, end });
        }
    }

    /// The mask is the last operand that LLVM prints: `<4 x i32> <i32 0, i32 poison, …>`,
    /// `<4 x i32> zeroinitializer` or `<vscale x 4 x i32> zeroinitializer` (all lanes are 0),
    /// `<4 x i32> poison`, or `<4 x i32> splat (i32 1)`.
    ///
    /// A shuffle that repeats a number is printed as `<vscale x 4 x i32> splat (i32 7)`; its mask
    /// is 0 in all lanes.
    fn constant_shuffle_mask(&mut self, constant: ValueId, r#type: TypeId, printed: &[u8]) {
        let text = String::from_utf8_lossy(printed);
        if !text.contains("shufflevector") {
            let vector = self.facts.vector_type.iter().find(|row| row.r#type == r#type);
            let lanes = 0..vector.map_or(0, |row| row.length);
            self.facts.constant_shuffle_mask.extend(lanes.map(|position| ConstantShuffleMask {
                constant,
                position,
                element_index: 0,
            }));
            return;
        }
        let text = text.strip_suffix(')').unwrap_or(&text);
        let Some(start) = text.rfind(" x i32> ") else { return };
        let lanes: u32 = text[..start]
            .rsplit(['<', ' '])
            .next()
            .and_then(|length| length.parse().ok())
            .unwrap_or(0);
        let mask = &text[start + " x i32> ".len()..];
        let element = |text: &str| text.trim().strip_prefix("i32 ")?.parse().ok();
        let elements: Vec<Option<u32>> = if mask == "zeroinitializer" {
            vec![Some(0); lanes as usize]
        } else if let Some(splat) = mask.strip_prefix("splat (") {
            vec![element(splat.trim_end_matches(')')); lanes as usize]
        } else {
            let list = mask.trim_matches(['<', '>']);
            list.split(',').map(element).collect()
        };
        self.facts.constant_shuffle_mask.extend((0..).zip(elements).filter_map(
            |(position, element)| {
                Some(ConstantShuffleMask { constant, position, element_index: element? })
            },
        ));
    }

    fn block_address(
        &mut self,
        value: llvm::Value<'m>,
        r#type: TypeId,
        function: Option<llvm::Function<'m>>,
        block: Option<llvm::Block<'m>>,
    ) -> ValueId {
        let function = function.and_then(|it| self.function_id(it));
        let block = block.and_then(|it| self.block(it));
        let (Some(function), Some(block)) = (function, block) else {
            return self.written(value, ValueKind::BlockAddress, r#type, b"blockaddress");
        };
        let mut text = b"blockaddress(".to_vec();
        self.push_symbol(function, &mut text);
        text.extend_from_slice(b", ");
        text.extend_from_slice(self.facts.symbols.table(Entity::Block).parts(block.0).1);
        text.push(b')');
        let constant = self.written(value, ValueKind::BlockAddress, r#type, &text);
        self.facts.block_address.push(BlockAddress { constant, function, block });
        constant
    }

    fn wrapper(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        r#type: TypeId,
        global: Option<llvm::Value<'m>>,
    ) -> ValueId {
        let global = global.map(|global| self.value(global));
        let mut text = kind.as_str().as_bytes().to_vec();
        if let Some(global) = global {
            text.push(b' ');
            self.push_symbol(global, &mut text);
        }
        let constant = self.written(value, kind, r#type, &text);
        if let Some(global) = global {
            match kind {
                ValueKind::NoCfi => self.facts.no_cfi.push(NoCfi { constant, global }),
                _ => {
                    self.facts.dso_local_equivalent.push(DsoLocalEquivalent { constant, global });
                }
            }
        }
        constant
    }

    fn ptrauth(
        &mut self,
        value: llvm::Value<'m>,
        r#type: TypeId,
        parts: Vec<Option<llvm::Value<'m>>>,
    ) -> ValueId {
        let parts: Vec<ValueId> = parts.into_iter().flatten().map(|it| self.value(it)).collect();
        let &[pointer, key, discriminator, address_discriminator, ref symbol @ ..] =
            parts.as_slice()
        else {
            return self.plain(value, ValueKind::PtrAuth, r#type);
        };
        // LLVM omits trailing parts that carry no information, but always prints the key.
        let says_nothing = |&part: &ValueId| {
            let kind = self.facts.value[part.index()].kind;
            kind == ValueKind::NullPointer || self.facts.symbol(part) == "i64 0"
        };
        let length = parts.iter().rposition(|part| !says_nothing(part)).map_or(0, |last| last + 1);
        let written: Vec<_> = parts[..length.max(2)].iter().copied().map(Some).collect();
        let symbol = symbol.first().copied().filter(|symbol| !says_nothing(symbol));
        let text = self.list(b"ptrauth (", &written, b")");
        let constant = self.written(value, ValueKind::PtrAuth, r#type, &text);
        let row = PtrAuth { constant, pointer, key, discriminator, address_discriminator };
        self.facts.ptrauth.push(row);
        self.facts.ptrauth_deactivation.extend(
            symbol.map(|symbol| PtrAuthDeactivation { constant, deactivation_symbol: symbol }),
        );
        constant
    }

    fn inline_asm(
        &mut self,
        value: llvm::Value<'m>,
        r#type: TypeId,
        parts: llvm::InlineAsm<'m>,
    ) -> ValueId {
        let mut symbol = b"asm ".to_vec();
        for flag in &parts.flags {
            symbol.extend_from_slice(flag.as_str().as_bytes());
            symbol.push(b' ');
        }
        push_quoted(&mut symbol, parts.assembly);
        symbol.extend_from_slice(b", ");
        push_quoted(&mut symbol, parts.constraints);
        let id = self.finish(value, ValueKind::InlineAsm, r#type, symbol);
        let row = InlineAsm {
            value: id,
            function_type: self.r#type(parts.function_type),
            assembly: self.text(parts.assembly),
            constraints: self.text(parts.constraints),
            dialect: parts.dialect,
        };
        self.facts.inline_asm.push(row);
        self.facts
            .inline_asm_flag
            .extend(parts.flags.into_iter().map(|flag| InlineAsmFlagRow { value: id, flag }));
        id
    }

    /// Numbers a constant whose symbol is its type and `text`.
    fn written(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        r#type: TypeId,
        text: &[u8],
    ) -> ValueId {
        let mut symbol = Vec::new();
        self.push_symbol(r#type, &mut symbol);
        symbol.push(b' ');
        symbol.extend_from_slice(text);
        self.finish(value, kind, r#type, symbol)
    }

    /// Numbers a constant whose symbol is the text that LLVM prints. When LLVM prints a constant on
    /// its own, it cannot print the numbers of unnamed globals and types.
    fn printed(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        r#type: TypeId,
        printed: &[u8],
    ) -> ValueId {
        let lost = |word: &[u8]| printed.windows(word.len()).any(|window| window == word);
        if lost(b"<badref>") || lost(b"%\"type 0x") {
            self.written(value, kind, r#type, &[b' '; 2 * super::LONGEST_SYMBOL])
        } else {
            self.finish(value, kind, r#type, printed.to_vec())
        }
    }

    fn finish(
        &mut self,
        value: llvm::Value<'m>,
        kind: ValueKind,
        r#type: TypeId,
        symbol: Vec<u8>,
    ) -> ValueId {
        let mut abbreviation = Vec::new();
        self.push_symbol(r#type, &mut abbreviation);
        abbreviation.extend_from_slice(b" constant");
        let symbol = unique_symbol(symbol, &mut self.constant_symbols, || abbreviation);
        let id = self.new_value(kind, r#type);
        self.facts.symbols.table_mut(Entity::Value).push(&symbol);
        self.values.insert(value.key(), id);
        id
    }

    /// The elements with their types in brackets, unless the symbol would be too long anyway.
    fn list(&self, open: &[u8], elements: &[Option<ValueId>], close: &[u8]) -> Vec<u8> {
        let mut text = open.to_vec();
        for (position, element) in elements.iter().enumerate() {
            if position > 0 {
                text.extend_from_slice(b", ");
            }
            let Some(element) = *element else {
                text.extend_from_slice(b"<null>");
                continue;
            };
            let value = self.facts.value[element.index()];
            if matches!(
                value.kind,
                ValueKind::Function
                    | ValueKind::GlobalVariable
                    | ValueKind::Alias
                    | ValueKind::IFunc
            ) {
                self.push_symbol(value.r#type, &mut text);
                text.push(b' ');
            }
            self.push_symbol(element, &mut text);
            if text.len() > super::LONGEST_SYMBOL {
                break;
            }
        }
        text.extend_from_slice(close);
        text
    }
}

/// The text that LLVM prints after the type of a constant.
fn last_word(printed: &[u8]) -> &[u8] {
    printed.rsplit(|&byte| byte == b' ').next().unwrap_or_default()
}

/// The signed and unsigned digits of an integer that LLVM prints, such as `i128 -5`.
fn wide_integer(printed: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(printed);
    let mut words = text.trim_start_matches('<').split(' ');
    let width = words
        .find_map(|word| word.strip_prefix('i')?.trim_end_matches('>').parse::<u32>().ok())
        .unwrap_or(0);
    let digits = String::from_utf8_lossy(last_word(printed)).trim_end_matches(')').to_owned();
    match digits.parse::<BigInt>() {
        Ok(signed) if signed < BigInt::ZERO => {
            let unsigned = (BigInt::from(1) << width) + &signed;
            (digits, unsigned.to_string())
        }
        _ => (digits.clone(), digits),
    }
}

/// The flags of a printed constant expression: the part between its opcode and its operands.
fn expression_head(printed: &[u8], opcode: Opcode) -> Range<usize> {
    let word = [b" ", opcode.as_str().as_bytes(), b" "].concat();
    let start = printed
        .windows(word.len())
        .position(|window| window == word)
        .map_or(printed.len(), |position| position + word.len());
    // Only the parenthesis of `inrange(…)` does not follow a space.
    let end = printed[start..]
        .windows(2)
        .position(|window| window == b" (")
        .map_or(printed.len(), |position| start + position);
    let end = if printed.get(start) == Some(&b'(') { start } else { end };
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_are_read_in_two_ways() {
        let all_ones = (BigInt::from(1) << 128_u32) - 1_u32;
        assert_eq!(wide_integer(b"i128 -1"), ("-1".into(), all_ones.to_string()));
        assert_eq!(wide_integer(b"i65 18446744073709551616").0, "18446744073709551616");
    }

    #[test]
    fn the_head_of_an_expression_is_the_text_before_its_operands() {
        let head = |text: &[u8], opcode| {
            String::from_utf8(text[expression_head(text, opcode)].to_vec()).expect("ASCII")
        };
        let text = b"ptr getelementptr inbounds inrange(-16, 8) ({ [3 x ptr] }, ptr @v, i32 0)";
        assert_eq!(head(text, Opcode::GetElementPtr), "inbounds inrange(-16, 8)");
        assert_eq!(head(b"i64 ptrtoint (ptr @x to i64)", Opcode::PtrToInt), "");
        assert_eq!(head(b"i64 sub nuw nsw (i64 1, i64 2)", Opcode::Sub), "nuw nsw");
    }
}
