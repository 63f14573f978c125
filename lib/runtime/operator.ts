import { createHash } from "node:crypto";
import { ServiceError } from "../domain/errors.ts";
import { derivedId, newId } from "../domain/ids.ts";
import { type Balance, decideAdjust, decideGrant } from "../domain/ledger.ts";
import { auditWrite } from "../store/audit.ts";
import { getBalance, grantWrites } from "../store/credits.ts";
import { type Table, transact } from "../store/transact.ts";
import { accountIsOpenCheck } from "../store/users.ts";
import { randomBytes } from "./deps.ts";

/** What an operator does to an account's credits by hand. */
export interface CreditsByHand {
  readonly accountId: string;
  readonly kind: "grant" | "adjust";
  /** Whole; negative only in an adjustment. */
  readonly credits: number;
  /** The operator's name, for the audit log. */
  readonly by: string;
  readonly note: string;
  /** The same reference on the same day (UTC) acts once, e.g. an invoice's number; null: acts each time. */
  readonly reference: string | null;
  readonly now: number;
}

const DAY_MS = 86_400_000;

/**
 * Grants or adjusts credits, with an entry in ledger and audit log.
 *
 * @throws ServiceError `invalid_request` for credits out of bounds, `insufficient_credits` below zero,
 * `not_found` for no open account, `conflict` for a reference that was used today
 */
export async function changeCredits(table: Table, change: CreditsByHand): Promise<Balance> {
  const { accountId, kind, credits, by, note, now } = change;
  const before = await getBalance(table, accountId);
  const decision = (kind === "grant" ? decideGrant : decideAdjust)(before, credits);
  if (!decision.ok) throw refused(decision.refusal);
  const id = entryId(change);
  const commit = await transact(table, [
    accountIsOpenCheck(accountId),
    ...grantWrites({ id, accountId, kind, credits, source: "operator", note, createdAt: now }),
    auditWrite({
      id: newId("aud_", now, randomBytes(10)),
      accountId,
      actor: `operator:${by}`,
      action: kind === "grant" ? "credits.granted" : "credits.adjusted",
      objectId: id,
      note: `${credits}: ${note}`,
      at: now,
    }),
  ]);
  if (!commit.committed) throw refused(commit.failed[0] ?? "");
  return getBalance(table, accountId);
}

function entryId({ accountId, reference, now }: CreditsByHand): string {
  if (reference === null) return newId("led_", now, randomBytes(10));
  const day = Math.floor(now / DAY_MS) * DAY_MS;
  const digest = createHash("sha256").update(`${accountId}\n${reference}`).digest();
  return derivedId("led_", day, digest);
}

function refused(why: string): ServiceError {
  switch (why) {
    case "open account":
      return new ServiceError("not_found", "There is no open account of this id.");
    case "ledger":
      return new ServiceError("conflict", "This reference was used today already.");
    case "credits":
    case "insufficient_credits":
      return new ServiceError("insufficient_credits", "The balance would fall below zero.");
    default:
      return new ServiceError("invalid_request", "The number of credits is out of bounds.");
  }
}
