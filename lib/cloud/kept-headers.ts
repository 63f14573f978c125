import type { Dispatcher } from "undici";

const LONGEST_HEADER_VALUE = 512;

const KEPT_HEADERS = [
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "location",
  "retry-after",
  "server",
  "webhook-delivery",
  "x-request-id",
];

type Headers = Dispatcher.ResponseData["headers"];

/** Whether the body is not compressed. A body that was compressed unasked is not unpacked. */
export function isPlain(headers: Headers): boolean {
  return ["", "identity"].includes(String(headers["content-encoding"] ?? "").toLowerCase());
}

/** The response headers that an attempt keeps, each cut to 512 characters. */
export function chooseHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => {
      const value = headers[name];
      if (value === undefined) return [];
      const text = typeof value === "string" ? value : value.join(", ");
      return [[name, text.slice(0, LONGEST_HEADER_VALUE)]];
    }),
  );
}
