//! A program to measure: it is small, but its instantiations of the standard library's collections
//! result in a module of realistic size.

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::io::{self, BufRead, Write};

/// A word and its location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Token {
    Word(String),
    Number(i64),
    Symbol(char),
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => write!(formatter, "{word:>12}"),
            Token::Number(number) => write!(formatter, "{number:+}"),
            Token::Symbol(symbol) => write!(formatter, "{symbol:?}"),
        }
    }
}

fn tokens(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for part in line.split_whitespace() {
        match part.parse::<i64>() {
            Ok(number) => tokens.push(Token::Number(number)),
            Err(_) if part.chars().all(char::is_alphabetic) => {
                tokens.push(Token::Word(part.to_lowercase()));
            }
            Err(_) => tokens.extend(part.chars().map(Token::Symbol)),
        }
    }
    tokens
}

/// The successors of each token, with their frequencies.
#[derive(Debug, Default)]
struct Text {
    counts: HashMap<Token, usize>,
    lines: BTreeMap<Token, Vec<usize>>,
    next: HashMap<Token, HashSet<Token>>,
}

impl Text {
    fn read(input: impl BufRead) -> io::Result<Self> {
        let mut text = Text::default();
        for (number, line) in input.lines().enumerate() {
            let tokens = tokens(&line?);
            for token in &tokens {
                *text.counts.entry(token.clone()).or_default() += 1;
                text.lines.entry(token.clone()).or_default().push(number + 1);
            }
            for pair in tokens.windows(2) {
                text.next.entry(pair[0].clone()).or_default().insert(pair[1].clone());
            }
        }
        Ok(text)
    }

    /// The tokens that are reachable from `start`, with their distances.
    fn reachable<'a>(&'a self, start: &'a Token) -> BTreeMap<&'a Token, usize> {
        let mut distances = BTreeMap::from([(start, 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(token) = queue.pop_front() {
            let distance = distances[token];
            for next in self.next.get(token).into_iter().flatten() {
                if !distances.contains_key(next) {
                    distances.insert(next, distance + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    fn most_frequent(&self, count: usize) -> Vec<(usize, &Token)> {
        let mut heap: BinaryHeap<_> =
            self.counts.iter().map(|(token, &count)| (count, token)).collect();
        let mut most = Vec::new();
        while most.len() < count
            && let Some(entry) = heap.pop()
        {
            most.push(entry);
        }
        most.sort_by(|first, second| second.0.cmp(&first.0).then(first.1.cmp(second.1)));
        most
    }
}

fn mean(numbers: &[usize]) -> Option<f64> {
    let sum: usize = numbers.iter().sum();
    (!numbers.is_empty()).then(|| sum as f64 / numbers.len() as f64)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = Text::read(io::stdin().lock())?;
    let mut output = io::BufWriter::new(io::stdout().lock());
    for (count, token) in text.most_frequent(10) {
        let lines = &text.lines[token];
        let mean = mean(lines).ok_or("a token without a line")?;
        writeln!(
            output,
            "{token} {count:6} {mean:8.2} {:?}",
            text.reachable(token).values().max()
        )?;
    }
    output.flush()?;
    Ok(())
}
