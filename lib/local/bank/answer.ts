import { createHash } from "node:crypto";
import type { LocalRequest } from "../local-route.ts";
import type { BankProvider } from "./transfer.ts";

/** An HTTP response of the simulator. Status 0 closes the connection without one. */
export interface BankAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export function textAnswer(status: number, contentType: string, text: string): BankAnswer {
  return bytesAnswer(status, contentType, new TextEncoder().encode(text));
}

export function bytesAnswer(status: number, contentType: string, body: Uint8Array): BankAnswer {
  return { status, headers: { "content-type": contentType }, body };
}

export function jsonAnswer(
  status: number,
  value: unknown,
  contentType = "application/json; charset=utf-8",
): BankAnswer {
  return textAnswer(status, contentType, JSON.stringify(value));
}

/** A refusal of the simulator itself, in the shape of the API's own problems. */
export function problemAnswer(
  status: number,
  detail: string,
  errors: readonly { readonly path: string; readonly message: string }[] = [],
): BankAnswer {
  const found = status === 404 ? "not_found" : "invalid_request";
  return jsonAnswer(
    status,
    {
      type: "about:blank",
      title: status === 404 ? "Not found" : "Bad request",
      status,
      detail,
      code: found,
      ...(errors.length > 0 ? { errors } : {}),
    },
    "application/problem+json",
  );
}

export const MODES = ["up", "down", "slow", "garbled", "changed"] as const;

export type Mode = (typeof MODES)[number];

/** No response, or a proxy's error, in turn: the two ways in which a host can be down. */
export function downAnswer(turn: number): BankAnswer {
  return turn % 2 === 0
    ? { status: 0, headers: {}, body: new Uint8Array() }
    : textAnswer(503, "text/html", "<html><body><h1>503 Service Unavailable</h1></body></html>");
}

/** The response, damaged in turn: truncated, random bytes, or a different charset than declared. */
export function garbledAnswer(answer: BankAnswer, turn: number): BankAnswer {
  const { body } = answer;
  switch (turn % 3) {
    case 0:
      return { ...answer, body: body.slice(0, Math.floor(body.length / 2)) };
    case 1:
      return { ...answer, body: noise(turn, Math.max(512, Math.min(body.length, 4096))) };
    default:
      // Each byte widened to two, as UTF-16 of the same text would be.
      return { ...answer, body: widened(body) };
  }
}

function widened(body: Uint8Array): Uint8Array {
  const wide = new Uint8Array(body.length * 2);
  body.forEach((byte, index) => {
    wide[index * 2] = byte;
  });
  return wide;
}

function noise(turn: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 32) {
    const block = createHash("sha256").update(`${turn}:${at}`).digest();
    bytes.set(block.subarray(0, Math.min(32, length - at)), at);
  }
  return bytes;
}

/** Resolves after real time, whatever the movable clock says; never keeps the process alive. */
export function realDelay(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    timer.unref();
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

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
