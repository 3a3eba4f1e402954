//! By what a search can be narrowed: links with counts that keep what is chosen, and work without a script.

use guild_catalog::{PageRequest, SkillQuery, SkillSort};
use guild_skill::{PackName, wire};

use super::pager::page_of;
use super::text;
use crate::api::narrowing::{QUERY_LENGTH, sorts};
use crate::error::ApiError;
use crate::links;
use crate::parameters::Fields;

/// What is looked for.
#[derive(Clone)]
pub(super) struct Chosen {
    pub(super) query: String,
    pack: Option<PackName>,
    is_derived: Option<bool>,
    has_contract: Option<bool>,
    is_signed: Option<bool>,
    sort: Option<SkillSort>,
    page: u32,
}

/// Choices of one kind.
pub(super) struct Facet {
    pub(super) heading: &'static str,
    pub(super) choices: Vec<Choice>,
}

/// One choice: a link that makes it, or takes it back.
pub(super) struct Choice {
    pub(super) label: String,
    pub(super) count: Option<u64>,
    pub(super) path: String,
    pub(super) is_chosen: bool,
}

impl Chosen {
    /// Reads an address; what it does not understand is passed over, because people follow old links.
    pub(super) fn read(fields: &mut Fields) -> Result<Self, ApiError> {
        let query = fields.text("query").unwrap_or_default();
        let pack = fields.text("pack");
        let mut flag = |name| fields.flag(name).unwrap_or_default();
        let [is_derived, has_contract, is_signed] =
            [flag("isDerived"), flag("hasContract"), flag("isSigned")];
        Ok(Self {
            query: query.chars().take(QUERY_LENGTH).collect(),
            pack: pack.and_then(|pack| PackName::parse(&pack).ok()),
            is_derived,
            has_contract,
            is_signed,
            sort: fields.one_of("sort", &sorts()).unwrap_or_default(),
            page: page_of(fields)?,
        })
    }

    /// Gives what the catalog is asked for.
    pub(super) fn to_query(&self, page_size: u32) -> Result<SkillQuery, ApiError> {
        let page = PageRequest::new(self.page, page_size).map_err(ApiError::fault)?;
        Ok(SkillQuery {
            query: self.has_words().then(|| self.query.clone()),
            pack: self.pack.clone(),
            is_derived: self.is_derived,
            has_contract: self.has_contract,
            is_signed: self.is_signed,
            ..SkillQuery::all(self.sort(), page)
        })
    }

    fn has_words(&self) -> bool {
        !self.query.trim().is_empty()
    }

    /// Gives the order, chosen or usual.
    pub(super) fn sort(&self) -> SkillSort {
        let usual = if self.has_words() {
            SkillSort::Relevance
        } else {
            SkillSort::Name
        };
        self.sort.unwrap_or(usual)
    }

    /// Whether something narrows the list beside the words.
    pub(super) fn is_narrowed(&self) -> bool {
        let marks = [self.is_derived, self.has_contract, self.is_signed];
        self.pack.is_some() || marks.iter().any(Option::is_some)
    }

    /// Gives what is chosen beside the words, as a form sends it along.
    pub(super) fn kept(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        if let Some(pack) = &self.pack {
            pairs.push(("pack", pack.to_string()));
        }
        let marks = [
            ("isDerived", self.is_derived),
            ("hasContract", self.has_contract),
            ("isSigned", self.is_signed),
        ];
        for (name, value) in marks {
            pairs.extend(value.map(|value| (name, value.to_string())));
        }
        let name = |sort| sorts().into_iter().find(|(_, known)| *known == sort);
        if let Some((name, _)) = self.sort.and_then(name) {
            pairs.push(("sort", name.to_owned()));
        }
        pairs
    }

