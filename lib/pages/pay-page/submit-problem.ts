import { submitPayPage } from "../../contract/routes/public-pages.ts";
import type { Checkout } from "../../domain/checkout-terms.ts";
import { ServiceError } from "../../domain/errors.ts";
import { now } from "../../pipeline/deps.ts";
import type { RenderError } from "../../pipeline/middleware/problems.ts";
import { COMMON_HEADERS } from "../../pipeline/problem.ts";
import { parseInput } from "../../pipeline/request-input.ts";
import { loadByToken } from "../../use-cases/checkouts/load.ts";
import { problemPath } from "./current-page.ts";
import { draftCookie } from "./draft-cookie.ts";
import { withQuery } from "./gateway-path.ts";
import { problemPage } from "./page-problem.ts";
import { payPagePath } from "./render-pay-page.ts";
import type { InputProblem } from "./situation.ts";
import { chooseLanguage } from "./texts/texts.ts";
import { isLate, type Typed } from "./typed.ts";

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
