// Headers of the dashboard's files, for CloudFront and for the local stack. Imports nothing of the CDK, so that the
// local stack starts without it.

/**
 * Allows scripts, styles and requests of its own origin only; no inline script or style, no framing. Workbooks are packed and
 * unpacked by workers that its own scripts make (`blob:`).
 */
export const SITE_CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Folder of files whose names contain a hash of their content. */
export const HASHED_FOLDER = "assets";

/** `cache-control` of files with a hash in their name. */
export const HASHED_CACHE_CONTROL = "public, max-age=31536000, immutable";

/** Seconds for which the files that refer to them are cached. */
export const PAGE_MAX_AGE_SECONDS = 60;
