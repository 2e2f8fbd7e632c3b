//! Random calls of intrinsics.

use super::Writer;

/// The intrinsics of two operands of the same type.
const BINARY_INTRINSICS: [&str; 12] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "ushl.sat",
    "sshl.sat", "fshl", "fshr",
];
const WITH_OVERFLOW: [&str; 6] = ["sadd", "uadd", "ssub", "usub", "smul", "umul"];

impl Writer<'_> {
    pub fn intrinsic(&mut self) {
        let r#type = self.any_type();
        let (text, suffix) = (r#type.text(), r#type.suffix());
        let first = self.operand(r#type);
        match self.choices.below(3) {
            0 => {
                let name = self.choices.pick(&["abs", "ctlz", "cttz"]);
                let flag = self.choices.pick(&["true", "false"]);
                let call = format!("{text} @llvm.{name}.{suffix}({text} {first}, i1 {flag})");
                self.computes(r#type, &format!("call {call}"));
                self.declare(&format!("{text} @llvm.{name}.{suffix}({text}, i1)"));
            }
            1 => {
                let name = self.choices.pick(&BINARY_INTRINSICS);
                let second = self.operand(r#type);
                let mut operands = format!("{text} {first}, {text} {second}");
                let mut types = format!("{text}, {text}");
                if name.starts_with("fsh") {
                    let third = self.operand(r#type);
                    operands += &format!(", {text} {third}");
                    types += &format!(", {text}");
                }
                let call = format!("{text} @llvm.{name}.{suffix}({operands})");
                self.computes(r#type, &format!("call {call}"));
                self.declare(&format!("{text} @llvm.{name}.{suffix}({types})"));
            }
            _ => {
                let name = self.choices.pick(&WITH_OVERFLOW);
                let second = self.operand(r#type);
                let flags = r#type.with_width(1);
                let both = format!("{{ {text}, {} }}", flags.text());
                let callee = format!("@llvm.{name}.with.overflow.{suffix}");
                let result = self.fresh();
                self.line(&format!(
                    "{result} = call {both} {callee}({text} {first}, {text} {second})"
                ));
                self.declare(&format!("{both} {callee}({text}, {text})"));
                self.computes(r#type, &format!("extractvalue {both} {result}, 0"));
                self.computes(flags, &format!("extractvalue {both} {result}, 1"));
            }
        }
    }
}
