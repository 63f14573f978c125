import * as z from "zod";
import { ROLES } from "../contract/roles.ts";

/** A caller with an API key. */
const keyPrincipal = z.object({
  kind: z.literal("key"),
  keyId: z.string(),
  accountId: z.string(),
  /** null for a key of the whole account. */
  appId: z.int().nullable(),
  mode: z.enum(["live", "test"]),
  scopes: z.array(z.string()),
});

/** A caller with an access token of the dashboard. */
const userPrincipal = z.object({
  kind: z.literal("user"),
  userId: z.string(),
  /** The account in use, one of the user's memberships. */
  accountId: z.string(),
  sessionId: z.string(),
  role: z.enum(ROLES),
  /** Ids of the only apps of the member; null for all. The authorizer says none; `activeSession` reads them. */
  apps: z.array(z.int()).readonly().nullable(),
});

export type KeyPrincipal = z.output<typeof keyPrincipal>;
export type UserPrincipal = z.output<typeof userPrincipal>;
export type Principal = KeyPrincipal | UserPrincipal;

const principal = z.discriminatedUnion("kind", [keyPrincipal, userPrincipal]);

/** Serializes a principal: the gateway passes only strings. */
export function writePrincipal(value: Principal): string {
  return JSON.stringify(value);
}

/** Parses the principal of the authorizer; null if there is none. */
export function readPrincipal(text: unknown): Principal | null {
  if (typeof text !== "string") return null;
  return principal.parse(JSON.parse(text));
}
