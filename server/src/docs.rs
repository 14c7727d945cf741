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
    if fs::exists(folder)? {
        let empty = fs::read_dir(folder)?.next().is_none();
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
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    for page in &pages {
        fs::write(folder.join(page.name), &page.text)?;
    }
    Ok(pages.len() + shared.len())
}
