import type { APIGatewayProxyEvent } from "aws-lambda";
import { PROBLEMS } from "../../contract/problems.ts";
import { submitPayPage } from "../../contract/routes/public-pages.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { ServiceError } from "../../domain/errors.ts";
import { now } from "../../pipeline/deps.ts";
import { COMMON_HEADERS, type HttpResponse } from "../../pipeline/http.ts";
import type { RenderError } from "../../pipeline/middleware/problems.ts";
import { parseInput } from "../../pipeline/request-input.ts";
import { loadByToken } from "../../use-cases/checkouts/load.ts";
import { draftCookie } from "./cookies.ts";
import { problemPath } from "./current-page.ts";
import { type RenderedPage, renderErrorPage, wantsPage } from "./document.ts";
import { isLate, type Typed } from "./form.ts";
import { withQuery } from "./gateway-path.ts";
import { payPagePath } from "./render-pay-page.ts";
import type { InputProblem } from "./situation.ts";
import type { Message, Texts } from "./texts/shape.ts";
import { chooseLanguage, readerLanguage, textsIn } from "./texts/texts.ts";

/** Renders an error of a page, such as an unknown link, as a page. */
export const payPageProblem: RenderError = async (error, event) => problemPage(error, event);

/** As `payPageProblem`, for an operation that also answers with JSON. */
export const receiptProblem: RenderError = async (error, event) =>
  wantsPage(event.headers as Record<string, string>) ? problemPage(error, event) : null;

/** An error as a page, whatever the caller accepts. */
export async function problemPage(
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
export function problemReply(
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
  const problem = problemOf(error);
  if (problem === undefined) return problemPage(error, event);
  const { params, body } = parseInput(submitPayPage, event);
  let checkout: Checkout;
  try {
    checkout = await loadByToken((params as { token: string }).token);
  } catch (failure) {
    // The table is probably down, which is why the submission failed. Without a page, the payer would see JSON.
    return problemPage(failure instanceof ServiceError ? failure : error, event);
  }
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

/** What the page says about a refusal; null where the checkout itself says it, undefined for no refusal. */
function problemOf({ code, extras }: ServiceError): InputProblem | null | undefined {
  switch (code) {
    case "checkout_not_open":
    case "checkout_blocked":
      return null;
    case "service_unavailable":
    case "conflict":
      return "try_again";
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
