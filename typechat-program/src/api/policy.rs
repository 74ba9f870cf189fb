//! What may be called, and what only when someone agrees.

/// Whether a function may be called.
///
/// ```
/// use typechat_program::{Access, Policy};
/// assert_eq!(Policy::default().access("anything"), Access::Allow);
/// assert!(Access::Deny > Access::Ask && Access::Ask > Access::Allow);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// It may be called.
    Allow,
    /// It may be called once the plan that calls it is confirmed.
    Ask,
    /// It is not there.
    Deny,
}

/// Which functions a program may call: by name or by namespace. The most specific word counts;
/// among words that are as specific, deny wins over ask, and ask over allow. What is denied is
/// not shown to a model.
///
/// ```
/// use typechat_program::{Access, Policy};
///
/// let policy = Policy::new(Access::Deny).allow("files").ask("files__write").deny("files__drop");
/// assert_eq!(policy.access("files__read"), Access::Allow);
/// assert_eq!(policy.access("files__write"), Access::Ask);
/// assert_eq!(policy.access("mail__send"), Access::Deny);
/// ```
#[derive(Debug, Clone)]
pub struct Policy {
    rules: Vec<(String, Access)>,
    otherwise: Access,
}

impl Default for Policy {
    fn default() -> Self {
        Self::new(Access::Allow)
    }
}

impl Policy {
    /// A policy for all functions of which nothing else is said.
    pub fn new(otherwise: Access) -> Self {
        let rules = Vec::new();
        Self { rules, otherwise }
    }

    /// Allows a function, or all of a namespace. A name that no function has, as it is called or
    /// as its source calls it, is an error when the API is built.
    #[must_use]
    pub fn allow(self, name: impl Into<String>) -> Self {
        self.rule(name, Access::Allow)
    }

    /// Has plans confirmed that call the function, or any of a namespace.
    #[must_use]
    pub fn ask(self, name: impl Into<String>) -> Self {
        self.rule(name, Access::Ask)
    }

    /// Takes a function away, or all of a namespace.
    #[must_use]
    pub fn deny(self, name: impl Into<String>) -> Self {
        self.rule(name, Access::Deny)
    }

    fn rule(mut self, name: impl Into<String>, access: Access) -> Self {
        self.rules.push((name.into(), access));
        self
    }

    /// What holds for a function.
    pub fn access(&self, name: &str) -> Access {
        self.access_of(&[name])
    }

    /// What holds for a function that has several names.
    pub(super) fn access_of(&self, names: &[&str]) -> Access {
        let rules = self.rules.iter();
        let rules = rules.filter(|(rule, _)| names.iter().any(|name| covers(rule, name)));
        let best = rules.max_by_key(|(rule, access)| (rule.len(), *access));
        best.map_or(self.otherwise, |(_, access)| *access)
    }

    /// The first rule that speaks of none of these names.
    pub(super) fn idle<'a>(
        &self,
        names: impl Fn() -> Box<dyn Iterator<Item = &'a str> + 'a>,
    ) -> Option<&str> {
        let is_idle = |rule: &&(String, Access)| !names().any(|name| covers(&rule.0, name));
        self.rules
            .iter()
            .find(is_idle)
            .map(|(rule, _)| rule.as_str())
    }
}

/// Whether a rule speaks of a function: it is its name, or its namespace.
fn covers(rule: &str, name: &str) -> bool {
    let rest = name.strip_prefix(rule);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
}
