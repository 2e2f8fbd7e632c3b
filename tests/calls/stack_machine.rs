//! A small two-pass assembler and a stack machine with port devices.
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::rc::Rc;

#[derive(Debug, Clone, PartialEq)]
enum Fault {
    StackUnderflow,
    NoDevice(i64),
    BadSyscall(i64),
    CycleLimit(u64),
}

enum Flow {
    Next,
    Jump(usize),
    Halt,
}

type Handler = fn(&mut Machine, i64) -> Result<Flow, Fault>;
type OperandParser = fn(&str, &HashMap<String, usize>) -> Result<i64, String>;

struct OpSpec {
    mnemonic: &'static str,
    operand: Option<OperandParser>,
    handler: Handler,
}

fn immediate(text: &str, _labels: &HashMap<String, usize>) -> Result<i64, String> {
    text.parse().map_err(|e| format!("bad number '{text}': {e}"))
}

fn target(text: &str, labels: &HashMap<String, usize>) -> Result<i64, String> {
    match labels.get(text) {
        Some(address) => Ok(*address as i64),
        None => Err(format!("unknown label '{text}'")),
    }
}

fn port(text: &str, _labels: &HashMap<String, usize>) -> Result<i64, String> {
    let digits = text.strip_prefix('%').ok_or_else(|| format!("expected %port, got '{text}'"))?;
    digits.parse().map_err(|_| format!("bad port '{text}'"))
}

static OPS: [OpSpec; 11] = [
    OpSpec { mnemonic: "push", operand: Some(immediate), handler: op_push },
    OpSpec { mnemonic: "dup", operand: None, handler: op_dup },
    OpSpec { mnemonic: "add", operand: None, handler: op_add },
    OpSpec { mnemonic: "sub", operand: None, handler: op_sub },
    OpSpec { mnemonic: "mul", operand: None, handler: op_mul },
    OpSpec { mnemonic: "jnz", operand: Some(target), handler: op_jnz },
    OpSpec { mnemonic: "in", operand: Some(port), handler: op_in },
    OpSpec { mnemonic: "out", operand: Some(port), handler: op_out },
    OpSpec { mnemonic: "sys", operand: Some(immediate), handler: op_sys },
    OpSpec { mnemonic: "nop", operand: None, handler: op_nop },
    OpSpec { mnemonic: "halt", operand: None, handler: op_halt },
];

fn op_push(m: &mut Machine, value: i64) -> Result<Flow, Fault> {
    m.stack.push(value);
    Ok(Flow::Next)
}

fn op_dup(m: &mut Machine, _: i64) -> Result<Flow, Fault> {
    let top = m.pop()?;
    m.stack.extend([top, top]);
    Ok(Flow::Next)
}

fn op_add(m: &mut Machine, _: i64) -> Result<Flow, Fault> {
    m.binary(i64::wrapping_add)
}

fn op_sub(m: &mut Machine, _: i64) -> Result<Flow, Fault> {
    m.binary(|a, b| a.wrapping_sub(b)) // named: subtract
}

fn saturating_product(a: i64, b: i64) -> i64 {
    a.saturating_mul(b)
}

fn op_mul(m: &mut Machine, _: i64) -> Result<Flow, Fault> {
    m.binary(saturating_product)
}

fn op_jnz(m: &mut Machine, address: i64) -> Result<Flow, Fault> {
    Ok(if m.pop()? != 0 { Flow::Jump(address as usize) } else { Flow::Next })
}

fn op_in(m: &mut Machine, number: i64) -> Result<Flow, Fault> {
    let device = m.ports.get_mut(&number).ok_or(Fault::NoDevice(number))?;
    let value = device.read(); // calls: Console::read, Timer::read, Noise::read
    m.stack.push(value);
    Ok(Flow::Next)
}

fn op_out(m: &mut Machine, number: i64) -> Result<Flow, Fault> {
    let value = m.pop()?;
    let device = m.ports.get_mut(&number).ok_or(Fault::NoDevice(number))?;
    device.write(value); // calls: Console::write, Timer::write, Noise::write
    Ok(Flow::Next)
}

fn op_sys(m: &mut Machine, number: i64) -> Result<Flow, Fault> {
    let service = m.services.get_mut(number as usize).ok_or(Fault::BadSyscall(number))?;
    service(&mut m.stack); // calls: depth, checksum
    Ok(Flow::Next)
}

