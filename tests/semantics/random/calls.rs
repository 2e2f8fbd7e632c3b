//! A second random function, `@g`, which the first one calls: with and without promises of both the call and the
//! function, and with and without unknown callers.

use super::{Type, Writer};

/// A function that can be called.
#[derive(Clone)]
pub struct Callee {
    parameters: Vec<Type>,
    result: Type,
    /// Its definition.
    pub text: String,
}

impl Writer<'_> {
    /// Calls `@g`, which is generated at the first call.
    pub fn call(&mut self) {
        let callee = match self.callee.clone() {
            Some(callee) => callee,
            None => {
                let callee = self.define();
                self.callee.insert(callee).clone()
            }
        };
        let mut arguments = Vec::new();
        for r#type in callee.parameters {
            let promise = self.promise(r#type, 6);
            arguments.push(format!("{}{promise} {}", r#type.text(), self.operand(r#type)));
        }
        let promise = self.promise(callee.result, 6).trim_start().to_owned();
        let (result, arguments) = (callee.result.text(), arguments.join(", "));
        self.computes(callee.result, &format!("call {promise} {result} @g({arguments})"));
    }

    /// Attributes of a parameter, an argument or a result; the greater `limit`, the more often there are none.
    fn promise(&mut self, r#type: Type, limit: usize) -> &'static str {
        match self.choices.below(limit) {
            1 => " noundef",
            2 if !r#type.is_vector && r#type.width == 3 => " range(i3 -1, 3)",
            2 if !r#type.is_vector && r#type.width == 2 => " range(i2 0, -1)",
            3 if !r#type.is_vector && r#type.width == 3 => " noundef range(i3 0, 3)",
            _ => "",
        }
    }

    /// The definition of `@g`.
    fn define(&mut self) -> Callee {
        let body = std::mem::take(&mut self.body);
        let scope = std::mem::take(&mut self.scope);
        let block = std::mem::replace(&mut self.block, "entry".to_owned());
        let mut types = vec![self.scalar];
        if self.choices.below(2) == 1 {
            types.push(self.choices.pick(&[self.scalar, Type::BOOL, self.vector]));
        }
        let mut parameters = Vec::new();
        for &r#type in &types {
            let (name, promise) = (self.fresh(), self.promise(r#type, 4));
            parameters.push(format!("{}{promise} {name}", r#type.text()));
            self.scope.push((name, r#type));
        }
        for _ in 0..self.choices.below(3) {
            self.binary();
        }
        if self.choices.below(2) == 1 {
            self.select();
        }
        let (name, result) = self.scope.last().cloned().unwrap_or(("0".to_owned(), self.scalar));
        self.line(&format!("ret {} {name}", result.text()));
        let linkage = self.choices.pick(&["internal ", "internal ", ""]);
        let promise = self.promise(result, 4).trim_start().to_owned();
        let body = std::mem::replace(&mut self.body, body);
        (self.scope, self.block) = (scope, block);
        let header = format!("{linkage}{promise} {} @g({})", result.text(), parameters.join(", "));
        Callee { parameters: types, result, text: format!("define {header} {{\n{body}}}\n") }
    }
}
