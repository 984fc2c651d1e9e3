//! What serde asks of a format: values, entries of lists, members of objects, variants.

use std::borrow::Cow;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::failure::Failure;
use super::scan::{Numeral, Reader};
use super::trail::Step;

/// By this name a type asks for the text of a value as it stands.
const RAW: &str = "$serde_json::private::RawValue";

impl<'de> Reader<'de, '_> {
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        self.enter()?;
        let read = visitor.visit_seq(Entries {
            reader: self,
            next: 0,
        });
        // What is wrong inside is wrong before the end is; but the end shows where that is.
        let end = self.end_list();
        self.settled(read.and_then(|value| end.map(|()| value)))
    }

    fn object<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        self.enter()?;
        let read = visitor.visit_map(Members {
            reader: self,
            first: true,
            key: None,
        });
        let end = self.end_object();
        self.settled(read.and_then(|value| end.map(|()| value)))
    }

    fn number<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value, Failure> {
        if !matches!(self.begun()?, b'-' | b'0'..=b'9') {
            return Err(self.mistyped(&visitor));
        }
        let read = match self.numeral()? {
            Numeral::Unsigned(value) => visitor.visit_u64(value),
            Numeral::Signed(value) => visitor.visit_i64(value),
            Numeral::Float(value) => visitor.visit_f64(value),
        };
        self.settled(read)
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            self.number(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Reader<'de, '_> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'n' => self.deserialize_unit(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'-' | b'0'..=b'9' => self.number(visitor),
            b'"' => self.deserialize_str(visitor),
            b'[' => self.list(visitor),
            b'{' => self.object(visitor),
            _ => Err(self.broken("expected value")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            first @ (b't' | b'f') => {
                let value = self.bool(first)?;
                let read = visitor.visit_bool(value);
                self.settled(read)
            }
            _ => Err(self.mistyped(&visitor)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.begun()? != b'"' {
            return Err(self.mistyped(&visitor));
        }
        let read = match self.string()? {
            Cow::Borrowed(string) => visitor.visit_borrowed_str(string),
            Cow::Owned(string) => visitor.visit_str(&string),
        };
        self.settled(read)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.next_byte() {
            Some(b'n') => {
                self.word("null")?;
                visitor.visit_none()
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'n' => {
                self.word("null")?;
                let read = visitor.visit_unit();
                self.settled(read)
            }
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        if name == RAW {
            let text = self.raw()?;
            return visitor.visit_map(Raw(Some(text)));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'[' => self.list(visitor),
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'{' => self.object(visitor),
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'[' => self.list(visitor),
            b'{' => self.object(visitor),
            _ => Err(self.mistyped(&visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        match self.begun()? {
            b'{' => {
                self.enter()?;
                let value = visitor.visit_enum(Variant(self))?;
                self.depth -= 1;
                match self.next_byte() {
                    Some(b'}') => {
                        self.at += 1;
                        Ok(value)
                    }
                    Some(_) => Err(self.failed("expected value", self.at)),
                    None => Err(self.failed("EOF while parsing an object", self.at)),
                }
            }
            b'"' => {
                let name = self.string()?;
                let read = visitor.visit_enum(CowStrDeserializer::new(name));
                self.settled(read)
            }
            _ => Err(self.broken("expected value")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        (self.unknown)(&self.trail);
        self.raw()?;
        visitor.visit_unit()
    }
}

struct Entries<'r, 'de, 'u> {
    reader: &'r mut Reader<'de, 'u>,
    next: usize,
}

impl<'de> SeqAccess<'de> for Entries<'_, 'de, '_> {
    type Error = Failure;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failure> {
        let reader = &mut *self.reader;
        if !reader.has_entry(self.next == 0)? {
            return Ok(None);
        }
        reader.trail.0.push(Step::Index(self.next));
        self.next += 1;
        let read = seed.deserialize(&mut *reader);
        let read = read.map_err(|failure| reader.pointed(failure));
        reader.trail.0.pop();
        read.map(Some)
    }
}

struct Members<'r, 'de, 'u> {
    reader: &'r mut Reader<'de, 'u>,
    first: bool,
    key: Option<Cow<'de, str>>,
}

impl<'de> MapAccess<'de> for Members<'_, 'de, '_> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        let Some(key) = self.reader.key(self.first)? else {
            return Ok(None);
        };
        self.first = false;
        let read = seed.deserialize(Key(&key));
        self.key = Some(key);
        match read {
            Ok(key) => Ok(Some(key)),
            Err(failure) => {
                self.enter();
                let failure = self.reader.pointed(failure);
                self.reader.trail.0.pop();
                Err(failure)
            }
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Failure> {
        self.reader.colon()?;
        self.enter();
        let reader = &mut *self.reader;
        let read = seed.deserialize(&mut *reader);
        let read = read.map_err(|failure| reader.pointed(failure));
        reader.trail.0.pop();
        read
    }
}

impl Members<'_, '_, '_> {
    fn enter(&mut self) {
        let key = self.key.take().unwrap_or_default();
        self.reader.trail.0.push(Step::Key(key));
    }
}

/// A key of an object.
struct Key<'k, 'de>(&'k Cow<'de, str>);

impl<'de> Deserializer<'de> for Key<'_, 'de> {
    type Error = Failure;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self.0 {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_str(key),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        visitor.visit_enum(CowStrDeserializer::new(self.0.clone()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// One variant of an enumeration, as an object with one key.
struct Variant<'r, 'de, 'u>(&'r mut Reader<'de, 'u>);

impl<'de> EnumAccess<'de> for Variant<'_, 'de, '_> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failure> {
        let Some(name) = self.0.key(true)? else {
            return Err(self.0.broken("expected value"));
        };
        let read = seed.deserialize(Key(&name));
        let value = self.0.settled(read)?;
        self.0.colon()?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de, '_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Deserialize::deserialize(self.0)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failure> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.0.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

/// The text of a value, as [`RawValue`](serde_json::value::RawValue) takes it.
struct Raw<'de>(Option<&'de str>);

impl<'de> MapAccess<'de> for Raw<'de> {
    type Error = Failure;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failure> {
        match self.0 {
            Some(_) => seed
                .deserialize(BorrowedStrDeserializer::new(RAW))
                .map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Failure> {
        let text = self.0.take().unwrap_or_default();
        seed.deserialize(BorrowedStrDeserializer::new(text))
    }
}
