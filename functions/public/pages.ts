import * as routes from "../../lib/contract/routes/public-pages.ts";
import type { Checkout } from "../../lib/domain/checkout.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { wantsPage } from "../../lib/pages/html.ts";
import { checkInput, payerDetailsOf } from "../../lib/pages/pay-page/check-input.ts";
import { draftCookie, noDraftCookie } from "../../lib/pages/pay-page/cookies.ts";
import {
  currentPage,
  outcomePath,
  payPageProblem,
  problemPath,
  receiptProblem,
  submitProblem,
} from "../../lib/pages/pay-page/current-page.ts";
import { pageReply } from "../../lib/pages/pay-page/document.ts";
import { isLate } from "../../lib/pages/pay-page/form.ts";
import { loadReceipt, renderReceipt } from "../../lib/pages/pay-page/receipt.ts";
import {
  hasPage,
  payPagePath,
  payPageTag,
  renderPayPage,
} from "../../lib/pages/pay-page/render-pay-page.ts";
import { SCANNER } from "../../lib/pages/pay-page/scanner-asset.ts";
import { chooseLanguage, readerLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { limitVerification } from "../../lib/pipeline/rate-limit.ts";
import { getLogo } from "../../lib/store/apps.ts";
import { glanceAtCheckout } from "../../lib/store/checkouts.ts";
import { completeLookup } from "../../lib/use-cases/banks/lookup.ts";
import { findByToken, loadByToken } from "../../lib/use-cases/checkouts/load.ts";
import { submitReference } from "../../lib/use-cases/verification/submit.ts";

export const scanner = endpoint(routes.scanner, async () =>
  reply(200, SCANNER, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=86400",
    },
  }),
);

/** An SVG that is opened directly is a document: it must neither run nor load anything. */
const LOGO_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

export const showLogo = endpoint(routes.showLogo, async ({ params }) => {
  const [appId, digest = ""] = params.logo.split("-");
  const svg = await getLogo(table(), Number(appId), digest);
  if (svg === null) throw notFound("logo");
  return reply(200, svg, {
    headers: {
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": LOGO_POLICY,
    },
  });
});

const unchanged = (etag: string) => reply(304, null, { headers: { etag } });

export const showPayPage = endpoint(
  routes.showPayPage,
  async ({ params, query, headers, now }) => {
    const { cookie, "accept-language": acceptLanguage, "if-none-match": seen } = headers;
    const pageOf = (checkout: Checkout) =>
      currentPage(checkout, { ...query, cookie, acceptLanguage }, now);
    // Most looks find nothing new. What a glance shows as new may be older than what the customer has seen.
    const glanced = seen === undefined ? null : await findByToken(params.token, glanceAtCheckout);
    const glancedTag = glanced && payPageTag(await pageOf(glanced));
    if (glancedTag && hasPage(seen, glancedTag)) return unchanged(glancedTag);
    const page = await pageOf(await loadByToken(params.token));
    const tag = payPageTag(page);
    return hasPage(seen, tag) ? unchanged(tag) : pageReply(renderPayPage(page));
  },
  payPageProblem,
);

export const verifyReceipt = endpoint(
  routes.verifyReceipt,
  async ({ params, query, headers }) => {
    const { receipt, code, brand } = await loadReceipt(params.receipt_code);
    if (!wantsPage(headers)) return reply(200, receipt, { headers: { vary: "accept" } });
    const language = await readerLanguage(query.lang, null, headers["accept-language"]);
    return pageReply(renderReceipt(receipt, code, language, brand));
  },
  receiptProblem,
);

export const submitPayPage = endpoint(
  routes.submitPayPage,
  async (request) => {
    const { params, query, body, headers: sent, now } = request;
    const checkout = await loadByToken(params.token);
    const chosen = body.lang ?? query.lang;
    const language = chooseLanguage(chosen, checkout.locale, sent["accept-language"]);
    const path = payPagePath(checkout.token);
    const checked = await checkInput(checkout, body, now);
    if ("question" in checked) {
      const location = problemPath(checkout, checked.question.situation, language);
      const draft = { ...body, late: isLate(checkout, body.input) };
      return reply(303, null, { headers: { location }, cookies: [draftCookie(path, draft)] });
    }
    const details = payerDetailsOf(body);
    const limits = await limitVerification(await callerAddress(request), checkout, now);
    const lookup = await completeLookup(checkout, checked.lookup, details);
    const payerPhone = details.payer_phone ?? null;
    const { attempt } = await submitReference({ checkout, lookup, payerPhone });
    // As the checkout was before: the outcome of a repeated number looks like that of a new one.
    const isRepeated = checkout.payments.some(
      ({ attemptId, state }) => attemptId === attempt.id && state === "counted",
    );
    const location = isRepeated
      ? problemPath(checkout, "already_counted", language)
      : outcomePath(checkout, attempt, language);
    return reply(303, null, { headers: { ...limits, location }, cookies: [noDraftCookie(path)] });
  },
  submitProblem,
);
