/**
 * The memory of a Lambda function also sets its share of a processor: a whole one at 1769 MB. P12 of the
 * bench measured it: no function uses more than 170 MB; a request's own work costs the same at 256, 512 and
 * 1024 MB and takes half the time at each doubling; above 1024 MB it costs more and is hardly faster.
 */

/** Requests and the authorizer: a payer or a merchant's server waits for the answer. */
export const REQUEST_MEGABYTES = 1024;

/** Requests that mostly wait for a bank themselves, which costs as much as the memory held meanwhile. */
export const BANK_REQUEST_MEGABYTES = 512;

/** Workers run in the background and wait for banks and merchants' servers. */
export const WORKER_MEGABYTES = 512;

/** A worker that nearly always looks at a record of the stream and ends: it uses 100 MB and no time. */
export const WATCHER_MEGABYTES = 256;
