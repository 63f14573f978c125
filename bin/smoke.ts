// `npm run smoke -- --url https://pay.example --phone 0911000000`: the first command after a deployment.
// Needs SMOKE_KEY or --phone: without both it proves no payment, and exits with 1.
//   SMOKE_KEY=pk_test_…   uses this key for the server API
//   --phone 0911000000    logs in instead, creates an app and a key, and removes them; prompts for the code
//   --code-command CMD    a command that prints the login code, in place of the prompt
//   --receiver URL        receives the webhook; needs --phone
import { execFileSync } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { runSmoke } from "../lib/smoke/run-smoke.ts";
import { commandOptions } from "./command-options.ts";

const values = commandOptions(import.meta.filename, {
  url: { type: "string" },
  phone: { type: "string" },
  "code-command": { type: "string" },
  receiver: { type: "string" },
});
const url = values.url;
if (url === undefined || !URL.canParse(url) || !/^https?:/.test(url)) {
  console.error(
    "Say where the service runs: npm run smoke -- --url https://pay.example --phone 0911000000",
  );
  process.exit(2);
}
const key = process.env.SMOKE_KEY ?? null;
if (key !== null && !key.startsWith("pk_test_")) {
  console.error("SMOKE_KEY must be a test key (pk_test_…): a live key would spend credits.");
  process.exit(2);
}
const { phone, receiver } = values;

const { works, verdict } = await runSmoke({
  baseUrl: url.replace(/\/+$/, ""),
  key,
  login: phone === undefined ? null : { phone, code: () => codeOf(values["code-command"]) },
  receiver: receiver ?? null,
  say: (line) => console.log(line),
});
console.log(`\n${verdict}`);
process.exit(works ? 0 : 1);

async function codeOf(command: string | undefined): Promise<string> {
  if (command !== undefined) {
    return execFileSync("sh", ["-c", command], { encoding: "utf8" }).trim();
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // A question waits for ever once the input has ended.
  terminal.once("close", () => {
    console.error("\nNo code was entered.");
    process.exit(1);
  });
  const code = await terminal.question("The login code: ");
  terminal.removeAllListeners("close").close();
  return code.trim();
}

/** A mistyped option ends the command before it does anything. */
