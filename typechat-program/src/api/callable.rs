//! Closures as functions, whatever they return.

use std::{fmt::Display, future::Future, marker::PhantomData, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use typechat::schema::{GraphBuilder, Schema};

use super::{Signature, signature::Promise};
use crate::{
    call::{CallError, Called, Dispatch, fallible, ready, settle, settle_fallible},
    value::{Args, prepare},
};

type Parts = (Arc<dyn Dispatch>, fn(&mut GraphBuilder) -> Signature);

/// A closure that can be a [`Function`](crate::Function): one of up to eight parameters that
/// returns a value or a future of one, or, as a `Marker` of [`Fallible`] says, a `Result` or a
/// future of one. The rest of `Marker` is inferred.
///
/// ```
/// use typechat_program::Function;
///
/// let add = Function::new("add", |x: f64, y: f64| x + y);
/// let later = Function::new("later", |x: u8| async move { x + 1 });
/// let parse = Function::fallible("parse", |text: String| text.parse::<i64>());
/// ```
#[diagnostic::on_unimplemented(
    message = "this closure cannot be a function that programs call",
    note = "say the types of its parameters: they must implement `Schema`, `DeserializeOwned` and \
            `Clone`; what it returns, `Schema`, `Serialize` and `Clone`",
    note = "a closure that returns a `Result` is for `Function::fallible`, and not for `Function::new`"
)]
pub trait IntoFunction<Marker>: Send + Sync + 'static {
    #[doc(hidden)]
    fn into_parts(self) -> Parts;
}

/// What a parameter must be.
trait Parameter: Schema + DeserializeOwned + Clone + Send + Sync + 'static {}
impl<T: Schema + DeserializeOwned + Clone + Send + Sync + 'static> Parameter for T {}

/// What a result must be.
trait Given: Schema + Serialize + Clone + Send + Sync + 'static {}
impl<T: Schema + Serialize + Clone + Send + Sync + 'static> Given for T {}

/// Says that what a closure returns is its result.
#[derive(Debug)]
pub struct Infallible;

/// Says that a closure returns a `Result`.
#[derive(Debug)]
pub struct Fallible;

#[derive(Debug)]
pub struct Now;
#[derive(Debug)]
pub struct Waits;

/// A closure, and how it is called.
struct Closure<F, Marker>(F, PhantomData<fn() -> Marker>);

fn described<T: Schema>(signature: Signature, graph: &mut GraphBuilder) -> Signature {
    let returns = T::describe(graph);
    let mut signature = signature.returns(returns);
    // `Result` has a schema of its own, which nobody means here. That is told when the API is
    // built.
    if std::any::type_name::<T>().starts_with("core::result::Result<") {
        signature.promise = Promise::Result;
    }
    signature
}

macro_rules! param {
    ($signature:ident, $graph:ident, $index:tt, $ty:ident) => {
        let field =
            <$ty as Schema>::describe($graph).into_member(concat!("arg", $index), "", false);
        let $signature = $signature.param(field, prepare::<$ty>);
    };
}

macro_rules! closures {
    ($($ty:ident $index:tt),*) => {
        closures!(@sync Infallible, Now, [R], R, R, [R: Given], $($ty $index),*;
            |done| ready(done));
        closures!(@sync Fallible, Now, [T, E], Result<T, E>, T, [T: Given, E: Display + 'static],
            $($ty $index),*;
            |done| fallible(done));
        closures!(@future Infallible, Waits, [R], [R: Given], R, $($ty $index),*;
            |done| settle(done));
        closures!(@future Fallible, Waits, [T, E], [T: Given, E: Display + 'static], Result<T, E>,
            $($ty $index),*;
            |done| settle_fallible(done));
    };
    (@sync $class:ident, $marker:ident, [$($generic:ident),*], $out:ty, $result:ident, [$($bound:tt)*],
        $($ty:ident $index:tt),*; |$call:ident| $do:expr) => {
        impl<F, $($generic,)* $($ty,)*> IntoFunction<($class, $marker, ($($generic,)*), ($($ty,)*))> for F
        where
            F: Fn($($ty),*) -> $out + Send + Sync + 'static,
            $($ty: Parameter,)*
            $($bound)*
        {
            fn into_parts(self) -> Parts {
                type Marker<$($generic,)* $($ty,)*> =
                    ($class, $marker, ($($generic,)*), ($($ty,)*));
                let closure = Closure::<F, Marker<$($generic,)* $($ty,)*>>(self, PhantomData);
                (Arc::new(closure), |graph| {
                    let signature = Signature::new("", "");
                    $(param!(signature, graph, $index, $ty);)*
                    described::<$result>(signature, graph)
                })
            }
        }

        impl<F, $($generic,)* $($ty,)*> Dispatch
            for Closure<F, ($class, $marker, ($($generic,)*), ($($ty,)*))>
        where
            F: Fn($($ty),*) -> $out + Send + Sync + 'static,
            $($ty: Parameter,)*
            $($bound)*
        {
            fn call<'a>(&'a self, _: usize, _args: &Args<'_>) -> Result<Called<'a>, CallError> {
                let $call = (self.0)($(_args.value::<$ty>($index)?),*);
                $do
            }
        }
    };
    (@future $class:ident, $marker:ident, [$($generic:ident),*], [$($bound:tt)*], $out:ty,
        $($ty:ident $index:tt),*; |$done:ident| $do:expr) => {
        impl<F, Fut, $($generic,)* $($ty,)*>
            IntoFunction<($class, $marker, (Fut, $($generic,)*), ($($ty,)*))> for F
        where
            F: Fn($($ty),*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = $out> + Send + 'static,
            $($ty: Parameter,)*
            $($bound)*
        {
            fn into_parts(self) -> Parts {
                type Marker<Fut, $($generic,)* $($ty,)*> =
                    ($class, $marker, (Fut, $($generic,)*), ($($ty,)*));
                let closure = Closure::<F, Marker<Fut, $($generic,)* $($ty,)*>>(self, PhantomData);
                (Arc::new(closure), |graph| {
                    let signature = Signature::new("", "").asynchronous();
                    $(param!(signature, graph, $index, $ty);)*
                    described::<closures!(@first $($generic),*)>(signature, graph)
                })
            }
        }

        impl<F, Fut, $($generic,)* $($ty,)*> Dispatch
            for Closure<F, ($class, $marker, (Fut, $($generic,)*), ($($ty,)*))>
        where
            F: Fn($($ty),*) -> Fut + Send + Sync + 'static,
            Fut: Future<Output = $out> + Send + 'static,
            $($ty: Parameter,)*
            $($bound)*
        {
            fn call<'a>(&'a self, _: usize, _args: &Args<'_>) -> Result<Called<'a>, CallError> {
                let call = (self.0)($(_args.value::<$ty>($index)?),*);
                Ok(Called::pending(async move {
                    let $done = call.await;
                    $do
                }))
            }
        }
    };
    (@first $first:ident $(, $rest:ident)*) => { $first };
}

closures!();
closures!(A 0);
closures!(A 0, B 1);
closures!(A 0, B 1, C 2);
closures!(A 0, B 1, C 2, D 3);
closures!(A 0, B 1, C 2, D 3, G 4);
closures!(A 0, B 1, C 2, D 3, G 4, H 5);
closures!(A 0, B 1, C 2, D 3, G 4, H 5, I 6);
closures!(A 0, B 1, C 2, D 3, G 4, H 5, I 6, J 7);