    /// Makes the path of a page of this list.
    pub(super) fn path(&self, page: u32) -> String {
        let mut pairs = Vec::new();
        if !self.query.is_empty() {
            pairs.push(("query", self.query.clone()));
        }
        pairs.extend(self.kept());
        if page > 1 {
            pairs.push(("page", page.to_string()));
        }
        links::search_where(&pairs)
    }

    /// Makes the path of the list that is narrowed by nothing but the words.
    pub(super) fn widest(&self) -> String {
        links::search(&self.query)
    }

    fn with(&self, change: impl FnOnce(&mut Self)) -> String {
        let mut other = self.clone();
        change(&mut other);
        other.path(1)
    }

    /// Lists the orders that make sense.
    pub(super) fn orders(&self) -> Vec<Choice> {
        let now = self.sort();
        let orders = sorts().into_iter().map(|(_, sort)| sort);
        let orders = orders.filter(|sort| self.has_words() || *sort != SkillSort::Relevance);
        let choice = |sort| Choice {
            label: sort_label(sort).to_owned(),
            count: None,
            path: self.with(|other| other.sort = Some(sort)),
            is_chosen: sort == now,
        };
        orders.map(choice).collect()
    }

    /// Lists what the list can be narrowed by. A kind that does not part the skills is left out.
    pub(super) fn facets(&self, facets: &wire::Facets) -> Vec<Facet> {
        let kinds = [
            self.packs(&facets.packs),
            self.marks(
                ("Page", "written by its author", "derived from SKILL.md"),
                &facets.is_derived,
                |chosen| (&mut chosen.is_derived, [false, true]),
            ),
            self.marks(
                ("Contract", "with a contract", "without one"),
                &facets.has_contract,
                |chosen| (&mut chosen.has_contract, [true, false]),
            ),
            self.marks(
                ("Signature", "signed", "not signed"),
                &facets.is_signed,
                |chosen| (&mut chosen.is_signed, [true, false]),
            ),
        ];
        let parts = |facet: &Facet| {
            facet.choices.len() > 1 || facet.choices.iter().any(|choice| choice.is_chosen)
        };
        kinds.into_iter().filter(parts).collect()
    }

    fn packs(&self, packs: &[wire::PackFacet]) -> Facet {
        let choice = |pack: &wire::PackFacet| {
            let name = PackName::parse(&pack.name).ok();
            let is_chosen = name == self.pack;
            let name = name.filter(|_| !is_chosen);
            Choice {
                label: text::visible(&pack.label),
                count: Some(pack.skill_count),
                path: self.with(|other| other.pack = name),
                is_chosen,
            }
        };
        Facet {
            heading: "Pack",
            choices: packs.iter().map(choice).collect(),
        }
    }

    /// Lists the two choices of a mark, in words and in their order.
    fn marks(
        &self,
        (heading, first, second): (&'static str, &str, &str),
        counts: &wire::MarkFacet,
        place: impl Fn(&mut Self) -> (&mut Option<bool>, [bool; 2]),
    ) -> Facet {
        let mut here = self.clone();
        let (now, values) = place(&mut here);
        let now = *now;
        let choices = values.into_iter().zip([first, second]);
        let choices = choices.map(|(value, label)| {
            let is_chosen = now == Some(value);
            Choice {
                label: label.to_owned(),
                count: Some(if value { counts.with } else { counts.without }),
                path: self.with(|other| *place(other).0 = (!is_chosen).then_some(value)),
                is_chosen,
            }
        });
        let choices = choices.filter(|choice| choice.is_chosen || choice.count > Some(0));
        Facet {
            heading,
            choices: choices.collect(),
        }
    }
}

/// Says an order in words.
pub(super) const fn sort_label(sort: SkillSort) -> &'static str {
    match sort {
        SkillSort::Relevance => "best match",
        SkillSort::Name => "name",
        SkillSort::Newest => "newest",
        SkillSort::Updated => "last updated",
        SkillSort::Rating => "rating",
        SkillSort::Downloads => "downloads",
        SkillSort::Stars => "stars",
    }
}
