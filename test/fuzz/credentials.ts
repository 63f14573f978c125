import { randomBytes } from "node:crypto";
import { formatKey } from "../../lib/domain/keys.ts";
import type { Account, Accounts, People } from "./accounts.ts";

/** Who calls, and how the credential travels. The first two of each kind are the usual ones. */
export const CREDENTIALS = {
  "api-key": [
    "live",
    "test",
    "wide",
    "scoped",
    "other",
    "revoked",
    "expired",
    "closed",
    "forged",
    "junk",
    "none",
    "access token",
    "in query",
    "in both",
    "two that differ",
    "twice in query",
  ],
  jwt: ["owner", "other", "operator", "expired", "closed", "forged", "junk", "none", "api key"],
  none: ["none", "junk"],
} as const;
type Kind = keyof typeof CREDENTIALS;
export type Credential = (typeof CREDENTIALS)[Kind][number];

/** How a request identifies itself. */
export interface Presented {
  /** Whose data may be answered; null where the credential must be refused, or is none. */
  readonly actor: keyof People | null;
  readonly header: string | null;
  /** Values of `api_key` in the query. */
  readonly query: readonly string[];
  /** Mode of a key; null where the credential has none. */
  readonly mode: "live" | "test" | null;
}

const NOBODY: Presented = { actor: null, header: null, query: [], mode: null };
const JUNK: Presented = { ...NOBODY, header: "Bearer %00.%zz.{}" };

export function present(credential: Credential, kind: Kind, accounts: Accounts): Presented {
  if (kind === "none") return credential === "junk" ? JUNK : NOBODY;
  return kind === "jwt" ? presentToken(credential, accounts) : presentKey(credential, accounts);
}

function presentToken(credential: Credential, { people, one, dead }: Accounts): Presented {
  const bearer = (actor: Presented["actor"], token: string): Presented => ({
    ...NOBODY,
    actor,
    header: `Bearer ${token}`,
  });
  switch (credential) {
    case "owner":
      return bearer("one", people.one.token);
    case "other":
      return bearer("two", people.two.token);
    case "operator":
      return bearer("operator", people.operator.token);
    case "expired":
      return bearer(null, dead.expiredToken);
    case "closed":
      return bearer(null, dead.closedToken);
    case "forged":
      return bearer(null, withOtherSignature(people.one.token));
    case "api key":
      return bearer(null, one.keys.live);
    default:
      return credential === "junk" ? JUNK : NOBODY;
  }
}

function presentKey(credential: Credential, { people, one, two, dead }: Accounts): Presented {
  const good = ({ name, keys }: Account, which: keyof Account["keys"]): Presented => ({
    actor: name,
    header: `Bearer ${keys[which]}`,
    query: [],
    mode: which === "test" ? "test" : "live",
  });
  const refused = (text: string): Presented => ({ ...NOBODY, header: `Bearer ${text}` });
  const { live } = one.keys;
  switch (credential) {
    case "live":
    case "test":
    case "wide":
    case "scoped":
      return good(one, credential);
    case "other":
      return good(two, "live");
    case "in query":
      return { ...good(one, "live"), header: null, query: [live] };
    case "in both":
      return { ...good(one, "live"), query: [live] };
    case "two that differ":
      return { ...refused(live), query: [two.keys.live] };
    case "twice in query":
      return { ...NOBODY, query: [live, live] };
    case "revoked":
      return refused(dead.revokedKey);
    case "expired":
      return refused(dead.expiredKey);
    case "closed":
      return refused(dead.closedKey);
    case "forged":
      return refused(formatKey("live", randomBytes(64)));
    case "access token":
      return refused(people.one.token);
    default:
      return credential === "junk" ? JUNK : NOBODY;
  }
}

function withOtherSignature(token: string): string {
  return `${token.slice(0, token.lastIndexOf(".") + 1)}${randomBytes(64).toString("base64url")}`;
}
