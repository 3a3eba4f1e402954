//! The kinds of change, each a rule with its page where it can break a consumer.

use guild_check::rule::{RuleName, RulePage, as_text, kebab};

/// Lists the kinds of change: those that can break somebody are rules, and have a page of the same stem.
macro_rules! defects {
    (rules { $($word:ident $variant:ident,)+ } additions { $($name:literal $addition:ident,)+ }) => {
        /// A kind of change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(super) enum Defect {
            $($variant,)+
            $($addition,)+
        }

        impl Defect {
            /// Gives the whole name.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => {
                        const NAME: [u8; concat!("api/", stringify!($word)).len()] =
                            kebab(concat!("api/", stringify!($word)));
                        as_text(&NAME)
                    })+
                    $(Self::$addition => $name,)+
                }
            }

            /// Gives the page of a kind that can break somebody.
            pub(super) fn page(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => {
                        Some(include_str!(concat!("rules/", stringify!($word), ".md")))
                    })+
                    $(Self::$addition => None,)+
                }
            }

            const ALL: &[Self] = &[$(Self::$variant,)+];
        }

        #[cfg(test)]
        mod pages {
            $(
                #[test]
                fn $word() {
                    super::super::example::prove(super::Defect::$variant);
                }
            )+
        }
    };
}

defects! {
    rules {
    operation_removed OperationRemoved,
    operation_id_changed OperationIdChanged,
    stability_lowered StabilityLowered,
    sunset_changed SunsetChanged,
    parameter_removed ParameterRemoved,
    parameter_added ParameterAdded,
    style_changed StyleChanged,
    body_removed BodyRemoved,
    media_type_removed MediaTypeRemoved,
    answer_removed AnswerRemoved,
    answer_added AnswerAdded,
    header_removed HeaderRemoved,
    security_tightened SecurityTightened,
    field_removed FieldRemoved,
    field_added FieldAdded,
    access_changed AccessChanged,
    now_required NowRequired,
    now_optional NowOptional,
    type_changed TypeChanged,
    format_changed FormatChanged,
    nullability_changed NullabilityChanged,
    values_narrowed ValuesNarrowed,
    values_widened ValuesWidened,
    default_changed DefaultChanged,
    limit_tightened LimitTightened,
    limit_loosened LimitLoosened,
    pattern_changed PatternChanged,
    constraint_added ConstraintAdded,
    constraint_removed ConstraintRemoved,
    variant_added VariantAdded,
    variant_removed VariantRemoved,
    discriminator_changed DiscriminatorChanged,
    encoding_changed EncodingChanged,
    }
    additions {
    "api/operation-added" OperationAdded,
    "api/body-added" BodyAdded,
    "api/media-type-added" MediaTypeAdded,
    "api/header-added" HeaderAdded,
    "api/security-loosened" SecurityLoosened,
    "api/deprecated" Deprecated,
    "api/deprecation-withdrawn" DeprecationWithdrawn,
    }
}

/// Gives the pages of all rules of evolution, in the order of the documentation.
pub fn pages() -> impl Iterator<Item = RulePage> {
    Defect::ALL.iter().filter_map(|defect| {
        let name = defect.name();
        defect.page().map(|page| RulePage { name, page })
    })
}

impl From<Defect> for RuleName {
    fn from(defect: Defect) -> Self {
        Self::from(defect.name())
    }
}
