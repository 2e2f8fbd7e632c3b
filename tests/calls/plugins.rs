//! A registry of plugins, as trait objects and as closures.

use std::collections::HashMap;

trait Plugin {
    fn name(&self) -> &str;
    fn run(&mut self, input: i64) -> i64;
}

struct Counter {
    count: i64,
}

struct Doubler;

struct Offset {
    by: i64,
}

impl Plugin for Counter {
    fn name(&self) -> &str {
        "counter"
    }

    fn run(&mut self, input: i64) -> i64 {
        self.count += input;
        self.count
    }
}

impl Plugin for Doubler {
    fn name(&self) -> &str {
        "doubler"
    }

    fn run(&mut self, input: i64) -> i64 {
        input * 2
    }
}

impl Plugin for Offset {
    fn name(&self) -> &str {
        "offset"
    }

    fn run(&mut self, input: i64) -> i64 {
        input + self.by
    }
}

#[derive(Default)]
struct Registry {
    plugins: Vec<Box<dyn Plugin>>,
    commands: HashMap<String, Box<dyn Fn(i64) -> i64>>,
}

impl Registry {
    fn register(&mut self, plugin: Box<dyn Plugin>) {
        let name = plugin.name(); // calls: Counter::name, Doubler::name
        println!("{name}");
        self.plugins.push(plugin);
    }

    fn command(&mut self, name: &str, command: impl Fn(i64) -> i64 + 'static) {
        self.commands.insert(name.to_string(), Box::new(command));
    }

    fn run_all(&mut self, input: i64) -> i64 {
        let mut value = input;
        for plugin in &mut self.plugins {
            value = plugin.run(value); // calls: Counter::run, Doubler::run
        }
        value
    }

    fn call(&self, name: &str, value: i64) -> Option<i64> {
        let command = self.commands.get(name)?;
        Some(command(value)) // calls: negate, add
    }
}

fn once(mut plugin: impl Plugin) -> i64 {
    plugin.run(1)
}

fn main() {
    let mut registry = Registry::default();
    registry.register(Box::new(Counter { count: 0 }));
    registry.register(Box::new(Doubler));
    let by = 5;
    registry.command("negate", |value| -value); // named: negate
    registry.command("add", move |value| value + by); // named: add
    println!("{} {}", registry.run_all(3), once(Offset { by: 1 }));
    println!("{:?} {:?}", registry.call("negate", 3), registry.call("add", 2));
    let mut single: Box<dyn Plugin> = Box::new(Offset { by: 4 });
    let run = single.run(2); // calls: Offset::run
    println!("{run}");
    let name = single.name(); // calls: Offset::name
    println!("{name}");
}
