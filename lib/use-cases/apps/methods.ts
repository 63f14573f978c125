import type * as z from "zod";
import type {
  createPaymentMethodBody,
  updatePaymentMethodBody,
} from "../../contract/schemas/app.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import type { ProviderId } from "../../domain/provider.ts";
import { assertCommitted, lostRace } from "../../pipeline/assert-committed.ts";
import { randomBytes, table } from "../../pipeline/deps.ts";
import { log } from "../../pipeline/log.ts";
import type { UserPrincipal } from "../../pipeline/principal.ts";
import { accountFault } from "../../providers/facts.ts";
import { oneMoreWrite } from "../../store/apps.ts";
import { issueWrite, resolveIssueWrite, SERVICE_ACCOUNT } from "../../store/issues.ts";
import {
  changeMethodWrites,
  type MethodChange,
  methodsOfNumber,
  newMethodWrites,
  numberMark,
  removeMethodWrites,
  type StoredMethod,
} from "../../store/payment-methods.ts";
import { isRefused, LOST, optimistically, transact, type Write } from "../../store/transact.ts";
import { acceptedProviders } from "../banks/providers.ts";
import { announceReceivingAccount } from "../events/announce.ts";
import { audit } from "../events/audit.ts";
import { loadApp, loadMethod, SHARED } from "./app.ts";

/** Maximum of other accounts to notify. */
const MAX_NOTIFIED = 5;

/** Payment methods with the same number in other accounts, one per account, at most five. */
export async function methodsSharing(method: StoredMethod): Promise<StoredMethod[]> {
  const all = await methodsOfNumber(table(), method, 100);
  const others = new Map(
    all
      .filter(({ accountId }) => accountId !== method.accountId)
      .map((other) => [other.accountId, other]),
  );
  return [...others.values()].slice(0, MAX_NOTIFIED);
}

/**
 * Ends the issues about a method that gives up its number, unless its next one `isShared` too, and about the others that
 * have it if they are of one account.
 */
async function endedSharing(method: StoredMethod, isShared: boolean): Promise<Write[]> {
  const left = (await methodsOfNumber(table(), method, 100)).filter(({ id }) => id !== method.id);
  const areOfOne = new Set(left.map(({ accountId }) => accountId)).size === 1;
  const ended = [...(isShared ? [] : [method]), ...(areOfOne ? left.slice(0, MAX_NOTIFIED) : [])];
  return ended.flatMap(({ id: objectId, accountId }) =>
    [accountId, SERVICE_ACCOUNT].map((each) =>
      resolveIssueWrite({ accountId: each, kind: SHARED, objectId }),
    ),
  );
}

/** Issues for all owners and for the operator. */
export function sharedNumberIssues(
  method: StoredMethod,
  others: readonly StoredMethod[],
  at: number,
): Write[] {
  if (others.length === 0) return [];
  const notified = [method, ...others, { ...method, accountId: SERVICE_ACCOUNT, appId: null }];
  return notified.map(({ id, accountId, appId }) => {
    return issueWrite({
      kind: SHARED,
      objectId: id,
      accountId,
      appId,
      message: "Another account of this service receives payments into the same number.",
      at,
    });
  });
}

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
  const { app, methods } = await loadApp(who, appId);
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
  await announceReceivingAccount(who.accountId, appId, `${method.id}#${now}`);
  const commit = await transact(table(), [
    oneMoreWrite(app, MAX_METHODS - methods.length),
    ...newMethodWrites(method),
    ...sharedNumberIssues(method, others, now),
    audit(who, "payment_method.created", method.id, now),
    ...addition.alongside(method, others.length > 0),
  ]);
  if (!commit.committed) {
    if (isRefused(commit, "living app")) await loadApp(who, appId);
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
    await announceReceivingAccount(who.accountId, appId, `${method.id}#${now}`);
    const commit = await transact(table(), [
      ...removeMethodWrites(method),
      ...(await endedSharing(method, false)),
      audit(who, "payment_method.deleted", method.id, now),
    ]);
    return commit.committed ? null : LOST;
  });
  if (removed === LOST) throw lostRace();
}

/**
 * Whether a change is of what customers read before they pay. The texts beside the number count too: they could name another
 * account.
 */
export function tellsWhereToPay({
  account_name,
  account_number,
  label,
  instructions,
}: Body): boolean {
  return [account_name, account_number, label, instructions].some((one) => one !== undefined);
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
  // In another spelling, it is shared as before.
  const isRenumbered = numberMark(changed).sk !== numberMark(method).sk;
  const others = isRenumbered ? await methodsSharing(changed) : [];
  if (tellsWhereToPay(body) || body.enabled !== undefined)
    await announceReceivingAccount(who.accountId, appId, `${method.id}#${now}`);
  const commit = await transact(table(), [
    ...changeMethodWrites(method, change),
    ...(isRenumbered ? await endedSharing(method, others.length > 0) : []),
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
