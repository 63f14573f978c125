import * as z from "zod";
import { appId, flag, id, list, page, timestamp } from "./common.ts";
import { text } from "./text.ts";

export const listFailedRequestsQuery = z.strictObject({
  ...page,
  /** Default: requests of live keys. */
  livemode: flag.optional().default(true),
  /** A status such as `404`; anything else is part of a path, an error code or a request id, in any case. */
  search: text(200).optional(),
});

/** One request to the server API that failed. */
export const failedRequest = z.object({
  object: z.literal("failed_request"),
  /** As in the answer's `X-Request-Id`. */
  request_id: z.string(),
  livemode: z.boolean(),
  method: z.string(),
  /** Without the query. */
  path: z.string(),
  status: z.int(),
  /** The error code of the answer. */
  code: z.string(),
  detail: z.string().nullable(),
  key: z.object({
    id: id("key"),
    /** null for an account-wide key. */
    app_id: appId.nullable(),
    name: z.string().nullable(),
    last4: z.string().nullable(),
  }),
  created_at: timestamp,
});
export const failedRequestList = list(failedRequest);
