//! Objects of a document, read without the liberties that derived readers take.
//!
//! A derived reader accepts an array in place of an object, of a doubled key in a map it keeps
//! the later value and silently loses the earlier one, and it keeps lists of any length. None of
//! this happens here.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A struct that is written and read as an object only.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(transparent)]
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Fields(PhantomData))
    }
}

/// A map from names, none of which may stand twice.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(transparent)]
pub(super) struct Distinct<T>(pub(super) BTreeMap<String, T>);

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct(BTreeMap::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Distinct<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Distinct<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = BTreeMap::new();
                while let Some(key) = map.next_key::<String>()? {
                    if entries.contains_key(&key) {
                        return Err(A::Error::custom(format!("the key {key:?} stands twice")));
                    }
                    entries.insert(key, map.next_value()?);
                }
                Ok(Distinct(entries))
            }
        }

        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// A list of which only the first `MOST` items are kept; the others are read and counted, so
/// that a long list is a fault with a number in it and not a burden on memory.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(transparent)]
pub(super) struct Few<T, const MOST: usize> {
    pub(super) items: Vec<T>,
    #[serde(skip)]
    pub(super) total: usize,
}

impl<T, const MOST: usize> Default for Few<T, MOST> {
    fn default() -> Self {
        Few {
            items: Vec::new(),
            total: 0,
        }
    }
}

impl<T, const MOST: usize> Few<T, MOST> {
    fn push(&mut self, item: T) {
        self.total += 1;
        if self.items.len() < MOST {
            self.items.push(item);
        }
    }
}

impl<T, const MOST: usize> FromIterator<T> for Few<T, MOST> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Few::default();
        for item in items {
            few.push(item);
        }
        few
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for Few<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = Few<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut few = Few::default();
                while let Some(item) = seq.next_element()? {
                    few.push(item);
                }
                Ok(few)
            }
        }

        deserializer.deserialize_seq(Items(PhantomData))
    }
}
