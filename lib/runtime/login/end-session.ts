import { newId } from "../../domain/ids.ts";
import { judgeToken } from "../../domain/session.ts";
import { auditWrite } from "../../store/audit.ts";
import { getSession, revokeSession, revokeSessionsOf } from "../../store/sessions.ts";
import { transact } from "../../store/transact.ts";
import { randomBytes, table } from "../deps.ts";
import { hashesOf, type RefreshToken } from "./refresh-token.ts";

/**
 * Ends the session of a refresh token, or with `everywhere` all of its user's. A token that is worth
 * nothing ends nothing; an older one of the family may end its own session, but not the others.
 */
export async function endSessionOf(
  token: RefreshToken,
  everywhere: boolean,
  now: number,
): Promise<void> {
  const session = await getSession(table(), token.sessionId);
  const verdict = session ? judgeToken(session, hashesOf(token), now) : "refuse";
  if (!session || verdict === "refuse") return;
  const all = everywhere && verdict !== "reuse";
  if (all) await revokeSessionsOf(table(), session.userId, now);
  await revokeSession(table(), session.id, now);
  await transact(table(), [
    auditWrite({
      id: newId("aud_", now, randomBytes(10)),
      accountId: session.accountId,
      actor: session.userId,
      action: all ? "session.all_ended" : "session.ended",
      objectId: session.id,
      at: now,
    }),
  ]);
}
