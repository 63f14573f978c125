import { createHmac } from "node:crypto";
import { isSameSecret } from "../../cloud/secret-box.ts";
import { type ForwardedBody, forwardedBody } from "../../contract/schemas/notice-source.ts";
import { ServiceError } from "../../domain/errors.ts";
import { isTimely, type SourceKind } from "../../domain/notice.ts";

/** What a phone's app sent. */
export type Forwarded =
  | { readonly kind: "ping" }
  | {
      readonly kind: "sms";
      readonly sender: string;
      readonly text: string;
      /** The phone's own time of the message, ms; null where it sent none that can be read. */
      readonly sentAt: number | null;
    }
  /** Another event of the app. */
  | { readonly kind: "other" };

interface Signed {
  readonly kind: SourceKind;
  /** As sent. */
  readonly body: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Whether a request carries a valid signature or token of one of `secrets`.
 *
 * SMS Gateway for Android signs with hex HMAC-SHA256 of the raw body followed by `X-Timestamp` (unix seconds),
 * https://docs.sms-gate.app/features/webhooks/. The other forwarders send the secret itself.
 */
export function isAuthentic(
  { kind, body, headers }: Signed,
  secrets: readonly string[],
  now: number,
): boolean {
  if (kind === "paste") return false;
  if (kind === "sms_forwarder") {
    const token = /^bearer +(\S{1,200})$/i.exec(headers.authorization ?? "")?.[1];
    return token !== undefined && secrets.some((secret) => isSameSecret(token, secret));
  }
  const timestamp = headers["x-timestamp"] ?? "";
  const signature = (headers["x-signature"] ?? "").toLowerCase();
  if (!/^[0-9]{1,12}$/.test(timestamp) || !isTimely(Number(timestamp) * 1000, now)) return false;
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return secrets.some((secret) => {
    const own = createHmac("sha256", secret)
      .update(body + timestamp)
      .digest("hex");
    return isSameSecret(signature, own);
  });
}

/** Reads an authentic body. @throws ServiceError `invalid_request`, which quotes nothing */
export function readForwarded(kind: SourceKind, body: string): Forwarded {
  const parsed = forwardedBody.safeParse(jsonOf(body));
  if (!parsed.success || "from" in parsed.data !== (kind === "sms_forwarder")) {
    throw new ServiceError("invalid_request", EXPECTED[kind]);
  }
  return "from" in parsed.data ? fromForwarder(parsed.data) : fromGateway(parsed.data);
}

const EXPECTED: Readonly<Record<SourceKind, string>> = {
  sms_gateway: "Send the JSON of SMS Gateway for Android with event and payload.",
  sms_forwarder: "Send JSON with from and text.",
  paste: "This source takes no messages.",
};

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ServiceError("invalid_request", "The body is not valid JSON.");
  }
}

function fromForwarder(body: Extract<ForwardedBody, { from: string }>): Forwarded {
  return {
    kind: "sms",
    sender: body.from,
    text: body.text,
    sentAt: stamp(body.sentStamp) ?? stamp(body.receivedStamp),
  };
}

function fromGateway({ event, payload }: Extract<ForwardedBody, { event: string }>): Forwarded {
  if (event === "system:ping") return { kind: "ping" };
  if (event !== "sms:received") return { kind: "other" };
  const sender = payload?.sender ?? payload?.phoneNumber;
  if (payload?.message === undefined || !sender) {
    throw new ServiceError("invalid_request", "The message has no text or no sender.");
  }
  const at = Date.parse(payload.receivedAt ?? "");
  return { kind: "sms", sender, text: payload.message, sentAt: Number.isNaN(at) ? null : at };
}

function stamp(value: number | string | undefined): number | null {
  const ms = Number(value);
  return value !== undefined && value !== "" && Number.isSafeInteger(ms) && ms > 0 ? ms : null;
}
