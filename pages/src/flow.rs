//! Drawings of control-flow graphs.

use std::collections::{BTreeMap, VecDeque};

use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel};
use serde::Serialize;

/// The maximum number of blocks in a drawing. If there are more, those nearest to the entry are
/// drawn.
const MAX_BLOCKS: usize = 300;

/// A drawing; lengths are in pixels.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Flow {
    /// Its width.
    pub w: i32,
    /// Its height.
    pub h: i32,
    /// The blocks that are drawn: the number in the function, the coordinates of the centre, and
    /// the size.
    pub n: Vec<[i32; 5]>,
    /// The edges: numbers of blocks, and points.
    pub e: Vec<(u32, u32, Vec<i32>)>,
    /// The number of blocks that are omitted.
    pub cut: usize,
}

/// Draws blocks, given their widths and heights, and their successors.
pub fn draw(sizes: &[(i32, i32)], successors: &[Vec<u32>]) -> Flow {
    let shown = nearest(successors);
    let mut graph: Graph<NodeLabel, EdgeLabel, GraphLabel> =
        Graph::new(GraphOptions { directed: true, multigraph: false, compound: false });
    let (nodesep, ranksep, margin) = (24.0, 34.0, 12.0);
    graph.set_graph(GraphLabel {
        nodesep,
        ranksep,
        marginx: margin,
        marginy: margin,
        ..GraphLabel::default()
    });
    let name = |block: u32| block.to_string();
    for &block in &shown {
        let (width, height) = sizes[block as usize];
        let label =
            NodeLabel { width: width.into(), height: height.into(), ..NodeLabel::default() };
        graph.set_node(name(block), label);
    }
    let is_shown = |block: &u32| shown.binary_search(block).is_ok();
    let mut edges = Vec::new();
    for &block in &shown {
        let mut targets: Vec<u32> =
            successors[block as usize].iter().copied().filter(|it| is_shown(it)).collect();
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            edges.push((block, target));
            let label = EdgeLabel { weight: 1.0, ..EdgeLabel::default() };
            graph.set_edge_with_label(name(block), name(target), label);
        }
    }
    if dugong::layout(&mut graph).is_err() {
        return Flow { cut: successors.len(), ..Flow::default() };
    }
    let round = |number: f64| number.round() as i32;
    let nodes = shown.iter().filter_map(|&block| {
        let label = graph.node(&name(block))?;
        let (width, height) = sizes[block as usize];
        Some([block as i32, round(label.x?), round(label.y?), width, height])
    });
    let n: Vec<_> = nodes.collect();
    let drawn = edges.iter().filter_map(|&(from, to)| {
        let label = graph.edge(&name(from), &name(to), None)?;
        Some((from, to, label.points.iter().flat_map(|it| [round(it.x), round(it.y)]).collect()))
    });
    let e: Vec<(u32, u32, Vec<i32>)> = drawn.collect();
    let (w, h) = (round(graph.graph().width), round(graph.graph().height));
    Flow { w, h, n, e, cut: successors.len() - shown.len() }
}

/// The blocks nearest to the entry, in order, followed by unreachable blocks if there is room.
fn nearest(successors: &[Vec<u32>]) -> Vec<u32> {
    let mut found: BTreeMap<u32, ()> = BTreeMap::new();
    for start in 0..successors.len() as u32 {
        let mut open = VecDeque::from([start]);
        while let Some(block) = open.pop_front() {
            if found.len() == MAX_BLOCKS {
                return found.into_keys().collect();
            }
            if (block as usize) < successors.len() && found.insert(block, ()).is_none() {
                open.extend(&successors[block as usize]);
            }
        }
    }
    found.into_keys().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_is_drawn_from_top_to_bottom() {
        let flow = draw(&[(60, 30), (60, 30), (60, 30)], &[vec![1], vec![1, 2], vec![]]);
        assert_eq!(flow.n.len(), 3);
        assert!(flow.n[0][2] < flow.n[1][2] && flow.n[1][2] < flow.n[2][2], "{flow:?}");
        let edges: Vec<_> = flow.e.iter().map(|(from, to, _)| (*from, *to)).collect();
        assert_eq!(edges, [(0, 1), (1, 1), (1, 2)]);
        assert_eq!(flow.cut, 0);
    }

    #[test]
    fn a_large_graph_is_cut() {
        let count = MAX_BLOCKS as u32 + 50;
        let successors: Vec<Vec<u32>> =
            (0..count).map(|it| if it + 1 < count { vec![it + 1] } else { vec![] }).collect();
        let flow = draw(&vec![(60, 30); count as usize], &successors);
        assert_eq!((flow.n.len(), flow.cut), (MAX_BLOCKS, 50));
    }
}
