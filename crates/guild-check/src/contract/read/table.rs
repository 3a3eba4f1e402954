//! Typed values out of a TOML table, with a problem for each that is of another type.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Defect, Reader, at};
use crate::Span;
use crate::contract::model::{Amount, Others};
use crate::nearest::nearest;

/// A value and where it stands.
pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// A table and where it starts.
pub(super) struct Table<'v, 'i> {
    table: &'v DeTable<'i>,
    span: Span,
}

impl<'v, 'i> Table<'v, 'i> {
    pub(super) fn new(table: &'v DeTable<'i>, span: Span) -> Self {
        Self { table, span }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'v Value<'i>> {
        self.table
            .iter()
            .find(|(name, _)| name.get_ref() == key)
            .map(|(_, value)| value)
    }

    /// Gives the entries with where their keys stand.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'v str, Span, &'v Value<'i>)> {
        self.table
            .iter()
            .map(|(key, value)| (key.get_ref().as_ref(), Span::new(key.span()), value))
    }

    /// Gives the values of a list, or nothing if there is no list.
    pub(super) fn list(&self, key: &str) -> impl Iterator<Item = &'v Value<'i>> {
        let list = self.get(key).and_then(|value| match value.get_ref() {
            DeValue::Array(list) => Some(list),
            _ => None,
        });
        list.into_iter().flat_map(|list| list.iter())
    }

    /// Gives the tables of a list, without a word about what else is in it.
    pub(super) fn all(table: &Self, key: &str) -> Vec<Self> {
        let tables = table.list(key).filter_map(|value| {
            let inner = value.get_ref().as_table()?;
            Some(Self::new(inner, at(value)))
        });
        tables.collect()
    }

    pub(super) fn integer(value: &Value<'_>) -> Option<i64> {
        let integer = value.get_ref().as_integer()?;
        i64::from_str_radix(integer.as_str(), integer.radix()).ok()
    }
}

impl Reader<'_> {
    /// Complains of each key that means nothing here.
    pub(super) fn known(&mut self, table: &Table<'_, '_>, known: &[&str]) {
        for (key, span, _) in table.entries() {
            if !known.contains(&key) {
                let message = format!("`{key}` is not known here");
                let help = format!("known are {}{}", known.join(", "), meant(key, known));
                self.problem(Defect::UnknownKey, span, message, help);
            }
        }
    }

    pub(super) fn required<'v, 'i>(
        &mut self,
        table: &Table<'v, 'i>,
        key: &str,
    ) -> Option<&'v Value<'i>> {
        let value = table.get(key);
        if value.is_none() {
            let message = format!("`{key}` is missing");
            self.problem(
                Defect::MissingKey,
                table.span,
                message,
                format!("add `{key} = …`"),
            );
        }
        value
    }

    pub(super) fn text(&mut self, table: &Table<'_, '_>, key: &str) -> Option<String> {
        let value = table.get(key)?;
        self.text_of(value, key)
    }

    pub(super) fn text_of(&mut self, value: &Value<'_>, key: &str) -> Option<String> {
        match value.get_ref().as_str().map(str::trim) {
            Some("") | None => {
                self.wrong(
                    value,
                    key,
                    "a text in quotation marks, and not an empty one",
                );
                None
            }
            Some(text) => Some(text.to_owned()),
        }
    }

    pub(super) fn texts(&mut self, table: &Table<'_, '_>, key: &str) -> Vec<String> {
        let values = self.list(table, key);
        values
            .into_iter()
            .filter_map(|value| self.text_of(value, key))
            .collect()
    }

    pub(super) fn flag(&mut self, table: &Table<'_, '_>, key: &str) -> bool {
        let Some(value) = table.get(key) else {
            return false;
        };
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong(value, key, "true or false");
        }
        flag.unwrap_or(false)
    }

    pub(super) fn list<'v, 'i>(&mut self, table: &Table<'v, 'i>, key: &str) -> Vec<&'v Value<'i>> {
        if let Some(value) = table.get(key)
            && !matches!(value.get_ref(), DeValue::Array(_))
        {
            self.wrong(value, key, "a list, such as [\"…\"]");
        }
        table.list(key).collect()
    }

    pub(super) fn table<'v, 'i>(
        &mut self,
        table: &Table<'v, 'i>,
        key: &str,
    ) -> Option<Table<'v, 'i>> {
        let value = table.get(key)?;
        self.table_of(value, key)
    }

    pub(super) fn tables<'v, 'i>(
        &mut self,
        table: &Table<'v, 'i>,
        key: &str,
    ) -> Vec<Table<'v, 'i>> {
        if let Some(value) = table.get(key)
            && !matches!(value.get_ref(), DeValue::Array(_))
        {
            self.wrong(value, key, &format!("a list of tables: write `[[{key}]]`"));
        }
        table
            .list(key)
            .filter_map(|value| self.table_of(value, key))
            .collect()
    }

    /// Reads one of some words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        table: &Table<'_, '_>,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let value = table.get(key)?;
        self.choice_of(value, key, choices)
    }

    pub(super) fn choice_of<T: Copy>(
        &mut self,
        value: &Value<'_>,
        key: &str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let written = value.get_ref().as_str();
        let choice = choices.iter().find(|(word, _)| Some(*word) == written);
        if choice.is_none() {
            let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            self.wrong(value, key, &format!("one of \"{}\"", words.join("\", \"")));
        }
        choice.map(|(_, choice)| *choice)
    }

    pub(super) fn others(&mut self, table: &Table<'_, '_>, key: &str, default: Others) -> Others {
        let choices = [("refused", Others::Refused), ("allowed", Others::Allowed)];
        self.choice(table, key, &choices).unwrap_or(default)
    }

    /// Reads `{ from = 1, to = 2 }`.
    pub(super) fn amount(&mut self, table: &Table<'_, '_>, key: &str) -> Option<Amount> {
        let value = table.get(key)?;
        let inner = self.table_of(value, key)?;
        self.known(&inner, super::holds::AMOUNT_KEYS);
        let from = self.count(&inner, "from").unwrap_or(0);
        let to = self.count(&inner, "to");
        if to.is_some_and(|to| to < from) || (from == 0 && to.is_none()) {
            self.wrong(
                value,
                key,
                "an amount that can be reached, such as { from = 1, to = 2 }",
            );
            return None;
        }
        Some(Amount { from, to })
    }

    pub(super) fn wrong(&mut self, value: &Value<'_>, key: &str, wanted: &str) {
        let message = format!("`{key}` is to be {wanted}");
        self.problem(
            Defect::WrongValue,
            at(value),
            message,
            format!("write {wanted}"),
        );
    }

    fn count(&mut self, table: &Table<'_, '_>, key: &str) -> Option<usize> {
        let value = table.get(key)?;
        let count = Table::integer(value).and_then(|count| usize::try_from(count).ok());
        if count.is_none() {
            self.wrong(value, key, "a number from 0 on");
        }
        count
    }

    fn table_of<'v, 'i>(&mut self, value: &'v Value<'i>, key: &str) -> Option<Table<'v, 'i>> {
        let inner = value.get_ref().as_table();
        if inner.is_none() {
            self.wrong(value, key, "a table");
        }
        inner.map(|inner| Table::new(inner, at(value)))
    }
}

/// Says which of some names may be meant.
pub(super) fn meant(written: &str, names: &[&str]) -> String {
    match nearest(written, names).first() {
        Some(name) => format!("; did you mean `{name}`?"),
        None => String::new(),
    }
}
