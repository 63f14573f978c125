import * as routes from "../../lib/contract/routes/platform-links.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { type PaymentLink, shortCode } from "../../lib/domain/payment-link.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import {
  changeLinkWrite,
  type LinkChange,
  newLinkWrite,
  listPaymentLinks as queryPaymentLinks,
  removeLinkWrite,
} from "../../lib/store/payment-links.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { shareCheckout as share } from "../../lib/use-cases/checkouts/create-from-link.ts";
import { loadForMember, requireMode } from "../../lib/use-cases/checkouts/member-view.ts";
import { loadLink, presentLink, shortUrl } from "../../lib/use-cases/checkouts/payment-link.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const createPaymentLink = idempotentEndpoint(
  routes.createReusableLink,
  async ({ principal, body, idempotency, now }) => {
    requireMode(principal, body.livemode);
    const link: PaymentLink = {
      code: shortCode(randomBytes(8)),
      accountId: principal.accountId,
      appId: body.app_id,
      livemode: body.livemode,
      amount: body.amount,
      currency: body.currency ?? environment().defaultCurrency,
      description: body.description ?? null,
      active: body.active,
      checkoutsCount: 0,
      verifiedCount: 0,
      createdAt: now,
    };
    const answer = presentLink(link);
    const commit = await transact(table(), [
      accountIsOpenCheck(principal.accountId),
      appIsAliveCheck(principal.accountId, body.app_id),
      newLinkWrite(link),
      audit(principal, "payment_link.created", answer.id, now),
      ...idempotency.completes(201, answer),
    ]);
    if (isRefused(commit, "living app")) throw notFound("app");
    assertCommitted(commit);
    return reply(201, answer);
  },
);

export const deletePaymentLink = dashboardEndpoint(
  routes.deleteReusableLink,
  async ({ principal, params, now }) => {
    const link = await loadLink(principal, params.id);
    const commit = await transact(table(), [
      removeLinkWrite(link.code),
      audit(principal, "payment_link.deleted", params.id, now),
    ]);
    if (!commit.committed) throw notFound("payment link");
    return reply(204, null);
  },
);

export const listPaymentLinks = dashboardEndpoint(
  routes.listReusableLinks,
  async ({ principal, query }) => {
    const { app_id: appId = null, ...page } = query;
    const links = await queryPaymentLinks(table(), principal.accountId, appId, page);
    return reply(200, presentPage(links, presentLink));
  },
);

export const readPaymentLink = dashboardEndpoint(
  routes.readReusableLink,
  async ({ principal, params }) => reply(200, presentLink(await loadLink(principal, params.id))),
);

export const shareCheckout = idempotentEndpoint(
  routes.shareCheckout,
  async ({ principal, params }) => {
    const checkout = await loadForMember(principal, params.id);
    requireMode(principal, checkout.livemode);
    const url = shortUrl(await share(checkout));
    return reply(200, { object: "short_link", checkout_id: checkout.id, url });
  },
);

export const updatePaymentLink = dashboardEndpoint(
  routes.updateReusableLink,
  async ({ principal, params, body, now }) => {
    const link = await loadLink(principal, params.id);
    const change: LinkChange = {
      ...(body.amount === undefined ? {} : { amount: body.amount }),
      ...(body.description === undefined ? {} : { description: body.description }),
      ...(body.active === undefined ? {} : { active: body.active }),
    };
    const commit = await transact(table(), [
      changeLinkWrite(link.code, change),
      audit(principal, "payment_link.changed", params.id, now),
    ]);
    if (!commit.committed) throw notFound("payment link");
    return reply(200, presentLink({ ...link, ...change }));
  },
);
