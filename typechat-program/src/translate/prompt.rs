//! What the model is told: the functions as an interface, and what a program looks like.

use typechat::{
    model::Message,
    schema::{Type, TypeGraph},
    translate::{DefaultPrompts, Failure, PromptContext, Prompts},
};

use crate::Api;

/// The prompts of a [`Translator`](typechat::Translator), for programs: the type is a program over
/// the API.
pub(super) struct ProgramPrompts {
    name: String,
    text: String,
}

impl ProgramPrompts {
    pub(super) fn new(api: &Api) -> Self {
        let [name, call, argument] = ["Program", "Call", "Argument"].map(|name| free(api, name));
        let reference = if has_parts(api) {
            "{ \"@ref\": number; \"@path\"?: string }"
        } else {
            "{ \"@ref\": number }"
        };
        let part = if has_parts(api) {
            "; a JSON Pointer such as \"/items/0\" takes a part of it"
        } else {
            ""
        };
        let text = format!(
            "// Calls of functions, made in order. The result of the last one is the answer. Calls \
             stand within calls:\n\
             // f(g(1, 2), 3) is {{\"@steps\": [{{\"@func\": \"f\", \"@args\": [{{\"@func\": \"g\", \
             \"@args\": [1, 2]}}, 3]}}]}}\n\
             interface {name} {{\n  \
             \"@steps\": {call}[];\n  \
             // The parts of the request that no function can do.\n  \
             \"@cannot_translate\"?: string[];\n\
             }}\n\n\
             interface {call} {{\n  \
             \"@func\": keyof {api_name};\n  \
             \"@args\": {argument}[];\n\
             }}\n\n\
             // A JSON value, a call, or the result of an earlier step by its number, from 0 \
             on{part}.\n\
             type {argument} = any | {call} | {reference};\n\n\
             {api}",
            api_name = api.name(),
        );
        Self { name, text }
    }

    fn context<'a>(&'a self, context: &PromptContext<'a>) -> PromptContext<'a> {
        let mut own = *context;
        own.type_name = &self.name;
        own.schema = &self.text;
        own
    }
}

impl Prompts for ProgramPrompts {
    fn request(&self, context: &PromptContext<'_>) -> Vec<Message> {
        DefaultPrompts.request(&self.context(context))
    }

    fn repair(&self, context: &PromptContext<'_>, failure: &Failure<'_>) -> Vec<Message> {
        DefaultPrompts.repair(&self.context(context), failure)
    }
}

/// A name that none of the API's types has.
fn free(api: &Api, name: &str) -> String {
    let mut free = name.to_owned();
    while free == api.name() || api.graph().find(&free).is_some() {
        free.insert_str(0, "Api");
    }
    free
}

/// Whether some result has parts that another call could use.
pub(super) fn has_parts(api: &Api) -> bool {
    fn parts(graph: &TypeGraph, ty: &Type) -> bool {
        match graph.resolve(ty) {
            Type::Nullable(inner) => parts(graph, inner),
            Type::Union(branches) => branches.iter().any(|branch| {
                // A branch that leads back to its union has no content of its own.
                !matches!(graph.resolve(&branch.ty), Type::Union(_)) && parts(graph, &branch.ty)
            }),
            ty => matches!(
                ty,
                Type::Any | Type::Object(_) | Type::Array(_) | Type::Tuple(_) | Type::Map(_)
            ),
        }
    }
    api.signatures()
        .any(|signature| parts(api.graph(), signature.result()))
}
