//! Every bound stops a translation and says why; a single attempt stays within it too.

use std::time::Duration;

use insta::assert_snapshot;
use serde_json::json;
use typechat::{
    Budget, BuildError, TranslateError, Translator,
    model::{ChatReply, ChatRequest, Model, Script, Settings},
    translate::{BudgetExceeded, Hook, Price, TranslateErrorKind, Veto},
};

use crate::translating::{GOOD, Order, failure};

fn bounded(model: impl Into<Model>, budget: Budget) -> Translator<Order> {
    Translator::builder(model).budget(budget).build().unwrap()
}

fn exceeded(error: &TranslateError) -> &BudgetExceeded {
    match error.kind() {
        TranslateErrorKind::Budget(exceeded) => exceeded,
        other => panic!("{other:?}"),
    }
}

/// The words of the first prompt: what is set aside for it.
fn words() -> u64 {
    let prompt = Translator::<Order>::new(Script::new([""])).prompt("two soups");
    let words = prompt
        .messages
        .iter()
        .map(|m| m.text().split_whitespace().count());
    words.sum::<usize>() as u64
}

#[tokio::test]
async fn tokens_end_it() {
    let script = Script::replies([
        ChatReply::new("no").with_usage(500, 300),
        ChatReply::new("no").with_usage(190, 11),
    ]);
    let error = failure(&bounded(
        script.clone(),
        Budget::default().tokens(1000).attempts(9),
    ))
    .await;
    assert_eq!(
        *exceeded(&error),
        BudgetExceeded::Tokens {
            limit: 1000,
            spent: 1001
        }
    );
    assert_snapshot!(error);
    let sent = script.requests();
    assert_eq!(sent[0].settings.max_tokens, Some(1000 - words()));
    assert!(sent[1].settings.max_tokens.unwrap() < 200 - words());
}

#[tokio::test]
async fn a_prompt_that_leaves_nothing_for_a_reply_is_not_sent() {
    let script = Script::new([GOOD]);
    let error = failure(&bounded(script.clone(), Budget::default().tokens(words()))).await;
    assert!(matches!(
        exceeded(&error),
        BudgetExceeded::PromptTokens { .. }
    ));
    assert_snapshot!("prompt_tokens", error);
    let price = Price::per_million(5.0, 15.0);
    let budget = Budget::default().price(price);
    let error = failure(&bounded(script.clone(), budget.clone().money(0.000_1))).await;
    assert!(matches!(
        exceeded(&error),
        BudgetExceeded::PromptMoney { .. }
    ));
    assert_snapshot!("prompt_money", error);
    assert!(script.requests().is_empty() && error.attempts().is_empty());
    let enough = bounded(script, Budget::default().tokens(words() + 1));
    assert!(enough.translate("two soups").await.is_ok());
}

#[tokio::test]
async fn money_ends_it_and_needs_a_price() {
    let builder = || {
        Translator::<Order>::builder(Script::replies([
            ChatReply::new("no").with_usage(1000, 1000)
        ]))
    };
    let budget = Budget::default().money(0.01);
    assert!(matches!(
        builder().budget(budget.clone()).build().unwrap_err(),
        BuildError::MoneyWithoutPrice
    ));
    let budget = budget.price(Price::per_million(5.0, 15.0));
    let error = failure(&builder().budget(budget).build().unwrap()).await;
    assert_snapshot!(error);
}

#[tokio::test]
async fn money_bounds_the_reply_too() {
    let script = Script::new([GOOD, GOOD]);
    let budget = Budget::default()
        .money(0.03)
        .price(Price::per_million(0.0, 15.0));
    let translator = bounded(script.clone(), budget);
    translator.translate("two soups").await.unwrap();
    assert_eq!(script.requests()[0].settings.max_tokens, Some(2000));
    let free = Budget::default()
        .money(0.03)
        .price(Price::per_million(1.0, 0.0));
    bounded(script.clone(), free)
        .translate("two soups")
        .await
        .unwrap();
    assert_eq!(script.requests()[1].settings.max_tokens, None);
}

struct Generous;

impl Hook for Generous {
    async fn before_send(&self, request: &mut ChatRequest) -> Result<(), Veto> {
        request.settings.max_tokens = Some(1_000_000);
        Ok(())
    }
}

