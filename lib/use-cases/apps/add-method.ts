import type * as z from "zod";
import type { createPaymentMethodBody } from "../../contract/schemas/app.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { accountFault } from "../../providers/account-rules.ts";
import { appIsAliveCheck } from "../../store/apps.ts";
import { newMethodWrites, type StoredMethod } from "../../store/payment-methods.ts";
import { isRefused, transact, type Write } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { acceptedProviders } from "../banks/accepted-providers.ts";
import { loadApp } from "./load-app.ts";
import { methodsSharing, sharedNumberIssues } from "./shared-number.ts";

/** One query reads them all. */
const MAX_METHODS = 50;

interface Addition {
  readonly who: UserPrincipal;
  readonly appId: number;
  readonly body: z.output<typeof createPaymentMethodBody>;
  readonly now: number;
  readonly alongside: (method: StoredMethod, isShared: boolean) => readonly Write[];
}

/**
 * Adds a receiving account to an app. A number that another account uses too is allowed (a partner, a second
 * login), but both owners are notified, because it may be a mistake or fraud.
 *
 * @throws ServiceError `not_found`, `invalid_request`, `conflict` (the app has it)
 */
export async function addMethod(addition: Addition) {
  const { who, appId, body, now } = addition;
  const { methods } = await loadApp(who, appId);
  if (!acceptedProviders(true).includes(body.provider)) {
    throw invalidField("provider", "is not available");
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
    accountNumber: storedNumber(body.provider, body.account_number),
    label: body.label ?? null,
    instructions: body.instructions ?? null,
    enabled: body.enabled,
    position: body.position ?? Math.min(last + 1, 1000),
    createdAt: now,
  };
  const others = await methodsSharing(method);
  const commit = await transact(table(), [
    appIsAliveCheck(who.accountId, appId),
    ...newMethodWrites(method),
    ...sharedNumberIssues(method, others, now),
    audit(who, "payment_method.created", method.id, now),
    ...addition.alongside(method, others.length > 0),
  ]);
  if (!commit.committed) {
    if (isRefused(commit, "living app")) throw notFound("app");
    if (isRefused(commit, "number")) {
      throw new ServiceError(
        "conflict",
        "The app already has a payment method with this account number.",
      );
    }
    assertCommitted(commit);
  }
  if (others.length > 0) log("warn", "receiving account shared", { account_id: who.accountId });
  return { method, isShared: others.length > 0 };
}

/** Without spaces and dashes; what a merchant wrote for manual payments, such as an address, stays readable. */
export function storedNumber(provider: ProviderId, accountNumber: string): string {
  return provider === "manual"
    ? accountNumber.trim().replaceAll(/\s+/g, " ")
    : accountNumber.replaceAll(/[\s-]/g, "");
}
