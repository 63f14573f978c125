import { dayOf, startOfDay } from "../../contract/days.ts";
import { grantOf } from "../../contract/roles.ts";
import type { Checkout } from "../../domain/checkout.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { now, table } from "../../pipeline/deps.ts";
import { environment } from "../../pipeline/environment.ts";
import type { Principal, UserPrincipal } from "../../pipeline/principal.ts";
import { getAccount } from "../../store/users.ts";
import { loadCheckout } from "./load.ts";

/** Whether a member's role shows them a checkout of their account: a cashier sees their own and those of today. */
export function maySee(principal: Principal, checkout: Checkout, at: number): boolean {
  if (principal.kind === "key") return true;
  const grant = grantOf(principal.role, "checkouts.read");
  if (grant === true) return true;
  return (
    grant === "own_and_today" &&
    (checkout.createdBy === principal.userId || checkout.createdAt >= startOfDay(dayOf(at)))
  );
}

/** Reads a checkout for a member of its account. @throws ServiceError `not_found` */
export async function loadForMember(principal: UserPrincipal, id: string): Promise<Checkout> {
  const checkout = await loadCheckout(principal, id);
  if (!maySee(principal, checkout, now())) throw notFound("checkout");
  return checkout;
}

/** Reads a checkout for a decision about it. @throws ServiceError `not_found`, and as `requireDecision` */
export async function loadForDecision(principal: UserPrincipal, id: string): Promise<Checkout> {
  const checkout = await loadForMember(principal, id);
  await requireDecision(principal, checkout);
  return checkout;
}

/**
 * Above the account's approval limit, and in another currency than the limit's, only an owner decides.
 *
 * @throws ServiceError `forbidden`, `not_found` for no account
 */
export async function requireDecision(
  principal: UserPrincipal,
  { amount, currency }: Pick<Checkout, "amount" | "currency">,
): Promise<void> {
  if (principal.role === "owner") return;
  const account = await getAccount(table(), principal.accountId);
  if (account === null) throw notFound("account");
  const { approvalLimit = null } = account;
  const isInCurrency = currency === environment().defaultCurrency;
  if (approvalLimit === null || (isInCurrency && amount <= approvalLimit)) return;
  throw new ServiceError("forbidden", "The amount is above the approval limit: ask an owner.");
}

/** @throws ServiceError `forbidden` for a member who creates in test mode only */
export function requireMode(principal: UserPrincipal, livemode: boolean): void {
  if (!livemode || grantOf(principal.role, "checkouts.write") === true) return;
  throw new ServiceError(
    "forbidden",
    `The role ${principal.role} can create checkouts in test mode only.`,
  );
}
