//! Layers of the settings: the file, over that the environment, over that the flags.
//!
//! Each value is checked in its own layer, also one that another layer covers: a mistake is reported
//! with its source, and not on the day when it is uncovered. What a value means and
//! whether it will do is the flag's business; the other two layers have no rules of their own.

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, CommandFactory, FromArgMatches};
use engine::catalogue::near;
use toml::{Table, Value};

use super::Settings;
use super::cli::Cli;
use super::values::Optional;

/// Prefix of every environment variable of ours.
const PREFIX: &str = "ENTENTE_";

/// The variable that names the file.
const CONFIG: &str = "ENTENTE_CONFIG";

/// Suffix of a secret's variable that names a file with the secret.
const FILE: &str = "_FILE";

/// The longest secret in a file, in bytes.
const SECRET_BYTES: u64 = 4_096;

/// Text that replaces a secret.
const HIDDEN: &str = "(hidden)";

/// Variables that the terminal client reads from the same environment.
const OF_THE_CLIENT: [&str; 5] =
    ["ENTENTE_CA", "ENTENTE_CONTACT", "ENTENTE_HOME", "ENTENTE_NAME", "ENTENTE_SERVER"];

/// Reason why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// Wrong flags, or a request for help.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// The file cannot be read.
    #[error("the configuration {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{}, line {line}: this is not TOML: {reason}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The problem with it, without its text: a secret may stand there.
        reason: String,
    },
    /// The file has a key that is no setting.
    #[error("{}: unknown key {key:?}{}", path.display(), meant(near.as_ref().map(|near| format!("{near:?}"))))]
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// The setting that was probably meant.
        near: Option<String>,
    },
    /// The file has a section.
    #[error("{}: there are no sections: move the keys of [{section}] to the top", path.display())]
    Section {
        /// The file.
        path: PathBuf,
        /// Its name.
        section: String,
    },
    /// A secret is given twice in the same layer.
    #[error("{origin} and {other} are both set: remove one of them")]
    Twice {
        /// The key or variable that has the value.
        origin: String,
        /// The key or variable that names a file.
        other: String,
    },
    /// The file of a secret cannot be used.
    #[error("{origin} = {path}: {reason}")]
    SecretFile {
        /// The key and its file, or the environment variable.
        origin: String,
        /// The file.
        path: String,
        /// The problem with it.
        reason: String,
    },
    /// A value will not do.
    #[error("{origin} = {given}: {reason}; expected: {expected}")]
    Value {
        /// The key and its file, or the environment variable.
        origin: String,
        /// The value.
        given: String,
        /// The problem with it.
        reason: String,
        /// Description of the setting.
        expected: String,
    },
}

/// A setting as clap knows it.
struct SettingArg {
    arg: Arg,
    variable: String,
    /// Nobody is shown its value, and a file may hold it.
    secret: bool,
}

impl SettingArg {
    /// All of them.
    fn all() -> Vec<Self> {
        let command = Settings::flags();
        let setting = |arg: &Arg| {
            let variable = arg.get_env()?.to_str()?.to_owned();
            Some(Self { arg: arg.clone(), variable, secret: arg.is_hide_env_values_set() })
        };
        command.get_arguments().filter_map(setting).collect()
    }

    /// Its name in the file.
    fn key(&self) -> &str {
        self.arg.get_id().as_str()
    }

    /// The variable that names the file which holds it, for a secret.
    fn file_variable(&self) -> Option<String> {
        self.secret.then(|| format!("{}{FILE}", self.variable))
    }

    /// The key of the same in the file of settings.
    fn file_key(&self) -> Option<String> {
        self.secret.then(|| format!("{}{}", self.key(), FILE.to_lowercase()))
    }

    /// Checks whether a key of the file of settings means this one.
    fn has_key(&self, key: &str) -> bool {
        self.key() == key || self.file_key().as_deref() == Some(key)
    }

    /// A value of the file of settings as a flag would have it.
    fn plain(&self, origin: &str, value: &Value) -> Result<String, ConfigError> {
        let reason = "this is not a text, whole number, true, false or list of texts";
        plain(value)
            .ok_or_else(|| self.refused(origin.to_owned(), value.to_string(), reason.to_owned()))
    }

    /// A value of another layer, if the flag would take it.
    fn take(&self, origin: String, given: String) -> Result<OsString, ConfigError> {
        let alone = Arg::new("value").long("value");
        let alone = alone.value_parser(self.arg.get_value_parser().clone());
        let tried = Command::new("value")
            .no_binary_name(true)
            .arg(alone)
            .try_get_matches_from([format!("--value={given}")]);
        match tried {
            Ok(_) => Ok(given.into()),
            Err(error) => Err(self.refused(origin, format!("{given:?}"), reason(&error))),
        }
    }

    fn refused(&self, origin: String, given: String, reason: String) -> ConfigError {
        let given = if self.secret { HIDDEN.to_owned() } else { given };
        let expected = self.arg.get_help().map(ToString::to_string).unwrap_or_default();
        ConfigError::Value { origin, given, reason, expected }
    }
}

/// Returns the value that a layer gives, itself or in the file that it names, with its source.
fn given(
    itself: (String, Option<String>),
    named: Option<(String, Option<String>)>,
) -> Result<Option<(String, String)>, ConfigError> {
    let (origin, value) = itself;
    let named = named.and_then(|(origin, path)| Some((origin, path?)));
    // Nothing is often written as an empty value, as in a compose file.
    match (value, named.filter(|(_, path)| !path.is_empty())) {
        (Some(value), Some((other, _))) if !value.is_empty() => {
            Err(ConfigError::Twice { origin, other })
        }
        (_, Some((origin, path))) => {
            let secret = read_secret(&path).map_err(|reason| ConfigError::SecretFile {
                origin: origin.clone(),
                path,
                reason,
            })?;
            Ok(Some((origin, secret)))
        }
        (value, None) => Ok(value.map(|value| (origin, value))),
    }
}

