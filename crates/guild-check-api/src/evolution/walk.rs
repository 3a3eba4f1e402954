//! The walk over two versions: each pair of shapes once in each direction, however many operations use it.

use std::collections::HashMap;

use guild_check::contract::Date;
use guild_check::report::ChangeKind;

use super::alike::Sums;
use super::defect::Defect;
use super::shapes;
use super::side::{GroupId, Side};
use crate::contract::{Contract, ShapeId, Spot};

/// How many pairs of shapes are compared: a hundred times what large contracts have.
const PAIRS: usize = 4_000_000;

/// How many parts of shapes are looked at: ten times what the largest contracts need.
const WORK: usize = 10_000_000;

/// How many parts are looked at to try whether one shape stands in for another.
const TRIAL_WORK: usize = 100_000;

/// How many pairs are compared to try whether one shape stands in for another.
const TRIAL_PAIRS: usize = 500;

/// Which way a value goes, as the consumer of the contract sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Direction {
    /// The consumer sends it.
    Sent,
    /// The consumer receives it.
    Received,
}

/// How a value is found from the one that holds it.
#[derive(Clone, Debug)]
pub(super) enum Step<'a> {
    /// It is what an operation takes or gives: a body, an answer, a parameter.
    Root(Box<Root>),
    Field(&'a str),
    Items,
    Item(usize),
    /// What fields that are not listed may be.
    Rest,
    /// One of several alternatives.
    Variant,
    /// Under another keyword.
    Keyword(&'static str),
}

/// What an operation takes or gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Root {
    /// What people call it, such as `the body`.
    pub(super) label: String,
    /// Where it stands in each version.
    pub(super) spots: (Spot, Spot),
}

/// Two shapes that are to mean the same, and the way their value goes.
pub(super) struct Pair<'a> {
    pub(super) old: GroupId,
    pub(super) new: GroupId,
    pub(super) direction: Direction,
    from: Option<usize>,
    step: Step<'a>,
    /// Where each is named, if what is named is not the same definition any more: what differs is told there.
    pub(super) swapped: Option<(Spot, Spot)>,
    /// The pairs within it.
    pub(super) inner: Vec<usize>,
}

/// An operation of either version.
#[derive(Default)]
pub(super) struct Operation {
    pub(super) name: String,
    /// Whether the contract says that it is not kept.
    pub(super) is_unstable: bool,
    /// The pairs that it takes and gives.
    pub(super) roots: Vec<usize>,
}

/// Where a change was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    In(usize),
    Within(usize),
}

/// A change as it was found: in one operation, or in one pair.
pub(super) struct Raw {
    pub(super) found: Found,
    pub(super) defect: Defect,
    pub(super) kind: ChangeKind,
    pub(super) direction: Option<Direction>,
    pub(super) spots: Spots,
    /// What it is about, such as `` `title` in `Task` ``.
    pub(super) subject: String,
    /// What happened to it.
    pub(super) detail: String,
}

/// Where something stands in each version; where it is missing, what would hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Spots {
    Both { old: Spot, new: Spot },
    Gone { old: Spot, holder: Option<Spot> },
    Added { holder: Option<Spot>, new: Spot },
}

/// What a pair is known by: where one definition took the place of another, the place too.
type Key = (GroupId, GroupId, Direction, Option<String>);

