//! Families: the instantiations of a template or generic function, which lists show together.
//!
//! Instantiations have the same name without generic arguments, and the same place in the source.
//! Overloads have different places. Without debug information, overloads of a function template
//! with equally many parameters are one family.

use analyses::points_to::short_names::ShortName;
use rustc_hash::FxHashMap;
use serde::Serialize;

/// Names without generic arguments and parameters, and the families that have them.
#[derive(Default, Serialize)]
pub struct Families {
    /// The short name of each family.
    names: Vec<String>,
    /// By entity: its family; -1 if its short name is its name.
    of: Vec<i64>,
    #[serde(skip)]
    numbers: FxHashMap<Key, usize>,
}

/// What members of a family have in common.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// The short name, and the file and line.
    Place(String, (u32, u32)),
    /// The short name, and the number of parameters.
    Parameters(String, usize),
    /// The whole name, if there are no generic arguments.
    Name(String),
}

impl Families {
    /// Adds the next entity, with the place of its declaration.
    pub fn add(&mut self, name: &str, place: Option<(u32, u32)>) {
        let short = ShortName::of(name);
        if short.text == name {
            self.of.push(-1);
            return;
        }
        let text = short.text.clone();
        let key = match place {
            Some(place) => Key::Place(text, place),
            None if short.is_generic => Key::Parameters(text, short.parameters),
            None => Key::Name(name.to_owned()),
        };
        self.add_to(key, short.text);
    }

    /// Adds the next type. LLVM's names of the instantiations of a class template differ in a
    /// number: `%"class.std::vector.5"`.
    pub fn add_type(&mut self, name: &str) {
        let Some(quoted) = name.strip_prefix("%\"").and_then(|it| it.strip_suffix('"')) else {
            return self.add(name, None);
        };
        let bare = quoted.trim_end_matches(|it: char| it.is_ascii_digit());
        let bare = format!("%\"{}\"", bare.strip_suffix('.').unwrap_or(quoted));
        self.add_to(Key::Name(bare.clone()), bare);
    }

    fn add_to(&mut self, key: Key, short: String) {
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.names.push(short);
            self.names.len() - 1
        });
        self.of.push(number as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(entities: &[(&str, Option<(u32, u32)>)]) -> Vec<i64> {
        let mut families = Families::default();
        entities.iter().for_each(|(name, place)| families.add(name, *place));
        families.of
    }

    #[test]
    fn instantiations_have_the_same_place_and_overloads_do_not() {
        let (one, other) = (Some((0, 7)), Some((0, 9)));
        let all = of(&[
            ("v<int>::insert(int)", one),
            ("v<char>::insert(char)", one),
            ("v<int>::insert(int, long)", other),
            ("main", Some((1, 1))),
        ]);
        assert_eq!(all, [0, 0, 1, -1]);
    }

    #[test]
    fn types_are_grouped_without_their_numbers() {
        let mut families = Families::default();
        let names = [
            "%\"class.a::v\"",
            "%\"class.a::v.5\"",
            "%struct.anon.5",
            "class v<int>",
            "class v<char>",
        ];
        names.iter().for_each(|name| families.add_type(name));
        assert_eq!(families.of, [0, 0, -1, 1, 1]);
        assert_eq!(families.names, ["%\"class.a::v\"", "class v<…>"]);
    }

    #[test]
    fn without_places_only_generic_functions_are_grouped() {
        let all = of(&[
            ("v<int>::insert(p<int, int>)", None),
            ("v<char>::insert(p<char, char>)", None),
            ("v<int>::insert(int, long)", None),
            ("f(int)", None),
            ("f(long)", None),
            ("r::h0123456789abcdef", None),
            ("r::hfedcba9876543210", None),
        ]);
        assert_eq!(all, [0, 0, 1, 2, 3, 4, 4]);
    }
}
