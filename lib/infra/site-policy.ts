/**
 * How the site's files are served: by CloudFront, and the same by the local stack. Nothing of the CDK
 * here, so that the local stack can read it without loading that.
 */

/** Scripts, styles and requests of its own origin only; no inline script or style, no framing. */
export const SITE_CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Files in here carry a hash of their content in their name. */
export const HASHED_FOLDER = "assets";

/** `cache-control` of files that never change under their name. */
export const HASHED_CACHE_CONTROL = "public, max-age=31536000, immutable";

/** Those that point at them may be this old, in seconds. */
export const PAGE_MAX_AGE_SECONDS = 60;
