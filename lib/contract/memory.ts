/**
 * Memory of a Lambda function buys its part of a processor, too: one whole at 1769 MB. What was measured
 * (P12 of the bench): no function is taller than 170 MB, so height decides nothing; a request's own work
 * costs the same at 256, 512 and 1024 MB, and is done in half the time at each step. Beyond 1024 MB it
 * gets dearer and hardly faster.
 */

/** Requests and the authorizer: a payer or a shop's server waits. */
export const SOMEBODY_WAITS_MEGABYTES = 1024;

/**
 * Workers: nobody waits for them, but they wait, for banks and for merchants' servers, up to their
 * time-out, and waiting costs as much as the memory that is held meanwhile.
 */
export const NOBODY_WAITS_MEGABYTES = 512;
