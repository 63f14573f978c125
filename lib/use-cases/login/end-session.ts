import { judgeToken } from "../../domain/session.ts";
import { table } from "../../pipeline/deps.ts";
import { getSession, revokeSession, revokeSessionsOf } from "../../store/sessions.ts";
import { transact } from "../../store/transact.ts";
import { audit } from "../audit/audit.ts";
import { hashesOf, type RefreshToken } from "./refresh-token.ts";

/**
 * Ends the session of a refresh token, or with `everywhere` all sessions of its user. An invalid token ends
 * nothing; an older token of the family ends only its own session.
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
    audit(session, all ? "session.all_ended" : "session.ended", session.id, now),
  ]);
}
