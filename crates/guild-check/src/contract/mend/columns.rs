//! Putting the columns of a table in the order of the contract.

use std::sync::Arc;

use crate::Span;
use crate::contract::work::{Part, Work};
use crate::fix::{Edit, Fix, Piece};
use crate::markdown::{Block, Cell, Table, heading_key};

/// Puts the columns of a part's table in order; nothing if it has others than the contract, or stands in a list.
pub(in crate::contract) fn columns(work: &Work, part: &Part) -> Option<Arc<Fix>> {
    let spec = part.holds.table.as_ref()?;
    let table = work.blocks(part).iter().find_map(Block::as_table)?;
    let keys = table.columns.iter().map(|cell| heading_key(&cell.text));
    let keys: Vec<String> = keys.collect();
    let wanted = spec.columns.iter().map(|column| heading_key(&column.name));
    let order: Option<Vec<usize>> = wanted
        .map(|key| keys.iter().position(|found| *found == key))
        .collect();
    let order = order.filter(|order| order.len() == keys.len())?;
    let edits: Option<Vec<Edit>> = lines(work, table)
        .into_iter()
        .map(|(line, cells)| edit(work, line, cells, &order))
        .collect();
    Some(Fix::new(
        "put the columns in the order of the contract",
        edits?,
    ))
}

/// Gives the lines of a table with their cells; the line below the head has none that the reader keeps.
fn lines<'a>(work: &Work, table: &'a Table) -> Vec<(Span, Option<&'a [Cell]>)> {
    let source = &work.document.source;
    let first = source.position(table.span.start).line;
    let head = (source.line(first), Some(table.columns.as_slice()));
    let rule = (source.line(first + 1), None);
    let rows = table.rows.iter().map(|row| {
        let line = source.position(row.span.start).line;
        (source.line(line), Some(row.cells.as_slice()))
    });
    [head, rule].into_iter().chain(rows).collect()
}

/// Puts the cells of one line in order.
///
/// Between two bars a cell keeps its blanks, so that aligned columns stay aligned.
fn edit(work: &Work, line: Span, cells: Option<&[Cell]>, order: &[usize]) -> Option<Edit> {
    let source = &work.document.source;
    let text = source.slice(line);
    let inner = text.trim();
    let lead = text.len() - text.trim_start().len();
    let mut bounds = bars(inner);
    let has_bars = inner.starts_with('|') && bounds.last() == Some(&(inner.len() - 1));
    if bounds.first() != Some(&0) {
        bounds.insert(0, usize::MAX);
    }
    if bounds.last() != Some(&(inner.len() - 1)) || bounds.len() == 1 {
        bounds.push(inner.len());
    }
    let base = line.start as usize + lead;
    let found: Vec<Span> = bounds
        .windows(2)
        .map(|pair| Span::new(base + pair[0].wrapping_add(1)..base + pair[1]))
        .collect();
    if let Some(cells) = cells {
        is_same(work, &found, cells).then_some(())?;
    }
    let is_whole = has_bars && found.len() == order.len();
    let mut pieces = Vec::new();
    for &index in order {
        let cell = found.get(index).copied();
        pieces.push(Piece::Written(if is_whole { "|" } else { "| " }.to_owned()));
        pieces.extend(
            cell.map(|cell| Piece::Taken(if is_whole { cell } else { trimmed(work, cell) })),
        );
        if !is_whole {
            pieces.push(Piece::Written(" ".to_owned()));
        }
    }
    pieces.push(Piece::Written("|".to_owned()));
    let span = Span::new(base..base + inner.len());
    Some(Edit { span, pieces })
}

/// Finds the bars that part cells: those without a backslash before them.
fn bars(line: &str) -> Vec<usize> {
    let bytes = line.as_bytes();
    let is_bar = |at: &usize| bytes[*at] == b'|' && (*at == 0 || bytes[*at - 1] != b'\\');
    (0..bytes.len()).filter(is_bar).collect()
}

/// Says whether the reader saw the same cells; a row may have fewer than the head, and none has more.
fn is_same(work: &Work, found: &[Span], cells: &[Cell]) -> bool {
    let source = &work.document.source;
    let texts = found.iter().map(|span| source.slice(*span).trim());
    let read = cells.iter().map(|cell| source.slice(cell.span).trim());
    found.len() <= cells.len() && texts.zip(read).all(|(text, read)| text == read)
}

fn trimmed(work: &Work, span: Span) -> Span {
    let text = work.document.source.slice(span);
    let lead = text.len() - text.trim_start().len();
    let start = span.start as usize + lead;
    Span::new(start..start + text.trim().len())
}
