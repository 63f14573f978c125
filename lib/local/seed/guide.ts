import { SEED_RECEIVER, type Seed } from "./seed.ts";

/** What `npm start` prints: who was made, and commands that can be pasted as they are. */
export function guide(url: string, seed: Seed): string {
  return `
  Dashboard      ${url}/            phone ${seed.phone}, the code comes to
                 ${url}/_local/sms/?phone=${encodeURIComponent(seed.phone)}
  API and docs   ${url}/api/docs/
  Test app       ${seed.app_id}, paid to telebirr ${SEED_RECEIVER.receiver_account} (${SEED_RECEIVER.receiver_name})
  Live key       ${seed.live_key}
  Test key       ${seed.test_key}
  Webhooks to    ${seed.webhook.url}log/

  1. Ask a customer for 1,500.00 ETB:

curl -s ${url}/api/v1/checkouts/ -H 'Authorization: Bearer ${seed.live_key}' \\
  -H 'content-type: application/json' -d '{"amount":150000}'

  2. Pay at the bank simulator; it answers with the reference:

curl -s ${url}/_local/bank/transfers/ -H 'content-type: application/json' \\
  -d '{"provider":"telebirr","amount":150000}'

  3. Open the pay_url of the first answer in a browser and type the reference, or:

curl -s ${url}/api/public/gateway/checkouts/TOKEN_OF_PAY_URL/verify/ \\
  -H 'content-type: application/json' -d '{"input":"REFERENCE"}'

  4. See the credit that it cost, and the signed webhook that was sent:

curl -s ${url}/api/v1/credits/ -H 'Authorization: Bearer ${seed.live_key}'
curl -s ${seed.webhook.url}log/

  \`${demoCommand(url)}\` does all of this by itself. Ctrl-C stops the service; nothing is lost.
`;
}

/** The demo looks at port 3000 unless told. */
function demoCommand(url: string): string {
  const { port } = new URL(url);
  return port === "3000" ? "npm run demo" : `PORT=${port} npm run demo`;
}