/// Reads the secret in a file, without the line's end.
fn read_secret(path: &str) -> Result<String, String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let read = file.take(SECRET_BYTES + 1).read_to_string(&mut text);
    read.map_err(|error| error.to_string())?;
    if text.len() as u64 > SECRET_BYTES {
        return Err(format!("a secret has at most {SECRET_BYTES} bytes"));
    }
    let secret = text.strip_suffix('\n').unwrap_or(&text);
    let secret = secret.strip_suffix('\r').unwrap_or(secret);
    if secret.is_empty() || secret.contains('\n') {
        return Err("a secret is one line".to_owned());
    }
    Ok(secret.to_owned())
}

/// Returns clap's reason to refuse a value, without the flag's name, which nobody has given.
fn reason(error: &clap::Error) -> String {
    if let Some(source) = error.source() {
        return source.to_string();
    }
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(valid)) => format!("it is one of {}", valid.join(", ")),
        _ => "this is not a valid value".to_owned(),
    }
}

/// Reads everything that an operator has set.
pub fn read(
    arguments: impl IntoIterator<Item = OsString>,
    environment: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<Cli, ConfigError> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let environment: BTreeMap<OsString, OsString> = environment.into_iter().collect();
    let settings = SettingArg::all();
    let mut values: BTreeMap<String, OsString> = BTreeMap::new();
    if let Some(path) = named_file(&arguments, &environment) {
        values.extend(from_file(&settings, &path)?);
    }
    let variable = |name: String| {
        let value = environment.get(OsStr::new(&name));
        (name, value.map(|value| value.to_string_lossy().into_owned()))
    };
    for setting in &settings {
        let named = setting.file_variable().map(variable);
        if let Some((origin, given)) = given(variable(setting.variable.clone()), named)? {
            values.insert(setting.key().to_owned(), setting.take(origin, given)?);
        }
    }
    let mut command = Cli::command();
    for (key, value) in values {
        command = command.mut_arg(key, |arg| arg.default_value(value));
    }
    Ok(Cli::from_arg_matches(&command.try_get_matches_from(arguments)?)?)
}

/// Returns the file that a flag or the environment names. Wrong flags are not reported here, but later.
fn named_file(
    arguments: &[OsString],
    environment: &BTreeMap<OsString, OsString>,
) -> Option<PathBuf> {
    let flags = Cli::command().ignore_errors(true).try_get_matches_from(arguments).ok();
    let flag = flags.and_then(|flags| flags.get_one::<Optional<PathBuf>>("config_file").cloned());
    let variable = environment.get(OsStr::new(CONFIG)).filter(|name| !name.is_empty());
    flag.flatten().or_else(|| variable.map(PathBuf::from))
}

/// The values of a file, by their keys.
fn from_file(settings: &[SettingArg], path: &Path) -> Result<Vec<(String, OsString)>, ConfigError> {
    let unreadable = |source| ConfigError::Unreadable { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(unreadable)?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let (line, reason) = (before.matches('\n').count() + 1, error.message().to_owned());
        ConfigError::Syntax { path: path.to_owned(), line, reason }
    })?;
    let unknown = |(key, _): &(&String, &Value)| !settings.iter().any(|one| one.has_key(key));
    if let Some((key, value)) = table.iter().find(unknown) {
        let path = path.to_owned();
        if value.is_table() {
            return Err(ConfigError::Section { path, section: key.clone() });
        }
        let bare = key.to_lowercase();
        let bare = bare.strip_prefix(&PREFIX.to_lowercase()).unwrap_or(&bare);
        let near = near(bare, settings.iter().map(SettingArg::key)).map(str::to_owned);
        return Err(ConfigError::UnknownKey { path, key: key.clone(), near });
    }
    let mut values = Vec::with_capacity(table.len());
    for setting in settings {
        let entry = |key: &str| {
            let origin = format!("{}: {key}", path.display());
            let value = table.get(key).map(|value| setting.plain(&origin, value)).transpose()?;
            Ok::<_, ConfigError>((origin, value))
        };
        let named = setting.file_key().map(|key| entry(&key)).transpose()?;
        if let Some((origin, given)) = given(entry(setting.key())?, named)? {
            values.push((setting.key().to_owned(), setting.take(origin, given)?));
        }
    }
    Ok(values)
}

/// A value of the file as a flag would have it.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(truth) => Some(truth.to_string()),
        Value::Array(list) => {
            let texts: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
            texts.map(|texts| texts.join(","))
        }
        Value::Float(_) | Value::Datetime(_) | Value::Table(_) => None,
    }
}

/// Returns the end of a complaint about an unknown word.
fn meant(near: Option<impl fmt::Display>) -> String {
    near.map_or("; .env.example has them all".to_owned(), |near| format!(", did you mean {near}?"))
}

/// Returns warnings about variables that look like ours but are not: a misspelt setting must not pass
/// for one that holds. No refusal, for others may have their own in the same environment.
pub fn misspelt<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let settings = SettingArg::all();
    let of_files: Vec<String> = settings.iter().filter_map(SettingArg::file_variable).collect();
    let own = || settings.iter().map(|setting| setting.variable.as_str());
    let known = || own().chain([CONFIG]).chain(of_files.iter().map(String::as_str));
    let strange = |name: &&str| {
        name.starts_with(PREFIX)
            && !OF_THE_CLIENT.contains(name)
            && !known().any(|known| known == *name)
    };
    let said = |name| format!("unknown setting {name}{}", meant(near(name, known())));
    names.into_iter().filter(strange).map(said).collect()
}
