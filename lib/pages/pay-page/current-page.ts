import type { APIGatewayProxyEvent } from "aws-lambda";
import { PROBLEMS } from "../../contract/problems.ts";
import { submitPayPage } from "../../contract/routes/public-pages.ts";
import type { Attempt } from "../../domain/attempt.ts";
import {
  acceptsPayment,
  type Checkout,
  hasExpired,
  MAX_PENDING,
  shownStatus,
} from "../../domain/checkout.ts";
import { ServiceError } from "../../domain/errors.ts";
import { MOST_PAYMENTS } from "../../domain/payment.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import { COMMON_HEADERS, type HttpResponse } from "../../pipeline/http.ts";
import type { RenderError } from "../../pipeline/middleware/problems.ts";
import { parseInput } from "../../pipeline/request-input.ts";
import { getAttempt } from "../../store/attempts.ts";
import { getPayerPhone } from "../../store/open-amounts.ts";
import { arrivedNotices } from "../../use-cases/bank-notices/arrived.ts";
import { recognizeFor } from "../../use-cases/banks/lookup.ts";
import { switchedOffBanks } from "../../use-cases/banks/providers.ts";
import { loadByToken } from "../../use-cases/checkouts/load.ts";
import { wantsPage } from "../html.ts";
import { checkInput } from "./check-input.ts";
import { type Draft, draftCookie, readDraft } from "./cookies.ts";
import { type RenderedPage, renderErrorPage } from "./document.ts";
import { formAfter, isLate, type Typed } from "./form.ts";
import { withQuery } from "./gateway-path.ts";
import type { PairedPage } from "./notice-card.ts";
import { methodsOf, type PayPage, payPagePath } from "./render-pay-page.ts";
import { asking, type InputProblem, type Situation, situationOf, TREATMENTS } from "./situation.ts";
import type { Language, Message, Texts } from "./texts/shape.ts";
import { chooseLanguage, readerLanguage, textsIn } from "./texts/texts.ts";
import { EMPTY_CONTEXT } from "./words.ts";

interface PageRequest {
  readonly lang?: Language | undefined;
  readonly attempt?: string | undefined;
  readonly problem?: InputProblem | undefined;
  readonly acceptLanguage?: string | undefined;
  readonly cookie?: string | undefined;
}

/** Wait that is shown where the cookie with the real one is missing (seconds). */
const USUAL_WAIT = 60;

/** Reads nothing for a checkout without a paired phone. */
async function pairedPage(checkout: Checkout, now: number): Promise<PairedPage | null> {
  if (checkout.notices === undefined || checkout.status !== "open") return null;
  const [arrived, payerPhone] = await Promise.all([
    arrivedNotices(checkout, now),
    getPayerPhone(table(), checkout),
  ]);
  return { arrived, payerPhone };
}

/** The page of a checkout now: with the attempt that the reader asks about, or what was wrong with the input. */
export async function currentPage(
  checkout: Checkout,
  request: PageRequest,
  now: number,
): Promise<PayPage> {
  const [attempt, language, paired] = await Promise.all([
    askedAttempt(checkout, request.attempt),
    readerLanguage(request.lang, checkout.locale, request.acceptLanguage),
    pairedPage(checkout, now),
  ]);
  const situation = situationNow(checkout, attempt, now);
  const page: PayPage = {
    checkout,
    situation,
    context: { ...EMPTY_CONTEXT, attempt },
    ...ongoingOf(checkout, situation, now),
    takesNumber: takesNumber(checkout, situation, now),
    language,
    now,
    ...(paired && { paired }),
    switchedOff: switchedOffBanks(checkout),
    hasLateNumber: situation === "verified" && sentLateNumber(request.cookie),
  };
  const { problem } = request;
  if (problem !== undefined && page.takesNumber && !isPast(problem, checkout, now)) {
    return withProblem(page, problem, readDraft(request.cookie));
  }
  return SEARCHED.has(situation) && attempt !== null ? withBanks(page, attempt) : page;
}

/** What stays true below the answer to the latest number. */
function ongoingOf(
  checkout: Checkout,
  situation: Situation,
  now: number,
): Pick<PayPage, "ongoing"> {
  const ongoing = lasting(checkout, now);
  // While a number is looked up, nobody pays more.
  const isChecked = ongoing === "partly_paid" && TREATMENTS[situation].polls === "soon";
  const isSaid = ongoing === situation || isChecked || SAYS_IT_ALL.has(situation);
  return ongoing === null || isSaid
    ? {}
    : { ongoing: { situation: ongoing, context: EMPTY_CONTEXT } };
}

