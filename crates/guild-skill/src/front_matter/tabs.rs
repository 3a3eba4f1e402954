//! Tabs in front matter: some readers of YAML take them between tokens, the specification's validator does not.

use std::ops::Range;

/// Finds the first tab outside quotes, block texts and comments.
///
/// `texts` are the places of quoted and block texts, in their order.
pub(super) fn first_tab(yaml: &str, texts: &[Range<usize>]) -> Option<usize> {
    let mut tabs = yaml.match_indices('\t').map(|(at, _)| at);
    tabs.find(|&at| {
        let is_in_text = texts.iter().any(|text| text.contains(&at));
        !is_in_text && !is_in_comment(yaml, at, texts)
    })
}

fn is_in_comment(yaml: &str, at: usize, texts: &[Range<usize>]) -> bool {
    let start = yaml[..at].rfind('\n').map_or(0, |index| index + 1);
    yaml[start..at].match_indices('#').any(|(index, _)| {
        let mark = start + index;
        let is_start = index == 0 || yaml[..mark].ends_with([' ', '\t']);
        is_start && !texts.iter().any(|text| text.contains(&mark))
    })
}
