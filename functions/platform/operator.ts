import { operatingAccounts } from "../../lib/contract/roles.ts";
import * as routes from "../../lib/contract/routes/platform-operator.ts";
import { DEAD_QUEUES } from "../../lib/contract/schemas/operator.ts";
import { notFound } from "../../lib/domain/errors.ts";
import { isId } from "../../lib/domain/ids.ts";
import { instant } from "../../lib/domain/instant.ts";
import { table } from "../../lib/pipeline/deps.ts";
import { dashboardEndpoint } from "../../lib/pipeline/endpoint.ts";
import { environment } from "../../lib/pipeline/environment.ts";
import { reply } from "../../lib/pipeline/http.ts";
import { idempotentEndpoint } from "../../lib/pipeline/idempotent.ts";
import { logUnreadable } from "../../lib/pipeline/log.ts";
import { presentFirst, presentPage } from "../../lib/pipeline/present-page.ts";
import { unreadablePagesOf } from "../../lib/store/banks.ts";
import { phoneIn } from "../../lib/use-cases/login/phone.ts";
import {
  type AccountSearch,
  closeAnyAccount,
  findAccounts as searchAccounts,
} from "../../lib/use-cases/operator/accounts.ts";
import {
  ALL_BANKS,
  bankReports,
  switchBank as switchTheBank,
} from "../../lib/use-cases/operator/banks.ts";
import {
  changeShards,
  changeCredits as changeTheCredits,
} from "../../lib/use-cases/operator/change-credits.ts";
import {
  countDeadLetters,
  deployedQueues,
  lookAtDeadLetters,
  replayDeadLetters as sendBackLetters,
  sourceOf,
} from "../../lib/use-cases/operator/dead-letters.ts";
import {
  presentAccountNow,
  presentBank,
  presentFound,
  presentOperations,
} from "../../lib/use-cases/operator/present.ts";
import { serviceReport } from "../../lib/use-cases/operator/report.ts";
import { changeSuspension, ownOutbox } from "../../lib/use-cases/operator/suspend-account.ts";

export const listBanks = dashboardEndpoint(routes.listBanks, async ({ now }) => {
  const { config } = environment();
  const reports = await bankReports(table(), ALL_BANKS, now, logUnreadable);
  const banks = reports.map((report) => presentBank(report, config));
  return reply(200, presentFirst(banks, banks.length));
});

export const switchBank = dashboardEndpoint(
  routes.switchBank,
  async ({ principal, params, body, now }) => {
    const { provider } = params;
    if (!ALL_BANKS.includes(provider)) throw notFound("bank");
    const action = { table: table(), by: principal, reason: body.reason, now };
    const breaker = await switchTheBank(action, provider, body.enabled);
    const unreadable = await unreadablePagesOf(table(), provider, now, logUnreadable);
    return reply(200, presentBank({ provider, breaker, unreadable }, environment().config));
  },
);

export const findAccounts = dashboardEndpoint(routes.findAccounts, async ({ query }) =>
  reply(
    200,
    presentPage(await searchAccounts(table(), searchOf(query), logUnreadable), presentFound),
  ),
);

function searchOf({ search, cursor }: { search: string; cursor?: string | undefined }) {
  const text = search.trim();
  if (isId("acc_", text)) return { by: "id", id: text } satisfies AccountSearch;
  // A shop may be named with digits, too.
  const phone = /^[+0-9 ().-]{7,32}$/.test(text) ? phoneIn(text) : null;
  if (phone !== null) return { by: "phone", phone: phone.number } satisfies AccountSearch;
  return { by: "name", name: text, cursor } satisfies AccountSearch;
}

export const inspectAccount = dashboardEndpoint(routes.inspectAccount, async ({ params, now }) =>
  reply(200, await presentAccountNow(params.id, now)),
);

export const changeCredits = idempotentEndpoint(
  routes.changeCredits,
  async ({ principal, params, body, headers, now }) => {
    const { credits, reason } = body;
    // After a crash, a repeated request is refused, and grants nothing again.
    const reference = body.reference ?? headers["idempotency-key"] ?? null;
    await changeTheCredits(table(), {
      accountId: params.id,
      kind: credits > 0 ? "grant" : "adjust",
      ...{ credits, reference, reason, now },
      by: principal,
    });
    return reply(200, await presentAccountNow(params.id, now));
  },
);

export const changeLimits = dashboardEndpoint(
  routes.changeLimits,
  async ({ principal, params, body, now }) => {
    await changeShards(table(), {
      accountId: params.id,
      shards: body.balance_shards,
      ...{ by: principal, reason: body.reason, now },
    });
    return reply(200, await presentAccountNow(params.id, now));
  },
);

export const suspendAccount = dashboardEndpoint(
  routes.suspendAccount,
  async ({ principal, params, body, now }) => {
    const kept = operatingAccounts(environment().config);
    const action = { table: table(), by: principal, now, kept, accountId: params.id };
    await changeSuspension({ ...action, ...body }, ownOutbox());
    return reply(200, await presentAccountNow(params.id, now));
  },
);

export const endAccount = idempotentEndpoint(
  routes.endAccount,
  async ({ principal, params, body, now }) => {
    const action = { table: table(), by: principal, reason: body.reason, now };
    await closeAnyAccount(action, params.id, operatingAccounts(environment().config));
    return reply(200, await presentAccountNow(params.id, now));
  },
);

export const listDeadQueues = dashboardEndpoint(routes.listDeadQueues, async () => {
  const counts = await countDeadLetters(deployedQueues(), DEAD_QUEUES);
  const shown = counts.map(({ queue, letters }) => ({
    queue,
    object: "dead_queue" as const,
    letters,
    replayable: sourceOf(queue) !== null,
  }));
  return reply(200, presentFirst(shown, shown.length));
});

export const listDeadLetters = dashboardEndpoint(routes.listDeadLetters, async ({ params }) => {
  const letters = await lookAtDeadLetters(deployedQueues(), params.queue);
  const shown = letters.map(({ id, sentAt, body }) => ({
    id,
    object: "dead_letter" as const,
    sent_at: instant(sentAt),
    body,
  }));
  return reply(200, presentFirst(shown, shown.length));
});

export const replayDeadLetters = idempotentEndpoint(
  routes.replayDeadLetters,
  async ({ principal, params, body, now }) => {
    const action = { table: table(), by: principal, reason: body.reason, now };
    const id = body.id ?? null;
    const letters = await sendBackLetters(action, deployedQueues(), params.queue, id);
    return reply(200, { object: "replay", letters });
  },
);

export const readOperations = dashboardEndpoint(routes.readOperations, async ({ now }) => {
  const report = await serviceReport(table(), environment().config.smsPrice, now, logUnreadable);
  return reply(200, presentOperations(report));
});