function lasting(checkout: Checkout, now: number): Situation | null {
  const status = shownStatus(checkout, now);
  if (status === "review") return "review";
  const asked = asking(checkout, now);
  return (status === "open" || status === "expired") && asked !== "waiting" ? asked : null;
}

/** Whether the page has a field. A review takes further numbers as the API does, up to five payments. */
function takesNumber(checkout: Checkout, situation: Situation, now: number): boolean {
  if (TREATMENTS[situation].form === "none" || !acceptsPayment(checkout, now)) return false;
  if (checkout.status !== "review") return true;
  return checkout.payments.length < MOST_PAYMENTS && !isExhausted(checkout);
}

/** Situations that need no second message. */
const SAYS_IT_ALL = new Set<Situation>(["closed", "exhausted", "canceled", "rejected", "verified"]);
/** Situations in which the number may be from another bank. */
const SEARCHED = new Set<Situation>(["not_found", "not_there_yet"]);
/** Situations that a refused input does not change: the page keeps their message. */
const LASTING = new Set<Situation>([
  ...([
    "partly_paid",
    "suspended",
    "review",
    "expired",
    "checking",
    "bank_silent",
    "not_there_yet",
  ] as const),
]);

/** Whether a problem that the page's address names has ended since. */
function isPast(problem: InputProblem, checkout: Checkout, now: number): boolean {
  if (problem === "still_checking") return checkout.pending.length < MAX_PENDING;
  if (problem === "closed") return !hasExpired(checkout, now);
  return problem === "already_counted" && checkout.amountReceived === 0;
}

/** Lets the payer choose the bank if several use such numbers: the first lookup went to a guessed one. */
async function withBanks(page: PayPage, attempt: Attempt): Promise<PayPage> {
  const { provider, reference } = attempt.lookup;
  const found = await recognizeFor(page.checkout, reference, undefined);
  if (found.kind !== "ambiguous") return page;
  const form = formAfter(page.checkout, attempt, page.situation);
  return { ...page, form: { ...form, provider, candidates: found.providers } };
}

async function askedAttempt(
  { id, pending, status }: Checkout,
  wanted: string | undefined,
): Promise<Attempt | null> {
  const attemptId = (pending.find((one) => one.id === wanted) ?? pending.at(-1))?.id ?? wanted;
  const isOver = status === "verified" || status === "canceled";
  return attemptId === undefined || isOver ? null : getAttempt(table(), id, attemptId);
}

function situationNow(checkout: Checkout, attempt: Attempt | null, now: number): Situation {
  const situation = situationOf(checkout, attempt, now);
  const takesInput = TREATMENTS[situation].form !== "none" && checkout.status !== "review";
  return takesInput && isExhausted(checkout) ? "exhausted" : situation;
}

function isExhausted({ failedAttempts, pending }: Checkout): boolean {
  return failedAttempts >= environment().config.failedAttemptsPerCheckout && pending.length === 0;
}

/** The page again after input that was not accepted, with what was typed where the cookie still has it. */
async function withProblem(
  page: PayPage,
  problem: InputProblem,
  draft: Draft | null,
): Promise<PayPage> {
  const { checkout, context, now, ongoing: before, ...shown } = page;
  const lasts = LASTING.has(page.situation) ? page : before;
  const ongoing = SAYS_IT_ALL.has(problem) ? undefined : lasts;
  const waitMs = draft?.until === undefined ? USUAL_WAIT * 1000 : draft.until - now;
  const refused = {
    ...{ ...shown, checkout, now },
    ...{ situation: problem, problem, takesNumber: TREATMENTS[problem].form !== "none" },
    context: { ...context, attempt: null, waitSeconds: Math.max(1, Math.ceil(waitMs / 1000)) },
    ...(ongoing === undefined ? {} : { ongoing }),
  };
  if (draft === null) return refused;
  const checked = await checkInput(checkout, draft, now);
  const { form, ...asked } = "question" in checked ? checked.question : checked;
  const said = "situation" in asked && asked.situation === problem ? asked.context : {};
  return {
    ...refused,
    context: { ...refused.context, ...said },
    // A page without accounts cannot show which one was chosen, so it sends no choice.
    form: methodsOf(refused) === "none" ? { ...form, methodId: undefined } : form,
  };
}

