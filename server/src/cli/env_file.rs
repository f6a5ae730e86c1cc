//! `--env-file`: settings from a file with lines `NAME=value`, as systemd reads them. Commands use the settings of the
//! service this way.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

pub const FLAG: &str = "env-file";
pub const VARIABLE: &str = "CLINIC_ENV_FILE";
/// The file that the systemd units use.
pub const DEFAULT: &str = "/etc/clinic.env";

#[derive(Debug, thiserror::Error)]
pub enum EnvFileError {
    #[error("Cannot read the settings in {}: {source}. Check the path given with --env-file.", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}:{line}: {problem}", path.display())]
    NotASetting { path: PathBuf, line: usize, problem: &'static str },
    #[error("Cannot start again with the settings in {}: {source}", path.display())]
    NotStarted { path: PathBuf, source: io::Error },
}

const NOT_TEXT: &str = "The file is not saved as UTF-8. Save it as UTF-8, without a byte order mark.";
const EXPORT: &str = "Remove the word export: the file is not a script, and systemd ignores such a line.";
const NOT_A_SETTING: &str = "Write NAME=value, or start the line with # for a comment.";

/// Adds the settings of the file to the environment. Variables that are already set keep their value.
///
/// Changing the environment of a running process is unsafe, so the process replaces itself by one that has the
/// variables. That one finds nothing to add and goes on.
pub fn load() -> Result<(), EnvFileError> {
    let arguments: Vec<OsString> = env::args_os().collect();
    let named = named_file(&arguments).or_else(|| env::var_os(VARIABLE)).map(PathBuf::from);
    let path = named.clone().unwrap_or_else(|| DEFAULT.into());
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(source) if named.is_some() => return Err(EnvFileError::Unreadable { path, source }),
        // Only root may read the default file. The service itself gets its settings from systemd.
        Err(_) => return Ok(()),
    };
    let refused = |(line, problem)| EnvFileError::NotASetting { path: path.clone(), line, problem };
    let settings = decode(&text).and_then(parse).map_err(refused)?;
    let missing: BTreeMap<_, _> = settings.into_iter().filter(|(name, _)| env::var_os(name).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let program = env::current_exe().unwrap_or_else(|_| Path::new(&arguments[0]).to_owned());
    let source = Command::new(program).args(&arguments[1..]).envs(missing).exec();
    Err(EnvFileError::NotStarted { path, source })
}

/// The value of the flag. It is needed before the command line is parsed, because parsing reads the environment.
fn named_file(arguments: &[OsString]) -> Option<OsString> {
    let flag = format!("--{FLAG}");
    let prefix = format!("{flag}=");
    arguments.iter().enumerate().find_map(|(index, argument)| {
        if argument == OsStr::new(&flag) {
            return arguments.get(index + 1).cloned();
        }
        argument.to_str()?.strip_prefix(&prefix).map(OsString::from)
    })
}

/// systemd reads UTF-8, and takes a byte order mark for a part of the first name.
fn decode(text: &[u8]) -> Result<&str, (usize, &'static str)> {
    let text = std::str::from_utf8(text).map_err(|error| {
        let before = &text[..error.valid_up_to()];
        (before.split(|byte| *byte == b'\n').count(), NOT_TEXT)
    })?;
    if text.starts_with('\u{feff}') { Err((1, NOT_TEXT)) } else { Ok(text) }
}

/// The settings, or the number of the first line that is none and what to do about it.
fn parse(text: &str) -> Result<BTreeMap<String, String>, (usize, &'static str)> {
    let is_setting = |line: &&str| !line.is_empty() && !line.starts_with(['#', ';']);
    let problem = |line: &str| if line.starts_with("export ") { EXPORT } else { NOT_A_SETTING };
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| is_setting(line));
    lines.map(|(index, line)| parse_line(line).ok_or_else(|| (index + 1, problem(line)))).collect()
}

fn parse_line(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let (name, value) = (name.trim_end(), value.trim_start());
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let unquoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    is_name.then(|| (name.to_owned(), unquoted.unwrap_or(value).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_lines_with_a_name_and_a_value() {
        let text = "# mail\n\n; old\nCLINIC_MAIL=smtp://a:b=c@host\r\n CLINIC_DATA = \"/var/lib/eye clinic\" \nEMPTY=\nX='y'\n";
        let settings = parse(text).expect("settings");
        let expected =
            [("CLINIC_DATA", "/var/lib/eye clinic"), ("CLINIC_MAIL", "smtp://a:b=c@host"), ("EMPTY", ""), ("X", "y")];
        assert_eq!(settings, expected.map(|(name, value)| (name.to_owned(), value.to_owned())).into());
    }

    #[test]
    fn line_that_is_no_setting_is_reported_with_its_number() {
        assert_eq!(parse("A=1\nexport B=2\n"), Err((2, EXPORT)));
        assert_eq!(parse("# fine\n\nwords"), Err((3, NOT_A_SETTING)));
        assert_eq!(parse("=value"), Err((1, NOT_A_SETTING)));
    }

    #[test]
    fn file_that_is_not_utf_8_is_reported_with_its_line() {
        assert_eq!(decode(b"A=1\nB=caf\xe9\n"), Err((2, NOT_TEXT)));
        assert_eq!(decode("\u{feff}A=1\n".as_bytes()), Err((1, NOT_TEXT)));
        assert_eq!(decode("A=café\n".as_bytes()), Ok("A=café\n"));
    }

    #[test]
    fn file_is_named_by_the_flag_in_both_forms() {
        let named = |arguments: &[&str]| named_file(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(named(&["clinic", "--env-file", "a", "export"]), Some("a".into()));
        assert_eq!(named(&["clinic", "export", "--env-file=b"]), Some("b".into()));
        assert_eq!(named(&["clinic", "export"]), None);
    }
}