fn op_nop(_: &mut Machine, _: i64) -> Result<Flow, Fault> {
    Ok(Flow::Next)
}

fn op_halt(_: &mut Machine, _: i64) -> Result<Flow, Fault> {
    Ok(Flow::Halt)
}

trait Device {
    fn name(&self) -> String;
    fn write(&mut self, value: i64);
    fn read(&mut self) -> i64 {
        -1
    }
    fn tick(&mut self, _cycle: u64) {}
}

type Transcript = Rc<RefCell<Vec<String>>>;

struct Console {
    transcript: Transcript,
}

impl Device for Console {
    fn name(&self) -> String {
        "console".into()
    }
    fn write(&mut self, value: i64) {
        self.transcript.borrow_mut().push(value.to_string());
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        self.transcript.borrow_mut().push("<eof>".into());
    }
}

struct Timer {
    period: u64,
    fired: i64,
    transcript: Transcript,
}

impl Device for Timer {
    fn name(&self) -> String {
        format!("timer/{}", self.period)
    }
    fn write(&mut self, value: i64) {
        self.period = value.max(1) as u64;
    }
    fn read(&mut self) -> i64 {
        std::mem::take(&mut self.fired)
    }
    fn tick(&mut self, cycle: u64) {
        if cycle % self.period == 0 {
            self.fired += 1;
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.transcript.borrow_mut().push(format!("<timer stopped, {} pending>", self.fired));
    }
}

struct Noise(u32);

impl Device for Noise {
    fn name(&self) -> String {
        "noise".into()
    }
    fn write(&mut self, value: i64) {
        self.0 = value as u32;
    }
    fn read(&mut self) -> i64 {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        i64::from(self.0 >> 24)
    }
}

trait Observer {
    fn on_step(&self, cycle: u64, mnemonic: &'static str) -> Result<(), Fault>;
    fn on_halt(&self) -> Option<String> {
        None
    }
}

#[derive(Default)]
struct Profiler {
    counts: RefCell<BTreeMap<&'static str, u32>>,
}

impl Observer for Profiler {
    fn on_step(&self, _cycle: u64, mnemonic: &'static str) -> Result<(), Fault> {
        *self.counts.borrow_mut().entry(mnemonic).or_insert(0) += 1;
        Ok(())
    }
    fn on_halt(&self) -> Option<String> {
        Some(format!("{:?}", self.counts.borrow()))
    }
}

struct Watchdog {
    limit: u64,
}

impl Observer for Watchdog {
    fn on_step(&self, cycle: u64, _mnemonic: &'static str) -> Result<(), Fault> {
        if cycle > self.limit { Err(Fault::CycleLimit(self.limit)) } else { Ok(()) }
    }
}

struct Line {
    label: Option<String>,
    op: &'static OpSpec,
    operand: Option<String>,
}

fn parse(source: &str) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    let mut label = None;
    for text in source.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with(';')) {
        if let Some(name) = text.strip_suffix(':') {
            label = Some(name.to_string());
            continue;
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let op = OPS.iter().find(|o| o.mnemonic == word).ok_or(format!("unknown op '{word}'"))?;
        let operand = op.operand.map(|_| rest.trim().to_string());
        lines.push(Line { label: label.take(), op, operand });
    }
    Ok(lines)
}

fn assemble(source: &str) -> Result<Vec<(&'static OpSpec, i64)>, Box<dyn Error>> {
    let lines = parse(source)?;
    let mut labels = HashMap::new();
    for (address, line) in lines.iter().enumerate() {
        if let Some(name) = &line.label {
            labels.insert(name.clone(), address);
        }
    }
    let mut code = Vec::with_capacity(lines.len());
    for line in &lines {
        let operand = match (line.op.operand, &line.operand) {
            (Some(decode), Some(text)) => decode(text, &labels)?, // calls: immediate, target, port
            _ => 0,
        };
        code.push((line.op, operand));
    }
    Ok(code)
}

struct Machine {
    stack: Vec<i64>,
    ports: BTreeMap<i64, Box<dyn Device>>,
    services: Vec<Box<dyn FnMut(&mut Vec<i64>)>>,
    observers: Vec<Rc<dyn Observer>>,
}

impl Machine {
    fn pop(&mut self) -> Result<i64, Fault> {
        self.stack.pop().ok_or(Fault::StackUnderflow)
    }

