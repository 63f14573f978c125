import type { APIGatewayProxyEvent } from "aws-lambda";
import { PROBLEMS } from "../../contract/problems.ts";
import { submitPayPage } from "../../contract/routes/public-pages.ts";
import type { ErrorCode, ServiceError } from "../../domain/errors.ts";
import { loadByToken } from "../checkouts/load.ts";
import { now } from "../deps.ts";
import type { RenderError } from "../endpoint.ts";
import type { HttpResponse } from "../http.ts";
import { COMMON_HEADERS } from "../problem.ts";
import { parseInput } from "../request-input.ts";
import type { RenderedPage } from "./document.ts";
import { formOf, NO_ASIDE, type Typed } from "./doubt.ts";
import { wantsPage } from "./page-reply.ts";
import { renderErrorPage } from "./render-error.ts";
import { renderPayPage } from "./render-pay-page.ts";
import type { Situation } from "./situation.ts";
import { chooseLanguage, TEXTS } from "./texts/texts.ts";

/** Refusals of a page whose object does not exist or that broke, in words. */
export const payPageProblem: RenderError = async (error, event) => problemPage(error, event);

/** As `payPageProblem`, for an operation that speaks JSON to programs. */
export const receiptProblem: RenderError = async (error, event) =>
  wantsPage(event.headers as Record<string, string>) ? problemPage(error, event) : null;

/** What was typed must not be lost: the page again, with the reason above its form. */
export const submitProblem: RenderError = async (error, event) => {
  const situation = situationOf(error);
  if (situation === null) return problemPage(error, event);
  const { params, body } = parseInput(submitPayPage, event);
  const checkout = await loadByToken((params as { token: string }).token);
  const typed = body as Typed & { readonly lang?: unknown };
  const page = renderPayPage({
    checkout,
    situation,
    aside: { ...NO_ASIDE, waitSeconds: error.extras.retryAfterSeconds ?? 0 },
    form: formOf(typed),
    language: chooseLanguage(typed.lang, checkout.locale, undefined),
    now: now(),
  });
  return respond(error, event, page);
};

function problemPage(error: ServiceError, event: APIGatewayProxyEvent): HttpResponse {
  const lang = event.queryStringParameters?.lang;
  const language = chooseLanguage(lang, null, event.headers["accept-language"]);
  const texts = TEXTS[language];
  const isReceipt = event.resource.includes("/verify/");
  const unknown = isReceipt ? texts.unknownReceipt : texts.unknownCheckout;
  const isUnknown = error.code === "not_found";
  const page = renderErrorPage({
    message: isUnknown ? unknown : texts.brokenPage,
    path: event.requestContext.path,
    requestId: isUnknown ? null : event.requestContext.requestId,
    language,
  });
  return respond(error, event, page);
}

function respond(
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

/** What a payer is told of a refusal; null where the page itself cannot be shown. */
function situationOf(error: ServiceError): Situation | null {
  const field = error.extras.errors?.[0]?.path;
  const known: Partial<Record<ErrorCode, Situation>> = {
    invalid_request: field === "payer_phone" ? "bad_phone" : "not_a_reference",
    checkout_not_open: "not_open",
    rate_limited: "rate_limited",
    service_unavailable: "try_again",
  };
  return known[error.code] ?? null;
}
