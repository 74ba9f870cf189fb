//! Types that describe themselves by `schemars`: their JSON Schema is imported.

use std::any::TypeId;

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Number, Value, json};

use super::{GraphBuilder, ImportError, SchemaError, Type, TypeGraph, import::each_schema_mut};

impl TypeGraph {
    /// The graph of a type that implements `schemars::JsonSchema`.
    ///
    /// ```
    /// use typechat::schema::TypeGraph;
    ///
    /// #[derive(schemars::JsonSchema)]
    /// struct Order {
    ///     /// What to bring.
    ///     dish: String,
    ///     count: u8,
    /// }
    /// let text = TypeGraph::from_schemars::<Order>()?.to_typescript();
    /// assert!(text.starts_with("interface Order {\n  // What to bring.\n  dish: string;\n"));
    /// assert!(text.contains("// integer from 0 to 255\n"));
    /// # Ok::<(), typechat::schema::SchemaError>(())
    /// ```
    ///
    /// # Errors
    /// [`SchemaError::Schemars`] when the type's schema cannot be imported.
    pub fn from_schemars<T: JsonSchema + 'static>() -> Result<Self, SchemaError> {
        let mut builder = GraphBuilder::default();
        let root = builder.schemars::<T>();
        builder.finish(root)
    }
}

impl GraphBuilder {
    /// The type as its `schemars::JsonSchema` describes it for reading; `#[typechat(schemars)]`
    /// comes here. Integers keep to their width, of which `schemars` tells only the name.
    ///
    /// ```
    /// use typechat::{Schema, schema::TypeGraph};
    ///
    /// /// Imagine that another crate has it.
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Table { number: u16 }
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Order {
    ///     #[typechat(schemars)]
    ///     table: Table,
    /// }
    /// assert!(TypeGraph::of::<Order>().to_typescript().contains("table: Table;"));
    /// ```
    pub fn schemars<T: JsonSchema + 'static>(&mut self) -> Type {
        let id = TypeId::of::<T>();
        if let Some(ty) = self.foreign.get(&id) {
            return ty.clone();
        }
        let name = T::schema_name();
        let ty = self.import_schemars::<T>(&name).unwrap_or_else(|source| {
            let name = name.into_owned();
            self.fail(SchemaError::Schemars { name, source });
            Type::Any
        });
        self.foreign.insert(id, ty.clone());
        ty
    }

    fn import_schemars<T: JsonSchema>(&mut self, name: &str) -> Result<Type, ImportError> {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        let generator = settings.into_generator();
        let mut schema: Value = generator.into_root_schema_for::<T>().into();
        bounded(&mut schema);
        if T::inline_schema()
            && let Value::Object(members) = &mut schema
        {
            // What has no name of its own, such as a list, is given one all the same.
            members.remove("title");
        }
        self.import(&schema, name)
    }
}

/// Says in numbers what the names of formats say of widths.
fn bounded(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    each_schema_mut(members, &mut bounded);
    let has = |name: &str| {
        let kinds = members.get("type");
        kinds.is_some_and(|kinds| {
            *kinds == name || kinds.as_array().is_some_and(|k| k.contains(&name.into()))
        })
    };
    let format = members.get("format").and_then(Value::as_str);
    let bounds: Option<[Option<Number>; 2]> = match format {
        Some("float") if has("number") => {
            let largest = f64::from(f32::MAX);
            Some([Number::from_f64(-largest), Number::from_f64(largest)])
        }
        Some(format) if has("integer") => width(format),
        _ => None,
    };
    for (keyword, bound) in ["minimum", "maximum"]
        .into_iter()
        .zip(bounds.into_iter().flatten())
    {
        if let Some(bound) = bound {
            members.entry(keyword).or_insert_with(|| json!(bound));
        }
    }
}

fn width(format: &str) -> Option<[Option<Number>; 2]> {
    fn of<N: Into<Number>>(low: N, high: N) -> [Option<Number>; 2] {
        [Some(low.into()), Some(high.into())]
    }
    Some(match format {
        "int8" => of(i8::MIN, i8::MAX),
        "int16" => of(i16::MIN, i16::MAX),
        "int32" => of(i32::MIN, i32::MAX),
        "int64" => of(i64::MIN, i64::MAX),
        "int" => of(isize::MIN, isize::MAX),
        "uint8" => of(u8::MIN, u8::MAX),
        "uint16" => of(u16::MIN, u16::MAX),
        "uint32" => of(u32::MIN, u32::MAX),
        // JSON tools read numbers as 64 bits at most.
        "uint64" | "uint128" => of(u64::MIN, u64::MAX),
        "uint" => of(usize::MIN, usize::MAX),
        "int128" => [Some(i64::MIN.into()), Some(u64::MAX.into())],
        _ => return None,
    })
}
