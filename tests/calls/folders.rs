//! A tree of files and folders behind Rc<RefCell<..>>, with visitors, watchers and weak links to the parents.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

trait Entry {
    fn size(&self) -> usize;
    fn accept(&self, visitor: &mut dyn Visitor);
    fn rename(&mut self, name: &str);
}

trait Visitor {
    fn file(&mut self, file: &File);
    fn folder(&mut self, folder: &Folder);
}

struct File {
    name: String,
    bytes: usize,
}

struct Link {
    target: Weak<RefCell<dyn Entry>>,
    renamed: bool,
}

#[derive(Default)]
struct Folder {
    name: String,
    children: Vec<Rc<RefCell<dyn Entry>>>,
    watchers: Vec<Box<dyn Fn(&str)>>,
}

impl Entry for File {
    fn size(&self) -> usize {
        self.bytes
    }

    fn accept(&self, visitor: &mut dyn Visitor) {
        visitor.file(self); // calls: Longest::file, Listing::file
    }

    fn rename(&mut self, name: &str) {
        self.name = name.to_string();
    }
}

impl Entry for Link {
    fn size(&self) -> usize {
        match self.target.upgrade() {
            Some(target) => target.borrow().size() / 100, // calls: File::size
            None => 0,
        }
    }

    fn accept(&self, _visitor: &mut dyn Visitor) {}

    fn rename(&mut self, _name: &str) {
        self.renamed = true;
    }
}

impl Entry for Folder {
    fn size(&self) -> usize {
        let mut total = 0;
        for child in &self.children {
            total += child.borrow().size(); // calls: File::size, Link::size, Folder::size
        }
        total
    }

    fn accept(&self, visitor: &mut dyn Visitor) {
        visitor.folder(self); // calls: Longest::folder, Listing::folder
    }

    fn rename(&mut self, name: &str) {
        for watcher in &self.watchers {
            watcher(name); // calls: count_renames, keep_name
        }
        self.name = name.to_string();
    }
}

struct Longest(usize);

impl Visitor for Longest {
    fn file(&mut self, file: &File) {
        self.0 = self.0.max(file.name.len());
    }

    fn folder(&mut self, folder: &Folder) {
        self.0 = self.0.max(folder.name.len());
        for child in &folder.children {
            child.borrow().accept(self); // calls: File::accept, Link::accept, Folder::accept
        }
    }
}

#[derive(Default)]
struct Listing {
    names: Vec<String>,
}

impl Visitor for Listing {
    fn file(&mut self, file: &File) {
        self.names.push(file.name.clone());
    }

    fn folder(&mut self, folder: &Folder) {
        self.names.push(folder.name.clone());
    }
}

fn file(name: &str, bytes: usize) -> Rc<RefCell<File>> {
    Rc::new(RefCell::new(File { name: name.to_string(), bytes }))
}

fn main() {
    let notes = file("notes.txt", 1200);
    let target: Rc<RefCell<dyn Entry>> = notes.clone();
    let link = Rc::new(RefCell::new(Link { target: Rc::downgrade(&target), renamed: false }));
    let drafts = Rc::new(RefCell::new(Folder { name: "drafts".to_string(), ..Folder::default() }));
    drafts.borrow_mut().children.push(file("poem", 300));
    let mut root = Folder::default();
    root.children.extend([target, link.clone(), drafts.clone()]);

    let renames = Rc::new(Cell::new(0));
    let last = Rc::new(RefCell::new(String::new()));
    let counter = renames.clone();
    drafts.borrow_mut().watchers.push(Box::new(move |_| counter.set(counter.get() + 1))); // named: count_renames
    let kept = last.clone();
    drafts.borrow_mut().watchers.push(Box::new(move |name| *kept.borrow_mut() = name.to_string())); // named: keep_name
    let shared: Vec<Rc<RefCell<dyn Entry>>> = vec![drafts, link.clone()];
    for entry in &shared {
        entry.borrow_mut().rename("poems"); // calls: Folder::rename, Link::rename
    }

    let mut longest = Longest(0);
    root.accept(&mut longest);
    let mut listing = Listing::default();
    let bin: [Rc<RefCell<dyn Entry>>; 2] = [file("old", 1), Rc::new(RefCell::new(Folder::default()))];
    for entry in &bin {
        entry.borrow().accept(&mut listing); // calls: File::accept, Folder::accept
    }
    let (size, names) = (root.size(), listing.names.len());
    println!("{size} {names} {} {} {} {}", longest.0, renames.get(), last.borrow(), link.borrow().renamed);
}
