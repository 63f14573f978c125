import type * as z from "zod";
import type { updatePaymentMethodBody } from "../../contract/schemas/app.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { accountFault } from "../../providers/account-rules.ts";
import { LOST, optimistically } from "../../store/optimistic.ts";
import {
  changeMethodWrites,
  type MethodChange,
  removeMethodWrites,
  type StoredMethod,
} from "../../store/payment-methods.ts";
import { isRefused, transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { storedNumber } from "./add-method.ts";
import { loadMethod } from "./load-app.ts";
import { methodsSharing, sharedNumberIssues } from "./shared-number.ts";

type Body = z.output<typeof updatePaymentMethodBody>;

interface MethodPath {
  readonly app_id: number;
  readonly id: string;
}

/**
 * Changes a payment method. A new number is validated like that of a new method, and the owners of other accounts
 * that use it are notified. Open checkouts keep the old number.
 *
 * @throws ServiceError `not_found`, `invalid_request`, `conflict` (the app has this number)
 */
export async function changeMethod(
  who: UserPrincipal,
  path: MethodPath,
  body: Body,
  now: number,
): Promise<StoredMethod> {
  const changed = await optimistically(() => changeOnce(who, path, body, now));
  if (changed === LOST) throw lostRace();
  return changed;
}

/** Removes a payment method. @throws ServiceError `not_found` */
export async function removeMethod(
  who: UserPrincipal,
  { app_id: appId, id }: MethodPath,
  now: number,
): Promise<void> {
  const removed = await optimistically(async () => {
    const { method } = await loadMethod(who, appId, id);
    const commit = await transact(table(), [
      ...removeMethodWrites(method),
      audit(who, "payment_method.deleted", method.id, now),
    ]);
    return commit.committed ? null : LOST;
  });
  if (removed === LOST) throw lostRace();
}

async function changeOnce(
  who: UserPrincipal,
  { app_id: appId, id }: MethodPath,
  body: Body,
  now: number,
): Promise<StoredMethod | typeof LOST> {
  const { method } = await loadMethod(who, appId, id);
  const change = changeOf(method.provider, body);
  const changed = { ...method, ...change };
  const fault =
    change.accountNumber === undefined ? null : accountFault(method.provider, change.accountNumber);
  if (fault !== null) throw invalidField("account_number", fault);
  const isRenumbered = changed.accountNumber !== method.accountNumber;
  const others = isRenumbered ? await methodsSharing(changed) : [];
  const commit = await transact(table(), [
    ...changeMethodWrites(method, change),
    ...sharedNumberIssues(changed, others, now),
    audit(who, "payment_method.updated", method.id, now, Object.keys(body).join(", ")),
  ]);
  if (!commit.committed) {
    // It was removed or got another number since it was read.
    if (isRefused(commit, "method")) return LOST;
    if (isRefused(commit, "number")) {
      throw new ServiceError(
        "conflict",
        "The app already has a payment method with this account number.",
      );
    }
    assertCommitted(commit);
  }
  return changed;
}

/** The fields in the request, under their stored names. */
function changeOf(provider: ProviderId, body: Body): MethodChange {
  const {
    account_name: accountName,
    account_number,
    label,
    instructions,
    enabled,
    position,
  } = body;
  return {
    ...(accountName === undefined ? {} : { accountName }),
    ...(account_number === undefined
      ? {}
      : { accountNumber: storedNumber(provider, account_number) }),
    ...(label === undefined ? {} : { label }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(position === undefined ? {} : { position }),
  };
}
