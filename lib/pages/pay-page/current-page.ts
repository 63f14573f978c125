import type { Attempt } from "../../domain/attempt-record.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { getAttempt, listAttempts } from "../../store/attempts.ts";
import { type Draft, readDraft } from "./draft-cookie.ts";
import { withQuery } from "./gateway-path.ts";
import { type PayPage, payPagePath } from "./render-pay-page.ts";
import { type InputProblem, type Situation, situationOf, TREATMENTS } from "./situation.ts";
import type { Language } from "./texts/shape.ts";
import { chooseLanguage } from "./texts/texts.ts";
import { formOf } from "./typed.ts";
import { EMPTY_CONTEXT } from "./words.ts";

interface PageRequest {
  readonly lang?: Language | undefined;
  readonly attempt?: string | undefined;
  readonly problem?: InputProblem | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly cookie?: string | undefined;
}

/** Enough to find the one that fell short: 20 may fail in all. */
const ATTEMPTS_READ = 30;
/** Wait that is shown where the cookie with the real one is missing (seconds). */
const USUAL_WAIT = 60;

/** The page of a checkout now: with the attempt that the reader asks about, or what was wrong with the input. */
export async function currentPage(
  checkout: Checkout,
  request: PageRequest,
  now: number,
): Promise<PayPage> {
  const [asked, underpaid] = await Promise.all([
    askedAttempt(checkout, request.attempt),
    underpaidAttempt(checkout),
  ]);
  // Money that has arrived is the news, unless the reader asks about another attempt.
  const attempt = asked ?? (checkout.pending.length === 0 ? underpaid : null);
  const page = {
    checkout,
    situation: situationNow(checkout, attempt, now),
    context: { ...EMPTY_CONTEXT, attempt, moneyArrived: underpaid !== null },
    language: chooseLanguage(request.lang, checkout.locale, request.acceptLanguage),
    now,
  };
  const isOpen = TREATMENTS[page.situation].form !== "none" && checkout.pending.length === 0;
  if (request.problem === undefined || !isOpen) return page;
  return withProblem(page, request.problem, readDraft(request.cookie));
}

async function askedAttempt(
  { id, pending, status }: Checkout,
  wanted: string | undefined,
): Promise<Attempt | null> {
  const attemptId = (pending.find((one) => one.id === wanted) ?? pending.at(-1))?.id ?? wanted;
  const isOver = status === "verified" || status === "canceled";
  return attemptId === undefined || isOver ? null : getAttempt(table(), id, attemptId);
}

/** The newest attempt with too little money. Costs a read only where an attempt has failed. */
async function underpaidAttempt({ id, status, failedAttempts }: Checkout): Promise<Attempt | null> {
  if (failedAttempts === 0 || (status !== "open" && status !== "expired")) return null;
  const { data } = await listAttempts(table(), id, { limit: ATTEMPTS_READ, internal: true });
  return data.find(({ outcome }) => outcome === "amount_mismatch") ?? null;
}

function situationNow(checkout: Checkout, attempt: Attempt | null, now: number): Situation {
  const situation = situationOf(checkout, attempt, now);
  const limit = environment().config.failedAttemptsPerCheckout;
  const isExhausted = checkout.failedAttempts >= limit && checkout.pending.length === 0;
  const takesInput = TREATMENTS[situation].form !== "none" && situation !== "amount_mismatch";
  return isExhausted && takesInput ? "exhausted" : situation;
}

/** The page again after input that was not accepted, with what was typed where the cookie still has it. */
async function withProblem(
  page: PayPage,
  problem: InputProblem,
  draft: Draft | null,
): Promise<PayPage> {
  const { checkout, context, now } = page;
  const waitMs = draft?.until === undefined ? USUAL_WAIT * 1000 : draft.until - now;
  const refused = {
    ...page,
    situation: problem,
    problem,
    context: { ...context, attempt: null, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    ...(draft === null ? {} : { form: formOf(draft) }),
  };
  if (draft === null) return refused;
  // Loads every bank's adapter, which a page without such a problem does not need.
  const { checkInput } = await import("./check-input.ts");
  const checked = await checkInput(checkout, draft, now);
  if (!("question" in checked) || checked.question.situation !== problem) return refused;
  const { question } = checked;
  return { ...refused, context: { ...refused.context, ...question.context }, form: question.form };
}

/** Where the outcome of a submission is shown (Post/Redirect/Get). */
export function outcomePath(checkout: Checkout, attempt: Attempt, language: Language): string {
  return withQuery(payPagePath(checkout.token), {
    attempt: attempt.id,
    lang: language === checkout.locale ? null : language,
  });
}

/** Where input that was not accepted is shown again. */
export function problemPath(checkout: Checkout, problem: InputProblem, language: Language): string {
  return withQuery(payPagePath(checkout.token), {
    problem,
    lang: language === checkout.locale ? null : language,
  });
}
