import { quickstartSteps, registeredWebhook } from "../../contract/guide/quickstart.ts";
import { SEED_RECEIVER, type Seed } from "./seed.ts";

/** Runs the merchant's command line from a clone. */
const CHECKOUT = "npm run -s checkout --";

/** The text that `npm start` prints: the test merchant of `data` (a folder, or `:memory:`), and commands to paste. */
export function guide(url: string, seed: Seed, data: string): string {
  return `
  Dashboard      ${url}/   log in with ${seed.phone}; the code comes to
                 ${url}/_local/sms/?phone=${encodeURIComponent(seed.phone)}
  Documentation  ${url}/api/docs/
  Test app       ${seed.app_id}, paid to telebirr ${SEED_RECEIVER.receiver_account} (${SEED_RECEIVER.receiver_name})
  Test key       ${seed.test_key}
  Live key       ${seed.live_key}
  Webhooks sent  ${seed.test_webhook.url}log/ (test), ${seed.webhook.url}log/ (live)

  A verified payment in your own server: paste this into a second terminal (bash), in this folder:

${quickstart(url, seed)}

  Your server prints "Paid: order-1042, 1500 ETB". The same with a registered webhook endpoint, which
  may be http://127.0.0.1:PORT/… or http://localhost:PORT/… here. Paste into the same terminal:

${registeredWebhook(CHECKOUT, seed.phone)}

  A live payment through the bank simulator: ${demoCommand(url)}
  Ctrl-C stops the service. ${data === ":memory:" ? "Its data is in memory only, and is lost then." : `Its data stays in ${data}`}
`;
}

/** Commands for bash, with comments. */
export function quickstart(url: string, seed: Pick<Seed, "test_key">): string {
  const steps = quickstartSteps(CHECKOUT).map(
    ({ title, code }, index) => `# ${index + 1}. ${title}\n${code}`,
  );
  return [
    `export CHECKOUT_BASE_URL=${url}\nexport CHECKOUT_API_KEY=${seed.test_key}`,
    ...steps,
  ].join("\n\n");
}

/** The demo calls port 3000 unless `PORT` is set. */
function demoCommand(url: string): string {
  const { port } = new URL(url);
  return port === "3000" ? "npm run demo" : `PORT=${port} npm run demo`;
}
