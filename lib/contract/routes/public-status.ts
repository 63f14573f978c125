import * as z from "zod";
import { PROVIDERS } from "../../domain/provider.ts";
import { route } from "../route.ts";
import { timestamp } from "../schemas/common.ts";

/** Health of the banks. */
const serviceStatus = z.object({
  object: z.literal("status"),
  /** Whether shops may also take payments that they check themselves. */
  manual: z.boolean(),
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      /** `degraded`: some questions failed or some receipts cannot be read; others verify as usual. */
      status: z.enum(["up", "degraded", "down"]),
      /** Null before the first request. */
      since: timestamp.nullable(),
      /** Noted every few minutes while all is well. */
      last_checked_at: timestamp.nullable(),
    }),
  ),
});

export const readStatus = route({
  surface: "public",
  operation: "read-status",
  method: "GET",
  path: "/api/public/gateway/status/",
  auth: "none",
  request: {},
  responses: { 200: serviceStatus },
  errors: [],
  access: { table: { breaker: ["BatchGetItem"] } },
  summary: "Health of each provider",
  description:
    "While a provider is `down`, references are accepted and checked as soon as it is back. While it is `degraded`, every reference is checked immediately, and failed checks are retried. The response may be up to ten seconds old.",
});