    fn binary(&mut self, apply: fn(i64, i64) -> i64) -> Result<Flow, Fault> {
        let (b, a) = (self.pop()?, self.pop()?);
        let result = apply(a, b); // calls: subtract, saturating_product
        self.stack.push(result);
        Ok(Flow::Next)
    }

    fn run(&mut self, code: &[(&'static OpSpec, i64)]) -> Result<u64, Fault> {
        let (mut pc, mut cycle) = (0, 0u64);
        loop {
            let (op, operand) = code[pc];
            cycle += 1;
            for observer in &self.observers {
                observer.on_step(cycle, op.mnemonic)?; // calls: Profiler::on_step, Watchdog::on_step
            }
            for device in self.ports.values_mut() {
                device.tick(cycle); // calls: Console::tick, Timer::tick, Noise::tick
            }
            let flow = (op.handler)(self, operand)?; // calls: op_push, op_dup, op_add, op_sub, op_mul, op_jnz, op_in, op_out, op_sys, op_nop, op_halt
            match flow {
                Flow::Next => pc += 1,
                Flow::Jump(address) => pc = address,
                Flow::Halt => break,
            }
        }
        for observer in &self.observers {
            let note = observer.on_halt(); // calls: Profiler::on_halt, Watchdog::on_halt
            if let Some(note) = note {
                println!("  {note}");
            }
        }
        Ok(cycle)
    }
}

const COUNTDOWN: &str = "
    push 7\n out %2\n push 3\n out %1\n push 5
    loop:
    nop
    dup\n out %0\n push 1\n sub\n dup\n jnz loop
    in %0\n in %1\n in %2\n add\n add\n sys 1\n out %0
    nop\n push 12\n dup\n mul\n dup\n mul\n sys 0\n out %0
    halt";

const RUNAWAY: &str = "spin:\n push 1\n jnz spin\n halt";

fn hex_dump(stack: &[i64]) -> String {
    stack.iter().map(|v| format!("{v:#06x}")).collect::<Vec<_>>().join(" ")
}

fn main() -> Result<(), Box<dyn Error>> {
    let transcript = Transcript::default();
    let mut running = 17i64;
    let depth = |stack: &mut Vec<i64>| stack.push(stack.len() as i64); // named: depth
    let mut next = move |stack: &[i64]| {
        running = stack.iter().fold(running, |sum, it| sum * 31 % 9973 + it);
        running
    };
    let checksum = move |stack: &mut Vec<i64>| stack.push(next(stack)); // named: checksum
    let mut machine = Machine {
        stack: Vec::new(),
        ports: BTreeMap::new(),
        services: vec![Box::new(depth), Box::new(checksum)],
        observers: vec![Rc::new(Profiler::default()), Rc::new(Watchdog { limit: 200 })],
    };
    machine.ports.insert(0, Box::new(Console { transcript: transcript.clone() }));
    machine
        .ports
        .insert(1, Box::new(Timer { period: 10, fired: 0, transcript: transcript.clone() }));
    machine.ports.insert(2, Box::new(Noise(1)));

    for (title, source) in [("countdown", COUNTDOWN), ("runaway", RUNAWAY)] {
        println!("{title}");
        let code = assemble(source)?;
        match machine.run(&code) {
            Ok(cycles) => println!("  halted after {cycles} cycles"),
            Err(fault) => println!("  {fault:?}"),
        }
    }
    if let Err(problem) = parse("push 1\nfrobnicate") {
        println!("rejected: {problem}");
    }
    let total = |stack: &[i64]| format!("{} in all", stack.iter().sum::<i64>()); // named: total
    let views: [(&str, fn(&[i64]) -> String); 2] = [("hex", hex_dump), ("total", total)];
    for (title, view) in views {
        let text = view(&machine.stack); // calls: hex_dump, total
        println!("{title}: {text}");
    }
    for (number, device) in std::mem::take(&mut machine.ports) {
        let name = device.name(); // calls: Console::name, Timer::name, Noise::name
        println!("unplug {number}: {name}");
        drop(device); // calls: Console::drop, Timer::drop
    }
    println!("{}", transcript.borrow().join(" "));
    Ok(())
}
