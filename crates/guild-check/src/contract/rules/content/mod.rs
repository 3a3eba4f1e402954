//! What a filled-in document says: a template, whose words are still to come, is not held against these.

use crate::contract::work::Work;

crate::rules! {
    "work" for Work, in ".", proved by crate::contract::proof::work;
    bytes_not_text,
    title_form,
    sentence_count,
    bullet_count,
    row_count,
    table_cell,
    empty_cell,
    line_count,
    field_value,
    begins_otherwise,
    mention_missing,
    forbidden_word,
    template_left,
    date_invalid,
    date_in_future,
}
