//! Fields as a person types them: `title:string:1..120`, `notes?:text`, `priority:LOW,NORMAL,HIGH`, `ownerId:id`.

use guild_check::nearest::nearest;

use super::field::fitting_name;
use super::noun::capital;
use super::plan::Refusal;
use crate::conventions::Case;

/// A field of a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Its name, in camelCase.
    pub(super) name: String,
    /// What it may be.
    pub(super) kind: FieldKind,
    /// Whether it may be left out when the resource is created, and be `null`.
    pub(super) is_optional: bool,
}

/// What a field may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    /// A text of so many characters.
    Text(Limits),
    /// A text of a known form.
    Formatted(Text),
    /// A whole number.
    Integer(Limits),
    /// A number.
    Number(Limits),
    /// A truth value.
    Boolean,
    /// One of these values.
    Enum(Vec<String>),
    /// The id of something, by the name of its type: `UserId`.
    Id(String),
    /// Several, so many of them.
    List(Box<FieldKind>, Limits),
}

/// From where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    /// The least.
    pub(super) least: i64,
    /// The most.
    pub(super) most: i64,
}

/// Forms of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// A day.
    Date,
    /// A moment.
    DateTime,
    /// An address of the web.
    Uri,
    /// An address of mail.
    Email,
    /// A UUID.
    Uuid,
}

/// The words for types, in the order of the help.
const TYPES: [&str; 11] = [
    "string",
    "text",
    "integer",
    "number",
    "boolean",
    "date",
    "date-time",
    "uri",
    "email",
    "uuid",
    "id",
];

const FORM: &str =
    "write it like `title:string:1..120`, `notes?:text` or `priority:LOW,NORMAL,HIGH`";

/// The most that a limit may be.
const FARTHEST: i64 = 1_000_000_000_000;

impl Field {
    /// Reads a field.
    ///
    /// # Errors
    ///
    /// If it is none; the refusal gives what fits.
    pub(super) fn parse(typed: &str) -> Result<Self, Refusal> {
        let text = typed.trim();
        let (text, is_marked) = match text.strip_suffix('?') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let Some((name, rest)) = text.split_once(':') else {
            return Err(Refusal::new(
                format!("the field `{typed}` has no type"),
                FORM,
            ));
        };
        let (name, is_optional) = match name.strip_suffix('?') {
            Some(name) => (name, true),
            None => (name, is_marked),
        };
        let (word, limits) = match rest.split_once(':') {
            Some((word, limits)) => (word, Some(limits)),
            None => (rest, None),
        };
        fitting_name(name)?;
        let limits = limits
            .map(|limits| read_limits(typed, limits))
            .transpose()?;
        let kind = kind(name, word.trim(), limits)?;
        let field = Self {
            name: name.to_owned(),
            kind,
            is_optional,
        };
        field.check()?;
        Ok(field)
    }
}

fn kind(name: &str, word: &str, limits: Option<Limits>) -> Result<FieldKind, Refusal> {
    if let Some(item) = word.strip_suffix("[]") {
        let one = name.strip_suffix('s').unwrap_or(name);
        let item = kind(one, item, None)?;
        if matches!(item, FieldKind::List(..)) {
            return Err(Refusal::new(
                format!("`{name}` is a list of lists"),
                "make a sub-resource of it: `--sub NAME`",
            ));
        }
        let limits = within(
            name,
            limits,
            Limits {
                least: 0,
                most: 100,
            },
            0,
        )?;
        return Ok(FieldKind::List(Box::new(item), limits));
    }
    let plain = match word {
        _ if word.contains(',') => FieldKind::Enum(values(name, word)?),
        "string" => {
            return Ok(FieldKind::Text(within(
                name,
                limits,
                Limits {
                    least: 1,
                    most: 200,
                },
                0,
            )?));
        }
        "text" => {
            return Ok(FieldKind::Text(within(
                name,
                limits,
                Limits {
                    least: 1,
                    most: 5000,
                },
                0,
            )?));
        }
        "integer" => {
            let whole = Limits {
                least: 0,
                most: i64::from(i32::MAX),
            };
            return Ok(FieldKind::Integer(within(name, limits, whole, -FARTHEST)?));
        }
        "number" => {
            let number = Limits {
                least: 0,
                most: 1_000_000_000,
            };
            return Ok(FieldKind::Number(within(name, limits, number, -FARTHEST)?));
        }
        "boolean" => FieldKind::Boolean,
        "date" => FieldKind::Formatted(Text::Date),
        "date-time" => FieldKind::Formatted(Text::DateTime),
        "uri" => FieldKind::Formatted(Text::Uri),
        "email" => FieldKind::Formatted(Text::Email),
        "uuid" => FieldKind::Formatted(Text::Uuid),
        "id" => FieldKind::Id(brand(name)),
        word if is_brand(word) => FieldKind::Id(word.to_owned()),
        other => return Err(no_type(name, other)),
    };
    match limits {
        None => Ok(plain),
        Some(_) => Err(Refusal::new(
            format!("`{name}` takes no limits: it is a {word}"),
            "limits are for string, text, integer, number and lists",
        )),
    }
}

