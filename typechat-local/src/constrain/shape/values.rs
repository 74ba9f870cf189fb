//! Short values of a shape, written as JSON.

use super::{Array, Id, Object, Shape, Shapes};

/// How many levels down different values are looked for.
const VARIED: usize = 3;

impl Shapes {
    /// Up to so many different short values; the first is the shortest.
    pub(crate) fn values(&self, id: Id, wanted: usize) -> Vec<Vec<u8>> {
        self.values_to(id, wanted, VARIED)
    }

    fn values_to(&self, id: Id, wanted: usize, levels: usize) -> Vec<Vec<u8>> {
        let wanted = if levels == 0 { 1 } else { wanted };
        let mut values: Vec<Vec<u8>> = match &self.list[id] {
            Shape::Union(_) => {
                let known = |branch: &Id| Some((self.least[*branch]?, *branch));
                let mut branches: Vec<_> = self.concrete[id].iter().filter_map(known).collect();
                branches.sort_unstable();
                branches.truncate(wanted);
                let of = |(_, branch): &(usize, Id)| self.values_to(*branch, wanted, levels);
                branches.iter().flat_map(of).collect()
            }
            Shape::Literals(texts) => texts.iter().map(|text| text.clone().into_bytes()).collect(),
            Shape::Number(number) => {
                let endings = number.endings("", wanted);
                endings.into_iter().map(String::into_bytes).collect()
            }
            Shape::Text(text) => text.values(wanted),
            Shape::Array(array) => self.arrays(id, array, wanted, levels),
            Shape::Object(object) => self.objects(object, wanted, levels),
        };
        values.sort_by_key(Vec::len);
        values.truncate(wanted);
        values
    }

    fn arrays(&self, id: Id, array: &Array, wanted: usize, levels: usize) -> Vec<Vec<u8>> {
        let write = |values: &[Vec<u8>]| [b"[", &values.join(&b","[..])[..], b"]"].concat();
        if array.unique {
            let mut values: Vec<Vec<u8>> = Vec::new();
            for at in 0..array.min {
                let item = self.item(id, at);
                let all = item.map(|item| self.values_to(item, at + 1, VARIED));
                match all
                    .into_iter()
                    .flatten()
                    .find(|value| !values.contains(value))
                {
                    Some(value) => values.push(value),
                    None => return Vec::new(),
                }
            }
            return vec![write(&values)];
        }
        let items: Vec<Id> = (0..array.min).filter_map(|at| self.item(id, at)).collect();
        let mut all = self.varied(&items, wanted, levels, write);
        let next = self
            .item(id, array.min)
            .filter(|next| self.least[*next].is_some());
        if let Some(next) = next.filter(|_| items.is_empty() && wanted > 1) {
            let more = self.values_to(next, wanted, levels - 1);
            all.extend(more.into_iter().map(|value| write(&[value])));
        }
        all
    }

    fn objects(&self, object: &Object, wanted: usize, levels: usize) -> Vec<Vec<u8>> {
        let (places, free) = object.needed().unwrap_or_default();
        let members = places.iter().map(|place| &object.members[*place]);
        let (mut names, mut shapes): (Vec<Vec<u8>>, Vec<Id>) = members
            .map(|member| (member.name.clone().into_bytes(), member.shape))
            .unzip();
        if let Some(rest) = object.rest.as_ref().filter(|_| free > 0) {
            names.extend(rest.names.values(free));
            shapes.resize(shapes.len() + free, rest.shape);
        }
        self.varied(&shapes, wanted, levels, |values| {
            let member = |(name, value): (&Vec<u8>, &Vec<u8>)| [name, &b":"[..], value].concat();
            let members: Vec<_> = names.iter().zip(values).map(member).collect();
            [b"{", &members.join(&b","[..])[..], b"}"].concat()
        })
    }

    /// Containers of the shortest values, then those in which one value is another one.
    fn varied(
        &self,
        shapes: &[Id],
        wanted: usize,
        levels: usize,
        write: impl Fn(&[Vec<u8>]) -> Vec<u8>,
    ) -> Vec<Vec<u8>> {
        let least = |id: &Id| self.values_to(*id, 1, levels).into_iter().next();
        let Some(values) = shapes.iter().map(least).collect::<Option<Vec<_>>>() else {
            return Vec::new();
        };
        let mut all = vec![write(&values)];
        for (at, shape) in shapes.iter().enumerate() {
            if all.len() >= wanted {
                break;
            }
            let mut changed = values.clone();
            for other in self
                .values_to(*shape, wanted, levels - 1)
                .into_iter()
                .skip(1)
            {
                changed[at] = other;
                all.push(write(&changed));
            }
        }
        all
    }
}
