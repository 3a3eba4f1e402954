//! Markdown by strangers into HTML that can do nothing.
//!
//! Raw HTML is shown as text, pictures become links, addresses are those of the web or of files of the same release,
//! headings step down below those of the page. The result goes through a cleaner as well: two locks, one door.

mod clean;
mod headings;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::text::{self, Html};

pub(super) use headings::anchor;

/// What is nested deeper than this loses its form and keeps its words: no reader follows it, and a browser takes long.
const DEPTH: usize = 40;

/// Where a text stands.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    /// The level that a first-level heading gets on the page.
    pub(crate) top_level: u8,
    /// Makes an address of a path that is relative to the text; nothing when it leads nowhere.
    pub(crate) resolve: &'a dyn Fn(&str) -> Option<String>,
    /// Makes an address of a word in backticks, such as the name of a skill; nothing when it names none.
    pub(crate) mention: &'a dyn Fn(&str) -> Option<String>,
}

impl Setting<'static> {
    /// The setting of a text that stands alone.
    pub(crate) const ALONE: Self = Self {
        top_level: 3,
        resolve: &|_| None,
        mention: &|_| None,
    };
}

/// Renders a text of one line: emphasis, code and links, and nothing that takes a block.
pub(crate) fn inline(text: &str) -> Html {
    inline_in(text, &Setting::ALONE)
}

/// Renders a text of one line that stands somewhere.
pub(crate) fn inline_in(text: &str, setting: &Setting<'_>) -> Html {
    let parser = Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH);
    let mut depth = 0_usize;
    let events = parser.filter_map(|event| match event {
        Event::Start(tag) if is_inline(&tag.to_end()) => {
            depth += 1;
            Some(Event::Start(tag))
        }
        Event::End(tag) if is_inline(&tag) => {
            depth = depth.saturating_sub(1);
            Some(Event::End(tag))
        }
        Event::Start(_) | Event::Rule => None,
        Event::End(_) => (depth == 0).then_some(Event::Text(CowStr::Borrowed(" "))),
        Event::SoftBreak | Event::HardBreak => Some(Event::Text(CowStr::Borrowed(" "))),
        other => Some(other),
    });
    let html = written(events, setting);
    Html::of_safe(html.trim().to_owned())
}

/// Renders a whole text.
pub(crate) fn block(text: &str, setting: &Setting<'_>) -> Html {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM;
    Html::of_safe(written(Parser::new_ext(text, options), setting))
}

fn is_inline(tag: &TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
    )
}

fn written<'a>(events: impl Iterator<Item = Event<'a>>, setting: &Setting<'_>) -> String {
    let mut writer = Writer::new(setting);
    let events = shallow(events).flat_map(|event| writer.rewrite(event));
    let events: Vec<Event<'a>> = events.collect();
    let events = headings::with_ids(events);
    let mut rendered = String::new();
    html::push_html(&mut rendered, events.into_iter());
    clean::clean(&rendered)
}

/// Leaves out what opens and closes below [`DEPTH`].
fn shallow<'a>(events: impl Iterator<Item = Event<'a>>) -> impl Iterator<Item = Event<'a>> {
    let mut depth = 0_usize;
    events.filter(move |event| match event {
        Event::Start(_) => {
            depth += 1;
            depth <= DEPTH
        }
        Event::End(_) => {
            depth = depth.saturating_sub(1);
            depth < DEPTH
        }
        _ => true,
    })
}

/// Rewrites events; keeps what is open, because an end must match its start.
struct Writer<'s> {
    setting: &'s Setting<'s>,
    /// For each open link or picture, whether it became a link.
    links: Vec<bool>,
}

impl<'s> Writer<'s> {
    fn new(setting: &'s Setting<'s>) -> Self {
        Self {
            setting,
            links: Vec::new(),
        }
    }