fn no_type(name: &str, word: &str) -> Refusal {
    let near = nearest(word, &TYPES);
    let all = TYPES.join(", ");
    let hint = match near.first() {
        Some(near) => format!("did you mean `{name}:{near}`?"),
        None if Case::UpperSnake.fits(word) => {
            format!("list its values: `{name}:{word},…`; one value alone says nothing")
        }
        None => format!("the types are {all}, values such as LOW,HIGH, and `TYPE[]` for several"),
    };
    Refusal::new(format!("`{word}` is no type that a field may have"), hint)
}

fn values(name: &str, word: &str) -> Result<Vec<String>, Refusal> {
    let mut values: Vec<String> = Vec::new();
    for value in word.split(',') {
        let value = upper_snake(value, &format!("the value `{value}` of `{name}`"))?;
        if values.contains(&value) {
            return Err(Refusal::new(
                format!("`{name}` has the value `{value}` twice"),
                "take one of them out",
            ));
        }
        values.push(value);
    }
    match values.len() {
        1 => Err(Refusal::new(
            format!("`{name}` has one value alone"),
            "a value that never changes says nothing",
        )),
        _ => Ok(values),
    }
}

/// Reads a value of an enum or a state.
pub(super) fn upper_snake(value: &str, what: &str) -> Result<String, Refusal> {
    if Case::UpperSnake.fits(value) {
        return Ok(value.to_owned());
    }
    let mut fitting = String::new();
    let mut was_small = false;
    for letter in value.chars() {
        let is_letter = letter.is_ascii_alphanumeric();
        if (!is_letter || (letter.is_ascii_uppercase() && was_small))
            && !fitting.is_empty()
            && !fitting.ends_with('_')
        {
            fitting.push('_');
        }
        if is_letter {
            fitting.push(letter.to_ascii_uppercase());
        }
        was_small = letter.is_ascii_lowercase();
    }
    let fitting = fitting.trim_matches('_');
    let hint = match Case::UpperSnake.fits(fitting) {
        true => format!("write `{fitting}`"),
        false => "write it in capitals with underscores, such as `IN_PROGRESS`".to_owned(),
    };
    Err(Refusal::new(format!("{what} is not UPPER_SNAKE"), hint))
}

/// `ownerId` is an `OwnerId`.
fn brand(name: &str) -> String {
    let brand = capital(name);
    match brand.ends_with("Id") {
        true => brand,
        false => format!("{brand}Id"),
    }
}

fn is_brand(word: &str) -> bool {
    word.len() > 2 && word.ends_with("Id") && Case::Pascal.fits(word)
}

fn read_limits(typed: &str, text: &str) -> Result<Limits, Refusal> {
    let wrong = || {
        Refusal::new(
            format!("`{text}` in `{typed}` are no limits"),
            "write them like `1..120`, `1..` or `..120`",
        )
    };
    let (least, most) = text.split_once("..").ok_or_else(wrong)?;
    let bound = |text: &str, open: i64| match text.trim() {
        "" => Ok(open),
        text => text
            .parse()
            .ok()
            .filter(|bound: &i64| bound.abs() <= FARTHEST)
            .ok_or_else(wrong),
    };
    let limits = Limits {
        least: bound(least, i64::MIN)?,
        most: bound(most, i64::MAX)?,
    };
    match limits.least > limits.most {
        true => Err(Refusal::new(
            format!("the limits `{text}` in `{typed}` leave nothing"),
            "put the smaller number first",
        )),
        false => Ok(limits),
    }
}

/// Fills the open ends of limits.
fn within(
    name: &str,
    limits: Option<Limits>,
    usual: Limits,
    lowest: i64,
) -> Result<Limits, Refusal> {
    let limits = limits.unwrap_or(usual);
    let least = if limits.least == i64::MIN {
        usual.least.min(limits.most)
    } else {
        limits.least
    };
    let most = if limits.most == i64::MAX {
        usual.most.max(least)
    } else {
        limits.most
    };
    let farthest = if lowest == 0 { 1_000_000 } else { FARTHEST };
    if least < lowest || most < lowest.max(i64::from(lowest == 0)) || most > farthest {
        return Err(Refusal::new(
            format!("the limits of `{name}` are out of what is sensible"),
            format!("keep within {}..{farthest}", lowest),
        ));
    }
    Ok(Limits { least, most })
}
