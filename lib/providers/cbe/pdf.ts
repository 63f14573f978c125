import type { Lookup, LookupResult, ProviderResponse } from "../adapter.ts";
import { parseAmount, type ShownAmount } from "../reading/amounts.ts";
import { htmlText } from "../reading/html-labels.ts";

import { amountAt, LabelValues, timeAt } from "../reading/labels.ts";
import { withoutPayersText, writtenReason } from "../reading/payers-text.ts";
import { type LabeledValue, pdfLabels, pdfLines, type ValueKind } from "../reading/pdf-labels.ts";
import {
  bodyText,
  receiptOf,
  receiptStatus,
  requireOk,
  requireRequested,
  STATUS_LABELS,
  shownStatus,
} from "../reading/receipt-of.ts";
import { Unreadable } from "../reading/unreadable.ts";
import { isCbeAccount } from "./json.ts";

const NOT_FOUND = /You Are Not Allowed to See This Data, Please Check your Link/i;
const FORMATS = ["M/d/yyyy", "LLL d, yyyy"].flatMap((d) => [`${d}, h:mm:ss a`, `${d}, h:mm a`]);
const FEES = ["commission or service charge", "15% vat on commission"];
const TOTAL = ["customers", "customer's"].map((of) => `total amount debited from ${of} account`);
const LABELS = new Map<string, ValueKind>([
  ["payer", "name"],
  ["receiver", "name"],
  ["account", "account"],
  ["payment date & time", "date"],
  ["reference no. (vat invoice no)", "reference"],
  ["reason/type of service", "text"],
  ["transferred amount", "amount"],
  ...[...FEES, ...TOTAL].map((label): [string, ValueKind] => [label, "amount"]),
  ...STATUS_LABELS.map((label): [string, ValueKind] => [label, "text"]),
]);
/** The PDF shows no status, unlike the JSON. */
const SHOWS_NONE = { statuses: null };

/** Reads CBE's PDF receipt: label and value side by side, in one line, or all labels before all values. */
export async function readCbePdf(
  response: ProviderResponse,
  lookup: Lookup,
): Promise<LookupResult> {
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
    ...amountOf(page),
    receiver: {
      institution: isCbeAccount(account) ? "cbe" : null,
      isInferred: true,
      name: page.optional("receiver"),
      account,
    },
    payer: { name: page.optional("payer"), account: page.optional("payer account") },
    paidAt: paid.at,
    reason: writtenReason(page, "reason/type of service"),
    dateOnly: paid.dateOnly,
  });
}

/**
 * The total must hold the amount and either fee: where a fee is blank, a second line of the payer's text may have taken
 * the place of the amount, and the amount that of a fee.
 */
function amountOf(page: LabelValues): ShownAmount {
  const amount = amountAt(page, "transferred amount");
  const total = amountAt(page, ...TOTAL).amountMinor;
  const fees = FEES.map((fee) => parseAmount(page.optional(fee) ?? "")?.amountMinor ?? 0);
  if (amount.amountMinor + Math.max(...fees) > total) {
    throw new Unreadable("transferred amount: more than the total");
  }
  return amount;
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
