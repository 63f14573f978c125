import type { MemberRole } from "../../domain/user.ts";
import { SERVICE_ACCOUNT } from "../../store/issues.ts";
import type { Table, Write } from "../../store/transact.ts";
import { audit as entry } from "../events/audit.ts";

/** Who operates the service: a member of an operator's account in the console, or a person with the command line. */
export type Operator =
  | {
      readonly accountId: string;
      readonly userId: string;
      readonly role: MemberRole;
    }
  | { readonly name: string };

/** A change by an operator: what every one of them needs. */
export interface OperatorAction {
  readonly table: Table;
  readonly by: Operator;
  /** Why; kept in the audit log. */
  readonly reason: string;
  /** ms */
  readonly now: number;
}

/** What an account's audit log calls an operator of the console, whose own account's log names them. */
const CONSOLE = "operator:console";

/**
 * The audit entries of an action: in the operator's account, and in that of `accountId`, null for an action on none; the
 * command line, which has no account, then writes to the one of the service. Belong in the transaction of the action.
 */
export function operatorAudit(
  { by, reason, now }: Omit<OperatorAction, "table">,
  action: string,
  { accountId, objectId }: { readonly accountId: string | null; readonly objectId: string },
  detail?: string,
): readonly Write[] {
  const note = detail === undefined ? reason : `${detail}: ${reason}`;
  if ("name" in by) {
    const who = { accountId: accountId ?? SERVICE_ACCOUNT, actor: `operator:${by.name}` };
    return [entry(who, action, objectId, now, note)];
  }
  const own = entry(by, action, accountId ?? objectId, now, note);
  // The operator's own account: one entry says it all.
  if (accountId === null || accountId === by.accountId) return [own];
  return [entry({ accountId, actor: CONSOLE }, action, objectId, now, note), own];
}
