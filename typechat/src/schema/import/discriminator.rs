//! `OpenAPI`'s `discriminator`, said in the words of JSON Schema: each branch requires its tag.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{
    constants::key,
    scan::Scan,
    tag::{Names, Tag, follow, is_marked, mark, reference, tag},
    uri,
};

/// The tags of a document, as it was before anything was rewritten.
pub(super) struct Tags<'d> {
    document: &'d Value,
    /// The definitions that are nothing but branches with this tag, and so get it themselves.
    definitions: HashMap<&'d str, Tag>,
}

impl<'d> Tags<'d> {
    pub(super) fn of(document: &'d Value, scan: &Scan<'d>) -> Self {
        let mut found: HashMap<&'d str, (Option<Tag>, usize)> = HashMap::new();
        for members in &scan.discriminated {
            let Some((names, keyword)) = discriminated(members) else {
                continue;
            };
            for branch in members[keyword].as_array().into_iter().flatten() {
                let tag = tag(document, &names, branch);
                if let (Some(reference), Some(tag)) = (reference(branch), tag) {
                    let (same, count) = found
                        .entry(reference)
                        .or_insert_with(|| (Some(tag.clone()), 0));
                    *count += 1;
                    if same.as_ref() != Some(&tag) {
                        *same = None;
                    }
                }
            }
        }
        let is_own = |reference: &str, count: usize| {
            let target = follow(document, reference).and_then(Value::as_object);
            scan.uses.get(reference) == Some(&count)
                && reference.starts_with("#/")
                && target.is_some_and(|target| !target.contains_key("$ref"))
        };
        let definitions = found
            .into_iter()
            .filter(|(reference, (_, count))| is_own(reference, *count))
            .filter_map(|(reference, (tag, _))| Some((reference, tag?)))
            .collect();
        Self {
            document,
            definitions,
        }
    }

    /// Gives the definitions their tags, while references lead where they did.
    pub(super) fn mark_definitions(&self, document: &mut Value) {
        for (reference, tag) in &self.definitions {
            let (_, pointer) = uri::split(reference);
            if let Some(Value::Object(members)) = document.pointer_mut(&pointer) {
                mark(members, tag);
            }
        }
    }

    /// Gives the branches their tags; where these tell all branches apart, one of them fits at most.
    pub(super) fn rewrite(&self, members: &mut Map<String, Value>) {
        let Some(keyword) = discriminated(members).map(|(_, keyword)| keyword) else {
            return;
        };
        let discriminator = members.shift_remove("discriminator").unwrap_or_default();
        let Some(names) = Names::of(&discriminator) else {
            return;
        };
        let (mut are_apart, mut seen) = (true, HashSet::new());
        if let Some(Value::Array(branches)) = members.get_mut(keyword) {
            for branch in branches {
                if *branch == json!({"type": "null"}) {
                    continue;
                }
                let Some(tag) = tag(self.document, &names, branch) else {
                    are_apart = false;
                    continue;
                };
                are_apart &= tag.values.iter().all(|value| seen.insert(key(value)));
                self.mark_branch(branch, &tag);
            }
        }
        if are_apart
            && keyword == "oneOf"
            && !members.contains_key("anyOf")
            && let Some(branches) = members.shift_remove("oneOf")
        {
            members.insert("anyOf".into(), branches);
        }
    }

    fn mark_branch(&self, branch: &mut Value, tag: &Tag) {
        let target = reference(branch).map(|reference| {
            let has = self.definitions.contains_key(reference);
            (has, follow(self.document, reference))
        });
        match target {
            Some((true, _)) => {}
            Some((_, Some(target))) if is_marked(target, tag) => {}
            Some(_) => {
                let mut own = Map::new();
                mark(&mut own, tag);
                *branch = json!({"allOf": [branch.take(), own]});
            }
            None => {
                if let Value::Object(members) = branch {
                    mark(members, tag);
                }
            }
        }
    }
}

/// A schema's `discriminator`, and the keyword of the branches that it is about.
fn discriminated(members: &Map<String, Value>) -> Option<(Names<'_>, &'static str)> {
    let names = Names::of(members.get("discriminator")?)?;
    let mut keywords = ["oneOf", "anyOf"].into_iter();
    let keyword = keywords.find(|keyword| members.get(*keyword).is_some_and(Value::is_array))?;
    Some((names, keyword))
}
