import * as routes from "../../lib/contract/routes/v1.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { parseInstant } from "../../lib/domain/instant.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { keyEndpoint } from "../../lib/pipeline/endpoint.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { presentPage } from "../../lib/pipeline/present-page.ts";
import { mayRead } from "../../lib/pipeline/principal.ts";
import { listAttempts as queryAttempts } from "../../lib/store/attempts.ts";
import { listCheckouts as queryCheckouts } from "../../lib/store/checkout-lists.ts";
import * as change from "../../lib/use-cases/checkouts/change.ts";
import { createCheckout as create } from "../../lib/use-cases/checkouts/create.ts";
import { appOf, loadCheckout } from "../../lib/use-cases/checkouts/load.ts";
import { presentAttempt, presentCheckout } from "../../lib/use-cases/checkouts/present.ts";
import { presentVerification, submitInput } from "../../lib/use-cases/verification/submit.ts";

export const cancelCheckout = idempotentEndpoint(
  routes.cancelCheckout,
  async ({ principal, params, idempotency, now }) => {
    const load = () => loadCheckout(principal, params.id);
    const canceled = await change.cancelCheckout(load, now, (after) =>
      idempotency.completes(200, presentCheckout(after, now)),
    );
    return reply(200, presentCheckout(canceled, now));
  },
);

export const createCheckout = idempotentEndpoint(
  routes.createCheckout,
  async ({ principal, body, idempotency, now }) => {
    const checkout = await create({
      accountId: principal.accountId,
      appId: appOf(principal, body.app_id),
      mode: principal.mode,
      body,
      now,
      alongside: (created) => idempotency.completes(201, presentCheckout(created, now)),
    });
    return reply(201, presentCheckout(checkout, now));
  },
);

export const listAttempts = keyEndpoint(
  routes.listAttempts,
  async ({ principal, params, query }) => {
    const checkout = await loadCheckout(principal, params.id);
    const page = await queryAttempts(table(), checkout, query);
    const attempts = presentPage(page, (attempt) => presentAttempt(attempt, checkout));
    return reply(200, attempts);
  },
);

export const listCheckouts = keyEndpoint(
  routes.listCheckouts,
  async ({ principal, query, now }) => {
    const { accountId, mode } = principal;
    const appId = query.app_id ?? principal.appId;
    if (!mayRead(principal, { accountId, appId, livemode: mode === "live" })) throw notFound("app");
    const page = await queryCheckouts(
      table(),
      {
        accountId,
        mode,
        appId,
        status: query.status,
        clientReference: query.client_reference,
        createdFrom: parseInstant(query.created_gte),
        createdBefore: parseInstant(query.created_lt),
      },
      query,
      now,
    );
    const checkouts = presentPage(page, (checkout) => presentCheckout(checkout, now));
    return reply(200, checkouts);
  },
);

export const readCheckout = keyEndpoint(routes.readCheckout, async ({ principal, params, now }) => {
  const checkout = await loadCheckout(principal, params.id);
  return reply(200, presentCheckout(checkout, now));
});

export const updateCheckout = keyEndpoint(
  routes.updateCheckout,
  async ({ principal, params, body, now }) => {
    const load = () => loadCheckout(principal, params.id);
    const updated = await change.updateCheckout(load, body, now);
    return reply(200, presentCheckout(updated, now));
  },
);

export const verifyCheckout = idempotentEndpoint(
  routes.verifyCheckout,
  async ({ principal, params, body }) => {
    const checkout = await loadCheckout(principal, params.id);
    const state = await submitInput(checkout, body);
    return presentVerification(state, presentCheckout);
  },
);
