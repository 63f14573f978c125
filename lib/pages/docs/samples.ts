/** Code to paste. Tests run it. */

export function verifySample(baseUrl: string): string {
  return `curl ${baseUrl}/api/v1/checkouts/$CHECKOUT_ID/verify/ \\
  -H "Authorization: Bearer $CHECKOUT_API_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"input": "TESTOK2001"}'`;
}

/** With the official library: `npm install standardwebhooks`. */
export const LIBRARY_SAMPLE = `import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const secret = process.env.WEBHOOK_SECRET; // whsec_…
if (!/^whsec_[\\w+/]{32}/.test(secret)) throw new Error("WEBHOOK_SECRET is not whsec_…");
const webhook = new Webhook(secret);

createServer(async (request, response) => {
  try {
    const body = Buffer.concat(await request.toArray()).toString(); // as it came, not parsed
    const event = webhook.verify(body, request.headers);
    await remember(event); // into your own queue or table; skip an id that is there already
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;

/** The same rule without a library. */
export const HMAC_SAMPLE = `import { createHmac, timingSafeEqual } from "node:crypto";

export function isGenuine(body, headers, secret) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"] ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  if (key.length < 24) return false; // anyone could sign with an empty key
  const expected = createHmac("sha256", key).update(\`\${id}.\${time}.\${body}\`).digest();
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`;

/** The effect of each test reference. Any letters and digits may follow it. */
export const TEST_REFERENCES = {
  TESTOK:
    "Paid now, exactly the amount due: `verified`. On an expired checkout the payment is late, as in live mode.",
  TESTOVER: "One minor unit too much: `verified` with the exception `overpaid`.",
  TESTPART:
    "Half of the amount: `counted`, and the checkout stays open for the rest. A second one verifies it.",
  TESTUNDER: "One minor unit too little: `counted`, and the checkout stays open for the rest.",
  TESTWRONG: "Paid to another account: `receiver_mismatch`.",
  TESTOLD: "Paid a week before the checkout was created: `too_old`.",
  TESTLATE:
    "Paid an hour after the expiry: `review` with the reason `paid_late`, or `verified` if `late_policy` is `accept`.",
  TESTREVIEW: "The receipt does not name the receiver: `review` with `receiver_unconfirmed`.",
  TESTDUP: "A possible duplicate of another payment: `review` with `possible_duplicate`.",
  TESTCREDITS:
    "The receipt matches, but no credits are left: `pending` with `waiting_for` `credits`, then `verified` about 15 seconds later, as if credits had been bought.",
  TESTNONE:
    "The bank does not know the reference: `pending` for about a minute, because some banks are slow to list a payment, then `not_found`.",
  TESTSLOW:
    "The bank responds to the second request: `pending` with `waiting_for` `provider`, then `verified` about 15 seconds later.",
  TESTDOWN:
    "The bank is down: `pending` with `waiting_for` `provider`, and `review` 24 hours after the expiry.",
} as const;
