import { verificationMessage } from "../../lib/contract/messages.ts";
import { verifyAttempt } from "../../lib/contract/workers/verification.ts";
import { queueWorker } from "../../lib/pipeline/worker.ts";
import { resumeAttempt } from "../../lib/use-cases/verification/resume.ts";

export const handler = queueWorker(verifyAttempt, verificationMessage, resumeAttempt);
