/**
 * Headers between our CloudFront distribution and the API, set there whatever a client sent. They are
 * believed only together: the address counts for nothing without the secret.
 */

/** Carries the value of the secret `cloudfront-origin`; the web ACL refuses requests without it. */
export const ORIGIN_SECRET_HEADER = "x-origin-secret";

/** The address of the client, without a port. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";

/** Whose requests the firewall counts together: the address, or the first four groups of an IPv6 one. */
export const VIEWER_NETWORK_HEADER = "x-viewer-network";
