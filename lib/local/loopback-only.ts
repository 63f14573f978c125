// `/_local/` shows keys and moves clocks, so only this machine's own programs and pages may ask it. A web
// page elsewhere can reach a loopback port by rebinding its own domain; its Host or Origin gives it away.

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Why a request to a helper is refused, or null. Header names in lower case. */
export function foreignRequest(headers: {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
}): string | null {
  const { host, origin } = headers;
  if (!LOOPBACK.has(URL.parse(`http://${host ?? ""}`)?.hostname ?? "")) {
    return "Local helpers answer to 127.0.0.1 and localhost only.";
  }
  if (origin !== undefined && !LOOPBACK.has(URL.parse(origin)?.hostname ?? "")) {
    return "Local helpers do not answer pages of other origins.";
  }
  return null;
}
