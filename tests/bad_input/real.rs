//! A small library with typical Rust code: structures, enums, loops, calls through tables, unwinding, strings, and
//! debug information.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// An expression.
pub enum Expression {
    Number(f64),
    Variable(String),
    Binary(char, Box<Expression>, Box<Expression>),
}

/// The reason why an expression has no value.
#[derive(Debug)]
pub enum Problem {
    Unknown(String),
    DivisionByZero,
}

impl Expression {
    pub fn value(&self, variables: &BTreeMap<String, f64>) -> Result<f64, Problem> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Variable(name) => {
                variables.get(name).copied().ok_or_else(|| Problem::Unknown(name.clone()))
            }
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(variables)?, right.value(variables)?);
                match operator {
                    '+' => Ok(left + right),
                    '-' => Ok(left - right),
                    '*' => Ok(left * right),
                    _ if right == 0.0 => Err(Problem::DivisionByZero),
                    _ => Ok(left / right),
                }
            }
        }
    }
}

impl Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Variable(name) => f.write_str(name),
            Self::Binary(operator, left, right) => write!(f, "({left} {operator} {right})"),
        }
    }
}

/// Formats several values in one line.
pub fn line(items: &[&dyn Display]) -> String {
    items.iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// A checksum, with arithmetic on integers of several widths.
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut low = 1u32;
    let mut high = 0u64;
    for (position, byte) in bytes.iter().enumerate() {
        low = low.wrapping_add(u32::from(*byte).rotate_left(position as u32 % 31));
        high = (high + u64::from(low)) % 65521;
    }
    ((high as u32) << 16) | (low & 0xffff)
}
