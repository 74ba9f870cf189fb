//! Maps: objects whose keys are data.

use std::collections::{BTreeMap, HashMap};

use crate::{
    reply::Checks,
    schema::{GraphBuilder, MapKey, Schema, Type},
};

pub(super) fn map<K: MapKey, V: Schema>(graph: &mut GraphBuilder) -> Type {
    let keys = K::describe(graph);
    let values = V::describe(graph);
    Type::map(keys, values)
}

/// The key of each value is not known as text here, so a place is named by the map alone.
pub(super) fn check_values<'v, K: 'v, V: Schema>(
    values: impl IntoIterator<Item = (&'v K, &'v V)>,
    checks: &mut Checks<'_>,
) {
    for (_, value) in values {
        value.check(checks);
    }
}

impl<K: MapKey, V: Schema, S: 'static> Schema for HashMap<K, V, S> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        map::<K, V>(graph)
    }

    fn check(&self, checks: &mut Checks<'_>) {
        check_values(self, checks);
    }
}

impl<K: MapKey, V: Schema> Schema for BTreeMap<K, V> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        map::<K, V>(graph)
    }

    fn check(&self, checks: &mut Checks<'_>) {
        check_values(self, checks);
    }
}