/// What is known so far.
pub(super) struct Walk<'a> {
    pub(super) old: Side<'a>,
    pub(super) new: Side<'a>,
    pub(super) today: Date,
    pub(super) operations: Vec<Operation>,
    pub(super) pairs: Vec<Pair<'a>>,
    known: HashMap<Key, usize>,
    pub(super) changes: Vec<Raw>,
    /// How many pairs are compared.
    most: usize,
    /// How many parts may still be looked at.
    work: usize,
    /// What shapes of the old and of the new version sum up to, as far as that was asked for.
    pub(super) sums: (Sums, Sums),
    /// Whether all pairs were compared.
    pub(super) is_complete: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(old: &'a Contract, new: &'a Contract, today: Date) -> Self {
        Self {
            old: Side::new(old),
            new: Side::new(new),
            today,
            operations: Vec::new(),
            pairs: Vec::new(),
            known: HashMap::new(),
            changes: Vec::new(),
            most: PAIRS,
            work: WORK,
            sums: (Sums::new(), Sums::new()),
            is_complete: true,
        }
    }

    /// Compares what operations take and give, and all within it.
    pub(super) fn pairs(&mut self) {
        let mut index = 0;
        while index < self.pairs.len() {
            if self.work == 0 {
                self.is_complete = false;
                break;
            }
            shapes::compare(self, index);
            index += 1;
        }
    }

    /// Notes that an operation takes or gives a value.
    pub(super) fn root(
        &mut self,
        operation: usize,
        shapes: (Option<ShapeId>, Option<ShapeId>),
        direction: Direction,
        root: Root,
    ) {
        let (old, new) = (shapes.0.as_slice(), shapes.1.as_slice());
        let spots = root.spots;
        let pair = self.pair(
            (old, new),
            direction,
            None,
            Step::Root(Box::new(root)),
            || spots,
        );
        if let Some(pair) = pair {
            self.operations[operation].roots.push(pair);
        }
    }

    /// Notes that one pair holds another.
    pub(super) fn inner(
        &mut self,
        holder: usize,
        shapes: (&[ShapeId], &[ShapeId]),
        direction: Direction,
        step: Step<'a>,
    ) {
        let contracts = (self.old.contract, self.new.contract);
        let places = self.place(holder);
        let spot = |contract: &Contract, shapes: &[ShapeId], holder: Option<Spot>| {
            let own = shapes
                .first()
                .map(|id| contract.key_spot(contract.shape(*id)));
            own.or(holder).unwrap_or_default()
        };
        let spots = || {
            (
                spot(contracts.0, shapes.0, places.0),
                spot(contracts.1, shapes.1, places.1),
            )
        };
        if let Some(pair) = self.pair(shapes, direction, Some(holder), step, spots) {
            self.pairs[holder].inner.push(pair);
        }
    }

    fn pair(
        &mut self,
        shapes: (&[ShapeId], &[ShapeId]),
        direction: Direction,
        from: Option<usize>,
        step: Step<'a>,
        spots: impl Fn() -> (Spot, Spot),
    ) -> Option<usize> {
        let old = self.old.group(shapes.0);
        let new = self.new.group(shapes.1);
        if old == GroupId::ANY && new == GroupId::ANY {
            return None;
        }
        let is_swapped = self.old.name(old) != self.new.name(new);
        let place = is_swapped.then(|| {
            let holder = from.map(|from| (self.pairs[from].old, self.pairs[from].new));
            format!("{holder:?} {step:?}")
        });
        let key = (old, new, direction, place);
        if let Some(pair) = self.known.get(&key) {
            return Some(*pair);
        }
        if self.pairs.len() >= self.most {
            self.is_complete = false;
            return None;
        }
        self.known.insert(key, self.pairs.len());
        self.pairs.push(Pair {
            old,
            new,
            direction,
            from,
            step,
            swapped: is_swapped.then(spots),
            inner: Vec::new(),
        });
        Some(self.pairs.len() - 1)
    }

    /// Tells whether whoever gets on with one shape gets on with another: tried apart, and not told.
    pub(super) fn fits(&mut self, old: ShapeId, new: ShapeId, direction: Direction) -> bool {
        if self.is_trial() || self.work == 0 {
            return false;
        }
        let mut walk = Walk {
            most: TRIAL_PAIRS,
            work: TRIAL_WORK,
            ..Walk::new(self.old.contract, self.new.contract, self.today)
        };
        let root = Root::default();
        walk.operations.push(Operation::default());
        walk.root(0, (Some(old), Some(new)), direction, root);
        walk.pairs();
        self.spend(TRIAL_WORK - walk.work);
        let breaks = |raw: &Raw| raw.kind == ChangeKind::Breaking;
        walk.is_complete && !walk.changes.iter().any(breaks)
    }

    /// Counts parts that were looked at.
    pub(super) fn spend(&mut self, parts: usize) {
        self.work = self.work.saturating_sub(parts);
    }

    fn is_trial(&self) -> bool {
        self.most == TRIAL_PAIRS
    }

    /// Names what a pair is about: the nearest definition that has a name, and the way from there.
    pub(super) fn subject(&self, pair: usize, field: Option<&str>) -> String {
        let mut steps: Vec<String> = field.into_iter().map(|name| format!(".{name}")).collect();
        let mut at = Some(pair);
        let mut base = String::new();
        while let Some(pair) = at.map(|at| &self.pairs[at]) {
            let name = self.new.name(pair.new);
            if let Some(name) = name.filter(|_| pair.swapped.is_none()) {
                base = format!("`{name}`");
                break;
            }
            match &pair.step {
                Step::Root(root) => base.clone_from(&root.label),
                Step::Field(name) => steps.push(format!(".{name}")),
                Step::Items => steps.push("[]".to_owned()),
                Step::Item(index) => steps.push(format!("[{index}]")),
                Step::Rest => steps.push(".*".to_owned()),
                Step::Variant => {}
                Step::Keyword(word) => steps.push(format!(".{word}")),
            }
            at = pair.from;
        }
        steps.reverse();
        let way = steps.concat();
        match way.trim_start_matches('.') {
            "" => base,
            "[]" => format!("each item of {base}"),
            way => format!("`{way}` in {base}"),
        }
    }

    /// Gives the nearest places of a pair: its own, or those of what holds it.
    pub(super) fn place(&self, pair: usize) -> (Option<Spot>, Option<Spot>) {
        let (mut old, mut new) = (None, None);
        let mut at = Some(pair);
        while let Some(pair) = at.map(|at| &self.pairs[at]) {
            old = old.or(pair.swapped.map(|(old, _)| old));
            new = new.or(pair.swapped.map(|(_, new)| new));
            old = old.or_else(|| self.old.spot(pair.old));
            new = new.or_else(|| self.new.spot(pair.new));
            if let Step::Root(root) = &pair.step {
                old = old.or(Some(root.spots.0));
                new = new.or(Some(root.spots.1));
            }
            if old.is_some() && new.is_some() {
                break;
            }
            at = pair.from;
        }
        (old, new)
    }

    /// Files a change of one operation.
    pub(super) fn tell(
        &mut self,
        operation: usize,
        (defect, kind): (Defect, ChangeKind),
        spots: Spots,
        (subject, detail): (&str, String),
    ) {
        self.changes.push(Raw {
            found: Found::In(operation),
            defect,
            kind,
            direction: None,
            spots,
            subject: subject.to_owned(),
            detail,
        });
    }

    /// Files a change within a pair.
    pub(super) fn tell_within(
        &mut self,
        pair: usize,
        (defect, kind): (Defect, ChangeKind),
        spots: Spots,
        subject: String,
        detail: String,
    ) {
        self.changes.push(Raw {
            found: Found::Within(pair),
            defect,
            kind,
            direction: Some(self.pairs[pair].direction),
            spots,
            subject,
            detail,
        });
    }
}

impl Direction {
    /// Gives the way that what answers goes.
    pub(super) fn other(self) -> Self {
        match self {
            Self::Sent => Self::Received,
            Self::Received => Self::Sent,
        }
    }

    /// Weighs that fewer values are allowed: whoever sends one of the others is refused.
    pub(super) fn narrowed(self) -> ChangeKind {
        match self {
            Self::Sent => ChangeKind::Breaking,
            Self::Received => ChangeKind::Additive,
        }
    }

    /// Weighs that more values are allowed: whoever receives one of the new ones does not know it.
    pub(super) fn widened(self) -> ChangeKind {
        self.other().narrowed()
    }
}
