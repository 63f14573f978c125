import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Frequent texts of event bodies and evidence, the most frequent last. Never change a dictionary, because stored data
 * depends on it: add one with the next number.
 */
const DICTIONARIES: Readonly<Record<number, string>> = {
  1: [
    '"outcome":"not_found","attempt_failed","receiver_unconfirmed","time_unconfirmed","possible_duplicate"',
    '"visibleDigits":4,"nameScore":1,"reason":"not_completed","ok":false,"currency_mismatch","amount_mismatch"',
    '{"fields":{"status":{"ok":true,"reason":null},"receiver":{"verdict":"confirmed","reason":null,"accountId":"pm_',
    '","expected":{"amount":,"currency":"ETB"},"found":{"name":"","account":"251900000000"}},"amount":{"ok":true,',
    '"time":{"ok":true},"currency":{"ok":true},"used":{"ok":true}},"source":{"url":"https://","hash":"sha256:',
    '","parserVersion":1,"fetchedAt":1795}}',
    '"label":"የግብይት ቁጥር","label":"Phone number that you paid from","example":"FT26324ABCDE",',
    '"inputs":[{"id":"payer_phone","label":"Your phone number","example":"0911234567","pattern":null}]',
    '"provider":"cbe_birr","provider":"mpesa","provider":"boa","provider":"awash","provider":"dashen","provider":"cbe"',
    '"customer":{"name":null,"phone":null,"email":null},"metadata":{"order_id":"',
    '"return_url":"https://","cancel_url":"https://","locale":"en","receipt_url":"https://',
    '/api/public/gateway/verify/","payments":[{"object":"payment","provider":"telebirr","reference":"","amount":,"currency":"ETB","payer_name":null,"paid_at":"2026-',
    '","state":"doubtful","reason":"","state":"counted","reason":null,"evidence":"receipt"}],"amount_due":0,',
    '"status":"verified","exceptions":["overpaid"],"review":{"reason":"","decided_by":null,"decided_at":null,"note":null}',
    '{"id":"evt_01","object":"event","type":"checkout.partially_paid","type":"checkout.verified","type":"checkout.created","created_at":"2026-11-',
    'T00:00:00.000Z","livemode":true,"app_id":1001,"sequence":1,"data":{"object":{"id":"co_01',
    '","object":"checkout","livemode":true,"app_id":1001,"merchant_name":"","status":"open","exceptions":[],',
    '"review":null,"amount":150000,"currency":"ETB","amount_received":0,"amount_due":150000,"description":"","payment_methods":[{',
    '"id":"pm_01","provider":"telebirr","account_name":"","account_number":"09","label":null,"instructions":null,',
    '"inputs":[{"id":"input","label":"Transaction number, receipt link or SMS","example":"","pattern":"^[A-Z0-9]{10}$"}]}],',
    '"pay_url":"https:///api/public/gateway/pay/","return_url":null,"cancel_url":null,"expires_at":"2026-11-',
    '","created_at":"2026-11-","verified_at":null,"payments":[],"receipt_url":null,"locale":null,"sequence":2,',
    '"client_reference":"order-","customer":null,"late_policy":"review","attempts_count":1,"metadata":{}}}}',
  ].join(""),
};
const CURRENT = 1;

/**
 * Compresses a text, so that its item stays under one write unit (1 KB). The first byte is the number of the dictionary.
 */
export function packText(text: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(CURRENT), deflateRawSync(text, options(CURRENT))]);
}

/**
 * Decompresses the output of `packText`, from the table (bytes) or from a stream record (base64).
 *
 * @throws Error for any other value, or an unknown dictionary
 */
export function unpackText(packed: unknown): string {
  if (typeof packed === "string") return unpackText(Buffer.from(packed, "base64"));
  if (!(packed instanceof Uint8Array)) throw new Error("A packed text is missing.");
  return inflateRawSync(packed.subarray(1), options(packed[0] ?? 0)).toString("utf8");
}

function options(number: number): { readonly dictionary: Uint8Array } {
  const text = DICTIONARIES[number];
  if (text === undefined) throw new Error(`Packed text of unknown dictionary ${number}.`);
  return { dictionary: Buffer.from(text) };
}
