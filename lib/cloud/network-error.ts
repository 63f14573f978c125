/** Errors below HTTP, as deliveries and attempts record them. */
export type NetworkErrorCode =
  | "dns_error"
  | "connection_refused"
  | "connection_reset"
  | "timeout"
  | "tls_error";

const CODES: Readonly<Record<string, NetworkErrorCode>> = {
  EAI_AGAIN: "dns_error",
  EAI_FAIL: "dns_error",
  EBADNAME: "dns_error",
  EBADRESP: "dns_error",
  EFORMERR: "dns_error",
  ENODATA: "dns_error",
  ENOTFOUND: "dns_error",
  ENOTIMP: "dns_error",
  EREFUSED: "dns_error",
  ESERVFAIL: "dns_error",
  ETIMEOUT: "dns_error",
  EACCES: "connection_refused",
  EADDRNOTAVAIL: "connection_refused",
  ECONNREFUSED: "connection_refused",
  EHOSTUNREACH: "connection_refused",
  ENETUNREACH: "connection_refused",
  ETIMEDOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  EPROTO: "tls_error",
};

/** OpenSSL's and Node's names for a certificate or a handshake that does not verify. */
const TLS_CODE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|.*SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/;

/**
 * Names an error of Node's net, tls and dns modules or of undici. An unknown one counts as a reset: the peer
 * closed the connection or did not speak HTTP.
 */
export function networkErrorCode(error: unknown): NetworkErrorCode {
  if (!(error instanceof Error)) return "connection_reset";
  if (error.name === "AbortError" || error.name === "TimeoutError") return "timeout";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  return known ?? (TLS_CODE.test(code) ? "tls_error" : "connection_reset");
}
