//! Booleans, text, paths, addresses, unit, and any JSON.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

use crate::schema::{Branch, GraphBuilder, Length, MapKey, Schema, StringRules, Type};

macro_rules! fixed {
    ($($ty:ty => $schema:expr;)*) => {$(
        impl Schema for $ty {
            fn describe(_: &mut GraphBuilder) -> Type {
                $schema
            }
        }
    )*};
}

fixed! {
    bool => Type::Boolean;
    () => Type::Null;
    str => Type::string();
    String => Type::string();
    Path => Type::string();
    PathBuf => Type::string();
    Ipv4Addr => Type::format("ipv4");
    Ipv6Addr => Type::format("ipv6");
    IpAddr => Type::union(vec![
        Branch::new(Type::format("ipv4"), ""),
        Branch::new(Type::format("ipv6"), ""),
    ]);
    Value => Type::Any;
    Map<String, Value> => Type::map(Type::string(), Type::Any);
    char => Type::String(StringRules {
        length: Length::exactly(1),
        ..StringRules::default()
    });
}

impl MapKey for str {}
impl MapKey for String {}
impl MapKey for char {}
impl MapKey for Path {}
impl MapKey for PathBuf {}
impl MapKey for Ipv4Addr {}
impl MapKey for Ipv6Addr {}
impl MapKey for IpAddr {}
