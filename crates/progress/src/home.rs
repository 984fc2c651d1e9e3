//! Where a user's data lives.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

use crate::Error;

/// The environment variable that overrides the user's data folder.
pub const HOME_VARIABLE: &str = "GRIDWRIGHT_HOME";

/// The folder of saved progress: `GRIDWRIGHT_HOME` if it is set and not empty, else `gridwright`
/// in the data folder of the operating system. The folder need not exist yet.
pub fn home() -> Result<PathBuf, Error> {
    resolve(env::var_os(HOME_VARIABLE), || {
        let system = choose_native_strategy().map_err(|_| Error::NoHome)?;
        Ok(system.data_dir())
    })
}

fn resolve(
    wanted: Option<OsString>,
    data_folder: impl FnOnce() -> Result<PathBuf, Error>,
) -> Result<PathBuf, Error> {
    match wanted {
        Some(path) if !path.is_empty() => Ok(path.into()),
        _ => Ok(data_folder()?.join("gridwright")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_overrides_the_data_folder() {
        let check = |wanted: Option<&str>, expected: &str| {
            let found = resolve(wanted.map(OsString::from), || Ok("data".into())).unwrap();
            assert_eq!(found, PathBuf::from(expected), "{wanted:?}");
        };
        check(Some("elsewhere"), "elsewhere");
        check(Some(""), "data/gridwright");
        check(None, "data/gridwright");
    }

    #[test]
    fn without_any_folder_the_error_names_the_variable() {
        let error = resolve(None, || Err(Error::NoHome)).unwrap_err();
        assert!(error.to_string().contains(HOME_VARIABLE), "{error}");
    }
}
