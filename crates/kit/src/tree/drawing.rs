//! A tree as a drawing that stands alone.

use std::fmt::Write;

use super::{AnyTree, NodeView};
use plyglot_core::safe_text::html;

/// The room of a leaf and of a ply.
const LEAF: f64 = 80.0;
const PLY: f64 = 96.0;
const MARGIN: f64 = 30.0;

/// A node and the middle of its place.
struct Placed {
    at: usize,
    node: NodeView,
    x: f64,
}

/// The tree down to `plies` moves below the root, as SVG: triangles that point up maximise, those that
/// point down minimise; the line of best play is strong, a cut is a bar with what it left out.
pub fn svg(tree: &dyn AnyTree, plies: usize) -> String {
    let placed = placed(tree, plies);
    let deepest = placed.iter().map(|placed| placed.node.ply).max().unwrap_or(0);
    let right = placed.iter().map(|placed| placed.x).fold(0.0, f64::max);
    let (wide, high) = (right + 2.0 * MARGIN, deepest as f64 * PLY + 3.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" \
         height=\"{high}\" text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" \
         font-size=\"13\">"
    );
    // Nodes stand in the order of their numbers, so a parent is found by its own.
    let place = |at: usize| {
        let index = placed.binary_search_by_key(&at, |placed| placed.at).ok()?;
        Some(&placed[index])
    };
    let best = best_line(tree);
    for child in &placed {
        if let Some(parent) = child.node.parent.and_then(place) {
            edge(&mut out, parent, child, best.contains(&child.at));
        }
    }
    placed.iter().for_each(|placed| draw(&mut out, placed));
    out + "</svg>"
}

/// The nodes from the root along best play.
fn best_line(tree: &dyn AnyTree) -> Vec<usize> {
    let improved = |&child: &usize| tree.node(child).is_some_and(|node| node.improved);
    let best = |&node: &usize| tree.children(node).into_iter().rfind(improved);
    std::iter::successors(Some(0), best).collect()
}

/// Leaves of what is shown stand side by side, every other node over the middle of its children.
fn placed(tree: &dyn AnyTree, plies: usize) -> Vec<Placed> {
    let nodes = (0..tree.len()).filter_map(|at| Some((at, tree.node(at)?)));
    let shown = nodes.filter(|(_, node)| node.ply <= plies);
    let mut placed: Vec<Placed> = shown.map(|(at, node)| Placed { at, node, x: 0.0 }).collect();
    let mut next = MARGIN;
    let mut reach: Vec<Option<(f64, f64)>> = vec![None; placed.len()];
    // Children come after their parents, so from the end every node's children are placed before it;
    // from the right to the left, and turned round at last.
    for index in (0..placed.len()).rev() {
        let x = match reach[index] {
            Some((least, most)) => f64::midpoint(least, most),
            None => {
                next += LEAF;
                next - LEAF
            }
        };
        placed[index].x = x;
        let parent = placed[index].node.parent;
        let above = parent.and_then(|at| placed.binary_search_by_key(&at, |it| it.at).ok());
        if let Some(above) = above {
            let (least, most) = reach[above].unwrap_or((x, x));
            reach[above] = Some((least.min(x), most.max(x)));
        }
    }
    let right = next - LEAF + MARGIN;
    placed.iter_mut().for_each(|placed| placed.x = right - placed.x);
    placed
}

fn y(ply: usize) -> f64 {
    MARGIN + ply as f64 * PLY
}

fn edge(out: &mut String, parent: &Placed, child: &Placed, is_best: bool) {
    let (from, to) = (y(parent.node.ply) + 12.0, y(child.node.ply) - 12.0);
    let (colour, width) = if is_best { ("#2f6f6a", 3) } else { ("#a9a294", 1) };
    let (x, under) = (parent.x, child.x);
    // Writing into a text cannot fail.
    _ = write!(
        out,
        "<path d=\"M{x} {from}L{under} {to}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
    );
    if let Some(mv) = &child.node.mv {
        let (x, y) = (x + (under - x) * 0.6, from + (to - from) * 0.6);
        label(out, x, y, "#6a7472", mv);
    }
}

fn draw(out: &mut String, Placed { node, x, .. }: &Placed) {
    let y = y(node.ply);
    let shape = match (node.is_leaf, node.maximizes) {
        (true, _) => format!("M{} {}h32v22h-32z", x - 16.0, y - 11.0),
        (false, true) => format!("M{x} {}l22 28h-44z", y - 17.0),
        (false, false) => format!("M{x} {}l22 -28h-44z", y + 17.0),
    };
    let fill = if node.maximizes { "#f6e3bd" } else { "#d2e1f3" };
    _ = write!(out, "<path d=\"{shape}\" fill=\"{fill}\" stroke=\"#6a7472\"/>");
    label(out, *x, y + 5.0, "#26302f", &node.value.to_string());
    if node.is_leaf {
        return;
    }
    let window = format!("[{}, {}]", node.window.alpha, node.window.beta);
    label(out, *x, y - 20.0, "#6a7472", &window.replace("Infinity", "∞"));
    if node.is_cut {
        let skipped = node.skipped.len();
        _ = write!(
            out,
            "<path d=\"M{} {}h28\" stroke=\"#b4532f\" stroke-width=\"3\"><title>{}</title></path>",
            x - 14.0,
            y + 22.0,
            html(&node.skipped.join(", "))
        );
        if skipped > 0 {
            label(out, x + 26.0, y + 27.0, "#b4532f", &format!("-{skipped}"));
        }
    }
}

fn label(out: &mut String, x: f64, y: f64, colour: &str, text: &str) {
    let text = html(text);
    // A pale edge keeps it readable where it crosses a line.
    _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\" stroke=\"#fff\" stroke-width=\"4\" \
         stroke-opacity=\"0.8\" paint-order=\"stroke\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use plyglot_core::tree::Tree;
    use plyglot_search::textbook::Algorithm;

    use super::*;
    use crate::tree::{Recorded, SearchRequest};

    #[test]
    fn nodes_of_a_ply_stand_apart_and_parents_between_their_children() {
        let root: Tree = "((3 12 8) (2 4 6) (14 5 2))".parse().unwrap();
        let (stop, titles) = (AtomicBool::new(false), ["MAX", "MIN"].map(str::to_owned));
        let algorithm = Algorithm::AlphaBeta;
        let asked =
            SearchRequest { root: &root, algorithm, depth: 9, titles, most: 99, stop: &stop };
        let tree = Recorded::search(&asked).unwrap();
        let all = placed(&tree, usize::MAX);
        assert_eq!(all.len(), tree.len());
        for ply in 0..3 {
            let row: Vec<f64> = all.iter().filter(|it| it.node.ply == ply).map(|it| it.x).collect();
            assert!(row.windows(2).all(|pair| pair[1] - pair[0] >= LEAF), "{row:?}");
        }
        let children: Vec<usize> = AnyTree::children(&tree, 0);
        assert!(all[children[0]].x < all[0].x && all[0].x < all[children[2]].x);
        assert_eq!(best_line(&tree), [0, children[0], children[0] + 1]);
        assert_eq!(svg(&tree, 1).matches("<path d=").count(), 4 + 3 + 2);
    }
}