    fn rewrite<'a>(&mut self, event: Event<'a>) -> Vec<Event<'a>> {
        match event {
            // Hidden characters must not hide in the rendered text either.
            Event::Text(text) => vec![Event::Text(text::visible(&text).into())],
            Event::Code(code) => self.mentioned(text::visible(&code)),
            Event::Html(raw) | Event::InlineHtml(raw) => {
                vec![Event::Code(text::visible(raw.trim_end()).into())]
            }
            Event::Start(Tag::HtmlBlock) => vec![Event::Start(Tag::Paragraph)],
            Event::End(TagEnd::HtmlBlock) => vec![Event::End(TagEnd::Paragraph)],
            Event::Start(Tag::Link { dest_url, .. }) => self.open(&dest_url, ""),
            Event::Start(Tag::Image { dest_url, .. }) => self.open(&dest_url, "Picture: "),
            Event::End(TagEnd::Link | TagEnd::Image) => self.close(),
            Event::Start(Tag::Heading { level, .. }) => {
                let level = self.stepped_down(level);
                vec![Event::Start(Tag::Heading {
                    level,
                    id: None,
                    classes: Vec::new(),
                    attrs: Vec::new(),
                })]
            }
            Event::End(TagEnd::Heading(level)) => {
                vec![Event::End(TagEnd::Heading(self.stepped_down(level)))]
            }
            // A block that is wider than the page has to be scrolled by keyboard too.
            Event::Start(Tag::CodeBlock(_)) => vec![raw("<pre tabindex=\"0\"><code>")],
            Event::End(TagEnd::CodeBlock) => vec![raw("</code></pre>\n")],
            Event::Start(Tag::Table(alignment)) => vec![
                raw("<div class=\"wide\" tabindex=\"0\">"),
                Event::Start(Tag::Table(alignment)),
            ],
            Event::End(TagEnd::Table) => vec![Event::End(TagEnd::Table), raw("</div>")],
            // A box that can be ticked and forgets it would be a lie, and needs a label.
            Event::TaskListMarker(true) => vec![Event::Text("☑ ".into())],
            Event::TaskListMarker(false) => vec![Event::Text("☐ ".into())],
            other => vec![other],
        }
    }

    /// Links a word in backticks that names something, unless it stands in a link already.
    fn mentioned<'a>(&self, code: String) -> Vec<Event<'a>> {
        let is_nested = self.links.contains(&true);
        let address = (self.setting.mention)(&code).filter(|_| !is_nested);
        let code = Event::Code(code.into());
        match address {
            Some(address) => vec![link_to(address), code, Event::End(TagEnd::Link)],
            None => vec![code],
        }
    }

    fn open<'a>(&mut self, address: &str, before: &'static str) -> Vec<Event<'a>> {
        // A link in a link would close the outer one early.
        let is_nested = self.links.contains(&true);
        let address = address_of(address, self.setting).filter(|_| !is_nested);
        self.links.push(address.is_some());
        let link = address.map(link_to);
        let word = (!before.is_empty()).then(|| Event::Text(before.into()));
        link.into_iter().chain(word).collect()
    }

    fn close<'a>(&mut self) -> Vec<Event<'a>> {
        let is_link = self.links.pop().unwrap_or(false);
        is_link
            .then_some(Event::End(TagEnd::Link))
            .into_iter()
            .collect()
    }

    fn stepped_down(&self, level: HeadingLevel) -> HeadingLevel {
        let level = level as usize + usize::from(self.setting.top_level) - 1;
        HeadingLevel::try_from(level.min(6)).unwrap_or(HeadingLevel::H6)
    }
}

fn raw(html: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(html))
}

fn link_to<'a>(address: String) -> Event<'a> {
    Event::Start(Tag::Link {
        link_type: pulldown_cmark::LinkType::Inline,
        dest_url: address.into(),
        title: CowStr::Borrowed(""),
        id: CowStr::Borrowed(""),
    })
}

