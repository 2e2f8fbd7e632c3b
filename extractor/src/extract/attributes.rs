//! Attributes.

use facts_schema::*;

use super::Extractor;
use crate::llvm::{self, AttributeArgument, FUNCTION_ATTRIBUTES, RETURN_ATTRIBUTES};

impl<'m> Extractor<'m> {
    /// The attributes of a function, its result and its parameters.
    pub(super) fn function_attributes(&mut self, function: llvm::Function<'m>, id: FunctionId) {
        for attribute in function.attributes(FUNCTION_ATTRIBUTES) {
            let attribute = self.attribute(attribute);
            self.facts.function_attribute.push(FunctionAttribute { function: id, attribute });
        }
        for attribute in function.attributes(RETURN_ATTRIBUTES) {
            let attribute = self.attribute(attribute);
            self.facts.return_attribute.push(ReturnAttribute { function: id, attribute });
        }
        for position in 0..function.parameter_count() {
            for attribute in function.attributes(RETURN_ATTRIBUTES + 1 + position) {
                let attribute = self.attribute(attribute);
                let row = ParameterAttribute { function: id, position, attribute };
                self.facts.parameter_attribute.push(row);
            }
        }
    }

    /// The attributes of a call, its result and its arguments.
    pub(super) fn call_attributes(&mut self, call: llvm::Call<'m>, instruction: InstructionId) {
        let mut list = Vec::new();
        call.attributes(FUNCTION_ATTRIBUTES, &mut list);
        for &attribute in &list {
            let attribute = self.attribute(attribute);
            self.facts.call_attribute.push(CallAttribute { instruction, attribute });
        }
        call.attributes(RETURN_ATTRIBUTES, &mut list);
        for &attribute in &list {
            let attribute = self.attribute(attribute);
            self.facts.call_return_attribute.push(CallReturnAttribute { instruction, attribute });
        }
        for position in 0..call.argument_count() {
            call.attributes(RETURN_ATTRIBUTES + 1 + position, &mut list);
            for &attribute in &list {
                let attribute = self.attribute(attribute);
                let row = CallArgumentAttribute { instruction, position, attribute };
                self.facts.call_argument_attribute.push(row);
            }
        }
    }

    fn attribute(&mut self, attribute: llvm::Attribute<'m>) -> AttributeId {
        if let Some(&known) = self.attributes.get(&attribute.key()) {
            return known;
        }
        let id = AttributeId(self.facts.attribute.len() as u32);
        self.attributes.insert(attribute.key(), id);
        let text = self.scratch.attribute_text(attribute);
        let argument = attribute.argument();
        let name = match argument {
            AttributeArgument::String(key, _) => key,
            // A word, followed by its argument in parentheses or after a space or an equals sign.
            _ => text.split(|byte| b"( =".contains(byte)).next().unwrap_or_default(),
        };
        let name = self.text(name);
        self.facts.attribute.push(Attribute { attribute: id, name });
        let symbol = match argument {
            // The scratch module would number unnamed types differently.
            AttributeArgument::Type(Some(r#type)) => {
                let r#type = self.r#type(r#type);
                self.facts.attribute_type.push(AttributeType { attribute: id, r#type });
                let mut symbol = self.facts.text(name).to_vec();
                symbol.push(b'(');
                self.push_symbol(r#type, &mut symbol);
                symbol.push(b')');
                symbol
            }
            AttributeArgument::String(_, value) => {
                let value = self.text(value);
                self.facts.attribute_string.push(AttributeString { attribute: id, string: value });
                text
            }
            AttributeArgument::Integer(value) => {
                // LLVM-C also reports an attribute without an argument as a number. The text
                // distinguishes them.
                if self.facts.text(name).len() < text.len() {
                    #[cfg(feature = "llvm19-1")]
                    let value = match self.facts.text(name) {
                        b"memory" => llvm::memory_effects(value),
                        _ => value,
                    };
                    self.facts
                        .attribute_integer
                        .push(AttributeInteger { attribute: id, integer: value });
                }
                text
            }
            AttributeArgument::Type(None) => text,
            AttributeArgument::None => {
                self.attribute_ranges(id, &text);
                text
            }
        };
        self.facts.symbols.table_mut(Entity::Attribute).push(&symbol);
        id
    }

    /// The ranges of `range(i32 0, 10)` and `initializes((0, 4), (8, 12))`.
    fn attribute_ranges(&mut self, attribute: AttributeId, text: &[u8]) {
        let text = String::from_utf8_lossy(text).into_owned();
        let arguments = text.split_once('(').map_or("", |(_, arguments)| arguments);
        let bounds = arguments.split(", ").map(|bound| {
            bound.trim_matches(['(', ')']).rsplit(' ').next().unwrap_or_default().to_owned()
        });
        let bounds: Vec<String> = bounds.collect();
        for (pair, position) in bounds.chunks_exact(2).zip(0..) {
            let (lower, upper) = (self.text(pair[0].as_bytes()), self.text(pair[1].as_bytes()));
            self.facts.attribute_range.push(AttributeRange { attribute, position, lower, upper });
        }
    }
}
