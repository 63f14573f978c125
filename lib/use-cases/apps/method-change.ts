import type * as z from "zod";
import type { updatePaymentMethodBody } from "../../contract/schemas/app.ts";
import { invalidField, notFound, ServiceError } from "../../domain/errors.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { assertCommitted } from "../../pipeline/assert-committed.ts";
import { table } from "../../pipeline/deps.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { accountFault } from "../../providers/account-rules.ts";
import {
  changeMethodWrites,
  type MethodChange,
  type StoredMethod,
} from "../../store/payment-methods.ts";
import { isRefused, transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { storedNumber } from "./add-method.ts";
import { loadMethod } from "./load-app.ts";
import { methodsSharing, sharedNumberIssues } from "./shared-number.ts";

type Body = z.output<typeof updatePaymentMethodBody>;

/**
 * Changes a payment method. A new number is validated like that of a new method, and the owners of other accounts
 * that use it are notified. Open checkouts keep the old number.
 *
 * @throws ServiceError `not_found`, `invalid_request`, `conflict` (the app has this number)
 */
export async function changeMethod(
  who: UserPrincipal,
  { app_id: appId, id }: { readonly app_id: number; readonly id: string },
  body: Body,
  now: number,
): Promise<StoredMethod> {
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
    if (isRefused(commit, "method")) throw notFound("payment method");
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
