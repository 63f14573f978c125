import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { getAttempt } from "../../store/attempts.ts";
import { table } from "../deps.ts";
import { withQuery } from "./document.ts";
import { type PayPage, payPagePath } from "./render-pay-page.ts";
import { situationOf } from "./situation.ts";
import { chooseLanguage, type Language } from "./texts/texts.ts";
import { NO_ASIDE } from "./words.ts";

interface Wish {
  readonly lang?: Language | undefined;
  readonly attempt?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}

/** The page of a checkout as it stands, with the attempt that the reader asks about or that is pending. */
export async function standingPage(checkout: Checkout, wish: Wish, now: number): Promise<PayPage> {
  const { pending, status } = checkout;
  const asked = pending.find(({ id }) => id === wish.attempt) ?? pending.at(-1);
  const attemptId = asked?.id ?? wish.attempt;
  const isOver = status === "verified" || status === "canceled";
  const attempt =
    attemptId === undefined || isOver ? null : await getAttempt(table(), checkout.id, attemptId);
  return {
    checkout,
    situation: situationOf(checkout, attempt, now),
    aside: { ...NO_ASIDE, attempt },
    language: chooseLanguage(wish.lang, checkout.locale, wish.acceptLanguage),
    now,
  };
}

/** Where the outcome of a submission is shown (Post/Redirect/Get). */
export function outcomePath(checkout: Checkout, attempt: Attempt, language: Language): string {
  return withQuery(payPagePath(checkout.token), {
    attempt: attempt.id,
    lang: language === checkout.locale ? null : language,
  });
}
