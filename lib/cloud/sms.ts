import { PublishCommand, type SNSClient } from "@aws-sdk/client-sns";
import type { SmsSenderSecret } from "../contract/secrets.ts";
import type { SMS_SENDERS } from "../contract/service-config.ts";

/** Sends one short text. `to` is E.164. Throws `SmsError` if the gateway did not accept it. */
export type SendSms = (to: string, text: string) => Promise<void>;

/** The gateway did not accept the message. Contains neither recipient nor text. */
export class SmsError extends Error {
  override readonly name = "SmsError";
}

/** GSM 03.38 without its extension: anything else makes a text UCS-2. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

/** Into how many parts a gateway splits a text, and charges for: 160 or 70 characters, a little less in each of several. */
export function smsParts(text: string): number {
  const [alone, each] = GSM.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / each);
}

/** What the senders need. Each is created only when a sender uses it. */
export interface SmsDeps {
  readonly sns: () => SNSClient;
  readonly secret: () => Promise<SmsSenderSecret>;
  readonly fetch: typeof fetch;
  readonly print: (line: string) => void;
}

const TIMEOUT_MS = 5_000;
const AFROMESSAGE_URL = "https://api.afromessage.com/api/send";

/** All senders, by their name in the configuration. */
export const SMS_GATEWAYS: Readonly<
  Record<(typeof SMS_SENDERS)[number], (deps: SmsDeps) => SendSms>
> = {
  sns: (deps) => async (to, text) => {
    await deps.sns().send(
      new PublishCommand({
        PhoneNumber: to,
        Message: text,
        MessageAttributes: {
          "AWS.SNS.SMS.SMSType": { DataType: "String", StringValue: "Transactional" },
        },
      }),
    );
  },

  afromessage: (deps) => async (to, text) => {
    const { afromessage } = await deps.secret();
    if (!afromessage) throw new SmsError("The secret sms-sender lacks afromessage.");
    const { token, sender, from } = afromessage;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await post(deps, AFROMESSAGE_URL, headers, { to, message: text, sender, from });
    // The gateway returns 200 even for messages that it refused.
    if (!isAcknowledged(answer)) throw new SmsError("The gateway refused the message.");
  },

  http: (deps) => async (to, text) => {
    const { http } = await deps.secret();
    if (!http) throw new SmsError("The secret sms-sender lacks http.");
    await post(deps, http.url, http.headers, { to, text });
  },

  /** For development only: anyone who sees the output can log in as any user. */
  console: (deps) => async (to, text) => {
    deps.print(`SMS to ${to}: ${text}`);
  },
};

async function post(
  deps: SmsDeps,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<unknown> {
  let response: Response;
  try {
    response = await deps.fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    // The cause could quote the URL, which may contain a credential.
    throw new SmsError("The gateway did not answer.");
  }
  if (!response.ok) throw new SmsError(`The gateway answered ${response.status}.`);
  return response.json().catch(() => null);
}

function isAcknowledged(answer: unknown): boolean {
  return (answer as { readonly acknowledge?: unknown } | null)?.acknowledge === "success";
}
