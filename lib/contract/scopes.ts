import type { Scope } from "./route.ts";

/** Everything that an API key can be allowed to do. */
export const SCOPES = [
  "checkouts:read",
  "checkouts:write",
  "credits:read",
  "events:read",
] as const satisfies readonly Scope[];
