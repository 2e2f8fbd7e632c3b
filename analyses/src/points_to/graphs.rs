//! The call graph in the formats DOT and GraphML, for programs that draw and query graphs.

use std::io;

use facts_schema::{FunctionId, InstructionId, UnresolvedReason, Word};
use petgraph::dot::{Config, Dot};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{EdgeRef, IntoNodeReferences};
use points_to::Analysis;
use points_to::call_graph::CallGraph;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use rustc_hash::FxHashMap;

use super::names::Names;

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Function(FunctionId),
    /// The target of calls whose callees are unknown.
    Unresolved(UnresolvedReason),
}

/// An edge of the graph: all calls of one kind from one function to another.
#[derive(Debug)]
struct Edge {
    kind: &'static str,
    instructions: Vec<InstructionId>,
}

/// A call graph to be drawn.
pub struct Drawing<'n, 'a> {
    analysis: &'n Analysis<'a>,
    names: &'n Names<'a>,
    graph: DiGraph<Node, Edge>,
}

impl<'n, 'a> Drawing<'n, 'a> {
    /// Creates a drawing of the graph, with one edge for all calls of a kind from one function to
    /// another.
    pub fn new(analysis: &'n Analysis<'a>, names: &'n Names<'a>, calls: &CallGraph) -> Self {
        let mut drawing = Self { analysis, names, graph: DiGraph::new() };
        let mut nodes = FxHashMap::default();
        for function in &calls.reachable {
            drawing.node(&mut nodes, Node::Function(*function));
        }
        let edges = calls.edges.iter().map(|edge| {
            let to = Node::Function(edge.function);
            (edge.caller, to, edge.kind.as_str(), Some(edge.instruction))
        });
        let callbacks = calls
            .callbacks
            .iter()
            .map(|edge| (edge.caller, Node::Function(edge.function), "callback", None));
        let unresolved = calls.unresolved.iter().map(|call| {
            let to = Node::Unresolved(call.reason);
            (call.caller, to, "unresolved", Some(call.instruction))
        });
        let mut known = FxHashMap::default();
        for (caller, to, kind, instruction) in edges.chain(callbacks).chain(unresolved) {
            let from = drawing.node(&mut nodes, Node::Function(caller));
            let to = drawing.node(&mut nodes, to);
            let edge = *known.entry((from, to, kind)).or_insert_with(|| {
                drawing.graph.add_edge(from, to, Edge { kind, instructions: Vec::new() })
            });
            drawing.graph[edge].instructions.extend(instruction);
        }
        drawing
    }

    fn node(&mut self, nodes: &mut FxHashMap<Node, NodeIndex>, node: Node) -> NodeIndex {
        *nodes.entry(node).or_insert_with(|| self.graph.add_node(node))
    }

    fn label(&self, node: Node) -> String {
        match node {
            Node::Function(function) => self.names.full_function(function),
            Node::Unresolved(UnresolvedReason::External) => "external code".to_owned(),
            Node::Unresolved(UnresolvedReason::Library) => "a library".to_owned(),
            Node::Unresolved(UnresolvedReason::InlineAsm) => "inline assembly".to_owned(),
            Node::Unresolved(_) => "unresolved".to_owned(),
        }
    }

    fn calls(&self, edge: &Edge) -> Vec<String> {
        let call = |instruction: &InstructionId| match self.names.place(*instruction) {
            Some(place) => place.to_string(),
            None => self.analysis.facts.symbol(*instruction),
        };
        edge.instructions.iter().map(call).collect()
    }

    /// The graph for Graphviz. Dashed edges are indirect calls. Dotted edges are calls made by
    /// functions without a body, calls through external pointers, and calls with unknown callees.
    pub fn dot(&self) -> String {
        let edge = |_, edge: petgraph::graph::EdgeReference<'_, Edge>| {
            let style = match edge.weight().kind {
                "direct" => "solid",
                "indirect" => "dashed",
                _ => "dotted",
            };
            let calls = quoted(&self.calls(edge.weight()).join(", "));
            format!("style = {style}, tooltip = {calls}")
        };
        let node = |_, (_, node): (NodeIndex, &Node)| {
            let shape = match node {
                Node::Function(_) => "box",
                Node::Unresolved(_) => "octagon",
            };
            format!("shape = {shape}, label = {}", quoted(&self.label(*node)))
        };
        let config = [Config::EdgeNoLabel, Config::NodeNoLabel];
        let dot = Dot::with_attr_getters(&self.graph, &config, &edge, &node);
        format!("{dot:?}")
    }

    /// The graph as GraphML.
    pub fn graphml(&self) -> String {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        // Writing to memory does not fail.
        let _ = self.write_graphml(&mut writer);
        let mut text = String::from_utf8(writer.into_inner()).unwrap_or_default();
        text.push('\n');
        text
    }

    fn write_graphml(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        const KEYS: [(&str, &str, &str); 5] = [
            ("label", "node", "label"),
            ("function", "node", "function"),
            ("reason", "node", "reason"),
            ("kind", "edge", "kind"),
            ("calls", "edge", "calls"),
        ];
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let root = [("xmlns", "http://graphml.graphdrawing.org/xmlns")];
        writer.write_event(Event::Start(BytesStart::new("graphml").with_attributes(root)))?;
        for (id, of, name) in KEYS {
            let key = [("id", id), ("for", of), ("attr.name", name), ("attr.type", "string")];
            writer.write_event(Event::Empty(BytesStart::new("key").with_attributes(key)))?;
        }
        let graph = [("id", "calls"), ("edgedefault", "directed")];
        writer.write_event(Event::Start(BytesStart::new("graph").with_attributes(graph)))?;
        for (index, node) in self.graph.node_references() {
            let id = format!("n{}", index.index());
            let start = BytesStart::new("node").with_attributes([("id", id.as_str())]);
            writer.write_event(Event::Start(start))?;
            data(writer, "label", &self.label(*node))?;
            match node {
                Node::Function(it) => data(writer, "function", &self.names.function_id(*it))?,
                Node::Unresolved(reason) => data(writer, "reason", reason.as_str())?,
            }
            writer.write_event(Event::End(BytesEnd::new("node")))?;
        }
        for edge in self.graph.edge_references() {
            let [source, target] =
                [edge.source(), edge.target()].map(|node| format!("n{}", node.index()));
            let ends = [("source", source.as_str()), ("target", target.as_str())];
            let start = BytesStart::new("edge").with_attributes(ends);
            writer.write_event(Event::Start(start))?;
            data(writer, "kind", edge.weight().kind)?;
            let calls = self.calls(edge.weight());
            if !calls.is_empty() {
                data(writer, "calls", &calls.join(", "))?;
            }
            writer.write_event(Event::End(BytesEnd::new("edge")))?;
        }
        writer.write_event(Event::End(BytesEnd::new("graph")))?;
        writer.write_event(Event::End(BytesEnd::new("graphml")))
    }
}

fn data(writer: &mut Writer<Vec<u8>>, key: &str, text: &str) -> io::Result<()> {
    // XML cannot represent most control characters.
    let text: String =
        text.chars().map(|it| if it.is_control() { '\u{fffd}' } else { it }).collect();
    writer.write_event(Event::Start(BytesStart::new("data").with_attributes([("key", key)])))?;
    writer.write_event(Event::Text(BytesText::new(&text)))?;
    writer.write_event(Event::End(BytesEnd::new("data")))
}

/// The text as a quoted DOT string.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
    format!("\"{text}\"")
}
