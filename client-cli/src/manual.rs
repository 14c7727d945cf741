//! `entente completion` and `entente man`: the command line, for shells and for `man`.
//!
//! Both are made of the arguments' own types, so they cannot say anything else than the program does.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::error::Error;
use crate::paper::Paper;

/// The program's name in both.
const NAME: &str = "entente";

/// Prints what makes a shell complete the commands and options.
pub(crate) fn completion(shell: Shell, paper: &mut Paper) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    print(&script, paper)
}

/// Prints the manual page in roff: the program, then each command in a section of its own.
pub(crate) fn page(paper: &mut Paper) -> Result<(), Error> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = format!("{NAME} {}", sub.get_name());
        let man = clap_mangen::Man::new(sub.clone().name(name));
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    print(&page, paper)
}

fn print(text: &[u8], paper: &mut Paper) -> Result<(), Error> {
    for line in String::from_utf8_lossy(text).lines() {
        paper.verbatim(line)?;
    }
    Ok(())
}
