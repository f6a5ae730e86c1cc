//! The command line: what can be asked of the binary, and how each wish ends.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use ipnet::IpNet;

use crate::app;
use crate::config::SiteUrl;
use crate::content;
use crate::site::ContentSource;

/// The website of an eye clinic, in one binary.
#[derive(Debug, Parser)]
#[command(name = "clinic", version, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the site.
    Serve(Serve),
    /// Check the content folder and tell every mistake with its file and line.
    Check(Check),
}

#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port to listen on.
    #[arg(long, env = "CLINIC_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS:PORT")]
    pub listen: SocketAddr,
    /// The address under which visitors know the site [default: http:// and the listening address].
    #[arg(long, env = "CLINIC_SITE_URL", value_name = "URL")]
    pub site_url: Option<SiteUrl>,
    /// Where the database and, by default, the mail are kept.
    #[arg(long, env = "CLINIC_DATA", default_value = "data", value_name = "DIR")]
    pub data: PathBuf,
    #[command(flatten)]
    pub content: ContentArg,
    /// Networks of reverse proxies whose X-Forwarded-For is believed.
    #[arg(long, env = "CLINIC_TRUST_PROXY", value_name = "CIDR", value_delimiter = ',')]
    pub trust_proxy: Vec<IpNet>,
}

#[derive(Debug, Args)]
pub struct ContentArg {
    /// The folder with the clinic's words and pictures; edits are published at once [default: the embedded copy].
    #[arg(long, env = "CLINIC_CONTENT", value_name = "DIR")]
    content: Option<PathBuf>,
}

impl ContentArg {
    pub fn source(&self) -> ContentSource {
        self.content.clone().map_or(ContentSource::Embedded, ContentSource::Folder)
    }
}

#[derive(Debug, Args)]
struct Check {
    #[command(flatten)]
    content: ContentArg,
    /// Also list the placeholders that must be filled before the site goes live.
    #[arg(long)]
    live: bool,
}

pub fn run(cli: Cli) -> ExitCode {
    match cli.command {
        Command::Serve(options) => ended(app::serve(&options)),
        Command::Check(options) => check(&options),
    }
}

fn ended(result: Result<(), app::StartError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn check(options: &Check) -> ExitCode {
    let content = match options.content.source().read() {
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
        Ok(folder) => content::load(&folder),
    };
    let content = match content {
        Err(problems) => {
            eprintln!("{problems}");
            eprintln!("{} to mend.", counted(problems.0.len(), "mistake"));
            return ExitCode::FAILURE;
        }
        Ok(content) => content,
    };
    println!(
        "The content is whole: {}, {}, {}, {} of the game.",
        counted(content.services.len(), "service"),
        counted(content.outreaches.len(), "outreach programme"),
        counted(content.articles.len(), "article"),
        counted(content.game.levels.len(), "level"),
    );
    if !options.live {
        return ExitCode::SUCCESS;
    }
    for placeholder in &content.placeholders {
        eprintln!(
            "{}:{}: `{}` is still a placeholder (\"{}\"). Write the real one in plain quotes.",
            placeholder.file, placeholder.line, placeholder.key, placeholder.value
        );
    }
    if content.placeholders.is_empty() {
        println!("No placeholder is left: it can go live.");
        return ExitCode::SUCCESS;
    }
    eprintln!("{} to fill before going live.", counted(content.placeholders.len(), "placeholder"));
    ExitCode::FAILURE
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
