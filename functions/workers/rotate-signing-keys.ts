import { now } from "../../lib/runtime/deps.ts";
import { rotateSigningKeys } from "../../lib/runtime/login/rotate-signing-keys.ts";
import { scheduledWorker } from "../../lib/runtime/worker.ts";

export const handler = scheduledWorker("rotate-signing-keys", () => rotateSigningKeys(now()));
