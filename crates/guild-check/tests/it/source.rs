//! Positions in a file.

use guild_check::{Source, Span};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_column_is_the_count_of_characters_before_it(line in "[a-cä日😀]{0,1500}", lines in 0_usize..3) {
        let text = format!("{}{line}", "é\r\n".repeat(lines));
        let source = Source::new("a.md", &text);
        let start = text.len() - line.len();
        for (column, (index, _)) in line.char_indices().enumerate().step_by(97) {
            let position = source.position(u32::try_from(start + index).unwrap());
            prop_assert_eq!(position.column as usize, column + 1);
            prop_assert_eq!(position.line as usize, lines + 1);
        }
    }

    #[test]
    fn every_offset_has_a_position_on_its_line(text in "(\\PC|[\n\r\t\u{feff}äß]){0,80}", at in 0_u32..400) {
        let source = Source::new("a.md", &text);
        let position = source.position(at);
        prop_assert!(position.line >= 1 && position.column >= 1);
        prop_assert!(position.line as usize <= source.line_count() + 1);
    }

    #[test]
    fn the_lines_hold_the_whole_text(text in "([a-zä]|[\n\r\t]){0,80}") {
        let source = Source::new("a.md", &text);
        let lines = u32::try_from(source.line_count()).unwrap();
        let joined: String = (1..=lines).map(|line| source.slice(source.line(line))).collect();
        prop_assert_eq!(joined, text.replace(['\n', '\r'], ""));
    }

    #[test]
    fn a_foreign_span_gives_no_text_rather_than_a_panic(start in 0_u32..99, end in 0_u32..99) {
        let source = Source::new("a.md", "äöüäöüäöü");
        let slice = source.slice(Span { start, end });
        prop_assert!(slice.len() <= source.text().len());
    }
}
