import { team } from "virtual:endpoints";
import type { Answer } from "../../../../lib/contract/client-types.ts";
import { useApi } from "../query.ts";
import { useUser } from "../use-session.ts";

export type Membership = Answer<typeof team.listMemberships>["data"][number];

/** The user's accounts. The session learns of another role in the account in use before this list is read again. */
export function useMemberships(): readonly Membership[] {
  const { account_id: accountId, role } = useUser();
  const memberships = useApi(team.listMemberships, {}).data?.data ?? [];
  return memberships.map((one) => (one.account_id === accountId ? { ...one, role } : one));
}