#[tokio::test]
async fn neither_extra_fields_nor_hooks_undo_the_bound() {
    let mut settings = Settings::default();
    for name in ["max_tokens", "max_completion_tokens"] {
        settings.extra.insert(name.into(), json!(1_000_000));
    }
    let script = Script::new([GOOD]);
    let translator = Translator::<Order>::builder(script.clone())
        .budget(Budget::default().tokens(1000))
        .settings(settings)
        .hook(Generous)
        .build()
        .unwrap();
    translator.translate("two soups").await.unwrap();
    let sent = &script.requests()[0].settings;
    let left = 1000 - words();
    assert_eq!(sent.max_tokens, Some(left));
    assert_eq!(sent.extra["max_tokens"], left);
    assert_eq!(sent.extra["max_completion_tokens"], left);
}

#[test]
fn amounts_must_be_amounts() {
    let build = |budget| {
        let builder = Translator::<Order>::builder(Script::new([GOOD])).budget(budget);
        builder.build().map(|_| ())
    };
    let price = Price::per_million(1.0, 2.0);
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.01] {
        let error = build(Budget::default().money(odd).price(price)).unwrap_err();
        assert!(matches!(error, BuildError::Money(_)), "{error}");
        for price in [Price::per_million(odd, 1.0), Price::per_million(1.0, odd)] {
            let error = build(Budget::default().price(price)).unwrap_err();
            assert!(matches!(error, BuildError::Price { .. }), "{error}");
        }
    }
    let error = build(Budget::default().money(-0.01).price(price)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the budget's money is -0.01; expected a finite amount that is not negative"
    );
    let error = build(Budget::default().price(Price::per_million(f64::NAN, 2.0))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the price of a million tokens is NaN read and 2 written; expected finite amounts that \
         are not negative"
    );
    assert!(matches!(
        build(Budget::default().attempts(0)),
        Err(BuildError::NoAttempts)
    ));
    assert!(
        build(
            Budget::default()
                .money(0.5)
                .price(Price::per_million(0.0, 0.0))
        )
        .is_ok()
    );
}

#[tokio::test(start_paused = true)]
async fn time_ends_it() {
    let slow = Model::from_fn(|_| async {
        tokio::time::sleep(Duration::from_secs(3)).await;
        Ok(ChatReply::new("no"))
    });
    let budget = Budget::default().time(Duration::from_secs(5));
    let error = failure(&bounded(slow, budget)).await;
    assert_snapshot!(error);
    assert_eq!(error.attempts().len(), 2);
    assert!(error.attempts()[1].reply.is_none());
}

#[tokio::test]
async fn a_time_that_no_clock_can_name_never_comes() {
    let budget = Budget::default().time(Duration::MAX);
    let translator = bounded(Script::new([GOOD]), budget);
    assert!(translator.translate("two soups").await.is_ok());
}

struct Slow {
    before_send: u64,
    before_read: u64,
}

impl Hook for Slow {
    async fn before_send(&self, _: &mut ChatRequest) -> Result<(), Veto> {
        tokio::time::sleep(Duration::from_secs(self.before_send)).await;
        Ok(())
    }

    async fn before_read(&self, _: &mut ChatReply) -> Result<(), Veto> {
        tokio::time::sleep(Duration::from_secs(self.before_read)).await;
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn hooks_run_on_the_budgets_time() {
    for (before_send, before_read, attempts) in [(60, 0, 0), (0, 60, 1)] {
        let start = tokio::time::Instant::now();
        let translator = Translator::<Order>::builder(Script::new([GOOD]))
            .budget(Budget::default().time(Duration::from_secs(5)))
            .hook(Slow {
                before_send,
                before_read,
            })
            .build()
            .unwrap();
        let error = failure(&translator).await;
        assert!(matches!(exceeded(&error), BudgetExceeded::Time { .. }));
        assert_eq!(error.attempts().len(), attempts);
        assert!(
            error
                .attempts()
                .iter()
                .all(|attempt| attempt.reply.is_some())
        );
        assert_eq!(start.elapsed().as_secs(), 5);
    }
}
