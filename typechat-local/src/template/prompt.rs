//! A conversation as tokens, in which nobody but the template writes control tokens.

use std::collections::HashSet;

use typechat::model::{Message, Role};

use super::{ChatTemplate, TemplateError, role, texts};
use crate::tokenizer::Tokenizer;

/// What the model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) tokens: Vec<u32>,
    /// How many of the tokens stand before what the first message after the system's says. They
    /// are the same for whatever it says.
    pub(crate) stable: usize,
}

impl ChatTemplate {
    /// The conversation as tokens.
    ///
    /// What a person typed may spell a control token, such as `<|im_end|>`. A private character
    /// that the conversation does not have goes through the template inside of it; when control
    /// tokens have been found, the character is taken out again. So templates see their contents
    /// whole, and the text is encoded as one, with merges across the edges of contents.
    pub(crate) fn prompt(
        &self,
        tokenizer: &Tokenizer,
        messages: &[Message],
    ) -> Result<Prompt, TemplateError> {
        let mut contents = texts(messages)?;
        let [mark, probe] = unused(&contents).ok_or(TemplateError::NoMark)?;
        for content in &mut contents {
            *content = tokenizer.quote(content, mark);
        }
        let render = |contents: &[String]| {
            let turns = messages.iter().zip(contents);
            self.render_turns(turns.map(|(message, text)| (role(message), text.as_str())))
        };
        let encode = |text: &str| {
            let tokens = tokenizer.encode_quoted(text, true, Some(mark));
            let missing = tokenizer
                .bos()
                .filter(|bos| tokenizer.add_bos() && tokens.first() != Some(bos));
            missing.into_iter().chain(tokens).collect::<Vec<_>>()
        };
        let tokens = encode(&render(&contents)?);
        let first = messages
            .iter()
            .position(|message| message.role != Role::System);
        let stable = match first {
            None => tokens.len(),
            Some(first) => {
                // Where a content begins shows when it is something else.
                contents[first] = probe.into();
                let probed = render(&contents)?;
                let before = probed.split(probe).next().unwrap_or_default();
                let same = |(one, other): &(&u32, &u32)| one == other;
                tokens.iter().zip(&encode(before)).take_while(same).count()
            }
        };
        Ok(Prompt { tokens, stable })
    }
}

/// Two private characters that no text has.
fn unused(texts: &[String]) -> Option<[char; 2]> {
    let private = '\u{E000}'..='\u{F8FF}';
    let characters = texts.iter().flat_map(|text| text.chars());
    let used: HashSet<char> = characters.filter(|c| private.contains(c)).collect();
    let mut free = private.filter(|c| !used.contains(c));
    Some([free.next()?, free.next()?])
}
