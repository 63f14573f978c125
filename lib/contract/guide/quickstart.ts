/**
 * The quickstart: shell commands to paste, from two variables to a verified webhook in your own server.
 * `npm start` prints them, the documentation shows them, and a test runs them.
 */

/** A shop's server in plain Node.js: verifies each webhook and delivers each order once. */
const SHOP_SERVER = `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from((process.env.WEBHOOK_SECRET ?? "").slice("whsec_".length), "base64");
if (key.length < 24) throw new Error("WEBHOOK_SECRET is not an endpoint's secret (whsec_…).");
const delivered = new Set(); // in your shop: a column of the order

function isGenuine(body, headers) {
  const { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": given = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const expected = createHmac("sha256", key).update(\`\${id}.\${time}.\${body}\`).digest();
  return given.split(" ").some((signature) => {
    const bytes = Buffer.from(signature.slice("v1,".length), "base64");
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

createServer(async (request, response) => {
  const chunks = await request.toArray().catch(() => []); // none if the sender hangs up
  const body = Buffer.concat(chunks).toString(); // the raw body, not parsed
  if (!isGenuine(body, request.headers)) return response.writeHead(400).end();
  const { type, data } = JSON.parse(body);
  const { client_reference, amount, currency } = data.object;
  if (type === "checkout.verified" && !delivered.has(client_reference)) {
    delivered.add(client_reference);
    console.log(\`Paid: \${client_reference}, \${amount / 100} \${currency}\`);
  }
  response.writeHead(204).end();
}).listen(4000, "127.0.0.1");`;

export interface QuickstartStep {
  readonly title: string;
  /** For bash. */
  readonly code: string;
}

/** @param checkout the command that runs the command line, e.g. `npx checkout-verification-client` */
export function quickstartSteps(checkout: string): readonly QuickstartStep[] {
  return [
    {
      title: "Start a server that receives webhooks",
      code: `export WEBHOOK_SECRET=$(${checkout} listen --print-secret)
cat > shop.mjs <<'EOF'
${SHOP_SERVER}
EOF
node shop.mjs & SHOP=$!`,
    },
    {
      title: "Forward events to it, signed, from behind any firewall",
      code: `${checkout} listen --forward-to http://127.0.0.1:4000/ --replay 10 & LISTEN=$!`,
    },
    {
      title: "Create a checkout for 1,500.00 birr",
      code: `CHECKOUT=$(curl -s "$CHECKOUT_BASE_URL/api/v1/checkouts/" \\
  -H "Authorization: Bearer $CHECKOUT_API_KEY" \\
  -H 'content-type: application/json' \\
  -H 'Idempotency-Key: order-1042' \\
  -d '{"amount": 150000, "currency": "ETB", "client_reference": "order-1042",
       "return_url": "http://localhost:4000/thanks"}')
echo "$CHECKOUT"`,
    },
    {
      title: "Pay it with a test reference, as a customer would on the hosted page (pay_url)",
      code: `CHECKOUT_ID=$(node -p 'JSON.parse(process.argv[1]).id' "$CHECKOUT")
curl -s -w '\\n' "$CHECKOUT_BASE_URL/api/v1/checkouts/$CHECKOUT_ID/verify/" \\
  -H "Authorization: Bearer $CHECKOUT_API_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"input": "TESTOK1042"}'`,
    },
  ];
}

/**
 * Goes on after the quickstart, on the local stack only: replaces `listen` by a registered endpoint.
 *
 * @param phone the number of the test merchant
 */
export function registeredWebhook(checkout: string, phone: string): string {
  // A shell gives each background job a process group: npm does not pass the signal to what it runs.
  return `kill -- -$SHOP -$LISTEN
${checkout} login --local --phone ${phone}
ENDPOINT=$(${checkout} webhooks create --url http://127.0.0.1:4000/ --json)
export WEBHOOK_SECRET=$(node -p 'JSON.parse(process.argv[1]).secret' "$ENDPOINT")
node shop.mjs & SHOP=$!
ENDPOINT_ID=$(node -p 'JSON.parse(process.argv[1]).id' "$ENDPOINT")
${checkout} trigger checkout.verified --endpoint "$ENDPOINT_ID"`;
}