/// Decides where a link leads: the web, a mailbox, a heading of the same text, or a file beside it.
fn address_of(address: &str, setting: &Setting<'_>) -> Option<String> {
    if let Some(heading) = address.strip_prefix('#') {
        return Some(headings::anchor(heading));
    }
    let lower = address.to_ascii_lowercase();
    let schemes = ["https://", "http://", "mailto:"];
    if schemes.iter().any(|scheme| lower.starts_with(scheme)) {
        return Some(address.to_owned());
    }
    let has_scheme = address
        .split(['/', '?', '#'])
        .next()
        .is_some_and(|start| start.contains(':'));
    if has_scheme || address.starts_with(['/', '\\']) {
        return None;
    }
    (setting.resolve)(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(text: &str) -> String {
        let resolve = |path: &str| Some(format!("/files/{path}"));
        let setting = Setting {
            resolve: &resolve,
            ..Setting::ALONE
        };
        block(text, &setting).as_str().trim().to_owned()
    }

    #[test]
    fn html_is_shown_and_never_run() {
        assert_eq!(
            rendered("a <img src=x onerror=alert(1)> b"),
            "<p>a <code>&lt;img src=x onerror=alert(1)&gt;</code> b</p>"
        );
        let script = rendered("<script>\nalert(1)\n</script>\n");
        assert!(
            script.contains("&lt;script&gt;") && !script.contains("<script"),
            "{script}"
        );
    }

    #[test]
    fn links_lead_to_the_web_or_to_files_of_the_release() {
        assert_eq!(
            rendered(
                "[a](https://a.example/) [b](references/b.md) [c](javascript:alert(1)) [d](//d.example/)"
            ),
            "<p><a href=\"https://a.example/\" rel=\"nofollow noopener\">a</a> \
             <a href=\"/files/references/b.md\" rel=\"nofollow noopener\">b</a> c d</p>"
        );
        assert!(!rendered("[x](JaVaScRiPt:alert(1))").contains("href"));
        assert!(!rendered("[x](data:text/html,x)").contains("href"));
    }

    #[test]
    fn a_block_of_code_can_be_scrolled_and_holds_no_tag() {
        assert_eq!(
            rendered("```html onload=x\n</code></pre><b>\n```"),
            "<pre tabindex=\"0\"><code>&lt;/code&gt;&lt;/pre&gt;&lt;b&gt;\n</code></pre>"
        );
    }

    #[test]
    fn a_picture_is_a_link_and_loads_nothing() {
        assert_eq!(
            rendered("![A plan](https://a.example/plan.png)"),
            "<p><a href=\"https://a.example/plan.png\" rel=\"nofollow noopener\">Picture: A plan</a></p>"
        );
        let nested = rendered("[![A badge](https://a.example/b.svg)](https://a.example/)");
        assert_eq!(nested.matches("<a ").count(), 1, "{nested}");
    }

    #[test]
    fn headings_step_down_and_get_ids_of_their_own() {
        assert_eq!(
            rendered("# Main\n\n## Main\n\n###### Deep `x`\n\n[to](#deep-x)"),
            "<h3 id=\"text-main\">Main</h3>\n<h4 id=\"text-main-1\">Main</h4>\n\
             <h6 id=\"text-deep-x\">Deep <code>x</code></h6>\n\
             <p><a href=\"#text-deep-x\" rel=\"nofollow noopener\">to</a></p>"
        );
    }

    #[test]
    fn hidden_characters_do_not_hide_in_the_rendered_text() {
        assert_eq!(
            rendered("a\u{202e}b `c\u{200b}`"),
            "<p>a[U+202E]b <code>c[U+200B]</code></p>"
        );
    }

    #[test]
    fn a_line_of_text_gives_no_block() {
        assert_eq!(
            inline("# Use `x` and *y* <b>").as_str(),
            "Use <code>x</code> and <em>y</em> <code>&lt;b&gt;</code>"
        );
        assert_eq!(inline("one\n\ntwo").as_str(), "one two");
    }

    #[test]
    fn deep_nesting_does_not_hang() {
        let deep = "> ".repeat(20_000) + "x";
        assert!(rendered(&deep).contains('x'));
        let links = "[".repeat(20_000);
        assert!(!rendered(&links).is_empty());
    }
}
