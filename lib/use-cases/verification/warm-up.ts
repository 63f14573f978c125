import { callerAddress } from "../../pipeline/caller-address.ts";
import { now } from "../../pipeline/deps.ts";
import { parseTime } from "../../providers/reading/dates.ts";
import { recognizeFor } from "../banks/lookup.ts";
import { providerAdapters } from "../banks/providers.ts";
import { sampleCheckout, warmUp } from "../checkouts/warm-up.ts";

/** Warm-up for a server's submission: loads the code that recognizes references and reads receipts. */
export function warmUpLookup(): Promise<readonly unknown[]> {
  return warmUp(readSample);
}

/** Warm-up for a payer's submission: also reads the secret that verifies the client's address. */
export function warmUpSubmission(): Promise<readonly unknown[]> {
  return warmUp(() => callerAddress({ headers: {}, sourceIp: "127.0.0.1" }), readSample);
}

/** Not a receipt, but enough to load the parsers for HTML and times. */
const PAGE = Buffer.from("<html><body><table><tr><td>Invoice No.</td><td>1</td></tr></table>");

async function readSample(): Promise<void> {
  parseTime("01-02-2026 10:00:00", ["dd-MM-yyyy HH:mm:ss"]);
  const found = await recognizeFor(sampleCheckout(), "DKK3A7B9XZ", undefined);
  // A stage may have switched the bank off.
  if (found.kind !== "lookup") return;
  const page = { status: 200, headers: {}, body: PAGE, urlHost: "", fetchedAt: now() };
  await (await providerAdapters())[found.lookup.provider].read(page, found.lookup);
}
