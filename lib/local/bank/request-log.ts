import type { LocalRequest } from "../local-route.ts";
import type { BankProvider } from "./transfer.ts";

const KEPT_REQUESTS = 2000;
const SHOWN_HEADERS = ["user-agent", "accept", "x-app-id", "x-app-version"] as const;

export interface LoggedRequest {
  readonly at: string;
  readonly provider: BankProvider;
  readonly method: string;
  /** Path below the provider's base, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Logs the requests to each provider, so that a test can prove that none was sent. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(provider: BankProvider, path: string, request: LocalRequest, nowMs: number): void {
    const headers = SHOWN_HEADERS.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const query = request.query.toString();
    this.#entries.push({
      at: new Date(nowMs).toISOString(),
      provider,
      method: request.method,
      path: `/${path}${query ? `?${query}` : ""}`,
      headers: Object.fromEntries(headers),
    });
    if (this.#entries.length > KEPT_REQUESTS) this.#entries.shift();
  }

  /** Oldest first; of one provider or of all. */
  list(provider?: BankProvider): LoggedRequest[] {
    return this.#entries.filter((entry) => provider === undefined || entry.provider === provider);
  }

  clear(provider?: BankProvider): void {
    this.#entries = this.#entries.filter(
      (entry) => provider !== undefined && entry.provider !== provider,
    );
  }
}
