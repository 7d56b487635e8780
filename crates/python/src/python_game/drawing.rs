//! What a position looks like, if its class says so; otherwise its text is its picture.

use plyglot_core::picture::{Cell, Ground, Picture};
use plyglot_core::safe_text;
use plyglot_kit::svg;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::class::shown;
use super::{Class, PythonGame};
use crate::errors;

/// No board is larger, in rows or columns.
const LARGEST: usize = 100;

/// Draws a position of a game written in Python.
#[pyfunction]
#[pyo3(signature = (position: "object") -> "str")]
pub fn draw(position: &Bound<'_, PyAny>) -> PyResult<String> {
    let class = PythonGame::new(position)?.class();
    match picture(class, position)? {
        Some(picture) => Ok(svg::board(&picture, &[])),
        None => Ok(written(&position.str()?.to_cow()?)),
    }
}

/// What the class's own `picture` shows: rows of cells. A row is a text, a character a cell, or a list.
pub(super) fn picture(class: &Class, position: &Bound<'_, PyAny>) -> PyResult<Option<Picture>> {
    let Some(method) = position.getattr_opt("picture")? else { return Ok(None) };
    let found = method.call0()?;
    let rows = rows(&found).ok().filter(|rows| {
        rows.len() <= LARGEST && rows.iter().all(|row| row.len() <= LARGEST) && !rows.is_empty()
    });
    let rows = rows.ok_or_else(|| {
        let wanted = format!("it must be rows of cells, at most {LARGEST} by {LARGEST}");
        errors::game(format!("{class:?}.picture returned {}: {wanted}", shown(&found)))
    })?;
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default() as u16;
    let mut picture = Picture { rows: rows.len() as u16, columns, ..Picture::default() };
    for (row, cells) in rows.into_iter().enumerate() {
        for (column, text) in cells.into_iter().enumerate() {
            let name = format!("{} {}", row + 1, column + 1);
            let text = if matches!(text.as_str(), "." | " ") { String::new() } else { text };
            picture.cells.push(Cell { text, ..Cell::new(name, column, row, Ground::Field) });
        }
    }
    Ok(Some(picture))
}

fn rows(found: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<String>>> {
    if let Ok(text) = found.cast::<PyString>() {
        return Ok(text.to_cow()?.lines().map(characters).collect());
    }
    let row = |row: PyResult<Bound<'_, PyAny>>| {
        let row = row?;
        if let Ok(text) = row.cast::<PyString>() {
            return Ok(characters(&text.to_cow()?));
        }
        row.try_iter()?.map(|cell| Ok(cell?.str()?.to_cow()?.into_owned())).collect()
    };
    found.try_iter()?.map(row).collect()
}

fn characters(row: &str) -> Vec<String> {
    row.chars().map(String::from).collect()
}

/// A text as a drawing.
fn written(text: &str) -> String {
    const SIZE: usize = 16;
    let lines: Vec<&str> = text.lines().collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    // A letter of a fixed width is a little more than half as wide as it is high.
    let (width, height) =
        ((longest * SIZE * 5).div_ceil(8) + SIZE, (lines.len() + 1) * SIZE * 5 / 4);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"{SIZE}\" fill=\"currentColor\">\n"
    );
    for (number, line) in lines.iter().enumerate() {
        let (x, y) = (SIZE / 2, (number + 1) * SIZE * 5 / 4);
        let line = safe_text::html(line);
        svg += &format!("<text x=\"{x}\" y=\"{y}\" xml:space=\"preserve\">{line}</text>\n");
    }
    svg + "</svg>\n"
}
