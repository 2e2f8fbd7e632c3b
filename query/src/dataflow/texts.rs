//! The symbol table that the threads of a process share.
//!
//! Rows are serialised by implementations of serde's traits, which do not receive a context. They
//! access the table through a thread-local variable, which each worker sets when it starts. A
//! worker serialises and deserialises the rows that it sends and receives, so several runs in one
//! process do not interfere.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, PoisonError, RwLock};

use crate::dataflow::row::Row;
use crate::value::{Symbols, Word};

thread_local! {
    static CURRENT: RefCell<Option<Arc<Texts>>> = const { RefCell::new(None) };
}

/// Sets the table of this thread.
pub(crate) fn set_current(texts: Option<Arc<Texts>>) {
    CURRENT.with(|it| *it.borrow_mut() = texts);
}

/// Calls a function with the symbols of this thread.
pub(crate) fn with_current<R>(see: impl FnOnce(&Symbols) -> R) -> R {
    CURRENT.with(|it| match &*it.borrow() {
        Some(texts) => texts.read(see),
        None => see(&Symbols::default()),
    })
}

/// The symbol of a text in the table of this thread.
pub(crate) fn intern(text: &[u8]) -> Word {
    let current = CURRENT.with(|it| it.borrow().clone());
    current.map_or(0, |it| it.intern(text))
}

/// Symbols to which any thread can add.
#[derive(Debug)]
pub(crate) struct Texts {
    symbols: RwLock<Symbols>,
    /// Whether rows of several processes are combined, so that hashes must not depend on the
    /// numbers of symbols.
    has_peers: bool,
}

impl Texts {
    pub(crate) fn new(symbols: Symbols, has_peers: bool) -> Self {
        Self { symbols: RwLock::new(symbols), has_peers }
    }

    /// Calls a function with the symbols.
    pub(crate) fn read<R>(&self, see: impl FnOnce(&Symbols) -> R) -> R {
        see(&self.symbols.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Calls a function that may add symbols.
    pub(crate) fn write<R>(&self, change: impl FnOnce(&mut Symbols) -> R) -> R {
        change(&mut self.symbols.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The symbol of a text, which is interned if it is new.
    pub(crate) fn intern(&self, text: &[u8]) -> Word {
        let known = self.read(|it| it.symbol(text));
        known.unwrap_or_else(|| self.write(|it| it.intern(text)))
    }

    /// The symbols, once the threads have ended.
    pub(crate) fn into_symbols(self: Arc<Self>) -> Symbols {
        match Arc::try_unwrap(self) {
            Ok(texts) => texts.symbols.into_inner().unwrap_or_else(PoisonError::into_inner),
            Err(shared) => shared.read(Symbols::clone),
        }
    }

    /// The hasher that assigns rows to workers. A worker creates one, and clones it for its
    /// operators.
    pub(crate) fn hasher(self: &Arc<Self>) -> Hasher {
        Hasher { texts: self.has_peers.then(|| Arc::clone(self)), known: Rc::default() }
    }
}

/// Hashes rows to distribute them to workers.
#[derive(Clone)]
pub(crate) struct Hasher {
    /// Set if hashes depend on the texts of symbols instead of their numbers.
    texts: Option<Arc<Texts>>,
    /// The hashes of the first texts, so that the table is rarely locked.
    known: Rc<RefCell<Vec<u64>>>,
}

/// Mixes a word into a hash.
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash.rotate_left(5) ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ (product >> 64) as u64
}

impl Hasher {
    /// The hash of a row.
    pub(crate) fn hash(&self, row: &Row) -> u64 {
        let words = row.words().iter();
        match &self.texts {
            None => words.fold(1, |hash, it| mix(hash, u64::from(*it))),
            Some(texts) => words.enumerate().fold(1, |hash, (position, it)| {
                let is_symbol = row.is_symbol(position);
                mix(hash, if is_symbol { self.text(texts, *it) } else { u64::from(*it) })
            }),
        }
    }

    /// The hash of a text.
    fn text(&self, texts: &Texts, symbol: Word) -> u64 {
        let mut known = self.known.borrow_mut();
        let position = symbol as usize;
        if position >= known.len() {
            texts.read(|symbols| {
                let new = (known.len()..symbols.len()).map(|it| {
                    let text = symbols.text(it as Word);
                    text.chunks(8).fold(text.len() as u64, |hash, bytes| {
                        let mut word = [0; 8];
                        word[..bytes.len()].copy_from_slice(bytes);
                        mix(hash, u64::from_le_bytes(word))
                    })
                });
                let new: Vec<u64> = new.collect();
                known.extend(new);
            });
        }
        // A number that a program uses as a symbol may have no text.
        known.get(position).copied().unwrap_or(u64::from(symbol))
    }
}
