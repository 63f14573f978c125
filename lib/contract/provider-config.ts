import * as z from "zod";
import { isLoopbackHttp } from "../domain/loopback-address.ts";
import { HEADER_NAME, HEADER_VALUE } from "../domain/request-header.ts";

/** Whether nobody on the network can read or change what is sent to this URL. */
export function isHttpsOrLoopback(url: string): boolean {
  return /^https:/i.test(url) || isLoopbackHttp(url);
}

/** An address that requests go to. The path of a request is appended to it. */
const address = z
  .url()
  .refine(isHttpsOrLoopback, { error: "must be https", abort: true })
  .refine(
    (value) => /^[a-z]+:\/\/[^/?#@\\]+(?:\/[^?#]*)?$/i.test(value),
    "must have no user, password, query or fragment",
  );

/** How one bank is asked. A provider that is not listed is enabled with its built-in address. */
export const providerConfigSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Overrides the adapter's own address; http to this machine only. */
  baseUrl: address.optional(),
  /** Where requests go through for banks that answer inside the country only; http to this machine only. */
  relayUrl: address.optional(),
  /** Base64 SHA-256 of public keys that the bank's certificate chain must contain one of. */
  pins: z
    // The last character holds four bits, so that 16 of the 64 are possible.
    .array(z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, "must be a base64 SHA-256"))
    .optional(),
  /** The secret `providers` holds CA certificates or headers for it. */
  hasSecret: z.boolean().optional(),
  /** Request headers that are no secret. They replace the browser's and the adapter's own. */
  headers: z
    .record(
      z.string().regex(HEADER_NAME, "must be a header that configuration may set"),
      z.string().regex(HEADER_VALUE, "must be 1 to 500 printable ASCII characters"),
    )
    .optional(),
  /** `cbe` only: the id and version that its receipt page sends; without them the link is refused. */
  app: z.strictObject({ id: headerText(200), version: headerText(40) }).optional(),
  /**
   * Service types of transfers that stay within this bank, as its receipts print them, beside the recorded
   * ones in the facts. List a type only after a receipt proved it: an unlisted one goes to review.
   */
  internalTypes: z
    .array(
      z
        .string()
        .max(80)
        .regex(/\S/, "must not be blank")
        .transform((type) => type.replace(/\s+/g, " ").trim().toLowerCase()),
    )
    .max(20)
    .optional(),
  /** Sender ids of this bank's SMS to merchants, beside those of the facts. A phone number is never a bank. */
  noticeSenders: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9 _.-]{1,10}$/, "must be a sender id of 2 to 11 characters")
        .refine((sender) => !/^[0-9 .-]{6,}$/.test(sender), "must not be a phone number"),
    )
    .max(10)
    .optional(),
  /** `http` only: how to ask and read it, see `docs/providers/http.md`; needs `baseUrl`. */
  settings: z.record(z.string(), z.unknown()).optional(),
});

export type ProviderConfig = z.output<typeof providerConfigSchema>;

function headerText(longest: number) {
  return z.string().max(longest).regex(HEADER_VALUE, "must be printable ASCII characters");
}
