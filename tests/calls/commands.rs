//! Undo and redo: commands as objects, a builder with closures, and destructors.

trait Command {
    fn execute(&self, text: &mut String);
    fn undo(&self, text: &mut String);
}

struct Append(String);
struct Clear(String);

impl Command for Append {
    fn execute(&self, text: &mut String) {
        text.push_str(&self.0);
    }

    fn undo(&self, text: &mut String) {
        text.truncate(text.len() - self.0.len());
    }
}

impl Command for Clear {
    fn execute(&self, text: &mut String) {
        text.clear();
    }

    fn undo(&self, text: &mut String) {
        text.push_str(&self.0);
    }
}

#[derive(Default)]
struct Editor {
    text: String,
    done: Vec<Box<dyn Command>>,
    undone: Vec<Box<dyn Command>>,
}

impl Editor {
    fn run(&mut self, command: Box<dyn Command>) {
        command.execute(&mut self.text); // calls: Append::execute, Clear::execute
        self.done.push(command);
    }

    fn undo(&mut self) {
        if let Some(command) = self.done.pop() {
            command.undo(&mut self.text); // calls: Append::undo, Clear::undo
            self.undone.push(command);
        }
    }

    fn redo(&mut self) {
        if let Some(command) = self.undone.pop() {
            command.execute(&mut self.text); // calls: Append::execute, Clear::execute
            self.done.push(command);
        }
    }
}

struct Guard<F: FnMut()>(F);

impl<F: FnMut()> Drop for Guard<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[derive(Default)]
struct Validator {
    checks: Vec<(String, Box<dyn Fn(&str) -> bool>)>,
}

impl Validator {
    fn check(mut self, name: &str, check: impl Fn(&str) -> bool + 'static) -> Self {
        self.checks.push((name.to_string(), Box::new(check)));
        self
    }

    fn failures(&self, text: &str) -> usize {
        let mut failures = 0;
        for (_, check) in &self.checks {
            let passed = check(text); // calls: not_empty, short
            failures += usize::from(!passed);
        }
        failures
    }
}

fn main() {
    let mut editor = Editor::default();
    editor.run(Box::new(Append("hello".to_string())));
    editor.run(Box::new(Clear("hello".to_string())));
    editor.undo();
    editor.undo();
    editor.redo();
    editor.redo();

    let limit = 3;
    let validator = Validator::default()
        .check("not empty", |text| !text.is_empty()) // named: not_empty
        .check("short", move |text| text.len() < limit); // named: short
    let mut closed = 0;
    {
        let mut callback: Box<dyn FnMut()> = Box::new(|| closed += 1); // named: close
        let _guard = Guard(|| callback()); // calls: close
    }
    let clear: Box<dyn Command> = Box::new(Clear("x".to_string()));
    clear.undo(&mut editor.text); // calls: Clear::undo
    println!("{} {} {closed}", editor.text, validator.failures(""));
}
