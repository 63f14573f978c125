import * as routes from "../../lib/contract/routes/platform-checkouts.ts";
import { modeOf } from "../../lib/domain/checkout.ts";
import { assertCommitted } from "../../lib/pipeline/assert-committed.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint, requirePermission } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { type IdempotentRequest, idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { appIsAliveCheck } from "../../lib/store/apps.ts";
import type { PageRequest } from "../../lib/store/cursor.ts";
import { transact, type Write } from "../../lib/store/transact.ts";
import { accountIsOpenCheck } from "../../lib/store/users.ts";
import { visibleSources } from "../../lib/use-cases/bank-notices/manage.ts";
import { cancelCheckout as cancel } from "../../lib/use-cases/checkouts/change.ts";
import { createCheckout as create } from "../../lib/use-cases/checkouts/create.ts";
import { exportPart, filterOf, onePage, partHeaders } from "../../lib/use-cases/checkouts/list.ts";
import {
  loadForDecision,
  loadForMember,
  requireMode,
} from "../../lib/use-cases/checkouts/member-view.ts";
import {
  presentCheckout,
  presentHistory,
  readHistory,
} from "../../lib/use-cases/checkouts/present.ts";
import { audit } from "../../lib/use-cases/events/audit.ts";
import {
  approveCheckout as approve,
  type ManualDecision,
  rejectCheckout as reject,
  releasePayment as release,
} from "../../lib/use-cases/verification/decisions.ts";

export const approveCheckout = idempotentEndpoint(routes.approveCheckout, async (request) => {
  const { principal, params, body, now } = request;
  const entry = audit(principal, "checkout.approved", params.id, now, body.reason);
  return reply(200, presentCheckout(await approve(decisionOf(request, entry)), now));
});

export const cancelCheckout = idempotentEndpoint(
  routes.cancelCheckout,
  async ({ principal, params, idempotency, now }) => {
    const canceled = await cancel(
      () => loadForMember(principal, params.id),
      now,
      (after) => [
        audit(principal, "checkout.canceled", after.id, now),
        ...idempotency.completes(200, presentCheckout(after, now)),
      ],
    );
    return reply(200, presentCheckout(canceled, now));
  },
);

export const createCheckout = idempotentEndpoint(
  routes.createPaymentLink,
  async ({ principal, body, idempotency, now }) => {
    requireMode(principal, body.livemode);
    const checkout = await create({
      accountId: principal.accountId,
      appId: body.app_id,
      mode: modeOf(body.livemode),
      createdBy: principal.userId,
      body,
      now,
      alongside: (created) => [
        // Unlike a key, an access token is valid for minutes after its account is closed.
        accountIsOpenCheck(principal.accountId),
        appIsAliveCheck(principal.accountId, body.app_id),
        audit(principal, "checkout.created", created.id, now),
        ...idempotency.completes(201, presentCheckout(created, now)),
      ],
    });
    return reply(201, presentCheckout(checkout, now));
  },
);

export const listCheckouts = dashboardEndpoint(
  routes.listCheckouts,
  async ({ principal, query, now }) => {
    const filter = await filterOf(principal, query, now);
    if (query.format === "csv") requirePermission(principal, "reports");
    const read = (page: PageRequest) => onePage(principal, filter, query, page, now);
    if (query.format === "csv") {
      const { csv, nextCursor } = await exportPart(read, query.cursor, now);
      // Customers' names leave the service, so the audit log names the member who exported them.
      const exported = audit(principal, "payments.exported", principal.accountId, now);
      assertCommitted(await transact(table(), [exported]));
      return reply(200, csv, {
        headers: partHeaders(query, nextCursor, environment().publicBaseUrl),
      });
    }
    const page = await read(query);
    return reply(
      200,
      presentPage(page, (checkout) => presentCheckout(checkout, now)),
    );
  },
);

export const readCheckout = dashboardEndpoint(
  routes.readCheckout,
  async ({ principal, params, now }) => {
    const checkout = await loadForMember(principal, params.id);
    const history = await readHistory(checkout, now, await visibleSources(principal));
    return reply(200, presentHistory(checkout, history, now));
  },
);

export const rejectCheckout = idempotentEndpoint(routes.rejectCheckout, async (request) => {
  const { principal, params, body, now } = request;
  const entry = audit(principal, "checkout.rejected", params.id, now, body.reason);
  return reply(200, presentCheckout(await reject(decisionOf(request, entry)), now));
});

export const releasePayment = idempotentEndpoint(routes.releasePayment, async (request) => {
  const { principal, params, body, now } = request;
  const note = `${body.provider} ${body.reference}: ${body.reason}`;
  const entry = audit(principal, "payment.released", params.id, now, note);
  return reply(200, presentCheckout(await release(decisionOf(request, entry), body), now));
});

type DecisionRequest = Pick<
  IdempotentRequest<typeof routes.rejectCheckout>,
  "principal" | "params" | "body" | "idempotency" | "now"
>;

/** A member's decision with its entry in the audit log and its response for repetitions. */
function decisionOf(
  { principal, params, body, idempotency, now }: DecisionRequest,
  entry: Write,
): ManualDecision {
  return {
    load: () => loadForDecision(principal, params.id),
    by: principal.userId,
    reason: body.reason,
    sequence: body.sequence,
    now,
    alongside: (after) => [entry, ...idempotency.completes(200, presentCheckout(after, now))],
  };
}
