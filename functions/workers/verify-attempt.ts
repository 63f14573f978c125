import { verificationMessage } from "../../lib/contract/verification-message.ts";
import { resumeAttempt } from "../../lib/runtime/verification/resume.ts";
import { queueWorker } from "../../lib/runtime/worker.ts";

export const handler = queueWorker("verify-attempt", verificationMessage, resumeAttempt);
