//! Markdown: what is a block, and where it is.

use guild_check::markdown::{Block, Markdown, heading_key};
use guild_check::{Source, Span};
use proptest::prelude::*;

fn parse(text: &str) -> Markdown {
    Markdown::parse(&Source::new("a.md", text))
}

fn slice(document: &Markdown, span: Span) -> &str {
    document.source.slice(span)
}

#[test]
fn front_matter_is_set_aside() {
    let document = parse("---\nname: x\n---\n# Title\n");
    let front_matter = document.front_matter.clone().unwrap();
    assert!(front_matter.is_closed);
    assert_eq!(slice(&document, front_matter.text), "name: x\n");
    assert_eq!(slice(&document, front_matter.whole), "---\nname: x\n---");
    assert_eq!(document.blocks.len(), 1);
    let heading = document.headings().next().unwrap();
    assert_eq!(slice(&document, heading.span), "# Title");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing_but_offsets() {
    let document = parse("\u{feff}---\r\nname: x\r\n---\r\n\r\n# Title\r\n\r\nOne\r\ntwo\r\n");
    assert_eq!(
        slice(&document, document.front_matter.clone().unwrap().text),
        "name: x\r\n"
    );
    let heading = document.headings().next().unwrap();
    assert_eq!(heading.text, "Title");
    assert_eq!(document.source.position(heading.span.start).line, 5);
    let paragraph = document.blocks[1].as_paragraph().unwrap();
    assert_eq!(paragraph.text, "One two");
    assert_eq!(slice(&document, paragraph.span), "One\r\ntwo");
}

#[test]
fn front_matter_that_nothing_closes_is_told_apart() {
    let document = parse("---\nname: x\n\n# Title\n");
    let front_matter = document.front_matter.clone().unwrap();
    assert!(!front_matter.is_closed);
    assert_eq!(slice(&document, front_matter.text), "name: x\n\n# Title\n");
    assert_eq!(document.headings().count(), 1);
}

#[test]
fn a_rule_further_down_is_no_front_matter() {
    assert_eq!(parse("\n---\nname: x\n---\n").front_matter, None);
    assert_eq!(parse("----\nname: x\n----\n").front_matter, None);
    assert_eq!(parse("").front_matter, None);
}

#[test]
fn both_heading_styles_fold_to_plain_text() {
    let document = parse("# Use `guild` *now* #\n\nSecond **one**\n---\n\n#\n");
    let headings: Vec<_> = document.headings().collect();
    assert_eq!(headings[0].text, "Use guild now");
    assert_eq!(slice(&document, headings[0].text_span), "Use `guild` *now*");
    assert_eq!(
        (headings[1].level, headings[1].text.as_str()),
        (2, "Second one")
    );
    assert_eq!(headings[2].text, "");
}

#[test]
fn lists_keep_their_items_and_what_is_nested() {
    let document = parse("- one `x`\n  1. inner\n\n     more\n- two\n\nafter\n");
    let list = document.blocks[0].as_list().unwrap();
    assert!(!list.is_ordered);
    assert_eq!(list.items[0].text, "one x");
    let inner = list.items[0].blocks[1].as_list().unwrap();
    assert!(inner.is_ordered);
    assert_eq!(inner.items[0].text, "inner more");
    assert_eq!(slice(&document, list.items[1].span), "- two");
    assert_eq!(document.blocks.len(), 2);
}

#[test]
fn code_blocks_tell_language_content_and_place() {
    let text =
        "```rust bad SKILL.md\nlet a = 1;\n\n\tb();\n```\n\n> ~~~\n> q\n> ~~~\n\n    indented\n";
    let document = parse(text);
    let code: Vec<_> = document.code_blocks().collect();
    assert_eq!(
        (code[0].language(), code[0].info.as_str()),
        ("rust", "rust bad SKILL.md")
    );
    assert_eq!(code[0].content, "let a = 1;\n\n\tb();\n");
    assert_eq!(slice(&document, code[0].content_span), code[0].content);
    assert_eq!(code[1].content, "q\n");
    assert!(code[1].is_closed && code[1].is_fenced);
    assert!(!code[2].is_fenced);
    assert_eq!(code[2].content, "indented\n");
}

#[test]
fn an_unclosed_fence_is_told_apart() {
    let closed: Vec<_> = ["```\na\n```\n", "```\na\n", "```", "````\na\n```\n"]
        .map(|text| parse(text).code_blocks().next().unwrap().is_closed)
        .into();
    assert_eq!(closed, [true, false, false, false]);
}

#[test]
fn tables_keep_each_cell_and_its_place() {
    let document = parse("| Name | Type |\n|---|---|\n| `a \\| b` |  |\n| ü | **x** y |\n");
    let table = document.blocks[0].as_table().unwrap();
    let columns: Vec<_> = table
        .columns
        .iter()
        .map(|cell| cell.text.as_str())
        .collect();
    assert_eq!(columns, ["Name", "Type"]);
    assert_eq!(table.rows[0].cells[0].text, "a | b");
    assert_eq!(table.rows[0].cells[1].text, "");
    let cell = &table.rows[1].cells[1];
    assert_eq!(cell.text, "x y");
    assert_eq!(slice(&document, cell.span), "**x** y");
    assert_eq!(document.source.position(cell.span.start).column, 7);
    assert_eq!(slice(&document, table.rows[1].span), "| ü | **x** y |");
}

#[test]
fn the_cells_that_a_row_lacks_stand_at_its_end() {
    let text = "| A | B | C |\n|---|---|---|\n| one |\n| two | 2 | 3 |\n\n> | A | B |\n> |---|---|\n> | x\n";
    let document = parse(text);
    let short = &document.blocks[0].as_table().unwrap().rows[0];
    for cell in &short.cells[1..] {
        assert_eq!(document.source.position(cell.span.start).line, 3);
        assert_eq!(
            cell.span,
            Span::new(short.span.end as usize..short.span.end as usize)
        );
    }
    assert_eq!(slice(&document, short.span), "| one |");
}

#[test]
fn links_and_images_are_listed_wherever_they_stand() {
    let document = parse("# A [one](a.md)\n\n- ![alt *x*](i.png) and [two][ref]\n\n[ref]: b.md\n");
    let links: Vec<_> = document
        .links
        .iter()
        .map(|link| (link.destination.as_str(), link.text.as_str()))
        .collect();
    assert_eq!(links, [("a.md", "one"), ("b.md", "two")]);
    assert_eq!(document.images[0].text, "alt x");
    assert_eq!(
        slice(&document, document.images[0].span),
        "![alt *x*](i.png)"
    );
}

#[test]
fn comments_are_found_in_blocks_and_in_lines() {
    let document = parse("<!-- one\n\nstill -->\n\ntext <!-- two --> more `code`\n\n<!-- three\n");
    let texts: Vec<_> = document
        .comments
        .iter()
        .map(|comment| comment.text.as_str())
        .collect();
    assert_eq!(texts, [" one\n\nstill ", " two ", " three"]);
    assert_eq!(slice(&document, document.comments[1].span), "<!-- two -->");
    assert!(!document.comments[2].is_closed);
    assert_eq!(slice(&document, document.inline_code[0].span), "`code`");
    assert_eq!(
        document.blocks[1].as_paragraph().unwrap().text,
        "text  more code"
    );
}

#[test]
fn a_section_holds_what_is_below_its_heading() {
    let document =
        parse("intro\n\n# T\n\na\n\n## `When` to use:\n\nb\n\n### Deep\n\nc\n\n## Last\n");
    let section = document.section("when to USE").unwrap();
    assert_eq!(section.blocks.len(), 3);
    assert_eq!(section.own_blocks.len(), 1);
    assert_eq!(slice(&document, section.body).trim(), "b\n\n### Deep\n\nc");
    let parents: Vec<_> = document
        .sections()
        .iter()
        .map(|section| section.parent)
        .collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
    assert!(document.section("Last").unwrap().blocks.is_empty());
    assert!(document.section("none").is_none());
}

#[test]
fn nesting_without_end_is_cut_and_nothing_is_lost() {
    for text in ["> ".repeat(5_000) + "end", "- ".repeat(5_000) + "end"] {
        let document = parse(&text);
        let last = document.all_blocks().last().unwrap();
        assert_eq!(last.as_paragraph().unwrap().text, "end");
    }
}

proptest! {
    #[test]
    fn every_span_is_a_piece_of_the_text(text in fragments()) {
        let document = parse(&text);
        for span in spans(&document) {
            prop_assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
        }
    }

    #[test]
    fn any_text_can_be_read(text in "(\\PC|\\s){0,200}") {
        let document = parse(&text);
        for span in spans(&document) {
            prop_assert!(text.get(span.range()).is_some(), "{span:?} of {text:?}");
        }
    }
}

/// Text of the pieces that mean something in Markdown.
fn fragments() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "\u{feff}", "---", "\n", "\r\n", "\r", "\t", " ", "# ", "> ", "- ", "1. ", "```", "~~~",
        "|", "a", "ä", "😀", "`", "*", "[", "](", ")", "<!--", "-->", "<div>", "===", "    ", "\\",
        "!", "&amp;", "\0",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn spans(document: &Markdown) -> Vec<Span> {
    let mut spans = vec![document.body];
    if let Some(front_matter) = &document.front_matter {
        spans.extend([front_matter.text, front_matter.whole]);
    }
    for block in document.all_blocks() {
        spans.push(block.span());
        match block {
            Block::Heading(heading) => spans.push(heading.text_span),
            Block::List(list) => spans.extend(list.items.iter().map(|item| item.span)),
            Block::Code(code) => spans.push(code.content_span),
            Block::Table(table) => {
                spans.extend(table.columns.iter().map(|cell| cell.span));
                for row in &table.rows {
                    spans.push(row.span);
                    spans.extend(row.cells.iter().map(|cell| cell.span));
                }
            }
            Block::Paragraph(_) | Block::Html(_) | Block::Quote(_) | Block::Break(_) => {}
        }
    }
    spans.extend(
        document
            .links
            .iter()
            .chain(&document.images)
            .map(|link| link.span),
    );
    spans.extend(document.inline_code.iter().map(|code| code.span));
    spans.extend(document.comments.iter().map(|comment| comment.span));
    spans.extend(document.sections().iter().map(|section| section.body));
    spans
}

#[test]
fn headings_that_a_reader_takes_for_the_same_have_one_key() {
    for heading in [
        "When to use",
        "WHEN TO USE:",
        " when  to\tuse… ",
        "`When` to use",
        "When to\u{a0}use",
    ] {
        assert_eq!(heading_key(heading), "when to use", "{heading}");
    }
    assert_eq!(
        heading_key("Request / parameters"),
        heading_key("Request/Parameters")
    );
    assert_eq!(heading_key("ÄPFEL & Birnen"), "äpfel & birnen");
    assert_eq!(heading_key(" :"), "");
}
