//! Which skills a skill may refer to.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::read::is_skill;
use crate::name::SkillName;

/// The skills that a skill may refer to, its own included.
#[derive(Clone, Debug, Default)]
pub struct KnownSkills {
    named: Arc<BTreeSet<String>>,
    /// The folder in which more of them lie. It may hold thousands, so it is asked only for a name that is referred to.
    around: Option<Arc<Path>>,
}

impl KnownSkills {
    /// Adds those that lie beside a skill's folder, whose path is whole, and the skill itself.
    #[must_use]
    pub fn and_beside(mut self, folder: &Path) -> Self {
        self.around = folder.parent().map(Arc::from);
        self
    }

    /// Tells whether a skill of that name is known.
    pub fn contains(&self, name: &str) -> bool {
        let lies_around = |folder: &Arc<Path>| {
            // What is no name could lead elsewhere.
            SkillName::parse(name).is_ok() && is_skill(&folder.join(name))
        };
        self.named.contains(name) || self.around.as_ref().is_some_and(lies_around)
    }
}

impl From<Arc<BTreeSet<String>>> for KnownSkills {
    fn from(named: Arc<BTreeSet<String>>) -> Self {
        Self {
            named,
            around: None,
        }
    }
}
