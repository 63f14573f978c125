import { submitPayPage } from "../../contract/routes/public-pages.ts";
import type { ErrorCode, ServiceError } from "../../domain/errors.ts";
import { loadByToken } from "../checkouts/load.ts";
import { now } from "../deps.ts";
import type { RenderError } from "../endpoint.ts";
import { parseInput } from "../request-input.ts";
import { problemPage, problemReply } from "./page-problem.ts";
import { renderPayPage } from "./render-pay-page.ts";
import { type Situation, situationOf } from "./situation.ts";
import { chooseLanguage } from "./texts/texts.ts";
import { formOf, type Typed } from "./typed.ts";
import { NO_ASIDE } from "./words.ts";

/** Longer than anybody waits in front of a page. */
const FOR_EVER_SECONDS = 3600;

/** What was typed must not be lost: the page again, with the reason above its form. */
export const submitProblem: RenderError = async (error, event) => {
  if (!isAnswerable(error.code)) return problemPage(error, event);
  const { params, body } = parseInput(submitPayPage, event);
  const checkout = await loadByToken((params as { token: string }).token);
  const typed = body as Typed & { readonly lang?: unknown };
  const at = now();
  const page = renderPayPage({
    checkout,
    situation: refused(error) ?? situationOf(checkout, null, at),
    aside: { ...NO_ASIDE, waitSeconds: error.extras.retryAfterSeconds ?? 0 },
    form: formOf(typed),
    language: chooseLanguage(typed.lang, checkout.locale, event.headers["accept-language"]),
    now: at,
  });
  return problemReply(error, event, page);
};

function isAnswerable(code: ErrorCode): boolean {
  const answerable: readonly ErrorCode[] = [
    "invalid_request",
    "checkout_not_open",
    "rate_limited",
    "service_unavailable",
  ];
  return answerable.includes(code);
}

/** What a payer is told of a refusal; null where the checkout itself says it. */
function refused({ code, extras }: ServiceError): Situation | null {
  if (code === "checkout_not_open") return null;
  if (code === "service_unavailable") return "try_again";
  if (code === "invalid_request") {
    return extras.errors?.[0]?.path === "payer_phone" ? "bad_phone" : "not_a_reference";
  }
  return (extras.retryAfterSeconds ?? 0) >= FOR_EVER_SECONDS ? "exhausted" : "rate_limited";
}