function sentLateNumber(cookie: string | undefined): boolean {
  return readDraft(cookie)?.late ?? false;
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

/** Renders an error of a page, such as an unknown link, as a page. */
export const payPageProblem: RenderError = async (error, event) => problemPage(error, event);

/** As `payPageProblem`, for an operation that also answers with JSON. */
export const receiptProblem: RenderError = async (error, event) =>
  wantsPage(event.headers as Record<string, string>) ? problemPage(error, event) : null;

/** An error as a page, whatever the caller accepts. */
async function problemPage(
  error: ServiceError,
  event: APIGatewayProxyEvent,
): Promise<HttpResponse> {
  const lang = event.queryStringParameters?.lang;
  const language = await readerLanguage(lang, null, event.headers["accept-language"]);
  const texts = textsIn(language);
  const unknown = unknownOf(event.resource, texts);
  const isUnknown = error.code === "not_found";
  const page = renderErrorPage({
    message: isUnknown ? unknown : texts.brokenPage,
    path: event.requestContext.path,
    requestId: isUnknown ? null : event.requestContext.requestId,
    language,
  });
  return problemReply(error, event, page);
}

function unknownOf(resource: string, texts: Texts): Message {
  if (resource.startsWith("/p/")) return texts.unknownLink;
  return resource.includes("/verify/") ? texts.unknownReceipt : texts.unknownCheckout;
}

/** A page with the status and headers of an error. */
function problemReply(
  error: ServiceError,
  event: APIGatewayProxyEvent,
  { body, headers }: RenderedPage,
): HttpResponse {
  const { retryAfterSeconds } = error.extras;
  return {
    statusCode: PROBLEMS[error.code].status,
    headers: {
      ...COMMON_HEADERS,
      ...error.extras.headers,
      ...headers,
      "x-request-id": event.requestContext.requestId,
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body,
  };
}

/**
 * Redirects a refused submission to the page, which says why and keeps what was typed. Without the redirect,
 * the browser's Back button would show an error instead of the page.
 */
export const submitProblem: RenderError = async (error, event) => {
  const refused = problemOf(error);
  if (refused === undefined) return problemPage(error, event);
  // What is too large is not parsed either.
  const sent = error.code === "payload_too_large" ? { ...event, body: "" } : event;
  const { params, body } = parseInput(submitPayPage, sent);
  let checkout: Checkout;
  try {
    checkout = await loadByToken((params as { token: string }).token);
  } catch (failure) {
    // The table is probably down, which is why the submission failed. Without a page, the payer would see JSON.
    return problemPage(failure instanceof ServiceError ? failure : error, event);
  }
  const problem = problemNow(error, refused, checkout);
  const typed = body as Typed & { readonly lang?: unknown };
  const language = chooseLanguage(typed.lang, checkout.locale, event.headers["accept-language"]);
  const path = payPagePath(checkout.token);
  const { retryAfterSeconds } = error.extras;
  const until = retryAfterSeconds === undefined ? undefined : now() + retryAfterSeconds * 1000;
  return {
    statusCode: 303,
    headers: {
      ...COMMON_HEADERS,
      ...error.extras.headers,
      "x-request-id": event.requestContext.requestId,
      location:
        problem === null
          ? withQuery(path, { lang: language === checkout.locale ? null : language })
          : problemPath(checkout, problem, language),
    },
    multiValueHeaders: {
      "set-cookie": [draftCookie(path, { ...typed, until, late: isLate(checkout, typed.input) })],
    },
    body: "",
  };
};

/** As `refused`, with what only the checkout tells: three numbers wait, or its shop is gone since it expired. */
function problemNow(
  { code }: ServiceError,
  refused: InputProblem | null,
  checkout: Checkout,
): InputProblem | null {
  if (refused === "rate_limited" && checkout.pending.length >= MAX_PENDING) return "still_checking";
  const at = now();
  const seemsOpen = acceptsPayment(checkout, at) && hasExpired(checkout, at);
  return code === "checkout_not_open" && seemsOpen ? "closed" : refused;
}

/** What the page says about a refusal; null where the checkout itself says it, undefined for no refusal. */
function problemOf({ code, extras }: ServiceError): InputProblem | null | undefined {
  switch (code) {
    case "checkout_not_open":
    case "checkout_blocked":
      return null;
    case "service_unavailable":
    case "conflict":
      return "try_again";
    case "payload_too_large":
      return "not_a_reference";
    case "invalid_request": {
      const path = extras.errors?.[0]?.path;
      if (path === "payer_account_suffix") return "account_digits_needed";
      return path === "payer_phone" ? "bad_phone" : "not_a_reference";
    }
    case "rate_limited":
      return "rate_limited";
    default:
      return undefined;
  }
}
