/**
 * Name of a header that configuration may add to a request. The HTTP client fails every request that sets one of
 * the excluded names, which describe the connection.
 */
export const HEADER_NAME =
  /^(?!(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade)$)[a-z0-9-]{1,60}$/i;

/** Value of such a header: printable ASCII. */
export const HEADER_VALUE = /^[\x20-\x7e]{1,500}$/;
