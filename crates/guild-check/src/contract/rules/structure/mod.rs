//! What stands where: a template is held against these too.

use crate::contract::work::Work;

crate::rules! {
    "work" for Work, in ".", proved by crate::contract::proof::work;
    title_missing,
    title_twice,
    section_missing,
    section_order,
    section_unknown,
    section_twice,
    section_empty,
    subsection_missing,
    subsection_order,
    subsection_unknown,
    subsection_twice,
    subsection_count,
    table_missing,
    table_twice,
    table_columns,
    other_content,
    paragraph_count,
    bullets_missing,
    code_missing,
    code_language,
    field_missing,
    fence_without_language,
    fence_unclosed,
    last_line,
}
