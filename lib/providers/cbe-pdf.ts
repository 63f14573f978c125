import type { ProviderId } from "../domain/provider.ts";
import type { Lookup, ProviderResponse, Reading } from "./adapter.ts";
import { requireAmount } from "./amounts.ts";
import { bodyText } from "./body-text.ts";
import { requireTime } from "./dates.ts";
import { htmlText } from "./html-pieces.ts";
import { LabelValues } from "./label-values.ts";
import { type LabelledValue, pdfLabels, type ValueKind } from "./pdf-labels.ts";
import { pdfLines } from "./pdf-lines.ts";
import { receiptOf, requireAsked } from "./receipt-of.ts";
import { busyReading } from "./response-state.ts";
import { Unreadable } from "./unreadable.ts";

const NOT_FOUND = /You Are Not Allowed to See This Data, Please Check your Link/i;
const FORMATS = [
  "M/d/yyyy, h:mm:ss a",
  "M/d/yyyy, h:mm a",
  "LLL d, yyyy, h:mm a",
  "LLL d, yyyy, h:mm:ss a",
];
const LABELS = new Map<string, ValueKind>([
  ["payer", "name"],
  ["receiver", "name"],
  ["account", "account"],
  ["payment date & time", "date"],
  ["reference no. (vat invoice no)", "reference"],
  ["reason/type of service", "text"],
  ["transferred amount", "amount"],
  ["commission or service charge", "amount"],
  ["15% vat on commission", "amount"],
  ["total amount debited from customers account", "amount"],
]);

/** Reads CBE's PDF receipt. */
export async function readCbePdf(response: ProviderResponse, lookup: Lookup): Promise<Reading> {
  const busy = busyReading(response);
  if (busy !== null) return busy;
  if (response.status === 404 && NOT_FOUND.test(htmlText(bodyText(response)))) {
    return { kind: "not_found" };
  }
  if (response.status !== 200) throw new Unreadable("unexpected status");
  const page = byParty(pdfLabels(await pdfLines(response.body), { labels: LABELS }));
  const reference = requireAsked(page.required("reference no. (vat invoice no)"), lookup);
  const paid = requireTime(page.required("payment date & time"), FORMATS);
  const account = page.optional("receiver account");
  return receiptOf(response, "cbe/1", {
    provider: "cbe",
    reference,
    aliases: [],
    status: "completed",
    ...requireAmount(page.required("transferred amount")),
    receiver: { institution: cbeInstitution(account), name: page.optional("receiver"), account },
    payer: { name: page.optional("payer"), account: page.optional("payer account") },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

/** `Account` stands twice: each belongs to the party named last before it. */
function byParty(found: readonly LabelledValue[]): LabelValues {
  const page = new LabelValues();
  let party: string | null = null;
  for (const { label, value } of found) {
    if (label === "payer" || label === "receiver") party = label;
    if (label === "account" && party === null) throw new Unreadable("an account of nobody");
    page.add(label === "account" ? `${party} account` : label, value);
  }
  return page;
}

/** CBE's own account numbers start with 1; anything else may be an account at another bank. */
export function cbeInstitution(account: string | null): ProviderId | null {
  return account === null || /^1[0-9*]+$/.test(account) ? "cbe" : null;
}
