import type * as z from "zod";
import type { createPaymentMethodBody } from "../../contract/schemas/app.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { accountFault } from "../../providers/receiving-account.ts";
import {
  appIsAliveCheck,
  methodsOfNumber,
  newMethodWrites,
  type StoredMethod,
} from "../../store/apps.ts";
import { issueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import { transact, type Write } from "../../store/transact.ts";
import { audit } from "../audit.ts";
import { assertCommitted } from "../checkouts/assert-committed.ts";
import { randomBytes, table } from "../deps.ts";
import { log } from "../log.ts";
import type { UserPrincipal } from "../principal.ts";
import { acceptedProviders } from "../verification/accepted-providers.ts";
import { loadApp } from "./load-app.ts";

/** More would not help a payer, and a query reads them all. */
const MAX_METHODS = 50;
/** Other accounts with the same number that are told of it. */
const MAX_TOLD = 5;

interface Addition {
  readonly who: UserPrincipal;
  readonly appId: number;
  readonly body: z.output<typeof createPaymentMethodBody>;
  readonly now: number;
  readonly alongside: (method: StoredMethod, isShared: boolean) => readonly Write[];
}

/**
 * Adds a receiving account to an app. One that another account of the service receives into as well is
 * allowed (a partner, a second login), but both are told: it may also be a mistake or a fraud.
 *
 * @throws ServiceError `not_found`, `invalid_request`, `conflict` (stands there already)
 */
export async function addMethod(addition: Addition) {
  const { who, appId, body, now } = addition;
  const { methods } = await loadApp(who.accountId, appId);
  if (!acceptedProviders(true).includes(body.provider)) {
    throw invalidField("provider", "is not offered here");
  }
  const fault = accountFault(body.provider, body.account_number);
  if (fault !== null) throw invalidField("account_number", fault);
  if (methods.length >= MAX_METHODS) {
    throw new ServiceError("conflict", `An app has at most ${MAX_METHODS} payment methods.`);
  }
  const last = methods.at(-1)?.position ?? -1;
  const method: StoredMethod = {
    id: newId("pm_", now, randomBytes(10)),
    accountId: who.accountId,
    appId,
    provider: body.provider,
    accountName: body.account_name,
    accountNumber: body.account_number.replaceAll(/[\s-]/g, ""),
    label: body.label ?? null,
    instructions: body.instructions ?? null,
    enabled: body.enabled,
    position: body.position ?? Math.min(last + 1, 1000),
    createdAt: now,
  };
  const others = await othersWith(method);
  const commit = await transact(table(), [
    appIsAliveCheck(who.accountId, appId),
    ...newMethodWrites(method),
    ...sharedNumberIssues(method, others, now),
    audit(who, "payment_method.created", method.id, now),
    ...addition.alongside(method, others.length > 0),
  ]);
  if (!commit.committed) {
    if (commit.failed.includes("living app")) throw notFound("app");
    if (commit.failed.includes("number")) {
      throw new ServiceError("conflict", "This account is a payment method of the app already.");
    }
    assertCommitted(commit);
  }
  if (others.length > 0) log("warn", "receiving account shared", { account_id: who.accountId });
  return { method, isShared: others.length > 0 };
}

/** One registration of each other account. */
async function othersWith(method: StoredMethod): Promise<StoredMethod[]> {
  const all = await methodsOfNumber(table(), method, 100);
  const others = new Map(
    all
      .filter(({ accountId }) => accountId !== method.accountId)
      .map((other) => [other.accountId, other]),
  );
  return [...others.values()].slice(0, MAX_TOLD);
}

function sharedNumberIssues(
  method: StoredMethod,
  others: readonly StoredMethod[],
  at: number,
): Write[] {
  if (others.length === 0) return [];
  // Both owners, and those who run the service.
  const told = [method, ...others, { ...method, accountId: SERVICE_ACCOUNT, appId: null }];
  return told.map(({ id, accountId, appId }) => {
    const write = issueWrite({
      kind: "receiver_shared",
      objectId: id,
      accountId,
      appId,
      message: "Another account of this service receives payments into the same number.",
      at,
    });
    return { ...write, label: `${write.label} ${accountId}` };
  });
}
