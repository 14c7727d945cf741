//! The documents as files, for any web server or none: `entente-server docs FOLDER`.

use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

use site::Places;

use crate::gateway::{documents, site_files};
use crate::settings::Settings;

/// The folder, within the documents', of the files that all pages share.
const FILES: &str = "files";

/// A file that every folder of documents has.
const MARK: &str = site::INDEX;

/// Writes all pages and files, and returns their number. A folder that has other files in it is refused.
pub fn write(folder: &Path, settings: &Settings) -> Result<usize> {
    if fs::exists(folder).map_err(at(folder))? {
        let empty = fs::read_dir(folder).map_err(at(folder))?.next().is_none();
        if !empty && !fs::exists(folder.join(MARK))? {
            let why = format!("{} has other files in it", folder.display());
            return Err(Error::new(ErrorKind::AlreadyExists, why));
        }
    }
    let pages = documents(settings, Places { files: FILES, home: None });
    let shared = site_files();
    for (path, content) in &shared {
        let path = folder.join(FILES).join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(at(parent))?;
        }
        fs::write(&path, content).map_err(at(&path))?;
    }
    for page in &pages {
        let path = folder.join(page.name);
        fs::write(&path, &page.text).map_err(at(&path))?;
    }
    Ok(pages.len() + shared.len())
}

/// Names the file with which something failed.
fn at(path: &Path) -> impl Fn(Error) -> Error + '_ {
    move |error| Error::new(error.kind(), format!("{}: {error}", path.display()))
}
