//! A value that is compared, and then used where the comparison has a known result. This tests ranges that are derived
//! from conditions.

use super::{PREDICATES, Type, Writer};

impl Writer<'_> {
    /// Compares a value, and uses it after an assumption or a branch.
    pub fn guard(&mut self) {
        let r#type = self.scalar;
        let (mut value, bound) = (self.operand(r#type), self.constant(r#type));
        let (text, predicate) = (r#type.text(), self.choices.pick(&PREDICATES));
        // Conditions are most informative about values that are never undef.
        if self.freezes < 2 && self.choices.below(2) == 1 {
            self.freezes += 1;
            value = self.computes(r#type, &format!("freeze {text} {value}"));
        }
        let condition =
            self.computes(Type::BOOL, &format!("icmp {predicate} {text} {value}, {bound}"));
        if self.choices.below(3) == 1 {
            self.line(&format!("call void @llvm.assume(i1 {condition})"));
            self.declare("void @llvm.assume(i1)");
            return self.guarded(&value);
        }
        self.names += 1;
        let number = self.names;
        let [then, other, join] = ["then", "else", "join"].map(|name| format!("{name}{number}"));
        // After the join, the condition holds only if the other block does not lead there.
        let leads = self.choices.below(2) == 1;
        if self.choices.below(4) == 1 && r#type.width > 1 {
            let cases = format!("{text} 0, label %{then} {text} 1, label %{then}");
            self.line(&format!("switch {text} {value}, label %{other} [ {cases} ]"));
        } else {
            self.line(&format!("br i1 {condition}, label %{then}, label %{other}"));
        }
        let scope = self.scope.clone();
        self.label(&other);
        if leads {
            self.line(&format!("br label %{join}"));
        } else {
            self.line("unreachable");
        }
        self.label(&then);
        self.guarded(&value);
        let result = self.scope.last().map(|(name, _)| name.clone()).unwrap_or_default();
        let result_type = self.scope.last().map_or(r#type, |(_, r#type)| *r#type);
        self.line(&format!("br label %{join}"));
        if leads {
            self.scope = scope;
        }
        self.label(&join);
        if leads {
            let constant = self.constant(result_type);
            let pairs = format!("[ {result}, %{then} ], [ {constant}, %{other} ]");
            self.computes(result_type, &format!("phi {} {pairs}", result_type.text()));
        }
    }

    /// An operation that is poison for some values only.
    fn guarded(&mut self, value: &str) {
        let r#type = self.scalar;
        let (text, constant) = (r#type.text(), self.constant(r#type));
        let wider = r#type.with_width(4);
        let narrower = r#type.with_width(1);
        let (to, computed) = match self.choices.below(9) {
            0 => (r#type, format!("shl {text} {constant}, {value}")),
            1 => (r#type, format!("lshr {text} {constant}, {value}")),
            2 => (r#type, format!("add nsw {text} {value}, {constant}")),
            3 => (r#type, format!("add nuw {text} {value}, {constant}")),
            4 => (r#type, format!("sub nuw {text} {value}, {constant}")),
            5 => (r#type, format!("sub nsw {text} {constant}, {value}")),
            6 if r#type.width < 4 => (wider, format!("zext nneg {text} {value} to i4")),
            7 if r#type.width > 1 => (narrower, format!("trunc nuw {text} {value} to i1")),
            _ => (r#type, format!("or disjoint {text} {value}, {constant}")),
        };
        self.computes(to, &computed);
    }
}
