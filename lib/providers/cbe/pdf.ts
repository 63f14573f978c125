import type { Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { bodyText } from "../reading/body-text.ts";
import { htmlText } from "../reading/html-pieces.ts";
import { amountAt, timeAt } from "../reading/label-facts.ts";
import { LabelValues } from "../reading/label-values.ts";
import { withoutPayersText } from "../reading/payers-text.ts";
import { type LabeledValue, pdfLabels, type ValueKind } from "../reading/pdf-labels.ts";
import { pdfLines } from "../reading/pdf-lines.ts";
import { receiptOf, requireRequested } from "../reading/receipt-of.ts";
import { busyResult, requireOk } from "../reading/response-state.ts";
import { receiptStatus, STATUS_LABELS, shownStatus } from "../reading/status-words.ts";
import { Unreadable } from "../reading/unreadable.ts";
import { isCbeAccount } from "./own-account.ts";

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
  ["total amount debited from customer's account", "amount"],
  ...STATUS_LABELS.map((label): [string, ValueKind] => [label, "text"]),
]);
/** The PDF shows no status, unlike the JSON. */
const SHOWS_NONE = { statuses: null };

/** Reads CBE's PDF receipt: label and value side by side, in one line, or all labels before all values. */
export async function readCbePdf(
  response: ProviderResponse,
  lookup: Lookup,
): Promise<LookupResult> {
  const busy = busyResult(response);
  if (busy !== null) return busy;
  if (response.status === 404 && NOT_FOUND.test(htmlText(bodyText(response)))) {
    return { kind: "not_found" };
  }
  requireOk(response);
  const lines = await pdfLines(response.body);
  const page = byParty(pdfLabels(lines, { labels: LABELS }));
  const reference = requireRequested(page.required("reference no. (vat invoice no)"), lookup);
  const paid = timeAt(page, FORMATS, "payment date & time");
  const account = page.optional("receiver account");
  return receiptOf(response, "cbe/2", {
    provider: "cbe",
    reference,
    aliases: [],
    status: receiptStatus(SHOWS_NONE, shownStatus(page), withoutPayersText(lines.flat(), page)),
    ...amountAt(page, "transferred amount"),
    receiver: {
      institution: isCbeAccount(account) ? "cbe" : null,
      isInferred: true,
      name: page.optional("receiver"),
      account,
    },
    payer: { name: page.optional("payer"), account: page.optional("payer account") },
    paidAt: paid.at,
    dateOnly: paid.dateOnly,
  });
}

/** `Account` is printed twice; each belongs to the party named last before it. */
function byParty(found: readonly LabeledValue[]): LabelValues {
  const page = new LabelValues();
  let party: string | null = null;
  for (const { label, value } of found) {
    if (label === "payer" || label === "receiver") party = label;
    if (label === "account" && party === null) throw new Unreadable("account: before any party");
    page.add(label === "account" ? `${party} account` : label, value);
  }
  return page;
}
