import * as z from "zod";
import { rotateSigningKeys as worker } from "../../lib/contract/workers/accounts.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { scheduledWorker } from "../../lib/pipeline/worker.ts";
import { rotateSigningKeys } from "../../lib/use-cases/login/rotate-signing-keys.ts";

/** Strict: a misspelled option must fail, or the operator would believe that a leaked key is dropped. */
const input = z.strictObject({
  schedule: z.string().optional(),
  dropOldKeys: z.boolean().optional(),
});

export const handler = scheduledWorker(worker, async (event) => {
  const { dropOldKeys } = input.parse(event);
  return rotateSigningKeys(now(), dropOldKeys);
});
