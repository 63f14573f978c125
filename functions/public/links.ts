import * as routes from "../../lib/contract/routes/public-links.ts";
import { typedAmount } from "../../lib/contract/typed-amount.ts";
import { notFound, ServiceError } from "../../lib/domain/errors.ts";
import type { PaymentLink } from "../../lib/domain/payment-link.ts";
import { renderCard } from "../../lib/pages/pay-page/card-page.ts";
import { linkCookie, readLinkCookie } from "../../lib/pages/pay-page/cookies.ts";
import { payPageProblem } from "../../lib/pages/pay-page/current-page.ts";
import { pageReply } from "../../lib/pages/pay-page/document.ts";
import { withQuery } from "../../lib/pages/pay-page/gateway-path.ts";
import { type LinkProblem, linkPath, renderLinkPage } from "../../lib/pages/pay-page/link-page.ts";
import { payPagePath } from "../../lib/pages/pay-page/render-pay-page.ts";
import { readerLanguage } from "../../lib/pages/pay-page/texts/texts.ts";
import { callerAddress } from "../../lib/pipeline/caller-address.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { endpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { takeRate } from "../../lib/store/rate-limits.ts";
import { createFromLink } from "../../lib/use-cases/checkouts/create-from-link.ts";
import { readOpenShop } from "../../lib/use-cases/checkouts/load.ts";
import { findUnfinished, loadShortTarget } from "../../lib/use-cases/checkouts/payment-link.ts";

export const showCard = endpoint(
  routes.showCard,
  async ({ params, query, headers, now }) => {
    const target = await loadShortTarget(params.code, now);
    if (target.kind !== "link") throw notFound("link");
    const { link } = target;
    const shop = await readOpenShop(link.accountId, link.appId);
    if (shop === null) throw notFound("link");
    const language = await readerLanguage(query.lang, null, headers["accept-language"]);
    return pageReply(await renderCard(link, shop.app, language));
  },
  payPageProblem,
);

export const showLink = endpoint(
  routes.showLink,
  async ({ params, query, headers, now }) => {
    const target = await loadShortTarget(params.code, now);
    if (target.kind === "checkout") {
      return see(withQuery(payPagePath(target.token), { lang: query.lang ?? null }));
    }
    const { link } = target;
    // The cookie is sent to the code as printed only, not to other spellings of it.
    if (params.code !== link.code) {
      return see(withQuery(linkPath(link.code), { lang: query.lang ?? null }));
    }
    const token = readLinkCookie(headers.cookie);
    const [shop, unfinished] = await Promise.all([
      readOpenShop(link.accountId, link.appId),
      token === null ? null : findUnfinished(link, token, now),
    ]);
    const language = await readerLanguage(query.lang, null, headers["accept-language"]);
    const { problem = null, amount: typed = "" } = query;
    const app = shop?.app ?? null;
    const shown = shop?.isSuspended ? "closed" : problem;
    return pageReply(renderLinkPage({ link, app, unfinished, problem: shown, typed, language }));
  },
  payPageProblem,
);

/** A mobile network's shared address: 100 of 1,000 customers in an hour may come within the same minute. */
const PER_ADDRESS = {
  name: "link-address",
  limit: 120,
  windowSeconds: 60,
  isUsuallyFirst: true,
} as const;

const PER_LINK = { name: "link", limit: 300, windowSeconds: 60 };

/** Characters of a typed amount that are shown again: as many as its field takes. */
const MAX_SHOWN = 20;

/** What the page says about a refusal; everything else fails as usual. */
const PROBLEMS: Readonly<Partial<Record<ServiceError["code"], LinkProblem>>> = {
  account_suspended: "closed",
  insufficient_credits: "closed",
  // The app was deleted, its account closed, or no payment method is left.
  not_found: "closed",
  invalid_request: "closed",
  service_unavailable: "try_again",
};

export const submitLink = endpoint(
  routes.submitLink,
  async (request) => {
    const { params, body, now } = request;
    const target = await loadShortTarget(params.code, now);
    if (target.kind === "checkout") {
      return see(withQuery(payPagePath(target.token), { lang: body.lang ?? null }));
    }
    const { link } = target;
    const back = (problem: LinkProblem) => see(formPath(link, problem, body));
    if (!link.active) return back("closed");
    const amount = link.amount ?? typedAmount(body.amount ?? "", link.currency);
    if (amount === null) return back("amount");
    for (const [policy, subject] of [
      [PER_ADDRESS, await callerAddress(request)],
      [PER_LINK, link.code],
    ] as const) {
      if (!(await takeRate(table(), policy, subject, now)).allowed) return back("rate_limited");
    }
    try {
      const checkout = await createFromLink(link, amount, now);
      const path = withQuery(payPagePath(checkout.token), { lang: body.lang ?? null });
      return see(path, [linkCookie(linkPath(link.code), checkout, now)]);
    } catch (error) {
      const problem = error instanceof ServiceError ? PROBLEMS[error.code] : undefined;
      if (problem === undefined) throw error;
      return back(problem);
    }
  },
  payPageProblem,
);

interface LinkForm {
  readonly amount?: string | undefined;
  readonly lang?: string | undefined;
}

/** Path of the form with what was wrong, and with the amount as it was typed. */
function formPath(
  link: PaymentLink,
  problem: LinkProblem,
  { amount = "", lang }: LinkForm,
): string {
  const typed = link.amount === null ? amount.slice(0, MAX_SHOWN) : null;
  return withQuery(linkPath(link.code), { problem, amount: typed, lang: lang ?? null });
}

function see(location: string, cookies: readonly string[] = []) {
  return reply(303, null, { headers: { location }, cookies });
}
