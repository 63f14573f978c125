import { createHmac } from "node:crypto";
import type { LocalStack } from "../../lib/local/compose-stack.ts";
import { call, logIn, type Visitor } from "./api.ts";

/** A merchant with an app, receiving accounts, a live key and a paired phone. */
export interface PairedShop {
  readonly visitor: Visitor;
  readonly appId: number;
  readonly key: string;
  readonly source: { readonly id: string; readonly url: string; readonly secret: string };
  readonly send: Visitor["send"];
}

export const ACCOUNTS = {
  telebirr: "0911000142",
  cbe: "1000200300401",
  dashen: "5200300400111",
  mpesa: "0711000142",
} as const;

/** Opens a shop whose phone is paired with an app of `kind`. */
export async function openPairedShop(
  stack: LocalStack,
  kind: "sms_gateway" | "sms_forwarder" = "sms_forwarder",
  providers: readonly (keyof typeof ACCOUNTS)[] = ["telebirr", "cbe", "dashen"],
): Promise<PairedShop> {
  const visitor = await logIn(stack);
  const { send } = visitor;
  const made = async (path: string, body: object) => {
    const answer = await send("POST", path, { body });
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { app_id: appId } = await made("apps/", { name: "Selam Coffee Shop" });
  for (const provider of providers) {
    await made(`apps/${appId}/payment-methods/`, {
      provider,
      account_name: "Selam Coffee Shop",
      account_number: ACCOUNTS[provider],
    });
  }
  const { secret: key } = await made("api-keys/", { name: "server", mode: "live", app_id: appId });
  const source = await made("notice-sources/", { app_id: appId, name: "Shop phone", kind });
  return { visitor, appId, key, source, send };
}

/** A message as SMS Gateway for Android sends it. */
export function gatewayRequest(
  secret: string,
  payload: object,
  at: number,
  event = "sms:received",
) {
  const raw = JSON.stringify({ deviceId: "d", event, id: "i", payload, webhookId: "w" });
  return signed(secret, raw, at);
}

/** Any text with the signature of SMS Gateway for Android. `at` in ms */
export function signed(secret: string, raw: string, at: number) {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac("sha256", secret)
    .update(raw + timestamp)
    .digest("hex");
  return {
    raw,
    headers: {
      "content-type": "application/json",
      "x-timestamp": timestamp,
      "x-signature": signature,
    },
  };
}

/** A message about money to the shop's telebirr number, invented. */
export function telebirrText(
  reference: string,
  amount = "1,500.00",
  balance = "101,500.00",
): string {
  return `Dear Selam,\nYou have received ETB ${amount} from Almeta Worqesh(2519****0042)  on 24/11/2026 12:03:00. Your transaction number is ${reference}. Your current E-Money Account balance is ETB ${balance}.\nThank you for using telebirr\nEthio telecom`;
}
/** Makes the simulator's phone send messages to this shop's source. */
export async function pairSimulatedPhone(
  stack: LocalStack,
  { source }: PairedShop,
  more: object = {},
): Promise<void> {
  const body = { url: source.url, secret: source.secret, kind: "sms_forwarder", ...more };
  const answer = await call(stack.url, "PUT", "/_local/phone/", { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
