//! Nodes as bytes, for a page that draws hundreds of thousands of them.
//!
//! A block is a head of four 32-bit numbers (the first node, how many nodes, how many skipped moves,
//! 1 if values are wide), then a column for each property, and is read in place by typed arrays:
//! everything is little-endian, and wide columns come first. Values are 32-bit integers, with the two
//! extreme ones for the infinities, or if wide 64-bit floating-point numbers.
//!
//! The columns: value, value of the parent after the return, alpha and beta there (values); size
//! (32 bits); move, ply, flags, number of skipped moves (16 bits each); at last the skipped moves.

use plyglot_core::Value;

use super::recorded::Recorded;

pub(super) fn write(tree: &Recorded, is_wide: bool, from: usize, count: usize) -> Vec<u8> {
    let from = from.min(tree.nodes.len());
    let end = from.saturating_add(count).min(tree.nodes.len());
    let nodes = &tree.nodes[from..end];
    let skips: Vec<&[u16]> = (from..end).map(|node| tree.skipped(node)).collect();
    let skipped: usize = skips.iter().map(|skips| skips.len()).sum();
    let width = if is_wide { 8 } else { 4 };
    let mut out = Vec::with_capacity(16 + nodes.len() * (4 * width + 12) + 2 * skipped);
    for number in [from, nodes.len(), skipped, usize::from(is_wide)] {
        out.extend_from_slice(&(number as u32).to_le_bytes());
    }
    let put = |out: &mut Vec<u8>, value: Value| {
        if is_wide {
            out.extend_from_slice(&wide(value).to_le_bytes());
        } else {
            out.extend_from_slice(&narrow(value).to_le_bytes());
        }
    };
    nodes.iter().for_each(|node| put(&mut out, node.value));
    nodes.iter().for_each(|node| put(&mut out, node.after));
    nodes.iter().for_each(|node| put(&mut out, node.window.alpha));
    nodes.iter().for_each(|node| put(&mut out, node.window.beta));
    nodes.iter().for_each(|node| out.extend_from_slice(&node.size.to_le_bytes()));
    let mut column = |number: u16| out.extend_from_slice(&number.to_le_bytes());
    nodes.iter().for_each(|node| column(node.mv));
    nodes.iter().for_each(|node| column(node.ply));
    nodes.iter().for_each(|node| column(node.flags));
    skips.iter().for_each(|skips| column(skips.len() as u16));
    skips.iter().copied().flatten().for_each(|&mv| column(mv));
    out
}

fn narrow(value: Value) -> i32 {
    match value {
        Value::NEG_INFINITY => i32::MIN,
        Value::INFINITY => i32::MAX,
        value => value.number().unwrap_or_default() as i32,
    }
}

fn wide(value: Value) -> f64 {
    match value {
        Value::NEG_INFINITY => f64::NEG_INFINITY,
        Value::INFINITY => f64::INFINITY,
        value => value.number().unwrap_or_default() as f64,
    }
}
