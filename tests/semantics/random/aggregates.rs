//! Random aggregates: insertion and extraction of members, constants that contain undef and poison, and `select` and
//! `freeze` of whole aggregates.

use super::{Type, Writer};

impl Writer<'_> {
    /// Builds an aggregate and reads two of its members.
    pub fn aggregate(&mut self) {
        let (scalar, vector) = (self.scalar, self.vector);
        let members = match self.choices.below(3) {
            0 => vec![scalar, Type::BOOL],
            1 => vec![scalar, vector],
            _ => vec![scalar; 2],
        };
        let text = match members[0] == members[1] {
            true => format!("[2 x {}]", scalar.text()),
            false => format!("{{ {}, {} }}", members[0].text(), members[1].text()),
        };
        let first = self.filled(&text, &members);
        let whole = match self.choices.below(4) {
            1 => {
                let (condition, other) = (self.operand(Type::BOOL), self.filled(&text, &members));
                self.unused(&format!("select i1 {condition}, {text} {first}, {text} {other}"))
            }
            2 if self.freezes < 2 => {
                self.freezes += 1;
                self.unused(&format!("freeze {text} {first}"))
            }
            _ => first,
        };
        for (position, &member) in members.iter().enumerate() {
            self.computes(member, &format!("extractvalue {text} {whole}, {position}"));
        }
    }

    /// An aggregate of this type with some members inserted.
    fn filled(&mut self, text: &str, members: &[Type]) -> String {
        let mut whole = match self.choices.below(4) {
            0 => "undef".to_owned(),
            1 => "poison".to_owned(),
            2 => "zeroinitializer".to_owned(),
            _ => {
                let values = [self.constant(members[0]), self.constant(members[1])];
                let values = [0, 1].map(|it| format!("{} {}", members[it].text(), values[it]));
                match text.starts_with('[') {
                    true => format!("[{}]", values.join(", ")),
                    false => format!("{{ {} }}", values.join(", ")),
                }
            }
        };
        for (position, &member) in members.iter().enumerate() {
            if self.choices.below(3) > 0 {
                let value = self.operand(member);
                let value = format!("{} {value}", member.text());
                whole = self.unused(&format!("insertvalue {text} {whole}, {value}, {position}"));
            }
        }
        whole
    }

    /// A line whose result is not used as an operand elsewhere.
    fn unused(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("{name} = {text}"));
        name
    }
}
