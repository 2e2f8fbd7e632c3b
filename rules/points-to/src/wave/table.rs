//! The locations that a step or a distance leads to, cached on first use.

use super::ids::LocationId;

/// A step is mostly requested for a few neighbouring locations, so small pages waste little memory.
const PAGE_LEN: usize = 32;

/// By location: the location that one step or distance leads to. Pages are allocated on the first write because
/// there are thousands of tables, and each is used for few locations.
#[derive(Debug, Default)]
pub struct Table {
    pages: Vec<Option<Box<[Entry; PAGE_LEN]>>>,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Unknown,
    Nowhere,
    To(LocationId),
}

impl Table {
    /// The location that the step leads to from `from`, if there is one; `find` computes it on first use.
    pub fn get(
        &mut self,
        from: LocationId,
        find: impl FnOnce() -> Option<LocationId>,
    ) -> Option<LocationId> {
        let (page, index) = (from as usize / PAGE_LEN, from as usize % PAGE_LEN);
        if self.pages.len() <= page {
            self.pages.resize(page + 1, None);
        }
        let page = self.pages[page].get_or_insert_with(|| Box::new([Entry::Unknown; PAGE_LEN]));
        let entry = &mut page[index];
        if let Entry::Unknown = entry {
            *entry = find().map_or(Entry::Nowhere, Entry::To);
        }
        match *entry {
            Entry::To(to) => Some(to),
            Entry::Unknown | Entry::Nowhere => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_location_once() {
        let mut table = Table::default();
        let far = 3 * PAGE_LEN as LocationId + 1;
        assert_eq!(table.get(far, || Some(7)), Some(7));
        assert_eq!(table.get(far, || unreachable!("it is known")), Some(7));
        assert_eq!(table.get(far - 1, || None), None);
        assert_eq!(table.get(far - 1, || unreachable!("it is known to lead nowhere")), None);
        assert_eq!(table.get(0, || Some(1)), Some(1));
    }
}
