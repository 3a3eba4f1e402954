//! Reads a baseline's file.

use toml::de::DeValue;

use super::{Baseline, Folders, Known};
use crate::settings::{Reader, SettingsError, SettingsProblem};
use crate::{Source, Span};

impl Baseline {
    /// Reads a baseline's file.
    ///
    /// # Errors
    ///
    /// If it is not TOML, has a key that means nothing, or an entry without rule, path, fingerprint or reason.
    pub fn parse(source: &Source, folders: Folders) -> Result<Self, SettingsError> {
        let reader = Reader { source };
        let file = reader.parse()?;
        let mut known = Vec::new();
        for (key, value) in file.get_ref() {
            if key.get_ref() != "known" {
                return Err(reader.unknown_key(key, key.get_ref(), "`[[known]]`"));
            }
            let wanted = "a list of entries, each under `[[known]]`";
            let Some(list) = value.get_ref().as_array() else {
                return Err(reader.wrong_type(value, "known", wanted));
            };
            for entry in list {
                known.push(one(&reader, entry)?);
            }
        }
        Ok(Self {
            source: source.clone(),
            known,
            folders,
        })
    }
}

fn one(reader: &Reader<'_>, value: &toml::Spanned<DeValue<'_>>) -> Result<Known, SettingsError> {
    let mut known = Known {
        rule: String::new(),
        path: String::new(),
        finding: String::new(),
        fingerprint: String::new(),
        count: 1,
        reason: String::new(),
        span: Span::new(value.span()),
    };
    for (key, value) in reader.table(value, "known")? {
        let name = key.get_ref().as_ref();
        let text = match name {
            "rule" => &mut known.rule,
            "path" => &mut known.path,
            "finding" => &mut known.finding,
            "fingerprint" => &mut known.fingerprint,
            "reason" => &mut known.reason,
            "count" => {
                known.count = reader.count(value, "count")?;
                continue;
            }
            other => {
                let known = "rule, path, finding, fingerprint, count, reason";
                return Err(reader.unknown_key(key, other, known));
            }
        };
        reader.text(value, name)?.trim().clone_into(text);
    }
    let needed = [
        ("rule", &known.rule),
        ("path", &known.path),
        ("fingerprint", &known.fingerprint),
    ];
    if let Some((key, _)) = needed.into_iter().find(|(_, text)| text.is_empty()) {
        return Err(reader.error(known.span, SettingsProblem::MissingKey { key }));
    }
    if known.reason.is_empty() {
        let rule = known.rule;
        return Err(reader.error(known.span, SettingsProblem::MissingReason { rule }));
    }
    Ok(known)
}
