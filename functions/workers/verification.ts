import { verificationMessage } from "../../lib/contract/messages.ts";
import * as workers from "../../lib/contract/workers/verification.ts";
import { now } from "../../lib/pipeline/deps.ts";
import { queueWorker, scheduledWorker } from "../../lib/pipeline/worker.ts";
import { expireDueCheckouts } from "../../lib/use-cases/checkouts/change.ts";
import {
  checkProviderHealth as checkHealth,
  runCanaries as sendCanaries,
} from "../../lib/use-cases/verification/check-provider-health.ts";
import { resumeAttempt } from "../../lib/use-cases/verification/resume.ts";
import { sweepAttempts as sweep } from "../../lib/use-cases/verification/resume-later.ts";

export const checkProviderHealth = scheduledWorker(workers.checkProviderHealth, checkHealth);

/** Leaves the last third of the function's minute to finish a batch. */
const PATIENCE_MS = 40_000;

export const expireCheckouts = scheduledWorker(workers.expireCheckouts, () =>
  expireDueCheckouts(now(), performance.now() + PATIENCE_MS),
);

export const runCanaries = scheduledWorker(workers.runCanaries, sendCanaries);

export const verifyAttempt = queueWorker(workers.verifyAttempt, verificationMessage, resumeAttempt);

export const sweepAttempts = scheduledWorker(workers.sweepAttempts, async () => {
  await sweep();
});
