//! The rules of a game in words, for people who play it: `GET /api/v1/rules/{game}`.
//!
//! Every rule that an offer, an event or a refusal cites is among the `cites` of one section, so a
//! client can lead from any citation to what it means. Texts may hold `**strong**` words,
//! `[words](#anchor)` that lead to another section, and `:sign:`, the picture of a board. The
//! reference is no part of the component data: a corrected sentence changes no match.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The rules of one game in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reference {
    /// The game's id.
    pub game: String,
    /// Its name.
    pub name: String,
    /// Everything, in the order of reading.
    pub sections: Vec<ReferenceSection>,
    /// Reasons for what is asked: the first entry with a command that is on offer fits, if the kind of what
    /// is asked is one of its `kinds`.
    pub prompts: Vec<PromptReason>,
}

/// A section with an anchor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReferenceSection {
    /// Its anchor.
    pub id: String,
    /// The part of the reference that it belongs to; neighbours share one.
    pub part: String,
    /// Its title.
    pub title: String,
    /// The rules that it explains, as offers, events and refusals cite them.
    pub cites: Vec<String>,
    /// Its text.
    pub blocks: Vec<ReferenceBlock>,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReferenceBlock {
    /// A paragraph.
    Text {
        /// Its words.
        text: String,
    },
    /// A list.
    List {
        /// Its items.
        items: Vec<String>,
    },
    /// A table.
    Table {
        /// The heads of its columns.
        head: Vec<String>,
        /// Its rows, each as long as the head.
        rows: Vec<Vec<String>>,
    },
    /// A decision of this project where the printed rules are silent or disagree.
    Ruling {
        /// The decision and its reason.
        text: String,
    },
    /// An addition of this project to the printed rules.
    House {
        /// Its contents.
        text: String,
    },
    /// An example.
    Example {
        /// The course of it.
        text: String,
    },
    /// The signs and words of a board.
    Legend {
        /// One after the other.
        rows: Vec<LegendRow>,
    },
}

/// A sign and its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegendRow {
    /// The picture, as `:sign:` in a text names it; absent if boards draw none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// The form in plain text; absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Its name.
    pub name: String,
    /// Its meaning.
    pub text: String,
}

/// A reason for what is asked, and what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PromptReason {
    /// The types of the commands that answer it.
    pub commands: Vec<String>,
    /// The kinds that it is for, as `prompt.kind` of the public view names them; absent: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// The section that says more.
    pub section: String,
    /// One sentence or two.
    pub text: String,
    /// Advice for a first match: what usually is good.
    pub more: String,
}

impl Reference {
    /// Returns the section that explains a cited rule.
    pub fn cited(&self, rule: &str) -> Option<&ReferenceSection> {
        self.sections.iter().find(|section| section.cites.iter().any(|cited| cited == rule))
    }

    /// Returns the section with this anchor.
    pub fn section(&self, id: &str) -> Option<&ReferenceSection> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// Returns why something is asked of whoever may send commands of these types, in a prompt of this kind.
    pub fn reason(&self, kind: Option<&str>, offered: &[&str]) -> Option<&PromptReason> {
        let asks = |prompt: &&PromptReason| {
            let mut kinds = prompt.kinds.iter();
            (prompt.kinds.is_empty() || kinds.any(|one| Some(one.as_str()) == kind))
                && prompt.commands.iter().any(|command| offered.contains(&command.as_str()))
        };
        self.prompts.iter().find(asks)
    }
}
