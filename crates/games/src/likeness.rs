//! What the likenesses of several games share.

/// The number of something among those that were met, which it is now one of.
pub(crate) fn number<T: PartialEq>(met: &mut Vec<T>, it: T) -> usize {
    met.iter()
        .position(|other| *other == it)
        .unwrap_or_else(|| {
            met.push(it);
            met.len() - 1
        })
}

/// Whether two level files are of one level.
#[cfg(test)]
pub(crate) fn alike<K: crate::kind::Kind>(one: &str, other: &str) -> bool {
    let of = |text| K::likeness(&crate::document::read_level::<K>(text).unwrap().level);
    of(one) == of(other)
}
