import { createReusableLink } from "../../lib/contract/routes/platform-links.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { type PaymentLink, shortCode } from "../../lib/domain/payment-link.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { randomBytes, table } from "../../lib/pipeline/deps.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import { newLinkWrite } from "../../lib/store/payment-links.ts";
import { isRefused, transact } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { requireMode } from "../../lib/use-cases/checkouts/member-view.ts";
import { presentLink } from "../../lib/use-cases/checkouts/payment-link.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";

export const handler = idempotentEndpoint(
  createReusableLink,
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
