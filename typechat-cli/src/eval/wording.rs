//! Other words for asking again.

use typechat::{
    model::Message,
    reply::render_for_model,
    translate::{DefaultPrompts, Failure, PromptContext, Prompts},
};

/// Asks again without showing the reply that was refused, only what was wrong with it.
#[derive(Debug)]
pub(crate) struct Afresh;

impl Prompts for Afresh {
    fn request(&self, context: &PromptContext<'_>) -> Vec<Message> {
        DefaultPrompts.request(context)
    }

    fn repair(&self, context: &PromptContext<'_>, failure: &Failure<'_>) -> Vec<Message> {
        let mut messages = self.request(context);
        let problems = render_for_model(failure.problems);
        let warning =
            format!("An earlier reply to this was refused:\n{problems}Avoid these mistakes.");
        let place = messages.len().saturating_sub(1);
        messages.insert(place, Message::user(warning));
        messages
    }
}
