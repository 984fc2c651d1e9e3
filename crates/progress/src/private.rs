//! Files of one person: nobody else may read them, and a new one takes the place of the old when
//! it is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::Error;
use crate::aside::sync_folder;

/// Makes a folder, and those it lies in, if they are not there.
pub(crate) fn create_folder(path: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .recursive(true)
        .create(path)
        .map_err(Error::folder(path))
}

/// An empty file in place of whatever has this name.
pub(crate) fn create(path: &Path) -> Result<File, Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(Error::folder(path)(error));
        }
        _ => {}
    }
    options()
        .create_new(true)
        .open(path)
        .map_err(Error::folder(path))
}

/// Opens a file for writing as it is, or makes it.
pub(crate) fn open(path: &Path) -> Result<File, Error> {
    options()
        .create(true)
        .open(path)
        .map_err(Error::folder(path))
}

/// Takes from a file what it allows others. That it cannot be done is no reason to stop: the file
/// may lie where nobody has such rights.
pub(crate) fn shut(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if let Ok(metadata) = fs::metadata(path) {
            let mode = metadata.permissions().mode();
            if mode & 0o077 != 0 {
                let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & !0o077));
            }
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Writes a file that a person asked for, which nobody else may read. It is written beside its place
/// and takes it when it is complete, so that a full disk leaves what was there before; what is no
/// file, such as a pipe, is written to as it is.
///
/// # Errors
/// If it cannot be written; what had the name before has it still.
pub fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    write_whole(path, content, &options())
}

/// The same with a file that others may read, as far as the person's settings let them.
///
/// # Errors
/// If it cannot be written; what had the name before has it still.
pub fn write_open_file(path: &Path, content: &[u8]) -> io::Result<()> {
    write_whole(path, content, File::options().write(true))
}

fn write_whole(path: &Path, content: &[u8], options: &fs::OpenOptions) -> io::Result<()> {
    let other = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    if other || path.file_name().is_none() {
        return options.open(path)?.write_all(content);
    }
    // Links stay what they are, and what they lead to is replaced.
    let path = &fs::canonicalize(path).unwrap_or(path.to_owned());
    let beside = path.with_file_name(format!(".gridwright-{}.new", std::process::id()));
    let written = options
        .clone()
        .create_new(true)
        .open(&beside)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()?;
            fs::rename(&beside, path)
        });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written?;
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    // The file is there; that its name outlives a loss of power, not every system can promise.
    let _ = sync_folder(folder.unwrap_or(Path::new(".")));
    Ok(())
}

fn options() -> fs::OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_what_was_there() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("export.json");
        write_file(&path, b"first").unwrap();
        write_file(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        write_file(&home.path().join("missing/export.json"), b"third").unwrap_err();
        write_file(home.path(), b"third").unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        // A name may be as long as names can be.
        let long = home.path().join("x".repeat(255));
        write_file(&long, b"fourth").unwrap();
        assert_eq!(fs::read(&long).unwrap(), b"fourth");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_read_it_and_links_stay() {
        use std::os::unix::fs::{MetadataExt, symlink};
        let home = tempfile::tempdir().unwrap();
        let (path, link) = (home.path().join("export.json"), home.path().join("link"));
        write_file(&path, b"first").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        symlink(&path, &link).unwrap();
        write_file(&link, b"second").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"second");
        write_file(Path::new("/dev/null"), b"third").unwrap();
        write_open_file(&path, b"fourth").unwrap();
        let own = home.path().join("own");
        fs::write(&own, b"").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o777;
        assert_eq!(mode(&path), mode(&own));
    }
}
