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
  const body = Buffer.concat(await request.toArray()).toString(); // as it came, not parsed
  try {
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
