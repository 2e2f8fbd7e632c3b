// Slices, strings, iterators, options of references, and enums with payloads.
include!("../assertions.rs");

static A: u8 = 1;
static B: u8 = 2;

enum Value<'a> {
    Nothing,
    One(&'a u8),
    Two { first: &'a u8, second: &'a u8 },
    Many(Vec<&'a u8>),
}

#[inline(never)]
fn last<'a>(value: &Value<'a>) -> Option<&'a u8> {
    match value {
        Value::Nothing => None,
        Value::One(it) => Some(it),
        Value::Two { first, second } => Some(if **first > **second { first } else { second }),
        Value::Many(list) => list.last().copied(),
    }
}

#[inline(never)]
fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    bytes.split_at(unknown(2))
}

#[inline(never)]
fn find<'a>(texts: &[&'a str], start: &str) -> Option<&'a str> {
    texts.iter().copied().find(|text| text.starts_with(start))
}

#[inline(never)]
fn checked(list: &[&'static u8], index: usize) -> Result<&'static u8, String> {
    list.get(index).copied().ok_or_else(|| format!("no element {index}"))
}

fn main() {
    let bytes = [1, 2, 3, 4, 5];
    let (left, right) = split(&bytes);
    assert_may_alias(right.as_ptr(), &bytes[2]);
    assert_may_alias(left.as_ptr(), bytes.as_ptr());
    assert_may_alias(right.iter().max().unwrap(), &bytes[4]);
    let chunk = bytes.chunks(2).nth(unknown(1)).unwrap();
    assert_may_alias(&chunk[1], &bytes[3]);

    assert_may_alias(last(&Value::One(&A)).unwrap(), &A);
    assert_may_alias(last(&Value::Two { first: &A, second: &B }).unwrap(), &B);
    assert_may_alias(last(&Value::Many(vec![&B, &A])).unwrap(), &A);
    assert!(last(&Value::Nothing).is_none());
    assert_may_alias(checked(&[&A, &B], unknown(1)).unwrap(), &B);

    let texts = ["one", "two"];
    assert_may_alias(find(&texts, "t").unwrap().as_ptr(), texts[1].as_ptr());
    let owned = String::from("a b c");
    let word = owned.split(' ').nth(unknown(1)).unwrap();
    assert_may_alias(word.as_ptr(), &owned.as_bytes()[2]);
    assert_may_alias(owned.trim().as_ptr(), owned.as_ptr());

    let mut references = [&A, &B, &A];
    references.reverse();
    references.sort_by_key(|it| std::cmp::Reverse(**it));
    assert_may_alias(references[0], &B);
    let collected: Vec<&u8> = references.iter().filter(|it| ***it == 1).copied().collect();
    assert_may_alias(collected[unknown(1)], &A);
    let zipped: Vec<(&u8, &u8)> = collected.into_iter().zip([&B, &A]).collect();
    assert_may_alias(zipped[unknown(0)].1, &B);
    let folded = references.iter().fold(None, |_, it| Some(*it));
    assert_may_alias(folded.unwrap(), &A);
    if let [first, .., end] = &references[..] {
        assert_may_alias(*first, &B);
        assert_may_alias(*end, &A);
    }
}
