//! A tree in Graphviz' language.

use std::fmt::Write;

use super::{AnyTree, NodeView};

/// The tree down to `plies` moves below the root. A node that maximises is a box that points up, one
/// that minimises points down; what was not looked at is dashed.
pub fn dot(tree: &dyn AnyTree, plies: usize) -> String {
    let mut out = "digraph search {\n  node [fontname=\"sans-serif\"];\n".to_owned();
    let shown = (0..tree.len()).filter_map(|at| Some((at, tree.node(at)?)));
    for (at, node) in shown.filter(|(_, node)| node.ply <= plies) {
        // Writing into a text cannot fail.
        _ = writeln!(out, "  n{at} [label=\"{}\", shape={}];", label(&node), shape(&node));
        if let (Some(parent), Some(mv)) = (node.parent, &node.mv) {
            let style = if node.improved { "bold" } else { "solid" };
            _ = writeln!(out, "  n{parent} -> n{at} [label=\"{}\", style={style}];", quoted(mv));
        }
        if node.ply < plies && !node.skipped.is_empty() {
            let skipped = quoted(&node.skipped.join(", "));
            _ = writeln!(out, "  s{at} [label=\"{skipped}\", shape=plaintext];");
            _ = writeln!(out, "  n{at} -> s{at} [style=dashed];");
        }
    }
    out + "}\n"
}

fn label(node: &NodeView) -> String {
    let window = node.window;
    if node.is_leaf {
        return node.value.to_string();
    }
    format!("{}\\n[{}, {}]", node.value, window.alpha, window.beta)
}

fn shape(node: &NodeView) -> &'static str {
    match (node.is_leaf, node.maximizes) {
        (true, _) => "box",
        (false, true) => "house",
        (false, false) => "invhouse",
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
